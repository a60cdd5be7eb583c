/* joint_axial_rotation.c - a revolute hinge whose angular velocity about axis 3 is imposed by a drive.
 *
 *     p1 - p2 = 0                                    three rows, multiplier F in global axes, on node 2
 *     -e3(H1).e2(H2) = 0,  e3(H1).e1(H2) = 0         two rows, multipliers M1, M2 in the axes of H2, on node 2
 *     W(t) - e3(H2).(w2 - w1) = 0                    one row on velocities, multiplier M3
 *     friction (optional)                            a moment about axis 3 and the friction model's unknown */
#include "element/joint/revolute.h"
#include "model/reading.h"

static void axial_rotation_set_own(arena *memory, elem *e)
{
    const revolute *j = e->self;
    own_kind *kinds = ARENA_ARRAY(memory, own_kind, 7);
    kinds[5] = OWN_VELOCITY_CONSTRAINT;
    if (j->friction)
        kinds[6] = friction_kind(j->friction);
    e->kinds = kinds;
    e->n_own = j->friction ? 7 : 6;
}

static void axial_rotation_read(reader *r, elem *e)
{
    revolute *j = e->self;
    read_sides(r, j->side, POSITION_NEEDED);
    j->speed = read_drive(r, "angular velocity");
    j->description = read_description(r);
    read_revolute_friction(r, j);
    axial_rotation_set_own(reader_arena(r), e);
}

static void axial_rotation_connect(const elem *e, layout *l)
{
    const revolute *j = e->self;
    const joint_rows at = layout_sides(l, j->side);
    part_point_layout(l, &at, at.own);
    part_axis_layout(l, &at, at.own + 3);
    part_spin_layout(l, &at, at.own + 5);
    if (j->friction)
        revolute_friction_layout(l, e);
}

static void axial_rotation_eval(int n, const state *s, const elem *e, local *out)
{
    const revolute *j = e->self;
    const double *y = s->y + e->own;
    const joint_work k = joint_begin(n, s, j->side, out);
    part_point(&k, k.rows.own, vec3_load(y));
    part_axis(&k, k.rows.own + 3, y + 3);
    part_spin(&k, k.rows.own + 5, y[5], drive_now(j->speed, s));
    if (j->friction)
        revolute_friction(n, s, e, out);
}

static void axial_rotation_output_row(const state *s, const elem *e, record *out)
{
    const revolute *j = e->self;
    const mat3 H2 = side_now(s, &j->side[1]).H;
    const vec3 F = vec3_load(s->y + e->own), M = vec3_load(s->y + e->own + 3);
    joint_output(out, e, mat3_tmulv(&H2, F), M, F, mat3_mulv(&H2, M));
    revolute_output(s, e, out);
}

static void axial_rotation_log_line(const elem *e, record *out) { joint_log(out, e, "axialrotation:"); }

static double axial_rotation_private_value(const state *s, const elem *e, int index)
{
    if (index <= 2)
        return revolute_turning(s, e, index);
    return s->y[e->own + index - 3];
}

static void axial_rotation_sample(sampler *from, elem *e)
{
    revolute *j = e->self;
    sample_sides(from, j->side);
    j->speed = sample_drive(from);
    if (sample_integer(from, 0, 1))
        sample_revolute_friction(from, j);
    axial_rotation_set_own(from->memory, e);
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
    .own_name = joint_own_name,
    .sample = axial_rotation_sample,
    .expectations = &(const elem_expectations){.internal_forces = true, .friction = true, .vector_unknowns = true},
    .drawing = &(const elem_drawing){.draw = joint_draw, .symbol = SYMBOL_MOTOR},
};
