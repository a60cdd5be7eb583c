/* thermal_source.c - heat supplied to a node.
 *
 *     row of the node += q(t) */
#include "contract/sampler.h"
#include "model/reading.h"

typedef struct {
    node_dof dof;
    const drive *drive;
} heat_source;

static void thermal_source_read(reader *reader, elem *element)
{
    heat_source *self = element->self;
    self->dof.node = read_node(reader, "thermal", "node");
    self->drive = read_drive(reader, "heat");
}

static void thermal_source_connect(const elem *element, layout *layout)
{
    layout_dof(layout, &((const heat_source *)element->self)->dof);
    layout_clear(layout);
}

static void thermal_source_eval(int lanes, const state *state, const elem *element, local *out)
{
    (void)lanes;
    out->r[0] = drive_now(((const heat_source *)element->self)->drive, state);
}

static void thermal_source_sample(sampler *from, elem *element)
{
    heat_source *self = element->self;
    self->dof = sample_dof(from, 0);
    self->drive = sample_drive(from);
}

const elem_type thermal_source_type = {
    .card = &elem_cards[CARD_THERMAL],
    .keyword = "source",
    .grammar = "thermal: LABEL, source, NODE, (drive) HEAT",
    .summary = "Heat supplied to a node.",
    .size = sizeof(heat_source),
    .read = thermal_source_read,
    .connect = thermal_source_connect,
    .eval = thermal_source_eval,
    .sample = thermal_source_sample,
    .assembly = &(const elem_assembly){.never = true},
};
