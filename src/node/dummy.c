/* dummy.c - dummy structural nodes, whose motion follows from other nodes.
 *
 *     offset          x = x_b + R_b f,  R = R_b T,  v = v_b + w_b x R_b f,  w = w_b
 *     relative frame  the base node relative to a frame (p, H) fixed to the reference node, p = x_r + R_r f, H = R_r T:
 *                     x = H'(x_b - p),  R = H' R_b,  v = H'(v_b - v_p - w_r x (x_b - p)),  w = H'(w_b - w_r)
 *     pivot           that motion applied to a frame (q, K) fixed to the pivot node:
 *                     x = q + K x,  R = K R,  v = v_q + w_q x K x + K v,  w = w_q + K w
 *
 * Accelerations follow by another differentiation. */
#include "node/structural.h"
#include "control/control.h"
#include "model/diag_rows.h"
#include "model/model.h"
#include "model/reading.h"

/* --- motion ------------------------------------------------------------------------------------------------------- */

/* A pose with its accelerations. */
typedef struct {
    pose pose;
    vec3 a, dw;
} motion;

/* Without a state, returns the motion given in the deck. */
static motion motion_of(const state *state, const node *node)
{
    if (!state)
        return (motion){
            .pose = {.x = node->initial->x, .v = node->initial->v, .w = node->initial->w, .R = node->initial->R}};
    motion motion = {.pose = structural_pose(state, node)};
    structural_acceleration(state, node, &motion.a, &motion.dw);
    return motion;
}

static motion carried(const motion *b, vec3 offset, const mat3 *rotation)
{
    const vec3 arm = mat3_mulv(&b->pose.R, offset), spin = vec3_cross(b->pose.w, arm);
    return (motion){.pose = {.x = vec3_add(b->pose.x, arm),
                             .v = vec3_add(b->pose.v, spin),
                             .w = b->pose.w,
                             .R = mat3_mul(&b->pose.R, rotation)},
                    .a = vec3_add(vec3_add(b->a, vec3_cross(b->dw, arm)), vec3_cross(b->pose.w, spin)),
                    .dw = b->dw};
}

/* Returns the motion b relative to the moving frame f. */
static motion seen_from(const motion *b, const motion *f)
{
    const mat3 *H = &f->pose.R;
    const vec3 w = f->pose.w, d = vec3_sub(b->pose.x, f->pose.x);
    const vec3 v = vec3_sub(vec3_sub(b->pose.v, f->pose.v), vec3_cross(w, d)), dw = vec3_sub(b->pose.w, w);
    vec3 a = vec3_sub(vec3_sub(b->a, f->a), vec3_cross(f->dw, d));
    a = vec3_sub(a, vec3_cross(w, vec3_cross(w, d)));
    a = vec3_axpy(a, -2, vec3_cross(w, v));
    const vec3 alpha = vec3_sub(vec3_sub(b->dw, f->dw), vec3_cross(w, dw));
    return (motion){
        .pose = {.x = mat3_tmulv(H, d), .v = mat3_tmulv(H, v), .w = mat3_tmulv(H, dw), .R = mat3_tmul(H, &b->pose.R)},
        .a = mat3_tmulv(H, a),
        .dw = mat3_tmulv(H, alpha)};
}

/* Transforms the motion m from the moving frame f to the global frame. */
static motion applied_to(const motion *m, const motion *f)
{
    const mat3 *K = &f->pose.R;
    const vec3 W = f->pose.w, x = mat3_mulv(K, m->pose.x), v = mat3_mulv(K, m->pose.v), w = mat3_mulv(K, m->pose.w);
    vec3 a = vec3_add(vec3_add(f->a, vec3_cross(f->dw, x)), mat3_mulv(K, m->a));
    a = vec3_add(vec3_axpy(a, 2, vec3_cross(W, v)), vec3_cross(W, vec3_cross(W, x)));
    return (motion){.pose = {.x = vec3_add(f->pose.x, x),
                             .v = vec3_add(vec3_add(f->pose.v, vec3_cross(W, x)), v),
                             .w = vec3_add(W, w),
                             .R = mat3_mul(K, &m->pose.R)},
                    .a = a,
                    .dw = vec3_add(vec3_add(f->dw, mat3_mulv(K, m->dw)), vec3_cross(W, w))};
}

static motion dummy_motion(const state *state, const dummy *dummy)
{
    const motion base = motion_of(state, dummy->base);
    if (!dummy->is_relative)
        return carried(&base, dummy->offset, &dummy->rotation);
    const motion ref = motion_of(state, dummy->reference);
    const motion from = carried(&ref, dummy->offset, &dummy->rotation);
    const motion seen = seen_from(&base, &from);
    if (!dummy->pivot)
        return seen;
    const motion pivot = motion_of(state, dummy->pivot);
    const motion to = carried(&pivot, dummy->pivot_offset, &dummy->pivot_rotation);
    return applied_to(&seen, &to);
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static const node *read_base(reader *reader, const char *what)
{
    const node *node = read_node(reader, "structural", what);
    if (node && !node->has_rotation)
        read_error_last(reader, E_NODE_WITHOUT_ROTATION, node->label);
    return node;
}

static void read_offset(reader *reader, dummy *dummy)
{
    const frame_context context = {.node_frame = dummy->base ? dummy->base->initial : &FRAME_GLOBAL};
    read_keyword(reader, "position");
    dummy->offset = read_position_rel(reader, &context, "offset");
    read_keyword(reader, "orientation");
    dummy->rotation = read_orientation_rel(reader, &context, "orientation matrix");
}

static void dummy_read_side(reader *reader, const node *node, vec3 *offset, mat3 *rotation)
{
    const frame_context context = {.node_frame = node ? node->initial : &FRAME_GLOBAL};
    *rotation = MAT3_EYE;
    if (read_keyword(reader, "position"))
        *offset = read_position_rel(reader, &context, "offset");
    if (read_keyword(reader, "orientation"))
        *rotation = read_orientation_rel(reader, &context, "orientation matrix");
}

void dummy_read(reader *reader, node *node)
{
    static const char *const TYPES[] = {"offset", "relative frame", NULL};
    structural *structural = node->self;
    dummy *d = structural->dummy = ARENA_NEW(reader_arena(reader), dummy);
    d->base = read_base(reader, "base node");
    d->rotation = d->pivot_rotation = MAT3_EYE;
    d->is_relative = read_choice(reader, TYPES, "type of dummy node") == 1;
    if (!d->is_relative) {
        read_offset(reader, d);
    } else {
        d->reference = read_base(reader, "reference node");
        dummy_read_side(reader, d->reference, &d->offset, &d->rotation);
    }
    if (read_keyword(reader, "orientation description"))
        structural->orientation = read_orientation_kind(reader);
    if (d->is_relative && read_keyword(reader, "pivot node")) {
        d->pivot = read_base(reader, "pivot node");
        dummy_read_side(reader, d->pivot, &d->pivot_offset, &d->pivot_rotation);
    }
    if (!read_ok(reader))
        return;
    const pose pose = dummy_motion(NULL, d).pose;
    structural->initial = (frame){.x = pose.x, .R = pose.R, .v = pose.v, .w = pose.w};
}

/* --- interface ---------------------------------------------------------------------------------------------------- */

pose structural_pose(const state *state, const node *node)
{
    const structural *self = node->self;
    return self->dummy ? dummy_motion(state, self->dummy).pose : state->poses[node->pose];
}

bool structural_shows_accelerations(const node *node)
{
    const structural *self = node->self;
    if (self->dummy)
        return structural_shows_accelerations(self->dummy->base) &&
               (!self->dummy->reference || structural_shows_accelerations(self->dummy->reference));
    return self->accelerations && structural_can_accelerate(node);
}

bool structural_can_accelerate(const node *node)
{
    const structural *self = node->self;
    return self->dummy ? structural_can_accelerate(self->dummy->base) : node->momentum >= 0 || self->has_inertia;
}

void structural_want_accelerations(const node *node)
{
    structural *self = node->self;
    if (!self->dummy) {
        self->wants_accelerations = structural_can_accelerate(node);
        return;
    }
    const dummy *dummy = self->dummy;
    if (dummy->reference)
        structural_want_accelerations(dummy->reference);
    if (dummy->pivot)
        structural_want_accelerations(dummy->pivot);
    structural_want_accelerations(dummy->base);
}

void structural_acceleration(const state *state, const node *node, vec3 *a, vec3 *dw)
{
    const structural *self = node->self;
    if (self->dummy) {
        const motion motion = dummy_motion(state, self->dummy);
        *a = motion.a, *dw = motion.dw;
        return;
    }
    const double *from = state->ypp ? state->ypp + 6 * node->pose : NULL;
    *a = from ? vec3_load(from) : (vec3){0, 0, 0};
    *dw = from ? vec3_load(from + 3) : (vec3){0, 0, 0};
}
