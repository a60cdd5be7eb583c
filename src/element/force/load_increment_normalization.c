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
    double s; /* path length so far; the initial state, whose load is zero, counts as a step */
} way;

static void load_increment_normalization_set_internal(elem *element)
{
    static const internal_kind KIND[] = {INTERNAL_CONTINUED};
    element->n_internal = 1;
    element->kinds = KIND;
}

static bool is_counted(const node *node) { return node->initial && !node->is_dummy; }

static void set_nodes(normalization *normalization, const model *model, arena *memory)
{
    normalization->nodes = ARENA_ARRAY(memory, const node *, model->nodes.n);
    for (int i = 0; i < model->nodes.n; i++)
        if (is_counted(model->nodes.items[i]))
            normalization->nodes[normalization->n++] = model->nodes.items[i];
}

static void load_increment_normalization_read(reader *reader, elem *element)
{
    normalization *normalization = element->self;
    normalization->most = read_real_after(reader, "max load", HUGE_VAL);
    normalization->compliance = read_keyword(reader, "compliance") ? read_positive(reader, "compliance") : 1.0;
    normalization->length = read_real_after(reader, "reference length", 1.0);
    normalization->ds = read_drive(reader, "length of the way of a step");
    set_nodes(normalization, model_of(reader), reader_arena(reader));
    load_increment_normalization_set_internal(element);
}

static int load_increment_normalization_rows_of(const node *node) { return node->has_rotation ? 6 : 3; }

static void load_increment_normalization_connect(const elem *element, layout *layout)
{
    const normalization *normalization = element->self;
    int internal = 0;
    for (int i = 0; i < normalization->n; i++) {
        layout_node(layout, normalization->nodes[i]);
        internal += load_increment_normalization_rows_of(normalization->nodes[i]);
    }
    layout_internal(layout);
    layout_clear(layout);
    layout_full(layout, internal, 1, 0, internal + 1);
}

/* Returns L^2 d . d and adds its half derivative to row. The derivative of a rotation vector reduces to the identity
 * here: its product with the rotation vector is the vector itself. */
static double add_part(int n, const state *state, vec3 d, double L, double *row)
{
    if (n > 0)
        vec3_accumulate(row, vec3_scale(state->dvalue * L * L, d));
    return L * L * vec3_dot(d, d);
}

static double load_increment_normalization_add_node(int n, const state *state, const normalization *normalization,
                                                    const node *at, double *row)
{
    const pose *const now = &state->poses[at->pose], *const before = &state->poses_prev[at->pose];
    const double sum = add_part(n, state, vec3_sub(now->x, before->x), 1.0, row);
    if (!at->has_rotation)
        return sum;
    const mat3 rotated = mat3_mult(&now->R, &before->R);
    return sum + add_part(n, state, rotation_log(&rotated), normalization->length, n > 0 ? row + 3 : NULL);
}

/* Ends the analysis after a step whose load exceeds the maximum. */
static void look_at_load(const state *state, const elem *element)
{
    const normalization *normalization = element->self;
    const double load = state->y_prev[element->internal];
    if (fabs(load) <= normalization->most || !state->failed || state->failed->is_set)
        return;
    state_fail(state, element->location, "load increment: the load %g exceeds the maximum %g", load,
               normalization->most);
    state->failed->ends_cleanly = true;
}

static bool is_first(const state *state) { return state->step <= 1; }

static void first_row(int lanes, const state *state, const elem *element, int internal, local *out)
{
    const normalization *normalization = element->self;
    out->r[internal] = normalization->compliance * state->y[element->internal] -
                       (state->now == PHASE_STEP ? drive_now(normalization->ds, state) : 0.0);
    if (lanes > 0)
        out->J[internal * out->ld + internal] = normalization->compliance;
}

static void load_increment_normalization_eval(int lanes, const state *state, const elem *element, local *out)
{
    const normalization *normalization = element->self;
    int internal = 0;
    for (int i = 0; i < normalization->n; i++)
        internal += load_increment_normalization_rows_of(normalization->nodes[i]);
    if (state->now != PHASE_STEP || is_first(state)) {
        first_row(lanes, state, element, internal, out);
        return;
    }
    look_at_load(state, element);
    double *const row = jacobian_row(out, internal);
    const double load = normalization->compliance * (state->y[element->internal] - state->y_prev[element->internal]);
    double sum = load * load;
    for (int i = 0, at = 0; i < normalization->n; at += load_increment_normalization_rows_of(normalization->nodes[i++]))
        sum += load_increment_normalization_add_node(lanes, state, normalization, normalization->nodes[i],
                                                     lanes > 0 ? row + at : NULL);
    const double length = sqrt(sum);
    out->r[internal] = length - drive_now(normalization->ds, state);
    if (lanes == 0)
        return;
    row[internal] = normalization->compliance * load;
    for (int i = 0; i <= internal; i++)
        row[i] /= length > 0.0 ? length : 1.0;
}

static void load_increment_normalization_accept(const state *state, const elem *element, memory_block *to)
{
    const normalization *normalization = element->self;
    way *way = memory_at(to, element->memory);
    if (state->now == PHASE_STEP)
        way->s += drive_now(normalization->ds, state);
}

static void load_increment_normalization_output_row(const state *state, const elem *element, record *out)
{
    const way *way = remembered(state, element->memory);
    record_begin_plain(out, element->label);
    record_name(out, "p", QUANTITY_DIMENSIONLESS, "load parameter");
    record_real(out, state->y[element->internal]);
    record_name(out, "s", QUANTITY_DIMENSIONLESS, "length of the way");
    record_real(out, way->s);
    record_end(out);
}

static const char *const NAMES[] = {"p", "s", NULL};

static double load_increment_normalization_private_value(const state *state, const elem *element, int index)
{
    return index == 1 ? state->y[element->internal] : ((const way *)remembered(state, element->memory))->s;
}

static const char *load_increment_normalization_internal_name(const elem *element, int i)
{
    (void)element, (void)i;
    return "load parameter";
}

static void load_increment_normalization_sample(sampler *from, elem *element)
{
    normalization *normalization = element->self;
    normalization->n = 2;
    normalization->nodes = ARENA_ARRAY(from->memory, const node *, 2);
    normalization->nodes[0] = sample_structural(from, 0);
    normalization->nodes[1] = sample_point(from, 1);
    normalization->most = HUGE_VAL;
    normalization->compliance = sample_real(from, 1, 2);
    normalization->length = sample_real(from, 0.5, 1);
    normalization->ds = sample_drive(from);
    load_increment_normalization_set_internal(element);
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
    .internal_name = load_increment_normalization_internal_name,
    .sample = load_increment_normalization_sample,
    .assembly = &(const elem_assembly){.force = true, .never = true},
    .expectations = &(const elem_expectations){.reactions_work = true},
};
