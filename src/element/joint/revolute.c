/* revolute.c - angle, output and friction about axis 3, for revolute hinge, pin and rotation and axial rotation.
 *
 *     angle      of H1' H2 about axis 3, counting revolutions from step to step
 *     friction   v = r e . (w1 - w2),   e = e3(H1),   N = max(|F|, preload)
 *                M = r shape(f) f N                   M e on side 2, -M e on side 1
 *
 * f is opposite to the velocity of side 2 relative to side 1. */
#include "element/joint/revolute.h"

void read_revolute_friction(reader *reader, revolute *joint)
{
    if (!read_keyword(reader, "friction"))
        return;
    joint->radius = read_positive(reader, "average radius");
    joint->preload = read_keyword(reader, "preload") ? read_real(reader, "preload") : 0.0;
    joint->friction = read_friction(reader);
}

void sample_revolute_friction(sampler *from, revolute *joint)
{
    joint->radius = 0.7;
    joint->friction = sample_friction(from);
}

/* N: |F|, with F among the internal unknowns, or the value of the drive of a brake; not less than the preload. */
static void revolute_normal_force(int lanes, const state *state, const elem *element, int internal, jet1 *N)
{
    const revolute *joint = element->self;
    const vec3 F = joint->normal ? (vec3){0, 0, 0} : vec3_load(state->y + element->internal);
    const double norm = vec3_norm(F);
    jet1_seed(lanes, N, fmax(joint->normal ? drive_now(joint->normal, state) : norm, joint->preload), internal, 0.0);
    if (lanes == 0 || joint->normal || norm <= joint->preload)
        return;
    N->d[internal] = F.x / norm, N->d[internal + 1] = F.y / norm, N->d[internal + 2] = F.z / norm;
}

typedef struct {
    jet_side side[2];
    jet3 axis;
    jet1 M, f; /* moment about the axis, coefficient */
} friction_work;

static void friction_moment(int lanes, const state *state, const elem *element, friction_work *work, local *out)
{
    const revolute *joint = element->self;
    const joint_rows at = side_rows(joint->side);
    for (int i = 0; i < 2; i++)
        jet_side_seed(lanes, &work->side[i], state, &joint->side[i], at.side[i]);
    jet_side_axis(lanes, &work->axis, &work->side[0], 2);
    jet3 w;
    jet1 v, shape;
    jet3_add(lanes, &w, &work->side[0].node.w, -1.0, &work->side[1].node.w);
    jet3_dot(lanes, &v, &work->axis, &w);
    jet1_chain_by(lanes, &v, joint->radius * v.v, joint->radius);
    const friction_index internal = {.unknown = element->internal + element->n_internal - 1,
                                     .index = at.internal + element->n_internal - 1};
    friction_eval(lanes, joint->friction, state, &internal, &v, &work->f, out);
    friction_shape(lanes, joint->friction, 0.0, &work->f, &shape);
    revolute_normal_force(lanes, state, element, at.internal, &work->M);
    jet1_mul_by(lanes, &work->M, &shape);
    jet1_mul_by(lanes, &work->M, &work->f);
    jet1_chain_by(lanes, &work->M, joint->radius * work->M.v, joint->radius);
}

void revolute_friction(int lanes, const state *state, const elem *element, local *out)
{
    const revolute *joint = element->self;
    const joint_rows at = side_rows(joint->side);
    friction_work work;
    jet3 moment;
    if (state->now == PHASE_ASSEMBLY)
        return;
    friction_moment(lanes, state, element, &work, out);
    jet3_mul1(lanes, &moment, &work.M, &work.axis);
    local_moment(lanes, out, at.side[0], -1.0, &moment);
    local_moment(lanes, out, at.side[1], 1.0, &moment);
}

void revolute_friction_layout(layout *layout, const elem *element)
{
    const revolute *joint = element->self;
    const joint_rows at = side_rows(joint->side);
    const int last = at.internal + element->n_internal - 1;
    for (int i = 0; i < 2; i++) {
        if (!joint->normal)
            layout_full(layout, at.side[i] + 3, 3, at.internal, 3);
        layout_full(layout, at.side[i] + 3, 3, last, 1);
        layout_full(layout, last, 1, at.side[i] + 3, 3);
        for (int k = 0; k < 2; k++)
            layout_full(layout, at.side[i] + 3, 3, at.side[k] + 3, 3);
    }
    layout_full(layout, last, 1, last, 1);
}

void revolute_initial(const state *s, const elem *element, initial_values *initial)
{
    const revolute *joint = element->self;
    if (!joint->friction)
        return;
    state now = *s;
    now.poses = initial->poses;
    initial->y[element->internal + element->n_internal - 1] =
        friction_initial(joint->friction, -joint->radius * revolute_rotating(&now, element, 2));
}

void revolute_friction_now(const state *state, const elem *element, double *M, double *f)
{
    double rows[32] = {0};
    local unused = {.r = rows};
    friction_work work;
    friction_moment(0, state, element, &work, &unused);
    *M = work.M.v;
    *f = work.f.v;
}

void revolute_output(const state *state, const elem *element, record *out)
{
    const revolute *joint = element->self;
    const side_motion a = side_now(state, &joint->side[0]), b = side_now(state, &joint->side[1]);
    const mat3 relative = mat3_tmul(&a.H, &b.H);
    if (!joint->omits_angles) {
        record_name(out, "", QUANTITY_ORIENTATION, "relative");
        record_orientation(out, &relative, joint->description);
    }
    if (joint->speed) {
        record_name(out, "dOmega", QUANTITY_ANGULAR_VELOCITY, "imposed angular velocity");
        record_real(out, drive_now(joint->speed, state));
    }
    record_name(out, "Omega", QUANTITY_ANGULAR_VELOCITY, "local relative angular velocity (x, y, z)");
    record_vec3(out, mat3_tmulv(&b.H, vec3_sub(b.pose->w, a.pose->w)));
    if (joint->friction) {
        double M, f;
        revolute_friction_now(state, element, &M, &f);
        record_name(out, "MFR", QUANTITY_MOMENT, "friction moment");
        record_real(out, M);
        record_name(out, "fc", QUANTITY_DIMENSIONLESS, "friction coefficient");
        record_real(out, f);
    }
    record_end(out);
}

static double wrapped_angle(const state *state, const revolute *joint)
{
    const side_motion a = side_now(state, &joint->side[0]), b = side_now(state, &joint->side[1]);
    return sides_angle(&a.H, &b.H);
}

void revolute_connect(const elem *element, layout *layout)
{
    const revolute *joint = element->self;
    const joint_rows at = layout_sides(layout, joint->side);
    part_point_layout(layout, &at, at.internal);
    part_axis_layout(layout, &at, at.internal + 3);
    if (joint->friction)
        revolute_friction_layout(layout, element);
}

void revolute_eval(int lanes, const state *state, const elem *element, local *out)
{
    const revolute *joint = element->self;
    const joint_work work = joint_begin(lanes, state, joint->side, out);
    part_point(&work, work.rows.internal, vec3_load(state->y + element->internal));
    part_axis(&work, work.rows.internal + 3, state->y + element->internal + 3);
    if (joint->friction)
        revolute_friction(lanes, state, element, out);
}

void revolute_start(const state *state, const elem *element, memory_block *to)
{
    const revolute *joint = element->self;
    revolute_memory *revolutions = memory_at(to, element->memory);
    const double angle = wrapped_angle(state, joint);
    *revolutions = (revolution_count){0};
    revolution_accept(revolutions, angle);
    revolutions->shift = joint->has_first_angle ? joint->first_angle - angle : 0.0;
}

void revolute_accept(const state *state, const elem *element, memory_block *to)
{
    revolution_accept(memory_at(to, element->memory), wrapped_angle(state, element->self));
}

double revolute_rotating(const state *state, const elem *element, int index)
{
    const revolute *joint = element->self;
    if (index == 1)
        return revolution_now(remembered(state, element->memory), wrapped_angle(state, joint));
    const side_motion a = side_now(state, &joint->side[0]), b = side_now(state, &joint->side[1]);
    return vec3_dot(mat3_col(&b.H, 2), vec3_sub(b.pose->w, a.pose->w));
}

const char *const revolute_private_names[] = {"rz", "wz", "Fx", "Fy", "Fz", "Mx", "My", "Mz", NULL};
