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

enum { AT_SIGNAL = 6, AT_OWN = 7 };

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void electric_accelerometer_set_own(elem *e)
{
    static const own_kind STATES[] = {OWN_DIFFERENTIAL, OWN_DIFFERENTIAL, OWN_DIFFERENTIAL};
    e->n_own = ((const accelerometer *)e->self)->kind == FILTERED ? 3 : 1;
    e->kinds = STATES;
}

static void set_filter(accelerometer *self, double omega, double tau, double xi, double kappa)
{
    self->gain = kappa * omega * omega;
    self->a1 = 2.0 * xi * omega + 1.0 / tau;
    self->a2 = omega * omega + 2.0 * xi * omega / tau;
    self->a3 = omega * omega / tau;
}

static void read_filter(reader *r, accelerometer *self)
{
    const double omega = read_positive(r, "frequency");
    const double tau = read_positive(r, "time constant");
    const double xi = read_positive(r, "damping");
    const double kappa = read_real(r, "gain");
    if (read_ok(r))
        set_filter(self, omega, tau, xi, kappa);
}

static void electric_accelerometer_read(reader *r, elem *e)
{
    static const char *const KINDS[] = {"translational", "rotational", NULL};
    accelerometer *self = e->self;
    const int kind = read_try_choice(r, KINDS);
    self->kind = kind < 0 ? FILTERED : (accelerometer_kind)kind;
    self->node = read_structural_node(r, "structural node");
    self->dof.node = read_node(r, "abstract", "abstract node");
    self->e = read_unit_direction(r, self->node, "direction of the measure");
    const frame_context c = {.own = self->node ? self->node->initial : NULL};
    if (self->kind == FILTERED)
        read_filter(r, self);
    else if (read_keyword(r, "position"))
        self->f = read_position_rel(r, &c, "position");
    electric_accelerometer_set_own(e);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void electric_accelerometer_connect(const elem *e, layout *l)
{
    const accelerometer *self = e->self;
    layout_node(l, self->node);
    layout_dof(l, &self->dof);
    layout_own(l);
    layout_clear(l);
    layout_full(l, AT_SIGNAL, 1, AT_SIGNAL, 1 + e->n_own);
    layout_full(l, AT_OWN, 1, 0, 6);
    layout_full(l, AT_OWN, 1, AT_OWN, 1);
    if (self->kind == FILTERED) {
        layout_full(l, AT_OWN + 1, 2, AT_SIGNAL, 1);
        layout_full(l, AT_OWN + 1, 2, AT_OWN + 1, 2);
    }
}

static void set_speed(int n, const state *s, const accelerometer *self, jet1 *u)
{
    jet_node at;
    jet3 e, arm, v;
    jet_node_seed(n, &at, s, self->node->pose, 0);
    jet_node_arm(n, &e, &at, self->e);
    if (self->kind == ROTATIONAL) {
        jet3_dot(n, u, &e, &at.w);
        return;
    }
    jet_node_arm(n, &arm, &at, self->f);
    jet3_cross(n, &v, &at.w, &arm);
    jet3_add_to(n, &v, 1.0, &at.v);
    jet3_dot(n, u, &e, &v);
}

static void add_filter(int n, const state *s, const elem *e, local *out)
{
    const accelerometer *self = e->self;
    const double *const x = s->y + e->own, *const rate = s->yp + e->own;
    node_dof slope = self->dof;
    slope.derivative = true;
    const double y = node_dof_value(s, &self->dof);
    out->r[AT_SIGNAL] = self->gain * rate[0] - node_dof_value(s, &slope) - x[1];
    out->r[AT_OWN + 1] = rate[1] + self->a1 * x[1] - x[2] - self->a2 * y;
    out->r[AT_OWN + 2] = rate[2] - self->a3 * y;
    if (n == 0)
        return;
    double *const at_y = jacobian_row(out, AT_SIGNAL), *const at_1 = at_y + 2 * out->ld, *const at_2 = at_1 + out->ld;
    at_y[AT_SIGNAL] = -dof_weight(s, &slope);
    at_y[AT_OWN] = self->gain * s->drate;
    at_y[AT_OWN + 1] = -s->dvalue;
    at_1[AT_SIGNAL] = -self->a2 * dof_weight(s, &self->dof);
    at_1[AT_OWN + 1] = s->drate + self->a1 * s->dvalue;
    at_1[AT_OWN + 2] = -s->dvalue;
    at_2[AT_SIGNAL] = -self->a3 * dof_weight(s, &self->dof);
    at_2[AT_OWN + 2] = s->drate;
}

static void electric_accelerometer_eval(int n, const state *s, const elem *e, local *out)
{
    const accelerometer *self = e->self;
    jet1 u;
    set_speed(n, s, self, &u);
    local_add1(out, AT_OWN, n, -1.0, &u);
    out->r[AT_OWN] += s->y[e->own];
    if (n > 0)
        out->J[AT_OWN * out->ld + AT_OWN] = s->dvalue;
    if (self->kind == FILTERED) {
        add_filter(n, s, e, out);
        return;
    }
    out->r[AT_SIGNAL] = s->yp[e->own] - node_dof_value(s, &self->dof);
    if (n > 0) {
        out->J[AT_SIGNAL * out->ld + AT_SIGNAL] = -dof_weight(s, &self->dof);
        out->J[AT_SIGNAL * out->ld + AT_OWN] = s->drate;
    }
}

static void electric_accelerometer_initial(const state *s, const elem *e, initial_values *v)
{
    jet1 u;
    set_speed(0, s, e->self, &u);
    v->y[e->own] = u.v;
}

/* --- the type ----------------------------------------------------------------------------------------------------- */

static const char *electric_accelerometer_own_name(const elem *e, int i)
{
    (void)e;
    return i == 0 ? "velocity" : "state of the filter";
}

static void electric_accelerometer_sample(sampler *from, elem *e)
{
    accelerometer *self = e->self;
    self->node = sample_structural(from, 0);
    self->dof = sample_dof(from, 0);
    self->kind = (accelerometer_kind)sample_integer(from, TRANSLATIONAL, FILTERED);
    self->e = sample_axis(from);
    self->f = self->kind == FILTERED ? (vec3){0, 0, 0} : sample_vec3(from, 1.0);
    set_filter(self, sample_real(from, 0.5, 2.0), sample_real(from, 0.5, 2.0), sample_real(from, 0.1, 1.0), 1.5);
    electric_accelerometer_set_own(e);
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
    .own_name = electric_accelerometer_own_name,
    .sample = electric_accelerometer_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.internal_forces = true},
};
