/* c81.c - looking up tables of airfoil data, and what the lift is near zero incidence.
 *
 *     lift0, drag0   value at alpha = 0 of the line through the points k - 1 and k, k: the last with alpha <= 0
 *     slope   of negative incidence: that of this line; of positive: (cl(a2) - cl(a1))/(a2 - a1) over the linear part.
 *             With k the first point with alpha >= 0, a2 is the last point above it for which the chord from k has the
 *             slope of the first interval, within the tolerance; a1 the same below. The first neighbour counts. */
#include "contract/c81.h"
#include <math.h>

c81_spot c81_find(const c81_axis *a, double x)
{
    if (a->n < 2 || !(x > a->at[0]))
        return (c81_spot){0, 0.0, 0.0};
    if (x >= a->at[a->n - 1])
        return (c81_spot){a->n - 2, 1.0, 0.0};
    int k = a->begin[(int)((x - a->at[0]) * a->scale)];
    while (x >= a->at[k + 1])
        k++;
    const double per_unit = 1.0 / (a->at[k + 1] - a->at[k]);
    return (c81_spot){k, (x - a->at[k]) * per_unit, per_unit};
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
    a->scale = C81_CELLS / (a->at[a->n - 1] - a->at[0]);
    int k = 0;
    for (int i = 0; i < C81_CELLS; i++) {
        /* A little lower: rounding must not put a number before the interval its cell begins in. */
        const double x = a->at[0] + (i - 1e-6) / a->scale;
        while (k < a->n - 2 && x >= a->at[k + 1])
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
    return (c->t->c[j * n + c->mach] - c->t->c[i * n + c->mach]) / (c->t->alpha.at[j] - c->t->alpha.at[i]);
}

static bool is_near(const curve *c, double slope, double first)
{
    return fabs(slope - first) <= c->tolerance * fabs(first);
}

static int first_not_negative(const c81_axis *a)
{
    int k = 0;
    while (k < a->n - 1 && a->at[k] < 0)
        k++;
    return k;
}

static int last_not_positive(const c81_axis *a)
{
    const int k = first_not_negative(a);
    return a->at[k] > 0 && k > 0 ? k - 1 : k;
}

static double value_at(const curve *c, int i) { return c->t->c[i * c->t->mach.n + c->mach]; }

/* Where the lift falls right above, or right below, there is no end: the reference takes one degree and no lift. */
static double linear_slope(const curve *c)
{
    const c81_axis *a = &c->t->alpha;
    const int k = first_not_negative(a);
    int low = k - 1, high = k + 1;
    const bool rises = high < a->n && chord(c, k, high) > 0, rose = low >= 0 && chord(c, low, k) > 0;
    while (rises && high < a->n - 1 && is_near(c, chord(c, k, high + 1), chord(c, k, k + 1)))
        high++;
    while (rose && low > 0 && is_near(c, chord(c, low - 1, k), chord(c, k - 1, k)))
        low--;
    const double top = rises ? value_at(c, high) : 0.0, a2 = rises ? a->at[high] : 1.0;
    const double bottom = rose ? value_at(c, low) : 0.0, a1 = rose ? a->at[low] : -1.0;
    return (top - bottom) / (a2 - a1);
}

/* The line through the last point that is not positive and the one before it. */
static void line_before_zero(const curve *c, double *at_zero, double *slope)
{
    const c81_axis *a = &c->t->alpha;
    const int last = last_not_positive(a), k = last < 1 ? 1 : last;
    *slope = chord(c, k - 1, k);
    *at_zero = c->t->c[k * c->t->mach.n + c->mach] - *slope * a->at[k];
}

void c81_prepare(arena *memory, c81_data *d)
{
    for (int i = 0; i < AIRFOIL_COUNT; i++) {
        c81_axis_prepare(&d->of[i].alpha);
        c81_axis_prepare(&d->of[i].mach);
    }
    const c81_table *lift = &d->of[AIRFOIL_LIFT];
    double *rows = ARENA_ARRAY(memory, double, 3 * lift->mach.n), *lift0 = rows, *above = rows + lift->mach.n,
           *below = above + lift->mach.n;
    for (int j = 0; j < lift->mach.n && lift->alpha.n > 1; j++) {
        const curve c = {lift, j, d->tolerance};
        line_before_zero(&c, &lift0[j], &below[j]);
        above[j] = linear_slope(&c);
    }
    const c81_table *drag = &d->of[AIRFOIL_DRAG];
    double *drag0 = ARENA_ARRAY(memory, double, drag->mach.n), slope;
    for (int j = 0; j < drag->mach.n && drag->alpha.n > 1; j++)
        line_before_zero(&(curve){drag, j, d->tolerance}, &drag0[j], &slope);
    d->drag0 = drag0;
    d->lift0 = lift0;
    d->slope[0] = above;
    d->slope[1] = below;
}
