/* joint_deformable_joint.c - a force and a couple between two points, by a law of their relative position and rotation;
 * attached to side 1, or invariant. Equations in joint_deformable.c. */
#include "element/joint/joint_deformable.h"

static void read(reader *r, elem *e)
{
    deformable *j = e->self;
    j->has_translation = j->has_rotation = true;
    read_deformable(r, e, POSITION_NEEDED);
    j->description = read_description(r);
}

static void read_invariant(reader *r, elem *e)
{
    deformable *j = e->self;
    j->is_invariant = true;
    read(r, e);
}

static void log_line(const elem *e, record *out) { joint_log(out, e, "deformablejoint:"); }

static void sample(sampler *from, elem *e)
{
    deformable *j = e->self;
    j->has_translation = j->has_rotation = true;
    deformable_sample(from, e);
}

static void sample_invariant(sampler *from, elem *e)
{
    deformable *j = e->self;
    j->is_invariant = true;
    sample(from, e);
}

const elem_type joint_deformable_joint_type = {
    .card = "joint",
    .keyword = "deformable joint",
    .grammar = "joint: LABEL, deformable joint, NODE 1, position, (vec3) OFFSET [, orientation, ORIENTATION], NODE 2, "
               "position, (vec3) "
               "OFFSET [, orientation, ORIENTATION], (6D law) LAW [, orientation description, KIND]",
    .summary = "A force and a couple between two points that depend on their relative position and rotation.",
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

const elem_type joint_invariant_deformable_joint_type = {
    .card = "joint",
    .keyword = "invariant deformable joint",
    .grammar = "joint: LABEL, invariant deformable joint, NODE 1, position, (vec3) OFFSET [, orientation, "
               "ORIENTATION], NODE 2, "
               "position, (vec3) OFFSET [, orientation, ORIENTATION], (6D law) LAW [, orientation description, KIND]",
    .summary = "A force and a couple between two points, with the law in a frame halfway between the nodes.",
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
