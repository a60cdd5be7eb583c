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

enum { AT_POLES = 12, AT_OWN = 14 };

static void electric_motor_set_own(elem *e)
{
    static const own_kind CURRENT[] = {OWN_DIFFERENTIAL};
    e->n_own = 1;
    e->kinds = CURRENT;
}

static void electric_motor_read(reader *r, elem *e)
{
    motor *self = e->self;
    self->node[0] = read_structural_node(r, "first structural node");
    self->node[1] = read_structural_node(r, "second structural node");
    self->e = read_unit_direction(r, self->node[0], "direction");
    self->pole[0].node = read_node(r, "electric", "first electric node");
    self->pole[1].node = read_node(r, "electric", "second electric node");
    self->G = read_real(r, "torque constant");
    self->L = read_real(r, "inductance");
    self->R = read_real(r, "resistance");
    self->i0 = read_keyword(r, "initial current") ? read_real(r, "initial current") : 0.0;
    electric_motor_set_own(e);
}

static void electric_motor_connect(const elem *e, layout *l)
{
    const motor *self = e->self;
    const int at[2] = {layout_node(l, self->node[0]), layout_node(l, self->node[1])};
    layout_dof(l, &self->pole[0]);
    layout_dof(l, &self->pole[1]);
    layout_own(l);
    layout_clear(l);
    for (int k = 0; k < 2; k++) {
        layout_full(l, at[k] + 3, 3, at[0] + 3, 3);
        layout_full(l, at[k] + 3, 3, AT_OWN, 1);
        layout_full(l, AT_OWN, 1, at[k] + 3, 3);
    }
    layout_full(l, AT_POLES, 2, AT_OWN, 1);
    layout_full(l, AT_OWN, 1, AT_POLES, 3);
}

static double voltage(const state *s, const motor *self)
{
    return node_dof_value(s, &self->pole[1]) - node_dof_value(s, &self->pole[0]);
}

static void electric_motor_eval(int n, const state *s, const elem *e, local *out)
{
    const motor *self = e->self;
    jet_node a, b;
    jet_node_seed(n, &a, s, self->node[0]->pose, 0);
    jet_node_seed(n, &b, s, self->node[1]->pose, 6);
    jet3 axis, relative, couple;
    jet1 i, w;
    jet_node_arm(n, &axis, &a, self->e);
    jet3_add(n, &relative, &b.w, -1.0, &a.w);
    jet3_dot(n, &w, &axis, &relative);
    jet1_seed(n, &i, s->y[e->own], AT_OWN, s->dvalue);
    jet3_mul1(n, &couple, &i, &axis);
    local_add3(out, 3, n, -self->G, &couple);
    local_add3(out, 9, n, self->G, &couple);
    local_add1(out, AT_POLES, n, -1.0, &i);
    local_add1(out, AT_POLES + 1, n, 1.0, &i);
    local_add1(out, AT_OWN, n, self->R, &i);
    local_add1(out, AT_OWN, n, self->G, &w);
    out->r[AT_OWN] += self->L * s->yp[e->own] - voltage(s, self);
    if (n == 0)
        return;
    double *const row = jacobian_row(out, AT_OWN);
    row[AT_POLES] += dof_weight(s, &self->pole[0]);
    row[AT_POLES + 1] -= dof_weight(s, &self->pole[1]);
    row[AT_OWN] += self->L * s->drate;
}

static void electric_motor_initial(const state *s, const elem *e, initial_values *v)
{
    (void)s;
    v->y[e->own] = ((const motor *)e->self)->i0;
}

static double electric_motor_private_value(const state *s, const elem *e, int index)
{
    const motor *self = e->self;
    const pose *const a = &s->poses[self->node[0]->pose], *const b = &s->poses[self->node[1]->pose];
    const double i = s->y[e->own];
    switch (index) {
    case 1:
        return self->G * i;
    case 2:
        return vec3_dot(mat3_mulv(&a->R, self->e), vec3_sub(b->w, a->w));
    case 3:
        return i;
    case 4:
        return s->yp[e->own];
    case 5:
        return voltage(s, self);
    default:
        return self->R;
    }
}

static const char *const NAMES[] = {"M", "omega", "i", "iP", "U", "R", NULL};

static const char *electric_motor_own_name(const elem *e, int i)
{
    (void)e, (void)i;
    return "current";
}

static void electric_motor_sample(sampler *from, elem *e)
{
    motor *self = e->self;
    for (int k = 0; k < 2; k++) {
        self->node[k] = sample_structural(from, k);
        self->pole[k] = sample_dof(from, k);
    }
    self->e = sample_axis(from);
    self->G = sample_real(from, 0.5, 2.0);
    self->L = sample_real(from, 0.5, 2.0);
    self->R = sample_real(from, 0.5, 2.0);
    electric_motor_set_own(e);
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
    .own_name = electric_motor_own_name,
    .sample = electric_motor_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.internal_forces = true},
};
