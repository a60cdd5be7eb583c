/* joint_clamp.c - a node is fixed in position and orientation.
 *
 *     phi = x - X                  three rows, multiplier F in global axes
 *     phi = log(R R0')             three rows, multiplier M in global axes;   d phi = Gamma(phi)^-1 t
 *     node: -F, -M
 *
 * Printed: F and M in the frame of the node and in the global frame; zeros if the analysis ends after the initial
 * assembly, as in MBDyn. */
#include "element/joint/joint.h"
#include "math/rotation.h"
#include "model/frames.h"
#include "model/reading.h"

typedef struct {
    const node *node;
    vec3 X;
    mat3 R0;
} clamp;

static void clamp_read(reader *reader, elem *element)
{
    clamp *joint = element->self;
    joint->node = read_structural_node(reader, "node");
    const frame *internal = joint->node ? joint->node->initial : &FRAME_GLOBAL;
    const frame_context context = {.node_frame = internal};
    const bool has_position = read_keyword(reader, "position");
    const bool at_node =
        read_keyword(reader, "node") || (!has_position && (!read_more(reader) || read_peek(reader, "orientation")));
    joint->X = at_node ? internal->x : read_position_abs(reader, &context, "position of the clamp");
    const bool has_orientation = read_keyword(reader, "orientation");
    const bool as_node =
        read_keyword(reader, "node") || (!has_orientation && (!read_more(reader) || read_peek(reader, "output")));
    joint->R0 = as_node ? internal->R : read_orientation_abs(reader, &context, "orientation of the clamp");
    element->n_internal = 6;
}

static void clamp_connect(const elem *element, layout *layout)
{
    const clamp *joint = element->self;
    layout_node(layout, joint->node);
    layout_internal(layout);
    layout_clear(layout);
    layout_diagonal(layout, 0, 6);
    layout_diagonal(layout, 3, 9);
    layout_diagonal(layout, 6, 0);
    layout_full(layout, 9, 3, 3, 3);
}

static void clamp_eval(int lanes, const state *state, const elem *element, local *out)
{
    const clamp *joint = element->self;
    const pose *at = &state->poses[joint->node->pose];
    const double *F = state->y + element->internal;
    const mat3 rotated = mat3_mult(&at->R, &joint->R0);
    const vec3 theta = rotation_log(&rotated);
    vec3_accumulate(out->r + 6, vec3_sub(at->x, joint->X));
    vec3_accumulate(out->r + 9, theta);
    for (int i = 0; i < 6; i++)
        out->r[i] -= F[i];
    if (lanes == 0)
        return;
    const mat3 inverse = rotation_exp_spin_inverse(theta);
    local_block(out, 0, 6, -1.0, &MAT3_EYE);
    local_block(out, 3, 9, -1.0, &MAT3_EYE);
    local_block(out, 6, 0, state->dvalue, &MAT3_EYE);
    local_block(out, 9, 3, state->dvalue, &inverse);
}

static void clamp_output_row(const state *state, const elem *element, record *out)
{
    const clamp *joint = element->self;
    const mat3 *R = &state->poses[joint->node->pose].R;
    const double known = state->now == PHASE_ASSEMBLY ? 0.0 : 1.0;
    const vec3 F = vec3_scale(known, vec3_load(state->y + element->internal)),
               M = vec3_scale(known, vec3_load(state->y + element->internal + 3));
    joint_output(out, element, mat3_tmulv(R, F), mat3_tmulv(R, M), F, M);
    record_end(out);
}

static void clamp_log_line(const elem *element, record *out)
{
    const clamp *joint = element->self;
    const vec3 zero = {0, 0, 0};
    joint_log_begin(out, element, "clamp:");
    joint_log_side(out, joint->node, zero, &MAT3_EYE);
    joint_log_side(out, joint->node, zero, &MAT3_EYE);
    record_end(out);
}

static const char *const PRIVATE[] = {"Fx", "Fy", "Fz", "Mx", "My", "Mz", NULL};

static double clamp_private_value(const state *state, const elem *element, int index)
{
    return state->y[element->internal + index - 1];
}

static void clamp_sample(sampler *from, elem *element)
{
    clamp *joint = element->self;
    joint->node = sample_structural(from, 0);
    joint->X = sample_vec3(from, 1.0);
    joint->R0 = sample_rotation(from);
    element->n_internal = 6;
}

static void clamp_draw(const elem *element, drawing *drawing)
{
    const clamp *joint = element->self;
    draw_mark(drawing, SYMBOL_CLAMP, draw_at(NULL, joint->X, &joint->R0));
}

static void clamp_describe_internal(const elem *element, internal_words *words)
{
    static const bool ALL[6] = {true, true, true, true, true, true};
    static const component_words WORDS[8] = {
        {"reaction forces", "F", IS_ALONE},
        {"position constraints", "P", IS_AS_AT_START},
        {"reaction couples", "m", IS_ALONE},
        {"orientation constraints", "theta", IS_AS_AT_START},
        {"reaction force derivatives", "FP", IS_ALONE},
        {"velocity constraints", "v", IS_ZERO},
        {"reaction couple derivatives", "mP", IS_ALONE},
        {"angular velocity constraints", "w", IS_ZERO},
    };
    (void)element;
    joint_describe(words, ALL, WORDS);
}

const elem_type joint_clamp_type = {
    .card = &elem_cards[CARD_JOINT],
    .keyword = "clamp",
    .words = "Clamp",
    .grammar = "joint: LABEL, clamp, NODE [, [position,] { node | X }] [, [orientation,] { node | R }]",
    .summary = "A node is fixed to the ground, position and orientation.",
    .size = sizeof(clamp),
    .read = clamp_read,
    .connect = clamp_connect,
    .eval = clamp_eval,
    .output = clamp_output_row,
    .log = clamp_log_line,
    .private_names = PRIVATE,
    .private_value = clamp_private_value,
    .internal_name = joint_internal_name,
    .describe = clamp_describe_internal,
    .sample = clamp_sample,
    .expectations = &(const elem_expectations){.external_forces = true},
    .drawing = &(const elem_drawing){.draw = clamp_draw},
};
