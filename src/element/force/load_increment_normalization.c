/* load_increment_normalization.c - the path of the nodes and of the load parameter p in a step has a given length.
 *
 *     sqrt(sum |x - x_prev|^2 + L^2 |theta|^2 + (c (p - p_prev))^2) = ds        theta: rotation since the last step
 *
 * over all structural nodes; c: compliance, L: reference length. The first step has no previous path: c p = ds. The
 * analysis ends when p exceeds the maximum load. p loads the nodes through `load increment force`. */
#include "contract/sampler.h"
#include "element/force/load_increment.h"
#include "deck/named_values.h"
#include "math/rotation.h"
#include "model/model.h"
#include "model/reading.h"
#include <math.h>

typedef struct {
    int n;
    const node **nodes;
    double most, compliance, length;
    const drive *ds;
} normalization;

typedef struct {
    double s; /* the way so far; the initial state, whose load is none, counts as a step */
} way;

static void load_increment_normalization_set_own(elem *e)
{
    static const own_kind KIND[] = {OWN_CONTINUED};
    e->n_own = 1;
    e->kinds = KIND;
}

static bool is_counted(const node *n) { return n->initial && !n->is_dummy; }

static void set_nodes(normalization *p, const model *m, arena *memory)
{
    p->nodes = ARENA_ARRAY(memory, const node *, m->nodes.n);
    for (int i = 0; i < m->nodes.n; i++)
        if (is_counted(m->nodes.items[i]))
            p->nodes[p->n++] = m->nodes.items[i];
}

static void load_increment_normalization_read(reader *r, elem *e)
{
    normalization *p = e->self;
    p->most = read_real_after(r, "max load", HUGE_VAL);
    p->compliance = read_keyword(r, "compliance") ? read_positive(r, "compliance") : 1.0;
    p->length = read_real_after(r, "reference length", 1.0);
    p->ds = read_drive(r, "length of the way of a step");
    set_nodes(p, model_of(r), reader_arena(r));
    load_increment_normalization_set_own(e);
}

static int load_increment_normalization_rows_of(const node *n) { return n->has_rotation ? 6 : 3; }

static void load_increment_normalization_connect(const elem *e, layout *l)
{
    const normalization *p = e->self;
    int own = 0;
    for (int i = 0; i < p->n; i++) {
        layout_node(l, p->nodes[i]);
        own += load_increment_normalization_rows_of(p->nodes[i]);
    }
    layout_own(l);
    layout_clear(l);
    layout_full(l, own, 1, 0, own + 1);
}

/* Adds a vector of the way, L times as long, and its product with its derivative. That of a rotation vector has no part
 * here: it changes the vector itself as much as the rotation does. */
static double add_part(int n, const state *s, vec3 d, double L, double *row)
{
    if (n > 0)
        vec3_accumulate(row, vec3_scale(s->dvalue * L * L, d));
    return L * L * vec3_dot(d, d);
}

static double load_increment_normalization_add_node(int n, const state *s, const normalization *p, const node *at,
                                                    double *row)
{
    const pose *const now = &s->poses[at->pose], *const before = &s->at_prev[at->pose];
    const double sum = add_part(n, s, vec3_sub(now->x, before->x), 1.0, row);
    if (!at->has_rotation)
        return sum;
    const mat3 turned = mat3_mult(&now->R, &before->R);
    return sum + add_part(n, s, rotation_log(&turned), p->length, n > 0 ? row + 3 : NULL);
}

/* Ends the analysis after a step with too large a load. */
static void look_at_load(const state *s, const elem *e)
{
    const normalization *p = e->self;
    const double load = s->y_prev[e->own];
    if (fabs(load) <= p->most || !s->failed || s->failed->is_set)
        return;
    state_fail(s, e->where, "load increment: the load %g is beyond the largest one, %g", load, p->most);
    s->failed->ends_cleanly = true;
}

static bool is_first(const state *s) { return s->step <= 1; }

static void first_row(int n, const state *s, const elem *e, int own, local *out)
{
    const normalization *p = e->self;
    out->r[own] = p->compliance * s->y[e->own] - (s->now == PHASE_STEP ? drive_now(p->ds, s) : 0.0);
    if (n > 0)
        out->J[own * out->ld + own] = p->compliance;
}

static void load_increment_normalization_eval(int n, const state *s, const elem *e, local *out)
{
    const normalization *p = e->self;
    int own = 0;
    for (int i = 0; i < p->n; i++)
        own += load_increment_normalization_rows_of(p->nodes[i]);
    if (s->now != PHASE_STEP || is_first(s)) {
        first_row(n, s, e, own, out);
        return;
    }
    look_at_load(s, e);
    double *const row = jacobian_row(out, own);
    const double load = p->compliance * (s->y[e->own] - s->y_prev[e->own]);
    double sum = load * load;
    for (int i = 0, at = 0; i < p->n; at += load_increment_normalization_rows_of(p->nodes[i++]))
        sum += load_increment_normalization_add_node(n, s, p, p->nodes[i], n > 0 ? row + at : NULL);
    const double length = sqrt(sum);
    out->r[own] = length - drive_now(p->ds, s);
    if (n == 0)
        return;
    row[own] = p->compliance * load;
    for (int i = 0; i <= own; i++)
        row[i] /= length > 0.0 ? length : 1.0;
}

static void load_increment_normalization_accept(const state *s, const elem *e, memory_block *to)
{
    const normalization *p = e->self;
    way *m = memory_at(to, e->memory);
    if (s->now == PHASE_STEP)
        m->s += drive_now(p->ds, s);
}

static void load_increment_normalization_output_row(const state *s, const elem *e, record *out)
{
    const way *m = remembered(s, e->memory);
    record_begin_plain(out, e->label);
    record_name(out, "p", QUANTITY_DIMENSIONLESS, "load parameter");
    record_real(out, s->y[e->own]);
    record_name(out, "s", QUANTITY_DIMENSIONLESS, "length of the way");
    record_real(out, m->s);
    record_end(out);
}

static const char *const NAMES[] = {"p", "s", NULL};

static double load_increment_normalization_private_value(const state *s, const elem *e, int index)
{
    return index == 1 ? s->y[e->own] : ((const way *)remembered(s, e->memory))->s;
}

static const char *load_increment_normalization_own_name(const elem *e, int i)
{
    (void)e, (void)i;
    return "load parameter";
}

static void load_increment_normalization_sample(sampler *from, elem *e)
{
    normalization *p = e->self;
    p->n = 2;
    p->nodes = ARENA_ARRAY(from->memory, const node *, 2);
    p->nodes[0] = sample_structural(from, 0);
    p->nodes[1] = sample_point(from, 1);
    p->most = HUGE_VAL;
    p->compliance = sample_real(from, 1, 2);
    p->length = sample_real(from, 0.5, 1);
    p->ds = sample_drive(from);
    load_increment_normalization_set_own(e);
}

const elem_type load_increment_normalization_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "load increment normalization",
    .grammar =
        "user defined: LABEL, load increment normalization [, max load, P] [, compliance, C] [, reference length, "
        "L], (DRIVE) DS",
    .summary = "A load parameter such that each step has a given arc length of displacement and load.",
    .module = MODULE_LOADINC,
    .size = sizeof(normalization),
    .read = load_increment_normalization_read,
    .connect = load_increment_normalization_connect,
    .eval = load_increment_normalization_eval,
    .history = &(const elem_history){.memory = sizeof(way), .accept = load_increment_normalization_accept},
    .output = load_increment_normalization_output_row,
    .private_names = NAMES,
    .private_value = load_increment_normalization_private_value,
    .own_name = load_increment_normalization_own_name,
    .sample = load_increment_normalization_sample,
    .assembly = &(const elem_assembly){.force = true, .never = true},
    .expectations = &(const elem_expectations){.reactions_work = true},
};
