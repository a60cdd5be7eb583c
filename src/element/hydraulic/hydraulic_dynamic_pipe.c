/* hydraulic_dynamic_pipe.c - a pipe with the inertia and the compressibility of the fluid, in two halves.
 *
 *     unknowns q1, q2, P1, P2:   p_i - P_i = 0;   flow and pressure are linear along the pipe, m: in the middle
 *     flow out of node 1:    q_m + A L rho_a' (3 P1' + P2') / 8        rho' at the quarter points a and b
 *     flow out of node 2:   -q_m + A L rho_b' (P1' + 3 P2') / 8
 *     half 1:   -L (3 q1' + q2') / 8 + q1^2 / (rho_1 A) - q_m^2 / (rho_m A) - A (p2 - p1) / 2 - F_a = 0
 *     half 2:   -L (q1' + 3 q2') / 8 + q_m^2 / (rho_m A) - q2^2 / (rho_2 A) - A (p2 - p1) / 2 - F_b = 0
 *
 * F: friction over half the length (pipe.h), at the flow of the quarter point and the mean of the densities at the end
 * and in the middle. The flow in the middle decides on the regime of both. */
#include "element/hydraulic/pipe.h"
#include <math.h>

enum { AT_Q = 2, AT_P = 4 };

typedef struct {
    jet1 p[2], q[2], P[2], q_rate[2], P_rate[2];
    jet1 pressures[2]; /* pressures at which densities are evaluated */
    jet1 rho[3];       /* at the ends and, last, in the middle */
    pipe_regime regime;
} contents;

static void hydraulic_dynamic_pipe_set_internal(elem *element)
{
    static const internal_kind STATES[] = {INTERNAL_DIFFERENTIAL, INTERNAL_DIFFERENTIAL, INTERNAL_DIFFERENTIAL,
                                           INTERNAL_DIFFERENTIAL};
    element->n_internal = 4;
    element->kinds = STATES;
}

static void hydraulic_dynamic_pipe_read(reader *reader, elem *element)
{
    read_pipe(reader, element);
    hydraulic_dynamic_pipe_set_internal(element);
}

static void hydraulic_dynamic_pipe_connect(const elem *element, layout *layout)
{
    layout_ports(layout, ((const pipe *)element->self)->port, 2);
    layout_internal(layout);
    layout_zero(layout, AT_P, 2, AT_Q, 2);
}

/* r = w a[0] + (1 - w) a[1] */
static void hydraulic_dynamic_pipe_blend(int lanes, jet1 *r, const jet1 a[2], double w)
{
    *r = a[0];
    jet1_scale_by(lanes, r, w);
    jet1_add_to(lanes, r, 1.0 - w, &a[1]);
}

/* Of the flow in the middle. */
static double reynolds(const state *state, const elem *element)
{
    return pipe_reynolds(element->self, 0.5 * (state->y[element->internal] + state->y[element->internal + 1]));
}

static void set_contents(int n, const state *state, const elem *element, contents *contents)
{
    const pipe *self = element->self;
    jet1 middle;
    port_pressures(n, state, self->port, 2, contents->p);
    for (int i = 0; i < 2; i++) {
        jet1_seed(n, &contents->q[i], state->y[element->internal + i], AT_Q + i, state->dvalue);
        jet1_seed(n, &contents->q_rate[i], state->yp[element->internal + i], AT_Q + i, state->drate);
        jet1_seed(n, &contents->P[i], state->y[element->internal + 2 + i], AT_P + i, state->dvalue);
        jet1_seed(n, &contents->P_rate[i], state->yp[element->internal + 2 + i], AT_P + i, state->drate);
        density_pressure(n, state, &contents->p[i], element->internal + 2 + i, &contents->pressures[i]);
        density_at(n, &contents->rho[i], self->fluid, &contents->pressures[i]);
    }
    hydraulic_dynamic_pipe_blend(n, &middle, contents->pressures, 0.5);
    density_at(n, &contents->rho[2], self->fluid, &middle);
    contents->regime = pipe_regime_at(pipe_is_turbulent(state, element), reynolds(state, element));
}

/* Computes the storage of half i: A L rho' (3 P_i' + P_j') / 8. */
static void set_storage(int lanes, const pipe *self, const contents *contents, int i, jet1 *q)
{
    const double near = i == 0 ? 0.75 : 0.25;
    jet1 p;
    hydraulic_dynamic_pipe_blend(lanes, &p, contents->pressures, near);
    hydraulic_dynamic_pipe_blend(lanes, q, contents->P_rate, near);
    to_density_derivative(lanes, self->fluid, &p);
    jet1_mul_by(lanes, q, &p);
    jet1_scale_by(lanes, q, 0.5 * self->area * self->length);
}

/* Computes q^2 / (rho A). */
static void set_momentum(int lanes, const pipe *self, const jet1 *q, const jet1 *rho, jet1 *flux)
{
    jet1 density = *rho;
    jet1_chain_by(lanes, &density, 1.0 / (rho->v * self->area), -1.0 / (rho->v * rho->v * self->area));
    *flux = *q;
    jet1_mul_by(lanes, flux, q);
    jet1_mul_by(lanes, flux, &density);
}

static void add_half(int lanes, const elem *element, const contents *contents, int i, local *out)
{
    const pipe *self = element->self;
    const double near = i == 0 ? 0.75 : 0.25, sign = i == 0 ? 1.0 : -1.0;
    const int row = AT_Q + i;
    jet1 a, b, q_m;
    hydraulic_dynamic_pipe_blend(lanes, &a, contents->q_rate, near);
    local_add1(out, row, lanes, -0.5 * self->length, &a);
    hydraulic_dynamic_pipe_blend(lanes, &q_m, contents->q, 0.5);
    set_momentum(lanes, self, &contents->q[i], &contents->rho[i], &a);
    set_momentum(lanes, self, &q_m, &contents->rho[2], &b);
    local_add1(out, row, lanes, sign, &a);
    local_add1(out, row, lanes, -sign, &b);
    local_add1(out, row, lanes, 0.5 * self->area, &contents->p[0]);
    local_add1(out, row, lanes, -0.5 * self->area, &contents->p[1]);
    jet1 rho = contents->rho[i];
    jet1_add_to(lanes, &rho, 1.0, &contents->rho[2]);
    jet1_scale_by(lanes, &rho, 0.5);
    hydraulic_dynamic_pipe_blend(lanes, &a, contents->q, near);
    pipe_friction(lanes, self, contents->regime, 0.5 * self->length, &rho, &a, &b);
    local_add1(out, row, lanes, -1.0, &b);
}

static void hydraulic_dynamic_pipe_eval(int lanes, const state *state, const elem *element, local *out)
{
    contents contents;
    set_contents(lanes, state, element, &contents);
    for (int i = 0; i < 2; i++) {
        jet1 stored, q_m;
        set_storage(lanes, element->self, &contents, i, &stored);
        hydraulic_dynamic_pipe_blend(lanes, &q_m, contents.q, 0.5);
        local_add1(out, i, lanes, 1.0, &stored);
        local_add1(out, i, lanes, i == 0 ? 1.0 : -1.0, &q_m);
        add_half(lanes, element, &contents, i, out);
        local_add1(out, AT_P + i, lanes, 1.0, &contents.p[i]);
        local_add1(out, AT_P + i, lanes, -1.0, &contents.P[i]);
    }
}

static void hydraulic_dynamic_pipe_initial(const state *state, const elem *element, initial_values *initial)
{
    const pipe *self = element->self;
    (void)state;
    for (int i = 0; i < 2; i++) {
        initial->y[element->internal + i] = self->flow;
        initial->y[element->internal + 2 + i] = initial->y[self->port[i].node->dof];
    }
}

static void hydraulic_dynamic_pipe_accept(const state *state, const elem *element, memory_block *to)
{
    ((pipe_memory *)memory_at(to, element->memory))->is_turbulent =
        pipe_becomes_turbulent(pipe_is_turbulent(state, element), reynolds(state, element));
}

static void hydraulic_dynamic_pipe_output_row(const state *state, const elem *element, record *out)
{
    static const char *const NAMES[] = {"p1", "p2", "p1P", "p2P", "q1", "q2", "q1P", "q2P"};
    static const physical_quantity UNITS[] = {QUANTITY_PRESSURE, QUANTITY_PRESSURE_DERIVATIVE, QUANTITY_MASS_FLOW,
                                              QUANTITY_MASS_FLOW_DERIVATIVE};
    static const char *const WORDS[] = {"pressure", "rate of pressure", "mass flow", "rate of mass flow"};
    const pipe *self = element->self;
    const double *const y = state->y + element->internal, *const yp = state->yp + element->internal;
    const double v[] = {node_dof_value(state, &self->port[0]),
                        node_dof_value(state, &self->port[1]),
                        yp[2],
                        yp[3],
                        y[0],
                        y[1],
                        yp[0],
                        yp[1]};
    contents contents;
    set_contents(0, state, element, &contents);
    record_begin(out, element->label);
    for (int i = 0; i < 8; i++) {
        record_hydraulic(state, out, NAMES[i], UNITS[i / 2], WORDS[i / 2], v[i]);
    }
    record_density(state, out, "rho1", contents.rho[0].v);
    record_density(state, out, "rhom", contents.rho[2].v);
    record_density(state, out, "rho2", contents.rho[1].v);
    for (int i = 0; i < 2; i++) {
        jet1 p;
        hydraulic_dynamic_pipe_blend(0, &p, contents.p, i == 0 ? 0.75 : 0.25);
        to_density_derivative(0, self->fluid, &p);
        record_hydraulic(state, out, i == 0 ? "rho1p" : "rho2p", QUANTITY_DENSITY_DERIVATIVE,
                         "derivative of density in the pressure", p.v);
    }
    record_reynolds(state, out, reynolds(state, element));
    record_turbulent(state, out, pipe_is_turbulent(state, element));
    record_end(out);
}

static const char *hydraulic_dynamic_pipe_internal_name(const elem *element, int i)
{
    (void)element;
    return i < 2 ? "mass flow" : "pressure";
}

static void hydraulic_dynamic_pipe_sample(sampler *from, elem *element)
{
    sample_pipe(from, element->self);
    hydraulic_dynamic_pipe_set_internal(element);
}

const elem_type hydraulic_dynamic_pipe_type = {
    HYDRAULIC_SLOTS,
    .keyword = "dynamic pipe",
    .grammar =
        "hydraulic: LABEL, dynamic pipe, NODE 1, NODE 2, DIAMETER, [area, AREA,] LENGTH, [turbulent,] [initial value, "
        "FLOW,] hydraulic fluid, FLUID",
    .summary = "A pipe with friction, inertia and compressibility of the fluid.",
    .size = sizeof(pipe),
    .read = hydraulic_dynamic_pipe_read,
    .connect = hydraulic_dynamic_pipe_connect,
    .eval = hydraulic_dynamic_pipe_eval,
    .initial = hydraulic_dynamic_pipe_initial,
    .history = &(const elem_history){.memory = sizeof(pipe_memory),
                                     .begin = pipe_memory_begin,
                                     .accept = hydraulic_dynamic_pipe_accept,
                                     .is_discontinuous = true},
    .output = hydraulic_dynamic_pipe_output_row,
    .internal_name = hydraulic_dynamic_pipe_internal_name,
    .sample = hydraulic_dynamic_pipe_sample,
    .assembly = &(const elem_assembly){.never = true},
};
