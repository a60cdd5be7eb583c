/* c81.c - interpolation in tables of airfoil data, and their values near zero incidence.
 *
 *     lift0, drag0   value at alpha = 0 of the line through the points k - 1 and k, k: the last with alpha <= 0. From
 *                    the last Mach number on (always, if there is only one) it is the value of the table.
 *     derivative     (cl(a2) - cl(a1))/(a2 - a1) over the linear range. With k the first point with alpha >= 0 and
 *                    s(i, j) the slope of the chord from i to j, a2 is the point before the first one with
 *                    s(k, j) < (1 - tolerance) s(k, k + 1); a1 likewise below, with s(i, k). A table that rises and
 *                    never flattens is linear up to its end; one that falls at zero and does not get steeper has no
 *                    a2: -cl(a1)/(1 - a1), no a1: cl(a2), or neither: 0. */
#include "element/aero/c81.h"
#include <math.h>

c81_spot c81_find(const c81_axis *c81_axis, double x)
{
    if (c81_axis->n < 2 || !(x > c81_axis->values[0]))
        return (c81_spot){0, 0.0, 0.0};
    if (x >= c81_axis->values[c81_axis->n - 1])
        return (c81_spot){c81_axis->n - 2, 1.0, 0.0};
    int k = c81_axis->begin[(int)((x - c81_axis->values[0]) * c81_axis->scale)];
    while (x >= c81_axis->values[k + 1])
        k++;
    const double per_unit = 1.0 / (c81_axis->values[k + 1] - c81_axis->values[k]);
    return (c81_spot){k, (x - c81_axis->values[k]) * per_unit, per_unit};
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

double c81_value(const c81_table *table, const c81_spot *alpha, const c81_spot *mach, double *by_alpha, double *by_mach)
{
    const double *row = table->c + (size_t)alpha->k * (size_t)table->mach.n;
    double low_derivative, high_derivative;
    const double low = c81_row(row, mach, &low_derivative);
    if (table->alpha.n < 2) {
        *by_alpha = 0.0;
        *by_mach = low_derivative;
        return low;
    }
    const double step = c81_row(row + table->mach.n, mach, &high_derivative) - low;
    *by_alpha = step * alpha->per_unit;
    *by_mach = low_derivative + alpha->u * (high_derivative - low_derivative);
    return low + alpha->u * step;
}

void c81_axis_prepare(c81_axis *c81_axis)
{
    if (c81_axis->n < 2)
        return;
    c81_axis->scale = C81_CELLS / (c81_axis->values[c81_axis->n - 1] - c81_axis->values[0]);
    int k = 0;
    for (int i = 0; i < C81_CELLS; i++) {
        /* Shifted down slightly: rounding must not place a number before the interval at which its cell begins. */
        const double x = c81_axis->values[0] + (i - 1e-6) / c81_axis->scale;
        while (k < c81_axis->n - 2 && x >= c81_axis->values[k + 1])
            k++;
        c81_axis->begin[i] = (unsigned short)k;
    }
}

typedef struct {
    const c81_table *table;
    int mach;
    double tolerance;
} curve;

static double chord(const curve *curve, int i, int j)
{
    const int n = curve->table->mach.n;
    return (curve->table->c[j * n + curve->mach] - curve->table->c[i * n + curve->mach]) /
           (curve->table->alpha.values[j] - curve->table->alpha.values[i]);
}

static int first_not_negative(const c81_axis *c81_axis)
{
    int k = 0;
    while (k < c81_axis->n - 1 && c81_axis->values[k] < 0)
        k++;
    return k;
}

static int last_not_positive(const c81_axis *c81_axis)
{
    const int k = first_not_negative(c81_axis);
    return c81_axis->values[k] > 0 && k > 0 ? k - 1 : k;
}

static double value_at(const curve *curve, int i) { return curve->table->c[i * curve->table->mach.n + curve->mach]; }

/* Searches from k upwards or downwards. Returns the last point before the chord flattens, or -1. */
static int linear_end(const curve *curve, int k, int step)
{
    const int n = curve->table->alpha.n;
    if (k + step < 0 || k + step >= n)
        return -1;
    const double least = (1 - curve->tolerance) * chord(curve, k, k + step);
    for (int i = k + 2 * step; i >= 0 && i < n; i += step)
        if (chord(curve, k, i) < least)
            return i - step;
    return least > 0 ? (step > 0 ? n - 1 : 0) : -1;
}

static double linear_slope(const curve *curve)
{
    const c81_axis *c81_axis = &curve->table->alpha;
    const int k = first_not_negative(c81_axis), high = linear_end(curve, k, 1), low = linear_end(curve, k, -1);
    const double top = high < 0 ? 0.0 : value_at(curve, high), a2 = high < 0 ? 1.0 : c81_axis->values[high];
    return low < 0 ? top : (top - value_at(curve, low)) / (a2 - c81_axis->values[low]);
}

/* Returns the value at zero incidence of the line through the last point that is not positive and the one before it. */
static double line_before_zero(const curve *curve)
{
    const int last = last_not_positive(&curve->table->alpha), k = last < 1 ? 1 : last;
    return value_at(curve, k) - chord(curve, k - 1, k) * curve->table->alpha.values[k];
}

/* Returns the value of the table at zero incidence. */
static double at_zero(const curve *curve)
{
    const c81_spot zero = c81_find(&curve->table->alpha, 0.0), mach = {curve->mach, 0.0, 0.0};
    double by_alpha, by_mach;
    return c81_value(curve->table, &zero, &mach, &by_alpha, &by_mach);
}

void c81_prepare(arena *memory, c81_data *data)
{
    for (int i = 0; i < AIRFOIL_COUNT; i++) {
        c81_axis_prepare(&data->tables[i].alpha);
        c81_axis_prepare(&data->tables[i].mach);
    }
    const c81_table *lift = &data->tables[AIRFOIL_LIFT], *drag = &data->tables[AIRFOIL_DRAG];
    const int n = lift->mach.n, m = drag->mach.n;
    double *lift0 = ARENA_ARRAY(memory, double, size_product(2, n) + m + 2), *derivative = lift0 + n + 1,
           *drag0 = derivative + n;
    for (int j = 0; j < n && lift->alpha.n > 1; j++) {
        const curve c = {lift, j, data->tolerance};
        lift0[j] = line_before_zero(&c);
        derivative[j] = linear_slope(&c);
    }
    for (int j = 0; j < m && drag->alpha.n > 1; j++)
        drag0[j] = line_before_zero(&(curve){drag, j, data->tolerance});
    lift0[n] = at_zero(&(curve){lift, n - 1, data->tolerance});
    drag0[m] = at_zero(&(curve){drag, m - 1, data->tolerance});
    data->drag0 = drag0;
    data->lift0 = lift0;
    data->lift_slope = derivative;
}

/* --- several airfoils --------------------------------------------------------------------------------------------- */

static bool same_axes(const c81_axis *a, const c81_axis *b)
{
    bool same = a->n == b->n;
    for (int i = 0; same && i < a->n; i++)
        same = a->values[i] == b->values[i];
    return same;
}

const char *c81_differ(const c81_data *a, const c81_data *b)
{
    static const char *const TABLES[AIRFOIL_COUNT] = {"lift", "drag", "moment"};
    for (int k = 0; k < AIRFOIL_COUNT; k++)
        if (!same_axes(&a->tables[k].alpha, &b->tables[k].alpha) || !same_axes(&a->tables[k].mach, &b->tables[k].mach))
            return TABLES[k];
    return NULL;
}

c81_data *c81_mix(arena *memory, const c81_data *a, const c81_data *b, double u)
{
    c81_data *mixed = ARENA_NEW(memory, c81_data);
    *mixed = *a;
    for (int k = 0; k < AIRFOIL_COUNT; k++) {
        const int n = a->tables[k].alpha.n * a->tables[k].mach.n;
        double *c = ARENA_ARRAY(memory, double, n);
        for (int i = 0; i < n; i++)
            c[i] = (1.0 - u) * a->tables[k].c[i] + u * b->tables[k].c[i];
        mixed->tables[k].c = c;
    }
    c81_prepare(memory, mixed);
    return mixed;
}
