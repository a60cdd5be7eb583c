/* drive_array.c - f = f_1 + f_2 + ...: the sum of drives. */
#include "base/array.h"
#include "contract/drive.h"
#include "model/reading.h"

typedef struct {
    int n;
    const drive *const *term;
} sum;

static void read(reader *r, drive *d)
{
    sum *p = d->self;
    const int n = read_count(r, 1, "number of drives");
    ARRAY(const drive *) terms = {0};
    for (int i = 0; read_ok(r) && i < n; i++)
        array_push(&terms, read_drive(r, "drive of the array"));
    p->n = terms.n;
    p->term = arena_copy(reader_arena(r), terms.at, (size_t)terms.n * sizeof *terms.at);
    array_free(&terms);
}

static double at(const drive *d, const state *s, double x)
{
    const sum *p = d->self;
    double f = 0.0;
    for (int i = 0; i < p->n; i++)
        f += drive_at(p->term[i], s, x);
    return f;
}

static double slope(const drive *d, const state *s, double x)
{
    const sum *p = d->self;
    double f = 0.0;
    for (int i = 0; i < p->n; i++)
        f += drive_slope(p->term[i], s, x);
    return f;
}

static bool has_slope(const drive *d)
{
    const sum *p = d->self;
    for (int i = 0; i < p->n; i++)
        if (!drive_has_slope(p->term[i]))
            return false;
    return true;
}

const drive_type drive_array_type = {
    .keyword = "array",
    .grammar = "array, N, (DRIVE) 1, (DRIVE) 2, ...",
    .summary = "The sum of drives.",
    .size = sizeof(sum),
    .read = read,
    .value = at,
    .slope = slope,
    .has_slope = has_slope,
};
