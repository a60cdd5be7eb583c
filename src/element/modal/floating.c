/* floating.c - the motion of a frame with mass, in its own axes, and the inertia forces of a rigid mass in it.
 *
 *     a  = R' (v' - g + a0 + W' x x + W x W x x + 2 W x x')        a0, W, W': motion of the frame of the model
 *     w  = R' (v_w + W)              w' = R' (v_w' + W' + W x v_w)
 *     F  = m a + w' x S + w x w x S
 *     M  = S x a + J w' + w x J w */
#include "element/modal/floating.h"
#include "element/body/gravity.h"
#include "element/body/moving_frame.h"

int floating_lanes(const floating_frame *floating_frame)
{
    return !floating_frame->node ? 0 : floating_frame->node->momentum < 0 ? 6 : FLOATING_LANES;
}

static void add_gravity(int n, const state *state, const floating_frame *floating_frame, vec3 centre,
                        floating *floating)
{
    jet3 arm, by_x;
    mat3 gradient;
    if (!*floating_frame->gravity)
        return;
    jet_node_arm(n, &arm, &floating->node, centre);
    jet3_add_to(n, &arm, 1, &floating->node.x);
    const vec3 g = gravity_at(*floating_frame->gravity, state, jet3_value(&arm), &gradient);
    jet3_mul(n, &by_x, &gradient, &arm);
    vec3_store(by_x.v, g);
    jet3_add_to(n, &floating->a, -1, &by_x);
}

static void floating_add_moving_frame(int n, const state *state, const floating_frame *floating_frame,
                                      floating *floating)
{
    if (!floating_frame->motion->is_set)
        return;
    const frame_motion motion = moving_frame_now(floating_frame->motion, state);
    const mat3 WW = mat3_skew_skew(motion.W, motion.W);
    jet3 t;
    jet3_add_vec3_to(&floating->a, 1, motion.a);
    jet3_add_cross_to(n, &floating->a, 1, motion.dW, &floating->node.x);
    jet3_mul(n, &t, &WW, &floating->node.x);
    jet3_add_to(n, &floating->a, 1, &t);
    jet3_add_cross_to(n, &floating->a, 2, motion.W, &floating->node.v);
    jet3_add_cross_to(n, &floating->dw, 1, motion.W, &floating->w);
    jet3_add_vec3_to(&floating->dw, 1, motion.dW);
    jet3_add_vec3_to(&floating->w, 1, motion.W);
}

static void to_own_axes(int lanes, const floating *floating, jet3 *v)
{
    jet3 t;
    jet_node_local(lanes, &t, &floating->node, v);
    *v = t;
}

void floating_seed(int n, const state *state, const floating_frame *floating_frame, vec3 centre, floating *floating)
{
    static const vec3 ZERO = {0, 0, 0};
    pose fixed = {.x = floating_frame->x, .R = floating_frame->R};
    if (floating_frame->node) {
        jet_node_seed(n, &floating->node, state, floating_frame->node->pose, FLOATING_X);
    } else {
        floating->node.now = &fixed;
        jet3_const(n, &floating->node.x, floating_frame->x);
        jet3_const(n, &floating->node.v, ZERO);
        jet3_const(n, &floating->node.theta, ZERO);
    }
    floating->R = floating->node.now->R;
    jet3_const(n, &floating->a, ZERO);
    jet3_const(n, &floating->w, ZERO);
    jet3_const(n, &floating->dw, ZERO);
    if (floating_frame->node && floating_frame->node->momentum >= 0) {
        const double *y = state->y + floating_frame->node->momentum, *yp = state->yp + floating_frame->node->momentum;
        jet3_seed(n, &floating->a, vec3_load(yp), FLOATING_V, state->drate);
        jet3_seed(n, &floating->w, vec3_load(y + 3), FLOATING_W, state->dvalue);
        jet3_seed(n, &floating->dw, vec3_load(yp + 3), FLOATING_W, state->drate);
    }
    add_gravity(n, state, floating_frame, centre, floating);
    floating_add_moving_frame(n, state, floating_frame, floating);
    to_own_axes(n, floating, &floating->a);
    to_own_axes(n, floating, &floating->w);
    to_own_axes(n, floating, &floating->dw);
    if (!floating_frame->node)
        floating->node.now = NULL;
}

void floating_force(int n, const floating *floating, const jet3 *F, const jet3 *M, int lanes, local *out)
{
    jet3 t;
    jet_node_global(n, &t, &floating->node, F);
    local_add3(out, FLOATING_X, n ? lanes : 0, -1, &t);
    jet_node_global(n, &t, &floating->node, M);
    local_add3(out, FLOATING_G, n ? lanes : 0, -1, &t);
}

void floating_rigid(int lanes, const floating *floating, double mass, vec3 S, const mat3 *J, jet3 *F, jet3 *M)
{
    jet3 spin, t;
    jet3_scale(lanes, F, mass, &floating->a);
    jet3_add_cross_to(lanes, F, -1, S, &floating->dw);
    jet3_const(lanes, &t, (vec3){0, 0, 0});
    jet3_add_cross_to(lanes, &t, -1, S, &floating->w);
    jet3_cross(lanes, &spin, &floating->w, &t);
    jet3_add_to(lanes, F, 1, &spin);
    jet3_mul(lanes, M, J, &floating->dw);
    jet3_add_cross_to(lanes, M, 1, S, &floating->a);
    jet3_mul(lanes, &t, J, &floating->w);
    jet3_cross(lanes, &spin, &floating->w, &t);
    jet3_add_to(lanes, M, 1, &spin);
}

void floating_body(int n, const state *state, const floating_frame *floating_frame, double mass, vec3 S, const mat3 *J,
                   local *out)
{
    floating floating;
    jet3 F, M;
    const int lanes = n ? FLOATING_LANES : 0;
    floating_seed(lanes, state, floating_frame, mass != 0 ? vec3_scale(1 / mass, S) : S, &floating);
    floating_rigid(lanes, &floating, mass, S, J, &F, &M);
    floating_force(lanes, &floating, &F, &M, floating_lanes(floating_frame), out);
}
