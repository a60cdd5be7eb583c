/* inline_friction.c - a point of node 2 slides on a line of node 1, axis 1 of its hinge (line.h), with friction.
 *
 *     z' - v + |v| z/d = 0                              one state z, the stiction state; v: sliding velocity
 *     tau = N g z/d + k_v v,   N = hypot(l1, l2),   g = m_c + (m_s - m_c) exp(-|v/v_s|^i)
 *     node 2: -tau e1 at p2;  node 1: tau e1 at p2
 *
 * The row of z is multiplied by the stiction state equation scale. */
#include "element/joint/line.h"
#include "deck/named_values.h"
#include <math.h>

typedef struct {
    total base;
    double coulomb, stiction, v_s, exponent, d, viscous, scale, z0, zP0;
} inline_friction;

enum { Z = LINE_OWN + 2 };

static void inline_friction_set(elem *e, arena *memory) { line_set(e, memory, 1, OWN_DIFFERENTIAL); }

static void inline_friction_read(reader *r, elem *e)
{
    inline_friction *p = e->self;
    read_line(r, e);
    p->coulomb = read_named_real(r, "coulomb friction coefficient");
    p->stiction = read_named_real(r, "static friction coefficient");
    p->v_s = read_named_positive(r, "sliding velocity coefficient");
    p->exponent = read_keyword(r, "sliding velocity exponent") ? read_positive(r, "sliding velocity exponent") : 1.0;
    p->d = read_named_positive(r, "micro slip displacement");
    p->z0 = read_real_after(r, "initial stiction state", 0.0);
    p->zP0 = read_real_after(r, "initial stiction derivative", 0.0);
    p->viscous = read_real_after(r, "viscous friction coefficient", 0.0);
    p->scale = read_real_after(r, "stiction state equation scale", 1.0);
    inline_friction_set(e, reader_arena(r));
}

static void inline_friction_connect(const elem *e, layout *l)
{
    total_connect(e, l);
    layout_full(l, 0, Z + 1, 0, Z + 1);
}

/* tau and v */
static void inline_friction_slide(int n, const state *s, const elem *e, line_work *k, jet1 *v, jet1 *tau)
{
    const inline_friction *p = e->self;
    jet1 g, z;
    line_begin(n, s, e, k);
    line_speed(n, k, v);
    const double u = fabs(v->v) / p->v_s, power = pow(u, p->exponent), drop = (p->stiction - p->coulomb) * exp(-power);
    g = *v;
    jet1_chain_by(n, &g, p->coulomb + drop, v->v != 0.0 ? -drop * p->exponent * power / v->v : 0.0);
    jet1_seed(n, &z, s->y[e->own + 2] / p->d, Z, s->dvalue / p->d);
    *tau = k->normal;
    jet1_mul_by(n, tau, &g);
    jet1_mul_by(n, tau, &z);
    jet1_add_to(n, tau, p->viscous, v);
}

static void stiction_row(int n, const state *s, const elem *e, const jet1 *v, local *out)
{
    const inline_friction *p = e->self;
    jet1 z, rate, used = *v;
    jet1_seed(n, &z, s->y[e->own + 2] / p->d, Z, s->dvalue / p->d);
    jet1_seed(n, &rate, s->yp[e->own + 2], Z, s->drate);
    jet1_chain_by(n, &used, fabs(v->v), v->v < 0.0 ? -1.0 : v->v > 0.0 ? 1.0 : 0.0);
    jet1_mul_by(n, &used, &z);
    jet1_add_to(n, &rate, -1.0, v);
    jet1_add_to(n, &rate, 1.0, &used);
    local_add1(out, Z, n, p->scale, &rate);
}

static void inline_friction_eval(int n, const state *s, const elem *e, local *out)
{
    line_work k;
    jet1 v, tau;
    jet3 F;
    total_eval_both(n, s, e, out);
    if (s->now == PHASE_ASSEMBLY)
        return;
    inline_friction_slide(n, s, e, &k, &v, &tau);
    stiction_row(n, s, e, &v, out);
    jet3_mul1(n, &F, &tau, &k.axis);
    local_force(n, out, LINE_NODE_1, 1.0, &F, &k.arm);
    local_force(n, out, LINE_NODE_2, -1.0, &F, &k.side[1].b);
}

static void inline_friction_initial(const state *s, const elem *e, initial_values *v)
{
    (void)s;
    const inline_friction *p = e->self;
    v->y[e->own + 2] = p->z0;
    v->yp[e->own + 2] = p->zP0;
}

static const char *const NAMES[] = {"lambda1", "lambda2", "z", "zP", "tau", "v", NULL};

static double inline_friction_private_value(const state *s, const elem *e, int index)
{
    line_work k;
    jet1 v, tau;
    if (index <= 3)
        return s->y[e->own + index - 1];
    if (index == 4)
        return s->yp[e->own + 2];
    inline_friction_slide(0, s, e, &k, &v, &tau);
    return index == 5 ? tau.v : v.v;
}

static void inline_friction_output_row(const state *s, const elem *e, record *out)
{
    line_record(s, e, out);
    record_name(out, "z", QUANTITY_LENGTH, "stiction state");
    record_real(out, s->y[e->own + 2]);
    record_name(out, "zP", QUANTITY_VELOCITY, "derivative of the stiction state");
    record_real(out, s->yp[e->own + 2]);
    record_end(out);
}

static const char *inline_friction_own_name(const elem *e, int i)
{
    return i < 2 ? total_own_name(e, i) : "stiction state";
}

static void inline_friction_sample(sampler *from, elem *e)
{
    inline_friction *p = e->self;
    sample_line(from, e);
    p->coulomb = sample_real(from, 0.1, 0.2);
    p->stiction = sample_real(from, 0.3, 0.4);
    p->v_s = sample_real(from, 1, 2);
    p->exponent = sample_real(from, 1.5, 2);
    p->d = sample_real(from, 1, 2);
    p->viscous = sample_real(from, 0, 1);
    p->scale = sample_real(from, 1, 2);
    inline_friction_set(e, from->memory);
}

const elem_type inline_friction_type = {
    LINE_SLOTS,
    .keyword = "inline friction",
    .grammar = "user defined: LABEL, inline friction, node1, NODE [, offset, F] [, hinge, R], node2, NODE [, offset, "
               "F], coulomb "
               "friction coefficient, MU, static friction coefficient, MU, sliding velocity coefficient, V [, sliding "
               "velocity "
               "exponent, I], micro slip displacement, D [, initial stiction state, Z] [, initial stiction derivative, "
               "ZP] [, viscous "
               "friction coefficient, K] [, stiction state equation scale, S]",
    .summary = "A point of a node slides on a line of another, with friction.",
    .module = MODULE_INLINE_FRICTION,
    .size = sizeof(inline_friction),
    .read = inline_friction_read,
    .connect = inline_friction_connect,
    .eval = inline_friction_eval,
    .initial = inline_friction_initial,
    .output = inline_friction_output_row,
    .private_names = NAMES,
    .private_value = inline_friction_private_value,
    .own_name = inline_friction_own_name,
    .sample = inline_friction_sample,
    .expectations = &(const elem_expectations){.internal_forces = true, .reactions_work = true},
};
