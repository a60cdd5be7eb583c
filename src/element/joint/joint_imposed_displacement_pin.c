/* joint_imposed_displacement_pin.c - the displacement of a point of a node relative to a point of the ground is imposed
 * along a direction by a drive; see imposed.c.
 *
 *     p - P - e d(t) = 0             three rows: the point stays on the line; e as given
 *
 * The output is that of a total joint. */
#include "element/joint/imposed.h"
#include "model/frames.h"

static void imposed_displacement_pin_read(reader *reader, elem *element)
{
    total *joint = element->self;
    read_pin_points(reader, joint->side);
    read_along(reader, element, read_direction_abs(reader, NULL, "direction"));
}

static void imposed_displacement_pin_log_line(const elem *element, record *out)
{
    along_log(out, element, "imposeddisplacementpin:");
}

static const char *const PRIVATE[] = {"x", "f", NULL};

static void imposed_displacement_pin_sample(sampler *from, elem *element)
{
    sample_pin(from, element->self);
    along_sample(from, element);
}

const elem_type joint_imposed_displacement_pin_type = {
    ALONG_SLOTS,
    .keyword = "imposed displacement pin",
    .words = "Total pin joint",
    .grammar = "joint: LABEL, imposed displacement pin, NODE, F, X, DIRECTION, DRIVE",
    .summary = "A point of a node moves along a fixed line, as prescribed by a drive.",
    .read = imposed_displacement_pin_read,
    .log = imposed_displacement_pin_log_line,
    .private_names = PRIVATE,
    .sample = imposed_displacement_pin_sample,
    .assembly = &(const elem_assembly){.keeps_reactions = true},
    .expectations = &(const elem_expectations){.external_forces = true},
};
