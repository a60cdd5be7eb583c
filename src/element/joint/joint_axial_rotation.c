/* joint_axial_rotation.c - a revolute hinge whose angular velocity about axis 3 is imposed by a drive.
 *
 *     p1 - p2 = 0                                    three rows, multiplier F in global axes, on node 2
 *     -e3(H1).e2(H2) = 0,  e3(H1).e1(H2) = 0         two rows, multipliers M1, M2 in the axes of H2, on node 2
 *     W(t) - e3(H2).(w2 - w1) = 0                    one row on velocities, multiplier M3
 *     friction (optional)                            a moment about axis 3 and the friction model's unknown */
#include "element/joint/revolute.h"
#include "model/reading.h"

static void axial_rotation_set_internal(arena *memory, elem *element)
{
    const revolute *joint = element->self;
    internal_kind *kinds = ARENA_ARRAY(memory, internal_kind, 7);
    kinds[5] = INTERNAL_VELOCITY_CONSTRAINT;
    if (joint->friction)
        kinds[6] = friction_kind(joint->friction);
    element->kinds = kinds;
    element->n_internal = joint->friction ? 7 : 6;
}

static void axial_rotation_read(reader *reader, elem *element)
{
    revolute *joint = element->self;
    read_sides(reader, joint->side, POSITION_NEEDED);
    joint->speed = read_drive(reader, "angular velocity");
    joint->description = read_description(reader);
    read_revolute_friction(reader, joint);
    axial_rotation_set_internal(reader_arena(reader), element);
}

static void axial_rotation_connect(const elem *element, layout *layout)
{
    const revolute *joint = element->self;
    const joint_rows at = layout_sides(layout, joint->side);
    part_point_layout(layout, &at, at.internal);
    part_axis_layout(layout, &at, at.internal + 3);
    part_spin_layout(layout, &at, at.internal + 5);
    if (joint->friction)
        revolute_friction_layout(layout, element);
}

static void axial_rotation_eval(int lanes, const state *state, const elem *element, local *out)
{
    const revolute *joint = element->self;
    const double *y = state->y + element->internal;
    const joint_work work = joint_begin(lanes, state, joint->side, out);
    part_point(&work, work.rows.internal, vec3_load(y));
    part_axis(&work, work.rows.internal + 3, y + 3);
    part_spin(&work, work.rows.internal + 5, y[5], drive_now(joint->speed, state));
    if (joint->friction)
        revolute_friction(lanes, state, element, out);
}

static void axial_rotation_output_row(const state *state, const elem *element, record *out)
{
    const revolute *joint = element->self;
    const mat3 H2 = side_now(state, &joint->side[1]).H;
    const vec3 F = vec3_load(state->y + element->internal), M = vec3_load(state->y + element->internal + 3);
    joint_output(out, element, mat3_tmulv(&H2, F), M, F, mat3_mulv(&H2, M));
    revolute_output(state, element, out);
}

static void axial_rotation_log_line(const elem *element, record *out) { joint_log(out, element, "axialrotation:"); }

static double axial_rotation_private_value(const state *state, const elem *element, int index)
{
    if (index <= 2)
        return revolute_rotating(state, element, index);
    return state->y[element->internal + index - 3];
}

static void axial_rotation_sample(sampler *from, elem *element)
{
    revolute *joint = element->self;
    sample_sides(from, joint->side);
    joint->speed = sample_drive(from);
    if (sample_integer(from, 0, 1))
        sample_revolute_friction(from, joint);
    axial_rotation_set_internal(from->memory, element);
}

const elem_type joint_axial_rotation_type = {
    REVOLUTE_SLOTS,
    .keyword = "axial rotation",
    .grammar = "joint: LABEL, axial rotation, NODE, [position,] F [, orientation, R], NODE, [position,] F [, "
               "orientation, R], SPEED "
               "[, orientation description, KIND] [, friction, RADIUS [, preload, N], MODEL, SHAPE]",
    .summary = "Two nodes rotate relative to each other about axis 3 of the joint with an imposed angular velocity.",
    .read = axial_rotation_read,
    .connect = axial_rotation_connect,
    .eval = axial_rotation_eval,
    .initial = revolute_initial,
    .output = axial_rotation_output_row,
    .log = axial_rotation_log_line,
    .private_names = revolute_private_names,
    .private_value = axial_rotation_private_value,
    .internal_name = joint_internal_name,
    .sample = axial_rotation_sample,
    .expectations = &(const elem_expectations){.internal_forces = true, .friction = true, .vector_unknowns = true},
    .drawing = &(const elem_drawing){.draw = joint_draw, .symbol = SYMBOL_MOTOR},
};
