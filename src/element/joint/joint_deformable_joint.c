/* joint_deformable_joint.c - a force and a moment between two points, given by a law of their relative position and
 * rotation; attached to side 1, or invariant. Equations in joint_deformable.c. */
#include "element/joint/joint_deformable.h"

static void joint_deformable_joint_read(reader *reader, elem *element)
{
    read_deformable(reader, element, PART_TRANSLATION | PART_ROTATION);
}
static void read_invariant(reader *reader, elem *element)
{
    read_deformable(reader, element, PART_TRANSLATION | PART_ROTATION | PART_INVARIANT);
}
static void log_line(const elem *element, record *out) { joint_log(out, element, "deformablejoint:"); }
static void deformable_joint_sample(sampler *from, elem *element)
{
    deformable_sample(from, element, PART_TRANSLATION | PART_ROTATION);
}
static void sample_invariant(sampler *from, elem *element)
{
    deformable_sample(from, element, PART_TRANSLATION | PART_ROTATION | PART_INVARIANT);
}

static const char *const NAMES[] = {"dx", "dy", "dz", "rx", "ry", "rz", "vx", "vy", "vz", "wx",
                                    "wy", "wz", "Fx", "Fy", "Fz", "Mx", "My", "Mz", NULL};

const elem_type joint_deformable_joint_type = {
    DEFORMABLE_SLOTS,
    .keyword = "deformable joint",
    .words = "Deformable joint",
    .grammar = "joint: LABEL, deformable joint, NODE 1, position, (vec3) OFFSET [, orientation, ORIENTATION], NODE 2, "
               "position, (vec3) "
               "OFFSET [, orientation, ORIENTATION], (6D law) LAW [, orientation description, KIND]",
    .summary = "A force and a moment between two points that depend on their relative position and rotation.",
    .read = joint_deformable_joint_read,
    .private_names = NAMES,
    .sample = deformable_joint_sample,
    .assembly = &(const elem_assembly){.deformable = true},
    .expectations = &(const elem_expectations){.internal_forces = true, .no_potential = true},
};

const elem_type joint_invariant_deformable_joint_type = {
    DEFORMABLE_SLOTS,
    .keyword = "invariant deformable joint",
    .grammar = "joint: LABEL, invariant deformable joint, NODE 1, position, (vec3) OFFSET [, orientation, "
               "ORIENTATION], NODE 2, "
               "position, (vec3) OFFSET [, orientation, ORIENTATION], (6D law) LAW [, orientation description, KIND]",
    .summary = "A force and a moment between two points, with the law in a frame halfway between the nodes.",
    .read = read_invariant,
    .private_names = NAMES,
    .sample = sample_invariant,
    .assembly = &(const elem_assembly){.deformable = true},
    .expectations = &(const elem_expectations){.internal_forces = true, .no_potential = true},
};
