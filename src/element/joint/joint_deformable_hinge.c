/* joint_deformable_hinge.c - a moment between two nodes, given by a law of their relative rotation and its rate;
 * attached to side 1, or invariant. Equations in joint_deformable.c. */
#include "element/joint/joint_deformable.h"

static void deformable_hinge_read(reader *reader, elem *element) { read_deformable(reader, element, PART_ROTATION); }
static void read_invariant(reader *reader, elem *element)
{
    read_deformable(reader, element, PART_ROTATION | PART_INVARIANT);
}
static void log_line(const elem *element, record *out) { joint_log(out, element, "deformablehinge:"); }
static void deformable_hinge_sample(sampler *from, elem *element) { deformable_sample(from, element, PART_ROTATION); }
static void sample_invariant(sampler *from, elem *element)
{
    deformable_sample(from, element, PART_ROTATION | PART_INVARIANT);
}

static const char *const NAMES[] = {"rx", "ry", "rz", "wx", "wy", "wz", "Mx", "My", "Mz", NULL};

const elem_type joint_deformable_hinge_type = {
    DEFORMABLE_SLOTS,
    .keyword = "deformable hinge",
    .words = "Deformable hinge",
    .grammar = "joint: LABEL, deformable hinge, NODE 1 [, position, (vec3) OFFSET] [, orientation, ORIENTATION], NODE "
               "2 [, position, "
               "(vec3) OFFSET] [, orientation, ORIENTATION], (3D law) LAW [, orientation description, KIND]",
    .summary = "A moment between two nodes that depends on their relative rotation, in the frame of the first node.",
    .read = deformable_hinge_read,
    .private_names = NAMES,
    .sample = deformable_hinge_sample,
    .assembly = &(const elem_assembly){.deformable = true},
    .expectations = &(const elem_expectations){.internal_forces = true, .no_potential = true},
};

const elem_type joint_invariant_deformable_hinge_type = {
    DEFORMABLE_SLOTS,
    .keyword = "invariant deformable hinge",
    .words = "Deformable hinge",
    .grammar =
        "joint: LABEL, invariant deformable hinge, NODE 1 [, position, (vec3) OFFSET] [, orientation, ORIENTATION], "
        "NODE 2 "
        "[, position, (vec3) OFFSET] [, orientation, ORIENTATION], (3D law) LAW [, orientation description, KIND]",
    .summary = "A moment between two nodes that depends on their relative rotation, in a frame halfway between them.",
    .read = read_invariant,
    .private_names = NAMES,
    .sample = sample_invariant,
    .assembly = &(const elem_assembly){.deformable = true},
    .expectations = &(const elem_expectations){.internal_forces = true, .no_potential = true},
};
