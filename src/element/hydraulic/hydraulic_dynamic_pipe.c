/* hydraulic_dynamic_pipe.c - a pipe with the inertia and the compressibility of the fluid, in two halves.
 *
 *     unknowns q1, q2, P1, P2:   p_i - P_i = 0;   flow and pressure are linear along the pipe, m: in the middle
 *     flow out of node 1:    q_m + A L rho_a' (3 P1' + P2') / 8        rho' at the quarter points a and b
 *     flow out of node 2:   -q_m + A L rho_b' (P1' + 3 P2') / 8
 *     half 1:   -L (3 q1' + q2') / 8 + q1^2 / (rho_1 A) - q_m^2 / (rho_m A) - A (p2 - p1) / 2 - F_a = 0
 *     half 2:   -L (q1' + 3 q2') / 8 + q_m^2 / (rho_m A) - q2^2 / (rho_2 A) - A (p2 - p1) / 2 - F_b = 0
 *
 * F: friction over half the length (pipe.h), at the flow of the quarter point and the mean of the densities at the end
 * and in the middle. */
#include "element/hydraulic/pipe.h"
#include <math.h>

enum { AT_Q = 2, AT_P = 4 };

typedef struct {
    jet1 p[2], q[2], P[2], q_rate[2], P_rate[2];
    jet1 pressures[2]; /* pressures that densities go by */
    jet1 rho[3];       /* at the ends and, the last one, in the middle */
} contents;

static void hydraulic_dynamic_pipe_set_own(elem *e)
{
    static const own_kind STATES[] = {OWN_DIFFERENTIAL, OWN_DIFFERENTIAL, OWN_DIFFERENTIAL, OWN_DIFFERENTIAL};
    e->n_own = 4;
    e->kinds = STATES;
}

static void hydraulic_dynamic_pipe_read(reader *r, elem *e)
{
    read_pipe(r, e);
    hydraulic_dynamic_pipe_set_own(e);
}

static void hydraulic_dynamic_pipe_connect(const elem *e, layout *l)
{
    layout_ports(l, ((const pipe *)e->self)->port, 2);
    layout_own(l);
    layout_zero(l, AT_P, 2, AT_Q, 2);
}

/* r = w a[0] + (1 - w) a[1] */
static void hydraulic_dynamic_pipe_blend(int n, jet1 *r, const jet1 a[2], double w)
{
    *r = a[0];
    jet1_scale_by(n, r, w);
    jet1_add_to(n, r, 1.0 - w, &a[1]);
}

static void set_contents(int n, const state *s, const elem *e, contents *c)
{
    const pipe *self = e->self;
    jet1 middle;
    port_pressures(n, s, self->port, 2, c->p);
    for (int i = 0; i < 2; i++) {
        jet1_seed(n, &c->q[i], s->y[e->own + i], AT_Q + i, s->dvalue);
        jet1_seed(n, &c->q_rate[i], s->yp[e->own + i], AT_Q + i, s->drate);
        jet1_seed(n, &c->P[i], s->y[e->own + 2 + i], AT_P + i, s->dvalue);
        jet1_seed(n, &c->P_rate[i], s->yp[e->own + 2 + i], AT_P + i, s->drate);
        density_pressure(n, s, &c->p[i], e->own + 2 + i, &c->pressures[i]);
        density_at(n, &c->rho[i], self->fluid, &c->pressures[i]);
    }
    hydraulic_dynamic_pipe_blend(n, &middle, c->pressures, 0.5);
    density_at(n, &c->rho[2], self->fluid, &middle);
}

/* What half i stores: A L rho' (3 P_i' + P_j') / 8. */
static void set_storage(int n, const pipe *self, const contents *c, int i, jet1 *q)
{
    const double near = i == 0 ? 0.75 : 0.25;
    jet1 p;
    hydraulic_dynamic_pipe_blend(n, &p, c->pressures, near);
    hydraulic_dynamic_pipe_blend(n, q, c->P_rate, near);
    to_density_slope(n, self->fluid, &p);
    jet1_mul_by(n, q, &p);
    jet1_scale_by(n, q, 0.5 * self->area * self->length);
}

/* q^2 / (rho A) */
static void set_momentum(int n, const pipe *self, const jet1 *q, const jet1 *rho, jet1 *flux)
{
    jet1 density = *rho;
    jet1_chain_by(n, &density, 1.0 / (rho->v * self->area), -1.0 / (rho->v * rho->v * self->area));
    *flux = *q;
    jet1_mul_by(n, flux, q);
    jet1_mul_by(n, flux, &density);
}

static void add_half(int n, const state *s, const elem *e, const contents *c, int i, local *out)
{
    const pipe *self = e->self;
    const double near = i == 0 ? 0.75 : 0.25, sign = i == 0 ? 1.0 : -1.0;
    const int row = AT_Q + i;
    jet1 a, b, q_m;
    hydraulic_dynamic_pipe_blend(n, &a, c->q_rate, near);
    local_add1(out, row, n, -0.5 * self->length, &a);
    hydraulic_dynamic_pipe_blend(n, &q_m, c->q, 0.5);
    set_momentum(n, self, &c->q[i], &c->rho[i], &a);
    set_momentum(n, self, &q_m, &c->rho[2], &b);
    local_add1(out, row, n, sign, &a);
    local_add1(out, row, n, -sign, &b);
    local_add1(out, row, n, 0.5 * self->area, &c->p[0]);
    local_add1(out, row, n, -0.5 * self->area, &c->p[1]);
    jet1 rho = c->rho[i];
    jet1_add_to(n, &rho, 1.0, &c->rho[2]);
    jet1_scale_by(n, &rho, 0.5);
    hydraulic_dynamic_pipe_blend(n, &a, c->q, near);
    pipe_friction(n, self, pipe_is_turbulent(s, e), 0.5 * self->length, &rho, &a, &b);
    local_add1(out, row, n, -1.0, &b);
}

static void hydraulic_dynamic_pipe_eval(int n, const state *s, const elem *e, local *out)
{
    contents c;
    set_contents(n, s, e, &c);
    for (int i = 0; i < 2; i++) {
        jet1 stored, q_m;
        set_storage(n, e->self, &c, i, &stored);
        hydraulic_dynamic_pipe_blend(n, &q_m, c.q, 0.5);
        local_add1(out, i, n, 1.0, &stored);
        local_add1(out, i, n, i == 0 ? 1.0 : -1.0, &q_m);
        add_half(n, s, e, &c, i, out);
        local_add1(out, AT_P + i, n, 1.0, &c.p[i]);
        local_add1(out, AT_P + i, n, -1.0, &c.P[i]);
    }
}

static void hydraulic_dynamic_pipe_initial(const state *s, const elem *e, initial_values *v)
{
    const pipe *self = e->self;
    (void)s;
    for (int i = 0; i < 2; i++) {
        v->y[e->own + i] = self->flow;
        v->y[e->own + 2 + i] = v->y[self->port[i].node->dof];
    }
}

static double reynolds(const state *s, const elem *e)
{
    return pipe_reynolds(e->self, 0.5 * (s->y[e->own] + s->y[e->own + 1]));
}

static void hydraulic_dynamic_pipe_accept(const state *s, const elem *e, memory_block *to)
{
    const bool is_turbulent = pipe_turns_turbulent(pipe_is_turbulent(s, e), reynolds(s, e));
    ((pipe_memory *)memory_at(to, e->memory))->is_turbulent = is_turbulent;
}

static void hydraulic_dynamic_pipe_output_row(const state *s, const elem *e, record *out)
{
    static const char *const NAMES[] = {"p1", "p2", "p1P", "p2P", "q1", "q2", "q1P", "q2P"};
    static const physical_quantity UNITS[] = {QUANTITY_PRESSURE, QUANTITY_PRESSURE_DERIVATIVE, QUANTITY_MASS_FLOW,
                                              QUANTITY_MASS_FLOW_DERIVATIVE};
    static const char *const WORDS[] = {"pressure", "rate of pressure", "mass flow", "rate of mass flow"};
    const pipe *self = e->self;
    const double *const y = s->y + e->own, *const yp = s->yp + e->own;
    const double v[] = {
        node_dof_value(s, &self->port[0]), node_dof_value(s, &self->port[1]), yp[2], yp[3], y[0], y[1], yp[0], yp[1]};
    contents c;
    set_contents(0, s, e, &c);
    record_begin(out, e->label);
    for (int i = 0; i < 8; i++) {
        record_hydraulic(s, out, NAMES[i], UNITS[i / 2], WORDS[i / 2], v[i]);
    }
    record_density(s, out, "rho1", c.rho[0].v);
    record_density(s, out, "rhom", c.rho[2].v);
    record_density(s, out, "rho2", c.rho[1].v);
    for (int i = 0; i < 2; i++) {
        jet1 p;
        hydraulic_dynamic_pipe_blend(0, &p, c.p, i == 0 ? 0.75 : 0.25);
        to_density_slope(0, self->fluid, &p);
        record_hydraulic(s, out, i == 0 ? "rho1p" : "rho2p", QUANTITY_DENSITY_SLOPE,
                         "derivative of density in the pressure", p.v);
    }
    record_reynolds(s, out, reynolds(s, e));
    record_turbulent(s, out, pipe_is_turbulent(s, e));
    record_end(out);
}

static const char *hydraulic_dynamic_pipe_own_name(const elem *e, int i)
{
    (void)e;
    return i < 2 ? "mass flow" : "pressure";
}

static void hydraulic_dynamic_pipe_sample(sampler *from, elem *e)
{
    sample_pipe(from, e->self);
    hydraulic_dynamic_pipe_set_own(e);
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
    .own_name = hydraulic_dynamic_pipe_own_name,
    .sample = hydraulic_dynamic_pipe_sample,
    .assembly = &(const elem_assembly){.never = true},
};
