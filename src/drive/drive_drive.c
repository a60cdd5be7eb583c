/* drive_drive.c - f = f_1(f_2(t)): the second drive is the argument of the first. f' = f_1'(f_2) f_2'. */
#include "contract/drive.h"
#include "model/reading.h"

typedef struct {
    const drive *outer, *inner;
} chain;

static void drive_drive_read(reader *r, drive *d)
{
    chain *p = d->self;
    p->outer = read_drive(r, "first drive, the function");
    p->inner = read_drive(r, "second drive, the argument");
}

static double drive_drive_at(const drive *d, const state *s, double x)
{
    const chain *p = d->self;
    return drive_at(p->outer, s, drive_at(p->inner, s, x));
}

static double drive_drive_slope(const drive *d, const state *s, double x)
{
    const chain *p = d->self;
    return drive_slope(p->outer, s, drive_at(p->inner, s, x)) * drive_slope(p->inner, s, x);
}

static bool drive_drive_has_slope(const drive *d)
{
    const chain *p = d->self;
    return drive_has_slope(p->outer) && drive_has_slope(p->inner);
}

const drive_type drive_drive_type = {
    .keyword = "drive",
    .grammar = "drive, (DRIVE) FUNCTION, (DRIVE) ARGUMENT",
    .summary = "A function of a function: the second drive is the argument of the first.",
    .size = sizeof(chain),
    .read = drive_drive_read,
    .value = drive_drive_at,
    .slope = drive_drive_slope,
    .has_slope = drive_drive_has_slope,
};
