/* joint_deformable_displacement_joint.c - a force between two points, given by a law of their distance vector and its
 * rate; attached to side 1, or invariant. Equations in joint_deformable.c. */
#include "element/joint/joint_deformable.h"

static void deformable_displacement_joint_read(reader *reader, elem *element)
{
    read_deformable(reader, element, PART_TRANSLATION);
}
static void read_invariant(reader *reader, elem *element)
{
    read_deformable(reader, element, PART_TRANSLATION | PART_INVARIANT);
}
static void log_line(const elem *element, record *out) { joint_log(out, element, "deformabledisplacementjoint:"); }
static void deformable_displacement_joint_sample(sampler *from, elem *element)
{
    deformable_sample(from, element, PART_TRANSLATION);
}
static void sample_invariant(sampler *from, elem *element)
{
    deformable_sample(from, element, PART_TRANSLATION | PART_INVARIANT);
}

static const char *const NAMES[] = {"dx", "dy", "dz", "vx", "vy", "vz", "Fx", "Fy", "Fz", NULL};

const elem_type joint_deformable_displacement_joint_type = {
    DEFORMABLE_SLOTS,
    .keyword = "deformable displacement joint",
    .words = "deformable displacement",
    .grammar = "joint: LABEL, deformable displacement joint, NODE 1, position, (vec3) OFFSET [, orientation, "
               "ORIENTATION], NODE 2, "
               "position, (vec3) OFFSET [, orientation, ORIENTATION], (3D law) LAW",
    .summary = "A force between two points that depends on their relative position, in the frame of the first node.",
    .read = deformable_displacement_joint_read,
    .private_names = NAMES,
    .sample = deformable_displacement_joint_sample,
    .assembly = &(const elem_assembly){.deformable = true},
    .expectations = &(const elem_expectations){.internal_forces = true},
};

const elem_type joint_invariant_deformable_displacement_joint_type = {
    DEFORMABLE_SLOTS,
    .keyword = "invariant deformable displacement joint",
    .grammar = "joint: LABEL, invariant deformable displacement joint, NODE 1, position, (vec3) OFFSET [, orientation, "
               "ORIENTATION], "
               "NODE 2, position, (vec3) OFFSET [, orientation, ORIENTATION], (3D law) LAW",
    .summary =
        "A force between two points that depends on their relative position, in a frame halfway between the nodes.",
    .read = read_invariant,
    .private_names = NAMES,
    .sample = sample_invariant,
    .assembly = &(const elem_assembly){.deformable = true},
    .expectations = &(const elem_expectations){.internal_forces = true},
};
