/* wheel2.c - a tyre, modelled as a torus of gas, on a plane of another node.
 *
 *     axes n, l, u, t, distance d and velocities: see wheel_plane.h;   x_d = R - d,  R_e = R - x_d
 *     A = 3.7 x_d sqrt(r (2 R - r)),  V0 = c 2 pi^2 (R - r) r^2
 *     F_n = p0 A (V0/(V0 - A x_d/2))^k (1 - tanh(d'/v_h))                                   0 when x_d <= 0
 *
 * slip:
 *     s = |l . v_c|/(|l . v| + v1), at most 1;   alpha = atan2(t . v, |l . v|), times |v|/v2 below the speed v2
 *     mu_long = sign(l . v_c) f_long(s) (1 - |alpha|/90 deg),   mu_lat = (1 - s) f_0(alpha) + s f_1(alpha)
 *     F = F_n (n - mu_long l - mu_lat t) at the contact point, minus it on the ground
 *
 * The drives receive alpha in radians; it is printed in degrees. Without contact x_d is printed as zero, and d' as it
 * was last. */
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

static void wheel2_read(reader *r, elem *e)
{
    wheel *p = e->self;
    read_wheel_plane(r, &p->wheel_plane);
    p->r = read_positive(r, "radius of the torus");
    p->volume = read_positive(r, "volume coefficient");
    p->pressure = read_positive(r, "pressure");
    p->exponent = read_positive(r, "polytropic exponent");
    p->speed = read_positive(r, "hysteresis velocity");
    p->slips = read_keyword(r, "slip");
    if (p->slips) {
        p->mu_long = read_drive(r, "longitudinal friction coefficient");
        p->mu_lat[0] = read_drive(r, "lateral friction coefficient without longitudinal slip");
        p->mu_lat[1] = read_drive(r, "lateral friction coefficient at longitudinal slip 1");
    }
    if (p->slips && read_keyword(r, "threshold")) {
        p->v1 = read_not_negative(r, "threshold of the slip ratio");
        p->v2 = read_not_negative(r, "threshold of the slip angle");
    }
}

static void wheel2_connect(const elem *e, layout *l) { wheel_plane_connect(l, &((const wheel *)e->self)->wheel_plane); }

typedef struct {
    wheel_contact wheel_contact;
    jet1 F_n;
    double slip, alpha, mu_long, mu_lat; /* to print */
    jet3 F;
} contact;

/* False when no volume is left. */
static bool wheel2_normal_force(int n, const wheel *p, contact *k)
{
    const double area = 3.7 * sqrt(p->r * (2.0 * p->wheel_plane.R - p->r));
    const double V0 = p->volume * 2.0 * M_PI * M_PI * (p->wheel_plane.R - p->r) * p->r * p->r;
    const double x = k->wheel_contact.deep.v, V = V0 - 0.5 * area * x * x,
                 th = tanh(k->wheel_contact.rate.v / p->speed);
    if (V <= 0.0)
        return false;
    const double f = p->pressure * area * pow(V0 / V, p->exponent);
    jet1 by = k->wheel_contact.rate;
    k->F_n = k->wheel_contact.deep;
    jet1_chain_by(n, &k->F_n, f * x, f * (1.0 + p->exponent * area * x * x / V));
    jet1_chain_by(n, &by, 1.0 - th, -(1.0 - th * th) / p->speed);
    jet1_mul_by(n, &k->F_n, &by);
    return true;
}

static double sign_of(double x) { return x < 0.0 ? -1.0 : x > 0.0 ? 1.0 : 0.0; }

/* |l . v_c|/(|l . v| + v1) */
static void slip_ratio(int n, const wheel *p, const jet1 *forward, const jet1 *sliding, jet1 *slip)
{
    jet1 speed;
    jet1_abs(n, slip, sliding);
    jet1_abs(n, &speed, forward);
    speed.v += p->v1;
    if (speed.v > 0.0)
        jet1_div_by(n, slip, &speed);
    if (!(speed.v > 0.0) || slip->v > 1.0)
        jet1_const(n, slip, sliding->v == 0.0 ? 0.0 : 1.0);
}

/* Times |v|/v2 below the speed v2. */
static void slip_angle(int n, const wheel *p, const wheel_contact *k, jet1 *alpha)
{
    jet1 speed;
    wheel_slip_angle(n, k, alpha);
    jet1_hypot(n, &speed, &k->forward, &k->lateral);
    if (speed.v >= p->v2)
        return;
    jet1_scale_by(n, &speed, 1.0 / p->v2);
    jet1_mul_by(n, alpha, &speed);
}

static void slip(int n, const state *s, const wheel *p, contact *k)
{
    jet1 sliding, ratio, alpha, mu_long, mu_lat;
    jet3_dot(n, &sliding, &k->wheel_contact.l, &k->wheel_contact.v_c);
    slip_ratio(n, p, &k->wheel_contact.forward, &sliding, &ratio);
    slip_angle(n, p, &k->wheel_contact, &alpha);
    mu_long = ratio;
    jet1_chain_by(n, &mu_long, drive_at(p->mu_long, s, ratio.v), drive_slope(p->mu_long, s, ratio.v));
    wheel_reduce_longitudinal(n, &alpha, &mu_long);
    jet1_scale_by(n, &mu_long, sign_of(sliding.v));
    wheel_lateral_friction(n, s, p->mu_lat, &alpha, &ratio, &mu_lat);
    wheel_force(n, &k->wheel_contact, &k->F_n, &mu_long, &mu_lat, &k->F);
    k->slip = ratio.v;
    k->alpha = alpha.v;
    k->mu_long = mu_long.v;
    k->mu_lat = mu_lat.v;
}

/* False when the wheel is in the air. */
static bool wheel2_touch(int n, const state *s, const elem *e, contact *k)
{
    const wheel *p = e->self;
    wheel_plane_begin(n, s, &p->wheel_plane, &k->wheel_contact);
    k->slip = k->alpha = k->mu_long = k->mu_lat = 0.0;
    jet3_const(n, &k->F, (vec3){0, 0, 0});
    if (k->wheel_contact.deep.v <= 0.0)
        return false;
    if (!wheel2_normal_force(n, p, k)) {
        state_fail(s, e->where, "wheel2: the gas has no volume left");
        return false;
    }
    jet3_mul1(n, &k->F, &k->F_n, &k->wheel_contact.n);
    if (p->slips)
        slip(n, s, p, k);
    return true;
}

static void wheel2_eval(int n, const state *s, const elem *e, local *out)
{
    contact k;
    if (!wheel2_touch(n, s, e, &k))
        return;
    local_force(n, out, 0, 1.0, &k.F, &k.wheel_contact.arm);
    local_force(n, out, 6, -1.0, &k.F, &k.wheel_contact.point);
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static void wheel2_accept(const state *s, const elem *e, memory_block *to)
{
    contact k;
    if (wheel2_touch(0, s, e, &k))
        *(double *)memory_at(to, e->memory) = k.wheel_contact.rate.v;
}

static void wheel2_output_row(const state *s, const elem *e, record *out)
{
    const wheel *p = e->self;
    contact k;
    const bool touches = wheel2_touch(0, s, e, &k);
    const double deep = touches ? k.wheel_contact.deep.v : 0.0;
    const double rate = touches ? k.wheel_contact.rate.v : *(const double *)remembered(s, e->memory);
    const vec3 F = jet3_value(&k.F);
    double axle, at;
    wheel_speeds(&k.wheel_contact, &axle, &at);
    const struct {
        const char *name;
        physical_quantity unit;
        const char *words;
        double value;
    } COLUMNS[] = {
        {"Re", QUANTITY_LENGTH, "effective radius", p->wheel_plane.R - deep},
        {"d", QUANTITY_LENGTH, "radial deformation", deep},
        {"dP", QUANTITY_VELOCITY, "its velocity", rate},
        {"slip", QUANTITY_DIMENSIONLESS, "slip ratio", k.slip},
        {"alpha", QUANTITY_DEGREES, "slip angle", k.alpha * 180.0 / M_PI},
        {"muLong", QUANTITY_DIMENSIONLESS, "longitudinal friction coefficient", k.mu_long},
        {"muLat", QUANTITY_DIMENSIONLESS, "lateral friction coefficient", k.mu_lat},
        {"vAxle", QUANTITY_VELOCITY, "tangential velocity of the axle", p->slips ? axle : 0.0},
        {"vContact", QUANTITY_VELOCITY, "velocity of the contact point", p->slips ? at : 0.0},
    };
    record_begin(out, e->label);
    record_name(out, "F", QUANTITY_FORCE, "force");
    record_vec3(out, F);
    record_name(out, "M", QUANTITY_MOMENT, "moment");
    record_vec3(out, vec3_cross(jet3_value(&k.wheel_contact.arm), F));
    for (int i = 0; i < ARRAY_LEN(COLUMNS); i++) {
        record_name(out, COLUMNS[i].name, COLUMNS[i].unit, COLUMNS[i].words);
        record_real(out, COLUMNS[i].value);
    }
    record_end(out);
}

static void wheel2_sample(sampler *from, elem *e)
{
    wheel *p = e->self;
    sample_wheel_plane(from, &p->wheel_plane);
    p->r = sample_real(from, 10, 15);
    p->volume = 1e3;
    p->pressure = sample_real(from, 1, 2) * 1e-4;
    p->exponent = 1.3;
    p->speed = sample_real(from, 5, 9);
    p->slips = sample_integer(from, 0, 1);
    p->mu_long = sample_drive(from);
    p->mu_lat[0] = sample_drive(from);
    p->mu_lat[1] = sample_drive(from);
    p->v1 = p->v2 = 0.1;
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
