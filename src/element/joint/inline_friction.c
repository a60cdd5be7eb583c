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

enum { Z = LINE_INTERNAL + 2 };

static void inline_friction_set(elem *element, arena *memory) { line_set(element, memory, 1, INTERNAL_DIFFERENTIAL); }

static void inline_friction_read(reader *reader, elem *element)
{
    inline_friction *inline_friction = element->self;
    read_line(reader, element);
    inline_friction->coulomb = read_named_real(reader, "coulomb friction coefficient");
    inline_friction->stiction = read_named_real(reader, "static friction coefficient");
    inline_friction->v_s = read_named_positive(reader, "sliding velocity coefficient");
    inline_friction->exponent =
        read_keyword(reader, "sliding velocity exponent") ? read_positive(reader, "sliding velocity exponent") : 1.0;
    inline_friction->d = read_named_positive(reader, "micro slip displacement");
    inline_friction->z0 = read_real_after(reader, "initial stiction state", 0.0);
    inline_friction->zP0 = read_real_after(reader, "initial stiction derivative", 0.0);
    inline_friction->viscous = read_real_after(reader, "viscous friction coefficient", 0.0);
    inline_friction->scale = read_real_after(reader, "stiction state equation scale", 1.0);
    inline_friction_set(element, reader_arena(reader));
}

static void inline_friction_connect(const elem *element, layout *layout)
{
    total_connect(element, layout);
    layout_full(layout, 0, Z + 1, 0, Z + 1);
}

/* tau and v */
static void inline_friction_slide(int lanes, const state *state, const elem *element, line_work *work, jet1 *v,
                                  jet1 *tau)
{
    const inline_friction *inline_friction = element->self;
    jet1 g, z;
    line_begin(lanes, state, element, work);
    line_speed(lanes, work, v);
    const double u = fabs(v->v) / inline_friction->v_s, power = pow(u, inline_friction->exponent),
                 drop = (inline_friction->stiction - inline_friction->coulomb) * exp(-power);
    g = *v;
    jet1_chain_by(lanes, &g, inline_friction->coulomb + drop,
                  v->v != 0.0 ? -drop * inline_friction->exponent * power / v->v : 0.0);
    jet1_seed(lanes, &z, state->y[element->internal + 2] / inline_friction->d, Z, state->dvalue / inline_friction->d);
    *tau = work->normal;
    jet1_mul_by(lanes, tau, &g);
    jet1_mul_by(lanes, tau, &z);
    jet1_add_to(lanes, tau, inline_friction->viscous, v);
}

static void stiction_row(int lanes, const state *state, const elem *element, const jet1 *v, local *out)
{
    const inline_friction *inline_friction = element->self;
    jet1 z, rate, used = *v;
    jet1_seed(lanes, &z, state->y[element->internal + 2] / inline_friction->d, Z, state->dvalue / inline_friction->d);
    jet1_seed(lanes, &rate, state->yp[element->internal + 2], Z, state->drate);
    jet1_chain_by(lanes, &used, fabs(v->v), v->v < 0.0 ? -1.0 : v->v > 0.0 ? 1.0 : 0.0);
    jet1_mul_by(lanes, &used, &z);
    jet1_add_to(lanes, &rate, -1.0, v);
    jet1_add_to(lanes, &rate, 1.0, &used);
    local_add1(out, Z, lanes, inline_friction->scale, &rate);
}

static void inline_friction_eval(int lanes, const state *state, const elem *element, local *out)
{
    line_work work;
    jet1 v, tau;
    jet3 F;
    total_eval_both(lanes, state, element, out);
    if (state->now == PHASE_ASSEMBLY)
        return;
    inline_friction_slide(lanes, state, element, &work, &v, &tau);
    stiction_row(lanes, state, element, &v, out);
    jet3_mul1(lanes, &F, &tau, &work.axis);
    local_force(lanes, out, LINE_NODE_1, 1.0, &F, &work.arm);
    local_force(lanes, out, LINE_NODE_2, -1.0, &F, &work.side[1].b);
}

static void inline_friction_initial(const state *state, const elem *element, initial_values *initial)
{
    (void)state;
    const inline_friction *inline_friction = element->self;
    initial->y[element->internal + 2] = inline_friction->z0;
    initial->yp[element->internal + 2] = inline_friction->zP0;
}

static const char *const NAMES[] = {"lambda1", "lambda2", "z", "zP", "tau", "v", NULL};

static double inline_friction_private_value(const state *state, const elem *element, int index)
{
    line_work work;
    jet1 v, tau;
    if (index <= 3)
        return state->y[element->internal + index - 1];
    if (index == 4)
        return state->yp[element->internal + 2];
    inline_friction_slide(0, state, element, &work, &v, &tau);
    return index == 5 ? tau.v : v.v;
}

static void inline_friction_output_row(const state *state, const elem *element, record *out)
{
    line_record(state, element, out);
    record_name(out, "z", QUANTITY_LENGTH, "stiction state");
    record_real(out, state->y[element->internal + 2]);
    record_name(out, "zP", QUANTITY_VELOCITY, "derivative of the stiction state");
    record_real(out, state->yp[element->internal + 2]);
    record_end(out);
}

static const char *inline_friction_internal_name(const elem *element, int i)
{
    return i < 2 ? total_internal_name(element, i) : "stiction state";
}

static void inline_friction_sample(sampler *from, elem *element)
{
    inline_friction *inline_friction = element->self;
    sample_line(from, element);
    inline_friction->coulomb = sample_real(from, 0.1, 0.2);
    inline_friction->stiction = sample_real(from, 0.3, 0.4);
    inline_friction->v_s = sample_real(from, 1, 2);
    inline_friction->exponent = sample_real(from, 1.5, 2);
    inline_friction->d = sample_real(from, 1, 2);
    inline_friction->viscous = sample_real(from, 0, 1);
    inline_friction->scale = sample_real(from, 1, 2);
    inline_friction_set(element, from->memory);
}

static void inline_friction_describe(const elem *element, internal_words *words)
{
    line_describe(words);
    if (!words->of_assembly)
        describe(words, element->n_internal - 2, "stiction state [z]", "stick slip transition [Phi]");
}

const elem_type inline_friction_type = {
    LINE_SLOTS,
    .describe = inline_friction_describe,
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
    .internal_name = inline_friction_internal_name,
    .sample = inline_friction_sample,
    .expectations = &(const elem_expectations){.internal_forces = true, .reactions_work = true},
};
