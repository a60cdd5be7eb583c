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

static void imu_read(reader *r, elem *e)
{
    joint_side *j = &((imu *)e->self)->side;
    read_side(r, j, NULL, POSITION_OPTIONAL);
    if (!read_ok(r))
        return;
    if (structural_can_accelerate(j->node))
        ((structural *)j->node->self)->wants_accelerations = true;
    else
        read_error(r, E_NO_ACCELERATIONS, e->where, j->node->label);
}

static vec3 acceleration(const state *s, const joint_side *j)
{
    const side_motion m = side_now(s, j);
    vec3 a = {0, 0, 0}, dw = {0, 0, 0};
    if (s->step > 0)
        structural_acceleration(s, j->node, &a, &dw);
    a = vec3_add(a, vec3_cross(dw, m.b));
    a = vec3_add(a, vec3_cross(m.pose->w, vec3_cross(m.pose->w, m.b)));
    return mat3_tmulv(&m.H, a);
}

static const char *const NAMES[] = {"wx", "wy", "wz", "ax", "ay", "az", NULL};

static double imu_private_value(const state *s, const elem *e, int index)
{
    const joint_side *j = &((const imu *)e->self)->side;
    const side_motion m = side_now(s, j);
    return index > 3 ? vec3_get(acceleration(s, j), index - 4) : vec3_get(mat3_tmulv(&m.H, m.pose->w), index - 1);
}

static void imu_output_row(const state *s, const elem *e, record *out)
{
    const side_motion m = side_now(s, &((const imu *)e->self)->side);
    record_begin(out, e->label);
    record_name(out, "omega", QUANTITY_ANGULAR_VELOCITY, "angular velocity");
    record_vec3(out, mat3_tmulv(&m.H, m.pose->w));
    record_name(out, "a", QUANTITY_ACCELERATION, "acceleration");
    record_vec3(out, acceleration(s, &((const imu *)e->self)->side));
    record_end(out);
}

static void imu_sample(sampler *from, elem *e) { sample_side(from, &((imu *)e->self)->side, 0); }

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
