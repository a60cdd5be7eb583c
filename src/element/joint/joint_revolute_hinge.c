/* joint_revolute_hinge.c - two nodes rotate relative to each other about a common axis, axis 3 of both sides.
 *
 *     p1 - p2 = 0                                    three rows, multiplier F in global axes, on node 2
 *     -e3(H1).e2(H2) = 0,  e3(H1).e1(H2) = 0         two rows, multipliers M1, M2 in the axes of H2, on node 2
 *     friction (optional)                            a moment about axis 3 and the friction model's unknown
 *
 * Printed: F and M in H2 and in the global frame as they act on node 2; angles of H1' H2; H2' (w2 - w1). */
#include "element/joint/revolute.h"

static void revolute_hinge_set_internal(arena *memory, elem *element)
{
    const revolute *joint = element->self;
    element->n_internal = joint->friction ? 6 : 5;
    if (!joint->friction)
        return;
    internal_kind *kinds = ARENA_ARRAY(memory, internal_kind, 6);
    kinds[5] = friction_kind(joint->friction);
    element->kinds = kinds;
}

void revolute_hinge_read(reader *reader, elem *element)
{
    revolute *joint = element->self;
    read_sides(reader, joint->side, POSITION_NEEDED);
    joint->description = read_description(reader);
    joint->has_first_angle = read_keyword(reader, "initial theta");
    if (joint->has_first_angle)
        joint->first_angle = read_real(reader, "initial angle");
    read_revolute_friction(reader, joint);
    revolute_hinge_set_internal(reader_arena(reader), element);
}

void revolute_hinge_output_row(const state *state, const elem *element, record *out)
{
    const revolute *joint = element->self;
    const double *y = state->y + element->internal;
    const mat3 H2 = side_now(state, &joint->side[1]).H;
    const vec3 F = vec3_load(y), M = {y[3], y[4], 0.0};
    joint_output(out, element, mat3_tmulv(&H2, F), M, F, mat3_mulv(&H2, M));
    revolute_output(state, element, out);
}

void revolute_hinge_log_line(const elem *element, record *out) { joint_log(out, element, "revolutehinge:"); }

double revolute_hinge_private_value(const state *state, const elem *element, int index)
{
    if (index <= 2)
        return revolute_rotating(state, element, index);
    return index == 8 ? 0.0 : state->y[element->internal + index - 3];
}

void revolute_hinge_sample(sampler *from, elem *element)
{
    revolute *joint = element->self;
    sample_sides(from, joint->side);
    if (sample_integer(from, 0, 1))
        sample_revolute_friction(from, joint);
    revolute_hinge_set_internal(from->memory, element);
}

void revolute_hinge_describe_internal(const elem *element, internal_words *words)
{
    static const bool ON[6] = {true, true, true, true, true, false};
    static const component_words WORDS[8] = {
        {"reaction forces", "F", IS_ALONE},
        {"position constraints", "P", IS_EQUAL_AT_NODES},
        {"reaction couples", "m", IS_ALONE},
        {"orientation constraints", "g", IS_EQUAL_AT_NODES},
        {"reaction force derivatives", "FP", IS_ALONE},
        {"velocity constraints", "v", IS_EQUAL_AT_NODES},
        {"reaction couple derivatives", "mP", IS_ALONE},
        {"angular velocity constraints", "w", IS_EQUAL_AT_NODES},
    };
    joint_describe(words, ON, WORDS);
    if (!words->of_assembly)
        describe(words, element->n_internal - 5, "friction state", "friction state");
}

const elem_type joint_revolute_hinge_type = {
    REVOLUTE_HINGE_SLOTS,
    .keyword = "revolute hinge",
    .read = revolute_hinge_read,
    .grammar =
        "joint: LABEL, revolute hinge, NODE, position, F [, orientation, R], NODE, position, F [, orientation, R] "
        "[, orientation description, KIND] [, initial theta, ANGLE] [, friction, RADIUS [, preload, N], MODEL, SHAPE]",
    .summary = "Two nodes rotate relative to each other about axis 3 of the joint.",
};
