/* airfoil_c81.c - airfoils from tables: one for the whole element, several with sharp boundaries, or a blend.
 * As in MBDyn, the boundaries apply to the part of the span that belongs to a node, and are repeated for each node.
 *
 * With the yaw factor y = max(cos(yaw angle), 1/2) and d = (cl - lift0)/y, the lift coefficient becomes
 *
 *     cl' = lift0 + d      where d stays within the straight line (lift curve derivative) alpha, from zero incidence on
 *     cl' = cl             elsewhere; drag and moment are those of the tables
 *
 * lift0 is the lift at zero incidence and the derivative of the lift curve is taken there (element/aero/c81.h). */
#include "element/aero/c81.h"
#include "element/aero/airfoil.h"
#include "element/diag_rows.h"
#include "model/reading.h"
#include <math.h>

typedef struct {
    const c81_data **data; /* by station */
} c81_airfoil;

/* --- reading ------------------------------------------------------------------------------------------------------ */

enum { MOST_AIRFOILS = 100 };

typedef struct {
    int n;
    const c81_data *data[MOST_AIRFOILS];
    double end[MOST_AIRFOILS]; /* or position */
} airfoil_list;

static bool read_list(reader *r, airfoil_list *l)
{
    l->n = read_integer_in(r, 1, MOST_AIRFOILS, "number of airfoils");
    for (int i = 0; i < l->n && read_ok(r); i++) {
        l->data[i] = read_c81(r);
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
    return l->data[i];
}

static bool same_axes(const c81_axis *a, const c81_axis *b)
{
    bool same = a->n == b->n;
    for (int i = 0; same && i < a->n; i++)
        same = a->values[i] == b->values[i];
    return same;
}

static void check_alike(reader *r, const airfoil_list *l)
{
    for (int i = 1; i < l->n; i++)
        for (int k = 0; k < AIRFOIL_COUNT; k++) {
            const c81_table *a = &l->data[0]->tables[k], *b = &l->data[i]->tables[k];
            if (read_ok(r) && (!same_axes(&a->alpha, &b->alpha) || !same_axes(&a->mach, &b->mach)))
                read_error_last(r, E_AIRFOILS_DIFFER, l->data[0]->label, l->data[i]->label);
        }
}

/* Between two tables with the same points, u of the way. */
static const c81_data *mixture(reader *r, const c81_data *a, const c81_data *b, double u)
{
    c81_data *d = ARENA_NEW(reader_arena(r), c81_data);
    *d = *a;
    for (int k = 0; k < AIRFOIL_COUNT; k++) {
        const int n = a->tables[k].alpha.n * a->tables[k].mach.n;
        double *c = ARENA_ARRAY(reader_arena(r), double, n);
        for (int i = 0; i < n; i++)
            c[i] = (1.0 - u) * a->tables[k].c[i] + u * b->tables[k].c[i];
        d->tables[k].c = c;
    }
    c81_prepare(reader_arena(r), d);
    return d;
}

static const c81_data *by_position(reader *r, const airfoil_list *l, double xi)
{
    if (l->n == 1 || xi <= l->end[0])
        return l->data[0];
    for (int i = 1; i < l->n; i++)
        if (xi < l->end[i])
            return mixture(r, l->data[i - 1], l->data[i], (xi - l->end[i - 1]) / (l->end[i] - l->end[i - 1]));
    return l->data[l->n - 1];
}

static void airfoil_c81_read(reader *r, airfoil *a, const airfoil_stations *at)
{
    c81_airfoil *self = a->self;
    self->data = ARENA_ARRAY(reader_arena(r), const c81_data *, at->n);
    const bool is_multiple = read_keyword(r, "multiple"), is_mixed = !is_multiple && read_keyword(r, "interpolated");
    airfoil_list l = {.n = 1};
    if (!is_multiple && !is_mixed)
        l.data[0] = read_c81(r);
    else if (read_list(r, &l) && is_mixed)
        check_alike(r, &l);
    for (int i = 0; i < at->n && read_ok(r); i++)
        self->data[i] = is_mixed ? by_position(r, &l, at->positions[i]) : by_end(&l, at->in_portion[i]);
}

/* --- coefficients ------------------------------------------------------------------------------------------------- */

/* Lift, and what it is told from; derivatives are those of a degree and of the Mach number. */
typedef struct {
    double lift, by_degree, by_mach;
    double base, base_m, slope, slope_m;
    double wide;   /* d */
    bool is_below; /* d is not beyond the straight line */
} yaw_lift;

static yaw_lift yaw_lift_at(const c81_data *d, double degrees, double mach, double yaw)
{
    const c81_table *t = &d->tables[AIRFOIL_LIFT];
    const c81_spot alpha = c81_find(&t->alpha, degrees), at = c81_find(&t->mach, mach);
    yaw_lift y = {.is_below = false};
    y.lift = c81_value(t, &alpha, &at, &y.by_degree, &y.by_mach);
    y.base = c81_row_and_last(d->lift0, t->mach.n, &at, &y.base_m);
    y.slope = c81_row(d->slope, &at, &y.slope_m);
    y.wide = (y.lift - y.base) / yaw;
    y.is_below = degrees > 0 ? y.wide < y.slope * degrees : degrees < 0 && y.wide > y.slope * degrees;
    return y;
}

static const double PER_RAD = 180.0 / M_PI;

static void add_yaw(const c81_data *d, double degrees, const airfoil_flow *f, airfoil_coefficients *c)
{
    const yaw_lift y = yaw_lift_at(d, degrees, f->mach, f->yaw);
    if (!y.is_below)
        return;
    c->c[AIRFOIL_LIFT] = y.base + y.wide;
    c->by_alpha[AIRFOIL_LIFT] /= f->yaw;
    c->by_mach[AIRFOIL_LIFT] = y.base_m + (y.by_mach - y.base_m) / f->yaw;
    c->by_yaw[AIRFOIL_LIFT] = -y.wide / f->yaw;
}

static double degrees_of(double alpha) { return remainder(alpha, 2 * M_PI) / (M_PI / 180.0); }

static void airfoil_c81_coefficients(const airfoil *a, int station, const airfoil_flow *f, airfoil_coefficients *c)
{
    const c81_data *d = ((const c81_airfoil *)a->self)->data[station];
    const double degrees = degrees_of(f->alpha);
    c81_spot mach = c81_find(&d->tables[AIRFOIL_DRAG].mach, f->mach);
    c->span = c81_row_and_last(d->drag0, d->tables[AIRFOIL_DRAG].mach.n, &mach, &c->span_by_mach);
    for (int k = AIRFOIL_COUNT - 1; k >= 0; k--) {
        const c81_spot alpha = c81_find(&d->tables[k].alpha, degrees);
        mach = c81_find(&d->tables[k].mach, f->mach);
        c->c[k] = c81_value(&d->tables[k], &alpha, &mach, &c->by_alpha[k], &c->by_mach[k]);
        c->by_alpha[k] *= PER_RAD;
        c->by_yaw[k] = 0.0;
    }
    if (f->yaw < 1.0)
        add_yaw(d, degrees, f, c);
}

/* Of the linear part, or of the line from zero incidence where the lift is below that. */
static airfoil_slope lift_slope(const airfoil *a, int station, const airfoil_flow *f)
{
    const double degrees = degrees_of(f->alpha);
    const yaw_lift y = yaw_lift_at(((const c81_airfoil *)a->self)->data[station], degrees, f->mach, f->yaw);
    if (!y.is_below)
        return (airfoil_slope){.v = y.slope * PER_RAD, .by_mach = y.slope_m * PER_RAD};
    const double slope = y.wide / degrees;
    return (airfoil_slope){.v = slope * PER_RAD,
                           .by_alpha = (y.by_degree / f->yaw - slope) / degrees * PER_RAD * PER_RAD,
                           .by_mach = (y.by_mach - y.base_m) / (f->yaw * degrees) * PER_RAD,
                           .by_yaw = -slope / f->yaw * PER_RAD};
}

const airfoil_type airfoil_c81_type = {
    .keyword = "c81",
    .grammar = "c81, { LABEL | multiple, N, LABEL, END_POINT [, ...] | interpolated, N, LABEL, POSITION [, ...] }",
    .summary = "Tables of lift, drag and moment over incidence and Mach number (`c81 data`).",
    .size = sizeof(c81_airfoil),
    .read = airfoil_c81_read,
    .coefficients = airfoil_c81_coefficients,
    .lift_slope = lift_slope,
};
