/* drive_node_rotation.c - f = atan2(Q21, Q11),  Q = H2' H1: the relative rotation angle of two nodes about axis 3,
 * between -pi and pi.
 *
 *     Q' = w x Q,   w = H2' (w1 - w2) */
#include "drive/node_pair.h"
#include <math.h>

static void drive_node_rotation_read(reader *reader, drive *drive)
{
    pair_end *pair_end = drive->self;
    read_pair_end(reader, &pair_end[0], "node1", "orientation");
    read_pair_end(reader, &pair_end[1], "node2", "orientation");
}

static mat3 relative(const pair_end *pair_end, const state *state, mat3 *H2)
{
    const mat3 H1 = mat3_mul(&state->poses[pair_end[0].node->pose].R, &pair_end[0].H);
    *H2 = mat3_mul(&state->poses[pair_end[1].node->pose].R, &pair_end[1].H);
    return mat3_tmul(H2, &H1);
}

static double drive_node_rotation_at(const drive *drive, const state *state, double x)
{
    (void)x;
    mat3 H2;
    const mat3 Q = relative(drive->self, state, &H2);
    return atan2(Q.e[1][0], Q.e[0][0]);
}

static double drive_node_rotation_derivative(const drive *drive, const state *state, double x)
{
    (void)x;
    const pair_end *pair_end = drive->self;
    mat3 H2;
    const mat3 Q = relative(pair_end, state, &H2);
    const vec3 w =
        mat3_tmulv(&H2, vec3_sub(state->poses[pair_end[0].node->pose].w, state->poses[pair_end[1].node->pose].w));
    const vec3 q = mat3_col(&Q, 0), rate = vec3_cross(w, q);
    return (q.x * rate.y - q.y * rate.x) / (q.x * q.x + q.y * q.y);
}

const drive_type drive_node_rotation_type = {
    .keyword = "node rotation",
    .grammar = "node rotation, node1, NODE [, orientation, R], node2, NODE [, orientation, R]",
    .summary = "The relative rotation angle of two nodes about axis 3.",
    .module = MODULE_NODEDISTDRIVE,
    .size = 2 * sizeof(pair_end),
    .read = drive_node_rotation_read,
    .value = drive_node_rotation_at,
    .derivative = drive_node_rotation_derivative,
};
