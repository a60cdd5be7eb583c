/* genel_distance.c - the difference of two degrees of freedom follows a drive.
 *
 *     row:  x2 - x1 - drive(t) = 0
 *     row 1 += lambda,   row 2 -= lambda */
#include "element/genel/genel.h"
#include "contract/sampler.h"
#include "model/reading.h"

typedef struct {
    node_dof a, b;
    const drive *drive;
} distance;

static const own_kind POSITION[] = {OWN_CONSTRAINT}, VALUE[] = {OWN_ALGEBRAIC};

static bool is_position(const node_dof *d)
{
    return !d->derivative && d->node->type->kind(d->node, d->index) == DOF_DIFFERENTIAL;
}

static void set_kind(elem *e)
{
    const distance *self = e->self;
    e->n_own = 1;
    e->kinds = is_position(&self->a) && is_position(&self->b) ? POSITION : VALUE;
}

static void genel_distance_read(reader *r, elem *e)
{
    distance *self = e->self;
    self->a = read_node_dof(r, true, "first node");
    self->b = read_node_dof(r, true, "second node");
    self->drive = read_drive(r, "imposed distance");
    if (read_ok(r))
        set_kind(e);
}

static void genel_distance_connect(const elem *e, layout *l)
{
    const distance *self = e->self;
    layout_dof(l, &self->a);
    layout_dof(l, &self->b);
    layout_own(l);
    layout_clear(l);
    layout_full(l, 0, 2, 2, 1);
    layout_full(l, 2, 1, 0, 2);
}

static void genel_distance_eval(int n, const state *s, const elem *e, local *out)
{
    const distance *self = e->self;
    const double lambda = s->y[e->own];
    out->r[0] = lambda;
    out->r[1] = -lambda;
    out->r[2] = node_dof_value(s, &self->b) - node_dof_value(s, &self->a) - drive_now(self->drive, s);
    if (n == 0)
        return;
    out->J[2] = 1.0;
    out->J[out->ld + 2] = -1.0;
    out->J[2 * out->ld] = -dof_weight(s, &self->a);
    out->J[2 * out->ld + 1] = dof_weight(s, &self->b);
}

static void genel_distance_rate(const state *s, const elem *e, double *phi_t)
{
    phi_t[0] = -drive_slope(((const distance *)e->self)->drive, s, s->t);
}

static void genel_distance_sample(sampler *from, elem *e)
{
    distance *self = e->self;
    self->a = sample_dof(from, 0);
    self->b = sample_dof(from, 1);
    self->drive = sample_drive(from);
    set_kind(e);
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
