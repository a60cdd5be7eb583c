/* motion_transmission_joint.c - displacements along, or rotations about, axis 3 of two nodes, each relative to its
 * reference node, are proportional (transmission.h).
 *
 *     c1 s1 q1 - c2 s2 q2 = 0        s = 1 for a displacement, -1 for a rotation
 *
 * As in MBDyn, two displacements, or two rotations, have the same sign where the ratio c2 / c1 is positive; a
 * displacement and a rotation have opposite signs, since MBDyn takes the rotation of the reference node relative to the
 * node.
 *
 * Printed for each: linear: minus the force and moment on the node and on its reference node; angular: minus the moment
 * on the node (zeros for the second node, as in MBDyn), and the relative rotation. */
#include "element/transmission/transmission.h"

static void motion_transmission_joint_read(reader *reader, elem *element)
{
    static const char *const KINDS[] = {"linear", "angular", NULL};
    transmission *transmission = element->self;
    for (int i = 0; i < 2; i++) {
        transmission->motions[i].kind =
            read_choice(reader, KINDS, "kind of motion") == 1 ? MOTION_ANGULAR : MOTION_LINEAR;
        for (int k = 0; k < 2; k++)
            read_motion_node(reader, &transmission->motions[i], k);
    }
    read_ratio(reader, transmission, -1.0);
    for (int i = 0; i < 2; i++)
        if (transmission->motions[i].kind == MOTION_ANGULAR)
            transmission->motions[i].c *= -1.0;
    transmission_set(transmission, element);
}

static void record_linear(const motion_shown *motion_shown, double F, int number, record *out)
{
    static const char *const NAMES[][4] = {{"F1", "M1", "F01", "M01"}, {"F2", "M2", "F02", "M02"}};
    const vec3 force = vec3_scale(F, motion_shown->axis), zero = {0, 0, 0};
    const vec3 of[] = {force, vec3_cross(force, motion_shown->arm), vec3_scale(-1.0, force), zero};
    for (int k = 0; k < 4; k++) {
        record_name(out, NAMES[number][k], k % 2 ? QUANTITY_MOMENT : QUANTITY_FORCE, "reaction");
        record_vec3(out, of[k]);
    }
}

static void record_angular(const motion_shown *motion_shown, double F, int number, record *out)
{
    record_name(out, number ? "M2" : "M1", QUANTITY_MOMENT, "moment");
    record_vec3(out, vec3_scale(number ? 0.0 : F, motion_shown->axis));
    record_name(out, number ? "Phi2" : "Phi1", QUANTITY_RADIANS, "relative rotation");
    record_vec3(out, motion_shown->theta);
}

static void motion_transmission_joint_output_row(const state *state, const elem *element, record *out)
{
    const transmission *transmission = element->self;
    record_begin(out, element->label);
    for (int i = 0; i < 2; i++) {
        const motion_shown motion_shown = motion_show(state, element, i);
        (transmission->motions[i].kind == MOTION_LINEAR ? record_linear : record_angular)(
            &motion_shown, transmission->motions[i].c * state->y[element->internal], i, out);
    }
    record_end(out);
}

static void motion_transmission_joint_sample(sampler *from, elem *element)
{
    const motion_kind first = (motion_kind)sample_integer(from, 0, 1);
    sample_transmission(from, element, first, (motion_kind)sample_integer(from, 0, 1));
}

const elem_type motion_transmission_joint_type = {
    TRANSMISSION_SLOTS,
    .keyword = "motion transmission joint",
    .grammar =
        "user defined: LABEL, motion transmission joint, {linear | angular}, NODE [, orientation, R], REFERENCE NODE "
        "[, orientation, R], {linear | angular}, NODE [, orientation, R], REFERENCE NODE [, orientation, R], "
        "{ratio, R | C1, C2} [, regularization, EPS]",
    .summary = "A displacement or rotation of a node is proportional to one of another node.",
    .read = motion_transmission_joint_read,
    .output = motion_transmission_joint_output_row,
    .sample = motion_transmission_joint_sample,
};
