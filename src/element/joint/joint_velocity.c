/* joint_velocity.c - the linear or angular velocity or acceleration of a node along or about a direction is imposed.
 *
 *     linear velocity        e . v - u(t) = 0                                multiplier F, node: -F e
 *     angular velocity       a . w - u(t) = 0,   a = R e fixed to the node   multiplier M, node: -M a
 *     linear acceleration    e . v - q = 0,  q' - u(t) = 0                   multiplier F, state q
 *     angular acceleration   a . w - q = 0,  q' - u(t) = 0                   multiplier M, state q
 *
 * e is a unit vector, in global axes for the linear joints and in the frame of the node for the angular ones. As in
 * MBDyn, it is read in the frame of the node in all of them: `reference` converts it to components there. Printed: the
 * multiplier in column 2 or 5, times the direction (as in MBDyn e and not a for the angular acceleration), and the
 * imposed value; velocities also print the direction. */
#include "element/joint/joint.h"
#include "element/diag_rows.h"
#include "model/frames.h"
#include "model/reading.h"

typedef struct {
    const node *node;
    vec3 e;
    const drive *imposed;
} velocity;

typedef struct {
    bool is_angular, is_acceleration;
} velocity_kind;

static velocity_kind velocity_kind_of(const elem *element);

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void velocity_set_internal(elem *element)
{
    static const internal_kind VELOCITY[] = {INTERNAL_VELOCITY_CONSTRAINT};
    static const internal_kind ACCELERATION[] = {INTERNAL_ALGEBRAIC, INTERNAL_DIFFERENTIAL};
    const bool is_acceleration = velocity_kind_of(element).is_acceleration;
    element->n_internal = is_acceleration ? 2 : 1;
    element->kinds = is_acceleration ? ACCELERATION : VELOCITY;
}

static void velocity_read(reader *reader, elem *element)
{
    velocity *joint = element->self;
    const velocity_kind kind = velocity_kind_of(element);
    joint->node = kind.is_angular ? read_structural_node(reader, "node") : read_point_node(reader, "node");
    const frame_context context = {.node_frame = joint->node ? joint->node->initial : NULL};
    joint->e = read_direction_rel(reader, &context, "direction");
    const double length = vec3_norm(joint->e);
    if (read_ok(reader) && length == 0.0)
        read_error_last(reader, E_NULL_DIRECTION);
    else if (read_ok(reader))
        joint->e = vec3_scale(1.0 / length, joint->e);
    joint->imposed = read_drive(reader, kind.is_acceleration ? "acceleration" : "velocity");
    velocity_set_internal(element);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static int first_row(const elem *element) { return velocity_kind_of(element).is_angular ? 3 : 0; }
static int internal_row(const velocity *joint) { return joint->node->has_rotation ? 6 : 3; }

static vec3 direction(const state *state, const elem *element)
{
    const velocity *joint = element->self;
    return velocity_kind_of(element).is_angular ? mat3_mulv(&state->poses[joint->node->pose].R, joint->e) : joint->e;
}

static void velocity_connect(const elem *element, layout *layout)
{
    const velocity *joint = element->self;
    layout_node(layout, joint->node);
    const int internal = layout_internal(layout), row = first_row(element);
    layout_clear(layout);
    layout_full(layout, row, 3, internal, 1);
    layout_full(layout, internal, 1, row, 3);
    if (velocity_kind_of(element).is_acceleration) {
        layout_full(layout, internal, 1, internal + 1, 1);
        layout_full(layout, internal + 1, 1, internal + 1, 1);
    }
    if (row == 3)
        layout_skew(layout, 3, 3);
}

static void velocity_jacobian(const state *state, const elem *element, vec3 a, local *out)
{
    const velocity *joint = element->self;
    const velocity_kind kind = velocity_kind_of(element);
    const pose *at = &state->poses[joint->node->pose];
    const int row = first_row(element), internal = internal_row(joint);
    local_column(out, row, internal, -1.0, a);
    if (!kind.is_angular) {
        local_row(out, internal, row, state->drate, a);
    } else {
        const mat3 W = spin_rate(state, at);
        local_row(out, internal, row, 1.0, mat3_tmulv(&W, a));
    }
    if (kind.is_acceleration) {
        out->J[internal * out->ld + internal + 1] -= state->dvalue;
        out->J[(internal + 1) * out->ld + internal + 1] += state->drate;
    }
    if (kind.is_angular) {
        const mat3 ax = mat3_skew(a);
        local_block(out, row, row, state->dvalue * state->y[element->internal], &ax);
        local_row(out, internal, row, state->dvalue, vec3_cross(a, at->w));
    }
}

static void velocity_eval(int lanes, const state *state, const elem *element, local *out)
{
    const velocity *joint = element->self;
    const velocity_kind kind = velocity_kind_of(element);
    const pose *at = &state->poses[joint->node->pose];
    const vec3 a = direction(state, element);
    const double imposed = drive_now(joint->imposed, state);
    const int internal = internal_row(joint);
    vec3_accumulate(out->r + first_row(element), vec3_scale(-state->y[element->internal], a));
    out->r[internal] += vec3_dot(a, kind.is_angular ? at->w : at->v) -
                        (kind.is_acceleration ? state->y[element->internal + 1] : imposed);
    if (kind.is_acceleration)
        out->r[internal + 1] += state->yp[element->internal + 1] - imposed;
    if (lanes > 0)
        velocity_jacobian(state, element, a, out);
}

static void velocity_initial(const state *state, const elem *element, initial_values *initial)
{
    const velocity *joint = element->self;
    const pose *at = &initial->poses[joint->node->pose];
    initial->y[element->internal + 1] =
        velocity_kind_of(element).is_angular ? vec3_dot(mat3_mulv(&at->R, joint->e), at->w) : vec3_dot(joint->e, at->v);
    initial->yp[element->internal + 1] = drive_now(joint->imposed, state);
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static void record_velocity(record *out, bool is_angular, vec3 a, double imposed)
{
    if (is_angular)
        record_name(out, "w", QUANTITY_DIMENSIONLESS, "direction of imposed angular velocity");
    else
        record_name(out, "e", QUANTITY_DIMENSIONLESS, "direction of imposed velocity (x, y, z)");
    record_vec3(out, a);
    if (is_angular) {
        record_name(out, "dOmega", QUANTITY_ANGULAR_VELOCITY, "magnitude imposed angular velocity");
    } else {
        if (out->named) {
            /* MBDyn writes the first component only. */
            record_name(out, "dv", QUANTITY_DIMENSIONLESS, "direction of imposed velocity");
            record_real(out, a.x);
        }
        record_name(out, "v", QUANTITY_VELOCITY, "magnitude of imposed velocity");
    }
    record_real(out, imposed);
}

static void record_acceleration(record *out, bool is_angular, vec3 a, double imposed)
{
    if (out->named && !is_angular) {
        record_name(out, "a", QUANTITY_ACCELERATION, "imposed acceleration (x, y, z)");
        record_vec3(out, vec3_scale(imposed, a));
    }
    if (is_angular)
        record_name(out, "wP", QUANTITY_ANGULAR_ACCELERATION, "imposed angular acceleration");
    else
        record_name(out, "da", QUANTITY_ACCELERATION, "magnitude of imposed acceleration");
    record_real(out, imposed);
}

static void velocity_output_row(const state *state, const elem *element, record *out)
{
    const velocity *joint = element->self;
    const velocity_kind kind = velocity_kind_of(element);
    const vec3 zero = {0, 0, 0}, a = kind.is_acceleration ? joint->e : direction(state, element);
    const vec3 scalar = {state->y[element->internal], 0, 0}, reaction = vec3_scale(state->y[element->internal], a);
    if (kind.is_angular)
        joint_output(out, element, zero, scalar, zero, reaction);
    else
        joint_output(out, element, scalar, zero, reaction, zero);
    (kind.is_acceleration ? record_acceleration : record_velocity)(out, kind.is_angular, a,
                                                                   drive_now(joint->imposed, state));
    record_end(out);
}

static void velocity_log_line(const elem *element, record *out)
{
    static const char *const NAMES[] = {
        "linearvelocity:", "linearacceleration:", "angularvelocity:", "angularacceleration:"};
    const velocity *joint = element->self;
    const velocity_kind kind = velocity_kind_of(element);
    joint_log_begin(out, element, NAMES[2 * kind.is_angular + kind.is_acceleration]);
    record_unsigned(out, joint->node->label);
    record_vec3(out, joint->e);
    record_end(out);
}

static double imposed_value(const state *state, const elem *element, int index)
{
    const velocity *joint = element->self;
    (void)index;
    return drive_now(joint->imposed, state);
}

static double velocity_private_value(const state *state, const elem *element, int index)
{
    return index == 1 ? state->y[element->internal] : imposed_value(state, element, index);
}

static const char *velocity_internal_name(const elem *element, int i)
{
    if (i == 1)
        return "velocity along the direction";
    return velocity_kind_of(element).is_angular ? "reaction moment" : "reaction force";
}

static void velocity_sample(sampler *from, elem *element)
{
    velocity *joint = element->self;
    const bool is_point = !velocity_kind_of(element).is_angular && sample_integer(from, 0, 1);
    joint->node = is_point ? sample_point(from, 0) : sample_structural(from, 0);
    const vec3 d = sample_vec3(from, 1.0);
    joint->e = vec3_scale(1.0 / vec3_norm(d), d);
    joint->imposed = sample_drive(from);
    velocity_set_internal(element);
}

static const char *const PRIVATE_F[] = {"F", "a", NULL}, *const PRIVATE_M[] = {"M", "wp", NULL};
static const char *const PRIVATE_V[] = {"v", NULL}, *const PRIVATE_W[] = {"w", NULL};

#define VELOCITY_SLOTS                                                                                             \
    .card = &elem_cards[CARD_JOINT], .size = sizeof(velocity), .read = velocity_read, .connect = velocity_connect, \
    .eval = velocity_eval, .output = velocity_output_row, .log = velocity_log_line,                                \
    .internal_name = velocity_internal_name, .sample = velocity_sample

const elem_type joint_linear_velocity_type = {
    VELOCITY_SLOTS,
    .keyword = "linear velocity",
    .words = "Linear velocity",
    .grammar = "joint: LABEL, linear velocity, NODE, DIRECTION, DRIVE",
    .summary = "The velocity of a node along a fixed direction is imposed by a drive.",
    .private_names = PRIVATE_V,
    .private_value = imposed_value,
    .expectations = &(const elem_expectations){.external_forces = true},
    .drawing = &(const elem_drawing){.symbol = SYMBOL_MOTOR},
};

const elem_type joint_angular_velocity_type = {
    VELOCITY_SLOTS,
    .keyword = "angular velocity",
    .words = "Angular velocity",
    .grammar = "joint: LABEL, angular velocity, NODE, DIRECTION, DRIVE",
    .summary = "The angular velocity of a node about an axis that rotates with it is imposed by a drive.",
    .private_names = PRIVATE_W,
    .private_value = imposed_value,
    .expectations = &(const elem_expectations){.external_forces = true},
    .drawing = &(const elem_drawing){.symbol = SYMBOL_MOTOR},
};

const elem_type joint_linear_acceleration_type = {
    VELOCITY_SLOTS,
    .keyword = "linear acceleration",
    .words = "Linear acceleration",
    .grammar = "joint: LABEL, linear acceleration, NODE, DIRECTION, DRIVE",
    .summary = "The acceleration of a node along a fixed direction is imposed by a drive.",
    .initial = velocity_initial,
    .private_names = PRIVATE_F,
    .private_value = velocity_private_value,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.external_forces = true},
    .drawing = &(const elem_drawing){.symbol = SYMBOL_MOTOR},
};

const elem_type joint_angular_acceleration_type = {
    VELOCITY_SLOTS,
    .keyword = "angular acceleration",
    .words = "Angular acceleration",
    .grammar = "joint: LABEL, angular acceleration, NODE, DIRECTION, DRIVE",
    .summary = "The angular acceleration of a node about an axis that rotates with it is imposed by a drive.",
    .initial = velocity_initial,
    .private_names = PRIVATE_M,
    .private_value = velocity_private_value,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.external_forces = true},
    .drawing = &(const elem_drawing){.symbol = SYMBOL_MOTOR},
};

static velocity_kind velocity_kind_of(const elem *element)
{
    return (velocity_kind){
        .is_angular =
            element->type == &joint_angular_velocity_type || element->type == &joint_angular_acceleration_type,
        .is_acceleration =
            element->type == &joint_linear_acceleration_type || element->type == &joint_angular_acceleration_type,
    };
}
