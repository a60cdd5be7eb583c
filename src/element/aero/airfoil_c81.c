/* airfoil_c81.c - airfoils from tables: one for the whole element, several with sharp ends, or a mixture.
 * As in the reference the sharp ends are those of the part of the span that belongs to a node, again for each node.
 *
 * With yaw, y = max(cos(yaw angle), 1/2), the lift is, d = (cl - lift0)/y (lift0, slope: contract/c81.h),
 *
 *     cl' = lift0 + d      where d is not beyond the straight line slope alpha, seen from zero incidence
 *     cl' = cl             elsewhere; drag and moment are those of the tables */
#include "contract/c81.h"
#include "element/aero/airfoil.h"
#include "element/diag_rows.h"
#include "model/reading.h"
#include <math.h>

typedef struct {
    const c81_data **at; /* by station */
} c81_airfoil;

/* --- reading ------------------------------------------------------------------------------------------------------ */

enum { MOST_AIRFOILS = 100 };

typedef struct {
    int n;
    const c81_data *is[MOST_AIRFOILS];
    double end[MOST_AIRFOILS]; /* or position */
} airfoil_list;

static bool read_list(reader *r, airfoil_list *l)
{
    l->n = read_integer_in(r, 1, MOST_AIRFOILS, "number of airfoils");
    for (int i = 0; i < l->n && read_ok(r); i++) {
        l->is[i] = read_c81(r);
        l->end[i] = read_real(r, "abscissa");
        if (read_ok(r) && (l->end[i] < -1.0 || l->end[i] > 1.0 || (i > 0 && l->end[i] <= l->end[i - 1])))
            read_error_last(r, E_AIRFOIL_ABSCISSA, l->end[i]);
    }
    return read_ok(r);
}

static const c81_data *by_end(const airfoil_list *l, double xi)
{
    int i = 0;
    while (i < l->n - 1 && xi > l->end[i])
        i++;
    return l->is[i];
}

static bool same_axes(const c81_axis *a, const c81_axis *b)
{
    bool same = a->n == b->n;
    for (int i = 0; same && i < a->n; i++)
        same = a->at[i] == b->at[i];
    return same;
}

static void check_alike(reader *r, const airfoil_list *l)
{
    for (int i = 1; i < l->n; i++)
        for (int k = 0; k < AIRFOIL_COUNT; k++) {
            const c81_table *a = &l->is[0]->of[k], *b = &l->is[i]->of[k];
            if (read_ok(r) && (!same_axes(&a->alpha, &b->alpha) || !same_axes(&a->mach, &b->mach)))
                read_error_last(r, E_AIRFOILS_DIFFER, l->is[0]->label, l->is[i]->label);
        }
}

/* Between two tables with the same points, u of the way. */
static const c81_data *mixture(reader *r, const c81_data *a, const c81_data *b, double u)
{
    c81_data *d = ARENA_NEW(reader_arena(r), c81_data);
    *d = *a;
    for (int k = 0; k < AIRFOIL_COUNT; k++) {
        const int n = a->of[k].alpha.n * a->of[k].mach.n;
        double *c = ARENA_ARRAY(reader_arena(r), double, n);
        for (int i = 0; i < n; i++)
            c[i] = (1.0 - u) * a->of[k].c[i] + u * b->of[k].c[i];
        d->of[k].c = c;
    }
    c81_prepare(reader_arena(r), d);
    return d;
}

static const c81_data *by_position(reader *r, const airfoil_list *l, double xi)
{
    if (l->n == 1 || xi <= l->end[0])
        return l->is[0];
    for (int i = 1; i < l->n; i++)
        if (xi < l->end[i])
            return mixture(r, l->is[i - 1], l->is[i], (xi - l->end[i - 1]) / (l->end[i] - l->end[i - 1]));
    return l->is[l->n - 1];
}

static void read(reader *r, airfoil *a, const airfoil_stations *at)
{
    c81_airfoil *self = a->self;
    self->at = ARENA_ARRAY(reader_arena(r), const c81_data *, at->n);
    const bool is_multiple = read_keyword(r, "multiple"), is_mixed = !is_multiple && read_keyword(r, "interpolated");
    airfoil_list l = {.n = 1};
    if (!is_multiple && !is_mixed)
        l.is[0] = read_c81(r);
    else if (read_list(r, &l) && is_mixed)
        check_alike(r, &l);
    for (int i = 0; i < at->n && read_ok(r); i++)
        self->at[i] = is_mixed ? by_position(r, &l, at->at[i]) : by_end(&l, at->in_portion[i]);
}

/* --- coefficients ------------------------------------------------------------------------------------------------- */

static void add_yaw(const c81_data *d, const c81_spot *mach, double degrees, double yaw, airfoil_coefficients *c)
{
    double base_m, slope_m;
    const double base = c81_row(d->lift0, mach, &base_m), slope = c81_row(d->slope[0], mach, &slope_m);
    const double rest = c->c[AIRFOIL_LIFT] - base, wide = rest / yaw;
    if (!(degrees > 0 ? wide < slope * degrees : degrees < 0 && wide > slope * degrees))
        return;
    c->c[AIRFOIL_LIFT] = base + wide;
    c->by_alpha[AIRFOIL_LIFT] /= yaw;
    c->by_mach[AIRFOIL_LIFT] = base_m + (c->by_mach[AIRFOIL_LIFT] - base_m) / yaw;
    c->by_yaw[AIRFOIL_LIFT] = -wide / yaw;
}

static double degrees_of(double alpha) { return remainder(alpha, 2 * M_PI) / (M_PI / 180.0); }

static void coefficients(const airfoil *a, int station, const airfoil_flow *f, airfoil_coefficients *c)
{
    const c81_data *d = ((const c81_airfoil *)a->self)->at[station];
    const double degrees = degrees_of(f->alpha);
    c81_spot mach = c81_find(&d->of[AIRFOIL_DRAG].mach, f->mach);
    c->span = c81_row(d->drag0, &mach, &c->span_by_mach);
    for (int k = AIRFOIL_COUNT - 1; k >= 0; k--) {
        const c81_spot alpha = c81_find(&d->of[k].alpha, degrees);
        mach = c81_find(&d->of[k].mach, f->mach);
        c->c[k] = c81_value(&d->of[k], &alpha, &mach, &c->by_alpha[k], &c->by_mach[k]);
        c->by_alpha[k] *= 180.0 / M_PI;
        c->by_yaw[k] = 0.0;
    }
    if (f->yaw < 1.0)
        add_yaw(d, &mach, degrees, f->yaw, c);
}

static double lift_slope(const airfoil *a, int station, double alpha, double mach)
{
    const c81_data *d = ((const c81_airfoil *)a->self)->at[station];
    const c81_spot at = c81_find(&d->of[AIRFOIL_LIFT].mach, mach);
    double by_mach;
    return c81_row(d->slope[degrees_of(alpha) < 0], &at, &by_mach) * (180.0 / M_PI);
}

const airfoil_type airfoil_c81_type = {
    .keyword = "c81",
    .grammar = "c81, { LABEL | multiple, N, LABEL, END_POINT [, ...] | interpolated, N, LABEL, POSITION [, ...] }",
    .summary = "Tables of lift, drag and moment over incidence and Mach number (`c81 data`).",
    .size = sizeof(c81_airfoil),
    .read = read,
    .coefficients = coefficients,
    .lift_slope = lift_slope,
};
