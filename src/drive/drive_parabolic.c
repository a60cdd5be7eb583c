/* drive_parabolic.c - f = c0 + c1 t + c2 t^2. */
#include "contract/drive.h"

typedef struct {
    double c0, c1, c2;
} parabolic;

static void drive_parabolic_read(reader *r, drive *d)
{
    parabolic *p = d->self;
    p->c0 = read_real(r, "constant coefficient");
    p->c1 = read_real(r, "linear coefficient");
    p->c2 = read_real(r, "parabolic coefficient");
}

static double drive_parabolic_at(const drive *d, const state *s, double x)
{
    (void)s;
    const parabolic *p = d->self;
    return p->c0 + x * (p->c1 + x * p->c2);
}

static double drive_parabolic_slope(const drive *d, const state *s, double x)
{
    (void)s;
    const parabolic *p = d->self;
    return p->c1 + 2.0 * x * p->c2;
}

const drive_type drive_parabolic_type = {
    .keyword = "parabolic",
    .grammar = "parabolic, CONSTANT COEFFICIENT, LINEAR COEFFICIENT, PARABOLIC COEFFICIENT",
    .summary = "A polynomial of second degree.",
    .size = sizeof(parabolic),
    .read = drive_parabolic_read,
    .value = drive_parabolic_at,
    .slope = drive_parabolic_slope,
};
