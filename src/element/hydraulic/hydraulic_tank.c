/* hydraulic_tank.c - a tank at a prescribed pressure p, between two pipes.
 *
 *     unknown h, the level:     rho A_t h' - (q1 + q2) = 0
 *     flows into the tank:          q_i = A sqrt(2 rho |p_i - p| / k_i) sign(p_i - p),   k_1 = 1,  k_2 = 1/2
 *
 * The tank starts half full; the height of the liquid adds no pressure. Above the highest level, H, the inflow does not
 * exceed the outflow: the inflow is minus the other flow, or both are zero, and the level returns to H,
 *
 *     h' + (h - H)/T = 0,   T = 1 s
 *
 * as in results of MBDyn. In MBDyn the run also ends when both pipes flow into a full tank. An empty tank ends the run
 * in both programs. */
#include "element/hydraulic/hydraulic.h"
#include "element/diag_rows.h"
#include <math.h>

typedef struct {
    node_dof port[2];
    double pressure, pipe_area, area, limit;
    const fluid *fluid;
} tank;

enum { AT_INTERNAL = 2 };

static const double LOSS[2] = {1.0, 0.5};
static const internal_kind LEVEL[] = {INTERNAL_DIFFERENTIAL};

static void hydraulic_tank_set_internal(elem *element)
{
    element->n_internal = 1;
    element->kinds = LEVEL;
}

static void hydraulic_tank_read(reader *reader, elem *element)
{
    tank *self = element->self;
    read_ports(reader, self->port, 2);
    self->pressure = read_real(reader, "pressure");
    self->pipe_area = read_positive(reader, "area of the pipes");
    self->area = read_positive(reader, "area of the tank");
    self->limit = read_positive(reader, "largest level");
    if (read_not_negative(reader, "penalty") > 0.0 && read_ok(reader))
        diag_report(reader_diag(reader), W_TANK_PENALTY, read_last_location(reader));
    self->fluid = read_hydraulic_fluid(reader);
    hydraulic_tank_set_internal(element);
}

static void hydraulic_tank_connect(const elem *element, layout *layout)
{
    layout_ports(layout, ((const tank *)element->self)->port, 2);
    layout_internal(layout);
    layout_clear(layout);
    layout_full(layout, 0, 2, 0, 2);
    layout_full(layout, AT_INTERNAL, 1, 0, 3);
}

/* Sets the flow through pipe `in` to minus the flow through the other one. */
static void balance(int lanes, jet1 q[2], int in)
{
    q[in] = q[1 - in];
    jet1_scale_by(lanes, &q[in], q[1 - in].v < 0.0 ? -1.0 : 0.0);
}

/* Returns whether the tank is full, in which case the inflow is limited. */
static bool hydraulic_tank_set_flows(int lanes, const state *state, const elem *element, jet1 q[2])
{
    const tank *self = element->self;
    const double level = state->freezes_switches ? state->y_prev[element->internal] : state->y[element->internal];
    jet1 p[2], inside;
    port_pressures(lanes, state, self->port, 2, p);
    jet1_const(lanes, &inside, self->pressure);
    for (int i = 0; i < 2; i++)
        turbulent_flow_at(lanes, &q[i], self->fluid, self->pipe_area / sqrt(LOSS[i]), &p[i], &inside);
    const bool is_full = level > self->limit && q[0].v + q[1].v > 0.0;
    for (int i = 0; is_full && i < 2; i++)
        if (q[i].v > 0.0)
            balance(lanes, q, i);
    return is_full;
}

static void hydraulic_tank_eval(int lanes, const state *state, const elem *element, local *out)
{
    const tank *self = element->self;
    double derivative;
    const double inertia = fluid_density(self->fluid, self->pressure, &derivative) * self->area;
    jet1 q[2];
    if (state->y[element->internal] < 0.0)
        state_fail(state, element->location, "hydraulic %u (tank): it is empty", element->label);
    const bool is_full = hydraulic_tank_set_flows(lanes, state, element, q);
    for (int i = 0; i < 2; i++) {
        local_add1(out, i, lanes, 1.0, &q[i]);
        if (!is_full)
            local_add1(out, AT_INTERNAL, lanes, -1.0, &q[i]);
    }
    out->r[AT_INTERNAL] +=
        inertia * (state->yp[element->internal] + (is_full ? state->y[element->internal] - self->limit : 0.0));
    if (lanes > 0)
        out->J[AT_INTERNAL * out->ld + AT_INTERNAL] += inertia * (state->drate + (is_full ? state->dvalue : 0.0));
}

static void hydraulic_tank_initial(const state *state, const elem *element, initial_values *initial)
{
    (void)state;
    initial->y[element->internal] = 0.5 * ((const tank *)element->self)->limit;
}

static void hydraulic_tank_output_row(const state *state, const elem *element, record *out)
{
    static const char *const NAMES[2] = {"q1", "q2"};
    record_begin(out, element->label);
    record_hydraulic(state, out, "h", QUANTITY_LENGTH, "level", state->y[element->internal]);
    record_hydraulic(state, out, "hP", QUANTITY_VELOCITY, "rate of the level", state->yp[element->internal]);
    jet1 q[2];
    hydraulic_tank_set_flows(0, state, element, q);
    for (int i = 0; i < 2; i++)
        record_flow(state, out, NAMES[i], -q[i].v);
    record_end(out);
}

static const char *hydraulic_tank_internal_name(const elem *element, int i)
{
    (void)element, (void)i;
    return "level";
}

static void hydraulic_tank_sample(sampler *from, elem *element)
{
    tank *self = element->self;
    sample_ports(from, self->port, 2);
    self->pressure = sample_real(from, 4.0, 5.0);
    self->pipe_area = sample_real(from, 0.002, 0.01);
    self->area = sample_real(from, 0.002, 0.01);
    self->limit = sample_real(from, -1.0, 1.0);
    self->fluid = sample_fluid(from);
    hydraulic_tank_set_internal(element);
}

const elem_type hydraulic_tank_type = {
    HYDRAULIC_SLOTS,
    .keyword = "tank",
    .grammar =
        "hydraulic: LABEL, tank, NODE 1, NODE 2, PRESSURE, PIPE AREA, TANK AREA, LARGEST LEVEL, PENALTY, hydraulic "
        "fluid, FLUID",
    .summary = "A tank at a given pressure, connected to two pipes.",
    .size = sizeof(tank),
    .read = hydraulic_tank_read,
    .connect = hydraulic_tank_connect,
    .eval = hydraulic_tank_eval,
    .initial = hydraulic_tank_initial,
    .output = hydraulic_tank_output_row,
    .internal_name = hydraulic_tank_internal_name,
    .sample = hydraulic_tank_sample,
    .history = &(const elem_history){.is_discontinuous = true},
    .assembly = &(const elem_assembly){.never = true},
};
