/* drive_switch.c - f = f_i,  i = round(g): one of several drives, numbered from 0, selected by another drive. */
#include "drive/arguments.h"
#include "model/reading.h"

typedef struct {
    const drive *selector;
    double (*round)(double);
    drive_list drives;
} switched;

static void drive_switch_read(reader *reader, drive *drive)
{
    static const char *const WORDS[] = {"floor", "ceil", "nearest", NULL};
    static double (*const ROUND[])(double) = {floor, ceil, round};
    switched *switched = drive->self;
    switched->selector = read_drive(reader, "drive of the switch");
    const int k = read_choice(reader, WORDS, "kind of rounding");
    switched->round = ROUND[k < 0 ? 0 : k];
    switched->drives = read_drive_list(reader, "drive of the list");
}

/* Returns NULL after an error: the index is outside the list. */
static const drive *chosen(const drive *drive, const state *state, double x)
{
    const switched *switched = drive->self;
    const double i = switched->round(drive_at(switched->selector, state, x));
    if (i >= 0.0 && i < (double)switched->drives.n)
        return switched->drives.drives[(int)i];
    state_fail(state, drive->location, "switch: no drive %g: expected 0 to %d", i, switched->drives.n - 1);
    return NULL;
}

static double drive_switch_at(const drive *d, const state *state, double x)
{
    const drive *is = chosen(d, state, x);
    return is ? drive_at(is, state, x) : 0.0;
}

static double drive_switch_derivative(const drive *d, const state *state, double x)
{
    const drive *is = chosen(d, state, x);
    return is ? drive_derivative(is, state, x) : 0.0;
}

static bool drive_switch_has_derivative(const drive *drive)
{
    return drive_list_has_derivative(&((const switched *)drive->self)->drives);
}

const drive_type drive_switch_type = {
    .keyword = "switch",
    .grammar = "switch, (DRIVE) INDEX, {floor | ceil | nearest}, N, (DRIVE) 0, (DRIVE) 1, ...",
    .summary = "One of several drives, chosen by another one.",
    .module = MODULE_SWITCH_DRIVE,
    .size = sizeof(switched),
    .read = drive_switch_read,
    .value = drive_switch_at,
    .derivative = drive_switch_derivative,
    .has_derivative = drive_switch_has_derivative,
};
