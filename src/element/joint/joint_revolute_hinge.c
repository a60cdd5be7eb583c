/* joint_revolute_hinge.c - two nodes rotate relative to each other about a common axis, axis 3 of both sides.
 *
 *     p1 - p2 = 0                                    three rows, multiplier F in global axes, on node 2
 *     -e3(H1).e2(H2) = 0,  e3(H1).e1(H2) = 0         two rows, multipliers M1, M2 in the axes of H2, on node 2
 *     friction (optional)                            a moment about axis 3 and the friction model's unknown
 *
 * Printed: F and M in H2 and in the global frame as they act on node 2; angles of H1' H2; H2' (w2 - w1). */
#include "element/joint/revolute.h"

static void revolute_hinge_set_own(arena *memory, elem *e)
{
    const revolute *j = e->self;
    e->n_own = j->friction ? 6 : 5;
    if (!j->friction)
        return;
    own_kind *kinds = ARENA_ARRAY(memory, own_kind, 6);
    kinds[5] = friction_kind(j->friction);
    e->kinds = kinds;
}

static void revolute_hinge_read(reader *r, elem *e)
{
    revolute *j = e->self;
    read_sides(r, j->side, POSITION_NEEDED);
    j->description = read_description(r);
    j->has_first_angle = read_keyword(r, "initial theta");
    if (j->has_first_angle)
        j->first_angle = read_real(r, "initial angle");
    read_revolute_friction(r, j);
    revolute_hinge_set_own(reader_arena(r), e);
}

static void revolute_hinge_output_row(const state *s, const elem *e, record *out)
{
    const revolute *j = e->self;
    const double *y = s->y + e->own;
    const mat3 H2 = side_now(s, &j->side[1]).H;
    const vec3 F = vec3_load(y), M = {y[3], y[4], 0.0};
    joint_output(out, e, mat3_tmulv(&H2, F), M, F, mat3_mulv(&H2, M));
    revolute_output(s, e, out);
}

static void revolute_hinge_log_line(const elem *e, record *out) { joint_log(out, e, "revolutehinge:"); }

static double revolute_hinge_private_value(const state *s, const elem *e, int index)
{
    if (index <= 2)
        return revolute_turning(s, e, index);
    return index == 8 ? 0.0 : s->y[e->own + index - 3];
}

static void revolute_hinge_sample(sampler *from, elem *e)
{
    revolute *j = e->self;
    sample_sides(from, j->side);
    if (sample_integer(from, 0, 1))
        sample_revolute_friction(from, j);
    revolute_hinge_set_own(from->memory, e);
}

static void revolute_hinge_describe_own(const elem *e, own_words *d)
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
    joint_describe(d, ON, WORDS);
    if (!d->of_assembly)
        describe(d, e->n_own - 5, "friction state", "friction state");
}

const elem_type joint_revolute_hinge_type = {
    REVOLUTE_SLOTS,
    .keyword = "revolute hinge",
    .grammar =
        "joint: LABEL, revolute hinge, NODE, position, F [, orientation, R], NODE, position, F [, orientation, R] "
        "[, orientation description, KIND] [, initial theta, ANGLE] [, friction, RADIUS [, preload, N], MODEL, SHAPE]",
    .summary = "Two nodes rotate relative to each other about axis 3 of the joint.",
    .read = revolute_hinge_read,
    .connect = revolute_connect,
    .eval = revolute_eval,
    .initial = revolute_initial,
    .output = revolute_hinge_output_row,
    .log = revolute_hinge_log_line,
    .private_names = revolute_private_names,
    .private_value = revolute_hinge_private_value,
    .own_name = joint_own_name,
    .describe = revolute_hinge_describe_own,
    .sample = revolute_hinge_sample,
    .assembly = &(const elem_assembly){.keeps_reactions = true},
    .expectations = &(const elem_expectations){.internal_forces = true, .friction = true, .vector_unknowns = true},
    .drawing = &(const elem_drawing){.draw = joint_draw, .symbol = SYMBOL_HINGE},
};
