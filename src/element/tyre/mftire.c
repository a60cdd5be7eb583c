/* mftire.c - a tyre with the magic formula, on the plane z = 0.
 *
 *     s: axle, rotates with the hub; l = s x n/|s x n| forward, t = n x l, n = e3;  w: angular velocity of the rim
 *     v_x = l . v,  v_y = t . v,  v_s = l . (w x r_e n),  v: velocity of the hub
 *     chi = (1 + tanh((|v_x| - v_low)/v_dmp))/2;  chi = 1 without `low speed`
 *     kappa = chi (v_s - v_x)/|v_x| + (1 - chi)(v_s - v_x),   alpha = chi atan(v_y/|v_x|) + (1 - chi) v_y
 *     below |v_x| = v_low/100 a parabola with the same value and derivative replaces |v_x|: slips are smooth at rest
 *     F_z = k (r0 - r), r = n . x; 0 without contact.   mu(q) = D sin(C atan(B q - E (B q - atan(B q))))
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

static magic read_magic(reader *reader, bool is_negative)
{
    magic m;
    m.D = read_real(reader, "peak of the magic formula");
    if (read_ok(reader) && !(is_negative ? m.D < 0.0 : m.D > 0.0))
        read_error_last(reader, E_MAGIC_PEAK, is_negative ? "Dy" : "Dx", is_negative ? "negative" : "positive", m.D);
    m.C = read_positive(reader, "shape of the magic formula");
    m.B = read_positive(reader, "stiffness of the magic formula");
    m.E = read_positive(reader, "curvature of the magic formula");
    return m;
}

static void mftire_read(reader *reader, elem *element)
{
    tire *tire = element->self;
    tire->side[0].Rh = tire->side[1].Rh = MAT3_EYE;
    read_side_node(reader, &tire->side[0], NULL);
    read_side_node(reader, &tire->side[1], NULL);
    const frame_context hub = side_context(&tire->side[0], NULL);
    tire->axle = read_direction_rel(reader, &hub, "direction of the axle");
    tire->r0 = read_positive(reader, "unloaded radius");
    tire->re = read_positive(reader, "effective rolling radius");
    tire->stiffness = read_positive(reader, "vertical stiffness");
    tire->x = read_magic(reader, false);
    tire->y = read_magic(reader, true);
    tire->has_low_speed = read_keyword(reader, "low speed");
    if (tire->has_low_speed) {
        tire->low = read_not_negative(reader, "threshold of low speed");
        tire->damping = read_positive(reader, "damping of low speed");
    }
}

static void mftire_connect(const elem *element, layout *layout)
{
    const tire *tire = element->self;
    for (int i = 0; i < 2; i++)
        layout_node(layout, tire->side[i].node);
}

typedef struct {
    jet_side side[2];
    jet3 n, l, t;
    jet1 F_z, kappa, alpha, mu_x, mu_y;
    jet3 F, M;
} contact;

/* r = chi high + (1 - chi) low */
static void mftire_blend(int lanes, const jet1 *chi, const jet1 *high, const jet1 *low, jet1 *r)
{
    *r = *high;
    jet1_add_to(lanes, r, -1.0, low);
    jet1_mul_by(lanes, r, chi);
    jet1_add_to(lanes, r, 1.0, low);
}

/* Computes |v_x|, smoothed so that it is at least half the width of the parabola. */
static void speed_ahead(int lanes, const tire *tire, const jet1 *v_x, jet1 *speed)
{
    const double width = tire->has_low_speed ? 0.01 * tire->low : 0.0;
    jet1_abs(lanes, speed, v_x);
    if (speed->v < width) {
        *speed = *v_x;
        jet1_chain_by(lanes, speed, 0.5 * (v_x->v * v_x->v / width + width), v_x->v / width);
    }
}

static void slips(int n, const tire *tire, contact *contact)
{
    jet3 rolling, up;
    jet1 v_x, v_y, v_s, chi, speed, high, low;
    jet3_scale(n, &up, tire->re, &contact->n);
    jet3_cross(n, &rolling, &contact->side[1].node.w, &up);
    jet3_dot(n, &v_x, &contact->l, &contact->side[0].node.v);
    jet3_dot(n, &v_y, &contact->t, &contact->side[0].node.v);
    jet3_dot(n, &v_s, &contact->l, &rolling);
    jet1_const(n, &chi, 1.0);
    if (tire->has_low_speed) {
        jet1_abs(n, &chi, &v_x);
        const double th = tanh((chi.v - tire->low) / tire->damping);
        jet1_chain_by(n, &chi, 0.5 * (1.0 + th), 0.5 * (1.0 - th * th) / tire->damping);
    }
    speed_ahead(n, tire, &v_x, &speed);
    jet1_add(n, &low, &v_s, -1.0, &v_x);
    high = low;
    if (speed.v > 0.0)
        jet1_div_by(n, &high, &speed);
    mftire_blend(n, &chi, &high, &low, &contact->kappa);
    high = v_y;
    if (speed.v > 0.0)
        jet1_div_by(n, &high, &speed);
    jet1_chain_by(n, &high, atan(high.v), 1.0 / (1.0 + high.v * high.v));
    mftire_blend(n, &chi, &high, &v_y, &contact->alpha);
}

static void friction(int lanes, const magic *m, const jet1 *slip, jet1 *mu)
{
    const double b = m->B * slip->v, y = b - m->E * (b - atan(b)), a = m->C * atan(y);
    const double by = m->B - m->E * (m->B - m->B / (1.0 + b * b));
    *mu = *slip;
    jet1_chain_by(lanes, mu, m->D * sin(a), m->D * m->C * cos(a) / (1.0 + y * y) * by);
}

static bool mftire_touch(int n, const state *state, const tire *tire, contact *contact)
{
    jet3 axle, cross, arm;
    jet1 radius;
    for (int i = 0; i < 2; i++)
        jet_side_seed(n, &contact->side[i], state, &tire->side[i], 6 * i);
    jet_node_arm(n, &axle, &contact->side[0].node, tire->axle);
    jet3_const(n, &contact->n, (vec3){0, 0, 1});
    jet3_cross(n, &cross, &axle, &contact->n);
    jet3_unit(n, &contact->l, &cross, NULL);
    jet3_cross(n, &contact->t, &contact->n, &contact->l);
    slips(n, tire, contact);
    friction(n, &tire->x, &contact->kappa, &contact->mu_x);
    friction(n, &tire->y, &contact->alpha, &contact->mu_y);
    jet3_dot(n, &radius, &contact->n, &contact->side[0].node.x);
    contact->F_z = radius;
    jet1_chain_by(n, &contact->F_z, fmax(tire->stiffness * (tire->r0 - radius.v), 0.0),
                  radius.v < tire->r0 ? -tire->stiffness : 0.0);
    jet3_mul1(n, &cross, &contact->mu_x, &contact->l);
    jet3_mul1(n, &arm, &contact->mu_y, &contact->t);
    jet3_add_to(n, &cross, 1.0, &arm);
    jet3_add_to(n, &cross, 1.0, &contact->n);
    jet3_mul1(n, &contact->F, &contact->F_z, &cross);
    jet3_mul1(n, &arm, &radius, &contact->n);
    jet3_cross(n, &contact->M, &contact->F, &arm);
    return radius.v < tire->r0;
}

static void mftire_eval(int lanes, const state *state, const elem *element, local *out)
{
    contact contact;
    if (!mftire_touch(lanes, state, element->self, &contact))
        return;
    local_add3(out, 6, lanes, 1.0, &contact.F);
    local_add3(out, 9, lanes, 1.0, &contact.M);
}

static void mftire_output_row(const state *state, const elem *element, record *out)
{
    contact contact;
    mftire_touch(0, state, element->self, &contact);
    const struct {
        const char *name;
        physical_quantity unit;
        const char *words;
        double value;
    } COLUMNS[] = {
        {"Fx", QUANTITY_FORCE, "longitudinal force", contact.F_z.v * contact.mu_x.v},
        {"Fy", QUANTITY_FORCE, "lateral force", contact.F_z.v * contact.mu_y.v},
        {"Fz", QUANTITY_FORCE, "vertical force", contact.F_z.v},
        {"kappa", QUANTITY_DIMENSIONLESS, "longitudinal slip", contact.kappa.v},
        {"alpha", QUANTITY_RADIANS, "slip angle", contact.alpha.v},
        {"mux", QUANTITY_DIMENSIONLESS, "longitudinal friction coefficient", contact.mu_x.v},
        {"muy", QUANTITY_DIMENSIONLESS, "lateral friction coefficient", contact.mu_y.v},
    };
    record_begin(out, element->label);
    for (int i = 0; i < ARRAY_LEN(COLUMNS); i++) {
        record_name(out, COLUMNS[i].name, COLUMNS[i].unit, COLUMNS[i].words);
        record_real(out, COLUMNS[i].value);
    }
    record_end(out);
}

static void mftire_sample(sampler *from, elem *element)
{
    tire *tire = element->self;
    sample_sides(from, tire->side);
    for (int i = 0; i < 2; i++)
        tire->side[i].f = (vec3){0, 0, 0};
    tire->axle = sample_axis(from);
    tire->r0 = 20.0;
    tire->re = sample_real(from, 0.3, 0.4) * 1e-3;
    tire->stiffness = sample_real(from, 1, 2) * 0.01;
    tire->x = (magic){1.0, 1.6, 0.2, 0.2};
    tire->y = (magic){-0.9, 1.4, 0.2, 0.1};
    tire->has_low_speed = true;
    tire->low = 200.0; /* high-speed slips are too steep near rest for finite differences */
    tire->damping = 10.0;
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
