/* lane_program.c - the elimination of a small part as a list of operations.
 *
 *     u_kj = a_kj - sum_m l_km u_mj        1 / u_kk       l_ik = (a_ik - sum_m l_im u_mk) / u_kk
 *     passed on: -sum_m l_im u_mj for i, j in the rest
 *     forward: x_k -= sum l_km x_m          backward: x_k = (x_k - sum u_kj x_j) / u_kk
 *
 * Every number is computed once, with all its terms. Its level is one above the highest of the numbers it is made of;
 * within a level the order is free, so equal operations with equally many terms stand together and run as one loop. */
#include "linalg/multifrontal/lane_program.h"
#include "base/array.h"
#include <stdlib.h>

/* --- targets and their order -------------------------------------------------------------------------------------- */

typedef struct {
    int next; /* pair of the same target, -1 at the end */
    int a, x;
} pair;

typedef struct {
    lane_operation operation;
    int index, factor;
    int first_pair, last_pair, n_pairs;
    int level;
} target;

typedef struct {
    ARRAY(target) targets;
    ARRAY(pair) pairs;
} builder;

static int add_target(builder *b, lane_operation operation, int to, int by)
{
    array_push(&b->targets, ((target){.operation = operation, .index = to, .factor = by, .first_pair = -1}));
    return b->targets.n - 1;
}

static void add_pair(builder *b, int of, int a, int x)
{
    target *t = &b->targets.items[of];
    array_push(&b->pairs, ((pair){.next = -1, .a = a, .x = x}));
    const int added = b->pairs.n - 1;
    if (t->n_pairs++ == 0)
        t->first_pair = added;
    else
        b->pairs.items[t->last_pair].next = added;
    t->last_pair = added;
}

static int by_key(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* Indices of the targets in the order of the program: by level, operation, number of pairs, creation. */
static int *sort_targets(const builder *b)
{
    enum { OPERATIONS = 8, PAIRS = 1 << 17, TARGETS = 1 << 24 };
    const int n = b->targets.n;
    uint64_t *key = heap_resize(NULL, ((size_t)n + 1) * sizeof *key);
    for (int i = 0; i < n; i++) {
        const target *t = &b->targets.items[i];
        const uint64_t pairs = t->n_pairs < PAIRS ? (uint64_t)t->n_pairs : PAIRS - 1;
        key[i] = (((uint64_t)t->level * OPERATIONS + t->operation) * PAIRS + pairs) * TARGETS + (uint64_t)i;
    }
    qsort(key, (size_t)n, sizeof *key, by_key);
    int *sorted = heap_resize(NULL, ((size_t)n + 1) * sizeof *sorted);
    for (int i = 0; i < n; i++)
        sorted[i] = (int)(key[i] % TARGETS);
    free(key);
    return sorted;
}

static bool go_together(const target *a, const target *b)
{
    return a->level == b->level && a->operation == b->operation && a->n_pairs == b->n_pairs;
}

static bool does_nothing(const target *t) { return t->operation == LANE_SUBTRACT && t->n_pairs == 0; }

static void emit_target(const builder *b, const target *t, int stride, uint32_t **out)
{
    *(*out)++ = (uint32_t)(t->index * stride);
    if (t->factor >= 0)
        *(*out)++ = (uint32_t)(t->factor * stride);
    for (int e = t->first_pair; e >= 0; e = b->pairs.items[e].next) {
        *(*out)++ = (uint32_t)(b->pairs.items[e].a * stride);
        *(*out)++ = (uint32_t)(b->pairs.items[e].x * stride);
    }
}

/* The program of all targets, which must have their levels. Empties the builder. */
static const uint32_t *emit(builder *b, int stride, arena *memory)
{
    const int n = b->targets.n;
    const target *targets = b->targets.items;
    int *sorted = sort_targets(b);
    uint32_t *program = ARENA_ARRAY(memory, uint32_t, 5 * n + 2 * b->pairs.n + 3), *out = program;
    for (int i = 0, end; i < n; i = end) {
        const target *first = &targets[sorted[i]];
        for (end = i + 1; end < n && go_together(first, &targets[sorted[end]]);)
            end++;
        if (does_nothing(first))
            continue;
        *out++ = (uint32_t)LANE_CODE(first->operation, first->n_pairs < LANE_MANY ? first->n_pairs : LANE_MANY);
        *out++ = (uint32_t)(end - i);
        *out++ = (uint32_t)first->n_pairs;
        for (int k = i; k < end; k++)
            emit_target(b, &targets[sorted[k]], stride, &out);
    }
    free(sorted);
    *out = LANE_END;
    array_free(&b->targets);
    array_free(&b->pairs);
    return program;
}

/* --- places in a -------------------------------------------------------------------------------------------------- */

/* Gives the items of a list that are (not) given the next places. */
static int place_items(int next, int n, const bool *is_given, bool given, int *place)
{
    for (int e = 0; e < n; e++)
        if (is_given[e] == given)
            place[e] = next++;
    return next;
}

static void place_entries(lane_program *p, const part_pattern *s, arena *memory)
{
    const int n_lower = s->lower.start[s->n], n_upper = s->upper.start[s->n];
    p->lower_place = arena_integers(memory, n_lower);
    p->upper_place = arena_integers(memory, n_upper);
    p->given_begin = place_items(0, n_lower, s->lower_is_given, false, p->lower_place);
    p->lower_end = place_items(p->given_begin, n_lower, s->lower_is_given, true, p->lower_place);
    p->pivot_begin = p->lower_end;
    p->given_end = place_items(p->pivot_begin + s->n, n_upper, s->upper_is_given, true, p->upper_place);
    p->passed_begin = place_items(p->given_end, n_upper, s->upper_is_given, false, p->upper_place);
}

int lane_program_place(const lane_program *p, int row, int column)
{
    if (row == column)
        return p->pivot_begin + row;
    if (row > column)
        return p->lower_place[p->lower.start[column] + step_list_find(&p->lower, column, row)];
    return p->upper_place[p->upper.start[row] + step_list_find(&p->upper, row, column)];
}

/* --- factorisation ------------------------------------------------------------------------------------------------ */

/* Targets stand in the order of their places, so that a place is the index of its target. */
static void add_entries(builder *b, const lane_program *p, const part_pattern *s)
{
    for (int i = 0; i < p->passed_begin; i++)
        add_target(b, i < p->given_end ? LANE_SUBTRACT : LANE_SET, i, -1);
    for (int k = 0; k < s->n; k++) {
        b->targets.items[p->pivot_begin + k].operation = LANE_INVERT;
        for (int e = s->lower.start[k]; e < s->lower.start[k + 1]; e++) {
            target *t = &b->targets.items[p->lower_place[e]];
            t->operation = s->lower_is_given[e] ? LANE_SUBTRACT_SCALE : LANE_SET_SCALE;
            t->factor = p->pivot_begin + k;
        }
    }
}

/* The target of an entry; passed ones are made when first met. */
static int find_target(builder *b, lane_program *p, int row, int column, int *passed)
{
    const int n = p->n;
    if (row < n || column < n)
        return lane_program_place(p, row, column);
    int *known = &passed[(row - n) * p->n_rest + column - n];
    if (*known == 0) {
        *known = add_target(b, LANE_SET, b->targets.n, -1);
        p->passed_row[p->n_passed] = row - n;
        p->passed_column[p->n_passed++] = column - n;
    }
    return *known;
}

static void add_products(builder *b, lane_program *p, int *passed)
{
    for (int m = 0; m < p->n; m++)
        for (int i = p->lower.start[m]; i < p->lower.start[m + 1]; i++)
            for (int j = p->upper.start[m]; j < p->upper.start[m + 1]; j++) {
                const int to = find_target(b, p, p->lower.step[i], p->upper.step[j], passed);
                add_pair(b, to, p->lower_place[i], p->upper_place[j]);
            }
}

static void find_level(builder *b, int place)
{
    target *t = &b->targets.items[place];
    if (does_nothing(t))
        return;
    int highest = t->factor >= 0 ? b->targets.items[t->factor].level : 0;
    for (int e = t->first_pair; e >= 0; e = b->pairs.items[e].next) {
        const int one = b->targets.items[b->pairs.items[e].a].level,
                  other = b->targets.items[b->pairs.items[e].x].level;
        highest = one > highest ? one : highest;
        highest = other > highest ? other : highest;
    }
    t->level = highest + 1;
}

static void create_factor(lane_program *p, const part_pattern *s, arena *memory)
{
    builder b = {0};
    arena *scratch = arena_create();
    int *passed = arena_integers(scratch, s->n_rest * s->n_rest);
    p->passed_row = arena_integers(memory, s->n_rest * s->n_rest);
    p->passed_column = arena_integers(memory, s->n_rest * s->n_rest);
    add_entries(&b, p, s);
    add_products(&b, p, passed);
    for (int k = 0; k < s->n; k++) {
        find_level(&b, p->pivot_begin + k);
        for (int e = s->upper.start[k]; e < s->upper.start[k + 1]; e++)
            find_level(&b, p->upper_place[e]);
        for (int e = s->lower.start[k]; e < s->lower.start[k + 1]; e++)
            find_level(&b, p->lower_place[e]);
    }
    for (int i = p->passed_begin; i < b.targets.n; i++)
        find_level(&b, i);
    p->n_entries = b.targets.n;
    p->factor = emit(&b, p->stride, memory);
    arena_destroy(scratch);
}

/* --- solution ----------------------------------------------------------------------------------------------------- */

/* L x = b; the rest gets what it is to add. */
static const uint32_t *create_forward(const lane_program *p, arena *memory)
{
    builder b = {0};
    for (int k = 0; k < p->n + p->n_rest; k++)
        add_target(&b, k < p->n ? LANE_SUBTRACT : LANE_SET, k, -1);
    for (int k = 0; k < p->n; k++)
        for (int e = p->lower.start[k]; e < p->lower.start[k + 1]; e++) {
            target *t = &b.targets.items[p->lower.step[e]];
            if (t->level <= b.targets.items[k].level)
                t->level = b.targets.items[k].level + 1;
            add_pair(&b, p->lower.step[e], p->lower_place[e], k);
        }
    return emit(&b, p->stride, memory);
}

/* U x = b, with the rest known. */
static const uint32_t *create_backward(const lane_program *p, arena *memory)
{
    builder b = {0};
    for (int k = 0; k < p->n; k++)
        add_target(&b, LANE_SUBTRACT_SCALE, k, p->pivot_begin + k);
    for (int k = p->n - 1; k >= 0; k--)
        for (int e = p->upper.start[k]; e < p->upper.start[k + 1]; e++) {
            const int j = p->upper.step[e];
            target *t = &b.targets.items[k];
            if (j < p->n && t->level <= b.targets.items[j].level)
                t->level = b.targets.items[j].level + 1;
            add_pair(&b, k, p->upper_place[e], j);
        }
    return emit(&b, p->stride, memory);
}

static step_lists copy_lists(const step_lists *from, int n, arena *memory)
{
    return (step_lists){arena_copy(memory, from->start, ((size_t)n + 1) * sizeof(int)),
                        arena_copy(memory, from->step, (size_t)from->start[n] * sizeof(int))};
}

lane_program *lane_program_create(const part_pattern *s, int stride, arena *memory)
{
    lane_program *p = ARENA_NEW(memory, lane_program);
    *p = (lane_program){.n = s->n,
                        .n_rest = s->n_rest,
                        .lower = copy_lists(&s->lower, s->n, memory),
                        .upper = copy_lists(&s->upper, s->n, memory),
                        .stride = stride};
    place_entries(p, s, memory);
    create_factor(p, s, memory);
    p->forward = create_forward(p, memory);
    p->backward = create_backward(p, memory);
    return p;
}

/* U' y = x; the rest gets what it is to add. */
void lane_program_forward_transposed(const lane_program *p, const double *a, double *x)
{
    for (int lane = 0; lane < p->stride; lane++, a++, x++) {
        for (int i = p->n; i < p->n + p->n_rest; i++)
            x[i * p->stride] = 0.0;
        for (int k = 0; k < p->n; k++) {
            const double now = x[k * p->stride] *= a[(p->pivot_begin + k) * p->stride];
            for (int e = p->upper.start[k]; e < p->upper.start[k + 1]; e++)
                x[p->upper.step[e] * p->stride] -= a[p->upper_place[e] * p->stride] * now;
        }
    }
}

/* L' y = x, with the rest known. */
void lane_program_backward_transposed(const lane_program *p, const double *a, double *x)
{
    for (int lane = 0; lane < p->stride; lane++, a++, x++)
        for (int k = p->n - 1; k >= 0; k--)
            for (int e = p->lower.start[k]; e < p->lower.start[k + 1]; e++)
                x[k * p->stride] -= a[p->lower_place[e] * p->stride] * x[p->lower.step[e] * p->stride];
}
