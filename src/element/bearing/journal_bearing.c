/* journal_bearing.c - a point of node 2 stays on an axis of node 1, axis 1 of its hinge (line.h), with friction about
 * it.
 *
 *     v = d/2 e1 . (w2 - w1),  N = hypot(l1, l2),  g = m_c + (m_s - m_c) exp(-|v/v_s|^a)
 *     z' - v + s0 |v| z/g = 0                           one state z
 *     M = d/2 (N (s0 z + s1 z') + k_v v)                -M e1 on node 2, M e1 on node 1
 *
 * Printed: l1, l2; with friction two zeros (as in MBDyn), e1 . (w2 - w1), M, and the power -M e1 . (w2 - w1).
 * */
#include "element/joint/line.h"
#include "deck/named_values.h"
#include <math.h>

typedef struct {
    total base;
    bool has_friction;
    double diameter, coulomb, stiction, stiffness, damping, v_s, exponent, viscous;
} journal;

enum { Z = LINE_OWN + 2 };

static void journal_bearing_set(elem *e, arena *memory)
{
    line_set(e, memory, ((journal *)e->self)->has_friction, OWN_DIFFERENTIAL);
}

static void journal_bearing_read(reader *r, elem *e)
{
    journal *p = e->self;
    read_line(r, e);
    p->has_friction = read_keyword(r, "friction");
    if (p->has_friction) {
        p->diameter = read_named_positive(r, "diameter");
        p->coulomb = read_named_positive(r, "coulomb friction coefficient");
        p->stiction = read_real_after(r, "static friction coefficient", p->coulomb);
        p->stiffness = read_named_positive(r, "micro stick stiffness");
        p->damping = read_real_after(r, "micro stick damping", 0.0);
        p->v_s =
            read_keyword(r, "sliding velocity coefficient") ? read_positive(r, "sliding velocity coefficient") : 1.0;
        p->exponent =
            read_keyword(r, "sliding velocity exponent") ? read_positive(r, "sliding velocity exponent") : 1.0;
        p->viscous = read_real_after(r, "viscous friction coefficient", 0.0);
    }
    journal_bearing_set(e, reader_arena(r));
}

static void journal_bearing_connect(const elem *e, layout *l)
{
    total_connect(e, l);
    if (((const journal *)e->self)->has_friction)
        layout_full(l, 0, Z + 1, 0, Z + 1);
}

/* 1/g */
static void inverse_stribeck(int n, const journal *p, const jet1 *v, jet1 *r)
{
    const double power = pow(fabs(v->v) / p->v_s, p->exponent), drop = (p->stiction - p->coulomb) * exp(-power);
    const double g = p->coulomb + drop, slope = v->v != 0.0 ? -drop * p->exponent * power / v->v : 0.0;
    *r = *v;
    jet1_chain_by(n, r, 1.0 / g, -slope / (g * g));
}

/* The moment, and the row of z. */
static void rub(int n, const state *s, const elem *e, line_work *k, jet1 *M, local *out)
{
    const journal *p = e->self;
    jet3 w;
    jet1 v, z, rate, used, size;
    line_begin(n, s, e, k);
    jet3_add(n, &w, &k->side[1].node.w, -1.0, &k->side[0].node.w);
    jet3_dot(n, &v, &k->axis, &w);
    jet1_scale_by(n, &v, 0.5 * p->diameter);
    jet1_seed(n, &z, p->stiffness * s->y[e->own + 2], Z, p->stiffness * s->dvalue);
    jet1_seed(n, &rate, s->yp[e->own + 2], Z, s->drate);
    inverse_stribeck(n, p, &v, &used);
    size = v;
    jet1_chain_by(n, &size, fabs(v.v), v.v < 0.0 ? -1.0 : v.v > 0.0 ? 1.0 : 0.0);
    jet1_mul_by(n, &used, &size);
    jet1_mul_by(n, &used, &z);
    local_add1(out, Z, n, 1.0, &rate);
    local_add1(out, Z, n, -1.0, &v);
    local_add1(out, Z, n, 1.0, &used);
    *M = z;
    jet1_add_to(n, M, p->damping, &rate);
    jet1_mul_by(n, M, &k->normal);
    jet1_add_to(n, M, p->viscous, &v);
    jet1_scale_by(n, M, 0.5 * p->diameter);
}

static void journal_bearing_eval(int n, const state *s, const elem *e, local *out)
{
    total_eval_both(n, s, e, out);
    if (!((const journal *)e->self)->has_friction || s->now == PHASE_ASSEMBLY)
        return;
    line_work k;
    jet1 M;
    jet3 couple;
    rub(n, s, e, &k, &M, out);
    jet3_mul1(n, &couple, &M, &k.axis);
    local_couple(n, out, LINE_NODE_1, 1.0, &couple);
    local_couple(n, out, LINE_NODE_2, -1.0, &couple);
}

static double moment(const state *s, const elem *e)
{
    double rows[32] = {0};
    local unused = {.r = rows};
    line_work k;
    jet1 M;
    rub(0, s, e, &k, &M, &unused);
    return M.v;
}

static double spin(const state *s, const elem *e)
{
    const total *t = e->self;
    const side_motion a = side_now(s, &t->side[0]), b = side_now(s, &t->side[1]);
    return vec3_dot(mat3_col(&a.H, 2), vec3_sub(b.pose->w, a.pose->w));
}

static const char *const NAMES[] = {"lambda1", "lambda2", "z", "zP", "omega", "M", "Pf", NULL};

static bool journal_bearing_has_private(const elem *e, int index)
{
    return index <= (((const journal *)e->self)->has_friction ? ARRAY_LEN(NAMES) - 1 : 2);
}

static double journal_bearing_private_value(const state *s, const elem *e, int index)
{
    switch (index) {
    case 4:
        return s->yp[e->own + 2];
    case 5:
        return spin(s, e);
    case 6:
        return moment(s, e);
    case 7:
        return -moment(s, e) * spin(s, e);
    default:
        return s->y[e->own + index - 1];
    }
}

static void journal_bearing_output_row(const state *s, const elem *e, record *out)
{
    line_record(s, e, out);
    if (((const journal *)e->self)->has_friction) {
        record_zeros(out, 2);
        record_name(out, "omega", QUANTITY_ANGULAR_VELOCITY, "relative angular velocity");
        record_real(out, spin(s, e));
        record_name(out, "M", QUANTITY_MOMENT, "moment of friction");
        record_real(out, moment(s, e));
        record_name(out, "Pf", QUANTITY_NONE, "power of friction");
        record_real(out, -moment(s, e) * spin(s, e));
    }
    record_end(out);
}

static const char *journal_bearing_own_name(const elem *e, int i)
{
    return i < 2 ? total_own_name(e, i) : "stiction state";
}

static void journal_bearing_sample(sampler *from, elem *e)
{
    journal *p = e->self;
    sample_line(from, e);
    p->has_friction = sample_integer(from, 0, 1);
    p->diameter = sample_real(from, 1, 2);
    p->coulomb = sample_real(from, 0.2, 0.3);
    p->stiction = sample_real(from, 0.3, 0.4);
    p->stiffness = sample_real(from, 1, 2);
    p->damping = sample_real(from, 0, 1);
    p->v_s = sample_real(from, 1, 2);
    p->exponent = sample_real(from, 1.5, 2);
    p->viscous = sample_real(from, 0, 1);
    journal_bearing_set(e, from->memory);
}

const elem_type journal_bearing_type = {
    LINE_SLOTS,
    .keyword = "journal bearing",
    .grammar = "user defined: LABEL, journal bearing, node1, NODE [, offset, F] [, hinge, R], node2, NODE [, offset, "
               "F] [, friction, "
               "diameter, D, coulomb friction coefficient, MU [, static friction coefficient, MU], micro stick "
               "stiffness, S [, micro "
               "stick damping, S] [, sliding velocity coefficient, V] [, sliding velocity exponent, A] [, viscous "
               "friction coefficient, "
               "K]]",
    .summary = "A cylindrical joint with friction in its rotation.",
    .module = MODULE_JOURNAL_BEARING,
    .size = sizeof(journal),
    .read = journal_bearing_read,
    .connect = journal_bearing_connect,
    .eval = journal_bearing_eval,
    .output = journal_bearing_output_row,
    .private_names = NAMES,
    .has_private = journal_bearing_has_private,
    .private_value = journal_bearing_private_value,
    .own_name = journal_bearing_own_name,
    .sample = journal_bearing_sample,
    .expectations = &(const elem_expectations){.internal_forces = true, .friction = true},
};
