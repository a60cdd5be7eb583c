/* rigid_ring_tire.c - a tyre modelled as a rigid ring, connected to an uneven road by a contact patch with its own mass
 * (SWIFT).
 *
 *     a: axle, rotates with the ring; l0 = a x e3/|a x e3| forward, t = e3 x l0; likewise of the wheel: l_w, t_w
 *     road: h(x), x along the global axis 1; zero before A, full from B on, repeated from B + L on with period L
 *     tandem, half a base b ahead of and behind the patch:  z = (h_f + h_r)/2,  tan s = (h_f - h_r)/(2 b)
 *     n = cos s e3 - sin s l0,  l = cos s l0 + sin s e3
 *     patch at p = (x, y, z), moving with v = (x', y', tan s l0 . v)
 *
 *     D = q m W^2 R/k_wr     growth by the spin W of the ring, m: its mass
 *     d = p - x_ring + (R + D) n,   d' = v - v_ring;   f_i = k_i d_i + c_i d'_i along l, t, n
 *     F_z = f_n, at least 0, and 0 if d_n <= 0;   F = f_l l + f_t t + F_z n on the ring
 *     r = n . (x_wheel - p);   `loadedRadius`: |x_ring - p|
 *
 * slip:
 *     kappa = (W r - v . l)/V, at most TRHC;   alpha = -atan(v . t/V_a)
 *     V, V_a: |V_x| or TRH, TRHT, whichever is larger, rounded over TRHA, TRHTA; V_x: velocity of the wheel along l_w
 *     F_x = F_z f_x(kappa),  F_y = F_z f_y(alpha),  M_z = -F_z f_t(alpha + S_ht) F_y + F_z f_r(alpha + S_hf)
 *     F_r = F_z (q_sy1 + q_sy3 |V_x|/V_0)
 *     patch:  m_p v' . l0 = F_x - f_l,   m_p v' . t = F_y - f_t
 *     moment on the ring:  (-r n) x F + M_z n - r F_r V_x/V t;  `loadedRadius`: with p - x_ring for -r n
 *
 *     contact length: a = R (r_a1 sqrt(u) + r_a2 u), u = (R + D - n . (x_wheel - p))/R;  b = ratio a, at least TdLs,
 *     evaluated at the end of the previous step
 *
 * H. B. Pacejka, "Tyre and vehicle dynamics", 2006 (chapters 4, 9); A. J. C. Schmeitz, "A semi-empirical three-
 * dimensional model of the pneumatic tyre rolling over arbitrarily uneven road surfaces", Delft 2004 (tandem); I. J. M.
 * Besselink, "Shimmy of aircraft main landing gears", Delft 2000 (contact length). */
#include "contract/drive.h"
#include "element/body/gravity.h"
#include "element/diag_rows.h"
#include "element/joint/joint.h"
#include "element/axis.h"
#include "math/jet_functions.h"
#include "deck/named_values.h"
#include "model/frames.h"
#include "model/model.h"
#include "model/reading.h"

enum { LONGITUDINAL, LATERAL, TRAIL, RESIDUAL, N_FUNCTIONS };

typedef struct {
    double least, round;        /* TRH, TRHA */
    double angle, angle_round;  /* TRHT, TRHTA */
    double slip;                /* TRHC */
    double half, spin, radius;  /* TdLs, TdReDiv, TdRe */
    double start, full, period; /* of the road; period 0: not repeated */
} thresholds;

typedef struct {
    joint_side side[2]; /* wheel, ring */
    const elem *body[2];
    double ring_mass; /* if there is no body */
    vec3 axle[2];
    double R;
    vec3 k, c;
    const drive *k_by, *c_by, *road;
    vec3 v0;
    double mass, ratio, r_a1, r_a2, part, k_wr;
    bool has_loaded_radius, slips;
    const drive *functions[N_FUNCTIONS];
    double S_ht, S_hf, q_sy1, q_sy3, V_0;
    thresholds thresholds;
} tire;

typedef struct {
    double half; /* base of the tandem */
} tire_memory;

enum { WHEEL = 0, RING = 6, X = 12, V = 14, N_INTERNAL = 4 };

/* --- reading ------------------------------------------------------------------------------------------------------ */

static const elem *read_body(reader *reader, const char *what)
{
    const unsigned label = read_label(reader, what);
    const elem *element = read_ok(reader) ? read_known_elem(reader, &elem_cards[CARD_BODY], label) : NULL;
    if (read_ok(reader) && !element)
        read_error_last(reader, E_TIRE_BODY, label);
    return element;
}

static void read_thresholds(reader *reader, thresholds *thresholds)
{
    static const char *const UNUSED[] = {"TmaxH", "dtRes", "maxstep", "minstep", "TmaxF",
                                         "TminF", "TminS", "TdivF",   "TdivF3",  "TdivF4"};
    thresholds->least = read_positive(reader, "TRH");
    thresholds->round = read_not_negative(reader, "TRHA");
    thresholds->angle = read_positive(reader, "TRHT");
    thresholds->angle_round = read_not_negative(reader, "TRHTA");
    thresholds->slip = read_positive(reader, "TRHC");
    thresholds->half = read_positive(reader, "TdLs");
    thresholds->spin = read_positive(reader, "TdReDiv");
    thresholds->radius = read_positive(reader, "TdRe");
    if (read_real(reader, "dtOn") != 0.0)
        read_error_last(reader, E_TIRE_TIME_STEP);
    for (int i = 0; i < ARRAY_LEN(UNUSED); i++)
        read_not_negative(reader, UNUSED[i]);
    thresholds->start = read_real(reader, "RDA");
    thresholds->full = read_real(reader, "RDB");
    if (read_ok(reader) && thresholds->full < thresholds->start)
        read_error_last(reader, E_LIMITS, thresholds->start, thresholds->full);
    thresholds->period = read_positive(reader, "RDL");
}

static void read_slip(reader *reader, tire *tire)
{
    static const char *const WHAT[] = {"longitudinal force", "lateral force", "pneumatic trail", "residual moment"};
    for (int i = 0; i < N_FUNCTIONS; i++)
        tire->functions[i] = read_drive(reader, WHAT[i]);
    tire->S_ht = read_real(reader, "S_ht");
    tire->S_hf = read_real(reader, "S_hf");
    tire->q_sy1 = read_real(reader, "q_sy1");
    tire->q_sy3 = read_real(reader, "q_sy3");
    tire->V_0 = read_positive(reader, "reference velocity of the rolling resistance");
    if (read_keyword(reader, "threshold"))
        read_thresholds(reader, &tire->thresholds);
}

static vec3 read_three(reader *reader, const char *what)
{
    const vec3 v = read_vec3(reader, what);
    if (read_ok(reader) && (v.x < 0.0 || v.y < 0.0 || v.z < 0.0))
        read_error_last(reader, E_TIRE_NEGATIVE, what);
    return v;
}

static void read_ring(reader *reader, tire *tire)
{
    read_word(reader, "swift");
    read_side_node(reader, &tire->side[1], NULL);
    tire->body[1] = read_body(reader, "body of the ring");
    tire->k = read_three(reader, "stiffness of the patch");
    tire->k_by = read_drive(reader, "factor of the stiffness");
    tire->c = read_three(reader, "damping of the patch");
    tire->c_by = read_drive(reader, "factor of the damping");
    tire->v0 = read_vec3(reader, "initial velocity of the patch");
    tire->mass = read_positive(reader, "mass of the patch");
    tire->road = read_drive(reader, "profile of the road");
    tire->ratio = read_not_negative(reader, "ratio of tandem and contact length");
    tire->r_a1 = read_not_negative(reader, "r_a1");
    tire->r_a2 = read_not_negative(reader, "r_a2");
    tire->part = read_not_negative(reader, "ratio of contact length and circumference");
    tire->k_wr = read_positive(reader, "vertical stiffness between wheel and ring");
}

static void internal(elem *element)
{
    static const internal_kind KINDS[N_INTERNAL] = {INTERNAL_DIFFERENTIAL, INTERNAL_DIFFERENTIAL, INTERNAL_DIFFERENTIAL,
                                                    INTERNAL_DIFFERENTIAL};
    element->kinds = KINDS;
    element->n_internal = N_INTERNAL;
}

static void rigid_ring_tire_read(reader *reader, elem *element)
{
    tire *tire = element->self;
    tire->side[0].Rh = tire->side[1].Rh = MAT3_EYE;
    tire->thresholds = (thresholds){.least = 1e-3,
                                    .angle = 1e-3,
                                    .slip = 1e3,
                                    .half = 1e-3,
                                    .spin = 1e-3,
                                    .radius = 10.0,
                                    .start = -HUGE_VAL,
                                    .full = -HUGE_VAL};
    read_side_node(reader, &tire->side[0], NULL);
    tire->body[0] = read_body(reader, "body of the wheel");
    const frame_context wheel = side_context(&tire->side[0], NULL);
    const vec3 axle = read_direction_abs(reader, &wheel, "direction of the axle");
    tire->R = read_positive(reader, "radius of the tyre");
    read_ring(reader, tire);
    tire->has_loaded_radius = read_keyword(reader, "loadedRadius");
    tire->slips = read_keyword(reader, "slip");
    if (tire->slips)
        read_slip(reader, tire);
    for (int i = 0; i < 2 && read_ok(reader); i++)
        tire->axle[i] = mat3_tmulv(&tire->side[i].node->initial->R, axle);
    internal(element);
}

static void rigid_ring_tire_connect(const elem *element, layout *layout)
{
    const tire *tire = element->self;
    for (int i = 0; i < 2; i++)
        layout_node(layout, tire->side[i].node);
    layout_internal(layout);
}

/* --- the road ----------------------------------------------------------------------------------------------------- */

/* Returns the position x at which the profile is evaluated; `part`: the factor of the profile, and its derivative. */
static double profile_position(const thresholds *thresholds, double x, double *part, double *part_derivative)
{
    const bool rises = x > thresholds->start && x < thresholds->full;
    *part = x >= thresholds->full ? 1.0
            : rises               ? (x - thresholds->start) / (thresholds->full - thresholds->start)
                                  : 0.0;
    *part_derivative = rises ? 1.0 / (thresholds->full - thresholds->start) : 0.0;
    return thresholds->period > 0.0 && x > thresholds->full + thresholds->period
               ? thresholds->full + fmod(x - thresholds->full, thresholds->period)
               : x;
}

/* Computes h(x). */
static void road_height(int lanes, const state *state, const tire *tire, const jet1 *x, jet1 *h)
{
    double part, part_derivative;
    const double at = profile_position(&tire->thresholds, x->v, &part, &part_derivative),
                 raw = part > 0.0 ? drive_at(tire->road, state, at) : 0.0;
    *h = *x;
    const double derivative =
        part > 0.0 && lanes > 0 ? part * drive_derivative(tire->road, state, at) + part_derivative * raw : 0.0;
    jet1_chain_by(lanes, h, part * raw, derivative);
}

typedef struct {
    jet_node wheel, ring;
    jet3 l0, l, t, n;        /* axes of the patch */
    jet3 l_w;                /* forward direction of the wheel */
    jet1 front, rear;        /* of the tandem, positions along the road */
    jet1 height, derivative; /* of the road */
    jet3 p, v;               /* the patch */
    jet1 spin, growth, F_c;  /* of the ring */
    jet3 d, d_rate;          /* of the patch, relative to the ring's contact point */
    jet1 f[3], d_n;          /* along l, t, n */
    jet1 radius, F_z, V_x, V_y, v_s, speed;
    jet1 kappa, alpha, mu_x, mu_y;
    jet3 F, arm, M, align, resist; /* on the ring; resist: rolling resistance force */
    double half;
} contact;

static void forward(int lanes, const jet_node *of, vec3 axle, jet3 *l)
{
    jet3 a, up, cross;
    jet_node_arm(lanes, &a, of, axle);
    jet3_const(lanes, &up, (vec3){0, 0, 1});
    jet3_cross(lanes, &cross, &a, &up);
    jet3_unit(lanes, l, &cross, NULL);
}

/* r = a u + b w */
static void mix(int lanes, const jet1 *a, const jet3 *u, const jet1 *b, const jet3 *w, jet3 *r)
{
    jet3 more;
    jet3_mul1(lanes, r, a, u);
    jet3_mul1(lanes, &more, b, w);
    jet3_add_to(lanes, r, 1.0, &more);
}

/* Computes the road under the patch: height, derivative, axes. */
static void meet_road(int n, const state *state, const elem *element, contact *contact)
{
    const tire *tire = element->self;
    jet1 at, ahead, h_f, h_r, cosine, sine, minus;
    jet3 up;
    jet1_seed(n, &at, state->y[element->internal], X, state->dvalue);
    ahead.v = contact->l0.v[0];
    JET_LANES(n, l) ahead.d[l] = contact->l0.d[0][l];
    jet1_add(n, &contact->front, &at, contact->half, &ahead);
    jet1_add(n, &contact->rear, &at, -contact->half, &ahead);
    road_height(n, state, tire, &contact->front, &h_f);
    road_height(n, state, tire, &contact->rear, &h_r);
    jet1_add(n, &contact->height, &h_f, 1.0, &h_r);
    jet1_scale_by(n, &contact->height, 0.5);
    jet1_add(n, &contact->derivative, &h_f, -1.0, &h_r);
    jet1_scale_by(n, &contact->derivative, 0.5 / contact->half);
    const double q = 1.0 / (1.0 + contact->derivative.v * contact->derivative.v);
    cosine = contact->derivative;
    jet1_chain_by(n, &cosine, sqrt(q), -contact->derivative.v * q * sqrt(q));
    sine = contact->derivative;
    jet1_mul_by(n, &sine, &cosine);
    minus = sine;
    jet1_scale_by(n, &minus, -1.0);
    jet3_const(n, &up, (vec3){0, 0, 1});
    mix(n, &cosine, &up, &minus, &contact->l0, &contact->n);
    mix(n, &cosine, &contact->l0, &sine, &up, &contact->l);
    jet3_cross(n, &contact->t, &up, &contact->l0);
}

static void place_patch(int n, const state *state, const elem *element, contact *contact)
{
    const double *y = state->y + element->internal;
    jet1 climb;
    jet3_seed(n, &contact->p, (vec3){y[0], y[1], 0.0}, X, state->dvalue);
    jet3_seed(n, &contact->v, (vec3){y[2], y[3], 0.0}, V, state->dvalue);
    JET_LANES(n, l) contact->p.d[2][l] = contact->v.d[2][l] = 0.0;
    jet3_dot(n, &climb, &contact->l0, &contact->v);
    jet1_mul_by(n, &climb, &contact->derivative);
    contact->p.v[2] = contact->height.v;
    contact->v.v[2] = climb.v;
    JET_LANES(n, l) contact->p.d[2][l] = contact->height.d[l];
    JET_LANES(n, l) contact->v.d[2][l] = climb.d[l];
}

/* --- ring and patch ----------------------------------------------------------------------------------------------- */

static double ring_mass(const state *state, const tire *tire)
{
    const elem *element = tire->body[1];
    inertia_sum sum = {0};
    if (!element || !element->type->inertia)
        return tire->ring_mass;
    element->type->inertia->add(state, element, &sum);
    return sum.mass;
}

static void grow(int n, const state *state, const tire *tire, contact *contact)
{
    jet3 a;
    jet_node_arm(n, &a, &contact->ring, tire->axle[1]);
    jet3_dot(n, &contact->spin, &contact->ring.w, &a);
    contact->F_c = contact->spin;
    const double by = tire->part * ring_mass(state, tire) * tire->R;
    jet1_chain_by(n, &contact->F_c, by * contact->spin.v * contact->spin.v, 2.0 * by * contact->spin.v);
    contact->growth = contact->F_c;
    jet1_scale_by(n, &contact->growth, 1.0 / tire->k_wr);
}

static void deform(int n, const state *state, const tire *tire, contact *contact)
{
    const double k_by = drive_now(tire->k_by, state), c_by = drive_now(tire->c_by, state);
    const double K[3] = {tire->k.x * k_by, tire->k.y * k_by, tire->k.z * k_by};
    const double C[3] = {tire->c.x * c_by, tire->c.y * c_by, tire->c.z * c_by};
    const jet3 *axis[3] = {&contact->l, &contact->t, &contact->n};
    jet3 down;
    jet1 R = contact->growth, rate;
    R.v += tire->R;
    jet3_mul1(n, &down, &R, &contact->n);
    jet3_add(n, &contact->d, &contact->p, -1.0, &contact->ring.x);
    jet3_add_to(n, &contact->d, 1.0, &down);
    jet3_add(n, &contact->d_rate, &contact->v, -1.0, &contact->ring.v);
    for (int i = 0; i < 3; i++) {
        jet3_dot(n, &contact->f[i], &contact->d, axis[i]);
        if (i == 2)
            contact->d_n = contact->f[2];
        jet1_scale_by(n, &contact->f[i], K[i]);
        jet3_dot(n, &rate, &contact->d_rate, axis[i]);
        jet1_add_to(n, &contact->f[i], C[i], &rate);
    }
    contact->F_z = contact->f[2];
    if (contact->d_n.v <= 0.0 || contact->F_z.v <= 0.0)
        jet1_const(n, &contact->F_z, 0.0);
    mix(n, &contact->f[0], &contact->l, &contact->f[1], &contact->t, &contact->F);
    jet3_mul1(n, &down, &contact->F_z, &contact->n);
    jet3_add_to(n, &contact->F, 1.0, &down);
}

static void load_radius(int n, const tire *tire, contact *contact)
{
    jet3 up;
    if (tire->has_loaded_radius) {
        jet3_add(n, &contact->arm, &contact->p, -1.0, &contact->ring.x);
        jet3_unit(n, &up, &contact->arm, &contact->radius);
        return;
    }
    jet3_add(n, &up, &contact->wheel.x, -1.0, &contact->p);
    jet3_dot(n, &contact->radius, &up, &contact->n);
    jet3_mul1(n, &up, &contact->radius, &contact->n);
    jet3_scale(n, &contact->arm, -1.0, &up);
}

/* --- slip --------------------------------------------------------------------------------------------------------- */

/* r = |v| or `least`, whichever is larger, rounded. */
static void at_least(int lanes, const jet1 *v, double least, double round, jet1 *r)
{
    jet1_abs(lanes, r, v);
    const double u = r->v - least, root = hypot(u, round);
    jet1_chain_by(lanes, r, least + 0.5 * (u + root), root > 0.0 ? 0.5 * (1.0 + u / root) : 0.0);
}

static void follow(int lanes, const state *state, const drive *by, const jet1 *x, jet1 *r)
{
    *r = *x;
    jet1_chain_by(lanes, r, drive_at(by, state, x->v), lanes > 0 ? drive_derivative(by, state, x->v) : 0.0);
}

static void find_slips(int n, const tire *tire, contact *contact)
{
    jet3 t_w, up;
    jet1 along, aside, speed;
    jet3_const(n, &up, (vec3){0, 0, 1});
    jet3_cross(n, &t_w, &up, &contact->l_w);
    jet3_dot(n, &contact->V_x, &contact->wheel.v, &contact->l_w);
    jet3_dot(n, &contact->V_y, &contact->wheel.v, &t_w);
    contact->v_s = contact->spin;
    jet1_mul_by(n, &contact->v_s, &contact->radius);
    jet3_dot(n, &along, &contact->v, &contact->l);
    jet3_dot(n, &aside, &contact->v, &contact->t);
    at_least(n, &contact->V_x, tire->thresholds.least, tire->thresholds.round, &contact->speed);
    jet1_add(n, &contact->kappa, &contact->v_s, -1.0, &along);
    jet1_div_by(n, &contact->kappa, &contact->speed);
    if (fabs(contact->kappa.v) > tire->thresholds.slip)
        jet1_const(n, &contact->kappa, copysign(tire->thresholds.slip, contact->kappa.v));
    at_least(n, &contact->V_x, tire->thresholds.angle, tire->thresholds.angle_round, &speed);
    jet1_div_by(n, &aside, &speed);
    contact->alpha = aside;
    jet1_chain_by(n, &contact->alpha, -atan(aside.v), -1.0 / (1.0 + aside.v * aside.v));
}

static void align(int n, const state *state, const tire *tire, contact *contact)
{
    jet1 shifted = contact->alpha, moment, residual;
    shifted.v += tire->S_ht;
    follow(n, state, tire->functions[TRAIL], &shifted, &moment);
    jet1_mul_by(n, &moment, &contact->F_z);
    jet1_mul_by(n, &moment, &contact->mu_y);
    jet1_scale_by(n, &moment, -1.0);
    shifted.v += tire->S_hf - tire->S_ht;
    follow(n, state, tire->functions[RESIDUAL], &shifted, &residual);
    jet1_add_to(n, &moment, 1.0, &residual);
    jet1_mul_by(n, &moment, &contact->F_z);
    jet3_mul1(n, &contact->align, &moment, &contact->n);
    jet3_add_to(n, &contact->M, 1.0, &contact->align);
}

static void resist_rolling(int n, const tire *tire, contact *contact)
{
    jet1 size;
    jet3 moment;
    jet1_abs(n, &size, &contact->V_x);
    jet1_scale_by(n, &size, tire->q_sy3 / tire->V_0);
    size.v += tire->q_sy1;
    jet1_mul_by(n, &size, &contact->F_z);
    jet1_mul_by(n, &size, &contact->V_x);
    jet1_div_by(n, &size, &contact->speed);
    jet1_scale_by(n, &size, -1.0);
    jet3_mul1(n, &contact->resist, &size, &contact->l);
    jet1_mul_by(n, &size, &contact->radius);
    jet3_mul1(n, &moment, &size, &contact->t);
    jet3_add_to(n, &contact->M, 1.0, &moment);
}

static void rigid_ring_tire_touch(int n, const state *state, const elem *element, contact *contact)
{
    const tire *tire = element->self;
    jet_node_seed(n, &contact->wheel, state, tire->side[0].node->pose, WHEEL);
    jet_node_seed(n, &contact->ring, state, tire->side[1].node->pose, RING);
    contact->half = ((const tire_memory *)remembered(state, element->memory))->half;
    forward(n, &contact->wheel, tire->axle[0], &contact->l_w);
    forward(n, &contact->ring, tire->axle[1], &contact->l0);
    meet_road(n, state, element, contact);
    place_patch(n, state, element, contact);
    grow(n, state, tire, contact);
    deform(n, state, tire, contact);
    load_radius(n, tire, contact);
    find_slips(n, tire, contact);
    jet3_cross(n, &contact->M, &contact->arm, &contact->F);
    jet1_const(n, &contact->mu_x, 0.0);
    jet1_const(n, &contact->mu_y, 0.0);
    jet3_const(n, &contact->align, (vec3){0, 0, 0});
    jet3_const(n, &contact->resist, (vec3){0, 0, 0});
    if (!tire->slips)
        return;
    follow(n, state, tire->functions[LONGITUDINAL], &contact->kappa, &contact->mu_x);
    follow(n, state, tire->functions[LATERAL], &contact->alpha, &contact->mu_y);
    align(n, state, tire, contact);
    resist_rolling(n, tire, contact);
}

/* m_p v' . axis + f - F_z mu */
static void patch_row(int lanes, const tire *tire, const contact *contact, const jet3 *rate, const jet3 *axis, int i,
                      jet1 *row)
{
    jet1 friction = i == 0 ? contact->mu_x : contact->mu_y;
    jet1_mul_by(lanes, &friction, &contact->F_z);
    jet3_dot(lanes, row, rate, axis);
    jet1_scale_by(lanes, row, tire->mass);
    jet1_add_to(lanes, row, 1.0, &contact->f[i]);
    jet1_add_to(lanes, row, -1.0, &friction);
}

static void rigid_ring_tire_eval(int lanes, const state *state, const elem *element, local *out)
{
    const tire *tire = element->self;
    const double *yp = state->yp + element->internal;
    contact contact;
    jet3 rate;
    jet1 row, way;
    rigid_ring_tire_touch(lanes, state, element, &contact);
    local_add3(out, RING, lanes, 1.0, &contact.F);
    local_add3(out, RING + 3, lanes, 1.0, &contact.M);
    jet3_seed(lanes, &rate, (vec3){yp[2], yp[3], 0.0}, V, state->drate);
    for (int i = 0; i < 2; i++) {
        jet1_seed(lanes, &way, yp[i], X + i, state->drate);
        jet1_seed(lanes, &row, state->y[element->internal + 2 + i], V + i, state->dvalue);
        jet1_add_to(lanes, &way, -1.0, &row);
        local_add1(out, X + i, lanes, 1.0, &way);
        patch_row(lanes, tire, &contact, &rate, i == 0 ? &contact.l0 : &contact.t, i, &row);
        local_add1(out, V + i, lanes, 1.0, &row);
    }
}

/* --- initial values and history ----------------------------------------------------------------------------------- */

static void rigid_ring_tire_initial(const state *state, const elem *element, initial_values *initial)
{
    (void)state;
    const tire *tire = element->self;
    const pose *ring = &initial->poses[tire->side[1].node->pose];
    initial->y[element->internal] = ring->x.x;
    initial->y[element->internal + 1] = ring->x.y;
    initial->y[element->internal + 2] = initial->yp[element->internal] = tire->v0.x;
    initial->y[element->internal + 3] = initial->yp[element->internal + 1] = tire->v0.y;
}

static void rigid_ring_tire_begin(const void *self, void *memory)
{
    ((tire_memory *)memory)->half = ((const tire *)self)->thresholds.half;
}

static bool rigid_ring_tire_valid(const void *self, const void *memory)
{
    (void)self;
    return ((const tire_memory *)memory)->half > 0.0;
}

static void rigid_ring_tire_accept(const state *state, const elem *element, memory_block *to)
{
    const tire *tire = element->self;
    contact contact;
    rigid_ring_tire_touch(0, state, element, &contact);
    const vec3 up = vec3_sub(state->poses[tire->side[0].node->pose].x, jet3_value(&contact.p));
    const double u = fmax((tire->R + contact.growth.v - vec3_dot(jet3_value(&contact.n), up)) / tire->R, 0.0);
    const double a = tire->R * (tire->r_a1 * sqrt(u) + tire->r_a2 * u);
    ((tire_memory *)memory_at(to, element->memory))->half = fmax(tire->ratio * a, tire->thresholds.half);
}

/* --- output ------------------------------------------------------------------------------------------------------- */

/* Kinetic and potential energies of wheel, ring and patch; the patch is not subject to gravity. */
static void energies(const state *state, const tire *tire, const contact *contact, double *kinetic, double *potential)
{
    const vec3 v = jet3_value(&contact->v);
    *kinetic = 0.5 * tire->mass * vec3_dot(v, v);
    *potential = 0.0;
    for (int i = 0; i < 2; i++) {
        const elem *element = tire->body[i];
        const pose *at = &state->poses[tire->side[i].node->pose];
        if (!element || !element->type->inertia)
            continue;
        inertia_sum sum = {0};
        element->type->inertia->add(state, element, &sum);
        const vec3 centre = sum.mass != 0.0 ? vec3_scale(1.0 / sum.mass, sum.s) : at->x;
        *potential += sum.mass * gravity_potential(state->model->gravity, state, centre);
        sum = inertia_sum_about(&sum, at->x);
        *kinetic += 0.5 * (vec3_dot(at->v, sum.beta) + vec3_dot(at->w, sum.gamma));
    }
}

static void rigid_ring_tire_put(record *out, const char *name, physical_quantity unit, const char *words, double is)
{
    record_name(out, name, unit, words);
    record_real(out, is);
}

static void put3(record *out, const char *name, physical_quantity unit, const char *words, vec3 is)
{
    record_name(out, name, unit, words);
    record_vec3(out, is);
}

static void put_slips(record *out, const contact *contact)
{
    rigid_ring_tire_put(out, "vx", QUANTITY_VELOCITY, "forward velocity of the wheel", contact->V_x.v);
    rigid_ring_tire_put(out, "vy", QUANTITY_VELOCITY, "lateral velocity of the wheel", contact->V_y.v);
    rigid_ring_tire_put(out, "vs", QUANTITY_VELOCITY, "velocity of rolling", contact->v_s.v);
    put3(out, "M", QUANTITY_MOMENT, "moment on the ring", jet3_value(&contact->M));
    put3(out, "arm", QUANTITY_LENGTH, "arm of the force on the ring", jet3_value(&contact->arm));
    rigid_ring_tire_put(out, "slip", QUANTITY_DIMENSIONLESS, "slip ratio", contact->kappa.v);
    rigid_ring_tire_put(out, "alpha", QUANTITY_RADIANS, "slip angle", contact->alpha.v);
    rigid_ring_tire_put(out, "mux", QUANTITY_DIMENSIONLESS, "longitudinal friction coefficient", contact->mu_x.v);
    rigid_ring_tire_put(out, "muy", QUANTITY_DIMENSIONLESS, "lateral friction coefficient", contact->mu_y.v);
    rigid_ring_tire_put(out, "h", QUANTITY_LENGTH, "height of the road", contact->height.v);
    put3(out, "n", QUANTITY_DIMENSIONLESS, "normal of the road", jet3_value(&contact->n));
}

static void put_patch(const state *state, const tire *tire, record *out, const contact *contact)
{
    const pose *wheel = &state->poses[tire->side[0].node->pose], *ring = &state->poses[tire->side[1].node->pose];
    const vec3 x = jet3_value(&contact->p), v = jet3_value(&contact->v), F = jet3_value(&contact->F);
    const vec3 point = vec3_sub(ring->x, vec3_scale(tire->R + contact->growth.v, jet3_value(&contact->n)));
    put3(out, "x", QUANTITY_LENGTH, "position of the patch", x);
    put3(out, "v", QUANTITY_VELOCITY, "velocity of the patch", v);
    put3(out, "d", QUANTITY_LENGTH, "relative position of the patch", vec3_sub(x, ring->x));
    put3(out, "dP", QUANTITY_VELOCITY, "relative velocity of the patch", vec3_sub(v, ring->v));
    put3(out, "Fp", QUANTITY_FORCE, "force of the ring on the patch", vec3_scale(-1.0, F));
    put3(out, "F", QUANTITY_FORCE, "force of the patch on the ring", F);
    put3(out, "lw", QUANTITY_DIMENSIONLESS, "forward direction of the wheel", jet3_value(&contact->l_w));
    put3(out, "l", QUANTITY_DIMENSIONLESS, "forward direction of the ring", jet3_value(&contact->l));
    put3(out, "l0", QUANTITY_DIMENSIONLESS, "the same without the slope of the road", jet3_value(&contact->l0));
    put3(out, "c", QUANTITY_LENGTH, "contact point of the ring", point);
    rigid_ring_tire_put(out, "Fz", QUANTITY_FORCE, "normal force", contact->F_z.v);
    put3(out, "vw", QUANTITY_VELOCITY, "velocity of the patch relative to the wheel", vec3_sub(v, wheel->v));
}

static void put_rest(const state *state, const tire *tire, record *out, const contact *contact)
{
    const vec3 d = jet3_value(&contact->d);
    const double W = fmax(fabs(contact->spin.v), tire->thresholds.spin),
                 R_e = fmin(fabs(contact->V_x.v) / W, tire->thresholds.radius * tire->R);
    rigid_ring_tire_put(out, "Re", QUANTITY_LENGTH, "effective rolling radius", R_e);
    rigid_ring_tire_put(out, "ls", QUANTITY_LENGTH, "half of the base of the tandem", contact->half);
    rigid_ring_tire_put(out, "rl", QUANTITY_LENGTH, "loaded radius", contact->radius.v);
    put3(out, "dr", QUANTITY_LENGTH, "patch from the contact point, in axes of the ring",
         (vec3){vec3_dot(d, jet3_value(&contact->l0)), vec3_dot(d, jet3_value(&contact->t)), d.z});
    rigid_ring_tire_put(out, "Fc", QUANTITY_FORCE, "centrifugal force", contact->F_c.v);
    put3(out, "Fr", QUANTITY_FORCE, "rolling resistance", jet3_value(&contact->resist));
    put3(out, "Mz", QUANTITY_MOMENT, "aligning moment", jet3_value(&contact->align));
    rigid_ring_tire_put(out, "xc", QUANTITY_LENGTH, "centre of the patch along the road",
                        0.5 * (contact->front.v + contact->rear.v));
    rigid_ring_tire_put(out, "xf", QUANTITY_LENGTH, "front of the tandem along the road", contact->front.v);
    rigid_ring_tire_put(out, "xr", QUANTITY_LENGTH, "rear of the tandem along the road", contact->rear.v);
    rigid_ring_tire_put(out, "dc", QUANTITY_LENGTH, "growth by the centrifugal force", contact->growth.v);
    rigid_ring_tire_put(out, "vz", QUANTITY_VELOCITY, "vertical velocity of the patch", contact->v.v[2]);
    rigid_ring_tire_put(out, "dt", QUANTITY_TIME, "time step", state->dt);
}

static void rigid_ring_tire_output_row(const state *state, const elem *element, record *out)
{
    const tire *tire = element->self;
    contact contact;
    double kinetic, potential;
    rigid_ring_tire_touch(0, state, element, &contact);
    energies(state, tire, &contact, &kinetic, &potential);
    record_begin(out, element->label);
    put_slips(out, &contact);
    put_patch(state, tire, out, &contact);
    rigid_ring_tire_put(out, "T", QUANTITY_ENERGY, "kinetic energy of wheel, ring and patch", kinetic);
    rigid_ring_tire_put(out, "V", QUANTITY_ENERGY, "potential energy of wheel and ring", potential);
    rigid_ring_tire_put(out, "E", QUANTITY_ENERGY, "sum of both", kinetic + potential);
    put_rest(state, tire, out, &contact);
    record_end(out);
}

static const char *rigid_ring_tire_internal_name(const elem *element, int i)
{
    static const char *const NAMES[] = {"position of the patch x", "position of the patch y", "velocity of the patch x",
                                        "velocity of the patch y"};
    (void)element;
    return NAMES[i];
}

static void rigid_ring_tire_sample(sampler *from, elem *element)
{
    tire *tire = element->self;
    sample_sides(from, tire->side);
    tire->axle[0] = sample_axis(from);
    tire->axle[1] = sample_axis(from);
    tire->R = 20.0;
    tire->k = (vec3){0.02, 0.03, 0.01};
    tire->c = (vec3){0.01, 0.02, 0.005};
    tire->k_by = sample_drive(from);
    tire->c_by = sample_drive(from);
    tire->road = sample_drive(from);
    tire->mass = sample_real(from, 1, 2);
    tire->part = 0.1;
    tire->ring_mass = 1e-3;
    tire->k_wr = 10.0;
    tire->ratio = 0.8;
    tire->r_a1 = tire->r_a2 = 0.1;
    tire->has_loaded_radius = sample_integer(from, 0, 1);
    tire->slips = sample_integer(from, 0, 1);
    for (int i = 0; i < N_FUNCTIONS; i++)
        tire->functions[i] = sample_drive(from);
    tire->S_ht = 0.1;
    tire->S_hf = -0.1;
    tire->q_sy1 = tire->q_sy3 = 0.02;
    tire->V_0 = 10.0;
    tire->thresholds = (thresholds){.least = 20.0,
                                    .round = 5.0,
                                    .angle = 20.0,
                                    .angle_round = 5.0,
                                    .slip = 100.0,
                                    .half = 0.5,
                                    .spin = 1.0,
                                    .radius = 2.0,
                                    .start = -1e3,
                                    .full = -900.0,
                                    .period = 1e4};
    internal(element);
}

const elem_type rigid_ring_tire_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "rigid ring tire",
    .grammar =
        "user defined: LABEL, rigid ring tire, WHEEL NODE, WHEEL BODY, AXLE, RADIUS, swift, RING NODE, RING BODY, "
        "STIFFNESS3, DRIVE, DAMPING3, DRIVE, PATCH VELOCITY, PATCH MASS, ROAD, TANDEM RATIO, RA1, RA2, LENGTH RATIO, "
        "RING STIFFNESS [, loadedRadius] [, slip, LONGITUDINAL, LATERAL, TRAIL, RESIDUAL, SHT, SHF, QSY1, QSY3, V0 [, "
        "threshold, TRH, TRHA, TRHT, TRHTA, TRHC, TDLS, TDREDIV, TDRE, DTON, TMAXH, DTRES, MAXSTEP, MINSTEP, TMAXF, "
        "TMINF, TMINS, TDIVF, TDIVF3, TDIVF4, RDA, RDB, RDL]]",
    .summary = "A tyre as a rigid ring on an uneven road (SWIFT).",
    .module = MODULE_WHEEL4,
    .size = sizeof(tire),
    .history = &(const elem_history){.memory = sizeof(tire_memory),
                                     .begin = rigid_ring_tire_begin,
                                     .valid = rigid_ring_tire_valid,
                                     .start = rigid_ring_tire_accept,
                                     .accept = rigid_ring_tire_accept},
    .read = rigid_ring_tire_read,
    .connect = rigid_ring_tire_connect,
    .eval = rigid_ring_tire_eval,
    .initial = rigid_ring_tire_initial,
    .output = rigid_ring_tire_output_row,
    .internal_name = rigid_ring_tire_internal_name,
    .sample = rigid_ring_tire_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.external_forces = true},
};
