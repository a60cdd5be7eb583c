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

enum { AT_NODE = 2, AT_INTERNAL = 14 };

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void hydraulic_actuator_set_internal(elem *element)
{
    static const internal_kind PRESSURES[] = {INTERNAL_DIFFERENTIAL, INTERNAL_DIFFERENTIAL};
    element->n_internal = 2;
    element->kinds = PRESSURES;
}

static void hydraulic_actuator_read(reader *reader, elem *element)
{
    actuator *self = element->self;
    read_ports(reader, self->port, 2);
    for (int k = 0; k < 2; k++) {
        self->node[k] = read_structural_node(reader, k == 0 ? "node of the cylinder" : "node of the piston");
        const frame_context context = {.node_frame = self->node[k] ? self->node[k]->initial : NULL};
        self->f[k] = read_position_rel(reader, &context, "offset");
    }
    self->e = (vec3){0, 0, 1};
    if (read_keyword(reader, "direction"))
        self->e = read_unit_direction(reader, self->node[0], "direction");
    self->area[0] = read_positive(reader, "area of chamber 1");
    self->area[1] = read_positive(reader, "area of chamber 2");
    self->length = read_positive(reader, "length of the cylinder");
    self->fluids[0] = read_hydraulic_fluid(reader);
    self->fluids[1] = read_keyword(reader, "same") ? self->fluids[0] : read_hydraulic_fluid(reader);
    hydraulic_actuator_set_internal(element);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void hydraulic_actuator_connect(const elem *element, layout *layout)
{
    const actuator *self = element->self;
    layout_ports(layout, self->port, 2);
    layout_node(layout, self->node[0]);
    layout_node(layout, self->node[1]);
    layout_internal(layout);
    layout_zero(layout, 0, 2, 0, 2);
    layout_zero(layout, AT_INTERNAL, 2, AT_NODE, 12);
}

typedef struct {
    jet3 arm[2], e;
    jet1 l, speed;
} stroke;

static void set_stroke(int n, const state *state, const actuator *self, stroke *stroke)
{
    jet_node at[2];
    jet3 d, v, rotation;
    jet3_const(n, &d, (vec3){0, 0, 0});
    v = d;
    for (int k = 0; k < 2; k++) {
        const double sign = k == 0 ? -1.0 : 1.0;
        jet3 spin;
        jet_node_seed(n, &at[k], state, self->node[k]->pose, AT_NODE + 6 * k);
        jet_node_arm(n, &stroke->arm[k], &at[k], self->f[k]);
        jet3_cross(n, &spin, &at[k].w, &stroke->arm[k]);
        jet3_add_to(n, &d, sign, &at[k].x);
        jet3_add_to(n, &d, sign, &stroke->arm[k]);
        jet3_add_to(n, &v, sign, &at[k].v);
        jet3_add_to(n, &v, sign, &spin);
    }
    jet_node_arm(n, &stroke->e, &at[0], self->e);
    jet3_cross(n, &rotation, &at[0].w, &d);
    jet3_add_to(n, &v, -1.0, &rotation);
    jet3_dot(n, &stroke->l, &stroke->e, &d);
    jet3_dot(n, &stroke->speed, &stroke->e, &v);
}

/* Computes the flow into chamber k, whose length x has the rate x'. */
static void hydraulic_actuator_set_flow(int lanes, const state *state, const elem *element, int k, const stroke *stroke,
                                        jet1 *q)
{
    const actuator *self = element->self;
    const double sign = k == 0 ? 1.0 : -1.0;
    jet1 x = stroke->l, P, rate, rho;
    jet1_scale_by(lanes, &x, sign);
    x.v += k == 0 ? 0.0 : self->length;
    jet1_seed(lanes, &P, state->y[element->internal + k], AT_INTERNAL + k, state->dvalue);
    jet1_seed(lanes, &rate, state->yp[element->internal + k], AT_INTERNAL + k, state->drate);
    density_pressure(lanes, state, &P, element->internal + k, &P);
    density_at(lanes, &rho, self->fluids[k], &P);
    to_density_derivative(lanes, self->fluids[k], &P);
    *q = stroke->speed;
    jet1_scale_by(lanes, q, sign);
    jet1_mul_by(lanes, q, &rho);
    jet1_mul_by(lanes, &x, &P);
    jet1_mul_by(lanes, &x, &rate);
    jet1_add_to(lanes, q, 1.0, &x);
    jet1_scale_by(lanes, q, self->area[k]);
}

static void hydraulic_actuator_eval(int lanes, const state *state, const elem *element, local *out)
{
    const actuator *self = element->self;
    jet1 p[2], q, push;
    stroke stroke;
    port_pressures(lanes, state, self->port, 2, p);
    set_stroke(lanes, state, self, &stroke);
    jet1_const(lanes, &push, 0.0);
    for (int k = 0; k < 2; k++) {
        jet1 P;
        hydraulic_actuator_set_flow(lanes, state, element, k, &stroke, &q);
        local_add1(out, k, lanes, 1.0, &q);
        jet1_seed(lanes, &P, state->y[element->internal + k], AT_INTERNAL + k, state->dvalue);
        local_add1(out, AT_INTERNAL + k, lanes, 1.0, &p[k]);
        local_add1(out, AT_INTERNAL + k, lanes, -1.0, &P);
        jet1_add_to(lanes, &push, k == 0 ? self->area[k] : -self->area[k], &p[k]);
    }
    jet3 F, moment;
    jet3_mul1(lanes, &F, &push, &stroke.e);
    for (int k = 0; k < 2; k++) {
        const double sign = k == 0 ? -1.0 : 1.0;
        jet3_cross(lanes, &moment, &stroke.arm[k], &F);
        local_add3(out, AT_NODE + 6 * k, lanes, sign, &F);
        local_add3(out, AT_NODE + 6 * k + 3, lanes, sign, &moment);
    }
}

static void hydraulic_actuator_initial(const state *state, const elem *element, initial_values *initial)
{
    const actuator *self = element->self;
    (void)state;
    for (int k = 0; k < 2; k++)
        initial->y[element->internal + k] = initial->y[self->port[k].node->dof];
}

/* --- output and the type ------------------------------------------------------------------------------------------ */

static void record_pair(const state *state, record *out, const char *const names[2], physical_quantity unit,
                        const char *words, const double v[2])
{
    for (int k = 0; k < 2; k++) {
        record_hydraulic(state, out, names[k], unit, words, v[k]);
    }
}

static void hydraulic_actuator_output_row(const state *state, const elem *element, record *out)
{
    const actuator *self = element->self;
    stroke stroke;
    jet1 q[2], p[2];
    double rho[2], derivative;
    set_stroke(0, state, self, &stroke);
    port_pressures(0, state, self->port, 2, p);
    for (int k = 0; k < 2; k++) {
        hydraulic_actuator_set_flow(0, state, element, k, &stroke, &q[k]);
        rho[k] = fluid_density(self->fluids[k], p[k].v, &derivative);
    }
    const double volume[2] = {self->area[0] * stroke.l.v, self->area[1] * (self->length - stroke.l.v)};
    record_begin(out, element->label);
    record_flow(state, out, "q1", q[0].v);
    record_flow(state, out, "q2", q[1].v);
    record_pair(state, out, (const char *const[]){"p1", "p2"}, QUANTITY_PRESSURE, "pressure",
                (double[]){p[0].v, p[1].v});
    record_pair(state, out, (const char *const[]){"p1P", "p2P"}, QUANTITY_PRESSURE_DERIVATIVE, "rate of pressure",
                state->yp + element->internal);
    record_pair(state, out, (const char *const[]){"V1", "V2"}, QUANTITY_VOLUME, "volume of a chamber", volume);
    record_density(state, out, "rho1", rho[0]);
    record_density(state, out, "rho2", rho[1]);
    record_end(out);
}

static const char *hydraulic_actuator_internal_name(const elem *element, int i)
{
    (void)element, (void)i;
    return "pressure of a chamber";
}

static void hydraulic_actuator_sample(sampler *from, elem *element)
{
    actuator *self = element->self;
    sample_ports(from, self->port, 2);
    for (int k = 0; k < 2; k++) {
        self->node[k] = sample_structural(from, k);
        self->f[k] = sample_vec3(from, 1.0);
        self->area[k] = sample_real(from, 0.5, 2.0);
        self->fluids[k] = sample_fluid(from);
    }
    self->e = sample_axis(from);
    self->length = sample_real(from, 0.5, 2.0);
    hydraulic_actuator_set_internal(element);
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
    .internal_name = hydraulic_actuator_internal_name,
    .sample = hydraulic_actuator_sample,
    .history = &(const elem_history){.is_discontinuous = true},
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.unbalanced = true},
};
