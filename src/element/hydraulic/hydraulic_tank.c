/* hydraulic_tank.c - a tank at a given pressure p, between two pipes.
 *
 *     own unknown h, the level:     rho A_t h' - (q1 + q2) = 0
 *     flows into the tank:          q_i = A sqrt(2 rho |p_i - p| / k_i) sign(p_i - p),   k_1 = 1,  k_2 = 1/2
 *
 * It starts half full; the level has no weight, and nothing keeps it below the largest one. */
#include "element/hydraulic/hydraulic.h"
#include "element/diag_rows.h"
#include <math.h>

typedef struct {
    node_dof port[2];
    double pressure, pipe_area, area, limit;
    const fluid *of;
} tank;

enum { AT_OWN = 2 };

static const double LOSS[2] = {1.0, 0.5};
static const own_kind LEVEL[] = {OWN_DIFFERENTIAL};

static void set_own(elem *e)
{
    e->n_own = 1;
    e->kinds = LEVEL;
}

static void read(reader *r, elem *e)
{
    tank *self = e->self;
    read_ports(r, self->port, 2);
    self->pressure = read_real(r, "pressure");
    self->pipe_area = read_positive(r, "area of the pipes");
    self->area = read_positive(r, "area of the tank");
    self->limit = read_positive(r, "largest level");
    if (read_not_negative(r, "penalty") > 0.0 && read_ok(r))
        diag_report(reader_diag(r), W_TANK_PENALTY, read_last_place(r));
    self->of = read_hydraulic_fluid(r);
    set_own(e);
}

static void connect(const elem *e, layout *l)
{
    layout_ports(l, ((const tank *)e->self)->port, 2);
    layout_own(l);
    layout_clear(l);
    layout_full(l, 0, 1, 0, 1);
    layout_full(l, 1, 1, 1, 1);
    layout_full(l, AT_OWN, 1, 0, 3);
}

static void set_flow(int n, const state *s, const tank *self, int i, jet1 *q)
{
    jet1 p[2], inside;
    port_pressures(n, s, self->port, 2, p);
    jet1_const(n, &inside, self->pressure);
    turbulent_flow_at(n, q, self->of, self->pipe_area / sqrt(LOSS[i]), &p[i], &inside);
}

static void eval(int n, const state *s, const elem *e, local *out)
{
    const tank *self = e->self;
    double slope;
    const double rho = fluid_density(self->of, self->pressure, &slope);
    for (int i = 0; i < 2; i++) {
        jet1 q;
        set_flow(n, s, self, i, &q);
        local_add1(out, i, n, 1.0, &q);
        local_add1(out, AT_OWN, n, -1.0, &q);
    }
    out->r[AT_OWN] += rho * self->area * s->yp[e->own];
    if (n > 0)
        out->J[AT_OWN * out->ld + AT_OWN] += rho * self->area * s->drate;
}

static void initial(const state *s, const elem *e, initial_values *v)
{
    (void)s;
    v->y[e->own] = 0.5 * ((const tank *)e->self)->limit;
}

static void output_row(const state *s, const elem *e, record *out)
{
    static const char *const NAMES[2] = {"q1", "q2"};
    record_begin(out, e->label);
    record_hydraulic(s, out, "h", QUANTITY_LENGTH, "level", s->y[e->own]);
    record_hydraulic(s, out, "hP", QUANTITY_VELOCITY, "rate of the level", s->yp[e->own]);
    for (int i = 0; i < 2; i++) {
        jet1 q;
        set_flow(0, s, e->self, i, &q);
        record_flow(s, out, NAMES[i], -q.v);
    }
    record_end(out);
}

static const char *own_name(const elem *e, int i)
{
    (void)e, (void)i;
    return "level";
}

static void sample(sampler *from, elem *e)
{
    tank *self = e->self;
    sample_ports(from, self->port, 2);
    self->pressure = sample_real(from, 4.0, 5.0);
    self->pipe_area = sample_real(from, 0.002, 0.01);
    self->area = sample_real(from, 0.002, 0.01);
    self->limit = 1.0;
    self->of = sample_fluid(from);
    set_own(e);
}

const elem_type hydraulic_tank_type = {
    HYDRAULIC_SLOTS,
    .keyword = "tank",
    .grammar =
        "hydraulic: LABEL, tank, NODE 1, NODE 2, PRESSURE, PIPE AREA, TANK AREA, LARGEST LEVEL, PENALTY, hydraulic "
        "fluid, FLUID",
    .summary = "A tank at a given pressure that two pipes lead to.",
    .size = sizeof(tank),
    .read = read,
    .connect = connect,
    .eval = eval,
    .initial = initial,
    .output_row = output_row,
    .own_name = own_name,
    .sample = sample,
    .flags = ELEM_NOT_ASSEMBLED | ELEM_SWITCHES,
};
