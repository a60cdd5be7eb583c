/* wheel2.c - a tyre, a torus of gas, on a plane of another node.
 *
 *     a: axle, n: normal of the plane, l = a x n/|a x n| forward, u = l x a, t = n x l; r: a point of the plane
 *     d = n . (x - r)/(n . u),  x_d = R - d,  R_e = R - x_d;  d': rate of d, n . (v - v_g) at the contact point
 *     A = 3.7 x_d sqrt(r (2 R - r)),  V0 = c 2 pi^2 (R - r) r^2
 *     F_n = p0 A (V0/(V0 - A x_d/2))^k (1 - tanh(d'/v_h))                                   0 when x_d <= 0
 *
 * slip: v velocity of the axle, v_c of the contact point (x - R_e u), both seen from the ground
 *     s = |l . v_c|/(|l . v| + v1), at most 1;   alpha = atan2(t . v, |l . v|), times |v|/v2 below the speed v2
 *     mu_long = sign(l . v_c) f_long(s) (1 - |alpha|/90 deg),   mu_lat = (1 - s) f_0(alpha) + s f_1(alpha)
 *     F = F_n (n - mu_long l - mu_lat t) at the contact point, minus it on the ground
 *
 * The drives get alpha in radians; it is printed in degrees. In the air x_d is printed as zero, and d' as it was at
 * last. */
#include "element/joint/joint.h"
#include "element/module/jets.h"
#include "element/module/words.h"
#include "model/frames.h"
#include "model/reading.h"

typedef struct {
    joint_side side[2]; /* wheel, ground */
    vec3 axle, normal;
    double R, r, volume, pressure, exponent, speed;
    bool slips;
    const drive *mu_long, *mu_lat[2];
    double v1, v2;
} wheel;

static void read(reader *r, elem *e)
{
    wheel *p = e->self;
    p->side[0].Rh = p->side[1].Rh = MAT3_EYE;
    read_side_node(r, &p->side[0], NULL);
    const frame_context hub = side_context(&p->side[0], NULL);
    p->axle = read_direction_rel(r, &hub, "direction of the axle");
    read_side_node(r, &p->side[1], NULL);
    p->side[1].f = read_side_position(r, &p->side[1], NULL, "point of the ground");
    const frame_context ground = side_context(&p->side[1], NULL);
    p->normal = read_direction_rel(r, &ground, "normal of the ground");
    p->R = read_positive(r, "radius");
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
    const double lengths[] = {vec3_norm(p->axle), vec3_norm(p->normal)};
    if (lengths[0] > 0.0 && lengths[1] > 0.0) {
        p->axle = vec3_scale(1.0 / lengths[0], p->axle);
        p->normal = vec3_scale(1.0 / lengths[1], p->normal);
    }
}

static void connect(const elem *e, layout *l)
{
    const wheel *p = e->self;
    for (int i = 0; i < 2; i++)
        layout_node(l, p->side[i].node);
}

typedef struct {
    jet_side side[2];
    jet3 n, l, u, t;    /* axes */
    jet3 arm, point;    /* contact point from the wheel and from the ground node */
    jet3 v, v_c;        /* velocities of the axle, of the contact point */
    jet1 d, deep, rate; /* distance, R - d, d' */
    jet1 F_n;
    double slip, alpha, mu_long, mu_lat; /* to print */
    jet3 F;
} contact;

static void axes(int n, const state *s, const wheel *p, contact *k)
{
    jet3 axle, cross;
    for (int i = 0; i < 2; i++)
        jet_side_seed(n, &k->side[i], s, &p->side[i], 6 * i);
    jet_node_arm(n, &axle, &k->side[0].at, p->axle);
    jet_node_arm(n, &k->n, &k->side[1].at, p->normal);
    jet3_cross(n, &cross, &axle, &k->n);
    jet3_unit(n, &k->l, &cross, NULL);
    jet3_cross(n, &k->u, &k->l, &axle);
    jet3_cross(n, &k->t, &k->n, &k->l);
}

static void distance(int n, const wheel *p, contact *k)
{
    jet3 from;
    jet1 tilt;
    jet3_axpy(n, &from, &k->side[0].p, -1.0, &k->side[1].p);
    jet3_dot(n, &k->d, &k->n, &from);
    jet3_dot(n, &tilt, &k->n, &k->u);
    jet1_div(n, &k->d, &tilt);
    jet1_const(n, &k->deep, p->R);
    jet1_add(n, &k->deep, -1.0, &k->d);
    jet3_mul1(n, &k->arm, &k->d, &k->u);
    jet3_scale(n, &from, -1.0, &k->arm);
    k->arm = from;
    jet3_axpy(n, &k->point, &k->side[0].at.x, 1.0, &k->arm);
    jet3_add(n, &k->point, -1.0, &k->side[1].at.x);
}

static void velocities(int n, contact *k)
{
    jet3 spun;
    jet3_cross(n, &spun, &k->side[1].at.w, &k->point);
    jet3_axpy(n, &k->v, &k->side[0].at.v, -1.0, &k->side[1].at.v);
    jet3_add(n, &k->v, -1.0, &spun);
    jet3_cross(n, &spun, &k->side[0].at.w, &k->arm);
    jet3_axpy(n, &k->v_c, &k->v, 1.0, &spun);
    jet3_dot(n, &k->rate, &k->n, &k->v);
}

/* False when no volume is left. */
static bool normal_force(int n, const wheel *p, contact *k)
{
    const double area = 3.7 * sqrt(p->r * (2.0 * p->R - p->r));
    const double V0 = p->volume * 2.0 * M_PI * M_PI * (p->R - p->r) * p->r * p->r;
    const double x = k->deep.v, V = V0 - 0.5 * area * x * x, th = tanh(k->rate.v / p->speed);
    if (V <= 0.0)
        return false;
    const double f = p->pressure * area * pow(V0 / V, p->exponent);
    jet1 by = k->rate;
    k->F_n = k->deep;
    jet1_chain(n, &k->F_n, f * x, f * (1.0 + p->exponent * area * x * x / V));
    jet1_chain(n, &by, 1.0 - th, -(1.0 - th * th) / p->speed);
    jet1_mul(n, &k->F_n, &by);
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
        jet1_div(n, slip, &speed);
    if (!(speed.v > 0.0) || slip->v > 1.0)
        jet1_const(n, slip, sliding->v == 0.0 ? 0.0 : 1.0);
}

static void slip_angle(int n, const wheel *p, const jet1 *forward, const jet1 *lateral, jet1 *alpha)
{
    jet1 ahead, speed;
    jet1_abs(n, &ahead, forward);
    jet1_atan2(n, alpha, lateral, &ahead);
    jet1_hypot(n, &speed, forward, lateral);
    if (speed.v >= p->v2)
        return;
    jet1_scale(n, &speed, 1.0 / p->v2);
    jet1_mul(n, alpha, &speed);
}

static void jet_drive(int n, const drive *f, const state *s, const jet1 *x, jet1 *r)
{
    *r = *x;
    jet1_chain(n, r, drive_at(f, s, x->v), drive_slope(f, s, x->v));
}

static void slip(int n, const state *s, const wheel *p, contact *k)
{
    jet1 forward, lateral, sliding, ratio, alpha, mu, other, part;
    jet3 F;
    jet3_dot(n, &forward, &k->l, &k->v);
    jet3_dot(n, &lateral, &k->t, &k->v);
    jet3_dot(n, &sliding, &k->l, &k->v_c);
    slip_ratio(n, p, &forward, &sliding, &ratio);
    slip_angle(n, p, &forward, &lateral, &alpha);
    k->slip = ratio.v;
    k->alpha = alpha.v;
    jet_drive(n, p->mu_long, s, &ratio, &mu);
    part = alpha;
    jet1_chain(n, &part, 1.0 - fabs(alpha.v) * M_2_PI, -sign_of(alpha.v) * M_2_PI);
    jet1_mul(n, &mu, &part);
    jet1_scale(n, &mu, sign_of(sliding.v));
    k->mu_long = mu.v;
    jet3_mul1(n, &F, &mu, &k->l);
    jet_drive(n, p->mu_lat[0], s, &alpha, &mu);
    jet_drive(n, p->mu_lat[1], s, &alpha, &other);
    jet1_add(n, &other, -1.0, &mu);
    jet1_mul(n, &other, &ratio);
    jet1_add(n, &mu, 1.0, &other);
    k->mu_lat = mu.v;
    jet3 across;
    jet3_mul1(n, &across, &mu, &k->t);
    jet3_add(n, &F, 1.0, &across);
    jet3_mul1(n, &across, &k->F_n, &F);
    jet3_add(n, &k->F, -1.0, &across);
}

/* False when the wheel is in the air. */
static bool touch(int n, const state *s, const elem *e, contact *k)
{
    const wheel *p = e->self;
    axes(n, s, p, k);
    distance(n, p, k);
    velocities(n, k);
    k->slip = k->alpha = k->mu_long = k->mu_lat = 0.0;
    jet3_const(n, &k->F, (vec3){0, 0, 0});
    if (k->deep.v <= 0.0)
        return false;
    if (!normal_force(n, p, k)) {
        state_fail(s, e->where, "wheel2: the gas has no volume left");
        return false;
    }
    jet3_mul1(n, &k->F, &k->F_n, &k->n);
    if (p->slips)
        slip(n, s, p, k);
    return true;
}

static void eval(int n, const state *s, const elem *e, local *out)
{
    contact k;
    if (!touch(n, s, e, &k))
        return;
    local_force(n, out, 0, 1.0, &k.F, &k.arm);
    local_force(n, out, 6, -1.0, &k.F, &k.point);
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static void accept(const state *s, const elem *e, memory_block *to)
{
    contact k;
    if (touch(0, s, e, &k))
        *(double *)memory_at(to, e->memory) = k.rate.v;
}

static void output_row(const state *s, const elem *e, record *out)
{
    const wheel *p = e->self;
    contact k;
    const bool touches = touch(0, s, e, &k);
    const double deep = touches ? k.deep.v : 0.0, rate = touches ? k.rate.v : *(const double *)remembered(s, e->memory);
    const vec3 F = jet3_value(&k.F), v = jet3_value(&k.v), v_c = jet3_value(&k.v_c), axis = jet3_value(&k.n);
    const vec3 along = vec3_sub(v, vec3_scale(vec3_dot(axis, v), axis)),
               at = vec3_sub(v_c, vec3_scale(vec3_dot(axis, v_c), axis));
    const struct {
        const char *name;
        physical_quantity unit;
        const char *words;
        double is;
    } COLUMNS[] = {
        {"Re", QUANTITY_LENGTH, "effective radius", p->R - deep},
        {"d", QUANTITY_LENGTH, "radial deformation", deep},
        {"dP", QUANTITY_VELOCITY, "its velocity", rate},
        {"slip", QUANTITY_DIMENSIONLESS, "slip ratio", k.slip},
        {"alpha", QUANTITY_DEGREES, "slip angle", k.alpha * 180.0 / M_PI},
        {"muLong", QUANTITY_DIMENSIONLESS, "longitudinal friction coefficient", k.mu_long},
        {"muLat", QUANTITY_DIMENSIONLESS, "lateral friction coefficient", k.mu_lat},
        {"vAxle", QUANTITY_VELOCITY, "tangential velocity of the axle", p->slips ? vec3_norm(along) : 0.0},
        {"vContact", QUANTITY_VELOCITY, "velocity of the contact point", p->slips ? vec3_norm(at) : 0.0},
    };
    record_begin(out, e->label);
    record_name(out, "F", QUANTITY_FORCE, "force");
    record_vec3(out, F);
    record_name(out, "M", QUANTITY_MOMENT, "couple");
    record_vec3(out, vec3_cross(jet3_value(&k.arm), F));
    for (int i = 0; i < ARRAY_LEN(COLUMNS); i++) {
        record_name(out, COLUMNS[i].name, COLUMNS[i].unit, COLUMNS[i].words);
        record_real(out, COLUMNS[i].is);
    }
    record_end(out);
}

static void sample(sampler *from, elem *e)
{
    wheel *p = e->self;
    sample_sides(from, p->side);
    p->side[0].f = (vec3){0, 0, 0};
    p->axle = sample_direction(from);
    p->normal = sample_direction(from);
    p->R = sample_real(from, 50, 60);
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
    .read = read,
    .connect = connect,
    .eval = eval,
    .memory = sizeof(double),
    .accept = accept,
    .output_row = output_row,
    .sample = sample,
    .flags = ELEM_INTERNAL_FORCES | ELEM_NO_POTENTIAL,
};
