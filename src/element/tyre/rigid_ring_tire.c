/* rigid_ring_tire.c - a tyre modelled as a rigid ring, connected to an uneven road by a contact patch with its own mass
 * (SWIFT).
 *
 *     a: axle, rotates with the ring; l0 = a x e3/|a x e3| forward, t = e3 x l0; the same of the wheel: l_w, t_w
 *     road: h(x), x along the global axis 1; null before A, in full from B on, repeated from B + L on with period L
 *     tandem, half a base b ahead of and behind the patch:  z = (h_f + h_r)/2,  tan s = (h_f - h_r)/(2 b)
 *     n = cos s e3 - sin s l0,  l = cos s l0 + sin s e3
 *     patch at p = (x, y, z), moving with v = (x', y', tan s l0 . v)
 *
 *     D = q m W^2 R/k_wr     growth by the spin W of the ring, m: its mass
 *     d = p - x_ring + (R + D) n,   d' = v - v_ring;   f_i = k_i d_i + c_i d'_i along l, t, n
 *     F_z = f_n, not less than 0 and 0 when d_n <= 0;   F = f_l l + f_t t + F_z n on the ring
 *     r = n . (x_wheel - p);   `loadedRadius`: |x_ring - p|
 *
 * slip:
 *     kappa = (W r - v . l)/V, at most TRHC;   alpha = -atan(v . t/V_a)
 *     V, V_a: |V_x| or TRH, TRHT, whichever is more, rounded over TRHA, TRHTA; V_x: velocity of the wheel along l_w
 *     F_x = F_z f_x(kappa),  F_y = F_z f_y(alpha),  M_z = -F_z f_t(alpha + S_ht) F_y + F_z f_r(alpha + S_hf)
 *     F_r = F_z (q_sy1 + q_sy3 |V_x|/V_0)
 *     patch:  m_p v' . l0 = F_x - f_l,   m_p v' . t = F_y - f_t
 *     moment on the ring:  (-r n) x F + M_z n - r F_r V_x/V t;  `loadedRadius`: with p - x_ring for -r n
 *
 *     contact length: a = R (r_a1 sqrt(u) + r_a2 u), u = (R + D - n . (x_wheel - p))/R;  b = ratio a, not less than
 *     TdLs, as it was at the end of the step before
 *
 * H. B. Pacejka, "Tyre and vehicle dynamics", 2006 (chapters 4, 9); A. J. C. Schmeitz, "A semi-empirical three-
 * dimensional model of the pneumatic tyre rolling over arbitrarily uneven road surfaces", Delft 2004 (tandem);
 * I. J. M. Besselink, "Shimmy of aircraft main landing gears", Delft 2000 (contact length). */
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
    double start, full, period; /* of the road; period 0: it does not repeat */
} thresholds;

typedef struct {
    joint_side side[2]; /* wheel, ring */
    const elem *body[2];
    double ring_mass; /* where there is no body */
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

enum { WHEEL = 0, RING = 6, X = 12, V = 14, N_OWN = 4 };

/* --- reading ------------------------------------------------------------------------------------------------------ */

static const elem *read_body(reader *r, const char *what)
{
    const unsigned label = read_label(r, what);
    const elem *e = read_ok(r) ? read_known_elem(r, &elem_cards[CARD_BODY], label) : NULL;
    if (read_ok(r) && !e)
        read_error_last(r, E_TIRE_BODY, label);
    return e;
}

static void read_thresholds(reader *r, thresholds *t)
{
    static const char *const UNUSED[] = {"TmaxH", "dtRes", "maxstep", "minstep", "TmaxF",
                                         "TminF", "TminS", "TdivF",   "TdivF3",  "TdivF4"};
    t->least = read_positive(r, "TRH");
    t->round = read_not_negative(r, "TRHA");
    t->angle = read_positive(r, "TRHT");
    t->angle_round = read_not_negative(r, "TRHTA");
    t->slip = read_positive(r, "TRHC");
    t->half = read_positive(r, "TdLs");
    t->spin = read_positive(r, "TdReDiv");
    t->radius = read_positive(r, "TdRe");
    if (read_real(r, "dtOn") != 0.0)
        read_error_last(r, E_TIRE_TIME_STEP);
    for (int i = 0; i < ARRAY_LEN(UNUSED); i++)
        read_not_negative(r, UNUSED[i]);
    t->start = read_real(r, "RDA");
    t->full = read_real(r, "RDB");
    if (read_ok(r) && t->full < t->start)
        read_error_last(r, E_LIMITS, t->start, t->full);
    t->period = read_positive(r, "RDL");
}

static void read_slip(reader *r, tire *p)
{
    static const char *const WHAT[] = {"longitudinal force", "lateral force", "pneumatic trail", "residual moment"};
    for (int i = 0; i < N_FUNCTIONS; i++)
        p->functions[i] = read_drive(r, WHAT[i]);
    p->S_ht = read_real(r, "S_ht");
    p->S_hf = read_real(r, "S_hf");
    p->q_sy1 = read_real(r, "q_sy1");
    p->q_sy3 = read_real(r, "q_sy3");
    p->V_0 = read_positive(r, "reference velocity of the rolling resistance");
    if (read_keyword(r, "threshold"))
        read_thresholds(r, &p->thresholds);
}

static vec3 read_three(reader *r, const char *what)
{
    const vec3 v = read_vec3(r, what);
    if (read_ok(r) && (v.x < 0.0 || v.y < 0.0 || v.z < 0.0))
        read_error_last(r, E_TIRE_NEGATIVE, what);
    return v;
}

static void read_ring(reader *r, tire *p)
{
    read_word(r, "swift");
    read_side_node(r, &p->side[1], NULL);
    p->body[1] = read_body(r, "body of the ring");
    p->k = read_three(r, "stiffness of the patch");
    p->k_by = read_drive(r, "factor of the stiffness");
    p->c = read_three(r, "damping of the patch");
    p->c_by = read_drive(r, "factor of the damping");
    p->v0 = read_vec3(r, "initial velocity of the patch");
    p->mass = read_positive(r, "mass of the patch");
    p->road = read_drive(r, "profile of the road");
    p->ratio = read_not_negative(r, "ratio of tandem and contact length");
    p->r_a1 = read_not_negative(r, "r_a1");
    p->r_a2 = read_not_negative(r, "r_a2");
    p->part = read_not_negative(r, "ratio of contact length and circumference");
    p->k_wr = read_positive(r, "vertical stiffness between wheel and ring");
}

static void own(elem *e)
{
    static const own_kind KINDS[N_OWN] = {OWN_DIFFERENTIAL, OWN_DIFFERENTIAL, OWN_DIFFERENTIAL, OWN_DIFFERENTIAL};
    e->kinds = KINDS;
    e->n_own = N_OWN;
}

static void rigid_ring_tire_read(reader *r, elem *e)
{
    tire *p = e->self;
    p->side[0].Rh = p->side[1].Rh = MAT3_EYE;
    p->thresholds = (thresholds){.least = 1e-3,
                                 .angle = 1e-3,
                                 .slip = 1e3,
                                 .half = 1e-3,
                                 .spin = 1e-3,
                                 .radius = 10.0,
                                 .start = -HUGE_VAL,
                                 .full = -HUGE_VAL};
    read_side_node(r, &p->side[0], NULL);
    p->body[0] = read_body(r, "body of the wheel");
    const frame_context wheel = side_context(&p->side[0], NULL);
    const vec3 axle = read_direction_abs(r, &wheel, "direction of the axle");
    p->R = read_positive(r, "radius of the tyre");
    read_ring(r, p);
    p->has_loaded_radius = read_keyword(r, "loadedRadius");
    p->slips = read_keyword(r, "slip");
    if (p->slips)
        read_slip(r, p);
    for (int i = 0; i < 2 && read_ok(r); i++)
        p->axle[i] = mat3_tmulv(&p->side[i].node->initial->R, axle);
    own(e);
}

static void rigid_ring_tire_connect(const elem *e, layout *l)
{
    const tire *p = e->self;
    for (int i = 0; i < 2; i++)
        layout_node(l, p->side[i].node);
    layout_own(l);
}

/* --- the road ----------------------------------------------------------------------------------------------------- */

/* Where the profile is asked for x; `part`: how much of it counts, and the slope of that. */
static double profile_place(const thresholds *t, double x, double *part, double *part_slope)
{
    const bool rises = x > t->start && x < t->full;
    *part = x >= t->full ? 1.0 : rises ? (x - t->start) / (t->full - t->start) : 0.0;
    *part_slope = rises ? 1.0 / (t->full - t->start) : 0.0;
    return t->period > 0.0 && x > t->full + t->period ? t->full + fmod(x - t->full, t->period) : x;
}

/* h(x) */
static void road_height(int n, const state *s, const tire *p, const jet1 *x, jet1 *h)
{
    double part, part_slope;
    const double at = profile_place(&p->thresholds, x->v, &part, &part_slope),
                 raw = part > 0.0 ? drive_at(p->road, s, at) : 0.0;
    *h = *x;
    const double slope = part > 0.0 && n > 0 ? part * drive_slope(p->road, s, at) + part_slope * raw : 0.0;
    jet1_chain_by(n, h, part * raw, slope);
}

typedef struct {
    jet_node wheel, ring;
    jet3 l0, l, t, n;       /* axes of the patch */
    jet3 l_w;               /* forward direction of the wheel */
    jet1 front, rear;       /* of the tandem, along the road */
    jet1 height, slope;     /* of the road */
    jet3 p, v;              /* the patch */
    jet1 spin, growth, F_c; /* of the ring */
    jet3 d, d_rate;         /* of the patch from the ring's contact point */
    jet1 f[3], d_n;         /* along l, t, n */
    jet1 radius, F_z, V_x, V_y, v_s, speed;
    jet1 kappa, alpha, mu_x, mu_y;
    jet3 F, arm, M, align, resist; /* on the ring; resist: the force of rolling resistance */
    double half;
} contact;

static void forward(int n, const jet_node *of, vec3 axle, jet3 *l)
{
    jet3 a, up, cross;
    jet_node_arm(n, &a, of, axle);
    jet3_const(n, &up, (vec3){0, 0, 1});
    jet3_cross(n, &cross, &a, &up);
    jet3_unit(n, l, &cross, NULL);
}

/* r = a u + b w */
static void mix(int n, const jet1 *a, const jet3 *u, const jet1 *b, const jet3 *w, jet3 *r)
{
    jet3 more;
    jet3_mul1(n, r, a, u);
    jet3_mul1(n, &more, b, w);
    jet3_add_to(n, r, 1.0, &more);
}

/* The road under the patch: height, slope, axes. */
static void meet_road(int n, const state *s, const elem *e, contact *k)
{
    const tire *p = e->self;
    jet1 at, ahead, h_f, h_r, cosine, sine, minus;
    jet3 up;
    jet1_seed(n, &at, s->y[e->own], X, s->dvalue);
    ahead.v = k->l0.v[0];
    JET_LANES(n, l) ahead.d[l] = k->l0.d[0][l];
    jet1_add(n, &k->front, &at, k->half, &ahead);
    jet1_add(n, &k->rear, &at, -k->half, &ahead);
    road_height(n, s, p, &k->front, &h_f);
    road_height(n, s, p, &k->rear, &h_r);
    jet1_add(n, &k->height, &h_f, 1.0, &h_r);
    jet1_scale_by(n, &k->height, 0.5);
    jet1_add(n, &k->slope, &h_f, -1.0, &h_r);
    jet1_scale_by(n, &k->slope, 0.5 / k->half);
    const double q = 1.0 / (1.0 + k->slope.v * k->slope.v);
    cosine = k->slope;
    jet1_chain_by(n, &cosine, sqrt(q), -k->slope.v * q * sqrt(q));
    sine = k->slope;
    jet1_mul_by(n, &sine, &cosine);
    minus = sine;
    jet1_scale_by(n, &minus, -1.0);
    jet3_const(n, &up, (vec3){0, 0, 1});
    mix(n, &cosine, &up, &minus, &k->l0, &k->n);
    mix(n, &cosine, &k->l0, &sine, &up, &k->l);
    jet3_cross(n, &k->t, &up, &k->l0);
}

static void place_patch(int n, const state *s, const elem *e, contact *k)
{
    const double *y = s->y + e->own;
    jet1 climb;
    jet3_seed(n, &k->p, (vec3){y[0], y[1], 0.0}, X, s->dvalue);
    jet3_seed(n, &k->v, (vec3){y[2], y[3], 0.0}, V, s->dvalue);
    JET_LANES(n, l) k->p.d[2][l] = k->v.d[2][l] = 0.0;
    jet3_dot(n, &climb, &k->l0, &k->v);
    jet1_mul_by(n, &climb, &k->slope);
    k->p.v[2] = k->height.v;
    k->v.v[2] = climb.v;
    JET_LANES(n, l) k->p.d[2][l] = k->height.d[l];
    JET_LANES(n, l) k->v.d[2][l] = climb.d[l];
}

/* --- ring and patch ----------------------------------------------------------------------------------------------- */

static double ring_mass(const state *s, const tire *p)
{
    const elem *b = p->body[1];
    inertia_sum sum = {0};
    if (!b || !b->type->inertia)
        return p->ring_mass;
    b->type->inertia->add(s, b, &sum);
    return sum.mass;
}

static void grow(int n, const state *s, const tire *p, contact *k)
{
    jet3 a;
    jet_node_arm(n, &a, &k->ring, p->axle[1]);
    jet3_dot(n, &k->spin, &k->ring.w, &a);
    k->F_c = k->spin;
    const double by = p->part * ring_mass(s, p) * p->R;
    jet1_chain_by(n, &k->F_c, by * k->spin.v * k->spin.v, 2.0 * by * k->spin.v);
    k->growth = k->F_c;
    jet1_scale_by(n, &k->growth, 1.0 / p->k_wr);
}

static void deform(int n, const state *s, const tire *p, contact *k)
{
    const double k_by = drive_now(p->k_by, s), c_by = drive_now(p->c_by, s);
    const double K[3] = {p->k.x * k_by, p->k.y * k_by, p->k.z * k_by};
    const double C[3] = {p->c.x * c_by, p->c.y * c_by, p->c.z * c_by};
    const jet3 *axis[3] = {&k->l, &k->t, &k->n};
    jet3 down;
    jet1 R = k->growth, rate;
    R.v += p->R;
    jet3_mul1(n, &down, &R, &k->n);
    jet3_add(n, &k->d, &k->p, -1.0, &k->ring.x);
    jet3_add_to(n, &k->d, 1.0, &down);
    jet3_add(n, &k->d_rate, &k->v, -1.0, &k->ring.v);
    for (int i = 0; i < 3; i++) {
        jet3_dot(n, &k->f[i], &k->d, axis[i]);
        if (i == 2)
            k->d_n = k->f[2];
        jet1_scale_by(n, &k->f[i], K[i]);
        jet3_dot(n, &rate, &k->d_rate, axis[i]);
        jet1_add_to(n, &k->f[i], C[i], &rate);
    }
    k->F_z = k->f[2];
    if (k->d_n.v <= 0.0 || k->F_z.v <= 0.0)
        jet1_const(n, &k->F_z, 0.0);
    mix(n, &k->f[0], &k->l, &k->f[1], &k->t, &k->F);
    jet3_mul1(n, &down, &k->F_z, &k->n);
    jet3_add_to(n, &k->F, 1.0, &down);
}

static void load_radius(int n, const tire *p, contact *k)
{
    jet3 up;
    if (p->has_loaded_radius) {
        jet3_add(n, &k->arm, &k->p, -1.0, &k->ring.x);
        jet3_unit(n, &up, &k->arm, &k->radius);
        return;
    }
    jet3_add(n, &up, &k->wheel.x, -1.0, &k->p);
    jet3_dot(n, &k->radius, &up, &k->n);
    jet3_mul1(n, &up, &k->radius, &k->n);
    jet3_scale(n, &k->arm, -1.0, &up);
}

/* --- slip --------------------------------------------------------------------------------------------------------- */

/* r = |v| or `least`, whichever is more, rounded. */
static void at_least(int n, const jet1 *v, double least, double round, jet1 *r)
{
    jet1_abs(n, r, v);
    const double u = r->v - least, root = hypot(u, round);
    jet1_chain_by(n, r, least + 0.5 * (u + root), root > 0.0 ? 0.5 * (1.0 + u / root) : 0.0);
}

static void follow(int n, const state *s, const drive *by, const jet1 *x, jet1 *r)
{
    *r = *x;
    jet1_chain_by(n, r, drive_at(by, s, x->v), n > 0 ? drive_slope(by, s, x->v) : 0.0);
}

static void find_slips(int n, const tire *p, contact *k)
{
    jet3 t_w, up;
    jet1 along, aside, speed;
    jet3_const(n, &up, (vec3){0, 0, 1});
    jet3_cross(n, &t_w, &up, &k->l_w);
    jet3_dot(n, &k->V_x, &k->wheel.v, &k->l_w);
    jet3_dot(n, &k->V_y, &k->wheel.v, &t_w);
    k->v_s = k->spin;
    jet1_mul_by(n, &k->v_s, &k->radius);
    jet3_dot(n, &along, &k->v, &k->l);
    jet3_dot(n, &aside, &k->v, &k->t);
    at_least(n, &k->V_x, p->thresholds.least, p->thresholds.round, &k->speed);
    jet1_add(n, &k->kappa, &k->v_s, -1.0, &along);
    jet1_div_by(n, &k->kappa, &k->speed);
    if (fabs(k->kappa.v) > p->thresholds.slip)
        jet1_const(n, &k->kappa, copysign(p->thresholds.slip, k->kappa.v));
    at_least(n, &k->V_x, p->thresholds.angle, p->thresholds.angle_round, &speed);
    jet1_div_by(n, &aside, &speed);
    k->alpha = aside;
    jet1_chain_by(n, &k->alpha, -atan(aside.v), -1.0 / (1.0 + aside.v * aside.v));
}

static void align(int n, const state *s, const tire *p, contact *k)
{
    jet1 shifted = k->alpha, moment, residual;
    shifted.v += p->S_ht;
    follow(n, s, p->functions[TRAIL], &shifted, &moment);
    jet1_mul_by(n, &moment, &k->F_z);
    jet1_mul_by(n, &moment, &k->mu_y);
    jet1_scale_by(n, &moment, -1.0);
    shifted.v += p->S_hf - p->S_ht;
    follow(n, s, p->functions[RESIDUAL], &shifted, &residual);
    jet1_add_to(n, &moment, 1.0, &residual);
    jet1_mul_by(n, &moment, &k->F_z);
    jet3_mul1(n, &k->align, &moment, &k->n);
    jet3_add_to(n, &k->M, 1.0, &k->align);
}

static void resist_rolling(int n, const tire *p, contact *k)
{
    jet1 size;
    jet3 couple;
    jet1_abs(n, &size, &k->V_x);
    jet1_scale_by(n, &size, p->q_sy3 / p->V_0);
    size.v += p->q_sy1;
    jet1_mul_by(n, &size, &k->F_z);
    jet1_mul_by(n, &size, &k->V_x);
    jet1_div_by(n, &size, &k->speed);
    jet1_scale_by(n, &size, -1.0);
    jet3_mul1(n, &k->resist, &size, &k->l);
    jet1_mul_by(n, &size, &k->radius);
    jet3_mul1(n, &couple, &size, &k->t);
    jet3_add_to(n, &k->M, 1.0, &couple);
}

static void rigid_ring_tire_touch(int n, const state *s, const elem *e, contact *k)
{
    const tire *p = e->self;
    jet_node_seed(n, &k->wheel, s, p->side[0].node->pose, WHEEL);
    jet_node_seed(n, &k->ring, s, p->side[1].node->pose, RING);
    k->half = ((const tire_memory *)remembered(s, e->memory))->half;
    forward(n, &k->wheel, p->axle[0], &k->l_w);
    forward(n, &k->ring, p->axle[1], &k->l0);
    meet_road(n, s, e, k);
    place_patch(n, s, e, k);
    grow(n, s, p, k);
    deform(n, s, p, k);
    load_radius(n, p, k);
    find_slips(n, p, k);
    jet3_cross(n, &k->M, &k->arm, &k->F);
    jet1_const(n, &k->mu_x, 0.0);
    jet1_const(n, &k->mu_y, 0.0);
    jet3_const(n, &k->align, (vec3){0, 0, 0});
    jet3_const(n, &k->resist, (vec3){0, 0, 0});
    if (!p->slips)
        return;
    follow(n, s, p->functions[LONGITUDINAL], &k->kappa, &k->mu_x);
    follow(n, s, p->functions[LATERAL], &k->alpha, &k->mu_y);
    align(n, s, p, k);
    resist_rolling(n, p, k);
}

/* m_p v' . axis + f - F_z mu */
static void patch_row(int n, const tire *p, const contact *k, const jet3 *rate, const jet3 *axis, int i, jet1 *row)
{
    jet1 friction = i == 0 ? k->mu_x : k->mu_y;
    jet1_mul_by(n, &friction, &k->F_z);
    jet3_dot(n, row, rate, axis);
    jet1_scale_by(n, row, p->mass);
    jet1_add_to(n, row, 1.0, &k->f[i]);
    jet1_add_to(n, row, -1.0, &friction);
}

static void rigid_ring_tire_eval(int n, const state *s, const elem *e, local *out)
{
    const tire *p = e->self;
    const double *yp = s->yp + e->own;
    contact k;
    jet3 rate;
    jet1 row, way;
    rigid_ring_tire_touch(n, s, e, &k);
    local_add3(out, RING, n, 1.0, &k.F);
    local_add3(out, RING + 3, n, 1.0, &k.M);
    jet3_seed(n, &rate, (vec3){yp[2], yp[3], 0.0}, V, s->drate);
    for (int i = 0; i < 2; i++) {
        jet1_seed(n, &way, yp[i], X + i, s->drate);
        jet1_seed(n, &row, s->y[e->own + 2 + i], V + i, s->dvalue);
        jet1_add_to(n, &way, -1.0, &row);
        local_add1(out, X + i, n, 1.0, &way);
        patch_row(n, p, &k, &rate, i == 0 ? &k.l0 : &k.t, i, &row);
        local_add1(out, V + i, n, 1.0, &row);
    }
}

/* --- beginning and memory ----------------------------------------------------------------------------------------- */

static void rigid_ring_tire_initial(const state *s, const elem *e, initial_values *v)
{
    (void)s;
    const tire *p = e->self;
    const pose *ring = &v->poses[p->side[1].node->pose];
    v->y[e->own] = ring->x.x;
    v->y[e->own + 1] = ring->x.y;
    v->y[e->own + 2] = v->yp[e->own] = p->v0.x;
    v->y[e->own + 3] = v->yp[e->own + 1] = p->v0.y;
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

static void rigid_ring_tire_accept(const state *s, const elem *e, memory_block *to)
{
    const tire *p = e->self;
    contact k;
    rigid_ring_tire_touch(0, s, e, &k);
    const vec3 up = vec3_sub(s->poses[p->side[0].node->pose].x, jet3_value(&k.p));
    const double u = fmax((p->R + k.growth.v - vec3_dot(jet3_value(&k.n), up)) / p->R, 0.0);
    const double a = p->R * (p->r_a1 * sqrt(u) + p->r_a2 * u);
    ((tire_memory *)memory_at(to, e->memory))->half = fmax(p->ratio * a, p->thresholds.half);
}

/* --- output ------------------------------------------------------------------------------------------------------- */

/* Kinetic and potential energies of wheel, ring and patch; the patch is not subject to gravity. */
static void energies(const state *s, const tire *p, const contact *k, double *kinetic, double *potential)
{
    const vec3 v = jet3_value(&k->v);
    *kinetic = 0.5 * p->mass * vec3_dot(v, v);
    *potential = 0.0;
    for (int i = 0; i < 2; i++) {
        const elem *b = p->body[i];
        const pose *at = &s->poses[p->side[i].node->pose];
        if (!b || !b->type->inertia)
            continue;
        inertia_sum sum = {0};
        b->type->inertia->add(s, b, &sum);
        const vec3 centre = sum.mass != 0.0 ? vec3_scale(1.0 / sum.mass, sum.s) : at->x;
        *potential += sum.mass * gravity_potential(s->model->gravity, s, centre);
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

static void put_slips(record *out, const contact *k)
{
    rigid_ring_tire_put(out, "vx", QUANTITY_VELOCITY, "forward velocity of the wheel", k->V_x.v);
    rigid_ring_tire_put(out, "vy", QUANTITY_VELOCITY, "lateral velocity of the wheel", k->V_y.v);
    rigid_ring_tire_put(out, "vs", QUANTITY_VELOCITY, "velocity of rolling", k->v_s.v);
    put3(out, "M", QUANTITY_MOMENT, "moment on the ring", jet3_value(&k->M));
    put3(out, "arm", QUANTITY_LENGTH, "arm of the force on the ring", jet3_value(&k->arm));
    rigid_ring_tire_put(out, "slip", QUANTITY_DIMENSIONLESS, "slip ratio", k->kappa.v);
    rigid_ring_tire_put(out, "alpha", QUANTITY_RADIANS, "slip angle", k->alpha.v);
    rigid_ring_tire_put(out, "mux", QUANTITY_DIMENSIONLESS, "longitudinal friction coefficient", k->mu_x.v);
    rigid_ring_tire_put(out, "muy", QUANTITY_DIMENSIONLESS, "lateral friction coefficient", k->mu_y.v);
    rigid_ring_tire_put(out, "h", QUANTITY_LENGTH, "height of the road", k->height.v);
    put3(out, "n", QUANTITY_DIMENSIONLESS, "normal of the road", jet3_value(&k->n));
}

static void put_patch(const state *s, const tire *p, record *out, const contact *k)
{
    const pose *wheel = &s->poses[p->side[0].node->pose], *ring = &s->poses[p->side[1].node->pose];
    const vec3 x = jet3_value(&k->p), v = jet3_value(&k->v), F = jet3_value(&k->F);
    const vec3 point = vec3_sub(ring->x, vec3_scale(p->R + k->growth.v, jet3_value(&k->n)));
    put3(out, "x", QUANTITY_LENGTH, "position of the patch", x);
    put3(out, "v", QUANTITY_VELOCITY, "velocity of the patch", v);
    put3(out, "d", QUANTITY_LENGTH, "relative position of the patch", vec3_sub(x, ring->x));
    put3(out, "dP", QUANTITY_VELOCITY, "relative velocity of the patch", vec3_sub(v, ring->v));
    put3(out, "Fp", QUANTITY_FORCE, "force of the ring on the patch", vec3_scale(-1.0, F));
    put3(out, "F", QUANTITY_FORCE, "force of the patch on the ring", F);
    put3(out, "lw", QUANTITY_DIMENSIONLESS, "forward direction of the wheel", jet3_value(&k->l_w));
    put3(out, "l", QUANTITY_DIMENSIONLESS, "forward direction of the ring", jet3_value(&k->l));
    put3(out, "l0", QUANTITY_DIMENSIONLESS, "the same without the slope of the road", jet3_value(&k->l0));
    put3(out, "c", QUANTITY_LENGTH, "contact point of the ring", point);
    rigid_ring_tire_put(out, "Fz", QUANTITY_FORCE, "normal force", k->F_z.v);
    put3(out, "vw", QUANTITY_VELOCITY, "velocity of the patch relative to the wheel", vec3_sub(v, wheel->v));
}

static void put_rest(const state *s, const tire *p, record *out, const contact *k)
{
    const vec3 d = jet3_value(&k->d);
    const double W = fmax(fabs(k->spin.v), p->thresholds.spin),
                 R_e = fmin(fabs(k->V_x.v) / W, p->thresholds.radius * p->R);
    rigid_ring_tire_put(out, "Re", QUANTITY_LENGTH, "effective rolling radius", R_e);
    rigid_ring_tire_put(out, "ls", QUANTITY_LENGTH, "half of the base of the tandem", k->half);
    rigid_ring_tire_put(out, "rl", QUANTITY_LENGTH, "loaded radius", k->radius.v);
    put3(out, "dr", QUANTITY_LENGTH, "patch from the contact point, in axes of the ring",
         (vec3){vec3_dot(d, jet3_value(&k->l0)), vec3_dot(d, jet3_value(&k->t)), d.z});
    rigid_ring_tire_put(out, "Fc", QUANTITY_FORCE, "centrifugal force", k->F_c.v);
    put3(out, "Fr", QUANTITY_FORCE, "rolling resistance", jet3_value(&k->resist));
    put3(out, "Mz", QUANTITY_MOMENT, "aligning moment", jet3_value(&k->align));
    rigid_ring_tire_put(out, "xc", QUANTITY_LENGTH, "centre of the patch along the road",
                        0.5 * (k->front.v + k->rear.v));
    rigid_ring_tire_put(out, "xf", QUANTITY_LENGTH, "front of the tandem along the road", k->front.v);
    rigid_ring_tire_put(out, "xr", QUANTITY_LENGTH, "rear of the tandem along the road", k->rear.v);
    rigid_ring_tire_put(out, "dc", QUANTITY_LENGTH, "growth by the centrifugal force", k->growth.v);
    rigid_ring_tire_put(out, "vz", QUANTITY_VELOCITY, "vertical velocity of the patch", k->v.v[2]);
    rigid_ring_tire_put(out, "dt", QUANTITY_TIME, "time step", s->dt);
}

static void rigid_ring_tire_output_row(const state *s, const elem *e, record *out)
{
    const tire *p = e->self;
    contact k;
    double kinetic, potential;
    rigid_ring_tire_touch(0, s, e, &k);
    energies(s, p, &k, &kinetic, &potential);
    record_begin(out, e->label);
    put_slips(out, &k);
    put_patch(s, p, out, &k);
    rigid_ring_tire_put(out, "T", QUANTITY_ENERGY, "kinetic energy of wheel, ring and patch", kinetic);
    rigid_ring_tire_put(out, "V", QUANTITY_ENERGY, "potential energy of wheel and ring", potential);
    rigid_ring_tire_put(out, "E", QUANTITY_ENERGY, "sum of both", kinetic + potential);
    put_rest(s, p, out, &k);
    record_end(out);
}

static const char *rigid_ring_tire_own_name(const elem *e, int i)
{
    static const char *const NAMES[] = {"position of the patch x", "position of the patch y", "velocity of the patch x",
                                        "velocity of the patch y"};
    (void)e;
    return NAMES[i];
}

static void rigid_ring_tire_sample(sampler *from, elem *e)
{
    tire *p = e->self;
    sample_sides(from, p->side);
    p->axle[0] = sample_axis(from);
    p->axle[1] = sample_axis(from);
    p->R = 20.0;
    p->k = (vec3){0.02, 0.03, 0.01};
    p->c = (vec3){0.01, 0.02, 0.005};
    p->k_by = sample_drive(from);
    p->c_by = sample_drive(from);
    p->road = sample_drive(from);
    p->mass = sample_real(from, 1, 2);
    p->part = 0.1;
    p->ring_mass = 1e-3;
    p->k_wr = 10.0;
    p->ratio = 0.8;
    p->r_a1 = p->r_a2 = 0.1;
    p->has_loaded_radius = sample_integer(from, 0, 1);
    p->slips = sample_integer(from, 0, 1);
    for (int i = 0; i < N_FUNCTIONS; i++)
        p->functions[i] = sample_drive(from);
    p->S_ht = 0.1;
    p->S_hf = -0.1;
    p->q_sy1 = p->q_sy3 = 0.02;
    p->V_0 = 10.0;
    p->thresholds = (thresholds){.least = 20.0,
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
    own(e);
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
    .own_name = rigid_ring_tire_own_name,
    .sample = rigid_ring_tire_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.external_forces = true},
};
