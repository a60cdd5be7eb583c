/* joint_drive_displacement_pin.c - the position of a point of a node relative to a point of the ground is imposed by a
 * drive; see imposed.c.
 *
 *     p - P - x(t) = 0               three rows, multiplier F in global axes
 *     node: -F at p
 *
 * Printed: F, both times in the global frame; p - P. */
#include "element/joint/imposed.h"

static void drive_displacement_pin_read(reader *reader, elem *element)
{
    read_pin_points(reader, element->self);
    read_driven(reader, element);
}

static void drive_displacement_pin_log_line(const elem *element, record *out)
{
    points_log(out, element, "drivedisplacementpin:");
    record_end(out);
}

static void drive_displacement_pin_sample(sampler *from, elem *element)
{
    sample_pin(from, element->self);
    driven_sample(from, element);
}

const elem_type joint_drive_displacement_pin_type = {
    DRIVEN_SLOTS,
    .keyword = "drive displacement pin",
    .words = "Drive displacement pin",
    .grammar = "joint: LABEL, drive displacement pin, NODE, F, X, DRIVE3",
    .summary = "The position of a point of a node is imposed by a drive.",
    .read = drive_displacement_pin_read,
    .log = drive_displacement_pin_log_line,
    .sample = drive_displacement_pin_sample,
    .assembly = &(const elem_assembly){.steady_reactions = true},
    .expectations = &(const elem_expectations){.external_forces = true},
};
