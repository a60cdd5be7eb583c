/* frames.c - reference frames, and entities given in a frame.
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
 * `local` first reads an orientation matrix, by which the entity is rotated within the default frame. */
#include "model/frames.h"
#include "model/diag_rows.h"
#include "model/model.h"

const frame FRAME_GLOBAL = {.R = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};

/* Frame that an entity is given in. is_default: an entity without a prefix. */
typedef struct {
    bool is_default;
    frame frame;
    mat3 rotation; /* from `local`, otherwise the identity */
} given;

static void no_frame(reader *reader, unsigned label)
{
    char known[128];
    read_error_last(reader, E_NO_FRAME, label);
    if (label_map_show(&model_of(reader)->frame_by_label, label, known, sizeof known))
        diag_hint(reader_diag(reader), "frames defined so far: %s", known);
    diag_hint(reader_diag(reader),
              "define a frame before its first use: reference: %u, POSITION, ORIENTATION, VELOCITY, ANGULAR VELOCITY;",
              label);
}

const frame *read_reference(reader *reader)
{
    const unsigned label = read_label(reader, "label of the reference frame");
    const model *model = model_of(reader);
    const int i = label_map_find(&model->frame_by_label, label);
    if (!read_ok(reader))
        return &FRAME_GLOBAL;
    if (i == HASH_NONE) {
        no_frame(reader, label);
        return &FRAME_GLOBAL;
    }
    return &model->frames.items[i]->frame;
}

enum { GLOBAL, NODE, LOCAL, OTHER_POSITION, OTHER_ORIENTATION, OTHER_NODE };
static const char *const WORDS[] = {"global",     "node", "local", "other position", "other orientation",
                                    "other node", NULL};

static frame other_frame(reader *reader, const frame_context *context, int which)
{
    if (!context || !context->other) {
        read_error_last(reader, E_NO_OTHER_NODE);
        return FRAME_GLOBAL;
    }
    frame frame = *context->other;
    if (which == OTHER_POSITION && context->other_offset)
        frame.x = vec3_add(frame.x, mat3_mulv(&frame.R, *context->other_offset));
    if (which == OTHER_ORIENTATION && context->other_orientation)
        frame.R = mat3_mul(&frame.R, context->other_orientation);
    return frame;
}

static given read_prefix(reader *reader, const frame_context *context)
{
    given given = {.is_default = true, .frame = FRAME_GLOBAL, .rotation = MAT3_EYE};
    if (!read_keyword(reader, "reference"))
        return given;
    const int which = read_try_choice(reader, WORDS);
    given.is_default = which == LOCAL;
    if (which == LOCAL) {
        given.rotation = read_orientation(reader, "local orientation");
    } else if (which == NODE) {
        if (context && context->node_frame)
            given.frame = *context->node_frame;
        else
            diag_report(reader_diag(reader), W_NO_OWN_NODE, read_last_location(reader));
    } else if (which >= OTHER_POSITION) {
        given.frame = other_frame(reader, context, which);
    } else if (which != GLOBAL) {
        given.frame = *read_reference(reader);
    }
    return given;
}

static const frame *node_frame_of(const frame_context *context)
{
    return context && context->node_frame ? context->node_frame : &FRAME_GLOBAL;
}

vec3 read_position_rel(reader *reader, const frame_context *context, const char *what)
{
    const given given = read_prefix(reader, context);
    const vec3 p = mat3_mulv(&given.rotation, read_vec3(reader, what));
    if (given.is_default)
        return p;
    const vec3 x = vec3_add(given.frame.x, mat3_mulv(&given.frame.R, p));
    const frame *node_frame = node_frame_of(context);
    return mat3_tmulv(&node_frame->R, vec3_sub(x, node_frame->x));
}

vec3 read_position_abs(reader *reader, const frame_context *context, const char *what)
{
    const given given = read_prefix(reader, context);
    const vec3 p = mat3_mulv(&given.rotation, read_vec3(reader, what));
    return given.is_default ? p : vec3_add(given.frame.x, mat3_mulv(&given.frame.R, p));
}

mat3 read_orientation_rel(reader *reader, const frame_context *context, const char *what)
{
    const given given = read_prefix(reader, context);
    const mat3 m = read_orientation(reader, what);
    if (given.is_default)
        return mat3_mul(&given.rotation, &m);
    const mat3 abs = mat3_mul(&given.frame.R, &m);
    return mat3_tmul(&node_frame_of(context)->R, &abs);
}

mat3 read_orientation_abs(reader *reader, const frame_context *context, const char *what)
{
    const given given = read_prefix(reader, context);
    const mat3 m = read_orientation(reader, what);
    return mat3_mul(given.is_default ? &given.rotation : &given.frame.R, &m);
}

vec3 read_direction_rel(reader *reader, const frame_context *context, const char *what)
{
    const given given = read_prefix(reader, context);
    const vec3 d = mat3_mulv(&given.rotation, read_vec3(reader, what));
    return given.is_default ? d : mat3_tmulv(&node_frame_of(context)->R, mat3_mulv(&given.frame.R, d));
}

vec3 read_direction_abs(reader *reader, const frame_context *context, const char *what)
{
    const given given = read_prefix(reader, context);
    const vec3 d = mat3_mulv(&given.rotation, read_vec3(reader, what));
    return given.is_default ? d : mat3_mulv(&given.frame.R, d);
}

vec3 read_velocity_abs(reader *reader, vec3 x, const char *what)
{
    const given given = read_prefix(reader, NULL);
    const vec3 u = mat3_mulv(&given.rotation, read_vec3(reader, what));
    const vec3 carried = vec3_add(given.frame.v, vec3_cross(given.frame.w, vec3_sub(x, given.frame.x)));
    return vec3_add(carried, mat3_mulv(&given.frame.R, u));
}

vec3 read_angular_velocity_abs(reader *reader, const char *what)
{
    const given given = read_prefix(reader, NULL);
    const vec3 o = mat3_mulv(&given.rotation, read_vec3(reader, what));
    return vec3_add(given.frame.w, mat3_mulv(&given.frame.R, o));
}

mat3 read_tensor_rel(reader *reader, const frame_context *context, const char *what)
{
    const given given = read_prefix(reader, context);
    const mat3 m = read_mat3(reader, what);
    mat3 rotation = given.rotation;
    if (!given.is_default)
        rotation = mat3_tmul(&node_frame_of(context)->R, &given.frame.R);
    const mat3 left = mat3_mul(&rotation, &m);
    return mat3_mult(&left, &rotation);
}

/* Translation d along axis 3, rotation theta about it, translation a along the new axis 1, rotation alpha about it. */
static frame read_denavit_hartenberg(reader *reader)
{
    frame base = FRAME_GLOBAL;
    if (read_keyword(reader, "reference") && !read_keyword(reader, "global"))
        base = *read_reference(reader);
    const double d = read_real(reader, "d"), theta = read_real(reader, "theta"), a = read_real(reader, "a"),
                 alpha = read_real(reader, "alpha");
    const double ct = cos(theta), st = sin(theta), ca = cos(alpha), sa = sin(alpha);
    const mat3 M = {{{ct, -st * ca, st * sa}, {st, ct * ca, -ct * sa}, {0, sa, ca}}};
    const vec3 arm = mat3_mulv(&base.R, (vec3){a * ct, a * st, d});
    return (frame){.x = vec3_add(base.x, arm),
                   .R = mat3_mul(&base.R, &M),
                   .v = vec3_add(base.v, vec3_cross(base.w, arm)),
                   .w = base.w};
}

static frame read_frame(reader *reader)
{
    if (read_keyword(reader, "denavit hartenberg"))
        return read_denavit_hartenberg(reader);
    frame frame;
    read_keyword(reader, "position");
    frame.x = read_position_abs(reader, NULL, "position");
    read_keyword(reader, "orientation");
    frame.R = read_orientation_abs(reader, NULL, "orientation matrix");
    read_keyword(reader, "velocity");
    frame.v = read_velocity_abs(reader, frame.x, "velocity");
    read_keyword(reader, "angular velocity");
    frame.w = read_angular_velocity_abs(reader, "angular velocity");
    return frame;
}

void read_reference_card(reader *reader)
{
    model *model = model_of(reader);
    const unsigned label = read_label(reader, "label of the reference frame");
    if (read_ok(reader) && label_map_find(&model->frame_by_label, label) != HASH_NONE)
        read_error_last(reader, E_FRAME_TWICE, label);
    const bool is_known = read_ok(reader);
    const char *name = read_keyword(reader, "name") ? read_string(reader, "name") : NULL;
    const frame frame = read_frame(reader);
    /* A frame that could not be read is still registered under its label, so that references to it are not reported
     * as well. */
    if (!is_known)
        return;
    struct named_frame *named = ARENA_NEW(model->memory, struct named_frame);
    *named = (struct named_frame){.label = label, .name = name, .frame = frame};
    label_map_put(&model->frame_by_label, label, model->frames.n);
    array_push(&model->frames, named);
}
