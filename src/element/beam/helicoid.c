/* helicoid.c - the screw motion between two frames (p1, H1) and (p2, H2).
 *
 *     H(s) = H1 exp(s phi),  p(s) = p1 + H1 G(s phi) s rho,  s = 0 ... 1:   H(s)' dp/ds = rho everywhere
 *     phi = log(H1' H2),     rho = G(phi)^-1 d,   d = H1' (p2 - p1)
 *     phi' = G(phi)^-1 H1' (w2 - w1),     rho' = G(phi)^-1 d' + (G(phi)^-1)' d
 *     exp(h) a = a + sin h / h  h x a + A h x (h x a),     A = (1 - cos h) / h^2
 *     G(h) a   = a + A h x a + B h x (h x a),              B = (h - sin h) / h^3
 *     G(h)^-1 a = a - h x a / 2 + c h x (h x a),           c = (1 - h/2 cot(h/2)) / h^2
 *
 * All four are evaluated as power series in the square of the angle, which is at most pi, without special cases. */
#include "element/beam/helicoid.h"
#include <string.h>

/* Sum of (-q)^k / (2 k + first)! with its derivative: sin h / h, A and B of q = h^2 for first = 1, 2, 3. */
static void trigonometric(int lanes, jet1 *r, const jet1 *q, int first)
{
    enum { TERMS = 16 };
    double f = 1.0, derivative = 0.0;
    for (int m = first + 2 * TERMS - 1; m > first; m -= 2) {
        const double t = 1.0 / (m * (m + 1.0));
        derivative = -t * (f + q->v * derivative);
        f = 1.0 - t * q->v * f;
    }
    const double scale = first == 1 ? 1.0 : first == 2 ? 0.5 : 1.0 / 6.0;
    *r = *q;
    jet1_chain_by(lanes, r, scale * f, scale * derivative);
}

/* c = sum of a_k q^k with a_k = 2 zeta(2 k + 2) / (2 pi)^(2 k + 2), and dc/dq. */
static void cotangent(int lanes, jet1 *c, jet1 *derivative, const jet1 *q)
{
    static const double A[] = {
        0.083333333333333329,   0.0013888888888888889,  3.3068783068783071e-05, 8.2671957671957675e-07,
        2.08767569878681e-08,   5.2841901386874932e-10, 1.3382536530684679e-11, 3.3896802963225827e-13,
        8.5860620562778452e-15, 2.1748686985580619e-16, 5.5090028283602295e-18, 1.3954464685812522e-19,
        3.5347070396294673e-21, 8.9535174270375463e-23, 2.2679524523376829e-24, 5.7447906688722025e-26,
        1.455172475614865e-27,  3.6859949406653103e-29, 9.3367342570950451e-31, 2.36502241570063e-32,
        5.9906717624821341e-34, 1.5174548844682903e-35, 3.8437581254541886e-37, 9.7363530726466913e-39,
        2.4662470442006811e-40, 6.2470767418207434e-42, 1.5824030244644914e-43, 4.0082736859489357e-45};
    double f = 0.0, d1 = 0.0, d2 = 0.0;
    for (int k = (int)(sizeof A / sizeof *A) - 1; k >= 0; k--) {
        d2 = d2 * q->v + 2.0 * d1;
        d1 = d1 * q->v + f;
        f = f * q->v + A[k];
    }
    *c = *q;
    *derivative = *q;
    jet1_chain_by(lanes, c, f, d1);
    jet1_chain_by(lanes, derivative, d1, d2);
}

/* r += s h x a */
static void add_cross(int lanes, jet3 *restrict r, const jet1 *s, const jet3 *h, const jet3 *a)
{
    jet3 cross, scaled;
    jet3_cross(lanes, &cross, h, a);
    jet3_mul1(lanes, &scaled, s, &cross);
    jet3_add_to(lanes, r, 1.0, &scaled);
}

/* r = a + f h x a + g h x (h x a) */
static void helicoid_rotate(int lanes, jet3 *restrict r, const jet1 *f, const jet1 *g, const jet3 *h, const jet3 *a)
{
    jet3 once;
    jet3_cross(lanes, &once, h, a);
    *r = *a;
    add_cross(lanes, r, f, h, a);
    add_cross(lanes, r, g, h, &once);
}

/* r = H1' a */
static void to_frame(int lanes, const joint_side *side, const helicoid *helicoid, jet3 *r, const jet3 *a)
{
    const mat3 Rht = mat3_transpose(&side->Rh);
    jet3 in_node;
    jet_node_local(lanes, &in_node, &helicoid->side[0].node, a);
    jet3_mul(lanes, r, &Rht, &in_node);
}

/* d and d': the vector between the ends in the axes of frame 1. */
static void distance(int lanes, const joint_side *side, const helicoid *helicoid, jet3 *d, jet3 *d_dot)
{
    jet3 line, v1, v, drag;
    jet3_add(lanes, &line, &helicoid->side[1].p, -1.0, &helicoid->side[0].p);
    to_frame(lanes, side, helicoid, d, &line);
    jet_side_velocity(lanes, &v1, &helicoid->side[0]);
    jet_side_velocity(lanes, &v, &helicoid->side[1]);
    jet3_add_to(lanes, &v, -1.0, &v1);
    jet3_cross(lanes, &drag, &helicoid->side[0].node.w, &line);
    jet3_add_to(lanes, &v, -1.0, &drag);
    to_frame(lanes, side, helicoid, d_dot, &v);
}

/* rho' += (G^-1)' d = - phi' x d / 2 + 2 c' phi.phi' phi x (phi x d) + c (phi' x (phi x d) + phi x (phi' x d)) */
static void add_rotating(int lanes, helicoid *helicoid, const jet1 *c, const jet1 *derivative, const jet3 *d)
{
    jet1 along;
    jet3 once, dot_once;
    jet3_cross(lanes, &once, &helicoid->phi, d);
    jet3_cross(lanes, &dot_once, &helicoid->phi_dot, d);
    jet3_add_to(lanes, &helicoid->rho_dot, -0.5, &dot_once);
    jet3_dot(lanes, &along, &helicoid->phi, &helicoid->phi_dot);
    jet1_mul_by(lanes, &along, derivative);
    for (int i = 0; i < 2; i++)
        add_cross(lanes, &helicoid->rho_dot, &along, &helicoid->phi, &once);
    add_cross(lanes, &helicoid->rho_dot, c, &helicoid->phi_dot, &once);
    add_cross(lanes, &helicoid->rho_dot, c, &helicoid->phi, &dot_once);
}

static void set_twist(int n, const joint_side *side, helicoid *helicoid)
{
    jet1 q, c, derivative, half = {.v = -0.5};
    jet3 d, d_dot, spin, w;
    memset(half.d, 0, sizeof half.d);
    jet_relative_rotation(n, &helicoid->phi, helicoid->side, &side[0].Rh, &side[1].Rh);
    jet3_dot(n, &q, &helicoid->phi, &helicoid->phi);
    cotangent(n, &c, &derivative, &q);
    distance(n, side, helicoid, &d, &d_dot);
    jet3_add(n, &spin, &helicoid->side[1].node.w, -1.0, &helicoid->side[0].node.w);
    to_frame(n, side, helicoid, &w, &spin);
    helicoid_rotate(n, &helicoid->rho, &half, &c, &helicoid->phi, &d);
    helicoid_rotate(n, &helicoid->phi_dot, &half, &c, &helicoid->phi, &w);
    helicoid_rotate(n, &helicoid->rho_dot, &half, &c, &helicoid->phi, &d_dot);
    add_rotating(n, helicoid, &c, &derivative, &d);
}

static void set_middle(int n, const joint_side *side, helicoid *helicoid)
{
    jet1 q, B;
    jet3 half_rho, arm, in_node, line;
    jet3_scale(n, &helicoid->half, 0.5, &helicoid->phi);
    jet3_scale(n, &half_rho, 0.5, &helicoid->rho);
    jet3_dot(n, &q, &helicoid->half, &helicoid->half);
    trigonometric(n, &helicoid->sine, &q, 1);
    trigonometric(n, &helicoid->versine, &q, 2);
    trigonometric(n, &B, &q, 3);
    helicoid_rotate(n, &arm, &helicoid->versine, &B, &helicoid->half, &half_rho);
    jet3_mul(n, &in_node, &side[0].Rh, &arm);
    jet_node_global(n, &line, &helicoid->side[0].node, &in_node);
    jet3_add(n, &helicoid->p, &helicoid->side[0].p, 1.0, &line);
}

void helicoid_set(int n, const state *state, const joint_side side[2], helicoid *helicoid)
{
    jet_side_seed(n, &helicoid->side[0], state, &side[0], 0);
    jet_side_seed(n, &helicoid->side[1], state, &side[1], 6);
    set_twist(n, side, helicoid);
    set_middle(n, side, helicoid);
}

void helicoid_global(int lanes, const joint_side side[2], const helicoid *helicoid, jet3 *r, const jet3 *a)
{
    jet3 rotated, in_node;
    helicoid_rotate(lanes, &rotated, &helicoid->sine, &helicoid->versine, &helicoid->half, a);
    jet3_mul(lanes, &in_node, &side[0].Rh, &rotated);
    jet_node_global(lanes, r, &helicoid->side[0].node, &in_node);
}
