/* drive_switch.c - f = f_i,  i = round(g): one of several drives, counted from 0, chosen by another one. */
#include "drive/arguments.h"
#include "model/reading.h"

typedef struct {
    const drive *selector;
    double (*round)(double);
    drive_list drives;
} switched;

static void drive_switch_read(reader *r, drive *d)
{
    static const char *const WORDS[] = {"floor", "ceil", "nearest", NULL};
    static double (*const ROUND[])(double) = {floor, ceil, round};
    switched *p = d->self;
    p->selector = read_drive(r, "drive of the switch");
    const int k = read_choice(r, WORDS, "kind of rounding");
    p->round = ROUND[k < 0 ? 0 : k];
    p->drives = read_drive_list(r, "drive of the list");
}

/* NULL after a fault: the index is outside the list. */
static const drive *chosen(const drive *d, const state *s, double x)
{
    const switched *p = d->self;
    const double i = p->round(drive_at(p->selector, s, x));
    if (i >= 0.0 && i < (double)p->drives.n)
        return p->drives.drives[(int)i];
    state_fail(s, d->where, "switch: there is no drive %g, they are 0 to %d", i, p->drives.n - 1);
    return NULL;
}

static double drive_switch_at(const drive *d, const state *s, double x)
{
    const drive *is = chosen(d, s, x);
    return is ? drive_at(is, s, x) : 0.0;
}

static double drive_switch_slope(const drive *d, const state *s, double x)
{
    const drive *is = chosen(d, s, x);
    return is ? drive_slope(is, s, x) : 0.0;
}

static bool drive_switch_has_slope(const drive *d)
{
    return drive_list_has_slope(&((const switched *)d->self)->drives);
}

const drive_type drive_switch_type = {
    .keyword = "switch",
    .grammar = "switch, (DRIVE) INDEX, {floor | ceil | nearest}, N, (DRIVE) 0, (DRIVE) 1, ...",
    .summary = "One of several drives, chosen by another one.",
    .module = MODULE_SWITCH_DRIVE,
    .size = sizeof(switched),
    .read = drive_switch_read,
    .value = drive_switch_at,
    .slope = drive_switch_slope,
    .has_slope = drive_switch_has_slope,
};
