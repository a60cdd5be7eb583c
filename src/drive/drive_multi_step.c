/* drive_multi_step.c - f = v_i for t_i <= t < t_{i+1}, v_1 before t_1: constant between the points. */
#include "drive/arguments.h"

static void drive_multi_step_read(reader *reader, drive *drive)
{
    const int n = read_count(reader, 1, "number of points");
    points_list list = {0};
    for (int i = 0; read_ok(reader) && i < n; i++)
        points_add(reader, &list);
    points_finish(reader, &list, drive->self);
}

static double drive_multi_step_at(const drive *drive, const state *state, double x)
{
    (void)state;
    const points *points = drive->self;
    int i = 0;
    while (i + 1 < points->n && points->x[i + 1] <= x)
        i++;
    return points->y[i];
}

static double drive_multi_step_derivative(const drive *drive, const state *state, double x)
{
    (void)drive, (void)state, (void)x;
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
    .derivative = drive_multi_step_derivative,
    .corner = points_corner,
};
