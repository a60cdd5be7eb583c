/* joint_deformable_hinge.c - a couple between two nodes, by a law of their relative rotation and its rate; attached to
 * side 1, or invariant. Equations in joint_deformable.c. */
#include "element/joint/joint_deformable.h"

static void read(reader *r, elem *e)
{
    deformable *j = e->self;
    j->has_rotation = true;
    read_deformable(r, e, POSITION_OPTIONAL);
    j->description = read_description(r);
}

static void read_invariant(reader *r, elem *e)
{
    deformable *j = e->self;
    j->is_invariant = true;
    read(r, e);
}

static void log_line(const elem *e, record *out) { joint_log(out, e, "deformablehinge:"); }

static void sample(sampler *from, elem *e)
{
    deformable *j = e->self;
    j->has_rotation = true;
    deformable_sample(from, e);
}

static void sample_invariant(sampler *from, elem *e)
{
    deformable *j = e->self;
    j->is_invariant = true;
    sample(from, e);
}

const elem_type joint_deformable_hinge_type = {
    .card = "joint",
    .keyword = "deformable hinge",
    .grammar = "joint: LABEL, deformable hinge, NODE 1 [, position, (vec3) OFFSET] [, orientation, ORIENTATION], NODE "
               "2 [, position, "
               "(vec3) OFFSET] [, orientation, ORIENTATION], (3D law) LAW [, orientation description, KIND]",
    .summary = "A couple between two nodes that depends on their relative rotation, in the frame of the first node.",
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

const elem_type joint_invariant_deformable_hinge_type = {
    .card = "joint",
    .keyword = "invariant deformable hinge",
    .grammar =
        "joint: LABEL, invariant deformable hinge, NODE 1 [, position, (vec3) OFFSET] [, orientation, ORIENTATION], "
        "NODE 2 "
        "[, position, (vec3) OFFSET] [, orientation, ORIENTATION], (3D law) LAW [, orientation description, KIND]",
    .summary = "A couple between two nodes that depends on their relative rotation, in a frame halfway between them.",
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
