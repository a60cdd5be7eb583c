/* drive_linear.c - f = c0 + c1 t. */
#include "contract/drive.h"

typedef struct {
    double c0, c1;
} linear;

static void drive_linear_read(reader *r, drive *d)
{
    linear *p = d->self;
    p->c0 = read_real(r, "constant coefficient");
    p->c1 = read_real(r, "slope coefficient");
}

static double drive_linear_at(const drive *d, const state *s, double x)
{
    (void)s;
    const linear *p = d->self;
    return p->c0 + p->c1 * x;
}

static double drive_linear_slope(const drive *d, const state *s, double x)
{
    (void)s, (void)x;
    return ((const linear *)d->self)->c1;
}

const drive_type drive_linear_type = {
    .keyword = "linear",
    .grammar = "linear, CONSTANT COEFFICIENT, SLOPE COEFFICIENT",
    .summary = "A straight line.",
    .size = sizeof(linear),
    .read = drive_linear_read,
    .value = drive_linear_at,
    .slope = drive_linear_slope,
};
