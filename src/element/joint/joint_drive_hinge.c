/* joint_drive_hinge.c - the relative orientation of two nodes is a rotation vector imposed by a drive, shorter than pi.
 *
 *     log(H1' H2 exp(r(t))') = 0     three rows, multiplier M in the axes of H1
 *     node 1: H1 M                   node 2: -H1 M
 *
 * Printed: M in H1 and in the global frame as it acts on node 1; angles and rotation vector of H1' H2. */
#include "element/joint/total.h"
#include "model/hints.h"
#include "model/reading.h"
#include <string.h>

static void drive_hinge_set(total *joint, elem *element, arena *memory, const tpl_drive *imposed)
{
    total_set(joint, element, memory, "---ppp");
    joint->imposed[1] = imposed;
}

static void drive_hinge_read(reader *reader, elem *element)
{
    total *joint = element->self;
    read_sides(reader, joint->side, POSITION_OPTIONAL);
    drive_hinge_set(joint, element, reader_arena(reader), read_tpl_drive(reader, 3, "hinge orientation"));
}

static void drive_hinge_output_row(const state *state, const elem *element, record *out)
{
    const total *joint = element->self;
    const vec3 zero = {0, 0, 0}, M = vec3_load(state->y + element->internal);
    const mat3 H1 = side_now(state, &joint->side[0]).H, H2 = side_now(state, &joint->side[1]).H,
               relative = mat3_tmul(&H1, &H2);
    joint_output(out, element, zero, M, zero, mat3_mulv(&H1, M));
    record_name(out, "", QUANTITY_ORIENTATION, "relative");
    record_orientation(out, &relative, out->named ? ORIENTATION_VECTOR : ORIENTATION_EULER123);
    record_name(out, "Theta", QUANTITY_JOINT_ANGLE, "relative orientation vector (x, y, z)");
    record_vec3(out, total_now(state, element).theta);
    record_end(out);
}

static const char *const PRIVATE[] = {"rx", "ry", "rz", "Mx", "My", "Mz", NULL};

static double drive_hinge_private_value(const state *state, const elem *element, int index)
{
    const total *joint = element->self;
    return index <= 3 ? vec3_get(tpl_drive_vec3(joint->imposed[1], state), index - 1)
                      : state->y[element->internal + index - 4];
}

static bool drive_hinge_read_hint(reader *reader, elem *element, const char *name, hint *hint)
{
    total *joint = element->self;
    if (strcmp(name, "drive3") != 0)
        return total_hinge_hint(reader, element, name, hint);
    joint->imposed[1] = read_hinted_tpl_drive(reader, joint->imposed[1], 3, "hinge orientation", hint);
    return read_ok(reader);
}

static void drive_hinge_sample(sampler *from, elem *element)
{
    total *joint = element->self;
    sample_sides(from, joint->side);
    drive_hinge_set(joint, element, from->memory, sample_tpl_drive(from, 3));
}

const elem_type joint_drive_hinge_type = {
    TOTAL_SLOTS,
    .keyword = "drive hinge",
    .words = "Drive Hinge",
    .grammar = "joint: LABEL, drive hinge, NODE [, orientation, R], NODE [, orientation, R], DRIVE3",
    .summary = "The relative orientation of two nodes is imposed by a drive, as a rotation vector.",
    .read = drive_hinge_read,
    .rate = total_rate,
    .output = drive_hinge_output_row,
    .private_names = PRIVATE,
    .private_value = drive_hinge_private_value,
    .hint = drive_hinge_read_hint,
    .sample = drive_hinge_sample,
    .expectations = &(const elem_expectations){.internal_forces = true},
    .drawing = &(const elem_drawing){.draw = joint_draw, .symbol = SYMBOL_MOTOR},
    .history = &(const elem_history){.memory = sizeof(total_memory), .begin = total_begin},
};
