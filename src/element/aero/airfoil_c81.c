/* airfoil_c81.c - airfoils from tables: one for the whole element, several with sharp boundaries, or interpolated ones.
 * As in MBDyn, the boundaries apply to the part of the span that belongs to a node, and are repeated for each node.
 *
 * With the yaw factor y = max(cos(yaw angle), 1/2) and d = (cl - lift0)/y, the lift coefficient becomes
 *
 *     cl' = lift0 + d      where d is not beyond the straight line (lift slope) alpha, starting at zero incidence
 *     cl' = cl             elsewhere; drag and moment are those of the tables
 *
 * The Mach number of the tables is min(M, 0.99). lift0 is the lift coefficient at zero incidence, and the lift slope is
 * that at zero incidence (element/aero/c81.h). */
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

static bool read_list(reader *reader, airfoil_list *list)
{
    list->n = read_integer_in(reader, 1, MOST_AIRFOILS, "number of airfoils");
    for (int i = 0; i < list->n && read_ok(reader); i++) {
        list->data[i] = read_c81(reader);
        list->end[i] = read_real(reader, "abscissa");
        if (read_ok(reader) &&
            (list->end[i] < -1.0 || list->end[i] > 1.0 || (i > 0 && list->end[i] <= list->end[i - 1])))
            read_error_last(reader, E_AIRFOIL_ABSCISSA, list->end[i]);
    }
    return read_ok(reader);
}

static const c81_data *by_end(const airfoil_list *list, double xi)
{
    int i = 0;
    while (i < list->n - 1 && xi > list->end[i])
        i++;
    return list->data[i];
}

static void check_alike(reader *reader, const airfoil_list *list)
{
    for (int i = 1; i < list->n; i++)
        if (read_ok(reader) && c81_differ(list->data[0], list->data[i]))
            read_error_last(reader, E_AIRFOILS_DIFFER, list->data[0]->label, list->data[i]->label);
}

static const c81_data *by_position(reader *reader, const airfoil_list *list, double xi)
{
    if (list->n == 1 || xi <= list->end[0])
        return list->data[0];
    for (int i = 1; i < list->n; i++)
        if (xi < list->end[i])
            return c81_mix(reader_arena(reader), list->data[i - 1], list->data[i],
                           (xi - list->end[i - 1]) / (list->end[i] - list->end[i - 1]));
    return list->data[list->n - 1];
}

static void airfoil_c81_read(reader *reader, airfoil *airfoil, const airfoil_stations *at)
{
    c81_airfoil *self = airfoil->self;
    self->data = ARENA_ARRAY(reader_arena(reader), const c81_data *, at->n);
    const bool is_multiple = read_keyword(reader, "multiple"),
               is_mixed = !is_multiple && read_keyword(reader, "interpolated");
    airfoil_list list = {.n = 1};
    if (!is_multiple && !is_mixed)
        list.data[0] = read_c81(reader);
    else if (read_list(reader, &list) && is_mixed)
        check_alike(reader, &list);
    for (int i = 0; i < at->n && read_ok(reader); i++)
        self->data[i] = is_mixed ? by_position(reader, &list, at->positions[i]) : by_end(&list, at->in_portion[i]);
}

/* --- coefficients ------------------------------------------------------------------------------------------------- */

/* Lift with its components; derivatives are with respect to degrees and to the Mach number. */
typedef struct {
    double lift, by_degree, by_mach;
    double base, base_m, lift_slope, lift_slope_m;
    double wide;   /* d */
    bool is_below; /* d is not beyond the straight line */
} yaw_lift;

/* The tables are not read beyond this Mach number, whatever their range. */
static const double MOST_MACH = 0.99;

static c81_spot find_mach(const c81_axis *axis, double mach)
{
    c81_spot spot = c81_find(axis, mach < MOST_MACH ? mach : MOST_MACH);
    if (mach >= MOST_MACH)
        spot.per_unit = 0.0;
    return spot;
}

static yaw_lift yaw_lift_at(const c81_data *data, double degrees, double mach, double yaw)
{
    const c81_table *table = &data->tables[AIRFOIL_LIFT];
    const c81_spot alpha = c81_find(&table->alpha, degrees), at = find_mach(&table->mach, mach);
    yaw_lift yaw_lift = {.is_below = false};
    yaw_lift.lift = c81_value(table, &alpha, &at, &yaw_lift.by_degree, &yaw_lift.by_mach);
    yaw_lift.base = c81_row_and_last(data->lift0, table->mach.n, &at, &yaw_lift.base_m);
    yaw_lift.lift_slope = c81_row(data->lift_slope, &at, &yaw_lift.lift_slope_m);
    yaw_lift.wide = (yaw_lift.lift - yaw_lift.base) / yaw;
    yaw_lift.is_below = degrees > 0 ? yaw_lift.wide < yaw_lift.lift_slope * degrees
                                    : degrees < 0 && yaw_lift.wide > yaw_lift.lift_slope * degrees;
    return yaw_lift;
}

static const double PER_RAD = 180.0 / M_PI;

static void add_yaw(const c81_data *data, double degrees, const airfoil_flow *flow, airfoil_coefficients *coefficients)
{
    const yaw_lift yaw_lift = yaw_lift_at(data, degrees, flow->mach, flow->yaw);
    if (!yaw_lift.is_below)
        return;
    coefficients->c[AIRFOIL_LIFT] = yaw_lift.base + yaw_lift.wide;
    coefficients->by_alpha[AIRFOIL_LIFT] /= flow->yaw;
    coefficients->by_mach[AIRFOIL_LIFT] = yaw_lift.base_m + (yaw_lift.by_mach - yaw_lift.base_m) / flow->yaw;
    coefficients->by_yaw[AIRFOIL_LIFT] = -yaw_lift.wide / flow->yaw;
}

static double degrees_of(double alpha) { return remainder(alpha, 2 * M_PI) / (M_PI / 180.0); }

static void airfoil_c81_coefficients(const airfoil *airfoil, int station, const airfoil_flow *flow,
                                     airfoil_coefficients *coefficients)
{
    const c81_data *data = ((const c81_airfoil *)airfoil->self)->data[station];
    const double degrees = degrees_of(flow->alpha);
    c81_spot mach = find_mach(&data->tables[AIRFOIL_DRAG].mach, flow->mach);
    coefficients->span =
        c81_row_and_last(data->drag0, data->tables[AIRFOIL_DRAG].mach.n, &mach, &coefficients->span_by_mach);
    for (int k = AIRFOIL_COUNT - 1; k >= 0; k--) {
        const c81_spot alpha = c81_find(&data->tables[k].alpha, degrees);
        mach = find_mach(&data->tables[k].mach, flow->mach);
        coefficients->c[k] =
            c81_value(&data->tables[k], &alpha, &mach, &coefficients->by_alpha[k], &coefficients->by_mach[k]);
        coefficients->by_alpha[k] *= PER_RAD;
        coefficients->by_yaw[k] = 0.0;
    }
    if (flow->yaw < 1.0)
        add_yaw(data, degrees, flow, coefficients);
}

/* Returns the lift slope of the linear range, or that of the line from zero incidence where the lift is below it. */
static airfoil_derivative lift_slope(const airfoil *airfoil, int station, const airfoil_flow *flow)
{
    const double degrees = degrees_of(flow->alpha);
    const yaw_lift yaw_lift =
        yaw_lift_at(((const c81_airfoil *)airfoil->self)->data[station], degrees, flow->mach, flow->yaw);
    if (!yaw_lift.is_below)
        return (airfoil_derivative){.v = yaw_lift.lift_slope * PER_RAD, .by_mach = yaw_lift.lift_slope_m * PER_RAD};
    const double derivative = yaw_lift.wide / degrees;
    return (airfoil_derivative){.v = derivative * PER_RAD,
                                .by_alpha = (yaw_lift.by_degree / flow->yaw - derivative) / degrees * PER_RAD * PER_RAD,
                                .by_mach = (yaw_lift.by_mach - yaw_lift.base_m) / (flow->yaw * degrees) * PER_RAD,
                                .by_yaw = -derivative / flow->yaw * PER_RAD};
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
