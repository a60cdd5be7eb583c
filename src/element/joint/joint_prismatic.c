/* joint_prismatic.c - the relative orientation of two nodes is fixed; positions are free.
 *
 *     log(H1' H2) = 0                three rows, multiplier M in the axes of H1
 *     node 1: H1 M                   node 2: -H1 M
 *
 * Printed: -M in H1 and in the global frame, as it acts on node 2. */
#include "element/joint/total.h"

static void prismatic_read(reader *reader, elem *element)
{
    total *joint = element->self;
    read_sides(reader, joint->side, POSITION_OPTIONAL);
    total_set(joint, element, reader_arena(reader), "---ppp");
}

static void prismatic_output_row(const state *state, const elem *element, record *out)
{
    const total *joint = element->self;
    const vec3 zero = {0, 0, 0}, M = vec3_neg(vec3_load(state->y + element->internal));
    const mat3 H1 = side_now(state, &joint->side[0]).H;
    joint_output(out, element, zero, M, zero, mat3_mulv(&H1, M));
    record_end(out);
}

static void prismatic_log_line(const elem *element, record *out) { joint_log_rotation(out, element, "prismatic:"); }

static void prismatic_sample(sampler *from, elem *element)
{
    total *joint = element->self;
    sample_sides(from, joint->side);
    total_set(joint, element, from->memory, "---ppp");
}

const elem_type joint_prismatic_type = {
    TOTAL_SLOTS,
    .keyword = "prismatic",
    .words = "Prismatic",
    .grammar = "joint: LABEL, prismatic, NODE [, orientation, R], NODE [, orientation, R]",
    .summary = "The relative orientation of two nodes is fixed; their positions are free.",
    .read = prismatic_read,
    .output = prismatic_output_row,
    .log = prismatic_log_line,
    .hint = total_hinge_hint,
    .sample = prismatic_sample,
    .expectations = &(const elem_expectations){.internal_forces = true},
    .drawing = &(const elem_drawing){.draw = joint_draw, .symbol = SYMBOL_GENERAL},
    .history = &(const elem_history){.memory = sizeof(total_memory), .begin = total_begin},
};
