/* genel_distance.c - the difference of two degrees of freedom follows a drive.
 *
 *     row:  x2 - x1 - drive(t) = 0
 *     row 1 += lambda,   row 2 -= lambda */
#include "element/genel/genel.h"
#include "contract/sampler.h"
#include "model/reading.h"

typedef struct {
    node_dof dof, b;
    const drive *drive;
} distance;

static const internal_kind POSITION[] = {INTERNAL_CONSTRAINT}, VALUE[] = {INTERNAL_ALGEBRAIC};

static bool is_position(const node_dof *dof)
{
    return !dof->derivative && dof->node->type->kind(dof->node, dof->index) == DOF_DIFFERENTIAL;
}

static void set_kind(elem *element)
{
    const distance *self = element->self;
    element->n_internal = 1;
    element->kinds = is_position(&self->dof) && is_position(&self->b) ? POSITION : VALUE;
}

static void genel_distance_read(reader *reader, elem *element)
{
    distance *self = element->self;
    self->dof = read_node_dof(reader, true, "first node");
    self->b = read_node_dof(reader, true, "second node");
    self->drive = read_drive(reader, "imposed distance");
    if (read_ok(reader))
        set_kind(element);
}

static void genel_distance_connect(const elem *element, layout *layout)
{
    const distance *self = element->self;
    layout_dof(layout, &self->dof);
    layout_dof(layout, &self->b);
    layout_internal(layout);
    layout_clear(layout);
    layout_full(layout, 0, 2, 2, 1);
    layout_full(layout, 2, 1, 0, 2);
}

static void genel_distance_eval(int lanes, const state *state, const elem *element, local *out)
{
    const distance *self = element->self;
    const double lambda = state->y[element->internal];
    out->r[0] = lambda;
    out->r[1] = -lambda;
    out->r[2] = node_dof_value(state, &self->b) - node_dof_value(state, &self->dof) - drive_now(self->drive, state);
    if (lanes == 0)
        return;
    out->J[2] = 1.0;
    out->J[out->ld + 2] = -1.0;
    out->J[2 * out->ld] = -dof_weight(state, &self->dof);
    out->J[2 * out->ld + 1] = dof_weight(state, &self->b);
}

static void genel_distance_rate(const state *state, const elem *element, double *phi_t)
{
    phi_t[0] = -drive_derivative(((const distance *)element->self)->drive, state, state->t);
}

static void genel_distance_sample(sampler *from, elem *element)
{
    distance *self = element->self;
    self->dof = sample_dof(from, 0);
    self->b = sample_dof(from, 1);
    self->drive = sample_drive(from);
    set_kind(element);
}

const elem_type genel_distance_type = {
    .card = &elem_cards[CARD_GENEL],
    .keyword = "distance",
    .grammar = "genel: LABEL, distance, (dof) NODE 1, (dof) NODE 2, (drive) IMPOSED DISTANCE",
    .summary = "Makes the difference of two degrees of freedom follow a drive.",
    .size = sizeof(distance),
    .read = genel_distance_read,
    .connect = genel_distance_connect,
    .eval = genel_distance_eval,
    .rate = genel_distance_rate,
    .output = genel_output_reaction,
    .sample = genel_distance_sample,
    .assembly = &(const elem_assembly){.never = true},
};
