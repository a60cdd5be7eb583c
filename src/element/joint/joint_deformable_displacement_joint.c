/* joint_deformable_displacement_joint.c - a force between two points, by a law of their distance vector and its rate;
 * attached to side 1, or invariant. Equations in joint_deformable.c. */
#include "element/joint/joint_deformable.h"

static void read(reader *r, elem *e)
{
    deformable *j = e->self;
    j->has_translation = true;
    read_deformable(r, e, POSITION_NEEDED);
}

static void read_invariant(reader *r, elem *e)
{
    deformable *j = e->self;
    j->is_invariant = true;
    read(r, e);
}

static void log_line(const elem *e, record *out) { joint_log(out, e, "deformabledisplacementjoint:"); }

static void sample(sampler *from, elem *e)
{
    deformable *j = e->self;
    j->has_translation = true;
    deformable_sample(from, e);
}

static void sample_invariant(sampler *from, elem *e)
{
    deformable *j = e->self;
    j->is_invariant = true;
    sample(from, e);
}

const elem_type joint_deformable_displacement_joint_type = {
    .card = "joint",
    .keyword = "deformable displacement joint",
    .grammar = "joint: LABEL, deformable displacement joint, NODE 1, position, (vec3) OFFSET [, orientation, "
               "ORIENTATION], NODE 2, "
               "position, (vec3) OFFSET [, orientation, ORIENTATION], (3D law) LAW",
    .summary = "A force between two points that depends on their distance vector, in the frame of the first node.",
    .size = sizeof(deformable),
    .read = read,
    .connect = deformable_connect,
    .eval = deformable_eval,
    .start = deformable_start,
    .predict = deformable_predict,
    .accept = deformable_accept,
    .output_row = deformable_output,
    .log = log_line,
    .private_index = deformable_private_index,
    .has_private = deformable_has_private,
    .private_value = deformable_private_value,
    .hint = deformable_hint,
    .sample = sample,
    .flags = ELEM_INTERNAL_FORCES | ELEM_DEFORMABLE,
};

const elem_type joint_invariant_deformable_displacement_joint_type = {
    .card = "joint",
    .keyword = "invariant deformable displacement joint",
    .grammar = "joint: LABEL, invariant deformable displacement joint, NODE 1, position, (vec3) OFFSET [, orientation, "
               "ORIENTATION], "
               "NODE 2, position, (vec3) OFFSET [, orientation, ORIENTATION], (3D law) LAW",
    .summary =
        "A force between two points that depends on their distance vector, in a frame halfway between the nodes.",
    .size = sizeof(deformable),
    .read = read_invariant,
    .connect = deformable_connect,
    .eval = deformable_eval,
    .start = deformable_start,
    .predict = deformable_predict,
    .accept = deformable_accept,
    .output_row = deformable_output,
    .log = log_line,
    .private_index = deformable_private_index,
    .has_private = deformable_has_private,
    .private_value = deformable_private_value,
    .hint = deformable_hint,
    .sample = sample_invariant,
    .flags = ELEM_INTERNAL_FORCES | ELEM_DEFORMABLE,
};
