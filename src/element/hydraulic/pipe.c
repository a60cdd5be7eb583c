/* pipe.c - reading, memory and friction of pipes. */
#include "element/hydraulic/pipe.h"
#include <math.h>

static const double PI = 3.14159265358979323846;

void read_pipe(reader *reader, elem *element)
{
    pipe *self = element->self;
    read_ports(reader, self->port, 2);
    self->diameter = read_positive(reader, "hydraulic diameter");
    self->area =
        read_keyword(reader, "area") ? read_positive(reader, "area") : 0.25 * PI * self->diameter * self->diameter;
    self->length = read_positive(reader, "length");
    self->is_turbulent = read_keyword(reader, "turbulent");
    self->flow = read_keyword(reader, "initial value") ? read_real(reader, "initial flow") : 0.0;
    const source_location fluid_at = read_place(reader);
    self->fluid = read_hydraulic_fluid(reader);
    require_viscosity(reader, self->fluid, fluid_at);
}

void sample_pipe(sampler *from, pipe *self)
{
    sample_ports(from, self->port, 2);
    self->diameter = sample_real(from, 0.5, 2.0);
    self->area = sample_real(from, 0.5, 2.0);
    self->length = sample_real(from, 0.5, 2.0);
    fluid *f = ARENA_NEW(from->memory, fluid);
    *f = *sample_fluid(from);
    f->viscosity = pow(10.0, sample_real(from, -5.0, 0.0));
    self->fluid = f;
    self->is_turbulent = sample_integer(from, 0, 1);
}

void pipe_memory_begin(const void *self, void *memory)
{
    ((pipe_memory *)memory)->is_turbulent = ((const pipe *)self)->is_turbulent;
}

double pipe_reynolds(const pipe *self, double q)
{
    return fabs(q) * self->diameter / (self->area * self->fluid->viscosity);
}

bool pipe_becomes_turbulent(bool was_turbulent, double reynolds)
{
    return reynolds > (was_turbulent ? 2000.0 : 4000.0);
}

pipe_regime pipe_regime_at(bool was_turbulent, double reynolds)
{
    if (pipe_becomes_turbulent(was_turbulent, reynolds))
        return reynolds > 3100.0 ? PIPE_TURBULENT : PIPE_FALLING;
    return reynolds < 2500.0 ? PIPE_LAMINAR : PIPE_RISING;
}

bool pipe_is_turbulent(const state *state, const elem *element)
{
    return ((const pipe_memory *)remembered(state, element->memory))->is_turbulent;
}

/* Returns the friction factor at a Reynolds number, and its derivative. */
static double friction_factor(pipe_regime regime, double reynolds, double *derivative)
{
    static const double UP[] = {0.0542, -0.018, 0.0008, 0.0007}, DOWN[] = {0.0528, -0.018, 0.002, 0.0009};
    if (regime == PIPE_TURBULENT) {
        const double f = 0.3164 / sqrt(sqrt(reynolds));
        *derivative = -0.25 * f / reynolds;
        return f;
    }
    const double *const c = regime == PIPE_FALLING ? DOWN : UP, X = reynolds / 1000.0;
    *derivative = (c[1] + X * (2.0 * c[2] + X * 3.0 * c[3])) / 1000.0;
    return c[0] + X * (c[1] + X * (c[2] + X * c[3]));
}

void pipe_friction(int lanes, const pipe *self, pipe_regime regime, double length, const jet1 *rho, const jet1 *q,
                   jet1 *force)
{
    const double D = self->diameter, A = self->area, mu = self->fluid->viscosity, reynolds = pipe_reynolds(self, q->v);
    *force = *q;
    jet1 density = *rho;
    jet1_chain_by(lanes, &density, 1.0 / rho->v, -1.0 / (rho->v * rho->v));
    if (regime == PIPE_LAMINAR) {
        jet1_scale_by(lanes, force, 32.0 * mu * length / (D * D));
    } else {
        double derivative;
        const double f = friction_factor(regime, reynolds, &derivative), c = length / (2.0 * D * A);
        const double by_q = 2.0 * f * fabs(q->v) + derivative * fabs(q->v) * reynolds;
        jet1_chain_by(lanes, force, c * f * q->v * fabs(q->v), c * by_q);
    }
    jet1_mul_by(lanes, force, &density);
}
