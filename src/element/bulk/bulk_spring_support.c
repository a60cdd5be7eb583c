/* bulk_spring_support.c - a stiffness given by a drive, between a degree of freedom and the ground.
 *
 *     row of the node -= k(t) x */
#include "contract/sampler.h"
#include "model/reading.h"

typedef struct {
    node_dof dof;
    const drive *drive;
} support;

static void bulk_spring_support_read(reader *reader, elem *element)
{
    support *self = element->self;
    self->dof = read_node_dof(reader, false, "node");
    self->drive = read_drive(reader, "stiffness");
}

static void bulk_spring_support_connect(const elem *element, layout *layout)
{
    layout_dof(layout, &((const support *)element->self)->dof);
}

static void bulk_spring_support_eval(int lanes, const state *state, const elem *element, local *out)
{
    const support *self = element->self;
    const double k = drive_now(self->drive, state);
    out->r[0] = -k * node_dof_value(state, &self->dof);
    if (lanes > 0)
        out->J[0] = -k * dof_weight(state, &self->dof);
}

static void bulk_spring_support_sample(sampler *from, elem *element)
{
    support *self = element->self;
    self->dof = sample_dof(from, 0);
    self->drive = sample_drive(from);
}

const elem_type bulk_spring_support_type = {
    .card = &elem_cards[CARD_BULK],
    .keyword = "spring support",
    .grammar = "bulk: LABEL, spring support, (dof) NODE, (drive) STIFFNESS",
    .summary = "A stiffness between a degree of freedom and the ground.",
    .size = sizeof(support),
    .read = bulk_spring_support_read,
    .connect = bulk_spring_support_connect,
    .eval = bulk_spring_support_eval,
    .sample = bulk_spring_support_sample,
    .assembly = &(const elem_assembly){.never = true},
};
