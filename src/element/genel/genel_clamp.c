/* genel_clamp.c - a degree of freedom that follows a drive.
 *
 *     row:  x - drive(t) = 0
 *     row of the node -= lambda */
#include "element/genel/genel.h"
#include "contract/sampler.h"
#include "model/reading.h"

typedef struct {
    node_dof dof;
    const drive *drive;
} clamp;

static const own_kind POSITION[] = {OWN_CONSTRAINT}, VELOCITY[] = {OWN_VELOCITY_CONSTRAINT}, VALUE[] = {OWN_ALGEBRAIC};

static void set_kind(elem *e)
{
    const node_dof *d = &((const clamp *)e->self)->dof;
    const bool is_algebraic = d->node && d->node->type->kind(d->node, d->index) == DOF_ALGEBRAIC;
    e->n_own = 1;
    e->kinds = is_algebraic ? VALUE : d->derivative ? VELOCITY : POSITION;
}

/* The value a node has in the deck. */
static double given_value(const node_dof *d)
{
    const frame *at = d->node->initial;
    if (at)
        return d->index < 3                    ? vec3_get(d->derivative ? at->v : at->x, d->index)
               : d->index < 6 && d->derivative ? vec3_get(at->w, d->index - 3)
                                               : 0.0;
    double y = 0.0, yp = 0.0;
    node as_first = *d->node;
    as_first.dof = 0;
    as_first.type->initial(&as_first, &(initial_values){.y = &y, .yp = &yp});
    return d->derivative ? yp : y;
}

static void genel_clamp_read(reader *r, elem *e)
{
    clamp *self = e->self;
    self->dof = read_node_dof(r, true, "clamped node");
    if (read_keyword(r, "from node"))
        self->drive = drive_constant(reader_arena(r), read_ok(r) ? given_value(&self->dof) : 0.0);
    else
        self->drive = read_drive(r, "imposed value");
    if (read_ok(r))
        set_kind(e);
}

static void genel_clamp_connect(const elem *e, layout *l)
{
    const clamp *self = e->self;
    layout_dof(l, &self->dof);
    layout_own(l);
    layout_clear(l);
    layout_full(l, 0, 1, 1, 1);
    layout_full(l, 1, 1, 0, 1);
}

static void genel_clamp_eval(int n, const state *s, const elem *e, local *out)
{
    const clamp *self = e->self;
    out->r[0] = -s->y[e->own];
    out->r[1] = node_dof_value(s, &self->dof) - drive_now(self->drive, s);
    if (n == 0)
        return;
    out->J[1] = -1.0;
    out->J[out->ld] = dof_weight(s, &self->dof);
}

static void genel_clamp_rate(const state *s, const elem *e, double *phi_t)
{
    phi_t[0] = -drive_slope(((const clamp *)e->self)->drive, s, s->t);
}

/* The unknown with the number of the balance row starts at the imposed value, or its derivative does: the clamped
 * one of a scalar node, the momentum of a dynamic one. */
static void genel_clamp_initial(const state *s, const elem *e, initial_values *v)
{
    const clamp *self = e->self;
    const int row = dof_row(&self->dof);
    if (row >= 0)
        (self->dof.derivative ? v->yp : v->y)[row] = drive_now(self->drive, s);
}

static void genel_clamp_sample(sampler *from, elem *e)
{
    clamp *self = e->self;
    self->dof = sample_dof(from, 0);
    self->drive = sample_drive(from);
    set_kind(e);
}

const elem_type genel_clamp_type = {
    .card = &elem_cards[CARD_GENEL],
    .keyword = "clamp",
    .grammar = "genel: LABEL, clamp, (dof) NODE, {from node | (drive) IMPOSED VALUE}",
    .summary = "Makes a degree of freedom follow a drive.",
    .size = sizeof(clamp),
    .read = genel_clamp_read,
    .connect = genel_clamp_connect,
    .eval = genel_clamp_eval,
    .rate = genel_clamp_rate,
    .initial = genel_clamp_initial,
    .output = genel_output_reaction,
    .sample = genel_clamp_sample,
    .assembly = &(const elem_assembly){.never = true},
};
