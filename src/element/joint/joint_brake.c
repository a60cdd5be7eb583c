/* joint_brake.c - a friction moment about axis 3 of two nodes, with a normal force given by a drive.
 *
 *     v = r e3(H1) . (w1 - w2)     M = r shape(f) f max(N(t), preload)     M e3(H1) on node 2, the opposite on node 1
 *
 * A revolute hinge between the same nodes must support the axis. Printed: M in column 7 and as it acts on node 2;
 * angles of H1' H2; H2' (w2 - w1); coefficient; N. */
#include "element/joint/revolute.h"
#include "element/diag_rows.h"
#include "math/rotation.h"
#include "model/reading.h"

static void brake_set_internal(arena *memory, elem *element)
{
    const revolute *joint = element->self;
    internal_kind *kinds = ARENA_NEW(memory, internal_kind);
    *kinds = joint->friction ? friction_kind(joint->friction) : INTERNAL_ALGEBRAIC;
    element->kinds = kinds;
    element->n_internal = 1;
}

static void brake_read(reader *reader, elem *element)
{
    revolute *joint = element->self;
    read_sides(reader, joint->side, POSITION_NEEDED);
    if (!read_peek(reader, "friction"))
        read_error(reader, E_BRAKE_FRICTION, read_place(reader));
    read_revolute_friction(reader, joint);
    joint->normal = read_drive(reader, "normal force");
    brake_set_internal(reader_arena(reader), element);
}

static void brake_connect(const elem *element, layout *layout)
{
    const revolute *joint = element->self;
    layout_sides(layout, joint->side);
    revolute_friction_layout(layout, element);
}

static void brake_eval(int lanes, const state *state, const elem *element, local *out)
{
    revolute_friction(lanes, state, element, out);
}

static void brake_output_row(const state *state, const elem *element, record *out)
{
    const revolute *joint = element->self;
    const side_motion a = side_now(state, &joint->side[0]), b = side_now(state, &joint->side[1]);
    const mat3 relative = mat3_tmul(&a.H, &b.H);
    const vec3 zero = {0, 0, 0};
    double M, f;
    revolute_friction_now(state, element, &M, &f);
    joint_output(out, element, zero, (vec3){0, 0, M}, zero, vec3_scale(M, mat3_col(&a.H, 2)));
    record_name(out, "Phi.Phirad", QUANTITY_RADIANS, "relative orientation vector (Phi_X, Phi_Y, Phi_Z)");
    if (out->named)
        record_vec3(out, rotation_log(&relative));
    else
        record_orientation(out, &relative, ORIENTATION_EULER123);
    record_name(out, "Omega", QUANTITY_ANGULAR_VELOCITY, "local relative angular velocity, node 2 RF (x, y, z)");
    record_vec3(out, mat3_tmulv(&b.H, vec3_sub(b.pose->w, a.pose->w)));
    record_name(out, "fc", QUANTITY_DIMENSIONLESS, "friction coefficient");
    record_real(out, f);
    record_name(out, "Fb", QUANTITY_FORCE, "normal force the brake is activated with");
    record_real(out, drive_now(joint->normal, state));
    record_end(out);
}

static void brake_log_line(const elem *element, record *out) { joint_log(out, element, "brake:"); }

static const char *const PRIVATE[] = {"rz", "wz", NULL};

static const char *brake_internal_name(const elem *element, int i)
{
    (void)element, (void)i;
    return "friction state";
}

static void brake_sample(sampler *from, elem *element)
{
    revolute *joint = element->self;
    sample_sides(from, joint->side);
    sample_revolute_friction(from, joint);
    joint->normal = sample_drive(from);
    brake_set_internal(from->memory, element);
}

const elem_type joint_brake_type = {
    REVOLUTE_SLOTS,
    .keyword = "brake",
    .grammar = "joint: LABEL, brake, NODE, F [, orientation, R], NODE, F [, orientation, R], friction, RADIUS [, "
               "preload, N], MODEL, SHAPE, DRIVE",
    .summary = "A friction moment about axis 3 of two nodes, with a normal force given by a drive.",
    .read = brake_read,
    .connect = brake_connect,
    .eval = brake_eval,
    .initial = revolute_initial,
    .output = brake_output_row,
    .log = brake_log_line,
    .private_names = PRIVATE,
    .private_value = revolute_rotating,
    .internal_name = brake_internal_name,
    .sample = brake_sample,
    .expectations = &(const elem_expectations){.internal_forces = true, .friction = true},
    .drawing = &(const elem_drawing){.draw = joint_draw, .symbol = SYMBOL_HINGE},
};
