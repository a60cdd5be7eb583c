/* parts.c - which steps of an elimination are treated as separate small parts, and which in fronts.
 *
 * Steps are processed in order. A step joins the parts of all steps that it depends on, if these are all in parts and
 * together do not exceed the limit; otherwise it is eliminated in a front. Small parts that change the same steps are
 * merged. Several limits are tried and their instructions counted:
 *
 *     - a part has a cost for each step, entry and product, but LANES parts of the same pattern cost as much as one;
 *     - contributions passed on, and fronts, have a cost for each part. */
#include "linalg/multifrontal/parts.h"
#include "base/array.h"
#include "base/hash.h"
#include "linalg/multifrontal/front_tree.h"
#include "linalg/kernels/kernels.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_REST = 256, MOST_PRODUCTS = 2000000, MOST_ALIKE = 12 };

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash ^= value + 0x9e3779b97f4a7c15u;
    hash *= 0xff51afd7ed558ccdu;
    return hash ^ (hash >> 32);
}

/* --- joining steps ------------------------------------------------------------------------------------------------ */

typedef struct {
    const elimination *elimination;
    int limit;
    int *joined; /* a step of the same part, nearer to its root; -1: in a front */
    int *size;   /* of the part, at its root */
    double *products;
    int *met;  /* roots before the present step */
    int *mark; /* 1 + the last step that has visited this root */
} joining;

static int find_root(joining *joining, int step)
{
    while (joining->joined[step] != step)
        step = joining->joined[step] = joining->joined[joining->joined[step]];
    return step;
}

/* Collects the parts before a step. Returns -1 if there is a step in a front among them. */
static int meet_roots(joining *joining, int k)
{
    int n = 0;
    const int *before = step_list(&joining->elimination->previous, k);
    for (int e = 0; e < step_list_length(&joining->elimination->previous, k); e++) {
        if (joining->joined[before[e]] < 0)
            return -1;
        const int root = find_root(joining, before[e]);
        if (joining->mark[root] != k + 1)
            joining->met[n++] = root;
        joining->mark[root] = k + 1;
    }
    return n;
}

static void parts_join(joining *joining, int k)
{
    const elimination *elimination = joining->elimination;
    const int n = meet_roots(joining, k);
    joining->joined[k] = n < 0 ? -1 : k;
    joining->size[k] = 1;
    joining->products[k] = (double)step_list_length(&elimination->lower, k) * step_list_length(&elimination->upper, k);
    for (int i = 0; i < n; i++) {
        joining->size[k] += joining->size[joining->met[i]];
        joining->products[k] += joining->products[joining->met[i]];
    }
    if (joining->size[k] > joining->limit || joining->products[k] > MOST_PRODUCTS)
        joining->joined[k] = -1;
    for (int i = 0; i < n && joining->joined[k] >= 0; i++)
        joining->joined[joining->met[i]] = k;
}

/* --- the lists of parts ------------------------------------------------------------------------------------------- */

static void list_steps(parts *parts, joining *joining, arena *memory)
{
    const int n = joining->elimination->n;
    parts->n = 0;
    parts->part_of = arena_integers(memory, n);
    int *number = arena_integers(memory, n);
    for (int k = 0; k < n; k++) {
        parts->part_of[k] = -1;
        if (joining->joined[k] >= 0 && find_root(joining, k) == k)
            number[k] = parts->n++;
    }
    parts->steps = (step_lists){arena_integers(memory, parts->n), arena_integers(memory, n)};
    for (int k = 0; k < n; k++)
        if (joining->joined[k] >= 0) {
            parts->part_of[k] = number[find_root(joining, k)];
            parts->steps.start[parts->part_of[k] + 1]++;
        }
    for (int i = 0; i < parts->n; i++)
        parts->steps.start[i + 1] += parts->steps.start[i];
    int *seated = arena_integers(memory, parts->n);
    for (int k = 0; k < n; k++) {
        const int part = parts->part_of[k];
        if (part < 0)
            continue;
        number[k] = seated[part]++;
        parts->steps.step[parts->steps.start[part] + number[k]] = k;
    }
    parts->number = number;
}

/* A part changes the steps in fronts that depend on one of its steps; visited in order, its list is sorted. */
static void list_rest(parts *parts, const elimination *elimination, arena *memory)
{
    typedef struct {
        int part, step;
    } change;
    ARRAY(change) all = {0};
    int *met = arena_integers(memory, parts->n);
    parts->rest.start = arena_integers(memory, parts->n);
    for (int k = 0; k < elimination->n; k++) {
        if (parts->part_of[k] >= 0)
            continue;
        for (int e = elimination->previous.start[k]; e < elimination->previous.start[k + 1]; e++) {
            const int part = parts->part_of[elimination->previous.step[e]];
            if (part < 0 || met[part] == k + 1)
                continue;
            met[part] = k + 1;
            array_push(&all, ((change){part, k}));
            parts->rest.start[part + 1]++;
        }
    }
    for (int i = 0; i < parts->n; i++) {
        met[i] = parts->rest.start[i];
        parts->rest.start[i + 1] += parts->rest.start[i];
    }
    parts->rest.step = arena_integers(memory, all.n);
    for (int e = 0; e < all.n; e++)
        parts->rest.step[met[all.items[e].part]++] = all.items[e].step;
    array_free(&all);
}

static uint32_t rest_label(const parts *parts, int part)
{
    uint64_t hash = 0;
    for (int e = parts->rest.start[part]; e < parts->rest.start[part + 1]; e++)
        hash = mix(hash, (uint64_t)parts->rest.step[e]);
    return (uint32_t)(hash ^ hash >> 32);
}

static bool rests_equal(const parts *parts, int a, int b)
{
    const int n = step_list_length(&parts->rest, a);
    return n == step_list_length(&parts->rest, b) &&
           !memcmp(step_list(&parts->rest, a), step_list(&parts->rest, b), (size_t)n * sizeof(int));
}

/* Merges each part with the last one before it that changes the same steps. */
static bool join_alike(const parts *parts, joining *joining)
{
    label_map known = {0};
    bool any = false;
    for (int i = 0; i < parts->n; i++) {
        if (step_list_length(&parts->rest, i) == 0)
            continue;
        const uint32_t label = rest_label(parts, i);
        const int other = label_map_find(&known, label), root = find_root(joining, step_list(&parts->steps, i)[0]);
        label_map_put(&known, label, i);
        if (other == HASH_NONE || !rests_equal(parts, i, other))
            continue;
        const int other_root = find_root(joining, step_list(&parts->steps, other)[0]);
        if (joining->size[root] + joining->size[other_root] > MOST_ALIKE)
            continue;
        joining->joined[other_root] = root;
        joining->size[root] += joining->size[other_root];
        any = true;
    }
    label_map_free(&known);
    return any;
}

int parts_number(const parts *parts, int part, int step)
{
    return parts->part_of[step] == part
               ? parts->number[step]
               : step_list_length(&parts->steps, part) + step_list_find(&parts->rest, part, step);
}

/* --- patterns ----------------------------------------------------------------------------------------------------- */

typedef struct {
    step_lists lists;
    bool *given;
} local_lists;

static local_lists localise(const parts *parts, int part, const step_lists *from, const bool *given, const int *number,
                            arena *memory)
{
    const int n = step_list_length(&parts->steps, part), *steps = step_list(&parts->steps, part);
    local_lists to = {{arena_integers(memory, n), NULL}, NULL};
    for (int k = 0; k < n; k++)
        to.lists.start[k + 1] = to.lists.start[k] + step_list_length(from, steps[k]);
    to.lists.step = arena_integers(memory, to.lists.start[n]);
    to.given = ARENA_ARRAY(memory, bool, to.lists.start[n] + 1);
    for (int k = 0; k < n; k++)
        for (int e = from->start[steps[k]]; e < from->start[steps[k] + 1]; e++) {
            const int begin = to.lists.start[k], local = number[from->step[e]];
            int i = begin + e - from->start[steps[k]];
            /* A step of the part may come after one of the rest, but its number is smaller. */
            for (; i > begin && to.lists.step[i - 1] > local; i--) {
                to.lists.step[i] = to.lists.step[i - 1];
                to.given[i] = to.given[i - 1];
            }
            to.lists.step[i] = local;
            to.given[i] = given[e];
        }
    return to;
}

static uint64_t hash_lists(uint64_t hash, int n, const step_lists *step_lists, const bool *given)
{
    for (int k = 0; k < n; k++) {
        hash = mix(hash, (uint64_t)step_list_length(step_lists, k));
        for (int e = step_lists->start[k]; e < step_lists->start[k + 1]; e++)
            hash = mix(hash, 2 * (uint64_t)step_lists->step[e] + given[e]);
    }
    return hash;
}

static part_pattern *find_pattern(const parts *parts, const elimination *elimination, int part, int *number,
                                  arena *memory)
{
    part_pattern *q = ARENA_NEW(memory, part_pattern);
    q->n = step_list_length(&parts->steps, part);
    q->n_rest = step_list_length(&parts->rest, part);
    for (int k = 0; k < q->n; k++)
        number[step_list(&parts->steps, part)[k]] = k;
    for (int k = 0; k < q->n_rest; k++)
        number[step_list(&parts->rest, part)[k]] = q->n + k;
    const local_lists lower = localise(parts, part, &elimination->lower, elimination->lower_is_given, number, memory);
    const local_lists upper = localise(parts, part, &elimination->upper, elimination->upper_is_given, number, memory);
    q->lower = lower.lists;
    q->upper = upper.lists;
    q->lower_is_given = lower.given;
    q->upper_is_given = upper.given;
    q->pivot_is_given = ARENA_ARRAY(memory, bool, q->n);
    q->hash = mix((uint64_t)q->n, (uint64_t)q->n_rest);
    for (int k = 0; k < q->n; k++) {
        q->pivot_is_given[k] = elimination->pivot_is_given[step_list(&parts->steps, part)[k]];
        q->hash = mix(q->hash, q->pivot_is_given[k]);
    }
    q->hash = hash_lists(q->hash, q->n, &q->lower, q->lower_is_given);
    q->hash = hash_lists(q->hash, q->n, &q->upper, q->upper_is_given);
    return q;
}

static bool lists_equal(int n, const step_lists *a, const bool *given_a, const step_lists *b, const bool *given_b)
{
    return !memcmp(a->start, b->start, ((size_t)n + 1) * sizeof(int)) &&
           !memcmp(a->step, b->step, (size_t)a->start[n] * sizeof(int)) &&
           !memcmp(given_a, given_b, (size_t)a->start[n] * sizeof(bool));
}

static bool patterns_equal(const part_pattern *a, const part_pattern *b)
{
    const int n = a->n;
    return a->hash == b->hash && n == b->n && a->n_rest == b->n_rest &&
           lists_equal(n, &a->lower, a->lower_is_given, &b->lower, b->lower_is_given) &&
           lists_equal(n, &a->upper, a->upper_is_given, &b->upper, b->upper_is_given) &&
           !memcmp(a->pivot_is_given, b->pivot_is_given, (size_t)n * sizeof(bool));
}

static void classify(parts *parts, const elimination *elimination, arena *memory)
{
    label_map known = {0};
    parts->class_of = arena_integers(memory, parts->n);
    parts->class_size = arena_integers(memory, parts->n);
    parts->pattern = ARENA_ARRAY(memory, const part_pattern *, parts->n + 1);
    int *number = arena_integers(memory, elimination->n);
    for (int i = 0; i < parts->n; i++) {
        const part_pattern *part_pattern = find_pattern(parts, elimination, i, number, memory);
        const uint32_t label = (uint32_t)(part_pattern->hash ^ part_pattern->hash >> 32);
        int found = label_map_find(&known, label);
        if (found == HASH_NONE || !patterns_equal(part_pattern, parts->pattern[found])) {
            found = parts->n_classes++;
            parts->pattern[found] = part_pattern;
            label_map_put(&known, label, found);
        }
        parts->class_of[i] = found;
        parts->class_size[found]++;
    }
    label_map_free(&known);
}

/* --- cost --------------------------------------------------------------------------------------------------------- */

/* Returns the instructions of a step in a program, from counts of the kernels. */
static double step_cost(const step_lists *lower, const step_lists *upper, int k)
{
    const double l = step_list_length(lower, k), u = step_list_length(upper, k);
    return 90.0 + 21.0 * (l + u) + 5.2 * l * u;
}

/* Returns the instructions of one execution of the program of a class. */
static double program_cost(const part_pattern *part_pattern)
{
    double cost = 500.0;
    for (int k = 0; k < part_pattern->n; k++)
        cost += step_cost(&part_pattern->lower, &part_pattern->upper, k);
    return cost;
}

/* Returns a lower bound of the cost of the programs for any classes: the largest part alone, or all in full lanes. */
static double least_cost(const parts *parts, const elimination *elimination)
{
    double sum = 0.0, largest = 0.0;
    for (int i = 0; i < parts->n; i++) {
        double cost = 0.0;
        for (int e = parts->steps.start[i]; e < parts->steps.start[i + 1]; e++)
            cost += step_cost(&elimination->lower, &elimination->upper, parts->steps.step[e]);
        sum += cost;
        largest = fmax(largest, cost);
    }
    return fmax(largest, sum / LANES);
}

/* Returns how many numbers a part passes on: rows of the rest that it changes times columns. */
static double count_passed(const part_pattern *part_pattern, arena *memory)
{
    int *met = arena_integers(memory, part_pattern->n + part_pattern->n_rest), rows = 0, columns = 0;
    for (int e = 0; e < part_pattern->lower.start[part_pattern->n]; e++) {
        rows += part_pattern->lower.step[e] >= part_pattern->n && !(met[part_pattern->lower.step[e]] & 1);
        met[part_pattern->lower.step[e]] |= 1;
    }
    for (int e = 0; e < part_pattern->upper.start[part_pattern->n]; e++) {
        columns += part_pattern->upper.step[e] >= part_pattern->n && !(met[part_pattern->upper.step[e]] & 2);
        met[part_pattern->upper.step[e]] |= 2;
    }
    return (double)rows * columns;
}

static void find_cost(parts *parts, const elimination *elimination, arena *memory)
{
    arena *scratch = arena_create();
    parts->cost = front_tree_create(elimination, parts->part_of, scratch)->cost;
    for (int c = 0; c < parts->n_classes; c++) {
        const part_pattern *part_pattern = parts->pattern[c];
        const int size = parts->class_size[c], runs = size == 1 ? 1 : (size + LANES - 1) / LANES;
        parts->cost += runs * program_cost(part_pattern) +
                       size * (5.5 * count_passed(part_pattern, memory) + 18.0 * part_pattern->n_rest);
        if (part_pattern->n_rest > MOST_REST)
            parts->cost = HUGE_VAL;
    }
    arena_destroy(scratch);
}

static bool are_equal(const parts *a, const parts *b, int n_steps)
{
    return a->n == b->n && !memcmp(a->part_of, b->part_of, (size_t)n_steps * sizeof(int));
}

/* Returns NULL if they are certainly no better than the best so far. */
static parts *find_parts(const elimination *elimination, int limit, const parts *best, arena *memory)
{
    joining joining = {.elimination = elimination,
                       .limit = limit,
                       .joined = arena_integers(memory, elimination->n),
                       .size = arena_integers(memory, elimination->n),
                       .products = ARENA_ARRAY(memory, double, elimination->n + 1),
                       .met = arena_integers(memory, elimination->n),
                       .mark = arena_integers(memory, elimination->n)};
    for (int k = 0; k < elimination->n; k++)
        parts_join(&joining, k);
    parts *p = ARENA_NEW(memory, parts);
    do {
        list_steps(p, &joining, memory);
        list_rest(p, elimination, memory);
    } while (join_alike(p, &joining));
    if (best && (are_equal(p, best, elimination->n) || least_cost(p, elimination) >= best->cost))
        return NULL;
    classify(p, elimination, memory);
    find_cost(p, elimination, memory);
    return p;
}

parts *parts_choose(const elimination *elimination, arena *memory)
{
    static const int limits[] = {4, 24, INT_MAX};
    parts *best = NULL;
    for (int i = 0; i < ARRAY_LEN(limits); i++) {
        parts *parts = find_parts(elimination, limits[i], best, memory);
        if (parts && (!best || parts->cost < best->cost))
            best = parts;
    }
    return best;
}
