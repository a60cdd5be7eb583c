/* electric_inductor.c - L I' = V1 - V2; the current I from node 1 to node 2 is a state. */
#include "element/electric/passive.h"

static const internal_kind STATE[] = {INTERNAL_DIFFERENTIAL};

static void electric_inductor_set(elem *element)
{
    element->n_internal = 1;
    element->kinds = STATE;
}

static void electric_inductor_read(reader *reader, elem *element)
{
    read_passive(reader, element, "inductance");
    electric_inductor_set(element);
}

static void electric_inductor_eval(int lanes, const state *state, const elem *element, local *out)
{
    const passive *passive = element->self;
    terminal_internal_current(lanes, 0, 1, state->y[element->internal], 2, state->dvalue, out);
    out->r[2] = passive->value * state->yp[element->internal] - terminal_drop(state, &passive->terminals, 0, 1);
    if (lanes == 0)
        return;
    terminal_drop_derivative(state, 2, 0, 1, -1.0, out);
    out->J[2 * out->ld + 2] = passive->value * state->drate;
}

static void electric_inductor_output_row(const state *state, const elem *element, record *out)
{
    passive_output(state, element, state->y[element->internal], out);
}

static double electric_inductor_private_value(const state *state, const elem *element, int index)
{
    (void)index;
    return state->y[element->internal];
}

static void electric_inductor_sample(sampler *from, elem *element)
{
    sample_passive(from, element);
    electric_inductor_set(element);
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
    .internal_name = current_internal_name,
    .sample = electric_inductor_sample,
};
