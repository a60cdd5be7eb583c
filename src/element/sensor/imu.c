/* imu.c - the measurements of an inertial measurement unit on a node.
 *
 *     angular velocity H' w,  acceleration H' (v' + w' x R b + w x (w x R b)),   H = R Rh
 *
 * As in MBDyn, v' and w' are taken as zero before the first step. */
#include "element/joint/joint.h"
#include "element/diag_rows.h"
#include "node/structural.h"

typedef struct {
    joint_side side;
} imu;

static void imu_read(reader *reader, elem *element)
{
    joint_side *side = &((imu *)element->self)->side;
    read_side(reader, side, NULL, POSITION_OPTIONAL);
    if (!read_ok(reader))
        return;
    if (structural_can_accelerate(side->node))
        ((structural *)side->node->self)->wants_accelerations = true;
    else
        read_error(reader, E_NO_ACCELERATIONS, element->location, side->node->label);
}

static vec3 acceleration(const state *state, const joint_side *side)
{
    const side_motion motion = side_now(state, side);
    vec3 a = {0, 0, 0}, dw = {0, 0, 0};
    if (state->step > 0)
        structural_acceleration(state, side->node, &a, &dw);
    a = vec3_add(a, vec3_cross(dw, motion.b));
    a = vec3_add(a, vec3_cross(motion.pose->w, vec3_cross(motion.pose->w, motion.b)));
    return mat3_tmulv(&motion.H, a);
}

static const char *const NAMES[] = {"wx", "wy", "wz", "ax", "ay", "az", NULL};

static double imu_private_value(const state *state, const elem *element, int index)
{
    const joint_side *side = &((const imu *)element->self)->side;
    const side_motion motion = side_now(state, side);
    return index > 3 ? vec3_get(acceleration(state, side), index - 4)
                     : vec3_get(mat3_tmulv(&motion.H, motion.pose->w), index - 1);
}

static void imu_output_row(const state *state, const elem *element, record *out)
{
    const side_motion motion = side_now(state, &((const imu *)element->self)->side);
    record_begin(out, element->label);
    record_name(out, "omega", QUANTITY_ANGULAR_VELOCITY, "angular velocity");
    record_vec3(out, mat3_tmulv(&motion.H, motion.pose->w));
    record_name(out, "a", QUANTITY_ACCELERATION, "acceleration");
    record_vec3(out, acceleration(state, &((const imu *)element->self)->side));
    record_end(out);
}

static void imu_sample(sampler *from, elem *element) { sample_side(from, &((imu *)element->self)->side, 0); }

const elem_type imu_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "imu",
    .grammar = "user defined: LABEL, imu, NODE [, position, F] [, orientation, R]",
    .summary = "Angular velocity and acceleration of a point of a node, in its own axes.",
    .module = MODULE_IMU,
    .size = sizeof(imu),
    .read = imu_read,
    .output = imu_output_row,
    .private_names = NAMES,
    .private_value = imu_private_value,
    .sample = imu_sample,
};
