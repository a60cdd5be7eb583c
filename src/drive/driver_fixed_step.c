/* driver_fixed_step.c - rows of a file at equal time steps: row i belongs to t0 + i h (data_file.c). */
#include "drive/data_file.h"
#include "drive/diag_rows.h"
#include <limits.h>
#include <math.h>

typedef struct {
    data_file file;
    data_rules rules;
    double t0, h, t1; /* t1: time of the last row */
} fixed_step;

/* Reads [ KEYWORD , ] { from file | NUMBER }. Returns NaN for "from file". */
static double read_or_from_file(reader *reader, const char *keyword)
{
    read_keyword(reader, keyword);
    return read_keyword(reader, "from file") ? (double)NAN : read_real(reader, keyword);
}

static double or_from_file(reader *reader, const data_file *file, double given, double in_file, const char *keyword)
{
    if (read_ok(reader) && isnan(given) && isnan(in_file))
        read_error_last(reader, E_DATA_HEAD, file->name, keyword);
    return isnan(given) ? in_file : given;
}

static void driver_fixed_step_read(reader *reader, file_driver *driver)
{
    fixed_step *fixed_step = driver->self;
    const bool count = read_keyword(reader, "count");
    const int steps = count ? 0 : read_count(reader, 1, "number of steps, or 'count'");
    driver->n_columns = read_count(reader, 1, "number of columns");
    const double t0 = read_or_from_file(reader, "initial time"), h = read_or_from_file(reader, "time step");
    const source_location where_step = read_last_location(reader);
    fixed_step->rules = read_data_rules(reader);
    const char *path = read_filename(reader, "name of the file");
    data_file_read(reader, &fixed_step->file, path, driver->n_columns, false);
    if (read_ok(reader) && steps > fixed_step->file.n_rows)
        read_error_last(reader, E_DATA_ROWS, fixed_step->file.name, fixed_step->file.n_rows, steps);
    if (!count)
        fixed_step->file.n_rows = steps;
    fixed_step->t0 = or_from_file(reader, &fixed_step->file, t0, fixed_step->file.initial_time, "initial time");
    fixed_step->h = or_from_file(reader, &fixed_step->file, h, fixed_step->file.time_step, "time step");
    if (read_ok(reader) && !(fixed_step->h > 0.0))
        read_error(reader, E_DATA_STEP, where_step, fixed_step->h);
    fixed_step->t1 = fixed_step->t0 + (fixed_step->file.n_rows - 1) * fixed_step->h;
    data_check_start(reader, &fixed_step->file, &fixed_step->rules, fixed_step->t0, fixed_step->t1);
}

static double driver_fixed_step_at(const file_driver *driver, const state *state, int column)
{
    const fixed_step *fixed_step = driver->self;
    if (state->t < fixed_step->t0 || state->t > fixed_step->t1)
        return data_outside(driver, state, &fixed_step->file, &fixed_step->rules, state->t > fixed_step->t1, column);
    const double steps = (state->t - fixed_step->t0) / fixed_step->h;
    const int i = (int)steps, last = fixed_step->file.n_rows - 1;
    return i >= last ? data_between(&fixed_step->file, &fixed_step->rules, last, 0.0, column)
                     : data_between(&fixed_step->file, &fixed_step->rules, i, steps - i, column);
}

/* Rows are corners. */
static double driver_fixed_step_corner(const file_driver *driver, double t)
{
    const fixed_step *fixed_step = driver->self;
    if (t >= fixed_step->t1)
        return HUGE_VAL;
    return t < fixed_step->t0 ? fixed_step->t0
                              : fixed_step->t0 + (floor((t - fixed_step->t0) / fixed_step->h) + 1) * fixed_step->h;
}

const file_driver_type file_driver_fixed_step_type = {
    .keyword = "fixed step",
    .grammar =
        "file: LABEL, fixed step, {count | STEPS}, COLUMNS, initial time, {from file | T}, time step, {from file | H}, "
        "[interpolation, {linear | const},] [{pad zeroes, {yes | no} | bailout, {none | upper | lower | any}},] "
        "\"FILE\"",
    .summary = "Rows of a file at equal time steps.",
    .size = sizeof(fixed_step),
    .read = driver_fixed_step_read,
    .value = driver_fixed_step_at,
    .corner = driver_fixed_step_corner,
};
