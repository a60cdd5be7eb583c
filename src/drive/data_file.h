/* data_file.h - a file with rows of numbers, and the value of a column at a given time. */
#pragma once
#include "contract/file_driver.h"

typedef enum { BAILOUT_NONE, BAILOUT_UPPER, BAILOUT_LOWER, BAILOUT_ANY } bailout;

typedef struct {
    const char *name;
    int n_rows, n_columns;
    const double *values;           /* by rows */
    double initial_time, time_step; /* from the comments "# initial time: T" and "# time step: H"; NaN if absent */
} data_file;

/* Reads lines of n_columns numbers; text after a # is a comment. `growing`: the first column must increase from row
 * to row. */
void data_file_read(reader *reader, data_file *file, const char *path, int n_columns, bool growing);

/* Rules for values between and outside the rows. */
typedef struct {
    bool is_constant; /* between rows: value at the start of the interval instead of linear interpolation */
    bool pad_zeroes;  /* outside: zero instead of the nearest row */
    bailout ends;     /* outside: the analysis ends */
} data_rules;

/* Reads [ interpolation , { linear | const } , ] [ { pad zeroes , { yes | no } | bailout , { none | upper | lower |
 * any } } , ] */
data_rules read_data_rules(reader *reader);
/* Reports an error if the analysis would begin where it has to end. */
void data_check_start(reader *reader, const data_file *file, const data_rules *rules, double first, double last);
/* Returns the value of a column if the time of the state is before or beyond the data; ends the analysis if the
 * rules require it. */
double data_outside(const file_driver *driver, const state *state, const data_file *file, const data_rules *rules,
                    bool beyond, int column);
/* Returns the value between row `index` and the next, at the fraction u of the interval. */
static inline double data_between(const data_file *file, const data_rules *rules, int index, double u, int column)
{
    const double a = file->values[index * file->n_columns + column];
    if (rules->is_constant || u == 0.0)
        return a;
    return a + u * (file->values[(index + 1) * file->n_columns + column] - a);
}
