/* linear_transmission_joint.c - c1 z1 = c2 z2: displacements along axis 3 of two nodes, each relative to its reference
 * node (transmission.h).
 *
 * As in MBDyn, the output contains the forces and moments of a unit multiplier on node 1, its reference node, node 2
 * and its reference node. */
#include "element/transmission/transmission.h"

static void linear_transmission_joint_read(reader *reader, elem *element)
{
    transmission *transmission = element->self;
    for (int i = 0; i < 4; i++)
        read_motion_node(reader, &transmission->motions[i / 2], i % 2);
    read_ratio(reader, transmission, -1.0);
    transmission_set(transmission, element);
}

static void linear_transmission_joint_output_row(const state *state, const elem *element, record *out)
{
    static const char *const NAMES[][4] = {{"F1", "M1", "F01", "M01"}, {"F2", "M2", "F02", "M02"}};
    const transmission *transmission = element->self;
    record_begin(out, element->label);
    for (int i = 0; i < 2; i++) {
        const motion_shown motion_shown = motion_show(state, element, i);
        const vec3 F = vec3_scale(-transmission->motions[i].c, motion_shown.axis), zero = {0, 0, 0};
        const vec3 of[] = {F, vec3_cross(F, motion_shown.arm), vec3_scale(-1.0, F), zero};
        for (int k = 0; k < 4; k++) {
            record_name(out, NAMES[i][k], k % 2 ? QUANTITY_LENGTH : QUANTITY_DIMENSIONLESS, "of a unit multiplier");
            record_vec3(out, of[k]);
        }
    }
    record_end(out);
}

static void linear_transmission_joint_sample(sampler *from, elem *element)
{
    sample_transmission(from, element, MOTION_LINEAR, MOTION_LINEAR);
}

const elem_type linear_transmission_joint_type = {
    TRANSMISSION_SLOTS,
    .keyword = "linear transmission joint",
    .grammar =
        "user defined: LABEL, linear transmission joint, NODE [, orientation, R], REFERENCE NODE [, orientation, R], "
        "NODE [, orientation, R], REFERENCE NODE [, orientation, R], {ratio, R | C1, C2} [, regularization, EPS]",
    .summary = "Displacements of two nodes along axis 3 are proportional.",
    .read = linear_transmission_joint_read,
    .output = linear_transmission_joint_output_row,
    .sample = linear_transmission_joint_sample,
};
