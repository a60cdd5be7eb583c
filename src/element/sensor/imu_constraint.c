/* imu_constraint.c - a node moves as measured by an inertial measurement unit on it.
 *
 *     H' w - omega(t) = 0,   H' (v + w x R b) - V = 0,   V' - a(t) = 0,   H = R Rh
 *     multipliers M, F;  node: -H M, and -H F at the point;  three states V
 *
 * As in MBDyn, V' is the derivative in the axes of the unit: the term w x V of the acceleration is neglected. */
#include "element/joint/joint.h"
#include "model/reading.h"

typedef struct {
    joint_side side;
    const tpl_drive *omega, *acceleration;
} imu_constraint;

enum { INTERNAL = 6, SPIN = INTERNAL, SPEED = INTERNAL + 3, STATE = INTERNAL + 6 };

static void imu_constraint_set(elem *element)
{
    static const internal_kind KINDS[] = {
        INTERNAL_VELOCITY_CONSTRAINT, INTERNAL_VELOCITY_CONSTRAINT, INTERNAL_VELOCITY_CONSTRAINT,
        INTERNAL_VELOCITY_CONSTRAINT, INTERNAL_VELOCITY_CONSTRAINT, INTERNAL_VELOCITY_CONSTRAINT,
        INTERNAL_DIFFERENTIAL,        INTERNAL_DIFFERENTIAL,        INTERNAL_DIFFERENTIAL};
    element->n_internal = 9;
    element->kinds = KINDS;
}

static void imu_constraint_read(reader *reader, elem *element)
{
    imu_constraint *imu_constraint = element->self;
    read_side(reader, &imu_constraint->side, NULL, POSITION_OPTIONAL);
    imu_constraint->omega = read_tpl_drive(reader, 3, "angular velocity");
    imu_constraint->acceleration = read_tpl_drive(reader, 3, "acceleration");
    imu_constraint_set(element);
}

static void imu_constraint_connect(const elem *element, layout *layout)
{
    layout_node(layout, ((const imu_constraint *)element->self)->side.node);
    layout_internal(layout);
}

/* Computes H u, u fixed in the frame of the unit. */
static void imu_constraint_rotated(int lanes, jet3 *r, const jet_side *side, const jet3 *u)
{
    jet3 in_node;
    jet3_mul(lanes, &in_node, side->Rh, u);
    jet_node_global(lanes, r, &side->node, &in_node);
}

static void loads(int lanes, const state *state, const elem *element, const jet_side *side, local *out)
{
    jet3 internal, M, F;
    jet3_seed(lanes, &internal, vec3_load(state->y + element->internal), SPIN, 1.0);
    imu_constraint_rotated(lanes, &M, side, &internal);
    jet3_seed(lanes, &internal, vec3_load(state->y + element->internal + 3), SPEED, 1.0);
    imu_constraint_rotated(lanes, &F, side, &internal);
    local_moment(lanes, out, 0, -1.0, &M);
    local_force(lanes, out, 0, -1.0, &F, &side->b);
}

/* Computes H' u. */
static void in_unit(int lanes, jet3 *r, const jet_side *side, const jet3 *u)
{
    const mat3 Rht = mat3_transpose(side->Rh);
    jet3 in_node;
    jet_node_local(lanes, &in_node, &side->node, u);
    jet3_mul(lanes, r, &Rht, &in_node);
}

static void imu_constraint_eval(int lanes, const state *state, const elem *element, local *out)
{
    const imu_constraint *imu_constraint = element->self;
    jet_side side;
    jet3 v, row, internal;
    jet_side_seed(lanes, &side, state, &imu_constraint->side, 0);
    loads(lanes, state, element, &side, out);
    in_unit(lanes, &row, &side, &side.node.w);
    jet3_add_vec3_to(&row, -1.0, tpl_drive_vec3(imu_constraint->omega, state));
    local_add3(out, SPIN, lanes, 1.0, &row);
    jet_side_velocity(lanes, &v, &side);
    in_unit(lanes, &row, &side, &v);
    jet3_seed(lanes, &internal, vec3_load(state->y + element->internal + 6), STATE, state->dvalue);
    local_add3(out, SPEED, lanes, 1.0, &row);
    local_add3(out, SPEED, lanes, -1.0, &internal);
    jet3_seed(lanes, &internal, vec3_load(state->yp + element->internal + 6), STATE, state->drate);
    jet3_add_vec3_to(&internal, -1.0, tpl_drive_vec3(imu_constraint->acceleration, state));
    local_add3(out, STATE, lanes, 1.0, &internal);
}

static void imu_constraint_initial(const state *state, const elem *element, initial_values *initial)
{
    (void)state;
    const joint_side *side = &((const imu_constraint *)element->self)->side;
    const pose *at = &initial->poses[side->node->pose];
    const mat3 H = mat3_mul(&at->R, &side->Rh);
    const vec3 V = vec3_add(at->v, vec3_cross(at->w, mat3_mulv(&at->R, side->f)));
    vec3_store(initial->y + element->internal + 6, mat3_tmulv(&H, V));
}

static void imu_constraint_output_row(const state *state, const elem *element, record *out)
{
    static const struct {
        const char *name, *words;
        physical_quantity unit;
    } COLUMNS[] = {
        {"M", "multiplier of the angular velocity", QUANTITY_MOMENT},
        {"F", "multiplier of the acceleration", QUANTITY_FORCE},
        {"V", "velocity", QUANTITY_VELOCITY},
    };
    record_begin(out, element->label);
    for (int i = 0; i < 3; i++) {
        record_name(out, COLUMNS[i].name, COLUMNS[i].unit, COLUMNS[i].words);
        record_vec3(out, vec3_load(state->y + element->internal + 3 * i));
    }
    record_name(out, "VP", QUANTITY_ACCELERATION, "derivative of the velocity");
    record_vec3(out, vec3_load(state->yp + element->internal + 6));
    record_end(out);
}

static const char *imu_constraint_internal_name(const elem *element, int i)
{
    static const char *const OF[] = {"multiplier of the angular velocity", "multiplier of the acceleration",
                                     "velocity"};
    (void)element;
    return OF[i / 3];
}

static void imu_constraint_sample(sampler *from, elem *element)
{
    imu_constraint *imu_constraint = element->self;
    sample_side(from, &imu_constraint->side, 0);
    imu_constraint->omega = sample_tpl_drive(from, 3);
    imu_constraint->acceleration = sample_tpl_drive(from, 3);
    imu_constraint_set(element);
}

const elem_type imu_constraint_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "imu constraint",
    .grammar = "user defined: LABEL, imu constraint, NODE [, position, F] [, orientation, R], (TEMPLATE DRIVE) ANGULAR "
               "VELOCITY, "
               "(TEMPLATE DRIVE) ACCELERATION",
    .summary = "A node moves as measured by an inertial measurement unit on it.",
    .module = MODULE_IMU,
    .size = sizeof(imu_constraint),
    .read = imu_constraint_read,
    .connect = imu_constraint_connect,
    .eval = imu_constraint_eval,
    .initial = imu_constraint_initial,
    .output = imu_constraint_output_row,
    .internal_name = imu_constraint_internal_name,
    .sample = imu_constraint_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.external_forces = true},
};
