/* electric_inductor.c - L I' = V1 - V2; the current I from node 1 to node 2 is a state. */
#include "element/electric/passive.h"

static const own_kind STATE[] = {OWN_DIFFERENTIAL};

static void electric_inductor_set(elem *e)
{
    e->n_own = 1;
    e->kinds = STATE;
}

static void electric_inductor_read(reader *r, elem *e)
{
    read_passive(r, e, "inductance");
    electric_inductor_set(e);
}

static void electric_inductor_eval(int n, const state *s, const elem *e, local *out)
{
    const passive *p = e->self;
    terminal_own_current(n, 0, 1, s->y[e->own], 2, s->dvalue, out);
    out->r[2] = p->value * s->yp[e->own] - terminal_drop(s, &p->terminals, 0, 1);
    if (n == 0)
        return;
    terminal_drop_slope(s, 2, 0, 1, -1.0, out);
    out->J[2 * out->ld + 2] = p->value * s->drate;
}

static void electric_inductor_output_row(const state *s, const elem *e, record *out)
{
    passive_output(s, e, s->y[e->own], out);
}

static double electric_inductor_private_value(const state *s, const elem *e, int index)
{
    (void)index;
    return s->y[e->own];
}

static void electric_inductor_sample(sampler *from, elem *e)
{
    sample_passive(from, e);
    electric_inductor_set(e);
}

const elem_type electric_inductor_type = {
    PASSIVE_SLOTS_BUT_SAMPLE,
    .keyword = "inductor",
    .grammar = "user defined: LABEL, inductor, NODE, NODE, INDUCTANCE",
    .summary = "An inductor.",
    .read = electric_inductor_read,
    .eval = electric_inductor_eval,
    .output = electric_inductor_output_row,
    .private_value = electric_inductor_private_value,
    .own_name = current_own_name,
    .sample = electric_inductor_sample,
};
