/* hydraulic_pipe.c - friction in a pipe, without inertia and compressibility of the fluid.
 *
 *     unknown q, the flow from 1 to 2:     A (p1 - p2) - F(q) = 0
 *
 * F: friction (pipe.h), in laminar flow at the reference density, else at that of the mean pressure. Printed: the
 * velocity at the density of the mean pressure. */
#include "element/hydraulic/pipe.h"
#include <math.h>

enum { AT_INTERNAL = 2 };

static const internal_kind FLOW[] = {INTERNAL_ALGEBRAIC};

static void hydraulic_pipe_read(reader *reader, elem *element)
{
    read_pipe(reader, element);
    element->n_internal = 1;
    element->kinds = FLOW;
}

static void hydraulic_pipe_connect(const elem *element, layout *layout)
{
    layout_ports(layout, ((const pipe *)element->self)->port, 2);
    layout_internal(layout);
    layout_zero(layout, 0, 2, 0, 2);
}

static void hydraulic_pipe_eval(int lanes, const state *state, const elem *element, local *out)
{
    const pipe *self = element->self;
    jet1 p[2], q, rho, friction;
    port_pressures(lanes, state, self->port, 2, p);
    jet1_seed(lanes, &q, state->y[element->internal], AT_INTERNAL, 1.0);
    add_flow(lanes, out, 0, 1, &q);
    const pipe_regime regime = pipe_regime_at(pipe_is_turbulent(state, element), pipe_reynolds(self, q.v));
    if (regime == PIPE_LAMINAR)
        jet1_const(lanes, &rho, self->fluid->density);
    else
        mean_density(lanes, &rho, self->fluid, &p[0], &p[1]);
    pipe_friction(lanes, self, regime, self->length, &rho, &q, &friction);
    local_add1(out, AT_INTERNAL, lanes, self->area, &p[0]);
    local_add1(out, AT_INTERNAL, lanes, -self->area, &p[1]);
    local_add1(out, AT_INTERNAL, lanes, -1.0, &friction);
}

static void hydraulic_pipe_initial(const state *state, const elem *element, initial_values *initial)
{
    (void)state;
    initial->y[element->internal] = ((const pipe *)element->self)->flow;
}

static void hydraulic_pipe_accept(const state *state, const elem *element, memory_block *to)
{
    const double reynolds = pipe_reynolds(element->self, state->y[element->internal]);
    ((pipe_memory *)memory_at(to, element->memory))->is_turbulent =
        pipe_becomes_turbulent(pipe_is_turbulent(state, element), reynolds);
}

static void hydraulic_pipe_output_row(const state *state, const elem *element, record *out)
{
    const pipe *self = element->self;
    const double q = state->y[element->internal];
    jet1 p[2], rho;
    port_pressures(0, state, self->port, 2, p);
    mean_density(0, &rho, self->fluid, &p[0], &p[1]);
    record_begin(out, element->label);
    record_velocity(state, out, q / (rho.v * self->area));
    record_flow(state, out, "q", q);
    record_reynolds(state, out, pipe_reynolds(self, q));
    record_end(out);
}

static const char *hydraulic_pipe_internal_name(const elem *element, int i)
{
    (void)element, (void)i;
    return "mass flow";
}

static void hydraulic_pipe_sample(sampler *from, elem *element)
{
    sample_pipe(from, element->self);
    element->n_internal = 1;
    element->kinds = FLOW;
}

const elem_type hydraulic_pipe_type = {
    HYDRAULIC_SLOTS,
    .keyword = "pipe",
    .grammar =
        "hydraulic: LABEL, pipe, NODE 1, NODE 2, DIAMETER, [area, AREA,] LENGTH, [turbulent,] [initial value, FLOW,] "
        "hydraulic fluid, FLUID",
    .summary = "Friction in a pipe, laminar or turbulent.",
    .size = sizeof(pipe),
    .read = hydraulic_pipe_read,
    .connect = hydraulic_pipe_connect,
    .eval = hydraulic_pipe_eval,
    .initial = hydraulic_pipe_initial,
    .history = &(const elem_history){.memory = sizeof(pipe_memory),
                                     .begin = pipe_memory_begin,
                                     .accept = hydraulic_pipe_accept,
                                     .is_discontinuous = true},
    .output = hydraulic_pipe_output_row,
    .internal_name = hydraulic_pipe_internal_name,
    .sample = hydraulic_pipe_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.reactions_work = true},
};
