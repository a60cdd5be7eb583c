/* thermal_source.c - heat put into a node.
 *
 *     row of the node += q(t)                                                                                   */
#include "contract/sampler.h"
#include "model/reading.h"

typedef struct {
    node_dof dof;
    const drive *q;
} heat_source;

static void thermal_source_read(reader *r, elem *e)
{
    heat_source *self = e->self;
    self->dof.node = read_node(r, "thermal", "node");
    self->q = read_drive(r, "heat");
}

static void thermal_source_connect(const elem *e, layout *l)
{
    layout_dof(l, &((const heat_source *)e->self)->dof);
    layout_clear(l);
}

static void thermal_source_eval(int n, const state *s, const elem *e, local *out)
{
    (void)n;
    out->r[0] = drive_now(((const heat_source *)e->self)->q, s);
}

static void thermal_source_sample(sampler *from, elem *e)
{
    heat_source *self = e->self;
    self->dof = sample_dof(from, 0);
    self->q = sample_drive(from);
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
