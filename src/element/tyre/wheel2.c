/* wheel2.c - a tyre, modelled as a torus of gas, on a plane of another node.
 *
 *     axes n, l, u, t, distance d and velocities: see wheel_plane.h;   x_d = R - d,  R_e = R - x_d
 *     A = 3.7 x_d sqrt(r (2 R - r)),  V0 = c 2 pi^2 (R - r) r^2
 *     F_n = p0 A (V0/(V0 - A x_d/2))^k (1 - tanh(d'/v_h))                                   0 if x_d <= 0
 *
 * slip:
 *     s = |l . v_c|/(|l . v| + v1), at most 1;   alpha = atan2(t . v, |l . v|), times |v|/v2 below the speed v2
 *     mu_long = sign(l . v_c) f_long(s) (1 - |alpha|/90 deg),   mu_lat = (1 - s) f_0(alpha) + s f_1(alpha)
 *     F = F_n (n - mu_long l - mu_lat t) at the contact point, minus it on the ground
 *
 * The drives receive alpha in radians; it is printed in degrees. Without contact x_d is printed as zero, and d' keeps
 * its last value. */
#include "math/jet_functions.h"
#include "element/tyre/wheel_plane.h"
#include "deck/named_values.h"
#include "model/reading.h"

typedef struct {
    wheel_plane wheel_plane;
    double r, volume, pressure, exponent, speed;
    bool slips;
    const drive *mu_long, *mu_lat[2];
    double v1, v2;
} wheel;

static void wheel2_read(reader *reader, elem *element)
{
    wheel *wheel = element->self;
    read_wheel_plane(reader, &wheel->wheel_plane);
    wheel->r = read_positive(reader, "radius of the torus");
    wheel->volume = read_positive(reader, "volume coefficient");
    wheel->pressure = read_positive(reader, "pressure");
    wheel->exponent = read_positive(reader, "polytropic exponent");
    wheel->speed = read_positive(reader, "hysteresis velocity");
    wheel->slips = read_keyword(reader, "slip");
    if (wheel->slips) {
        wheel->mu_long = read_drive(reader, "longitudinal friction coefficient");
        wheel->mu_lat[0] = read_drive(reader, "lateral friction coefficient without longitudinal slip");
        wheel->mu_lat[1] = read_drive(reader, "lateral friction coefficient at longitudinal slip 1");
    }
    if (wheel->slips && read_keyword(reader, "threshold")) {
        wheel->v1 = read_not_negative(reader, "threshold of the slip ratio");
        wheel->v2 = read_not_negative(reader, "threshold of the slip angle");
    }
}

static void wheel2_connect(const elem *element, layout *layout)
{
    wheel_plane_connect(layout, &((const wheel *)element->self)->wheel_plane);
}

typedef struct {
    wheel_contact wheel_contact;
    jet1 F_n;
    double slip, alpha, mu_long, mu_lat; /* for the output */
    jet3 F;
} contact;

/* Returns false if no gas volume is left. */
static bool wheel2_normal_force(int n, const wheel *wheel, contact *contact)
{
    const double area = 3.7 * sqrt(wheel->r * (2.0 * wheel->wheel_plane.R - wheel->r));
    const double V0 = wheel->volume * 2.0 * M_PI * M_PI * (wheel->wheel_plane.R - wheel->r) * wheel->r * wheel->r;
    const double x = contact->wheel_contact.deep.v, V = V0 - 0.5 * area * x * x,
                 th = tanh(contact->wheel_contact.rate.v / wheel->speed);
    if (V <= 0.0)
        return false;
    const double f = wheel->pressure * area * pow(V0 / V, wheel->exponent);
    jet1 by = contact->wheel_contact.rate;
    contact->F_n = contact->wheel_contact.deep;
    jet1_chain_by(n, &contact->F_n, f * x, f * (1.0 + wheel->exponent * area * x * x / V));
    jet1_chain_by(n, &by, 1.0 - th, -(1.0 - th * th) / wheel->speed);
    jet1_mul_by(n, &contact->F_n, &by);
    return true;
}

static double sign_of(double x) { return x < 0.0 ? -1.0 : x > 0.0 ? 1.0 : 0.0; }

/* Computes |l . v_c|/(|l . v| + v1). */
static void slip_ratio(int lanes, const wheel *wheel, const jet1 *forward, const jet1 *sliding, jet1 *slip)
{
    jet1 speed;
    jet1_abs(lanes, slip, sliding);
    jet1_abs(lanes, &speed, forward);
    speed.v += wheel->v1;
    if (speed.v > 0.0)
        jet1_div_by(lanes, slip, &speed);
    if (!(speed.v > 0.0) || slip->v > 1.0)
        jet1_const(lanes, slip, sliding->v == 0.0 ? 0.0 : 1.0);
}

/* Computes alpha, times |v|/v2 below the speed v2. */
static void slip_angle(int lanes, const wheel *wheel, const wheel_contact *wheel_contact, jet1 *alpha)
{
    jet1 speed;
    wheel_slip_angle(lanes, wheel_contact, alpha);
    jet1_hypot(lanes, &speed, &wheel_contact->forward, &wheel_contact->lateral);
    if (speed.v >= wheel->v2)
        return;
    jet1_scale_by(lanes, &speed, 1.0 / wheel->v2);
    jet1_mul_by(lanes, alpha, &speed);
}

static void slip(int n, const state *state, const wheel *wheel, contact *contact)
{
    jet1 sliding, ratio, alpha, mu_long, mu_lat;
    jet3_dot(n, &sliding, &contact->wheel_contact.l, &contact->wheel_contact.v_c);
    slip_ratio(n, wheel, &contact->wheel_contact.forward, &sliding, &ratio);
    slip_angle(n, wheel, &contact->wheel_contact, &alpha);
    mu_long = ratio;
    jet1_chain_by(n, &mu_long, drive_at(wheel->mu_long, state, ratio.v),
                  drive_derivative(wheel->mu_long, state, ratio.v));
    wheel_reduce_longitudinal(n, &alpha, &mu_long);
    jet1_scale_by(n, &mu_long, sign_of(sliding.v));
    wheel_lateral_friction(n, state, wheel->mu_lat, &alpha, &ratio, &mu_lat);
    wheel_force(n, &contact->wheel_contact, &contact->F_n, &mu_long, &mu_lat, &contact->F);
    contact->slip = ratio.v;
    contact->alpha = alpha.v;
    contact->mu_long = mu_long.v;
    contact->mu_lat = mu_lat.v;
}

/* Returns false if the wheel is not in contact. */
static bool wheel2_touch(int n, const state *state, const elem *element, contact *contact)
{
    const wheel *wheel = element->self;
    wheel_plane_begin(n, state, &wheel->wheel_plane, &contact->wheel_contact);
    contact->slip = contact->alpha = contact->mu_long = contact->mu_lat = 0.0;
    jet3_const(n, &contact->F, (vec3){0, 0, 0});
    if (contact->wheel_contact.deep.v <= 0.0)
        return false;
    if (!wheel2_normal_force(n, wheel, contact)) {
        state_fail(state, element->location, "wheel2: the gas volume is not positive");
        return false;
    }
    jet3_mul1(n, &contact->F, &contact->F_n, &contact->wheel_contact.n);
    if (wheel->slips)
        slip(n, state, wheel, contact);
    return true;
}

static void wheel2_eval(int lanes, const state *state, const elem *element, local *out)
{
    contact contact;
    if (!wheel2_touch(lanes, state, element, &contact))
        return;
    local_force(lanes, out, 0, 1.0, &contact.F, &contact.wheel_contact.arm);
    local_force(lanes, out, 6, -1.0, &contact.F, &contact.wheel_contact.point);
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static void wheel2_accept(const state *state, const elem *element, memory_block *to)
{
    contact contact;
    if (wheel2_touch(0, state, element, &contact))
        *(double *)memory_at(to, element->memory) = contact.wheel_contact.rate.v;
}

static void wheel2_output_row(const state *state, const elem *element, record *out)
{
    const wheel *wheel = element->self;
    contact contact;
    const bool touches = wheel2_touch(0, state, element, &contact);
    const double deep = touches ? contact.wheel_contact.deep.v : 0.0;
    const double rate = touches ? contact.wheel_contact.rate.v : *(const double *)remembered(state, element->memory);
    const vec3 F = jet3_value(&contact.F);
    double axle, at;
    wheel_speeds(&contact.wheel_contact, &axle, &at);
    const struct {
        const char *name;
        physical_quantity unit;
        const char *words;
        double value;
    } COLUMNS[] = {
        {"Re", QUANTITY_LENGTH, "effective radius", wheel->wheel_plane.R - deep},
        {"d", QUANTITY_LENGTH, "radial deformation", deep},
        {"dP", QUANTITY_VELOCITY, "its velocity", rate},
        {"slip", QUANTITY_DIMENSIONLESS, "slip ratio", contact.slip},
        {"alpha", QUANTITY_DEGREES, "slip angle", contact.alpha * 180.0 / M_PI},
        {"muLong", QUANTITY_DIMENSIONLESS, "longitudinal friction coefficient", contact.mu_long},
        {"muLat", QUANTITY_DIMENSIONLESS, "lateral friction coefficient", contact.mu_lat},
        {"vAxle", QUANTITY_VELOCITY, "tangential velocity of the axle", wheel->slips ? axle : 0.0},
        {"vContact", QUANTITY_VELOCITY, "velocity of the contact point", wheel->slips ? at : 0.0},
    };
    record_begin(out, element->label);
    record_name(out, "F", QUANTITY_FORCE, "force");
    record_vec3(out, F);
    record_name(out, "M", QUANTITY_MOMENT, "moment");
    record_vec3(out, vec3_cross(jet3_value(&contact.wheel_contact.arm), F));
    for (int i = 0; i < ARRAY_LEN(COLUMNS); i++) {
        record_name(out, COLUMNS[i].name, COLUMNS[i].unit, COLUMNS[i].words);
        record_real(out, COLUMNS[i].value);
    }
    record_end(out);
}

static void wheel2_sample(sampler *from, elem *element)
{
    wheel *wheel = element->self;
    sample_wheel_plane(from, &wheel->wheel_plane);
    wheel->r = sample_real(from, 10, 15);
    wheel->volume = 1e3;
    wheel->pressure = sample_real(from, 1, 2) * 1e-4;
    wheel->exponent = 1.3;
    wheel->speed = sample_real(from, 5, 9);
    wheel->slips = sample_integer(from, 0, 1);
    wheel->mu_long = sample_drive(from);
    wheel->mu_lat[0] = sample_drive(from);
    wheel->mu_lat[1] = sample_drive(from);
    wheel->v1 = wheel->v2 = 0.1;
}

const elem_type wheel2_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "wheel2",
    .grammar = "user defined: LABEL, wheel2, WHEEL NODE, AXLE, GROUND NODE, POINT, NORMAL, RADIUS, TORUS RADIUS, "
               "VOLUME COEFFICIENT, "
               "PRESSURE, POLYTROPIC EXPONENT, HYSTERESIS VELOCITY [, slip, (DRIVE) MU LONG, (DRIVE) MU LAT 0, (DRIVE) "
               "MU LAT 1 [, "
               "threshold, V1, V2]]",
    .summary = "A tyre on a plane.",
    .module = MODULE_WHEEL2,
    .size = sizeof(wheel),
    .read = wheel2_read,
    .connect = wheel2_connect,
    .eval = wheel2_eval,
    .history = &(const elem_history){.memory = sizeof(double), .accept = wheel2_accept},
    .output = wheel2_output_row,
    .sample = wheel2_sample,
    .expectations = &(const elem_expectations){.internal_forces = true, .no_potential = true},
};
