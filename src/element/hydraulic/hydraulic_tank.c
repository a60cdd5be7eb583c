/* hydraulic_tank.c - a tank at a given pressure p, between two pipes.
 *
 *     unknown h, the level:     rho A_t h' - (q1 + q2) = 0
 *     flows into the tank:          q_i = A sqrt(2 rho |p_i - p| / k_i) sign(p_i - p),   k_1 = 1,  k_2 = 1/2
 *
 * The tank starts half full; the height of the liquid adds no pressure. Above the highest level, H, no more flows in
 * than out: the inflow is minus the other flow, or both are zero, and the level returns to H,
 *
 *     h' + (h - H)/T = 0,   T = 1 s
 *
 * as the results of MBDyn show. In MBDyn the run also ends when both pipes flow into a full tank. An empty tank ends
 * the run in both programs. */
#include "element/hydraulic/hydraulic.h"
#include "element/diag_rows.h"
#include <math.h>

typedef struct {
    node_dof port[2];
    double pressure, pipe_area, area, limit;
    const fluid *fluid;
} tank;

enum { AT_OWN = 2 };

static const double LOSS[2] = {1.0, 0.5};
static const own_kind LEVEL[] = {OWN_DIFFERENTIAL};

static void hydraulic_tank_set_own(elem *e)
{
    e->n_own = 1;
    e->kinds = LEVEL;
}

static void hydraulic_tank_read(reader *r, elem *e)
{
    tank *self = e->self;
    read_ports(r, self->port, 2);
    self->pressure = read_real(r, "pressure");
    self->pipe_area = read_positive(r, "area of the pipes");
    self->area = read_positive(r, "area of the tank");
    self->limit = read_positive(r, "largest level");
    if (read_not_negative(r, "penalty") > 0.0 && read_ok(r))
        diag_report(reader_diag(r), W_TANK_PENALTY, read_last_place(r));
    self->fluid = read_hydraulic_fluid(r);
    hydraulic_tank_set_own(e);
}

static void hydraulic_tank_connect(const elem *e, layout *l)
{
    layout_ports(l, ((const tank *)e->self)->port, 2);
    layout_own(l);
    layout_clear(l);
    layout_full(l, 0, 2, 0, 2);
    layout_full(l, AT_OWN, 1, 0, 3);
}

/* The flow through pipe `in` is what leaves through the other one. */
static void balance(int n, jet1 q[2], int in)
{
    q[in] = q[1 - in];
    jet1_scale_by(n, &q[in], q[1 - in].v < 0.0 ? -1.0 : 0.0);
}

/* Returns whether the tank is full, and keeps what would come in outside. */
static bool hydraulic_tank_set_flows(int n, const state *s, const elem *e, jet1 q[2])
{
    const tank *self = e->self;
    const double level = s->holds ? s->y_prev[e->own] : s->y[e->own];
    jet1 p[2], inside;
    port_pressures(n, s, self->port, 2, p);
    jet1_const(n, &inside, self->pressure);
    for (int i = 0; i < 2; i++)
        turbulent_flow_at(n, &q[i], self->fluid, self->pipe_area / sqrt(LOSS[i]), &p[i], &inside);
    const bool is_full = level > self->limit && q[0].v + q[1].v > 0.0;
    for (int i = 0; is_full && i < 2; i++)
        if (q[i].v > 0.0)
            balance(n, q, i);
    return is_full;
}

static void hydraulic_tank_eval(int n, const state *s, const elem *e, local *out)
{
    const tank *self = e->self;
    double slope;
    const double inertia = fluid_density(self->fluid, self->pressure, &slope) * self->area;
    jet1 q[2];
    if (s->y[e->own] < 0.0)
        state_fail(s, e->where, "hydraulic %u (tank): it is empty", e->label);
    const bool is_full = hydraulic_tank_set_flows(n, s, e, q);
    for (int i = 0; i < 2; i++) {
        local_add1(out, i, n, 1.0, &q[i]);
        if (!is_full)
            local_add1(out, AT_OWN, n, -1.0, &q[i]);
    }
    out->r[AT_OWN] += inertia * (s->yp[e->own] + (is_full ? s->y[e->own] - self->limit : 0.0));
    if (n > 0)
        out->J[AT_OWN * out->ld + AT_OWN] += inertia * (s->drate + (is_full ? s->dvalue : 0.0));
}

static void hydraulic_tank_initial(const state *s, const elem *e, initial_values *v)
{
    (void)s;
    v->y[e->own] = 0.5 * ((const tank *)e->self)->limit;
}

static void hydraulic_tank_output_row(const state *s, const elem *e, record *out)
{
    static const char *const NAMES[2] = {"q1", "q2"};
    record_begin(out, e->label);
    record_hydraulic(s, out, "h", QUANTITY_LENGTH, "level", s->y[e->own]);
    record_hydraulic(s, out, "hP", QUANTITY_VELOCITY, "rate of the level", s->yp[e->own]);
    jet1 q[2];
    hydraulic_tank_set_flows(0, s, e, q);
    for (int i = 0; i < 2; i++)
        record_flow(s, out, NAMES[i], -q[i].v);
    record_end(out);
}

static const char *hydraulic_tank_own_name(const elem *e, int i)
{
    (void)e, (void)i;
    return "level";
}

static void hydraulic_tank_sample(sampler *from, elem *e)
{
    tank *self = e->self;
    sample_ports(from, self->port, 2);
    self->pressure = sample_real(from, 4.0, 5.0);
    self->pipe_area = sample_real(from, 0.002, 0.01);
    self->area = sample_real(from, 0.002, 0.01);
    self->limit = sample_real(from, -1.0, 1.0);
    self->fluid = sample_fluid(from);
    hydraulic_tank_set_own(e);
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
    .own_name = hydraulic_tank_own_name,
    .sample = hydraulic_tank_sample,
    .history = &(const elem_history){.is_discontinuous = true},
    .assembly = &(const elem_assembly){.never = true},
};
