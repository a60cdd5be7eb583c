/* electric_motor.c - a direct-current motor between two structural nodes.
 *
 *     row:  L i' + R i + G w - (V2 - V1) = 0        w = e . (w2 - w1),  e = R1 e~,  |e~| = 1
 *     nodes:    moment -G i e on 1, +G i e on 2;   current -i into electric node 1, +i into 2 */
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "element/axis.h"
#include "model/frames.h"
#include "model/reading.h"

typedef struct {
    const node *node[2];
    node_dof pole[2];
    vec3 e;
    double G, L, R, i0;
} motor;

enum { AT_POLES = 12, AT_INTERNAL = 14 };

static void electric_motor_set_internal(elem *element)
{
    static const internal_kind CURRENT[] = {INTERNAL_DIFFERENTIAL};
    element->n_internal = 1;
    element->kinds = CURRENT;
}

static void electric_motor_read(reader *reader, elem *element)
{
    motor *self = element->self;
    self->node[0] = read_structural_node(reader, "first structural node");
    self->node[1] = read_structural_node(reader, "second structural node");
    self->e = read_unit_direction(reader, self->node[0], "direction");
    self->pole[0].node = read_node(reader, "electric", "first electric node");
    self->pole[1].node = read_node(reader, "electric", "second electric node");
    self->G = read_real(reader, "torque constant");
    self->L = read_real(reader, "inductance");
    self->R = read_real(reader, "resistance");
    self->i0 = read_keyword(reader, "initial current") ? read_real(reader, "initial current") : 0.0;
    electric_motor_set_internal(element);
}

static void electric_motor_connect(const elem *element, layout *layout)
{
    const motor *self = element->self;
    const int at[2] = {layout_node(layout, self->node[0]), layout_node(layout, self->node[1])};
    layout_dof(layout, &self->pole[0]);
    layout_dof(layout, &self->pole[1]);
    layout_internal(layout);
    layout_clear(layout);
    for (int k = 0; k < 2; k++) {
        layout_full(layout, at[k] + 3, 3, at[0] + 3, 3);
        layout_full(layout, at[k] + 3, 3, AT_INTERNAL, 1);
        layout_full(layout, AT_INTERNAL, 1, at[k] + 3, 3);
    }
    layout_full(layout, AT_POLES, 2, AT_INTERNAL, 1);
    layout_full(layout, AT_INTERNAL, 1, AT_POLES, 3);
}

static double voltage(const state *state, const motor *self)
{
    return node_dof_value(state, &self->pole[1]) - node_dof_value(state, &self->pole[0]);
}

static void electric_motor_eval(int lanes, const state *state, const elem *element, local *out)
{
    const motor *self = element->self;
    jet_node a, b;
    jet_node_seed(lanes, &a, state, self->node[0]->pose, 0);
    jet_node_seed(lanes, &b, state, self->node[1]->pose, 6);
    jet3 axis, relative, moment;
    jet1 i, w;
    jet_node_arm(lanes, &axis, &a, self->e);
    jet3_add(lanes, &relative, &b.w, -1.0, &a.w);
    jet3_dot(lanes, &w, &axis, &relative);
    jet1_seed(lanes, &i, state->y[element->internal], AT_INTERNAL, state->dvalue);
    jet3_mul1(lanes, &moment, &i, &axis);
    local_add3(out, 3, lanes, -self->G, &moment);
    local_add3(out, 9, lanes, self->G, &moment);
    local_add1(out, AT_POLES, lanes, -1.0, &i);
    local_add1(out, AT_POLES + 1, lanes, 1.0, &i);
    local_add1(out, AT_INTERNAL, lanes, self->R, &i);
    local_add1(out, AT_INTERNAL, lanes, self->G, &w);
    out->r[AT_INTERNAL] += self->L * state->yp[element->internal] - voltage(state, self);
    if (lanes == 0)
        return;
    double *const row = jacobian_row(out, AT_INTERNAL);
    row[AT_POLES] += dof_weight(state, &self->pole[0]);
    row[AT_POLES + 1] -= dof_weight(state, &self->pole[1]);
    row[AT_INTERNAL] += self->L * state->drate;
}

static void electric_motor_initial(const state *state, const elem *element, initial_values *initial)
{
    (void)state;
    initial->y[element->internal] = ((const motor *)element->self)->i0;
}

static double electric_motor_private_value(const state *state, const elem *element, int index)
{
    const motor *self = element->self;
    const pose *const a = &state->poses[self->node[0]->pose], *const b = &state->poses[self->node[1]->pose];
    const double i = state->y[element->internal];
    switch (index) {
    case 1:
        return self->G * i;
    case 2:
        return vec3_dot(mat3_mulv(&a->R, self->e), vec3_sub(b->w, a->w));
    case 3:
        return i;
    case 4:
        return state->yp[element->internal];
    case 5:
        return voltage(state, self);
    default:
        return self->R;
    }
}

static const char *const NAMES[] = {"M", "omega", "i", "iP", "U", "R", NULL};

static const char *electric_motor_internal_name(const elem *element, int i)
{
    (void)element, (void)i;
    return "current";
}

static void electric_motor_sample(sampler *from, elem *element)
{
    motor *self = element->self;
    for (int k = 0; k < 2; k++) {
        self->node[k] = sample_structural(from, k);
        self->pole[k] = sample_dof(from, k);
    }
    self->e = sample_axis(from);
    self->G = sample_real(from, 0.5, 2.0);
    self->L = sample_real(from, 0.5, 2.0);
    self->R = sample_real(from, 0.5, 2.0);
    electric_motor_set_internal(element);
}

const elem_type electric_motor_type = {
    .card = &elem_cards[CARD_ELECTRIC],
    .keyword = "motor",
    .grammar =
        "electric: LABEL, motor, NODE 1, NODE 2, DIRECTION, ELECTRIC NODE 1, ELECTRIC NODE 2, G, L, R [, initial "
        "current, I]",
    .summary = "A direct-current motor that rotates one node about an axis of another.",
    .size = sizeof(motor),
    .read = electric_motor_read,
    .connect = electric_motor_connect,
    .eval = electric_motor_eval,
    .initial = electric_motor_initial,
    .private_value = electric_motor_private_value,
    .private_names = NAMES,
    .internal_name = electric_motor_internal_name,
    .sample = electric_motor_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.internal_forces = true},
};
