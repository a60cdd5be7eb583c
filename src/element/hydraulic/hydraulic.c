/* hydraulic.c - common part of hydraulic elements.
 *
 *     p1 - p2 = K rho v |v| / 2,   q = rho A v = A / sqrt(K) sqrt(2 rho) g(p1 - p2),   rho = rho((p1 + p2) / 2)
 *     g(x) = sign(x) sqrt|x|,   and for |x| < SMALL, where the root has no derivative, the cubic that continues it:
 *     g(x) = x / sqrt(SMALL) (5 - (x / SMALL)^2) / 4 */
#include "element/hydraulic/hydraulic.h"
#include "element/diag_rows.h"
#include <math.h>

static const double SMALL = 1e-6; /* pressure difference; pressures are of the order of 1e5 in Pa and of 0.1 in MPa */

/* --- reading and sampling ----------------------------------------------------------------------------------------- */

void read_ports(reader *reader, node_dof *port, int count)
{
    static const char *const WHICH[] = {"first node",  "second node", "third node",
                                        "fourth node", "fifth node",  "sixth node"};
    for (int i = 0; i < count; i++)
        port[i] = (node_dof){.node = read_node(reader, "hydraulic", WHICH[i]), .unknown = -1, .row = -1};
}

const fluid *read_hydraulic_fluid(reader *reader)
{
    static const char *const WORDS[] = {"hydraulic fluid", "fluid", NULL};
    read_choice(reader, WORDS, "'hydraulic fluid'");
    return read_fluid(reader, "type of hydraulic fluid");
}

void require_viscosity(reader *reader, const fluid *fluid, source_location location)
{
    if (read_ok(reader) && fluid->viscosity <= 0.0)
        read_error(reader, E_NO_VISCOSITY, location);
}

void sample_ports(sampler *from, node_dof *port, int count)
{
    for (int i = 0; i < count; i++)
        port[i] = sample_dof(from, i);
}

const fluid *sample_fluid(sampler *from)
{
    fluid *f = ARENA_NEW(from->memory, fluid);
    *f = (fluid){.type = fluid_types[sample_integer(from, 0, fluid_type_count - 1)],
                 .density = sample_real(from, 0.5, 2.0),
                 .beta = sample_real(from, 5.0, 20.0),
                 .viscosity = sample_real(from, 0.5, 2.0),
                 .saturation = -1e3};
    return f;
}

void layout_ports(layout *layout, const node_dof *port, int count)
{
    for (int i = 0; i < count; i++)
        layout_dof(layout, &port[i]);
}

/* --- flows -------------------------------------------------------------------------------------------------------- */

void port_pressures(int lanes, const state *state, const node_dof *port, int count, jet1 *p)
{
    for (int i = 0; i < count; i++)
        jet1_seed(lanes, &p[i], node_dof_value(state, &port[i]), i, dof_weight(state, &port[i]));
}

void density_at(int lanes, jet1 *rho, const fluid *fluid, const jet1 *p)
{
    double derivative;
    const double at_p = fluid_density(fluid, p->v, &derivative);
    *rho = *p;
    jet1_chain_by(lanes, rho, at_p, derivative);
}

void to_density_derivative(int lanes, const fluid *fluid, jet1 *p)
{
    double by_p;
    fluid_density(fluid, p->v, &by_p);
    jet1_chain_by(lanes, p, by_p, fluid_curvature(fluid, p->v));
}

void density_pressure(int lanes, const state *state, const jet1 *p, int unknown, jet1 *at)
{
    *at = *p;
    if (state->freezes_switches)
        jet1_const(lanes, at, state->y_prev[unknown]);
}

void mean_density(int lanes, jet1 *rho, const fluid *fluid, const jet1 *p1, const jet1 *p2)
{
    jet1 mean;
    jet1_add(lanes, &mean, p1, 1.0, p2);
    jet1_scale_by(lanes, &mean, 0.5);
    density_at(lanes, rho, fluid, &mean);
}

static double hydraulic_root(double x, double *derivative)
{
    if (fabs(x) >= SMALL) {
        const double g = sqrt(fabs(x));
        *derivative = 0.5 / g;
        return copysign(g, x);
    }
    const double z = x / SMALL;
    *derivative = (5.0 - 3.0 * z * z) / (4.0 * sqrt(SMALL));
    return sqrt(SMALL) * z * (5.0 - z * z) / 4.0;
}

void flow_through(int lanes, jet1 *q, const jet1 *rho, const jet1 *area, const jet1 *p1, const jet1 *p2)
{
    jet1 scale = *rho;
    const double r = sqrt(2.0 * rho->v);
    jet1_chain_by(lanes, &scale, r, 1.0 / r);
    double derivative;
    jet1_add(lanes, q, p1, -1.0, p2);
    const double g = hydraulic_root(q->v, &derivative);
    jet1_chain_by(lanes, q, g, derivative);
    jet1_mul_by(lanes, q, &scale);
    jet1_mul_by(lanes, q, area);
}

void turbulent_flow_at(int lanes, jet1 *q, const fluid *fluid, double area, const jet1 *p1, const jet1 *p2)
{
    jet1 rho, through;
    mean_density(lanes, &rho, fluid, p1, p2);
    jet1_const(lanes, &through, area);
    flow_through(lanes, q, &rho, &through, p1, p2);
}

void reference_flow(int lanes, jet1 *q, const fluid *fluid, const jet1 *area, const jet1 *p1, const jet1 *p2)
{
    jet1 rho;
    jet1_const(lanes, &rho, fluid->density);
    flow_through(lanes, q, &rho, area, p1, p2);
}

void add_flow(int lanes, local *out, int from, int to, const jet1 *q)
{
    local_add1(out, from, lanes, 1.0, q);
    local_add1(out, to, lanes, -1.0, q);
}

/* --- moving parts ------------------------------------------------------------------------------------------------- */

void read_penalties(reader *reader, end_stops *stops)
{
    stops->by_x = read_not_negative(reader, "displacement penalty");
    stops->by_v = read_not_negative(reader, "velocity penalty");
    stops->by_a = read_not_negative(reader, "acceleration penalty");
}

void sample_stops(sampler *from, end_stops *stops)
{
    stops->low = sample_real(from, -0.5, 0.0);
    stops->high = sample_real(from, 0.0, 0.5);
    stops->by_x = sample_real(from, 0.5, 2.0);
    stops->by_v = sample_real(from, 0.5, 2.0);
    stops->by_a = sample_real(from, 0.5, 2.0);
}

void moving_part_begin(int lanes, const state *state, const elem *element, int first, moving_part *moving_part,
                       local *out)
{
    jet1_seed(lanes, &moving_part->x, state->y[element->internal], first, state->dvalue);
    jet1_seed(lanes, &moving_part->v, state->y[element->internal + 1], first + 1, state->dvalue);
    jet1_seed(lanes, &moving_part->x_rate, state->yp[element->internal], first, state->drate);
    jet1_seed(lanes, &moving_part->v_rate, state->yp[element->internal + 1], first + 1, state->drate);
    moving_part->switched_by = state->freezes_switches ? state->y_prev[element->internal] : moving_part->x.v;
    local_add1(out, first, lanes, 1.0, &moving_part->v);
    local_add1(out, first, lanes, -1.0, &moving_part->x_rate);
}

/* Returns how far x is beyond an end: negative below the lower one, zero between the two. */
static double beyond(const end_stops *stops, double x)
{
    return fmin(x - stops->low, 0.0) + fmax(x - stops->high, 0.0);
}

void stop_force(int lanes, const end_stops *stops, const moving_part *moving_part, jet1 *f)
{
    const double depth = beyond(stops, moving_part->x.v), out = beyond(stops, moving_part->switched_by);
    *f = moving_part->x;
    jet1_chain_by(lanes, f, stops->by_x * depth, depth != 0.0 ? stops->by_x : 0.0);
    if (out * moving_part->v.v > 0.0)
        jet1_add_to(lanes, f, stops->by_v, &moving_part->v);
    if (out * moving_part->v_rate.v > 0.0)
        jet1_add_to(lanes, f, stops->by_a, &moving_part->v_rate);
}

void speed_drag(int lanes, double k, const jet1 *v, jet1 *f)
{
    const double speed = fabs(v->v);
    *f = *v;
    jet1_chain_by(lanes, f, k * speed * v->v, 2.0 * k * speed);
}

const char *moving_part_name(const elem *element, int index)
{
    (void)element;
    return index == 0 ? "displacement" : "velocity";
}

void set_moving_part(elem *element)
{
    static const internal_kind STATES[] = {INTERNAL_DIFFERENTIAL, INTERNAL_DIFFERENTIAL};
    element->n_internal = 2;
    element->kinds = STATES;
}

void record_hydraulic(const state *state, record *out, const char *name, physical_quantity unit, const char *words,
                      double v)
{
    record_name(out, name, unit, words);
    record_real(out, state->now == PHASE_INPUT ? 0.0 : v);
}

void record_moving_part(const state *state, const elem *element, record *out)
{
    record_hydraulic(state, out, "x", QUANTITY_LENGTH, "displacement", state->y[element->internal]);
    record_hydraulic(state, out, "xP", QUANTITY_VELOCITY, "velocity", state->y[element->internal + 1]);
    record_hydraulic(state, out, "xPP", QUANTITY_ACCELERATION, "acceleration", state->yp[element->internal + 1]);
}

void record_flow(const state *state, record *out, const char *name, double q)
{
    record_hydraulic(state, out, name, QUANTITY_MASS_FLOW, "mass flow", q);
}

void record_density(const state *state, record *out, const char *name, double rho)
{
    record_hydraulic(state, out, name, QUANTITY_DENSITY, "density", rho);
}

void record_velocity(const state *state, record *out, double v)
{
    record_hydraulic(state, out, "v", QUANTITY_VELOCITY, "velocity", v);
}

void record_reynolds(const state *state, record *out, double reynolds)
{
    record_hydraulic(state, out, "Re", QUANTITY_DIMENSIONLESS, "Reynolds number", reynolds);
}

void record_turbulent(const state *state, record *out, bool is_turbulent)
{
    record_name(out, "turbulent", QUANTITY_BOOLEAN, "whether the flow is turbulent");
    record_integer(out, is_turbulent && state->now != PHASE_INPUT);
}
