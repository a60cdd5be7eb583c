/* dummy.c - dummy structural nodes: motion that follows from other nodes.
 *
 *     offset          x = x_b + R_b f,  R = R_b T,  v = v_b + w_b x R_b f,  w = w_b
 *     relative frame  the base node seen from a frame (p, H) carried by the reference node, p = x_r + R_r f, H = R_r T:
 *                     x = H'(x_b - p),  R = H' R_b,  v = H'(v_b - v_p - w_r x (x_b - p)),  w = H'(w_b - w_r)
 *     pivot           that motion applied again to a frame (q, K) carried by the pivot node:
 *                     x = q + K x,  R = K R,  v = v_q + w_q x K x + K v,  w = w_q + K w
 *
 * Accelerations follow by differentiating once more. */
#include "node/structural.h"
#include "control/control.h"
#include "model/diag_rows.h"
#include "model/model.h"
#include "model/reading.h"

/* --- motion ------------------------------------------------------------------------------------------------------- */

/* A pose with its accelerations. */
typedef struct {
    pose p;
    vec3 a, dw;
} motion;

/* Without a state: as given in the deck. */
static motion motion_of(const state *s, const node *n)
{
    if (!s)
        return (motion){.p = {.x = n->initial->x, .v = n->initial->v, .w = n->initial->w, .R = n->initial->R}};
    motion m = {.p = structural_pose(s, n)};
    structural_acceleration(s, n, &m.a, &m.dw);
    return m;
}

static motion carried(const motion *b, vec3 offset, const mat3 *turn)
{
    const vec3 arm = mat3_mulv(&b->p.R, offset), spin = vec3_cross(b->p.w, arm);
    return (motion){
        .p = {.x = vec3_add(b->p.x, arm), .v = vec3_add(b->p.v, spin), .w = b->p.w, .R = mat3_mul(&b->p.R, turn)},
        .a = vec3_add(vec3_add(b->a, vec3_cross(b->dw, arm)), vec3_cross(b->p.w, spin)),
        .dw = b->dw};
}

/* b seen from f. */
static motion seen_from(const motion *b, const motion *f)
{
    const mat3 *H = &f->p.R;
    const vec3 w = f->p.w, d = vec3_sub(b->p.x, f->p.x);
    const vec3 v = vec3_sub(vec3_sub(b->p.v, f->p.v), vec3_cross(w, d)), dw = vec3_sub(b->p.w, w);
    vec3 a = vec3_sub(vec3_sub(b->a, f->a), vec3_cross(f->dw, d));
    a = vec3_sub(a, vec3_cross(w, vec3_cross(w, d)));
    a = vec3_axpy(a, -2, vec3_cross(w, v));
    const vec3 alpha = vec3_sub(vec3_sub(b->dw, f->dw), vec3_cross(w, dw));
    return (motion){
        .p = {.x = mat3_tmulv(H, d), .v = mat3_tmulv(H, v), .w = mat3_tmulv(H, dw), .R = mat3_tmul(H, &b->p.R)},
        .a = mat3_tmulv(H, a),
        .dw = mat3_tmulv(H, alpha)};
}

/* The motion m, given in the moving frame f, in the global frame. */
static motion applied_to(const motion *m, const motion *f)
{
    const mat3 *K = &f->p.R;
    const vec3 W = f->p.w, x = mat3_mulv(K, m->p.x), v = mat3_mulv(K, m->p.v), w = mat3_mulv(K, m->p.w);
    vec3 a = vec3_add(vec3_add(f->a, vec3_cross(f->dw, x)), mat3_mulv(K, m->a));
    a = vec3_add(vec3_axpy(a, 2, vec3_cross(W, v)), vec3_cross(W, vec3_cross(W, x)));
    return (motion){.p = {.x = vec3_add(f->p.x, x),
                          .v = vec3_add(vec3_add(f->p.v, vec3_cross(W, x)), v),
                          .w = vec3_add(W, w),
                          .R = mat3_mul(K, &m->p.R)},
                    .a = a,
                    .dw = vec3_add(vec3_add(f->dw, mat3_mulv(K, m->dw)), vec3_cross(W, w))};
}

static motion dummy_motion(const state *s, const dummy *d)
{
    const motion base = motion_of(s, d->base);
    if (!d->is_relative)
        return carried(&base, d->offset, &d->turn);
    const motion ref = motion_of(s, d->reference);
    const motion from = carried(&ref, d->offset, &d->turn);
    const motion seen = seen_from(&base, &from);
    if (!d->pivot)
        return seen;
    const motion pivot = motion_of(s, d->pivot);
    const motion to = carried(&pivot, d->pivot_offset, &d->pivot_turn);
    return applied_to(&seen, &to);
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static const node *read_base(reader *r, const char *what)
{
    const node *n = read_node(r, "structural", what);
    if (n && !n->has_rotation)
        read_error_last(r, E_NODE_WITHOUT_ROTATION, n->label);
    return n;
}

static void read_offset(reader *r, dummy *d)
{
    const frame_context c = {.own = d->base ? d->base->initial : &FRAME_GLOBAL};
    read_keyword(r, "position");
    d->offset = read_position_rel(r, &c, "offset");
    read_keyword(r, "orientation");
    d->turn = read_orientation_rel(r, &c, "orientation matrix");
}

static void dummy_read_side(reader *r, const node *n, vec3 *offset, mat3 *turn)
{
    const frame_context c = {.own = n ? n->initial : &FRAME_GLOBAL};
    *turn = MAT3_EYE;
    if (read_keyword(r, "position"))
        *offset = read_position_rel(r, &c, "offset");
    if (read_keyword(r, "orientation"))
        *turn = read_orientation_rel(r, &c, "orientation matrix");
}

void dummy_read(reader *r, node *n)
{
    static const char *const TYPES[] = {"offset", "relative frame", NULL};
    structural *s = n->self;
    dummy *d = s->dummy = ARENA_NEW(reader_arena(r), dummy);
    d->base = read_base(r, "base node");
    d->turn = d->pivot_turn = MAT3_EYE;
    d->is_relative = read_choice(r, TYPES, "type of dummy node") == 1;
    if (!d->is_relative) {
        read_offset(r, d);
    } else {
        d->reference = read_base(r, "reference node");
        dummy_read_side(r, d->reference, &d->offset, &d->turn);
    }
    if (read_keyword(r, "orientation description"))
        s->orientation = read_orientation_kind(r);
    if (d->is_relative && read_keyword(r, "pivot node")) {
        d->pivot = read_base(r, "pivot node");
        dummy_read_side(r, d->pivot, &d->pivot_offset, &d->pivot_turn);
    }
    if (!read_ok(r))
        return;
    const pose p = dummy_motion(NULL, d).p;
    s->initial = (frame){.x = p.x, .R = p.R, .v = p.v, .w = p.w};
}

/* --- for others --------------------------------------------------------------------------------------------------- */

pose structural_pose(const state *s, const node *n)
{
    const structural *self = n->self;
    return self->dummy ? dummy_motion(s, self->dummy).p : s->poses[n->pose];
}

bool structural_shows_accelerations(const node *n)
{
    const structural *self = n->self;
    if (self->dummy)
        return structural_shows_accelerations(self->dummy->base) &&
               (!self->dummy->reference || structural_shows_accelerations(self->dummy->reference));
    return self->accelerations && structural_can_accelerate(n);
}

bool structural_can_accelerate(const node *n)
{
    const structural *self = n->self;
    return self->dummy ? structural_can_accelerate(self->dummy->base) : n->momentum >= 0 || self->has_inertia;
}

void structural_want_accelerations(const node *n)
{
    structural *self = n->self;
    if (!self->dummy) {
        self->wants_accelerations = structural_can_accelerate(n);
        return;
    }
    const dummy *d = self->dummy;
    if (d->reference)
        structural_want_accelerations(d->reference);
    if (d->pivot)
        structural_want_accelerations(d->pivot);
    structural_want_accelerations(d->base);
}

void structural_acceleration(const state *s, const node *n, vec3 *a, vec3 *dw)
{
    const structural *self = n->self;
    if (self->dummy) {
        const motion m = dummy_motion(s, self->dummy);
        *a = m.a, *dw = m.dw;
        return;
    }
    const double *from = s->ypp ? s->ypp + 6 * n->pose : NULL;
    *a = from ? vec3_load(from) : (vec3){0, 0, 0};
    *dw = from ? vec3_load(from + 3) : (vec3){0, 0, 0};
}
