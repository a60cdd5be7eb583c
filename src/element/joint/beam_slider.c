/* beam_slider.c - equations of a point that slides along a string of beams; they stand in joint_beam_slider.c. */
#include "element/joint/beam_slider.h"
#include <string.h>

enum { SLIDER = 0, NODES = 6, OWN = 24, MOST_LANES = 32 };

/* --- motion in 32 lanes: slider, the three nodes of the beam at hand, own unknowns -------------------------------- */

typedef struct {
    jet_side slider, node[3];
    jet1 s, N[3], D[3]; /* abscissa, shape functions, their derivatives in s */
    jet1 W[3];          /* share of each node in the load */
    jet3 x, l;
    jet3 F;
} motion;

static void set_shape(int n, motion *m)
{
    const double s = m->s.v;
    const double N[3] = {0.5 * s * (s - 1.0), 1.0 - s * s, 0.5 * s * (s + 1.0)};
    const double D[3] = {s - 0.5, -2.0 * s, s + 0.5};
    const double curvature[3] = {1.0, -2.0, 1.0};
    for (int i = 0; i < 3; i++) {
        m->N[i] = m->D[i] = m->s;
        jet1_chain_by(n, &m->N[i], N[i], D[i]);
        jet1_chain_by(n, &m->D[i], D[i], curvature[i]);
    }
}

/* From 0 to 1 around s = at; *slope is its derivative. */
static double step_up(double s, double at, double width, double *slope)
{
    const double x = s - at;
    *slope = 0.0;
    if (fabs(x) >= width)
        return x >= 0.0;
    *slope = 0.5 / width;
    return 0.5 + 0.5 * x / width;
}

static void set_weights(int n, const slider *j, motion *m)
{
    const double edge = 1.0 / sqrt(3.0);
    double to_second, to_third;
    const double second = step_up(m->s.v, -edge, j->smearing, &to_second),
                 third = step_up(m->s.v, edge, j->smearing, &to_third);
    m->W[0] = m->W[1] = m->W[2] = m->s;
    jet1_chain_by(n, &m->W[0], 1.0 - second, -to_second);
    jet1_chain_by(n, &m->W[1], second - third, to_second - to_third);
    jet1_chain_by(n, &m->W[2], third, to_third);
}

/* r = sum c_i a_i */
static void beam_slider_combine(int n, jet3 *restrict r, const jet1 c[3], const jet3 *const a[3])
{
    jet3_mul1(n, r, &c[0], a[0]);
    for (int i = 1; i < 3; i++) {
        jet3 t;
        jet3_mul1(n, &t, &c[i], a[i]);
        jet3_add_to(n, r, 1.0, &t);
    }
}

static void beam_slider_set_motion(int n, const state *s, const elem *e, motion *m)
{
    const slider *j = e->self;
    const segment *b = &j->beam[slider_beam(s, e)];
    jet_side_seed(n, &m->slider, s, &j->side, SLIDER);
    for (int i = 0; i < 3; i++)
        jet_side_seed(n, &m->node[i], s, &b->node[i], NODES + 6 * i);
    jet1_seed(n, &m->s, s->y[e->own] - 2.0 * slider_beam(s, e), OWN, 1.0);
    jet3_seed(n, &m->F, vec3_load(s->y + e->own + 1), OWN + 1, 1.0);
    set_shape(n, m);
    set_weights(n, j, m);
    const jet3 *const p[3] = {&m->node[0].p, &m->node[1].p, &m->node[2].p};
    beam_slider_combine(n, &m->x, m->N, p);
    beam_slider_combine(n, &m->l, m->D, p);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

/* A force at x, divided among the nodes. */
static void load_nodes(int n, const motion *m, double sign, const jet3 *F, local *out)
{
    for (int i = 0; i < 3; i++) {
        jet3 share, arm;
        if (m->W[i].v == 0.0)
            continue;
        jet3_mul1(n, &share, &m->W[i], F);
        jet3_add(n, &arm, &m->x, -1.0, &m->node[i].node.x);
        local_force(n, out, NODES + 6 * i, sign, &share, &arm);
    }
}

static void couple_nodes(int n, const motion *m, double sign, const jet3 *M, local *out)
{
    for (int i = 0; i < 3; i++) {
        jet3 share;
        jet3_mul1(n, &share, &m->W[i], M);
        local_couple(n, out, NODES + 6 * i, sign, &share);
    }
}

static void contact(int n, const motion *m, local *out)
{
    jet1 along;
    jet3 gap;
    jet3_dot(n, &along, &m->F, &m->l);
    local_add1(out, OWN, n, 1.0, &along);
    jet3_add(n, &gap, &m->slider.p, -1.0, &m->x);
    local_add3(out, OWN + 1, n, 1.0, &gap);
    local_force(n, out, SLIDER, 1.0, &m->F, &m->slider.b);
    load_nodes(n, m, -1.0, &m->F, out);
}

/* m_k e_k . l: the row, and its reactions. */
static void align(int n, const state *s, const elem *e, const motion *m, int k, local *out)
{
    const int own = 3 + k;
    jet3 axis, load, couple;
    jet1 phi, M;
    jet_side_axis(n, &axis, &m->slider, k);
    jet3_dot(n, &phi, &axis, &m->l);
    local_add1(out, OWN + own, n, 1.0, &phi);
    jet1_seed(n, &M, s->y[e->own + own], OWN + own, 1.0);
    jet3_mul1(n, &load, &M, &axis);
    jet3_cross(n, &couple, &load, &m->l);
    local_couple(n, out, SLIDER, 1.0, &couple);
    couple_nodes(n, m, -1.0, &couple, out);
}

/* The beam's axis 3, interpolated, stays normal to axis 2 of the slider: no rotation about the line. */
static void hold_roll(int n, const state *s, const elem *e, const motion *m, local *out)
{
    jet3 axis[3], across, e2, couple;
    jet1 phi, M;
    for (int i = 0; i < 3; i++)
        jet_side_axis(n, &axis[i], &m->node[i], 2);
    const jet3 *const a[3] = {&axis[0], &axis[1], &axis[2]};
    beam_slider_combine(n, &across, m->N, a);
    jet_side_axis(n, &e2, &m->slider, 1);
    jet3_dot(n, &phi, &e2, &across);
    local_add1(out, OWN + 6, n, 1.0, &phi);
    jet1_seed(n, &M, s->y[e->own + 6], OWN + 6, 1.0);
    jet3_cross(n, &couple, &e2, &across);
    jet3 on;
    jet3_mul1(n, &on, &M, &couple);
    local_couple(n, out, SLIDER, 1.0, &on);
    couple_nodes(n, m, -1.0, &on, out);
}

/* --- friction ----------------------------------------------------------------------------------------------------- */

typedef struct {
    jet3 t;           /* unit tangent */
    jet1 v, f, force; /* sliding velocity, coefficient, force */
} sliding;

static void unit_tangent(int n, const jet3 *l, jet3 *t)
{
    jet1 inverse;
    jet3_dot(n, &inverse, l, l);
    const double length = sqrt(inverse.v);
    jet1_chain_by(n, &inverse, 1.0 / length, -0.5 / (length * length * length));
    jet3_mul1(n, t, &inverse, l);
}

static void beam_slider_slide(int n, const state *s, const elem *e, const motion *m, sliding *k, local *out)
{
    const slider *j = e->self;
    const int own = e->n_own - 1;
    jet3 velocity[3], v, beam_v;
    jet1 N, shape, product;
    unit_tangent(n, &m->l, &k->t);
    for (int i = 0; i < 3; i++)
        jet_side_velocity(n, &velocity[i], &m->node[i]);
    const jet3 *const all[3] = {&velocity[0], &velocity[1], &velocity[2]};
    beam_slider_combine(n, &beam_v, m->N, all);
    jet_side_velocity(n, &v, &m->slider);
    jet3_add_to(n, &v, -1.0, &beam_v);
    jet3_dot(n, &k->v, &k->t, &v);
    const friction_place at = {.unknown = e->own + own, .index = OWN + own};
    friction_eval(n, j->friction, s, &at, &k->v, &k->f, out);
    friction_shape(n, j->friction, 0.0, &k->f, &shape);
    jet3_dot(n, &N, &m->F, &m->F);
    const double norm = sqrt(N.v);
    const bool is_loaded = norm > j->preload;
    jet1_chain_by(n, &N, is_loaded ? norm : j->preload, is_loaded ? 0.5 / norm : 0.0);
    product = k->f;
    for (int i = 0; i < n; i++)
        product.d[i] = shape.v * N.v * k->f.d[i] + k->f.v * (shape.d[i] * N.v + shape.v * N.d[i]);
    product.v = shape.v * k->f.v * N.v;
    k->force = product;
}

static void rub(int n, const state *s, const elem *e, const motion *m, local *out)
{
    sliding k;
    jet3 F;
    beam_slider_slide(n, s, e, m, &k, out);
    jet3_mul1(n, &F, &k.force, &k.t);
    local_force(n, out, SLIDER, -1.0, &F, &m->slider.b);
    load_nodes(n, m, 1.0, &F, out);
}

/* From the lanes to the element's rows and columns. */
static void beam_slider_spread(int n, const state *s, const elem *e, const local *from, local *out)
{
    const slider *j = e->self;
    const int lanes = OWN + e->n_own, first = slider_node_row(slider_beam(s, e), 0), own = slider_own_row(j);
    int to[MOST_LANES];
    for (int i = 0; i < lanes; i++)
        to[i] = i < NODES ? i : i < OWN ? first + i - NODES : own + i - OWN;
    for (int i = 0; i < lanes; i++) {
        out->r[to[i]] += from->r[i];
        for (int k = 0; n > 0 && k < lanes; k++)
            out->J[to[i] * out->ld + to[k]] += from->J[i * from->ld + k];
    }
}

void slider_eval(int n, const state *s, const elem *e, local *out)
{
    const slider *j = e->self;
    double r[MOST_LANES] = {0}, J[MOST_LANES * MOST_LANES];
    local here = {.r = r, .J = J, .ld = MOST_LANES};
    const int lanes = n > 0 ? MOST_LANES : 0;
    motion m;
    if (n > 0)
        memset(J, 0, sizeof J);
    beam_slider_set_motion(lanes, s, e, &m);
    contact(lanes, &m, &here);
    for (int k = 1; j->type != SPHERICAL && k <= 2; k++)
        align(lanes, s, e, &m, k, &here);
    if (j->type == SPLINE)
        hold_roll(lanes, s, e, &m, &here);
    if (j->friction)
        rub(lanes, s, e, &m, &here);
    beam_slider_spread(n, s, e, &here, out);
}

vec3 slider_direction(const state *s, const elem *e)
{
    motion m;
    beam_slider_set_motion(0, s, e, &m);
    return jet3_value(&m.l);
}

slider_friction slider_friction_now(const state *s, const elem *e)
{
    double r[MOST_LANES] = {0};
    local unused = {.r = r};
    motion m;
    sliding k;
    beam_slider_set_motion(0, s, e, &m);
    beam_slider_slide(0, s, e, &m, &k, &unused);
    return (slider_friction){.force = k.force.v, .coefficient = k.f.v, .velocity = k.v.v};
}
