/* contact_force.c - gap, penetration and force of a pair (contact.h), with derivatives with respect to the motion of
 * both nodes.
 *
 * The work of a step is computed from the forces at its ends, whose elastic part f stores V:
 *
 *     w = (f0 + f1)/2 (x1 - x0) - (V1 - V0)        x0 or x1 is negative without contact */
#include "element/contact/contact.h"
#include "math/jet_functions.h"
#include <math.h>

/* --- gaps --------------------------------------------------------------------------------------------------------- */

void touch_between(int lanes, touch *touch, const jet3 *rel, double radius)
{
    jet1 back = touch->g;
    jet3 step;
    jet1_scale_by(lanes, &back, 0.5);
    back.v += radius;
    jet3_mul1(lanes, &step, &back, &touch->n);
    jet3_add_to(lanes, &touch->arm[0], -1.0, &step);
    jet3_add(lanes, &touch->arm[1], rel, -1.0, &step);
}

/* Distance of the first shape's point o from the second's surface, and its normal; arm[0] leads to o, and rel from the
 * second node to o. */
static surface_point approach(int lanes, const contact_shape *shape, vec3 o, touch *touch, jet3 *rel)
{
    jet3 p, q, normal;
    jet_node_arm(lanes, &touch->arm[0], &touch->node[0], o);
    jet3_add(lanes, rel, &touch->node[0].x, 1.0, &touch->arm[0]);
    jet3_add_to(lanes, rel, -1.0, &touch->node[1].x);
    jet_node_local(lanes, &p, &touch->node[1], rel);
    jet3_add_vec3_to(&p, -1.0, shape->o);
    const mat3 Rt = mat3_transpose(&shape->R);
    jet3_mul(lanes, &q, &Rt, &p);
    const surface_point at = shape_surface(shape, jet3_value(&q));
    jet3_const(lanes, &normal, at.n);
    jet3_dot(lanes, &touch->g, &normal, &q);
    touch->g.v = at.phi;
    jet3_mul(lanes, &p, &at.H, &q); /* derivatives of the normal; its value is set separately */
    p.v[0] = at.n.x, p.v[1] = at.n.y, p.v[2] = at.n.z;
    jet3_mul(lanes, &q, &shape->R, &p);
    jet_node_global(lanes, &touch->n, &touch->node[1], &q);
    return at;
}

static void touch_probe(int n, const contact_shape *a, const contact_shape *b, int probe, touch *touch)
{
    jet3 rel;
    approach(n, b, a->probe[probe], touch, &rel);
    touch->g.v -= a->probe_r;
    touch_between(n, touch, &rel, a->probe_r);
}

static const double UPRIGHT[2] = {0.02, 0.1}; /* |n x a| up to which a rim is ignored, and from which it is complete */

/* Weight of a rim whose axis has the sine s to the normal: smooth between the two limits. */
static void rim_part(int lanes, const jet1 *s, jet1 *part)
{
    const double width = UPRIGHT[1] - UPRIGHT[0], z = fmin(1.0, fmax(0.0, (s->v - UPRIGHT[0]) / width));
    *part = *s;
    jet1_chain_by(lanes, part, z * z * (3.0 - 2.0 * z), 6.0 * z * (1.0 - z) / width);
}

/* The lowest point of a rim over a flat face:  c - r m,  m = (n - (n . a) a)/|n x a|,  g = phi(c) - r |n x a|. */
static bool touch_rim(int n, const contact_shape *a, const contact_shape *b, int rim, touch *touch)
{
    const vec3 axis = mat3_col(&a->R, 2);
    jet3 rel, along, down, m;
    jet1 cosine, sine;
    const surface_point at = approach(n, b, vec3_add(a->o, vec3_scale(rim == 0 ? -a->h : a->h, axis)), touch, &rel);
    jet_node_arm(n, &along, &touch->node[0], axis);
    jet3_dot(n, &cosine, &touch->n, &along);
    const double c = cosine.v, s = sqrt(fmax(0.0, 1.0 - c * c));
    const bool is_flat = at.H.e[0][0] + at.H.e[1][1] + at.H.e[2][2] == 0.0;
    if (s <= UPRIGHT[0] || !is_flat)
        return false;
    sine = cosine;
    jet1_chain_by(n, &sine, s, -c / s);
    rim_part(n, &sine, &touch->part);
    jet3_mul1(n, &down, &cosine, &along);
    jet3_add(n, &along, &touch->n, -1.0, &down);
    jet3_unit(n, &m, &along, &cosine);
    jet3_add_to(n, &touch->arm[0], -a->r, &m);
    jet3_add_to(n, &rel, -a->r, &m);
    jet1_add_to(n, &touch->g, -a->r, &sine);
    touch_between(n, touch, &rel, 0.0);
    return true;
}

static bool find_touch(int n, const contact *contact, const contact_pair *pair, touch *touch)
{
    const contact_shape *a = &contact->shape[pair->a], *b = &contact->shape[pair->b];
    jet1_const(n, &touch->part, 1.0);
    if (pair->probe < 0)
        return touch_edges(n, a, b, pair->probe, touch);
    if (axes_cross(a, b, touch))
        return false;
    if (pair->probe >= a->n_probes)
        return touch_rim(n, a, b, pair->probe - a->n_probes, touch);
    touch_probe(n, a, b, pair->probe, touch);
    return true;
}

/* Velocity of the first node relative to the second at the contact point. */
static void slip_velocity(int lanes, const touch *touch, jet3 *u)
{
    jet3 rotation;
    jet3_add(lanes, u, &touch->node[0].v, -1.0, &touch->node[1].v);
    for (int i = 0; i < 2; i++) {
        jet3_cross(lanes, &rotation, &touch->node[i].w, &touch->arm[i]);
        jet3_add_to(lanes, u, i == 0 ? 1.0 : -1.0, &rotation);
    }
}

/* --- forces ------------------------------------------------------------------------------------------------------- */

static void contact_force_normal_force(int lanes, const contact_law *by, double v0, const jet1 *x, const jet1 *rate,
                                       jet1 *f)
{
    const bool is_linear = by->kind == LAW_LINEAR;
    const double e = is_linear ? x->v : pow(x->v, by->n);
    const double C = is_linear ? by->c : v0 < by->least ? 0.0 : by->c / v0;
    const double force = is_linear ? by->k * e + C * rate->v : e * (by->k + C * rate->v);
    const double by_x = is_linear ? by->k : by->n * force / x->v;
    const double by_rate = is_linear ? C : e * C;
    jet1 other = *rate;
    *f = *x;
    jet1_chain_by(lanes, f, fmax(0.0, force), force > 0.0 ? by_x : 0.0);
    jet1_chain_by(lanes, &other, 0.0, force > 0.0 ? by_rate : 0.0);
    jet1_add_to(lanes, f, 1.0, &other);
}

double elastic_force(const contact_law *by, double x) { return x > 0.0 ? by->k * pow(x, by->n) : 0.0; }

double elastic_energy(const contact_law *by, double x) { return elastic_force(by, x) * x / (by->n + 1.0); }

double energy_lost(const contact_law *by, double x0, double x1)
{
    const double f = 0.5 * (elastic_force(by, x0) + elastic_force(by, x1));
    return f * (x1 - x0) - (elastic_energy(by, x1) - elastic_energy(by, x0));
}

static void friction_force(int lanes, const contact_law *by, const touch *touch, const jet3 *u, const jet1 *f, jet3 *F)
{
    jet1 along, size;
    jet3 normal, slip;
    jet3_dot(lanes, &along, &touch->n, u);
    jet3_mul1(lanes, &normal, &along, &touch->n);
    jet3_add(lanes, &slip, u, -1.0, &normal);
    jet3_dot(lanes, &size, &slip, &slip);
    const double l = sqrt(size.v + by->slip * by->slip);
    jet1_chain_by(lanes, &size, by->mu / l, -0.5 * by->mu / (l * l * l));
    jet1_mul_by(lanes, &size, f);
    jet3_mul1(lanes, &normal, &size, &slip);
    jet3_add_to(lanes, F, -1.0, &normal);
}

/* Seeds the nodes with the directions from first[0] and first[1] and finds their contact; most pairs have none, and
 * need no derivatives. */
static bool find_contact(int n, const state *state, const contact *contact, const contact_pair *pair,
                         const int first[2], touch *touch)
{
    const int poses[2] = {contact->shape[pair->a].node->pose, contact->shape[pair->b].node->pose};
    for (int lanes = 0;; lanes = n) {
        for (int i = 0; i < 2; i++)
            jet_node_seed(lanes, &touch->node[i], state, poses[i], first[i]);
        if (!find_touch(lanes, contact, pair, touch) || touch->g.v >= 0.0)
            return false;
        if (lanes == n)
            return true;
    }
}

static bool eval_force(int n, const state *state, const contact *contact, const contact_pair *pair, const int first[2],
                       pair_force *out)
{
    touch touch;
    jet3 u;
    jet1 x, rate, f;
    if (!find_contact(n, state, contact, pair, first, &touch))
        return false;
    slip_velocity(n, &touch, &u);
    jet3_dot(n, &rate, &touch.n, &u);
    jet1_scale_by(n, &rate, -1.0);
    x = touch.g;
    jet1_scale_by(n, &x, -1.0);
    contact_force_normal_force(n, &contact->law, pair->v0, &x, &rate, &f);
    jet1_mul_by(n, &f, &touch.part);
    jet3_mul1(n, &out->F, &f, &touch.n);
    if (contact->law.mu > 0.0)
        friction_force(n, &contact->law, &touch, &u, &f, &out->F);
    out->arm[0] = touch.arm[0];
    out->arm[1] = touch.arm[1];
    out->x = x.v;
    out->rate = rate.v;
    out->f = f.v;
    return true;
}

bool pair_eval(int n, const state *state, const contact *contact, const contact_pair *pair, pair_force *out)
{
    return eval_force(n, state, contact, pair, (const int[2]){0, 6}, out);
}

bool pair_eval_side(int n, const state *state, const contact *contact, const contact_pair *pair, int side,
                    pair_force *out)
{
    return eval_force(n, state, contact, pair, (const int[2]){side == 0 ? 0 : SIDE_LANES, side == 1 ? 0 : SIDE_LANES},
                      out);
}

bool pair_point(const contact *contact, const contact_pair *pair, const pose *a, const pose *b, contact_point *point)
{
    touch touch;
    jet3 u;
    jet1 along;
    const state first = {.poses = a}, second = {.poses = b};
    jet_node_seed(0, &touch.node[0], &first, 0, 0);
    jet_node_seed(0, &touch.node[1], &second, 0, 6);
    if (!find_touch(0, contact, pair, &touch))
        return false;
    slip_velocity(0, &touch, &u);
    jet3_dot(0, &along, &touch.n, &u);
    *point = (contact_point){.gap = touch.g.v,
                             .rate = -along.v,
                             .n = jet3_value(&touch.n),
                             .arm = {jet3_value(&touch.arm[0]), jet3_value(&touch.arm[1])}};
    return true;
}

void pair_gap(const contact *contact, const contact_pair *pair, const pose *a, const pose *b, double *gap, double *rate)
{
    contact_point point = {.gap = HUGE_VAL};
    pair_point(contact, pair, a, b, &point);
    *gap = point.gap;
    *rate = point.rate;
}
