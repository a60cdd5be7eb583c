/* joint_clamp.c - a node is fixed, position and orientation.
 *
 *     phi = x - X                  three rows, multiplier F in global axes
 *     phi = log(R R0')             three rows, multiplier M in global axes;   d phi = Gamma(phi)^-1 t
 *     node: -F, -M
 *
 * Printed: F and M in the frame of the node and in the global frame. */
#include "element/joint/joint.h"
#include "math/rotation.h"
#include "model/frames.h"
#include "model/reading.h"

typedef struct {
    const node *node;
    vec3 X;
    mat3 R0;
} clamp;

static void clamp_read(reader *r, elem *e)
{
    clamp *j = e->self;
    j->node = read_structural_node(r, "node");
    const frame *own = j->node ? j->node->initial : &FRAME_GLOBAL;
    const frame_context c = {.own = own};
    const bool has_position = read_keyword(r, "position");
    const bool at_node = read_keyword(r, "node") || (!has_position && (!read_more(r) || read_peek(r, "orientation")));
    j->X = at_node ? own->x : read_position_abs(r, &c, "position of the clamp");
    const bool has_orientation = read_keyword(r, "orientation");
    const bool as_node = read_keyword(r, "node") || (!has_orientation && (!read_more(r) || read_peek(r, "output")));
    j->R0 = as_node ? own->R : read_orientation_abs(r, &c, "orientation of the clamp");
    e->n_own = 6;
}

static void clamp_connect(const elem *e, layout *l)
{
    const clamp *j = e->self;
    layout_node(l, j->node);
    layout_own(l);
    layout_clear(l);
    layout_diagonal(l, 0, 6);
    layout_diagonal(l, 3, 9);
    layout_diagonal(l, 6, 0);
    layout_full(l, 9, 3, 3, 3);
}

static void clamp_eval(int n, const state *s, const elem *e, local *out)
{
    const clamp *j = e->self;
    const pose *at = &s->poses[j->node->pose];
    const double *F = s->y + e->own;
    const mat3 turned = mat3_mult(&at->R, &j->R0);
    const vec3 theta = rotation_log(&turned);
    vec3_accumulate(out->r + 6, vec3_sub(at->x, j->X));
    vec3_accumulate(out->r + 9, theta);
    for (int i = 0; i < 6; i++)
        out->r[i] -= F[i];
    if (n == 0)
        return;
    const mat3 inverse = rotation_exp_spin_inverse(theta);
    local_block(out, 0, 6, -1.0, &MAT3_EYE);
    local_block(out, 3, 9, -1.0, &MAT3_EYE);
    local_block(out, 6, 0, s->dvalue, &MAT3_EYE);
    local_block(out, 9, 3, s->dvalue, &inverse);
}

static void clamp_output_row(const state *s, const elem *e, record *out)
{
    const clamp *j = e->self;
    const mat3 *R = &s->poses[j->node->pose].R;
    const vec3 F = vec3_load(s->y + e->own), M = vec3_load(s->y + e->own + 3);
    joint_output(out, e, mat3_tmulv(R, F), mat3_tmulv(R, M), F, M);
    record_end(out);
}

static void clamp_log_line(const elem *e, record *out)
{
    const clamp *j = e->self;
    const vec3 zero = {0, 0, 0};
    joint_log_begin(out, e, "clamp:");
    joint_log_side(out, j->node, zero, &MAT3_EYE);
    joint_log_side(out, j->node, zero, &MAT3_EYE);
    record_end(out);
}

static const char *const PRIVATE[] = {"Fx", "Fy", "Fz", "Mx", "My", "Mz", NULL};

static double clamp_private_value(const state *s, const elem *e, int index) { return s->y[e->own + index - 1]; }

static void clamp_sample(sampler *from, elem *e)
{
    clamp *j = e->self;
    j->node = sample_structural(from, 0);
    j->X = sample_vec3(from, 1.0);
    j->R0 = sample_rotation(from);
    e->n_own = 6;
}

static void clamp_draw(const elem *e, drawing *d)
{
    const clamp *j = e->self;
    draw_mark(d, SYMBOL_CLAMP, draw_at(NULL, j->X, &j->R0));
}

static void clamp_describe_own(const elem *e, own_words *d)
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
    (void)e;
    joint_describe(d, ALL, WORDS);
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
    .own_name = joint_own_name,
    .describe = clamp_describe_own,
    .sample = clamp_sample,
    .expectations = &(const elem_expectations){.external_forces = true},
    .drawing = &(const elem_drawing){.draw = clamp_draw},
};
