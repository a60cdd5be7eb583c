/* drive_minmax.c - f = min(f_1, f_2, ...) and f = max(f_1, f_2, ...). The derivative is that of the selected drive. */
#include "drive/arguments.h"

static void drive_minmax_read(reader *reader, drive *drive)
{
    *(drive_list *)drive->self = read_drive_list(reader, "drive of the list");
}

/* Returns the first drive with the largest or smallest value. */
static const drive *extreme(const drive *d, const state *state, double x, bool is_most, double *is)
{
    const drive_list *list = d->self;
    const drive *best = list->drives[0];
    *is = drive_at(best, state, x);
    for (int i = 1; i < list->n; i++) {
        const double f = drive_at(list->drives[i], state, x);
        if (is_most ? f > *is : f < *is)
            best = list->drives[i], *is = f;
    }
    return best;
}

static double least(const drive *drive, const state *state, double x)
{
    double f;
    extreme(drive, state, x, false, &f);
    return f;
}

static double most(const drive *drive, const state *state, double x)
{
    double f;
    extreme(drive, state, x, true, &f);
    return f;
}

static double least_derivative(const drive *drive, const state *state, double x)
{
    double f;
    return drive_derivative(extreme(drive, state, x, false, &f), state, x);
}

static double most_derivative(const drive *drive, const state *state, double x)
{
    double f;
    return drive_derivative(extreme(drive, state, x, true, &f), state, x);
}

static bool drive_minmax_has_derivative(const drive *drive) { return drive_list_has_derivative(drive->self); }

const drive_type drive_max_type = {
    .keyword = "max",
    .grammar = "max, N, (DRIVE) 1, (DRIVE) 2, ...",
    .summary = "The largest of several drives.",
    .module = MODULE_MINMAXDRIVE,
    .size = sizeof(drive_list),
    .read = drive_minmax_read,
    .value = most,
    .derivative = most_derivative,
    .has_derivative = drive_minmax_has_derivative,
};

const drive_type drive_min_type = {
    .keyword = "min",
    .grammar = "min, N, (DRIVE) 1, (DRIVE) 2, ...",
    .summary = "The smallest of several drives.",
    .module = MODULE_MINMAXDRIVE,
    .size = sizeof(drive_list),
    .read = drive_minmax_read,
    .value = least,
    .derivative = least_derivative,
    .has_derivative = drive_minmax_has_derivative,
};
