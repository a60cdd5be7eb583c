/* genel_mass.c - a mass on a degree of freedom.
 *
 *     row:  u - x' = 0          u is the velocity of the mass
 *     row of the node -= m(t) u' */
#include "element/genel/genel.h"
#include "contract/sampler.h"
#include "model/reading.h"

typedef struct {
    node_dof dof;
    const drive *m;
} mass;

static const own_kind VELOCITY[] = {OWN_DIFFERENTIAL};

static void genel_mass_set_own(elem *e)
{
    e->n_own = 1;
    e->kinds = VELOCITY;
}

static void genel_mass_read(reader *r, elem *e)
{
    mass *self = e->self;
    self->dof = read_plain_dof(r, "node");
    self->m = read_drive(r, "mass");
    genel_mass_set_own(e);
}

static void genel_mass_connect(const elem *e, layout *l)
{
    const mass *self = e->self;
    layout_dof(l, &self->dof);
    layout_own(l);
    layout_zero(l, 0, 1, 0, 1);
}

static void genel_mass_eval(int n, const state *s, const elem *e, local *out)
{
    const mass *self = e->self;
    double x, xp;
    plain_dof(s, &self->dof, &x, &xp);
    const double m = drive_now(self->m, s);
    out->r[0] = -m * s->yp[e->own];
    out->r[1] = s->y[e->own] - xp;
    if (n == 0)
        return;
    out->J[1] = -m * s->drate;
    out->J[out->ld] = -s->drate;
    out->J[out->ld + 1] = s->dvalue;
}

static void genel_mass_initial(const state *s, const elem *e, initial_values *v)
{
    (void)s;
    node_dof d = ((const mass *)e->self)->dof;
    node_dof_bind(&d);
    v->y[e->own] = v->yp[d.unknown];
}

static void genel_mass_sample(sampler *from, elem *e)
{
    mass *self = e->self;
    self->dof = sample_dof(from, 0);
    self->m = sample_drive(from);
    genel_mass_set_own(e);
}

const elem_type genel_mass_type = {
    .card = &elem_cards[CARD_GENEL],
    .keyword = "mass",
    .grammar = "genel: LABEL, mass, (dof) NODE, (drive) MASS",
    .summary = "A mass on a degree of freedom.",
    .size = sizeof(mass),
    .read = genel_mass_read,
    .connect = genel_mass_connect,
    .eval = genel_mass_eval,
    .initial = genel_mass_initial,
    .sample = genel_mass_sample,
    .assembly = &(const elem_assembly){.never = true},
};
