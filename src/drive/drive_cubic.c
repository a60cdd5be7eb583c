/* drive_cubic.c - f = c0 + c1 t + c2 t^2 + c3 t^3. */
#include "contract/drive.h"

typedef struct {
    double c0, c1, c2, c3;
} cubic;

static void drive_cubic_read(reader *r, drive *d)
{
    cubic *p = d->self;
    p->c0 = read_real(r, "constant coefficient");
    p->c1 = read_real(r, "linear coefficient");
    p->c2 = read_real(r, "parabolic coefficient");
    p->c3 = read_real(r, "cubic coefficient");
}

static double drive_cubic_at(const drive *d, const state *s, double x)
{
    (void)s;
    const cubic *p = d->self;
    return p->c0 + x * (p->c1 + x * (p->c2 + x * p->c3));
}

static double drive_cubic_slope(const drive *d, const state *s, double x)
{
    (void)s;
    const cubic *p = d->self;
    return p->c1 + x * (2.0 * p->c2 + x * 3.0 * p->c3);
}

const drive_type drive_cubic_type = {
    .keyword = "cubic",
    .grammar = "cubic, CONSTANT COEFFICIENT, LINEAR COEFFICIENT, PARABOLIC COEFFICIENT, CUBIC COEFFICIENT",
    .summary = "A polynomial of third degree.",
    .size = sizeof(cubic),
    .read = drive_cubic_read,
    .value = drive_cubic_at,
    .slope = drive_cubic_slope,
};
