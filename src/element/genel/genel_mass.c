/* genel_mass.c - a mass on a degree of freedom.
 *
 *     row:  u - x' = 0          u is the velocity of the mass
 *     row of the node -= m(t) u' */
#include "element/genel/genel.h"
#include "contract/sampler.h"
#include "model/reading.h"

typedef struct {
    node_dof dof;
    const drive *drive;
} mass;

static const internal_kind VELOCITY[] = {INTERNAL_DIFFERENTIAL};

static void genel_mass_set_internal(elem *element)
{
    element->n_internal = 1;
    element->kinds = VELOCITY;
}

static void genel_mass_read(reader *reader, elem *element)
{
    mass *self = element->self;
    self->dof = read_plain_dof(reader, "node");
    self->drive = read_drive(reader, "mass");
    genel_mass_set_internal(element);
}

static void genel_mass_connect(const elem *element, layout *layout)
{
    const mass *self = element->self;
    layout_dof(layout, &self->dof);
    layout_internal(layout);
    layout_zero(layout, 0, 1, 0, 1);
}

static void genel_mass_eval(int lanes, const state *state, const elem *element, local *out)
{
    const mass *self = element->self;
    double x, xp;
    plain_dof(state, &self->dof, &x, &xp);
    const double m = drive_now(self->drive, state);
    out->r[0] = -m * state->yp[element->internal];
    out->r[1] = state->y[element->internal] - xp;
    if (lanes == 0)
        return;
    out->J[1] = -m * state->drate;
    out->J[out->ld] = -state->drate;
    out->J[out->ld + 1] = state->dvalue;
}

static void genel_mass_initial(const state *state, const elem *element, initial_values *initial)
{
    (void)state;
    node_dof dof = ((const mass *)element->self)->dof;
    node_dof_bind(&dof);
    initial->y[element->internal] = dof.unknown < 0 ? 0.0 : initial->yp[dof.unknown];
}

static void genel_mass_sample(sampler *from, elem *element)
{
    mass *self = element->self;
    self->dof = sample_dof(from, 0);
    self->drive = sample_drive(from);
    genel_mass_set_internal(element);
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
