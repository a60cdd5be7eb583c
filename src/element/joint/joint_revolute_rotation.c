/* joint_revolute_rotation.c - axes 3 of two nodes stay parallel; positions are free.
 *
 *     -e3(H1).e2(H2) = 0,  e3(H1).e1(H2) = 0         two rows, multipliers M1, M2 in the axes of H2, on node 2
 *
 * Printed: M in H2 and in the global frame as it acts on node 2; angles of H1' H2; H2' (w2 - w1). */
#include "element/joint/revolute.h"

static void revolute_rotation_read(reader *r, elem *e)
{
    revolute *j = e->self;
    read_sides(r, j->side, POSITION_OPTIONAL);
    j->description = read_description(r);
    e->n_own = 2;
}

static void revolute_rotation_connect(const elem *e, layout *l)
{
    const revolute *j = e->self;
    const joint_rows at = layout_sides(l, j->side);
    part_axis_layout(l, &at, at.own);
}

static void revolute_rotation_eval(int n, const state *s, const elem *e, local *out)
{
    const revolute *j = e->self;
    const joint_work k = joint_begin(n, s, j->side, out);
    part_axis(&k, k.rows.own, s->y + e->own);
}

static void revolute_rotation_output_row(const state *s, const elem *e, record *out)
{
    const revolute *j = e->self;
    const mat3 H2 = side_now(s, &j->side[1]).H;
    const vec3 zero = {0, 0, 0}, M = {s->y[e->own], s->y[e->own + 1], 0.0};
    joint_output(out, e, zero, M, zero, mat3_mulv(&H2, M));
    revolute_output(s, e, out);
}

static void revolute_rotation_log_line(const elem *e, record *out) { joint_log_rotation(out, e, "revoluterotation:"); }

static const char *const PRIVATE[] = {"rz", "wz", "Mx", "My", "Mz", NULL};

static double revolute_rotation_private_value(const state *s, const elem *e, int index)
{
    if (index <= 2)
        return revolute_turning(s, e, index);
    return index == 5 ? 0.0 : s->y[e->own + index - 3];
}

static void revolute_rotation_sample(sampler *from, elem *e)
{
    revolute *j = e->self;
    sample_sides(from, j->side);
    e->n_own = 2;
}

const elem_type joint_revolute_rotation_type = {
    REVOLUTE_SLOTS,
    .keyword = "revolute rotation",
    .grammar = "joint: LABEL, revolute rotation, NODE [, position, F] [, orientation, R], NODE [, position, F] [, "
               "orientation, R] [, orientation description, KIND]",
    .summary = "Two nodes rotate relative to each other about axis 3 of the joint; their positions are free.",
    .read = revolute_rotation_read,
    .connect = revolute_rotation_connect,
    .eval = revolute_rotation_eval,
    .output = revolute_rotation_output_row,
    .log = revolute_rotation_log_line,
    .private_names = PRIVATE,
    .private_value = revolute_rotation_private_value,
    .own_name = joint_couple_name,
    .sample = revolute_rotation_sample,
    .expectations = &(const elem_expectations){.internal_forces = true},
    .drawing = &(const elem_drawing){.draw = joint_draw, .symbol = SYMBOL_HINGE},
};
