/* joint_plane_hinge.c - the revolute hinge under its old name.
 *
 * MBDyn writes no angles under this name; they are written if the card asks for an orientation description. */
#include "element/joint/revolute.h"

static void plane_hinge_read(reader *reader, elem *element)
{
    revolute_hinge_read(reader, element);
    revolute *joint = element->self;
    joint->hides_angles = !joint->is_described;
}

const elem_type joint_plane_hinge_type = {
    REVOLUTE_HINGE_SLOTS,
    .keyword = "plane hinge",
    .grammar = "joint: LABEL, plane hinge, NODE, position, F [, orientation, R], NODE, position, F [, orientation, R] "
               "[, orientation description, KIND] [, initial theta, ANGLE] [, friction, RADIUS [, preload, N], MODEL, "
               "SHAPE]",
    .summary = "A revolute hinge under its old name: its row has no angles unless an orientation description is given.",
    .read = plane_hinge_read,
};
