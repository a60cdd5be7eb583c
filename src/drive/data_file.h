/* data_file.h - a file of numbers in rows, and the value of a column at a time. */
#pragma once
#include "contract/file_driver.h"

typedef enum { BAILOUT_NONE, BAILOUT_UPPER, BAILOUT_LOWER, BAILOUT_ANY } bailout;

typedef struct {
    const char *name;
    int n_rows, n_columns;
    const double *values;           /* row by row */
    double initial_time, time_step; /* of comments "# initial time: T" and "# time step: H"; NaN when there are none */
} data_file;

/* Lines of n_columns numbers; what follows a # is a comment. `growing`: the first column must grow from row to row. */
void data_file_read(reader *reader, data_file *file, const char *path, int n_columns, bool growing);

/* What a driver does between and outside its rows. */
typedef struct {
    bool is_constant; /* between rows: the value at the beginning of the interval, else on a straight line */
    bool pad_zeroes;  /* outside: zero, else the nearest row */
    bailout ends;     /* outside: the analysis ends */
} data_rules;

/* [ interpolation , { linear | const } , ] [ { pad zeroes , { yes | no } | bailout , { none | upper | lower | any } } ,
 * ] */
data_rules read_data_rules(reader *reader);
/* The analysis must not begin where it is to end. */
void data_check_start(reader *reader, const data_file *file, const data_rules *rules, double first, double last);
/* A column when the state's time is before or beyond the data; ends the analysis when the rules say so. */
double data_outside(const file_driver *driver, const state *state, const data_file *file, const data_rules *rules,
                    bool beyond, int column);
/* Between row i and the next, at the fraction u of the interval. */
static inline double data_between(const data_file *file, const data_rules *rules, int index, double u, int column)
{
    const double a = file->values[index * file->n_columns + column];
    if (rules->is_constant || u == 0.0)
        return a;
    return a + u * (file->values[(index + 1) * file->n_columns + column] - a);
}
