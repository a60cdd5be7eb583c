/* hydraulic_dynamic_control_valve.c - valves between four nodes whose spool is moved by a force.
 *
 *     unknowns s, v of the spool:   v - s' = 0
 *     F(t) - M v' - C v - K s - stops = 0     M = 1.175 pi rho_v d^3,  C = 0.2444 w d sqrt(rho p1),  K = 0.43 w p1
 *     s > 0:  A12 = A34 = w s + l,   A13 = A24 = l             l = loss w s_max
 *     s < 0:  A12 = A34 = l,         A13 = A24 = w |s| + l
 *
 * rho is the reference density; the stops are at +-s_max. For the flows see four_way.h. The pressure flow control valve
 * has two more nodes, at the faces of the spool, whose area is a = pi d^2 / 4: the flow rho a v leaves node 5 and
 * enters node 6, and their pressures add to the force, F + a (p5 - p6). */
#include "element/hydraulic/four_way.h"
#include <math.h>

static const double PI = 3.14159265358979323846;

typedef struct {
    node_dof port[6];
    int n_ports;
    const drive *force;
    double start, width, leak, diameter, density;
    end_stops stops;
    const fluid *fluid;
} spool_valve;

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void read_valve(reader *reader, elem *element, int n_ports)
{
    spool_valve *self = element->self;
    self->n_ports = n_ports;
    read_ports(reader, self->port, n_ports);
    self->force = read_drive(reader, "force");
    self->start = read_real(reader, "initial displacement");
    const double most = read_positive(reader, "largest displacement");
    self->width = read_positive(reader, "width of the duct");
    self->leak = read_keyword(reader, "loss") ? read_not_negative(reader, "loss") * self->width * most : 0.0;
    self->diameter = read_positive(reader, "diameter of the valve");
    self->density = read_positive(reader, "density of the valve");
    self->stops.low = -most;
    self->stops.high = most;
    read_penalties(reader, &self->stops);
    self->fluid = read_hydraulic_fluid(reader);
    set_moving_part(element);
}

static void hydraulic_dynamic_control_valve_read(reader *reader, elem *element) { read_valve(reader, element, 4); }
static void read_piloted(reader *reader, elem *element) { read_valve(reader, element, 6); }

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void hydraulic_dynamic_control_valve_connect(const elem *element, layout *layout)
{
    const spool_valve *self = element->self;
    layout_ports(layout, self->port, self->n_ports);
    layout_internal(layout);
}

static void hydraulic_dynamic_control_valve_set_flows(int lanes, const spool_valve *self, const jet1 *p, const jet1 *x,
                                                      jet1 area[WAYS], jet1 q[WAYS])
{
    jet1 through[WAYS];
    for (int k = 0; k < WAYS; k++) {
        const double sign = k == WAY_12 || k == WAY_34 ? 1.0 : -1.0;
        jet1_const(lanes, &area[k], self->leak);
        if (sign * x->v > 0.0)
            jet1_add_to(lanes, &area[k], sign * self->width, x);
    }
    for (int k = 0; k < WAYS; k++) {
        through[k] = area[k];
        jet1_scale_by(lanes, &through[k], SLIT_COEFFICIENT);
    }
    jet1 rho;
    jet1_const(lanes, &rho, self->fluid->density);
    four_way_flows(lanes, WAYS, &rho, through, p, q);
}

/* Adds C v + K s. */
static void add_flow_forces(int lanes, const spool_valve *self, const jet1 *p1, const moving_part *moving_part,
                            local *out, int row)
{
    const double c = 0.2444 * self->width * self->diameter, k = 0.43 * self->width;
    jet1 damping = *p1, stiffness = *p1;
    const double root = sqrt(self->fluid->density * fmax(p1->v, 0.0));
    jet1_chain_by(lanes, &damping, c * root, root > 0.0 ? 0.5 * c * self->fluid->density / root : 0.0);
    jet1_mul_by(lanes, &damping, &moving_part->v);
    jet1_mul_by(lanes, &stiffness, &moving_part->x);
    local_add1(out, row, lanes, -1.0, &damping);
    local_add1(out, row, lanes, -k, &stiffness);
}

static double face(const spool_valve *self) { return 0.25 * PI * self->diameter * self->diameter; }

static void add_pilot(int lanes, const spool_valve *self, const jet1 *p, const moving_part *moving_part, local *out,
                      int row)
{
    jet1 q = moving_part->v;
    jet1_scale_by(lanes, &q, self->fluid->density * face(self));
    add_flow(lanes, out, 4, 5, &q);
    local_add1(out, row, lanes, face(self), &p[4]);
    local_add1(out, row, lanes, -face(self), &p[5]);
}

static void hydraulic_dynamic_control_valve_eval(int lanes, const state *state, const elem *element, local *out)
{
    const spool_valve *self = element->self;
    const int internal = self->n_ports, row = internal + 1;
    const double mass = 1.175 * PI * self->density * self->diameter * self->diameter * self->diameter;
    moving_part moving_part;
    jet1 p[6], area[WAYS], q[WAYS], stop;
    port_pressures(lanes, state, self->port, self->n_ports, p);
    moving_part_begin(lanes, state, element, internal, &moving_part, out);
    hydraulic_dynamic_control_valve_set_flows(lanes, self, p, &moving_part.x, area, q);
    four_way_add(lanes, WAYS, q, out);
    out->r[row] += drive_now(self->force, state);
    add_flow_forces(lanes, self, &p[0], &moving_part, out, row);
    stop_force(lanes, &self->stops, &moving_part, &stop);
    local_add1(out, row, lanes, -mass, &moving_part.v_rate);
    local_add1(out, row, lanes, -1.0, &stop);
    if (self->n_ports == 6)
        add_pilot(lanes, self, p, &moving_part, out, row);
}

static void hydraulic_dynamic_control_valve_initial(const state *state, const elem *element, initial_values *initial)
{
    (void)state;
    initial->y[element->internal] = ((const spool_valve *)element->self)->start;
}

/* --- output and the types ----------------------------------------------------------------------------------------- */

static void hydraulic_dynamic_control_valve_output_row(const state *state, const elem *element, record *out)
{
    static const char *const NAMES[WAYS] = {"A12", "A13", "A24", "A34"};
    static const int ORDER[WAYS] = {WAY_12, WAY_13, WAY_34, WAY_24};
    const spool_valve *self = element->self;
    jet1 p[6], area[WAYS], q[WAYS], x;
    port_pressures(0, state, self->port, self->n_ports, p);
    jet1_const(0, &x, state->y[element->internal]);
    hydraulic_dynamic_control_valve_set_flows(0, self, p, &x, area, q);
    record_begin(out, element->label);
    record_moving_part(state, element, out);
    four_way_record(state, out, WAYS, q);
    if (self->n_ports == 6) {
        const double flow = self->fluid->density * face(self) * state->y[element->internal + 1];
        record_flow(state, out, "q5", -flow);
        record_flow(state, out, "q6", flow);
    }
    for (int k = 0; k < WAYS; k++) {
        record_hydraulic(state, out, NAMES[ORDER[k]], QUANTITY_AREA, "opening", area[ORDER[k]].v);
    }
    record_end(out);
}

static void sample_valve(sampler *from, elem *element, int n_ports)
{
    spool_valve *self = element->self;
    self->n_ports = n_ports;
    sample_ports(from, self->port, n_ports);
    self->force = sample_drive(from);
    self->width = sample_real(from, 1e-4, 2e-4);
    self->leak = sample_real(from, 1e-5, 2e-5);
    self->diameter = sample_real(from, 0.01, 0.02);
    self->density = sample_real(from, 0.5, 2.0);
    sample_stops(from, &self->stops);
    self->fluid = sample_fluid(from);
    set_moving_part(element);
}

static void hydraulic_dynamic_control_valve_sample(sampler *from, elem *element) { sample_valve(from, element, 4); }
static void sample_piloted(sampler *from, elem *element) { sample_valve(from, element, 6); }

#define SPOOL_SLOTS                                                                                                    \
    HYDRAULIC_SLOTS, .history = &(const elem_history){.is_discontinuous = true},                                       \
                     .assembly = &(const elem_assembly){.never = true}, .size = sizeof(spool_valve),                   \
                     .connect = hydraulic_dynamic_control_valve_connect, .eval = hydraulic_dynamic_control_valve_eval, \
                     .initial = hydraulic_dynamic_control_valve_initial,                                               \
                     .output = hydraulic_dynamic_control_valve_output_row, .internal_name = moving_part_name

const elem_type hydraulic_dynamic_control_valve_type = {
    SPOOL_SLOTS,
    .keyword = "dynamic control valve",
    .grammar = "hydraulic: LABEL, dynamic control valve, NODE 1, NODE 2, NODE 3, NODE 4, (drive) FORCE, START, "
               "LARGEST, WIDTH, "
               "[loss, LOSS,] DIAMETER, DENSITY, BY X, BY V, BY A, hydraulic fluid, FLUID",
    .summary = "A valve between four nodes whose spool is moved by a force.",
    .read = hydraulic_dynamic_control_valve_read,
    .sample = hydraulic_dynamic_control_valve_sample,
};

const elem_type hydraulic_pressure_flow_control_valve_type = {
    SPOOL_SLOTS,
    .keyword = "pressure flow control valve",
    .grammar =
        "hydraulic: LABEL, pressure flow control valve, NODE 1, NODE 2, NODE 3, NODE 4, NODE 5, NODE 6, (drive) FORCE, "
        "START, LARGEST, WIDTH, [loss, LOSS,] DIAMETER, DENSITY, BY X, BY V, BY A, hydraulic fluid, FLUID",
    .summary = "A valve between four nodes whose spool is moved by a force and by the pressures of two more.",
    .read = read_piloted,
    .sample = sample_piloted,
};
