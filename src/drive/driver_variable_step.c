/* driver_variable_step.c - rows of a file whose first column is the time (data_file.c). */
#include "drive/data_file.h"
#include <limits.h>

typedef struct {
    data_file f; /* the time, then the columns */
    data_rules rules;
} variable_step;

static double time_of(const data_file *f, int i) { return f->values[i * f->n_columns]; }

static void driver_variable_step_read(reader *r, file_driver *d)
{
    variable_step *p = d->self;
    d->n_columns = read_count(r, 1, "number of channels");
    p->rules = read_data_rules(r);
    const char *path = read_filename(r, "name of the file");
    data_file_read(r, &p->f, path, d->n_columns + 1, true);
    if (read_ok(r))
        data_check_start(r, &p->f, &p->rules, time_of(&p->f, 0), time_of(&p->f, p->f.n_rows - 1));
}

static double driver_variable_step_at(const file_driver *d, const state *s, int column)
{
    const variable_step *p = d->self;
    const data_file *f = &p->f;
    int low = 0, high = f->n_rows - 1;
    if (s->t < time_of(f, low) || s->t > time_of(f, high))
        return data_outside(d, s, f, &p->rules, s->t > time_of(f, high), column + 1);
    if (s->t == time_of(f, high))
        return data_between(f, &p->rules, high, 0.0, column + 1);
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (time_of(f, middle) <= s->t)
            low = middle;
        else
            high = middle;
    }
    const double u = (s->t - time_of(f, low)) / (time_of(f, high) - time_of(f, low));
    return data_between(f, &p->rules, low, u, column + 1);
}

const file_driver_type file_driver_variable_step_type = {
    .keyword = "variable step",
    .grammar = "file: LABEL, variable step, CHANNELS, [interpolation, {linear | const},] "
               "[{pad zeroes, {yes | no} | bailout, {none | upper | lower | any}},] \"FILE\"",
    .summary = "Rows of a file whose first column is the time.",
    .size = sizeof(variable_step),
    .read = driver_variable_step_read,
    .value = driver_variable_step_at,
};
