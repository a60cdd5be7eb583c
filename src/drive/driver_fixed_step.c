/* driver_fixed_step.c - rows of a file at equal time steps: row i belongs to t0 + i h (data_file.c). */
#include "drive/data_file.h"
#include "drive/diag_rows.h"
#include <limits.h>
#include <math.h>

typedef struct {
    data_file f;
    data_rules rules;
    double t0, h, t1; /* t1: time of the last row */
} fixed_step;

/* [ KEYWORD , ] { from file | NUMBER }; NaN for "from file". */
static double read_or_from_file(reader *r, const char *keyword)
{
    read_keyword(r, keyword);
    return read_keyword(r, "from file") ? (double)NAN : read_real(r, keyword);
}

static double or_from_file(reader *r, const data_file *f, double given, double in_file, const char *keyword)
{
    if (read_ok(r) && isnan(given) && isnan(in_file))
        read_error_last(r, E_DATA_HEAD, f->name, keyword);
    return isnan(given) ? in_file : given;
}

static void driver_fixed_step_read(reader *r, file_driver *d)
{
    fixed_step *p = d->self;
    const bool count = read_keyword(r, "count");
    const int steps = count ? 0 : read_count(r, 1, "number of steps, or 'count'");
    d->n_columns = read_count(r, 1, "number of columns");
    const double t0 = read_or_from_file(r, "initial time"), h = read_or_from_file(r, "time step");
    const place where_step = read_last_place(r);
    p->rules = read_data_rules(r);
    const char *path = read_filename(r, "name of the file");
    data_file_read(r, &p->f, path, d->n_columns, false);
    if (read_ok(r) && steps > p->f.n_rows)
        read_error_last(r, E_DATA_ROWS, p->f.name, p->f.n_rows, steps);
    if (!count)
        p->f.n_rows = steps;
    p->t0 = or_from_file(r, &p->f, t0, p->f.initial_time, "initial time");
    p->h = or_from_file(r, &p->f, h, p->f.time_step, "time step");
    if (read_ok(r) && !(p->h > 0.0))
        read_error(r, E_DATA_STEP, where_step, p->h);
    p->t1 = p->t0 + (p->f.n_rows - 1) * p->h;
    data_check_start(r, &p->f, &p->rules, p->t0, p->t1);
}

static double driver_fixed_step_at(const file_driver *d, const state *s, int column)
{
    const fixed_step *p = d->self;
    if (s->t < p->t0 || s->t > p->t1)
        return data_outside(d, s, &p->f, &p->rules, s->t > p->t1, column);
    const double steps = (s->t - p->t0) / p->h;
    const int i = (int)steps, last = p->f.n_rows - 1;
    return i >= last ? data_between(&p->f, &p->rules, last, 0.0, column)
                     : data_between(&p->f, &p->rules, i, steps - i, column);
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
};
