/* c81.c - looking up tables of airfoil data, and what the lift is near zero incidence.
 *
 *     lift0, drag0   value at alpha = 0 of the line through the points k - 1 and k, k: the last with alpha <= 0. From
 *             the last Mach number on (at any, if there is but one) it is that of the table.
 *     slope   (cl(a2) - cl(a1))/(a2 - a1) over the linear part. With k the first point with alpha >= 0, s(i, j) the
 *             slope of a chord, a2 is the point before the first one with s(k, j) < (1 - tolerance) s(k, k + 1); a1 the
 *             same below, with s(i, k). A table that rises and never flattens is linear up to its end; one that falls
 *             at zero and does not get steeper is without a2: -cl(a1)/(1 - a1), without a1: cl(a2), or without both: 0.
 */
#include "element/aero/c81.h"
#include <math.h>

c81_spot c81_find(const c81_axis *a, double x)
{
    if (a->n < 2 || !(x > a->values[0]))
        return (c81_spot){0, 0.0, 0.0};
    if (x >= a->values[a->n - 1])
        return (c81_spot){a->n - 2, 1.0, 0.0};
    int k = a->begin[(int)((x - a->values[0]) * a->scale)];
    while (x >= a->values[k + 1])
        k++;
    const double per_unit = 1.0 / (a->values[k + 1] - a->values[k]);
    return (c81_spot){k, (x - a->values[k]) * per_unit, per_unit};
}

double c81_row(const double *row, const c81_spot *mach, double *by_mach)
{
    const double low = row[mach->k];
    if (mach->u == 0.0 && mach->per_unit == 0.0) {
        *by_mach = 0.0;
        return low;
    }
    const double step = row[mach->k + 1] - low;
    *by_mach = step * mach->per_unit;
    return low + mach->u * step;
}

double c81_row_and_last(const double *row, int n, const c81_spot *mach, double *by_mach)
{
    if (n > 1 && (mach->u < 1.0 || mach->per_unit > 0.0))
        return c81_row(row, mach, by_mach);
    *by_mach = 0.0;
    return row[n];
}

double c81_value(const c81_table *t, const c81_spot *alpha, const c81_spot *mach, double *by_alpha, double *by_mach)
{
    const double *row = t->c + (size_t)alpha->k * (size_t)t->mach.n;
    double low_slope, high_slope;
    const double low = c81_row(row, mach, &low_slope);
    if (t->alpha.n < 2) {
        *by_alpha = 0.0;
        *by_mach = low_slope;
        return low;
    }
    const double step = c81_row(row + t->mach.n, mach, &high_slope) - low;
    *by_alpha = step * alpha->per_unit;
    *by_mach = low_slope + alpha->u * (high_slope - low_slope);
    return low + alpha->u * step;
}

void c81_axis_prepare(c81_axis *a)
{
    if (a->n < 2)
        return;
    a->scale = C81_CELLS / (a->values[a->n - 1] - a->values[0]);
    int k = 0;
    for (int i = 0; i < C81_CELLS; i++) {
        /* A little lower: rounding must not put a number before the interval its cell begins in. */
        const double x = a->values[0] + (i - 1e-6) / a->scale;
        while (k < a->n - 2 && x >= a->values[k + 1])
            k++;
        a->begin[i] = (unsigned short)k;
    }
}

typedef struct {
    const c81_table *t;
    int mach;
    double tolerance;
} curve;

static double chord(const curve *c, int i, int j)
{
    const int n = c->t->mach.n;
    return (c->t->c[j * n + c->mach] - c->t->c[i * n + c->mach]) / (c->t->alpha.values[j] - c->t->alpha.values[i]);
}

static int first_not_negative(const c81_axis *a)
{
    int k = 0;
    while (k < a->n - 1 && a->values[k] < 0)
        k++;
    return k;
}

static int last_not_positive(const c81_axis *a)
{
    const int k = first_not_negative(a);
    return a->values[k] > 0 && k > 0 ? k - 1 : k;
}

static double value_at(const curve *c, int i) { return c->t->c[i * c->t->mach.n + c->mach]; }

/* From k upwards or downwards: the last point before the chord flattens; -1: none. */
static int linear_end(const curve *c, int k, int step)
{
    const int n = c->t->alpha.n;
    if (k + step < 0 || k + step >= n)
        return -1;
    const double least = (1 - c->tolerance) * chord(c, k, k + step);
    for (int i = k + 2 * step; i >= 0 && i < n; i += step)
        if (chord(c, k, i) < least)
            return i - step;
    return least > 0 ? (step > 0 ? n - 1 : 0) : -1;
}

static double linear_slope(const curve *c)
{
    const c81_axis *a = &c->t->alpha;
    const int k = first_not_negative(a), high = linear_end(c, k, 1), low = linear_end(c, k, -1);
    const double top = high < 0 ? 0.0 : value_at(c, high), a2 = high < 0 ? 1.0 : a->values[high];
    return low < 0 ? top : (top - value_at(c, low)) / (a2 - a->values[low]);
}

/* At zero incidence, of the line through the last point that is not positive and the one before it. */
static double line_before_zero(const curve *c)
{
    const int last = last_not_positive(&c->t->alpha), k = last < 1 ? 1 : last;
    return value_at(c, k) - chord(c, k - 1, k) * c->t->alpha.values[k];
}

/* The table itself at zero incidence. */
static double at_zero(const curve *c)
{
    const c81_spot zero = c81_find(&c->t->alpha, 0.0), mach = {c->mach, 0.0, 0.0};
    double by_alpha, by_mach;
    return c81_value(c->t, &zero, &mach, &by_alpha, &by_mach);
}

void c81_prepare(arena *memory, c81_data *d)
{
    for (int i = 0; i < AIRFOIL_COUNT; i++) {
        c81_axis_prepare(&d->tables[i].alpha);
        c81_axis_prepare(&d->tables[i].mach);
    }
    const c81_table *lift = &d->tables[AIRFOIL_LIFT], *drag = &d->tables[AIRFOIL_DRAG];
    const int n = lift->mach.n, m = drag->mach.n;
    double *lift0 = ARENA_ARRAY(memory, double, 2 * n + m + 2), *slope = lift0 + n + 1, *drag0 = slope + n;
    for (int j = 0; j < n && lift->alpha.n > 1; j++) {
        const curve c = {lift, j, d->tolerance};
        lift0[j] = line_before_zero(&c);
        slope[j] = linear_slope(&c);
    }
    for (int j = 0; j < m && drag->alpha.n > 1; j++)
        drag0[j] = line_before_zero(&(curve){drag, j, d->tolerance});
    lift0[n] = at_zero(&(curve){lift, n - 1, d->tolerance});
    drag0[m] = at_zero(&(curve){drag, m - 1, d->tolerance});
    d->drag0 = drag0;
    d->lift0 = lift0;
    d->slope = slope;
}
