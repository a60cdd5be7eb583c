/* gear_joint.c - two gears on a common frame: c1 theta1 + c2 theta2 = 0, angles about axis 3 of each, relative to the
 * reference node (transmission.h). c: radii, or 1 and the ratio.
 *
 * Printed: minus the moments on the gears and on the reference node; the rotations of the reference node relative to
 * the gears; F. */
#include "element/transmission/transmission.h"

static void gear_joint_read(reader *reader, elem *element)
{
    transmission *transmission = element->self;
    for (int i = 0; i < 2; i++) {
        transmission->motions[i].kind = MOTION_ANGULAR;
        read_motion_node(reader, &transmission->motions[i], 0);
    }
    read_motion_node(reader, &transmission->motions[0], 1);
    transmission->motions[1].side[1] = transmission->motions[0].side[1];
    read_ratio(reader, transmission, 1.0);
    transmission_set(transmission, element);
}

static void gear_joint_output_row(const state *state, const elem *element, record *out)
{
    static const char *const NAMES[] = {"M1", "M2", "M0"}, *const ANGLES[] = {"Phi1", "Phi2"};
    const transmission *transmission = element->self;
    const double F = state->y[element->internal];
    motion_shown m[2];
    vec3 M[3];
    for (int i = 0; i < 2; i++) {
        m[i] = motion_show(state, element, i);
        M[i] = vec3_scale(transmission->motions[i].c * F, m[i].axis);
    }
    M[2] = vec3_scale(-1.0, vec3_add(M[0], M[1]));
    record_begin(out, element->label);
    for (int i = 0; i < 3; i++) {
        record_name(out, NAMES[i], QUANTITY_MOMENT, "moment");
        record_vec3(out, M[i]);
    }
    for (int i = 0; i < 2; i++) {
        record_name(out, ANGLES[i], QUANTITY_RADIANS, "relative rotation");
        record_vec3(out, m[i].theta);
    }
    record_name(out, "lambda", QUANTITY_NONE, "multiplier");
    record_real(out, F);
    record_end(out);
}

static void gear_joint_sample(sampler *from, elem *element)
{
    sample_transmission(from, element, MOTION_ANGULAR, MOTION_ANGULAR);
}

const elem_type gear_joint_type = {
    TRANSMISSION_SLOTS,
    .keyword = "gear joint",
    .grammar = "user defined: LABEL, gear joint, NODE [, orientation, R], NODE [, orientation, R], REFERENCE NODE [, "
               "orientation, R], "
               "{ratio, R | RADIUS, RADIUS} [, regularization, EPS]",
    .summary = "Two gears on a common frame.",
    .read = gear_joint_read,
    .output = gear_joint_output_row,
    .sample = gear_joint_sample,
};
