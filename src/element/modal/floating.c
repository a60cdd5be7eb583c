/* floating.c - the motion of a frame that carries mass, as seen from itself, and what a rigid mass does in it.
 *
 *     a  = R' (v' - g + a0 + W' x x + W x W x x + 2 W x x')        a0, W, W': the frame the model is written in moves
 *     w  = R' (v_w + W)              w' = R' (v_w' + W' + W x v_w)
 *     F  = m a + w' x S + w x w x S
 *     M  = S x a + J w' + w x J w */
#include "element/modal/floating.h"
#include "element/body/gravity.h"
#include "element/body/moving_frame.h"

int floating_lanes(const floating_frame *f) { return !f->node ? 0 : f->node->momentum < 0 ? 6 : FLOATING_LANES; }

static void add_gravity(int n, const state *s, const floating_frame *f, vec3 centre, floating *m)
{
    jet3 arm, by_x;
    mat3 gradient;
    if (!*f->gravity)
        return;
    jet_node_arm(n, &arm, &m->node, centre);
    jet3_add_to(n, &arm, 1, &m->node.x);
    const vec3 g = gravity_at(*f->gravity, s, jet3_value(&arm), &gradient);
    jet3_mul(n, &by_x, &gradient, &arm);
    vec3_store(by_x.v, g);
    jet3_add_to(n, &m->a, -1, &by_x);
}

static void floating_add_moving_frame(int n, const state *s, const floating_frame *f, floating *m)
{
    if (!f->motion->is_set)
        return;
    const frame_motion k = moving_frame_now(f->motion, s);
    const mat3 WW = mat3_skew_skew(k.W, k.W);
    jet3 t;
    jet3_add_vec3_to(&m->a, 1, k.a);
    jet3_add_cross_to(n, &m->a, 1, k.dW, &m->node.x);
    jet3_mul(n, &t, &WW, &m->node.x);
    jet3_add_to(n, &m->a, 1, &t);
    jet3_add_cross_to(n, &m->a, 2, k.W, &m->node.v);
    jet3_add_cross_to(n, &m->dw, 1, k.W, &m->w);
    jet3_add_vec3_to(&m->dw, 1, k.dW);
    jet3_add_vec3_to(&m->w, 1, k.W);
}

static void to_own_axes(int n, const floating *m, jet3 *v)
{
    jet3 t;
    jet_node_local(n, &t, &m->node, v);
    *v = t;
}

void floating_seed(int n, const state *s, const floating_frame *f, vec3 centre, floating *m)
{
    static const vec3 ZERO = {0, 0, 0};
    pose fixed = {.x = f->x, .R = f->R};
    if (f->node) {
        jet_node_seed(n, &m->node, s, f->node->pose, FLOATING_X);
    } else {
        m->node.now = &fixed;
        jet3_const(n, &m->node.x, f->x);
        jet3_const(n, &m->node.v, ZERO);
        jet3_const(n, &m->node.theta, ZERO);
    }
    m->R = m->node.now->R;
    jet3_const(n, &m->a, ZERO);
    jet3_const(n, &m->w, ZERO);
    jet3_const(n, &m->dw, ZERO);
    if (f->node && f->node->momentum >= 0) {
        const double *y = s->y + f->node->momentum, *yp = s->yp + f->node->momentum;
        jet3_seed(n, &m->a, vec3_load(yp), FLOATING_V, s->drate);
        jet3_seed(n, &m->w, vec3_load(y + 3), FLOATING_W, s->dvalue);
        jet3_seed(n, &m->dw, vec3_load(yp + 3), FLOATING_W, s->drate);
    }
    add_gravity(n, s, f, centre, m);
    floating_add_moving_frame(n, s, f, m);
    to_own_axes(n, m, &m->a);
    to_own_axes(n, m, &m->w);
    to_own_axes(n, m, &m->dw);
    if (!f->node)
        m->node.now = NULL;
}

void floating_force(int n, const floating *m, const jet3 *F, const jet3 *M, int lanes, local *out)
{
    jet3 t;
    jet_node_global(n, &t, &m->node, F);
    local_add3(out, FLOATING_X, n ? lanes : 0, -1, &t);
    jet_node_global(n, &t, &m->node, M);
    local_add3(out, FLOATING_G, n ? lanes : 0, -1, &t);
}

void floating_rigid(int n, const floating *m, double mass, vec3 S, const mat3 *J, jet3 *F, jet3 *M)
{
    jet3 spin, t;
    jet3_scale(n, F, mass, &m->a);
    jet3_add_cross_to(n, F, -1, S, &m->dw);
    jet3_const(n, &t, (vec3){0, 0, 0});
    jet3_add_cross_to(n, &t, -1, S, &m->w);
    jet3_cross(n, &spin, &m->w, &t);
    jet3_add_to(n, F, 1, &spin);
    jet3_mul(n, M, J, &m->dw);
    jet3_add_cross_to(n, M, 1, S, &m->a);
    jet3_mul(n, &t, J, &m->w);
    jet3_cross(n, &spin, &m->w, &t);
    jet3_add_to(n, M, 1, &spin);
}

void floating_body(int n, const state *s, const floating_frame *f, double mass, vec3 S, const mat3 *J, local *out)
{
    floating m;
    jet3 F, M;
    const int lanes = n ? FLOATING_LANES : 0;
    floating_seed(lanes, s, f, mass != 0 ? vec3_scale(1 / mass, S) : S, &m);
    floating_rigid(lanes, &m, mass, S, J, &F, &M);
    floating_force(lanes, &m, &F, &M, floating_lanes(f), out);
}
