/* electric_accelerometer.c - the rate of a velocity along, or of an angular velocity about, an axis of a node.
 *
 *     row 1:  z - u = 0          u = e . (v + w x R f)  or  e . w,   e = R e~,  |e~| = 1
 *     row of the abstract node with value y
 *         plain:                        z' - y
 *         with a transfer function:     kappa W^2 z' - y' - x1
 *     rows 2, 3 of the latter:      x1' + a1 x1 - x2 - a2 y = 0,   x2' - a3 y = 0
 *         a1 = 2 xi W + 1 / tau,   a2 = W^2 + 2 xi W / tau,   a3 = W^2 / tau
 *
 * so that  y = kappa W^2 s (s + a1) / ((s + 1 / tau) (s^2 + 2 xi W s + W^2)) u'. The measured quantity is the rate of
 * the component and contains the term (w x e) . v, which the component of the acceleration does not have. */
#include "contract/sampler.h"
#include "element/axis.h"
#include "model/frames.h"
#include "model/reading.h"

typedef enum { TRANSLATIONAL, ROTATIONAL, FILTERED } accelerometer_kind;

typedef struct {
    const node *node;
    node_dof dof;
    accelerometer_kind kind;
    vec3 e, f;
    double gain, a1, a2, a3;
} accelerometer;

enum { AT_SIGNAL = 6, AT_INTERNAL = 7 };

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void electric_accelerometer_set_internal(elem *element)
{
    static const internal_kind STATES[] = {INTERNAL_DIFFERENTIAL, INTERNAL_DIFFERENTIAL, INTERNAL_DIFFERENTIAL};
    element->n_internal = ((const accelerometer *)element->self)->kind == FILTERED ? 3 : 1;
    element->kinds = STATES;
}

static void set_filter(accelerometer *self, double omega, double tau, double xi, double kappa)
{
    self->gain = kappa * omega * omega;
    self->a1 = 2.0 * xi * omega + 1.0 / tau;
    self->a2 = omega * omega + 2.0 * xi * omega / tau;
    self->a3 = omega * omega / tau;
}

static void read_filter(reader *reader, accelerometer *self)
{
    const double omega = read_positive(reader, "frequency");
    const double tau = read_positive(reader, "time constant");
    const double xi = read_positive(reader, "damping");
    const double kappa = read_real(reader, "gain");
    if (read_ok(reader))
        set_filter(self, omega, tau, xi, kappa);
}

static void electric_accelerometer_read(reader *reader, elem *element)
{
    static const char *const KINDS[] = {"translational", "rotational", NULL};
    accelerometer *self = element->self;
    const int kind = read_try_choice(reader, KINDS);
    self->kind = kind < 0 ? FILTERED : (accelerometer_kind)kind;
    self->node = read_structural_node(reader, "structural node");
    self->dof.node = read_node(reader, "abstract", "abstract node");
    self->e = read_unit_direction(reader, self->node, "direction of the measure");
    const frame_context context = {.node_frame = self->node ? self->node->initial : NULL};
    if (self->kind == FILTERED)
        read_filter(reader, self);
    else if (read_keyword(reader, "position"))
        self->f = read_position_rel(reader, &context, "position");
    electric_accelerometer_set_internal(element);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void electric_accelerometer_connect(const elem *element, layout *layout)
{
    const accelerometer *self = element->self;
    layout_node(layout, self->node);
    layout_dof(layout, &self->dof);
    layout_internal(layout);
    layout_clear(layout);
    layout_full(layout, AT_SIGNAL, 1, AT_SIGNAL, 1 + element->n_internal);
    layout_full(layout, AT_INTERNAL, 1, 0, 6);
    layout_full(layout, AT_INTERNAL, 1, AT_INTERNAL, 1);
    if (self->kind == FILTERED) {
        layout_full(layout, AT_INTERNAL + 1, 2, AT_SIGNAL, 1);
        layout_full(layout, AT_INTERNAL + 1, 2, AT_INTERNAL + 1, 2);
    }
}

static void set_speed(int lanes, const state *state, const accelerometer *self, jet1 *u)
{
    jet_node at;
    jet3 e, arm, v;
    jet_node_seed(lanes, &at, state, self->node->pose, 0);
    jet_node_arm(lanes, &e, &at, self->e);
    if (self->kind == ROTATIONAL) {
        jet3_dot(lanes, u, &e, &at.w);
        return;
    }
    jet_node_arm(lanes, &arm, &at, self->f);
    jet3_cross(lanes, &v, &at.w, &arm);
    jet3_add_to(lanes, &v, 1.0, &at.v);
    jet3_dot(lanes, u, &e, &v);
}

static void add_filter(int lanes, const state *state, const elem *element, local *out)
{
    const accelerometer *self = element->self;
    const double *const x = state->y + element->internal, *const rate = state->yp + element->internal;
    node_dof derivative = self->dof;
    derivative.derivative = true;
    const double y = node_dof_value(state, &self->dof);
    out->r[AT_SIGNAL] = self->gain * rate[0] - node_dof_value(state, &derivative) - x[1];
    out->r[AT_INTERNAL + 1] = rate[1] + self->a1 * x[1] - x[2] - self->a2 * y;
    out->r[AT_INTERNAL + 2] = rate[2] - self->a3 * y;
    if (lanes == 0)
        return;
    double *const at_y = jacobian_row(out, AT_SIGNAL), *const at_1 = at_y + 2 * out->ld, *const at_2 = at_1 + out->ld;
    at_y[AT_SIGNAL] = -dof_weight(state, &derivative);
    at_y[AT_INTERNAL] = self->gain * state->drate;
    at_y[AT_INTERNAL + 1] = -state->dvalue;
    at_1[AT_SIGNAL] = -self->a2 * dof_weight(state, &self->dof);
    at_1[AT_INTERNAL + 1] = state->drate + self->a1 * state->dvalue;
    at_1[AT_INTERNAL + 2] = -state->dvalue;
    at_2[AT_SIGNAL] = -self->a3 * dof_weight(state, &self->dof);
    at_2[AT_INTERNAL + 2] = state->drate;
}

static void electric_accelerometer_eval(int lanes, const state *state, const elem *element, local *out)
{
    const accelerometer *self = element->self;
    jet1 u;
    set_speed(lanes, state, self, &u);
    local_add1(out, AT_INTERNAL, lanes, -1.0, &u);
    out->r[AT_INTERNAL] += state->y[element->internal];
    if (lanes > 0)
        out->J[AT_INTERNAL * out->ld + AT_INTERNAL] = state->dvalue;
    if (self->kind == FILTERED) {
        add_filter(lanes, state, element, out);
        return;
    }
    out->r[AT_SIGNAL] = state->yp[element->internal] - node_dof_value(state, &self->dof);
    if (lanes > 0) {
        out->J[AT_SIGNAL * out->ld + AT_SIGNAL] = -dof_weight(state, &self->dof);
        out->J[AT_SIGNAL * out->ld + AT_INTERNAL] = state->drate;
    }
}

static void electric_accelerometer_initial(const state *state, const elem *element, initial_values *initial)
{
    jet1 u;
    set_speed(0, state, element->self, &u);
    initial->y[element->internal] = u.v;
}

/* --- the type ----------------------------------------------------------------------------------------------------- */

static const char *electric_accelerometer_internal_name(const elem *element, int i)
{
    (void)element;
    return i == 0 ? "velocity" : "state of the filter";
}

static void electric_accelerometer_sample(sampler *from, elem *element)
{
    accelerometer *self = element->self;
    self->node = sample_structural(from, 0);
    self->dof = sample_dof(from, 0);
    self->kind = (accelerometer_kind)sample_integer(from, TRANSLATIONAL, FILTERED);
    self->e = sample_axis(from);
    self->f = self->kind == FILTERED ? (vec3){0, 0, 0} : sample_vec3(from, 1.0);
    set_filter(self, sample_real(from, 0.5, 2.0), sample_real(from, 0.5, 2.0), sample_real(from, 0.1, 1.0), 1.5);
    electric_accelerometer_set_internal(element);
}

const elem_type electric_accelerometer_type = {
    .card = &elem_cards[CARD_ELECTRIC],
    .keyword = "accelerometer",
    .grammar =
        "electric: LABEL, accelerometer, {translational | rotational}, NODE, ABSTRACT NODE, DIRECTION [, position, F]\n"
        "electric: LABEL, accelerometer, NODE, ABSTRACT NODE, DIRECTION, OMEGA, TAU, CSI, KAPPA",
    .summary = "Measures the rate of a component of a node's velocity.",
    .size = sizeof(accelerometer),
    .read = electric_accelerometer_read,
    .connect = electric_accelerometer_connect,
    .eval = electric_accelerometer_eval,
    .initial = electric_accelerometer_initial,
    .internal_name = electric_accelerometer_internal_name,
    .sample = electric_accelerometer_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.internal_forces = true},
};
