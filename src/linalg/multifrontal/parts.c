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

static void list_steps(parts *parts, joining *joining)
{
    const int n = joining->elimination->n;
    arena *memory = parts->memory;
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
    int *seated = heap_integers((size_t)parts->n, 0);
    for (int k = 0; k < n; k++) {
        const int part = parts->part_of[k];
        if (part < 0)
            continue;
        number[k] = seated[part]++;
        parts->steps.step[parts->steps.start[part] + number[k]] = k;
    }
    free(seated);
    parts->number = number;
}

/* A part changes the steps in fronts that depend on one of its steps; visited in order, its list is sorted. */
static void list_rest(parts *parts, const elimination *elimination)
{
    typedef struct {
        int part, step;
    } change;
    ARRAY(change) all = {0};
    int *met = heap_integers((size_t)parts->n, 0);
    parts->rest.start = arena_integers(parts->memory, parts->n);
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
    parts->rest.step = arena_integers(parts->memory, all.n);
    for (int e = 0; e < all.n; e++)
        parts->rest.step[met[all.items[e].part]++] = all.items[e].step;
    array_free(&all);
    free(met);
}

/* Parts that are not worth more are not classified: their cost stays infinite. */
static void parts_list(parts *p, joining *joining)
{
    *p = (parts){.memory = arena_create(), .cost = HUGE_VAL};
    list_steps(p, joining);
    list_rest(p, joining->elimination);
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

/* Returns a pattern with space for these numbers of steps and entries. */
static part_pattern *pattern_create(int n, int n_lower, int n_upper, arena *memory)
{
    part_pattern *pattern = ARENA_NEW(memory, part_pattern);
    *pattern = (part_pattern){.lower = {arena_integers(memory, n), arena_integers(memory, n_lower)},
                              .upper = {arena_integers(memory, n), arena_integers(memory, n_upper)},
                              .pivot_is_given = ARENA_ARRAY(memory, bool, n + 1),
                              .lower_is_given = ARENA_ARRAY(memory, bool, n_lower + 1),
                              .upper_is_given = ARENA_ARRAY(memory, bool, n_upper + 1)};
    return pattern;
}

/* Returns a pattern with space for any of the parts. */
static part_pattern *pattern_of_any(const parts *parts, const elimination *elimination, arena *memory)
{
    int n = 0, n_lower = 0, n_upper = 0;
    for (int i = 0; i < parts->n; i++) {
        const int *steps = step_list(&parts->steps, i), length = step_list_length(&parts->steps, i);
        int lower = 0, upper = 0;
        for (int k = 0; k < length; k++) {
            lower += step_list_length(&elimination->lower, steps[k]);
            upper += step_list_length(&elimination->upper, steps[k]);
        }
        n = length > n ? length : n;
        n_lower = lower > n_lower ? lower : n_lower;
        n_upper = upper > n_upper ? upper : n_upper;
    }
    return pattern_create(n, n_lower, n_upper, memory);
}

static void copy_list(int n, const step_lists *from, const bool *from_given, step_lists *to, bool *to_given)
{
    memcpy(to->start, from->start, ((size_t)n + 1) * sizeof(int));
    memcpy(to->step, from->step, (size_t)from->start[n] * sizeof(int));
    memcpy(to_given, from_given, (size_t)from->start[n] * sizeof(bool));
}

static part_pattern *pattern_copy(const part_pattern *from, arena *memory)
{
    part_pattern *to = pattern_create(from->n, from->lower.start[from->n], from->upper.start[from->n], memory);
    to->n = from->n;
    to->n_rest = from->n_rest;
    to->hash = from->hash;
    copy_list(from->n, &from->lower, from->lower_is_given, &to->lower, to->lower_is_given);
    copy_list(from->n, &from->upper, from->upper_is_given, &to->upper, to->upper_is_given);
    memcpy(to->pivot_is_given, from->pivot_is_given, (size_t)from->n * sizeof(bool));
    return to;
}

/* Copies the lists of the steps of a part in its local numbering. */
static void localise(const step_lists *from, const bool *given, const int *steps, int n, const int *number,
                     step_lists *to, bool *to_given)
{
    for (int k = 0, end = 0; k < n; k++) {
        const int begin = end;
        to->start[k] = begin;
        for (int e = from->start[steps[k]]; e < from->start[steps[k] + 1]; e++) {
            const int local = number[from->step[e]];
            int i = end++;
            /* A step of the part may come after one of the rest, but its number is smaller. */
            for (; i > begin && to->step[i - 1] > local; i--) {
                to->step[i] = to->step[i - 1];
                to_given[i] = to_given[i - 1];
            }
            to->step[i] = local;
            to_given[i] = given[e];
        }
        to->start[k + 1] = end;
    }
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

static void find_pattern(const parts *parts, const elimination *elimination, int part, int *number, part_pattern *q)
{
    const int *steps = step_list(&parts->steps, part), *rest = step_list(&parts->rest, part);
    q->n = step_list_length(&parts->steps, part);
    q->n_rest = step_list_length(&parts->rest, part);
    for (int k = 0; k < q->n; k++)
        number[steps[k]] = k;
    for (int k = 0; k < q->n_rest; k++)
        number[rest[k]] = q->n + k;
    localise(&elimination->lower, elimination->lower_is_given, steps, q->n, number, &q->lower, q->lower_is_given);
    localise(&elimination->upper, elimination->upper_is_given, steps, q->n, number, &q->upper, q->upper_is_given);
    q->hash = mix((uint64_t)q->n, (uint64_t)q->n_rest);
    for (int k = 0; k < q->n; k++) {
        q->pivot_is_given[k] = elimination->pivot_is_given[steps[k]];
        q->hash = mix(q->hash, q->pivot_is_given[k]);
    }
    q->hash = hash_lists(q->hash, q->n, &q->lower, q->lower_is_given);
    q->hash = hash_lists(q->hash, q->n, &q->upper, q->upper_is_given);
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

static void classify(parts *parts, const elimination *elimination)
{
    label_map known = {0};
    arena *memory = parts->memory, *scratch = arena_create();
    part_pattern *pattern = pattern_of_any(parts, elimination, scratch);
    ARRAY(const part_pattern *) patterns = {0};
    int *number = arena_integers(scratch, elimination->n);
    parts->class_of = arena_integers(memory, parts->n);
    for (int i = 0; i < parts->n; i++) {
        find_pattern(parts, elimination, i, number, pattern);
        const uint32_t label = (uint32_t)(pattern->hash ^ pattern->hash >> 32);
        int found = label_map_find(&known, label);
        if (found == HASH_NONE || !patterns_equal(pattern, patterns.items[found])) {
            found = patterns.n;
            array_push(&patterns, pattern_copy(pattern, memory));
            label_map_put(&known, label, found);
        }
        parts->class_of[i] = found;
    }
    parts->n_classes = patterns.n;
    parts->pattern = arena_copy(memory, patterns.items, (size_t)patterns.n * sizeof *patterns.items);
    parts->class_size = arena_integers(memory, patterns.n);
    for (int i = 0; i < parts->n; i++)
        parts->class_size[parts->class_of[i]]++;
    array_free(&patterns);
    label_map_free(&known);
    arena_destroy(scratch);
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

static void find_cost(parts *parts, const elimination *elimination)
{
    arena *scratch = arena_create();
    parts->cost = front_tree_create(elimination, parts->part_of, scratch)->cost;
    for (int c = 0; c < parts->n_classes; c++) {
        const part_pattern *part_pattern = parts->pattern[c];
        const int size = parts->class_size[c], runs = size == 1 ? 1 : (size + LANES - 1) / LANES;
        parts->cost += runs * program_cost(part_pattern) +
                       size * (5.5 * count_passed(part_pattern, scratch) + 18.0 * part_pattern->n_rest);
        if (part_pattern->n_rest > MOST_REST)
            parts->cost = HUGE_VAL;
    }
    arena_destroy(scratch);
}

static bool are_equal(const parts *a, const parts *b, int n_steps)
{
    return a->n == b->n && !memcmp(a->part_of, b->part_of, (size_t)n_steps * sizeof(int));
}

/* Steps of the same part, for parts of at most `limit` steps. */
static joining join_steps(const elimination *elimination, int limit, arena *memory)
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
    return joining;
}

static parts *list_parts(const elimination *elimination, int limit)
{
    arena *scratch = arena_create();
    joining joining = join_steps(elimination, limit, scratch);
    parts *parts = NULL;
    do {
        parts_destroy(parts);
        parts = heap_resize(NULL, sizeof *parts);
        parts_list(parts, &joining);
    } while (join_alike(parts, &joining));
    arena_destroy(scratch);
    return parts;
}

/* Returns the better ones, and destroys the others. `best` may be NULL. */
static parts *try_parts(const elimination *elimination, int limit, parts *best)
{
    parts *parts = list_parts(elimination, limit);
    if (!best || (!are_equal(parts, best, elimination->n) && least_cost(parts, elimination) < best->cost)) {
        classify(parts, elimination);
        find_cost(parts, elimination);
    }
    if (best && !(parts->cost < best->cost)) {
        parts_destroy(parts);
        return best;
    }
    parts_destroy(best);
    return parts;
}

parts *parts_choose(const elimination *elimination)
{
    static const int limits[] = {4, 24, INT_MAX};
    parts *best = NULL;
    for (int i = 0; i < ARRAY_LEN(limits); i++)
        best = try_parts(elimination, limits[i], best);
    return best;
}

void parts_destroy(parts *parts)
{
    if (!parts)
        return;
    arena_destroy(parts->memory);
    free(parts);
}
