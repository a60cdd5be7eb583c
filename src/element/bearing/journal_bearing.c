/* journal_bearing.c - a point of node 2 is constrained to axis 1 of the hinge of node 1 (line.h), with friction about
 * it.
 *
 *     v = d/2 e1 . (w2 - w1),  N = hypot(l1, l2),  g = m_c + (m_s - m_c) exp(-|v/v_s|^a)
 *     z' - v + s0 |v| z/g = 0                           one state z
 *     M = d/2 (N (s0 z + s1 z') + k_v v)                -M e1 on node 2, M e1 on node 1
 *
 * Printed: l1, l2; with friction two zeros (as in MBDyn), e1 . (w2 - w1), M, and the power -M e1 . (w2 - w1).
 */
#include "element/joint/line.h"
#include "deck/named_values.h"
#include <math.h>

typedef struct {
    total base;
    bool has_friction;
    double diameter, coulomb, stiction, stiffness, damping, v_s, exponent, viscous;
} journal;

enum { Z = LINE_INTERNAL + 2 };

static void journal_bearing_set(elem *element, arena *memory)
{
    line_set(element, memory, ((journal *)element->self)->has_friction, INTERNAL_DIFFERENTIAL);
}

static void journal_bearing_read(reader *reader, elem *element)
{
    journal *journal = element->self;
    read_line(reader, element);
    journal->has_friction = read_keyword(reader, "friction");
    if (journal->has_friction) {
        journal->diameter = read_named_positive(reader, "diameter");
        journal->coulomb = read_named_positive(reader, "coulomb friction coefficient");
        journal->stiction = read_real_after(reader, "static friction coefficient", journal->coulomb);
        journal->stiffness = read_named_positive(reader, "micro stick stiffness");
        journal->damping = read_real_after(reader, "micro stick damping", 0.0);
        journal->v_s = read_keyword(reader, "sliding velocity coefficient")
                           ? read_positive(reader, "sliding velocity coefficient")
                           : 1.0;
        journal->exponent = read_keyword(reader, "sliding velocity exponent")
                                ? read_positive(reader, "sliding velocity exponent")
                                : 1.0;
        journal->viscous = read_real_after(reader, "viscous friction coefficient", 0.0);
    }
    journal_bearing_set(element, reader_arena(reader));
}

static void journal_bearing_connect(const elem *element, layout *layout)
{
    total_connect(element, layout);
    if (((const journal *)element->self)->has_friction)
        layout_full(layout, 0, Z + 1, 0, Z + 1);
}

/* Computes 1/g. */
static void inverse_stribeck(int lanes, const journal *journal, const jet1 *v, jet1 *r)
{
    const double power = pow(fabs(v->v) / journal->v_s, journal->exponent),
                 drop = (journal->stiction - journal->coulomb) * exp(-power);
    const double g = journal->coulomb + drop, derivative = v->v != 0.0 ? -drop * journal->exponent * power / v->v : 0.0;
    *r = *v;
    jet1_chain_by(lanes, r, 1.0 / g, -derivative / (g * g));
}

/* Computes the moment, and adds the row of z. */
static void rub(int lanes, const state *state, const elem *element, line_work *work, jet1 *M, local *out)
{
    const journal *journal = element->self;
    jet3 w;
    jet1 v, z, rate, used, size;
    line_begin(lanes, state, element, work);
    jet3_add(lanes, &w, &work->side[1].node.w, -1.0, &work->side[0].node.w);
    jet3_dot(lanes, &v, &work->axis, &w);
    jet1_scale_by(lanes, &v, 0.5 * journal->diameter);
    jet1_seed(lanes, &z, journal->stiffness * state->y[element->internal + 2], Z, journal->stiffness * state->dvalue);
    jet1_seed(lanes, &rate, state->yp[element->internal + 2], Z, state->drate);
    inverse_stribeck(lanes, journal, &v, &used);
    size = v;
    jet1_chain_by(lanes, &size, fabs(v.v), v.v < 0.0 ? -1.0 : v.v > 0.0 ? 1.0 : 0.0);
    jet1_mul_by(lanes, &used, &size);
    jet1_mul_by(lanes, &used, &z);
    local_add1(out, Z, lanes, 1.0, &rate);
    local_add1(out, Z, lanes, -1.0, &v);
    local_add1(out, Z, lanes, 1.0, &used);
    *M = z;
    jet1_add_to(lanes, M, journal->damping, &rate);
    jet1_mul_by(lanes, M, &work->normal);
    jet1_add_to(lanes, M, journal->viscous, &v);
    jet1_scale_by(lanes, M, 0.5 * journal->diameter);
}

static void journal_bearing_eval(int lanes, const state *state, const elem *element, local *out)
{
    total_eval_both(lanes, state, element, out);
    if (!((const journal *)element->self)->has_friction || state->now == PHASE_ASSEMBLY)
        return;
    line_work work;
    jet1 M;
    jet3 moment;
    rub(lanes, state, element, &work, &M, out);
    jet3_mul1(lanes, &moment, &M, &work.axis);
    local_moment(lanes, out, LINE_NODE_1, 1.0, &moment);
    local_moment(lanes, out, LINE_NODE_2, -1.0, &moment);
}

static double moment(const state *state, const elem *element)
{
    double rows[32] = {0};
    local unused = {.r = rows};
    line_work work;
    jet1 M;
    rub(0, state, element, &work, &M, &unused);
    return M.v;
}

static double spin(const state *state, const elem *element)
{
    const total *joint = element->self;
    const side_motion a = side_now(state, &joint->side[0]), b = side_now(state, &joint->side[1]);
    return vec3_dot(mat3_col(&a.H, 2), vec3_sub(b.pose->w, a.pose->w));
}

static const char *const NAMES[] = {"lambda1", "lambda2", "z", "zP", "omega", "M", "Pf", NULL};

static bool journal_bearing_has_private(const elem *element, int index)
{
    return index <= (((const journal *)element->self)->has_friction ? ARRAY_LEN(NAMES) - 1 : 2);
}

static double journal_bearing_private_value(const state *state, const elem *element, int index)
{
    switch (index) {
    case 4:
        return state->yp[element->internal + 2];
    case 5:
        return spin(state, element);
    case 6:
        return moment(state, element);
    case 7:
        return -moment(state, element) * spin(state, element);
    default:
        return state->y[element->internal + index - 1];
    }
}

static void journal_bearing_output_row(const state *state, const elem *element, record *out)
{
    line_record(state, element, out);
    if (((const journal *)element->self)->has_friction) {
        record_zeros(out, 2);
        record_name(out, "omega", QUANTITY_ANGULAR_VELOCITY, "relative angular velocity");
        record_real(out, spin(state, element));
        record_name(out, "M", QUANTITY_MOMENT, "moment of friction");
        record_real(out, moment(state, element));
        record_name(out, "Pf", QUANTITY_NONE, "power of friction");
        record_real(out, -moment(state, element) * spin(state, element));
    }
    record_end(out);
}

static const char *journal_bearing_internal_name(const elem *element, int i)
{
    return i < 2 ? total_internal_name(element, i) : "stiction state";
}

static void journal_bearing_sample(sampler *from, elem *element)
{
    journal *journal = element->self;
    sample_line(from, element);
    journal->has_friction = sample_integer(from, 0, 1);
    journal->diameter = sample_real(from, 1, 2);
    journal->coulomb = sample_real(from, 0.2, 0.3);
    journal->stiction = sample_real(from, 0.3, 0.4);
    journal->stiffness = sample_real(from, 1, 2);
    journal->damping = sample_real(from, 0, 1);
    journal->v_s = sample_real(from, 1, 2);
    journal->exponent = sample_real(from, 1.5, 2);
    journal->viscous = sample_real(from, 0, 1);
    journal_bearing_set(element, from->memory);
}

/* The spelling is that of MBDyn. */
static void journal_bearing_describe(const elem *element, internal_words *words)
{
    line_describe(words);
    words->is_range = true;
    if (!words->of_assembly)
        describe(words, element->n_internal - 2, "sticktion state [z]", "sticktion state equation [f(z, zP)]");
}

const elem_type journal_bearing_type = {
    LINE_SLOTS,
    .describe = journal_bearing_describe,
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
    .internal_name = journal_bearing_internal_name,
    .sample = journal_bearing_sample,
    .expectations = &(const elem_expectations){.internal_forces = true, .friction = true},
};
