/* mftire.c - a tyre with the magic formula, on the plane z = 0.
 *
 *     s: axle, rotates with the hub; l = s x n/|s x n| forward, t = n x l, n = e3;  w: angular velocity of the rim
 *     v_x = l . v,  v_y = t . v,  v_s = l . (w x r_e n),  v: velocity of the hub
 *     chi = (1 + tanh((|v_x| - v_low)/v_dmp))/2;  chi = 1 without `low speed`
 *     kappa = chi (v_s - v_x)/|v_x| + (1 - chi)(v_s - v_x),   alpha = chi atan(v_y/|v_x|) + (1 - chi) v_y
 *     below |v_x| = v_low/100 a parabola with the same value and derivative replaces |v_x|: slips are smooth at rest
 *     F_z = k (r0 - r), r = n . x; 0 when it is lifted.   mu(q) = D sin(C atan(B q - E (B q - atan(B q))))
 *     F = F_z (n + mu_x(kappa) l + mu_y(alpha) t) and the moment -r n x F on the rim */
#include "element/joint/joint.h"
#include "element/diag_rows.h"
#include "element/axis.h"
#include "math/jet_functions.h"
#include "deck/named_values.h"
#include "model/frames.h"
#include "model/reading.h"

typedef struct {
    double D, C, B, E;
} magic;

typedef struct {
    joint_side side[2]; /* hub, rim */
    vec3 axle;
    double r0, re, stiffness;
    magic x, y;
    bool has_low_speed;
    double low, damping;
} tire;

static magic read_magic(reader *r, bool is_negative)
{
    magic m;
    m.D = read_real(r, "peak of the magic formula");
    if (read_ok(r) && !(is_negative ? m.D < 0.0 : m.D > 0.0))
        read_error_last(r, E_MAGIC_PEAK, is_negative ? "Dy" : "Dx", is_negative ? "negative" : "positive", m.D);
    m.C = read_positive(r, "shape of the magic formula");
    m.B = read_positive(r, "stiffness of the magic formula");
    m.E = read_positive(r, "curvature of the magic formula");
    return m;
}

static void mftire_read(reader *r, elem *e)
{
    tire *p = e->self;
    p->side[0].Rh = p->side[1].Rh = MAT3_EYE;
    read_side_node(r, &p->side[0], NULL);
    read_side_node(r, &p->side[1], NULL);
    const frame_context hub = side_context(&p->side[0], NULL);
    p->axle = read_direction_rel(r, &hub, "direction of the axle");
    p->r0 = read_positive(r, "unloaded radius");
    p->re = read_positive(r, "effective rolling radius");
    p->stiffness = read_positive(r, "vertical stiffness");
    p->x = read_magic(r, false);
    p->y = read_magic(r, true);
    p->has_low_speed = read_keyword(r, "low speed");
    if (p->has_low_speed) {
        p->low = read_not_negative(r, "threshold of low speed");
        p->damping = read_positive(r, "damping of low speed");
    }
}

static void mftire_connect(const elem *e, layout *l)
{
    const tire *p = e->self;
    for (int i = 0; i < 2; i++)
        layout_node(l, p->side[i].node);
}

typedef struct {
    jet_side side[2];
    jet3 n, l, t;
    jet1 F_z, kappa, alpha, mu_x, mu_y;
    jet3 F, M;
} contact;

/* r = chi high + (1 - chi) low */
static void mftire_blend(int n, const jet1 *chi, const jet1 *high, const jet1 *low, jet1 *r)
{
    *r = *high;
    jet1_add_to(n, r, -1.0, low);
    jet1_mul_by(n, r, chi);
    jet1_add_to(n, r, 1.0, low);
}

/* |v_x|, which is not less than half the width of the parabola. */
static void speed_ahead(int n, const tire *p, const jet1 *v_x, jet1 *speed)
{
    const double width = p->has_low_speed ? 0.01 * p->low : 0.0;
    jet1_abs(n, speed, v_x);
    if (speed->v < width) {
        *speed = *v_x;
        jet1_chain_by(n, speed, 0.5 * (v_x->v * v_x->v / width + width), v_x->v / width);
    }
}

static void slips(int n, const tire *p, contact *k)
{
    jet3 rolling, up;
    jet1 v_x, v_y, v_s, chi, speed, high, low;
    jet3_scale(n, &up, p->re, &k->n);
    jet3_cross(n, &rolling, &k->side[1].node.w, &up);
    jet3_dot(n, &v_x, &k->l, &k->side[0].node.v);
    jet3_dot(n, &v_y, &k->t, &k->side[0].node.v);
    jet3_dot(n, &v_s, &k->l, &rolling);
    jet1_const(n, &chi, 1.0);
    if (p->has_low_speed) {
        jet1_abs(n, &chi, &v_x);
        const double th = tanh((chi.v - p->low) / p->damping);
        jet1_chain_by(n, &chi, 0.5 * (1.0 + th), 0.5 * (1.0 - th * th) / p->damping);
    }
    speed_ahead(n, p, &v_x, &speed);
    jet1_add(n, &low, &v_s, -1.0, &v_x);
    high = low;
    if (speed.v > 0.0)
        jet1_div_by(n, &high, &speed);
    mftire_blend(n, &chi, &high, &low, &k->kappa);
    high = v_y;
    if (speed.v > 0.0)
        jet1_div_by(n, &high, &speed);
    jet1_chain_by(n, &high, atan(high.v), 1.0 / (1.0 + high.v * high.v));
    mftire_blend(n, &chi, &high, &v_y, &k->alpha);
}

static void friction(int n, const magic *m, const jet1 *slip, jet1 *mu)
{
    const double b = m->B * slip->v, y = b - m->E * (b - atan(b)), a = m->C * atan(y);
    const double by = m->B - m->E * (m->B - m->B / (1.0 + b * b));
    *mu = *slip;
    jet1_chain_by(n, mu, m->D * sin(a), m->D * m->C * cos(a) / (1.0 + y * y) * by);
}

static bool mftire_touch(int n, const state *s, const tire *p, contact *k)
{
    jet3 axle, cross, arm;
    jet1 radius;
    for (int i = 0; i < 2; i++)
        jet_side_seed(n, &k->side[i], s, &p->side[i], 6 * i);
    jet_node_arm(n, &axle, &k->side[0].node, p->axle);
    jet3_const(n, &k->n, (vec3){0, 0, 1});
    jet3_cross(n, &cross, &axle, &k->n);
    jet3_unit(n, &k->l, &cross, NULL);
    jet3_cross(n, &k->t, &k->n, &k->l);
    slips(n, p, k);
    friction(n, &p->x, &k->kappa, &k->mu_x);
    friction(n, &p->y, &k->alpha, &k->mu_y);
    jet3_dot(n, &radius, &k->n, &k->side[0].node.x);
    k->F_z = radius;
    jet1_chain_by(n, &k->F_z, fmax(p->stiffness * (p->r0 - radius.v), 0.0), radius.v < p->r0 ? -p->stiffness : 0.0);
    jet3_mul1(n, &cross, &k->mu_x, &k->l);
    jet3_mul1(n, &arm, &k->mu_y, &k->t);
    jet3_add_to(n, &cross, 1.0, &arm);
    jet3_add_to(n, &cross, 1.0, &k->n);
    jet3_mul1(n, &k->F, &k->F_z, &cross);
    jet3_mul1(n, &arm, &radius, &k->n);
    jet3_cross(n, &k->M, &k->F, &arm);
    return radius.v < p->r0;
}

static void mftire_eval(int n, const state *s, const elem *e, local *out)
{
    contact k;
    if (!mftire_touch(n, s, e->self, &k))
        return;
    local_add3(out, 6, n, 1.0, &k.F);
    local_add3(out, 9, n, 1.0, &k.M);
}

static void mftire_output_row(const state *s, const elem *e, record *out)
{
    contact k;
    mftire_touch(0, s, e->self, &k);
    const struct {
        const char *name;
        physical_quantity unit;
        const char *words;
        double value;
    } COLUMNS[] = {
        {"Fx", QUANTITY_FORCE, "longitudinal force", k.F_z.v * k.mu_x.v},
        {"Fy", QUANTITY_FORCE, "lateral force", k.F_z.v * k.mu_y.v},
        {"Fz", QUANTITY_FORCE, "vertical force", k.F_z.v},
        {"kappa", QUANTITY_DIMENSIONLESS, "longitudinal slip", k.kappa.v},
        {"alpha", QUANTITY_RADIANS, "slip angle", k.alpha.v},
        {"mux", QUANTITY_DIMENSIONLESS, "longitudinal friction coefficient", k.mu_x.v},
        {"muy", QUANTITY_DIMENSIONLESS, "lateral friction coefficient", k.mu_y.v},
    };
    record_begin(out, e->label);
    for (int i = 0; i < ARRAY_LEN(COLUMNS); i++) {
        record_name(out, COLUMNS[i].name, COLUMNS[i].unit, COLUMNS[i].words);
        record_real(out, COLUMNS[i].value);
    }
    record_end(out);
}

static void mftire_sample(sampler *from, elem *e)
{
    tire *p = e->self;
    sample_sides(from, p->side);
    for (int i = 0; i < 2; i++)
        p->side[i].f = (vec3){0, 0, 0};
    p->axle = sample_axis(from);
    p->r0 = 20.0;
    p->re = sample_real(from, 0.3, 0.4) * 1e-3;
    p->stiffness = sample_real(from, 1, 2) * 0.01;
    p->x = (magic){1.0, 1.6, 0.2, 0.2};
    p->y = (magic){-0.9, 1.4, 0.2, 0.1};
    p->has_low_speed = true;
    p->low = 200.0; /* slips of high speed are steep near rest: differences do not follow them */
    p->damping = 10.0;
}

const elem_type mftire_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "MFtire",
    .grammar = "user defined: LABEL, MFtire, HUB NODE, RIM NODE, AXLE, UNLOADED RADIUS, ROLLING RADIUS, STIFFNESS, DX, "
               "CX, BX, EX, DY, CY, "
               "BY, EY [, low speed, THRESHOLD, DAMPING]",
    .summary = "A tyre with the magic formula.",
    .module = MODULE_MFTIRE,
    .size = sizeof(tire),
    .read = mftire_read,
    .connect = mftire_connect,
    .eval = mftire_eval,
    .output = mftire_output_row,
    .sample = mftire_sample,
    .expectations = &(const elem_expectations){.external_forces = true, .no_potential = true},
};
