/* hydraulic_pipe.c - friction in a pipe, without inertia and compressibility of the fluid.
 *
 *     unknown q, the flow from 1 to 2:     A (p1 - p2) - F(q) = 0
 *
 * F: friction (pipe.h), in laminar flow at the reference density, else at that of the mean pressure. Printed: the
 * velocity at the density of the mean pressure. */
#include "element/hydraulic/pipe.h"
#include <math.h>

enum { AT_OWN = 2 };

static const own_kind FLOW[] = {OWN_ALGEBRAIC};

static void hydraulic_pipe_read(reader *r, elem *e)
{
    read_pipe(r, e);
    e->n_own = 1;
    e->kinds = FLOW;
}

static void hydraulic_pipe_connect(const elem *e, layout *l)
{
    layout_ports(l, ((const pipe *)e->self)->port, 2);
    layout_own(l);
    layout_zero(l, 0, 2, 0, 2);
}

static void hydraulic_pipe_eval(int n, const state *s, const elem *e, local *out)
{
    const pipe *self = e->self;
    jet1 p[2], q, rho, friction;
    port_pressures(n, s, self->port, 2, p);
    jet1_seed(n, &q, s->y[e->own], AT_OWN, 1.0);
    add_flow(n, out, 0, 1, &q);
    const bool was_turbulent = pipe_is_turbulent(s, e);
    if (pipe_is_laminar(was_turbulent, pipe_reynolds(self, q.v)))
        jet1_const(n, &rho, self->fluid->density);
    else
        mean_density(n, &rho, self->fluid, &p[0], &p[1]);
    pipe_friction(n, self, was_turbulent, self->length, &rho, &q, &friction);
    local_add1(out, AT_OWN, n, self->area, &p[0]);
    local_add1(out, AT_OWN, n, -self->area, &p[1]);
    local_add1(out, AT_OWN, n, -1.0, &friction);
}

static void hydraulic_pipe_initial(const state *s, const elem *e, initial_values *v)
{
    (void)s;
    v->y[e->own] = ((const pipe *)e->self)->flow;
}

static void hydraulic_pipe_accept(const state *s, const elem *e, memory_block *to)
{
    const double reynolds = pipe_reynolds(e->self, s->y[e->own]);
    ((pipe_memory *)memory_at(to, e->memory))->is_turbulent = pipe_turns_turbulent(pipe_is_turbulent(s, e), reynolds);
}

static void hydraulic_pipe_output_row(const state *s, const elem *e, record *out)
{
    const pipe *self = e->self;
    const double q = s->y[e->own];
    jet1 p[2], rho;
    port_pressures(0, s, self->port, 2, p);
    mean_density(0, &rho, self->fluid, &p[0], &p[1]);
    record_begin(out, e->label);
    record_velocity(s, out, q / (rho.v * self->area));
    record_flow(s, out, "q", q);
    record_reynolds(s, out, pipe_reynolds(self, q));
    record_end(out);
}

static const char *hydraulic_pipe_own_name(const elem *e, int i)
{
    (void)e, (void)i;
    return "mass flow";
}

static void hydraulic_pipe_sample(sampler *from, elem *e)
{
    sample_pipe(from, e->self);
    e->n_own = 1;
    e->kinds = FLOW;
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
    .own_name = hydraulic_pipe_own_name,
    .sample = hydraulic_pipe_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.reactions_work = true},
};
