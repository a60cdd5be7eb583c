/* beam_slider.c - equations of a point that slides along a chain of beams; see joint_beam_slider.c for them. */
#include "element/joint/beam_slider.h"
#include <string.h>

enum { SLIDER = 0, NODES = 6, INTERNAL = 24, MOST_LANES = 32 };

/* --- motion in 32 lanes: slider, the three nodes of the current beam, internal unknowns --------------------------- */

typedef struct {
    jet_side slider, node[3];
    jet1 s, N[3], D[3]; /* abscissa, shape functions, their derivatives in s */
    jet1 W[3];          /* share of each node in the load */
    jet3 x, l;
    jet3 F;
} motion;

static void set_shape(int n, motion *motion)
{
    const double s = motion->s.v;
    const double N[3] = {0.5 * s * (s - 1.0), 1.0 - s * s, 0.5 * s * (s + 1.0)};
    const double D[3] = {s - 0.5, -2.0 * s, s + 0.5};
    const double curvature[3] = {1.0, -2.0, 1.0};
    for (int i = 0; i < 3; i++) {
        motion->N[i] = motion->D[i] = motion->s;
        jet1_chain_by(n, &motion->N[i], N[i], D[i]);
        jet1_chain_by(n, &motion->D[i], D[i], curvature[i]);
    }
}

/* Smooth step from 0 to 1 around s = at; *derivative is its derivative. */
static double step_up(double s, double at, double width, double *derivative)
{
    const double x = s - at;
    *derivative = 0.0;
    if (fabs(x) >= width)
        return x >= 0.0;
    *derivative = 0.5 / width;
    return 0.5 + 0.5 * x / width;
}

static void set_weights(int n, const slider *joint, motion *motion)
{
    const double edge = 1.0 / sqrt(3.0);
    double to_second, to_third;
    const double second = step_up(motion->s.v, -edge, joint->smearing, &to_second),
                 third = step_up(motion->s.v, edge, joint->smearing, &to_third);
    motion->W[0] = motion->W[1] = motion->W[2] = motion->s;
    jet1_chain_by(n, &motion->W[0], 1.0 - second, -to_second);
    jet1_chain_by(n, &motion->W[1], second - third, to_second - to_third);
    jet1_chain_by(n, &motion->W[2], third, to_third);
}

/* r = sum c_i a_i */
static void beam_slider_combine(int lanes, jet3 *restrict r, const jet1 c[3], const jet3 *const a[3])
{
    jet3_mul1(lanes, r, &c[0], a[0]);
    for (int i = 1; i < 3; i++) {
        jet3 t;
        jet3_mul1(lanes, &t, &c[i], a[i]);
        jet3_add_to(lanes, r, 1.0, &t);
    }
}

static void beam_slider_set_motion(int n, const state *state, const elem *element, motion *motion)
{
    const slider *joint = element->self;
    const segment *segment = &joint->beam[slider_beam(state, element)];
    jet_side_seed(n, &motion->slider, state, &joint->side, SLIDER);
    for (int i = 0; i < 3; i++)
        jet_side_seed(n, &motion->node[i], state, &segment->node[i], NODES + 6 * i);
    jet1_seed(n, &motion->s, state->y[element->internal] - 2.0 * slider_beam(state, element), INTERNAL, 1.0);
    jet3_seed(n, &motion->F, vec3_load(state->y + element->internal + 1), INTERNAL + 1, 1.0);
    set_shape(n, motion);
    set_weights(n, joint, motion);
    const jet3 *const p[3] = {&motion->node[0].p, &motion->node[1].p, &motion->node[2].p};
    beam_slider_combine(n, &motion->x, motion->N, p);
    beam_slider_combine(n, &motion->l, motion->D, p);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

/* Applies a force at x, distributed over the nodes. */
static void load_nodes(int lanes, const motion *motion, double sign, const jet3 *F, local *out)
{
    for (int i = 0; i < 3; i++) {
        jet3 share, arm;
        if (motion->W[i].v == 0.0)
            continue;
        jet3_mul1(lanes, &share, &motion->W[i], F);
        jet3_add(lanes, &arm, &motion->x, -1.0, &motion->node[i].node.x);
        local_force(lanes, out, NODES + 6 * i, sign, &share, &arm);
    }
}

static void couple_nodes(int lanes, const motion *motion, double sign, const jet3 *M, local *out)
{
    for (int i = 0; i < 3; i++) {
        jet3 share;
        jet3_mul1(lanes, &share, &motion->W[i], M);
        local_moment(lanes, out, NODES + 6 * i, sign, &share);
    }
}

static void contact(int lanes, const motion *motion, local *out)
{
    jet1 along;
    jet3 gap;
    jet3_dot(lanes, &along, &motion->F, &motion->l);
    local_add1(out, INTERNAL, lanes, 1.0, &along);
    jet3_add(lanes, &gap, &motion->slider.p, -1.0, &motion->x);
    local_add3(out, INTERNAL + 1, lanes, 1.0, &gap);
    local_force(lanes, out, SLIDER, 1.0, &motion->F, &motion->slider.b);
    load_nodes(lanes, motion, -1.0, &motion->F, out);
}

/* m_k e_k . l: the row and its reactions. */
static void align(int lanes, const state *state, const elem *element, const motion *motion, int k, local *out)
{
    const int internal = 3 + k;
    jet3 axis, load, moment;
    jet1 phi, M;
    jet_side_axis(lanes, &axis, &motion->slider, k);
    jet3_dot(lanes, &phi, &axis, &motion->l);
    local_add1(out, INTERNAL + internal, lanes, 1.0, &phi);
    jet1_seed(lanes, &M, state->y[element->internal + internal], INTERNAL + internal, 1.0);
    jet3_mul1(lanes, &load, &M, &axis);
    jet3_cross(lanes, &moment, &load, &motion->l);
    local_moment(lanes, out, SLIDER, 1.0, &moment);
    couple_nodes(lanes, motion, -1.0, &moment, out);
}

/* The beam's interpolated axis 3 stays normal to axis 2 of the slider: no rotation about the line. */
static void hold_roll(int lanes, const state *state, const elem *element, const motion *motion, local *out)
{
    jet3 axis[3], across, e2, moment;
    jet1 phi, M;
    for (int i = 0; i < 3; i++)
        jet_side_axis(lanes, &axis[i], &motion->node[i], 2);
    const jet3 *const a[3] = {&axis[0], &axis[1], &axis[2]};
    beam_slider_combine(lanes, &across, motion->N, a);
    jet_side_axis(lanes, &e2, &motion->slider, 1);
    jet3_dot(lanes, &phi, &e2, &across);
    local_add1(out, INTERNAL + 6, lanes, 1.0, &phi);
    jet1_seed(lanes, &M, state->y[element->internal + 6], INTERNAL + 6, 1.0);
    jet3_cross(lanes, &moment, &e2, &across);
    jet3 on;
    jet3_mul1(lanes, &on, &M, &moment);
    local_moment(lanes, out, SLIDER, 1.0, &on);
    couple_nodes(lanes, motion, -1.0, &on, out);
}

/* --- friction ----------------------------------------------------------------------------------------------------- */

typedef struct {
    jet3 t;           /* unit tangent */
    jet1 v, f, force; /* sliding velocity, coefficient, force */
} sliding;

static void unit_tangent(int lanes, const jet3 *l, jet3 *t)
{
    jet1 inverse;
    jet3_dot(lanes, &inverse, l, l);
    const double length = sqrt(inverse.v);
    jet1_chain_by(lanes, &inverse, 1.0 / length, -0.5 / (length * length * length));
    jet3_mul1(lanes, t, &inverse, l);
}

static void beam_slider_slide(int lanes, const state *state, const elem *element, const motion *motion,
                              sliding *sliding, local *out)
{
    const slider *joint = element->self;
    const int internal = element->n_internal - 1;
    jet3 velocity[3], v, beam_v;
    jet1 N, shape, product;
    unit_tangent(lanes, &motion->l, &sliding->t);
    for (int i = 0; i < 3; i++)
        jet_side_velocity(lanes, &velocity[i], &motion->node[i]);
    const jet3 *const all[3] = {&velocity[0], &velocity[1], &velocity[2]};
    beam_slider_combine(lanes, &beam_v, motion->N, all);
    jet_side_velocity(lanes, &v, &motion->slider);
    jet3_add_to(lanes, &v, -1.0, &beam_v);
    jet3_dot(lanes, &sliding->v, &sliding->t, &v);
    const friction_index at = {.unknown = element->internal + internal, .index = INTERNAL + internal};
    friction_eval(lanes, joint->friction, state, &at, &sliding->v, &sliding->f, out);
    friction_shape(lanes, joint->friction, 0.0, &sliding->f, &shape);
    jet3_dot(lanes, &N, &motion->F, &motion->F);
    const double norm = sqrt(N.v);
    const bool is_loaded = norm > joint->preload;
    jet1_chain_by(lanes, &N, is_loaded ? norm : joint->preload, is_loaded ? 0.5 / norm : 0.0);
    product = sliding->f;
    for (int i = 0; i < lanes; i++)
        product.d[i] = shape.v * N.v * sliding->f.d[i] + sliding->f.v * (shape.d[i] * N.v + shape.v * N.d[i]);
    product.v = shape.v * sliding->f.v * N.v;
    sliding->force = product;
}

static void rub(int lanes, const state *state, const elem *element, const motion *motion, local *out)
{
    sliding sliding;
    jet3 F;
    beam_slider_slide(lanes, state, element, motion, &sliding, out);
    jet3_mul1(lanes, &F, &sliding.force, &sliding.t);
    local_force(lanes, out, SLIDER, -1.0, &F, &motion->slider.b);
    load_nodes(lanes, motion, 1.0, &F, out);
}

/* Copies from the lanes to the element's rows and columns. */
static void beam_slider_spread(int n, const state *state, const elem *element, const local *from, local *out)
{
    const slider *joint = element->self;
    const int lanes = INTERNAL + element->n_internal, first = slider_node_row(slider_beam(state, element), 0),
              internal = slider_internal_row(joint);
    int to[MOST_LANES];
    for (int i = 0; i < lanes; i++)
        to[i] = i < NODES ? i : i < INTERNAL ? first + i - NODES : internal + i - INTERNAL;
    for (int i = 0; i < lanes; i++) {
        out->r[to[i]] += from->r[i];
        for (int k = 0; n > 0 && k < lanes; k++)
            out->J[to[i] * out->ld + to[k]] += from->J[i * from->ld + k];
    }
}

void slider_eval(int n, const state *state, const elem *element, local *out)
{
    const slider *joint = element->self;
    double r[MOST_LANES] = {0}, J[MOST_LANES * MOST_LANES];
    local here = {.r = r, .J = J, .ld = MOST_LANES};
    const int lanes = n > 0 ? MOST_LANES : 0;
    motion motion;
    if (n > 0)
        memset(J, 0, sizeof J);
    beam_slider_set_motion(lanes, state, element, &motion);
    contact(lanes, &motion, &here);
    for (int k = 1; joint->type != SPHERICAL && k <= 2; k++)
        align(lanes, state, element, &motion, k, &here);
    if (joint->type == SPLINE)
        hold_roll(lanes, state, element, &motion, &here);
    if (joint->friction)
        rub(lanes, state, element, &motion, &here);
    beam_slider_spread(n, state, element, &here, out);
}

vec3 slider_direction(const state *state, const elem *element)
{
    motion motion;
    beam_slider_set_motion(0, state, element, &motion);
    return jet3_value(&motion.l);
}

slider_friction slider_friction_now(const state *state, const elem *element)
{
    double r[MOST_LANES] = {0};
    local unused = {.r = r};
    motion motion;
    sliding sliding;
    beam_slider_set_motion(0, state, element, &motion);
    beam_slider_slide(0, state, element, &motion, &sliding, &unused);
    return (slider_friction){.force = sliding.force.v, .coefficient = sliding.f.v, .velocity = sliding.v.v};
}
