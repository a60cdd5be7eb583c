/* drive_node_distance.c - f = e . (p2 - p1): the distance of points of two nodes along a direction fixed to the second.
 *
 *     p = x + R o,   p' = v + w x R o,   e = R2 e~,   e' = w2 x e */
#include "drive/node_pair.h"
#include "model/frames.h"

typedef struct {
    pair_end end[2];
    vec3 along;
} distance;

static void drive_node_distance_read(reader *reader, drive *drive)
{
    static const char *const DIRECTION[] = {"direction", NULL};
    distance *joint = drive->self;
    read_pair_end(reader, &joint->end[0], "node1", "offset");
    read_pair_end(reader, &joint->end[1], "node2", "offset");
    read_choice(reader, DIRECTION, "direction");
    const frame_context context = {.node_frame = joint->end[1].node ? joint->end[1].node->initial : NULL};
    joint->along = read_direction_rel(reader, &context, "direction");
}

/* Computes p2 - p1 and its rate. */
static void between(const distance *joint, const state *state, vec3 *d, vec3 *rate)
{
    vec3 x[2], v[2];
    for (int i = 0; i < 2; i++) {
        const pose *pose = &state->poses[joint->end[i].node->pose];
        const vec3 o = mat3_mulv(&pose->R, joint->end[i].o);
        x[i] = vec3_add(pose->x, o);
        v[i] = vec3_add(pose->v, vec3_cross(pose->w, o));
    }
    *d = vec3_sub(x[1], x[0]);
    *rate = vec3_sub(v[1], v[0]);
}

static double drive_node_distance_at(const drive *drive, const state *state, double x)
{
    (void)x;
    const distance *joint = drive->self;
    vec3 apart, rate;
    between(joint, state, &apart, &rate);
    return vec3_dot(mat3_mulv(&state->poses[joint->end[1].node->pose].R, joint->along), apart);
}

static double drive_node_distance_derivative(const drive *drive, const state *state, double x)
{
    (void)x;
    const distance *joint = drive->self;
    const pose *pose = &state->poses[joint->end[1].node->pose];
    const vec3 e = mat3_mulv(&pose->R, joint->along);
    vec3 apart, rate;
    between(joint, state, &apart, &rate);
    return vec3_dot(e, rate) + vec3_dot(vec3_cross(pose->w, e), apart);
}

const drive_type drive_node_distance_type = {
    .keyword = "node distance",
    .grammar = "node distance, node1, NODE [, offset, F], node2, NODE [, offset, F], direction, V",
    .summary = "The distance between points of two nodes along a direction fixed to the second.",
    .module = MODULE_NODEDISTDRIVE,
    .size = sizeof(distance),
    .read = drive_node_distance_read,
    .value = drive_node_distance_at,
    .derivative = drive_node_distance_derivative,
};
