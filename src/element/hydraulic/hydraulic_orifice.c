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

static void hydraulic_orifice_read(reader *reader, elem *element)
{
    orifice *self = element->self;
    read_ports(reader, self->port, 2);
    self->diameter = read_positive(reader, "diameter of the pipe");
    self->area = read_positive(reader, "area of the orifice");
    const source_location location = read_last_location(reader);
    self->pipe_area = read_keyword(reader, "area") ? read_positive(reader, "area of the pipe")
                                                   : 0.25 * PI * self->diameter * self->diameter;
    self->reynolds = read_keyword(reader, "reynolds") ? read_positive(reader, "critical Reynolds number") : 10.0;
    if (read_ok(reader) && self->area > self->pipe_area)
        read_error(reader, E_ORIFICE_AREA, location, self->area, self->pipe_area);
    const source_location fluid_at = read_place(reader);
    self->fluid = read_hydraulic_fluid(reader);
    require_viscosity(reader, self->fluid, fluid_at);
    if (read_ok(reader))
        set_coefficient(self);
}

static void hydraulic_orifice_connect(const elem *element, layout *layout)
{
    layout_ports(layout, ((const orifice *)element->self)->port, 2);
}

/* Returns true if the flow is turbulent. */
static bool hydraulic_orifice_set_flow(int lanes, const orifice *self, const jet1 p[2], jet1 *q)
{
    const double mu = self->fluid->viscosity, d = self->diameter;
    jet1 rho, drop;
    mean_density(lanes, &rho, self->fluid, &p[0], &p[1]);
    jet1_add(lanes, &drop, &p[0], -1.0, &p[1]);
    const bool is_turbulent =
        fabs(drop.v) >= self->reynolds * mu * mu * self->pipe_area / (DELTA * rho.v * d * d * self->area);
    if (is_turbulent) {
        turbulent_flow_at(lanes, q, self->fluid, self->coefficient * self->area, &p[0], &p[1]);
        return true;
    }
    *q = drop;
    jet1_mul_by(lanes, q, &rho);
    jet1_scale_by(lanes, q, DELTA * d * self->area / mu);
    return false;
}

static void hydraulic_orifice_eval(int lanes, const state *state, const elem *element, local *out)
{
    const orifice *self = element->self;
    jet1 p[2], q;
    port_pressures(lanes, state, self->port, 2, p);
    hydraulic_orifice_set_flow(lanes, self, p, &q);
    add_flow(lanes, out, 0, 1, &q);
}

static void hydraulic_orifice_output_row(const state *state, const elem *element, record *out)
{
    const orifice *self = element->self;
    jet1 p[2], q, rho;
    port_pressures(0, state, self->port, 2, p);
    const bool is_turbulent = hydraulic_orifice_set_flow(0, self, p, &q);
    mean_density(0, &rho, self->fluid, &p[0], &p[1]);
    record_begin(out, element->label);
    record_velocity(state, out, q.v / (rho.v * self->pipe_area));
    record_flow(state, out, "q", q.v);
    record_reynolds(state, out, fabs(q.v) * self->diameter / (self->pipe_area * self->fluid->viscosity));
    record_turbulent(state, out, is_turbulent);
    record_end(out);
}

static void hydraulic_orifice_sample(sampler *from, elem *element)
{
    orifice *self = element->self;
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
