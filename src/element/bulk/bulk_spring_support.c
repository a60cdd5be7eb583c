/* bulk_spring_support.c - a stiffness that follows a drive, between a degree of freedom and the ground.
 *
 *     row of the node -= k(t) x                                                                                 */
#include "contract/sampler.h"
#include "model/reading.h"

typedef struct {
    node_dof dof;
    const drive *k;
} support;

static void bulk_spring_support_read(reader *r, elem *e)
{
    support *self = e->self;
    self->dof = read_node_dof(r, false, "node");
    self->k = read_drive(r, "stiffness");
}

static void bulk_spring_support_connect(const elem *e, layout *l) { layout_dof(l, &((const support *)e->self)->dof); }

static void bulk_spring_support_eval(int n, const state *s, const elem *e, local *out)
{
    const support *self = e->self;
    const double k = drive_now(self->k, s);
    out->r[0] = -k * node_dof_value(s, &self->dof);
    if (n > 0)
        out->J[0] = -k * dof_weight(s, &self->dof);
}

static void bulk_spring_support_sample(sampler *from, elem *e)
{
    support *self = e->self;
    self->dof = sample_dof(from, 0);
    self->k = sample_drive(from);
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
