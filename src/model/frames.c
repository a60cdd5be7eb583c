/* frames.c - reference frames and entities given in one.
 *
 *     position      x = X + R p                     (frame at X, R, moving with V, W)
 *     orientation   R_abs = R M
 *     velocity      v = V + W x (x - X) + R u
 *     angular       w = W + R o
 *
 * On the second side (b) of a joint, with the first side (a) known: f_a offset, H_a relative orientation
 *     other position     x = x_a + R_a (f_a + p)
 *     other orientation  R_abs = R_a H_a M
 *     other node         x = x_a + R_a p,  R_abs = R_a M
 *
 * `local` reads an orientation matrix first and turns the entity by it, within the default frame. */
#include "model/frames.h"
#include "model/diag_rows.h"
#include "model/model.h"

const frame FRAME_GLOBAL = {.R = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};

/* The frame an entity is given in. is_default: the bare entity, no prefix. */
typedef struct {
    bool is_default;
    frame frame;
    mat3 turn; /* of `local`, else the identity */
} given;

static void no_frame(reader *r, unsigned label)
{
    char known[128];
    read_error_last(r, E_NO_FRAME, label);
    if (label_map_show(&model_of(r)->frame_by_label, label, known, sizeof known))
        diag_hint(reader_diag(r), "frames that are defined up to here: %s", known);
    diag_hint(
        reader_diag(r),
        "a frame is defined before its first use: reference: %u, POSITION, ORIENTATION, VELOCITY, ANGULAR VELOCITY;",
        label);
}

const frame *read_reference(reader *r)
{
    const unsigned label = read_label(r, "label of the reference frame");
    const model *m = model_of(r);
    const int i = label_map_find(&m->frame_by_label, label);
    if (!read_ok(r))
        return &FRAME_GLOBAL;
    if (i == HASH_NONE) {
        no_frame(r, label);
        return &FRAME_GLOBAL;
    }
    return &m->frames.items[i]->frame;
}

enum { GLOBAL, NODE, LOCAL, OTHER_POSITION, OTHER_ORIENTATION, OTHER_NODE };
static const char *const WORDS[] = {"global",     "node", "local", "other position", "other orientation",
                                    "other node", NULL};

static frame other_frame(reader *r, const frame_context *c, int which)
{
    if (!c || !c->other) {
        read_error_last(r, E_NO_OTHER_NODE);
        return FRAME_GLOBAL;
    }
    frame f = *c->other;
    if (which == OTHER_POSITION && c->other_offset)
        f.x = vec3_add(f.x, mat3_mulv(&f.R, *c->other_offset));
    if (which == OTHER_ORIENTATION && c->other_orientation)
        f.R = mat3_mul(&f.R, c->other_orientation);
    return f;
}

static given read_prefix(reader *r, const frame_context *c)
{
    given g = {.is_default = true, .frame = FRAME_GLOBAL, .turn = MAT3_EYE};
    if (!read_keyword(r, "reference"))
        return g;
    const int which = read_try_choice(r, WORDS);
    g.is_default = which == LOCAL;
    if (which == LOCAL) {
        g.turn = read_orientation(r, "local orientation");
    } else if (which == NODE) {
        if (c && c->own)
            g.frame = *c->own;
        else
            diag_report(reader_diag(r), W_NO_OWN_NODE, read_last_place(r));
    } else if (which >= OTHER_POSITION) {
        g.frame = other_frame(r, c, which);
    } else if (which != GLOBAL) {
        g.frame = *read_reference(r);
    }
    return g;
}

static const frame *own_of(const frame_context *c) { return c && c->own ? c->own : &FRAME_GLOBAL; }

vec3 read_position_rel(reader *r, const frame_context *c, const char *what)
{
    const given g = read_prefix(r, c);
    const vec3 p = mat3_mulv(&g.turn, read_vec3(r, what));
    if (g.is_default)
        return p;
    const vec3 x = vec3_add(g.frame.x, mat3_mulv(&g.frame.R, p));
    const frame *own = own_of(c);
    return mat3_tmulv(&own->R, vec3_sub(x, own->x));
}

vec3 read_position_abs(reader *r, const frame_context *c, const char *what)
{
    const given g = read_prefix(r, c);
    const vec3 p = mat3_mulv(&g.turn, read_vec3(r, what));
    return g.is_default ? p : vec3_add(g.frame.x, mat3_mulv(&g.frame.R, p));
}

mat3 read_orientation_rel(reader *r, const frame_context *c, const char *what)
{
    const given g = read_prefix(r, c);
    const mat3 m = read_orientation(r, what);
    if (g.is_default)
        return mat3_mul(&g.turn, &m);
    const mat3 abs = mat3_mul(&g.frame.R, &m);
    return mat3_tmul(&own_of(c)->R, &abs);
}

mat3 read_orientation_abs(reader *r, const frame_context *c, const char *what)
{
    const given g = read_prefix(r, c);
    const mat3 m = read_orientation(r, what);
    return mat3_mul(g.is_default ? &g.turn : &g.frame.R, &m);
}

vec3 read_direction_rel(reader *r, const frame_context *c, const char *what)
{
    const given g = read_prefix(r, c);
    const vec3 d = mat3_mulv(&g.turn, read_vec3(r, what));
    return g.is_default ? d : mat3_tmulv(&own_of(c)->R, mat3_mulv(&g.frame.R, d));
}

vec3 read_direction_abs(reader *r, const frame_context *c, const char *what)
{
    const given g = read_prefix(r, c);
    const vec3 d = mat3_mulv(&g.turn, read_vec3(r, what));
    return g.is_default ? d : mat3_mulv(&g.frame.R, d);
}

vec3 read_velocity_abs(reader *r, vec3 x, const char *what)
{
    const given g = read_prefix(r, NULL);
    const vec3 u = mat3_mulv(&g.turn, read_vec3(r, what));
    const vec3 carried = vec3_add(g.frame.v, vec3_cross(g.frame.w, vec3_sub(x, g.frame.x)));
    return vec3_add(carried, mat3_mulv(&g.frame.R, u));
}

vec3 read_angular_velocity_abs(reader *r, const char *what)
{
    const given g = read_prefix(r, NULL);
    const vec3 o = mat3_mulv(&g.turn, read_vec3(r, what));
    return vec3_add(g.frame.w, mat3_mulv(&g.frame.R, o));
}

mat3 read_tensor_rel(reader *r, const frame_context *c, const char *what)
{
    const given g = read_prefix(r, c);
    const mat3 m = read_mat3(r, what);
    mat3 turn = g.turn;
    if (!g.is_default)
        turn = mat3_tmul(&own_of(c)->R, &g.frame.R);
    const mat3 left = mat3_mul(&turn, &m);
    return mat3_mult(&left, &turn);
}

/* d along axis 3, theta about it, a along the new axis 1, alpha about it. */
static frame read_denavit_hartenberg(reader *r)
{
    frame base = FRAME_GLOBAL;
    if (read_keyword(r, "reference") && !read_keyword(r, "global"))
        base = *read_reference(r);
    const double d = read_real(r, "d"), theta = read_real(r, "theta"), a = read_real(r, "a"),
                 alpha = read_real(r, "alpha");
    const double ct = cos(theta), st = sin(theta), ca = cos(alpha), sa = sin(alpha);
    const mat3 M = {{{ct, -st * ca, st * sa}, {st, ct * ca, -ct * sa}, {0, sa, ca}}};
    const vec3 arm = mat3_mulv(&base.R, (vec3){a * ct, a * st, d});
    return (frame){.x = vec3_add(base.x, arm),
                   .R = mat3_mul(&base.R, &M),
                   .v = vec3_add(base.v, vec3_cross(base.w, arm)),
                   .w = base.w};
}

static frame read_frame(reader *r)
{
    if (read_keyword(r, "denavit hartenberg"))
        return read_denavit_hartenberg(r);
    frame f;
    read_keyword(r, "position");
    f.x = read_position_abs(r, NULL, "position");
    read_keyword(r, "orientation");
    f.R = read_orientation_abs(r, NULL, "orientation matrix");
    read_keyword(r, "velocity");
    f.v = read_velocity_abs(r, f.x, "velocity");
    read_keyword(r, "angular velocity");
    f.w = read_angular_velocity_abs(r, "angular velocity");
    return f;
}

void read_reference_card(reader *r)
{
    model *m = model_of(r);
    const unsigned label = read_label(r, "label of the reference frame");
    if (read_ok(r) && label_map_find(&m->frame_by_label, label) != HASH_NONE)
        read_error_last(r, E_FRAME_TWICE, label);
    const bool is_known = read_ok(r);
    const char *name = read_keyword(r, "name") ? read_string(r, "name") : NULL;
    const frame f = read_frame(r);
    /* One that could not be read is still known by its label, so that what refers to it is not an error as well. */
    if (!is_known)
        return;
    struct named_frame *named = ARENA_NEW(m->memory, struct named_frame);
    *named = (struct named_frame){.label = label, .name = name, .frame = f};
    label_map_put(&m->frame_by_label, label, m->frames.n);
    array_push(&m->frames, named);
}
