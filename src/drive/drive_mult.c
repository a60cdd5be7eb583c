/* drive_mult.c - f = f_1 f_2: the product of two drives. */
#include "contract/drive.h"
#include "model/reading.h"

typedef struct {
    const drive *a, *b;
} product;

static void drive_mult_read(reader *r, drive *d)
{
    product *p = d->self;
    p->a = read_drive(r, "first drive");
    p->b = read_drive(r, "second drive");
}

static double drive_mult_at(const drive *d, const state *s, double x)
{
    const product *p = d->self;
    return drive_at(p->a, s, x) * drive_at(p->b, s, x);
}

static double drive_mult_slope(const drive *d, const state *s, double x)
{
    const product *p = d->self;
    return drive_slope(p->a, s, x) * drive_at(p->b, s, x) + drive_at(p->a, s, x) * drive_slope(p->b, s, x);
}

static bool drive_mult_has_slope(const drive *d)
{
    const product *p = d->self;
    return drive_has_slope(p->a) && drive_has_slope(p->b);
}

const drive_type drive_mult_type = {
    .keyword = "mult",
    .grammar = "mult, (DRIVE) 1, (DRIVE) 2",
    .summary = "The product of two drives.",
    .size = sizeof(product),
    .read = drive_mult_read,
    .value = drive_mult_at,
    .slope = drive_mult_slope,
    .has_slope = drive_mult_has_slope,
};
