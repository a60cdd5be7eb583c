/* hydraulic_accumulator.c - a piston between the fluid and a gas, a spring, or its weight.
 *
 *     unknowns x, v of the piston:    v - x' = 0
 *     A (p - p_g) - k x - f0 - rho A c (A / A_p)^2 |v| v / 2 - stops - (m + W) v' = 0
 *     p_g = p_0 (l / (l - x))^gamma for x > 0, else p_0,   c = `loss in` while it fills, else `loss out`
 *     flow out of the node:  rho A v
 *
 * rho is the reference density. The stops (hydraulic.h) are at x = 0 and at the end of the stroke, or where the gas
 * reaches its maximum pressure, which is constant beyond. As in MBDyn, the weight W is only an additional mass, on
 * which gravity does not act. */
#include "element/diag_rows.h"
#include "element/hydraulic/hydraulic.h"
#include <math.h>

typedef struct {
    node_dof port;
    double stroke, start, area, pipe_area, mass, loss_in, loss_out;
    double gas_pressure, gas_limit, exponent; /* 0: no gas */
    double weight, stiffness, preload;
    end_stops stops;
    const fluid *fluid;
} accumulator;

enum { AT_X = 1, AT_V = 2 };

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void read_gas(reader *reader, accumulator *self)
{
    self->gas_pressure = read_positive(reader, "pressure of the gas");
    self->gas_limit = read_positive(reader, "largest pressure of the gas");
    if (read_ok(reader) && self->gas_limit < self->gas_pressure)
        read_error_last(reader, E_LIMITS, self->gas_pressure, self->gas_limit);
    self->exponent = read_positive(reader, "exponent of the gas");
}

static void read_parts(reader *reader, accumulator *self)
{
    if (read_keyword(reader, "loss in"))
        self->loss_in = read_not_negative(reader, "loss in");
    if (read_keyword(reader, "loss out"))
        self->loss_out = read_not_negative(reader, "loss out");
    if (read_keyword(reader, "gas"))
        read_gas(reader, self);
    if (read_keyword(reader, "weight"))
        self->weight = read_positive(reader, "weight");
    if (read_keyword(reader, "spring")) {
        self->stiffness = read_positive(reader, "stiffness of the spring");
        self->preload = read_not_negative(reader, "preload of the spring");
    }
}

/* Returns the position where the gas has its maximum pressure, or the end of the stroke. */
static double last_position(const accumulator *self)
{
    if (self->gas_pressure == 0.0)
        return self->stroke;
    return self->stroke * (1.0 - pow(self->gas_pressure / self->gas_limit, 1.0 / self->exponent));
}

static void hydraulic_accumulator_read(reader *reader, elem *element)
{
    accumulator *self = element->self;
    read_ports(reader, &self->port, 1);
    self->stroke = read_positive(reader, "stroke");
    if (read_keyword(reader, "start"))
        self->start = read_not_negative(reader, "initial position");
    if (read_ok(reader) && self->start > self->stroke)
        read_error_last(reader, E_LIMITS, self->start, self->stroke);
    self->area = read_positive(reader, "area");
    self->pipe_area = read_positive(reader, "area of the pipe");
    self->mass = read_positive(reader, "mass");
    self->loss_in = 1.0;
    self->loss_out = 0.5;
    read_parts(reader, self);
    self->stops.high = last_position(self);
    read_penalties(reader, &self->stops);
    self->fluid = read_hydraulic_fluid(reader);
    set_moving_part(element);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void hydraulic_accumulator_connect(const elem *element, layout *layout)
{
    layout_ports(layout, &((const accumulator *)element->self)->port, 1);
    layout_internal(layout);
    layout_zero(layout, 0, 1, AT_X, 1);
    layout_zero(layout, AT_X, 1, 0, 1);
}

static double gas_pressure(const accumulator *self, double x, double *derivative)
{
    *derivative = 0.0;
    if (x <= 0.0)
        return self->gas_pressure;
    const double left = self->stroke - x, p = self->gas_pressure * pow(self->stroke / fmax(left, 0.0), self->exponent);
    if (p >= self->gas_limit)
        return self->gas_limit;
    *derivative = self->exponent * p / left;
    return p;
}

/* Computes the force of the loss in the pipe, opposed to v. */
static void set_loss(int lanes, const accumulator *self, const jet1 *v, jet1 *f)
{
    const double ratio = self->area / self->pipe_area, c = v->v > 0.0 ? self->loss_in : self->loss_out;
    speed_drag(lanes, 0.5 * self->fluid->density * self->area * c * ratio * ratio, v, f);
}

static void hydraulic_accumulator_eval(int lanes, const state *state, const elem *element, local *out)
{
    const accumulator *self = element->self;
    moving_part moving_part;
    jet1 p, loss, stop;
    port_pressures(lanes, state, &self->port, 1, &p);
    moving_part_begin(lanes, state, element, AT_X, &moving_part, out);
    set_loss(lanes, self, &moving_part.v, &loss);
    stop_force(lanes, &self->stops, &moving_part, &stop);
    double derivative;
    jet1 gas = moving_part.x;
    const double p_gas = gas_pressure(self, moving_part.x.v, &derivative);
    jet1_chain_by(lanes, &gas, p_gas, derivative);
    local_add1(out, AT_V, lanes, self->area, &p);
    local_add1(out, AT_V, lanes, -self->area, &gas);
    local_add1(out, AT_V, lanes, -self->stiffness, &moving_part.x);
    local_add1(out, AT_V, lanes, -(self->mass + self->weight), &moving_part.v_rate);
    local_add1(out, AT_V, lanes, -1.0, &loss);
    local_add1(out, AT_V, lanes, -1.0, &stop);
    out->r[AT_V] -= self->preload;
    local_add1(out, 0, lanes, self->fluid->density * self->area, &moving_part.v);
}

static void hydraulic_accumulator_initial(const state *state, const elem *element, initial_values *initial)
{
    (void)state;
    initial->y[element->internal] = ((const accumulator *)element->self)->start;
}

/* --- output and the type ------------------------------------------------------------------------------------------ */

static void hydraulic_accumulator_output_row(const state *state, const elem *element, record *out)
{
    const accumulator *self = element->self;
    const double rho = self->fluid->density;
    double derivative;
    record_begin(out, element->label);
    record_moving_part(state, element, out);
    record_hydraulic(state, out, "pgas", QUANTITY_PRESSURE, "pressure of the gas",
                     gas_pressure(self, state->y[element->internal], &derivative));
    record_flow(state, out, "q", -rho * self->area * state->y[element->internal + 1]);
    record_density(state, out, "rho", rho);
    record_end(out);
}

static void hydraulic_accumulator_sample(sampler *from, elem *element)
{
    accumulator *self = element->self;
    sample_ports(from, &self->port, 1);
    self->stroke = sample_real(from, 3.0, 5.0);
    self->area = sample_real(from, 0.5, 2.0);
    self->pipe_area = sample_real(from, 0.5, 2.0);
    self->mass = sample_real(from, 0.5, 2.0);
    self->loss_in = sample_real(from, 0.5, 2.0);
    self->loss_out = sample_real(from, 0.5, 2.0);
    self->gas_pressure = sample_real(from, 0.5, 2.0);
    self->gas_limit = 1e3;
    self->exponent = sample_real(from, 1.0, 1.5);
    self->weight = sample_real(from, 0.5, 2.0);
    self->stiffness = sample_real(from, 0.5, 2.0);
    sample_stops(from, &self->stops);
    self->fluid = sample_fluid(from);
    set_moving_part(element);
}

const elem_type hydraulic_accumulator_type = {
    HYDRAULIC_SLOTS,
    .keyword = "accumulator",
    .grammar =
        "hydraulic: LABEL, accumulator, NODE, STROKE, [start, X,] AREA, PIPE AREA, MASS, [loss in, K,] [loss out, K,] "
        "[gas, P0, PMAX, GAMMA,] [weight, W,] [spring, K, F0,] BY X, BY V, BY A, hydraulic fluid, FLUID",
    .summary = "Stores fluid under a piston loaded by gas, a spring or a weight.",
    .size = sizeof(accumulator),
    .read = hydraulic_accumulator_read,
    .connect = hydraulic_accumulator_connect,
    .eval = hydraulic_accumulator_eval,
    .initial = hydraulic_accumulator_initial,
    .output = hydraulic_accumulator_output_row,
    .internal_name = moving_part_name,
    .sample = hydraulic_accumulator_sample,
    .history = &(const elem_history){.is_discontinuous = true},
    .assembly = &(const elem_assembly){.never = true},
};
