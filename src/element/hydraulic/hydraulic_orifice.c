/* hydraulic_orifice.c - a sharp orifice in a pipe, laminar at small and turbulent at large pressure differences.
 *
 *     laminar:    q = DELTA rho d A (p1 - p2) / mu          where |p1 - p2| < Re_c mu^2 A_pipe / (DELTA rho d^2 A)
 *     turbulent:  q = C A sqrt(2 rho |p1 - p2|) sign(p1 - p2)
 *                 C = 0.98 c / sqrt(1 - c^2 r^2),   r = A / A_pipe
 *                 c = 0.6005 + 0.1707 r + 0.158 r^2 - 0.4971 r^3 + 0.4855 r^4
 *
 * rho is evaluated at the mean pressure. As in MBDyn, the flow jumps at the transition to turbulence. */
#include "element/diag_rows.h"
#include "element/hydraulic/hydraulic.h"
#include <math.h>

static const double DELTA = 0.08, SPEED = 0.98, PI = 3.14159265358979323846;

typedef struct {
    node_dof port[2];
    double diameter, area, pipe_area, reynolds, coefficient;
    const fluid *fluid;
} orifice;

static void set_coefficient(orifice *self)
{
    const double r = self->area / self->pipe_area;
    const double c = 0.6005 + r * (0.1707 + r * (0.158 + r * (-0.4971 + r * 0.4855)));
    self->coefficient = SPEED * c / sqrt(1.0 - c * c * r * r);
}

static void hydraulic_orifice_read(reader *r, elem *e)
{
    orifice *self = e->self;
    read_ports(r, self->port, 2);
    self->diameter = read_positive(r, "diameter of the pipe");
    self->area = read_positive(r, "area of the orifice");
    const place where = read_last_place(r);
    self->pipe_area =
        read_keyword(r, "area") ? read_positive(r, "area of the pipe") : 0.25 * PI * self->diameter * self->diameter;
    self->reynolds = read_keyword(r, "reynolds") ? read_positive(r, "critical Reynolds number") : 10.0;
    if (read_ok(r) && self->area > self->pipe_area)
        read_error(r, E_ORIFICE_AREA, where, self->area, self->pipe_area);
    const place fluid_at = read_place(r);
    self->fluid = read_hydraulic_fluid(r);
    require_viscosity(r, self->fluid, fluid_at);
    if (read_ok(r))
        set_coefficient(self);
}

static void hydraulic_orifice_connect(const elem *e, layout *l)
{
    layout_ports(l, ((const orifice *)e->self)->port, 2);
}

/* True when the flow is turbulent. */
static bool hydraulic_orifice_set_flow(int n, const orifice *self, const jet1 p[2], jet1 *q)
{
    const double mu = self->fluid->viscosity, d = self->diameter;
    jet1 rho, drop;
    mean_density(n, &rho, self->fluid, &p[0], &p[1]);
    jet1_add(n, &drop, &p[0], -1.0, &p[1]);
    const bool is_turbulent =
        fabs(drop.v) >= self->reynolds * mu * mu * self->pipe_area / (DELTA * rho.v * d * d * self->area);
    if (is_turbulent) {
        turbulent_flow_at(n, q, self->fluid, self->coefficient * self->area, &p[0], &p[1]);
        return true;
    }
    *q = drop;
    jet1_mul_by(n, q, &rho);
    jet1_scale_by(n, q, DELTA * d * self->area / mu);
    return false;
}

static void hydraulic_orifice_eval(int n, const state *s, const elem *e, local *out)
{
    const orifice *self = e->self;
    jet1 p[2], q;
    port_pressures(n, s, self->port, 2, p);
    hydraulic_orifice_set_flow(n, self, p, &q);
    add_flow(n, out, 0, 1, &q);
}

static void hydraulic_orifice_output_row(const state *s, const elem *e, record *out)
{
    const orifice *self = e->self;
    jet1 p[2], q, rho;
    port_pressures(0, s, self->port, 2, p);
    const bool is_turbulent = hydraulic_orifice_set_flow(0, self, p, &q);
    mean_density(0, &rho, self->fluid, &p[0], &p[1]);
    record_begin(out, e->label);
    record_velocity(s, out, q.v / (rho.v * self->pipe_area));
    record_flow(s, out, "q", q.v);
    record_reynolds(s, out, fabs(q.v) * self->diameter / (self->pipe_area * self->fluid->viscosity));
    record_turbulent(s, out, is_turbulent);
    record_end(out);
}

static void hydraulic_orifice_sample(sampler *from, elem *e)
{
    orifice *self = e->self;
    sample_ports(from, self->port, 2);
    self->diameter = sample_real(from, 0.5, 2.0);
    self->pipe_area = sample_real(from, 0.5, 2.0);
    self->area = self->pipe_area * sample_real(from, 0.1, 0.9);
    self->reynolds = sample_real(from, 0.0, 0.1);
    self->fluid = sample_fluid(from);
    set_coefficient(self);
}

const elem_type hydraulic_orifice_type = {
    HYDRAULIC_SLOTS,
    .keyword = "orifice",
    .grammar =
        "hydraulic: LABEL, orifice, NODE 1, NODE 2, PIPE DIAMETER, ORIFICE AREA, [area, PIPE AREA,] [reynolds, RE,] "
        "hydraulic fluid, FLUID",
    .summary = "A sharp orifice in a pipe.",
    .size = sizeof(orifice),
    .read = hydraulic_orifice_read,
    .connect = hydraulic_orifice_connect,
    .eval = hydraulic_orifice_eval,
    .output = hydraulic_orifice_output_row,
    .sample = hydraulic_orifice_sample,
    .history = &(const elem_history){.is_discontinuous = true},
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.no_potential = true},
};
