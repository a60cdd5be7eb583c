/* drive_array.c - f = f_1 + f_2 + ...: the sum of drives. */
#include "drive/arguments.h"

static void drive_array_read(reader *r, drive *d) { *(drive_list *)d->self = read_drive_list(r, "drive of the array"); }

static double drive_array_at(const drive *d, const state *s, double x)
{
    const drive_list *p = d->self;
    double f = 0.0;
    for (int i = 0; i < p->n; i++)
        f += drive_at(p->drives[i], s, x);
    return f;
}

static double drive_array_slope(const drive *d, const state *s, double x)
{
    const drive_list *p = d->self;
    double f = 0.0;
    for (int i = 0; i < p->n; i++)
        f += drive_slope(p->drives[i], s, x);
    return f;
}

static bool drive_array_has_slope(const drive *d) { return drive_list_has_slope(d->self); }

const drive_type drive_array_type = {
    .keyword = "array",
    .grammar = "array, N, (DRIVE) 1, (DRIVE) 2, ...",
    .summary = "The sum of drives.",
    .size = sizeof(drive_list),
    .read = drive_array_read,
    .value = drive_array_at,
    .slope = drive_array_slope,
    .has_slope = drive_array_has_slope,
};
