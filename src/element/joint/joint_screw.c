/* joint_screw.c - the advance of two nodes along an axis of the first is proportional to their relative rotation about
 * it.
 *
 *     e = R1 Rh1 e3,  d = p2 - p1,  theta = log(R1' R2),  t = e . theta, counting revolutions
 *     phi = P / (2 pi) (t - t0) - e . d + h0       one row, multiplier F; P the advance per revolution
 *     node 2: F e at p2, -P / (2 pi) F g           g = R1 Gamma(theta)^-T e
 *     node 1: the opposite of both, and -P / (2 pi) F e x theta
 *     friction: v = r / cos(lead) e . R1' (w2 - w1),  tan(lead) = P / (2 pi r),  f of v sign(F)
 *     node 1: r shape(f) f F e       node 2: the opposite
 *
 * As in MBDyn, e in global axes is multiplied by vectors in the axes of node 1, in t and v. Other joints must keep the
 * axes aligned. Printed: minus force and moment on node 1, in global axes under "local" and rotated once more by H1
 * under "global"; t in degrees; e . d; theta; d; with friction v, f, friction moment on node 2. */
#include "element/joint/joint.h"
#include "math/rotation.h"
#include "contract/friction.h"
#include "element/diag_rows.h"

typedef struct {
    joint_side side[2];
    double pitch; /* advance per radian */
    double first_angle, first_advance;
    friction *friction; /* or NULL */
} screw;

/* Angle and advance for the given poses. */
static double angle_of(const screw *joint, const mat3 *R1, const mat3 *R2)
{
    const mat3 relative = mat3_tmul(R1, R2), H1 = mat3_mul(R1, &joint->side[0].Rh);
    return vec3_dot(mat3_col(&H1, 2), rotation_log(&relative));
}

static void set_start(screw *joint, const frame *a, const frame *b)
{
    const vec3 p1 = vec3_add(a->x, mat3_mulv(&a->R, joint->side[0].f)),
               p2 = vec3_add(b->x, mat3_mulv(&b->R, joint->side[1].f));
    const mat3 H1 = mat3_mul(&a->R, &joint->side[0].Rh);
    joint->first_angle = angle_of(joint, &a->R, &b->R);
    joint->first_advance = vec3_dot(mat3_col(&H1, 2), vec3_sub(p2, p1));
}

static void screw_set_internal(screw *joint, elem *element)
{
    static const internal_kind STATE[] = {INTERNAL_CONSTRAINT, INTERNAL_DIFFERENTIAL},
                               ALGEBRAIC[] = {INTERNAL_CONSTRAINT, INTERNAL_ALGEBRAIC};
    element->n_internal = joint->friction ? 2 : 1;
    if (joint->friction)
        element->kinds = friction_kind(joint->friction) == INTERNAL_DIFFERENTIAL ? STATE : ALGEBRAIC;
}

static void screw_read(reader *reader, elem *element)
{
    screw *joint = element->self;
    read_side(reader, &joint->side[0], NULL, POSITION_LOOSE);
    /* The old form: two entities without their keywords. */
    if (read_peek(reader, "reference"))
        joint->side[0].Rh = read_side_orientation(reader, &joint->side[0], NULL, "orientation of the axis");
    read_side_node(reader, &joint->side[1], &joint->side[0]);
    if (read_keyword(reader, "offset") || read_keyword(reader, "position"))
        joint->side[1].f = read_side_position(reader, &joint->side[1], &joint->side[0], "offset");
    if (!read_keyword(reader, "pitch"))
        read_error(reader, E_SCREW_PITCH, read_place(reader));
    joint->pitch = read_real(reader, "pitch") / (2.0 * M_PI);
    if (read_keyword(reader, "friction")) {
        joint->friction = read_friction(reader);
        if (read_ok(reader) && friction_radius(joint->friction) <= 0.0)
            read_error_last(reader, E_SCREW_SHAPE);
    }
    if (read_ok(reader))
        set_start(joint, joint->side[0].node->initial, joint->side[1].node->initial);
    screw_set_internal(joint, element);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

typedef struct {
    jet_side side[2];
    jet3 axis, arm, d, theta;
    jet1 F;
    jet1 v, f, moment; /* friction */
} screw_work;

static void screw_friction(int lanes, const state *state, const elem *element, screw_work *work, local *out)
{
    const screw *joint = element->self;
    const joint_rows at = side_rows(joint->side);
    const double radius = friction_radius(joint->friction), lead = joint->pitch / radius,
                 scale = radius * hypot(1.0, lead);
    const friction_index internal = {.unknown = element->internal + 1, .index = at.internal + 1};
    /* With the opposite sign of the axial force, the other flank of the thread is in contact and the sliding velocity
     * changes sign. */
    const double sign = work->F.v < 0.0 ? -1.0 : 1.0;
    jet3 w, in_node;
    jet1 sliding, shape;
    jet3_add(lanes, &w, &work->side[1].node.w, -1.0, &work->side[0].node.w);
    jet_node_local(lanes, &in_node, &work->side[0].node, &w);
    jet3_dot(lanes, &work->v, &work->axis, &in_node);
    jet1_chain_by(lanes, &work->v, scale * work->v.v, scale);
    sliding = work->v;
    jet1_chain_by(lanes, &sliding, sign * work->v.v, sign);
    friction_eval(lanes, joint->friction, state, &internal, &sliding, &work->f, out);
    friction_shape(lanes, joint->friction, lead, &work->f, &shape);
    work->moment = work->F;
    jet1_mul_by(lanes, &work->moment, &shape);
    jet1_mul_by(lanes, &work->moment, &work->f);
    jet1_chain_by(lanes, &work->moment, radius * work->moment.v, radius);
}

static void screw_begin(int lanes, const state *state, const elem *element, screw_work *work, local *out)
{
    const screw *joint = element->self;
    const joint_rows at = side_rows(joint->side);
    for (int i = 0; i < 2; i++)
        jet_side_seed(lanes, &work->side[i], state, &joint->side[i], at.side[i]);
    jet_side_axis(lanes, &work->axis, &work->side[0], 2);
    jet3_add(lanes, &work->d, &work->side[1].p, -1.0, &work->side[0].p);
    jet3_add(lanes, &work->arm, &work->side[1].p, -1.0, &work->side[0].node.x);
    jet_relative_rotation(lanes, &work->theta, work->side, &MAT3_EYE, &MAT3_EYE);
    jet1_seed(lanes, &work->F, state->y[element->internal], at.internal, 1.0);
    if (joint->friction && state->now != PHASE_ASSEMBLY)
        screw_friction(lanes, state, element, work, out);
    else
        jet1_seed(lanes, &work->moment, 0.0, at.internal, 0.0);
}

/* Moments on the two sides besides those of the force: from the pitch and from friction. */
static void screw_moments(int lanes, const elem *element, const screw_work *work, jet3 M[2])
{
    const screw *joint = element->self;
    jet3 in_node, along, rotated;
    jet_rotation_moment(lanes, &in_node, &work->theta, &work->axis);
    jet_node_global(lanes, &along, &work->side[0].node, &in_node);
    jet3_mul1(lanes, &rotated, &work->F, &along);
    jet3_scale(lanes, &M[0], joint->pitch, &rotated);
    jet3_scale(lanes, &M[1], -joint->pitch, &rotated);
    jet3_cross(lanes, &along, &work->axis, &work->theta);
    jet3_mul1(lanes, &rotated, &work->F, &along);
    jet3_add_to(lanes, &M[0], -joint->pitch, &rotated);
    if (!joint->friction)
        return;
    jet3_mul1(lanes, &rotated, &work->moment, &work->axis);
    jet3_add_to(lanes, &M[0], 1.0, &rotated);
    jet3_add_to(lanes, &M[1], -1.0, &rotated);
}

static void screw_row(int lanes, const state *state, const elem *element, const screw_work *work, local *out)
{
    const screw *joint = element->self;
    const joint_rows at = side_rows(joint->side);
    jet1 angle, advance;
    jet3_dot(lanes, &angle, &work->axis, &work->theta);
    jet1_chain_by(lanes, &angle, revolution_now(remembered(state, element->memory), angle.v) - joint->first_angle, 1.0);
    jet3_dot(lanes, &advance, &work->axis, &work->d);
    advance.v -= joint->first_advance;
    local_add1(out, at.internal, lanes, joint->pitch, &angle);
    local_add1(out, at.internal, lanes, -1.0, &advance);
}

static void screw_eval(int lanes, const state *state, const elem *element, local *out)
{
    const screw *joint = element->self;
    const joint_rows at = side_rows(joint->side);
    screw_work work;
    jet3 F, M[2];
    screw_begin(lanes, state, element, &work, out);
    jet3_mul1(lanes, &F, &work.F, &work.axis);
    screw_moments(lanes, element, &work, M);
    local_force(lanes, out, at.side[0], -1.0, &F, &work.arm);
    local_force(lanes, out, at.side[1], 1.0, &F, &work.side[1].b);
    for (int i = 0; i < 2; i++)
        local_moment(lanes, out, at.side[i], 1.0, &M[i]);
    screw_row(lanes, state, element, &work, out);
}

static void screw_connect(const elem *element, layout *layout)
{
    const screw *joint = element->self;
    for (int i = 0; i < 2; i++)
        layout_node(layout, joint->side[i].node);
    const int internal = layout_internal(layout);
    layout_zero(layout, internal, 1, internal, 1);
}

static double angle_now(const state *state, const screw *joint)
{
    return angle_of(joint, &state->poses[joint->side[0].node->pose].R, &state->poses[joint->side[1].node->pose].R);
}

static void joint_screw_begin(const void *self, void *memory)
{
    revolution_accept(memory, ((const screw *)self)->first_angle);
}

static void screw_accept(const state *state, const elem *element, memory_block *to)
{
    revolution_accept(memory_at(to, element->memory), angle_now(state, element->self));
}

/* --- output ------------------------------------------------------------------------------------------------------- */

/* The values printed under "local". */
static void screw_now(const state *state, const elem *element, screw_work *work, vec3 *F, vec3 *M)
{
    double rows[32] = {0};
    local unused = {.r = rows};
    jet3 moments[2];
    screw_begin(0, state, element, work, &unused);
    screw_moments(0, element, work, moments);
    *F = vec3_scale(work->F.v, jet3_value(&work->axis));
    *M = vec3_sub(vec3_cross(jet3_value(&work->arm), *F), jet3_value(&moments[0]));
}

static double screw_angle(const state *state, const elem *element)
{
    return revolution_now(remembered(state, element->memory), angle_now(state, element->self));
}

static void record_friction(record *out, const screw_work *work, vec3 axis)
{
    record_name(out, "vRel", QUANTITY_VELOCITY, "contact point sliding velocity");
    record_real(out, work->v.v);
    record_name(out, "fc", QUANTITY_DIMENSIONLESS, "friction coefficient");
    record_real(out, work->f.v);
    if (out->named) {
        record_name(out, "MFR", QUANTITY_MOMENT, "friction moment");
        record_real(out, -work->moment.v);
    }
    record_name(out, "MF", QUANTITY_MOMENT, "friction moment (x, y, z)");
    record_vec3(out, vec3_scale(-work->moment.v, axis));
}

/* MBDyn's names for the distance (dTheta, in rad) and the position (Theta) are kept. */
static void screw_output_row(const state *state, const elem *element, record *out)
{
    const screw *joint = element->self;
    const side_motion motion = side_now(state, &joint->side[0]);
    screw_work work;
    vec3 F, M;
    screw_now(state, element, &work, &F, &M);
    const vec3 axis = mat3_col(&motion.H, 2), d = jet3_value(&work.d);
    const double angle = screw_angle(state, element);
    joint_output(out, element, F, M, mat3_mulv(&motion.H, F), mat3_mulv(&motion.H, M));
    record_name(out, "angle", QUANTITY_DEGREES, "angle of the screw, counting revolutions");
    record_real(out, angle * 180.0 / M_PI);
    record_name(out, "dTheta", QUANTITY_JOINT_ANGLE, "distance of the points along the axis");
    record_real(out, vec3_dot(axis, d));
    record_name(out, "Phi", QUANTITY_RADIANS, "relative orientation vector (Phi_X, Phi_Y, Phi_Z)");
    record_vec3(out, jet3_value(&work.theta));
    record_name(out, "Theta", QUANTITY_LENGTH, "relative position (x, y, z)");
    record_vec3(out, d);
    if (joint->friction)
        record_friction(out, &work, axis);
    record_end(out);
}

static void screw_log_line(const elem *element, record *out) { joint_log(out, element, "screw:"); }

static const char *const PRIVATE[] = {"Fx", "Fy", "Fz", "Mx", "My", "Mz", "d", "dx", NULL};

/* The values printed under "local"; e . d; and the angle in radians under MBDyn's name. */
static double screw_private_value(const state *state, const elem *element, int index)
{
    screw_work work;
    vec3 F, M;
    screw_now(state, element, &work, &F, &M);
    if (index <= 6)
        return index <= 3 ? vec3_get(F, index - 1) : vec3_get(M, index - 4);
    return index == 7 ? vec3_dot(jet3_value(&work.axis), jet3_value(&work.d)) : screw_angle(state, element);
}

static const char *screw_internal_name(const elem *element, int i)
{
    (void)element;
    return i == 0 ? "reaction force along the axis" : "friction state";
}

static void screw_sample(sampler *from, elem *element)
{
    screw *joint = element->self;
    sample_sides(from, joint->side);
    joint->pitch = sample_real(from, 0.1, 0.2);
    if (sample_integer(from, 0, 1))
        joint->friction = sample_friction(from);
    screw_set_internal(joint, element);
}

const elem_type joint_screw_type = {
    .card = &elem_cards[CARD_JOINT],
    .keyword = "screw",
    .words = "Screw Joint",
    .grammar = "joint: LABEL, screw, NODE [, [position,] F] [, orientation, R], NODE [, offset, F], pitch, P [, "
               "friction, MODEL, SHAPE]",
    .summary =
        "The advance of two nodes along axis 3 of the first is proportional to their relative rotation about it.",
    .size = sizeof(screw),
    .read = screw_read,
    .connect = screw_connect,
    .eval = screw_eval,
    .history =
        &(const elem_history){.memory = sizeof(revolution_count), .begin = joint_screw_begin, .accept = screw_accept},
    .output = screw_output_row,
    .log = screw_log_line,
    .private_names = PRIVATE,
    .private_value = screw_private_value,
    .internal_name = screw_internal_name,
    .sample = screw_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.unbalanced = true, .friction = true},
    .drawing = &(const elem_drawing){.draw = joint_draw, .symbol = SYMBOL_SCREW},
};
