/* joint_plane_hinge.c - the old name of a revolute hinge, under which MBDyn omits the angles from the row. */
#include "element/joint/revolute.h"

static void plane_hinge_read(reader *reader, elem *element)
{
    revolute_hinge_read(reader, element);
    ((revolute *)element->self)->omits_angles = true;
}

const elem_type joint_plane_hinge_type = {
    REVOLUTE_HINGE_SLOTS,
    .keyword = "plane hinge",
    .read = plane_hinge_read,
    .grammar = "joint: LABEL, plane hinge, NODE, position, F [, orientation, R], NODE, position, F [, orientation, R] "
               "[, orientation description, KIND] [, initial theta, ANGLE] [, friction, RADIUS [, preload, N], MODEL, "
               "SHAPE]",
    .summary = "The old name of a revolute hinge: the same joint, whose row has no angles.",
};
