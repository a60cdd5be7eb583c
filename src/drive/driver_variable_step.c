/* driver_variable_step.c - rows of a file whose first column is the time (data_file.c). */
#include "drive/data_file.h"
#include <limits.h>
#include <math.h>

typedef struct {
    data_file file; /* the time, then the columns */
    data_rules rules;
} variable_step;

static double time_of(const data_file *file, int i) { return file->values[i * file->n_columns]; }

static void driver_variable_step_read(reader *reader, file_driver *driver)
{
    variable_step *variable_step = driver->self;
    driver->n_columns = read_count(reader, 1, "number of channels");
    variable_step->rules = read_data_rules(reader);
    const char *path = read_filename(reader, "name of the file");
    data_file_read(reader, &variable_step->file, path, driver->n_columns + 1, true);
    if (read_ok(reader))
        data_check_start(reader, &variable_step->file, &variable_step->rules, time_of(&variable_step->file, 0),
                         time_of(&variable_step->file, variable_step->file.n_rows - 1));
}

/* The last row that is not after t, which is between the first and the last. */
static int row_before(const data_file *file, double t)
{
    int low = 0, high = file->n_rows - 1;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (time_of(file, middle) <= t)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static double driver_variable_step_at(const file_driver *driver, const state *state, int column)
{
    const variable_step *variable_step = driver->self;
    const data_file *file = &variable_step->file;
    const int high = file->n_rows - 1;
    if (state->t < time_of(file, 0) || state->t > time_of(file, high))
        return data_outside(driver, state, file, &variable_step->rules, state->t > time_of(file, high), column + 1);
    if (state->t == time_of(file, high))
        return data_between(file, &variable_step->rules, high, 0.0, column + 1);
    const int low = row_before(file, state->t);
    const double u = (state->t - time_of(file, low)) / (time_of(file, low + 1) - time_of(file, low));
    return data_between(file, &variable_step->rules, low, u, column + 1);
}

/* Rows are corners. */
static double driver_variable_step_corner(const file_driver *driver, double t)
{
    const data_file *file = &((const variable_step *)driver->self)->file;
    if (t < time_of(file, 0))
        return time_of(file, 0);
    return t < time_of(file, file->n_rows - 1) ? time_of(file, row_before(file, t) + 1) : HUGE_VAL;
}

const file_driver_type file_driver_variable_step_type = {
    .keyword = "variable step",
    .grammar = "file: LABEL, variable step, CHANNELS, [interpolation, {linear | const},] "
               "[{pad zeroes, {yes | no} | bailout, {none | upper | lower | any}},] \"FILE\"",
    .summary = "Rows of a file whose first column is the time.",
    .size = sizeof(variable_step),
    .read = driver_variable_step_read,
    .value = driver_variable_step_at,
    .corner = driver_variable_step_corner,
};
