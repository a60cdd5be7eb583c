/* hydraulic_actuator.c - a cylinder and its piston, nodes 1 and 2, with a chamber on each side of the piston.
 *
 *     unknowns P1, P2:   p_i - P_i = 0          the pressures of the chambers, which have rates
 *     l = e . (x2 + f2 - x1 - f1),   e = R1 e~,  |e~| = 1;   l' its rate
 *     flows out of the hydraulic nodes:   q1 = A1 (l rho1' P1' + rho1 l'),   q2 = A2 ((L - l) rho2' P2' - rho2 l')
 *     F = (A1 p1 - A2 p2) e on node 2, -F on node 1, at f2 and f1 */
#include "element/axis.h"
#include "element/hydraulic/hydraulic.h"
#include "model/frames.h"

typedef struct {
    node_dof port[2];
    const node *node[2];
    vec3 f[2], e;
    double area[2], length;
    const fluid *fluids[2];
} actuator;

enum { AT_NODE = 2, AT_OWN = 14 };

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void hydraulic_actuator_set_own(elem *e)
{
    static const own_kind PRESSURES[] = {OWN_DIFFERENTIAL, OWN_DIFFERENTIAL};
    e->n_own = 2;
    e->kinds = PRESSURES;
}

static void hydraulic_actuator_read(reader *r, elem *e)
{
    actuator *self = e->self;
    read_ports(r, self->port, 2);
    for (int k = 0; k < 2; k++) {
        self->node[k] = read_structural_node(r, k == 0 ? "node of the cylinder" : "node of the piston");
        const frame_context c = {.own = self->node[k] ? self->node[k]->initial : NULL};
        self->f[k] = read_position_rel(r, &c, "offset");
    }
    self->e = (vec3){0, 0, 1};
    if (read_keyword(r, "direction"))
        self->e = read_unit_direction(r, self->node[0], "direction");
    self->area[0] = read_positive(r, "area of chamber 1");
    self->area[1] = read_positive(r, "area of chamber 2");
    self->length = read_positive(r, "length of the cylinder");
    self->fluids[0] = read_hydraulic_fluid(r);
    self->fluids[1] = read_keyword(r, "same") ? self->fluids[0] : read_hydraulic_fluid(r);
    hydraulic_actuator_set_own(e);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void hydraulic_actuator_connect(const elem *e, layout *l)
{
    const actuator *self = e->self;
    layout_ports(l, self->port, 2);
    layout_node(l, self->node[0]);
    layout_node(l, self->node[1]);
    layout_own(l);
    layout_zero(l, 0, 2, 0, 2);
    layout_zero(l, AT_OWN, 2, AT_NODE, 12);
}

typedef struct {
    jet3 arm[2], e;
    jet1 l, speed;
} stroke;

static void set_stroke(int n, const state *s, const actuator *self, stroke *m)
{
    jet_node at[2];
    jet3 d, v, turn;
    jet3_const(n, &d, (vec3){0, 0, 0});
    v = d;
    for (int k = 0; k < 2; k++) {
        const double sign = k == 0 ? -1.0 : 1.0;
        jet3 spin;
        jet_node_seed(n, &at[k], s, self->node[k]->pose, AT_NODE + 6 * k);
        jet_node_arm(n, &m->arm[k], &at[k], self->f[k]);
        jet3_cross(n, &spin, &at[k].w, &m->arm[k]);
        jet3_add_to(n, &d, sign, &at[k].x);
        jet3_add_to(n, &d, sign, &m->arm[k]);
        jet3_add_to(n, &v, sign, &at[k].v);
        jet3_add_to(n, &v, sign, &spin);
    }
    jet_node_arm(n, &m->e, &at[0], self->e);
    jet3_cross(n, &turn, &at[0].w, &d);
    jet3_add_to(n, &v, -1.0, &turn);
    jet3_dot(n, &m->l, &m->e, &d);
    jet3_dot(n, &m->speed, &m->e, &v);
}

/* The flow into chamber k: its length x grows with x'. */
static void hydraulic_actuator_set_flow(int n, const state *s, const elem *e, int k, const stroke *m, jet1 *q)
{
    const actuator *self = e->self;
    const double sign = k == 0 ? 1.0 : -1.0;
    jet1 x = m->l, P, rate, rho;
    jet1_scale_by(n, &x, sign);
    x.v += k == 0 ? 0.0 : self->length;
    jet1_seed(n, &P, s->y[e->own + k], AT_OWN + k, s->dvalue);
    jet1_seed(n, &rate, s->yp[e->own + k], AT_OWN + k, s->drate);
    density_pressure(n, s, &P, e->own + k, &P);
    density_at(n, &rho, self->fluids[k], &P);
    to_density_slope(n, self->fluids[k], &P);
    *q = m->speed;
    jet1_scale_by(n, q, sign);
    jet1_mul_by(n, q, &rho);
    jet1_mul_by(n, &x, &P);
    jet1_mul_by(n, &x, &rate);
    jet1_add_to(n, q, 1.0, &x);
    jet1_scale_by(n, q, self->area[k]);
}

static void hydraulic_actuator_eval(int n, const state *s, const elem *e, local *out)
{
    const actuator *self = e->self;
    jet1 p[2], q, push;
    stroke m;
    port_pressures(n, s, self->port, 2, p);
    set_stroke(n, s, self, &m);
    jet1_const(n, &push, 0.0);
    for (int k = 0; k < 2; k++) {
        jet1 P;
        hydraulic_actuator_set_flow(n, s, e, k, &m, &q);
        local_add1(out, k, n, 1.0, &q);
        jet1_seed(n, &P, s->y[e->own + k], AT_OWN + k, s->dvalue);
        local_add1(out, AT_OWN + k, n, 1.0, &p[k]);
        local_add1(out, AT_OWN + k, n, -1.0, &P);
        jet1_add_to(n, &push, k == 0 ? self->area[k] : -self->area[k], &p[k]);
    }
    jet3 F, moment;
    jet3_mul1(n, &F, &push, &m.e);
    for (int k = 0; k < 2; k++) {
        const double sign = k == 0 ? -1.0 : 1.0;
        jet3_cross(n, &moment, &m.arm[k], &F);
        local_add3(out, AT_NODE + 6 * k, n, sign, &F);
        local_add3(out, AT_NODE + 6 * k + 3, n, sign, &moment);
    }
}

static void hydraulic_actuator_initial(const state *s, const elem *e, initial_values *v)
{
    const actuator *self = e->self;
    (void)s;
    for (int k = 0; k < 2; k++)
        v->y[e->own + k] = v->y[self->port[k].node->dof];
}

/* --- output and the type ------------------------------------------------------------------------------------------ */

static void record_pair(const state *s, record *out, const char *const names[2], physical_quantity unit,
                        const char *words, const double v[2])
{
    for (int k = 0; k < 2; k++) {
        record_hydraulic(s, out, names[k], unit, words, v[k]);
    }
}

static void hydraulic_actuator_output_row(const state *s, const elem *e, record *out)
{
    const actuator *self = e->self;
    stroke m;
    jet1 q[2], p[2];
    double rho[2], slope;
    set_stroke(0, s, self, &m);
    port_pressures(0, s, self->port, 2, p);
    for (int k = 0; k < 2; k++) {
        hydraulic_actuator_set_flow(0, s, e, k, &m, &q[k]);
        rho[k] = fluid_density(self->fluids[k], p[k].v, &slope);
    }
    const double volume[2] = {self->area[0] * m.l.v, self->area[1] * (self->length - m.l.v)};
    record_begin(out, e->label);
    record_flow(s, out, "q1", q[0].v);
    record_flow(s, out, "q2", q[1].v);
    record_pair(s, out, (const char *const[]){"p1", "p2"}, QUANTITY_PRESSURE, "pressure", (double[]){p[0].v, p[1].v});
    record_pair(s, out, (const char *const[]){"p1P", "p2P"}, QUANTITY_PRESSURE_DERIVATIVE, "rate of pressure",
                s->yp + e->own);
    record_pair(s, out, (const char *const[]){"V1", "V2"}, QUANTITY_VOLUME, "volume of a chamber", volume);
    record_density(s, out, "rho1", rho[0]);
    record_density(s, out, "rho2", rho[1]);
    record_end(out);
}

static const char *hydraulic_actuator_own_name(const elem *e, int i)
{
    (void)e, (void)i;
    return "pressure of a chamber";
}

static void hydraulic_actuator_sample(sampler *from, elem *e)
{
    actuator *self = e->self;
    sample_ports(from, self->port, 2);
    for (int k = 0; k < 2; k++) {
        self->node[k] = sample_structural(from, k);
        self->f[k] = sample_vec3(from, 1.0);
        self->area[k] = sample_real(from, 0.5, 2.0);
        self->fluids[k] = sample_fluid(from);
    }
    self->e = sample_axis(from);
    self->length = sample_real(from, 0.5, 2.0);
    hydraulic_actuator_set_own(e);
}

const elem_type hydraulic_actuator_type = {
    .card = &elem_cards[CARD_HYDRAULIC],
    .keyword = "actuator",
    .grammar = "hydraulic: LABEL, actuator, NODE 1, NODE 2, CYLINDER NODE, F1, PISTON NODE, F2, [direction, E,] AREA "
               "1, AREA 2, "
               "LENGTH, hydraulic fluid, FLUID 1, {same | hydraulic fluid, FLUID 2}",
    .summary = "A cylinder and a piston with a chamber on each side.",
    .size = sizeof(actuator),
    .read = hydraulic_actuator_read,
    .connect = hydraulic_actuator_connect,
    .eval = hydraulic_actuator_eval,
    .initial = hydraulic_actuator_initial,
    .output = hydraulic_actuator_output_row,
    .own_name = hydraulic_actuator_own_name,
    .sample = hydraulic_actuator_sample,
    .history = &(const elem_history){.is_discontinuous = true},
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.unbalanced = true},
};
