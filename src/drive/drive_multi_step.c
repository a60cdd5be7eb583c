/* drive_multi_step.c - f = v_i for t_i <= t < t_{i+1}, v_1 before t_1: constant between the points. */
#include "drive/arguments.h"

static void drive_multi_step_read(reader *r, drive *d)
{
    const int n = read_count(r, 1, "number of points");
    points_list l = {0};
    for (int i = 0; read_ok(r) && i < n; i++)
        points_add(r, &l);
    points_finish(r, &l, d->self);
}

static double drive_multi_step_at(const drive *d, const state *s, double x)
{
    (void)s;
    const points *p = d->self;
    int i = 0;
    while (i + 1 < p->n && p->x[i + 1] <= x)
        i++;
    return p->y[i];
}

static double drive_multi_step_slope(const drive *d, const state *s, double x)
{
    (void)d, (void)s, (void)x;
    return 0.0;
}

const drive_type drive_multi_step_type = {
    .keyword = "multi step",
    .grammar = "multi step, N, T1, V1, T2, V2, ...",
    .summary = "Piecewise constant values between given times.",
    .module = MODULE_MULTI_STEP_DRIVE,
    .size = sizeof(points),
    .read = drive_multi_step_read,
    .value = drive_multi_step_at,
    .slope = drive_multi_step_slope,
};
