/* parts.c - which steps of an elimination go as small parts of their own, and which in fronts.
 *
 * Steps are taken in order. A step joins the parts of all steps that come before it, if these are all in parts and
 * together are not larger than the limit; otherwise it goes in a front. Small parts that change the same steps become
 * one. Several limits are tried and their instructions counted:
 *     - a part costs for each step, entry and product, but LANES parts of the same pattern cost as much as one;
 *     - what a part passes on, and fronts, cost for each of them. */
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
    const elimination *t;
    int limit;
    int *joined; /* a step of the same part, nearer to its root; -1: in a front */
    int *size;   /* of the part, at its root */
    double *products;
    int *met;  /* roots before the present step */
    int *mark; /* 1 + the last step that has met this root */
} joining;

static int find_root(joining *j, int step)
{
    while (j->joined[step] != step)
        step = j->joined[step] = j->joined[j->joined[step]];
    return step;
}

/* Collects the parts before a step; -1 when there is a step in a front among them. */
static int meet_roots(joining *j, int k)
{
    int n = 0;
    const int *before = step_list(&j->t->previous, k);
    for (int e = 0; e < step_list_length(&j->t->previous, k); e++) {
        if (j->joined[before[e]] < 0)
            return -1;
        const int root = find_root(j, before[e]);
        if (j->mark[root] != k + 1)
            j->met[n++] = root;
        j->mark[root] = k + 1;
    }
    return n;
}

static void parts_join(joining *j, int k)
{
    const elimination *t = j->t;
    const int n = meet_roots(j, k);
    j->joined[k] = n < 0 ? -1 : k;
    j->size[k] = 1;
    j->products[k] = (double)step_list_length(&t->lower, k) * step_list_length(&t->upper, k);
    for (int i = 0; i < n; i++) {
        j->size[k] += j->size[j->met[i]];
        j->products[k] += j->products[j->met[i]];
    }
    if (j->size[k] > j->limit || j->products[k] > MOST_PRODUCTS)
        j->joined[k] = -1;
    for (int i = 0; i < n && j->joined[k] >= 0; i++)
        j->joined[j->met[i]] = k;
}

/* --- the lists of parts ------------------------------------------------------------------------------------------- */

static void list_steps(parts *p, joining *j, arena *memory)
{
    const int n = j->t->n;
    p->n = 0;
    p->part_of = arena_integers(memory, n);
    int *number = arena_integers(memory, n);
    for (int k = 0; k < n; k++) {
        p->part_of[k] = -1;
        if (j->joined[k] >= 0 && find_root(j, k) == k)
            number[k] = p->n++;
    }
    p->steps = (step_lists){arena_integers(memory, p->n), arena_integers(memory, n)};
    for (int k = 0; k < n; k++)
        if (j->joined[k] >= 0) {
            p->part_of[k] = number[find_root(j, k)];
            p->steps.start[p->part_of[k] + 1]++;
        }
    for (int i = 0; i < p->n; i++)
        p->steps.start[i + 1] += p->steps.start[i];
    int *seated = arena_integers(memory, p->n);
    for (int k = 0; k < n; k++) {
        const int part = p->part_of[k];
        if (part < 0)
            continue;
        number[k] = seated[part]++;
        p->steps.step[p->steps.start[part] + number[k]] = k;
    }
    p->number = number;
}

/* A part changes the steps in fronts that come after one of its own; taken in order, its list is sorted. */
static void list_rest(parts *p, const elimination *t, arena *memory)
{
    typedef struct {
        int part, step;
    } change;
    ARRAY(change) all = {0};
    int *met = arena_integers(memory, p->n);
    p->rest.start = arena_integers(memory, p->n);
    for (int k = 0; k < t->n; k++) {
        if (p->part_of[k] >= 0)
            continue;
        for (int e = t->previous.start[k]; e < t->previous.start[k + 1]; e++) {
            const int part = p->part_of[t->previous.step[e]];
            if (part < 0 || met[part] == k + 1)
                continue;
            met[part] = k + 1;
            array_push(&all, ((change){part, k}));
            p->rest.start[part + 1]++;
        }
    }
    for (int i = 0; i < p->n; i++) {
        met[i] = p->rest.start[i];
        p->rest.start[i + 1] += p->rest.start[i];
    }
    p->rest.step = arena_integers(memory, all.n);
    for (int e = 0; e < all.n; e++)
        p->rest.step[met[all.items[e].part]++] = all.items[e].step;
    array_free(&all);
}

static uint32_t rest_label(const parts *p, int part)
{
    uint64_t hash = 0;
    for (int e = p->rest.start[part]; e < p->rest.start[part + 1]; e++)
        hash = mix(hash, (uint64_t)p->rest.step[e]);
    return (uint32_t)(hash ^ hash >> 32);
}

static bool rests_equal(const parts *p, int a, int b)
{
    const int n = step_list_length(&p->rest, a);
    return n == step_list_length(&p->rest, b) &&
           !memcmp(step_list(&p->rest, a), step_list(&p->rest, b), (size_t)n * sizeof(int));
}

/* Joins each part with the last one before it that changes the same steps. */
static bool join_alike(const parts *p, joining *j)
{
    label_map known = {0};
    bool any = false;
    for (int i = 0; i < p->n; i++) {
        if (step_list_length(&p->rest, i) == 0)
            continue;
        const uint32_t label = rest_label(p, i);
        const int other = label_map_find(&known, label), root = find_root(j, step_list(&p->steps, i)[0]);
        label_map_put(&known, label, i);
        if (other == HASH_NONE || !rests_equal(p, i, other))
            continue;
        const int other_root = find_root(j, step_list(&p->steps, other)[0]);
        if (j->size[root] + j->size[other_root] > MOST_ALIKE)
            continue;
        j->joined[other_root] = root;
        j->size[root] += j->size[other_root];
        any = true;
    }
    label_map_free(&known);
    return any;
}

int parts_number(const parts *p, int part, int step)
{
    return p->part_of[step] == part ? p->number[step]
                                    : step_list_length(&p->steps, part) + step_list_find(&p->rest, part, step);
}

/* --- patterns ----------------------------------------------------------------------------------------------------- */

typedef struct {
    step_lists lists;
    bool *given;
} local_lists;

static local_lists localise(const parts *p, int part, const step_lists *from, const bool *given, const int *number,
                            arena *memory)
{
    const int n = step_list_length(&p->steps, part), *steps = step_list(&p->steps, part);
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

static uint64_t hash_lists(uint64_t hash, int n, const step_lists *l, const bool *given)
{
    for (int k = 0; k < n; k++) {
        hash = mix(hash, (uint64_t)step_list_length(l, k));
        for (int e = l->start[k]; e < l->start[k + 1]; e++)
            hash = mix(hash, 2 * (uint64_t)l->step[e] + given[e]);
    }
    return hash;
}

static part_pattern *find_pattern(const parts *p, const elimination *t, int part, int *number, arena *memory)
{
    part_pattern *q = ARENA_NEW(memory, part_pattern);
    q->n = step_list_length(&p->steps, part);
    q->n_rest = step_list_length(&p->rest, part);
    for (int k = 0; k < q->n; k++)
        number[step_list(&p->steps, part)[k]] = k;
    for (int k = 0; k < q->n_rest; k++)
        number[step_list(&p->rest, part)[k]] = q->n + k;
    const local_lists lower = localise(p, part, &t->lower, t->lower_is_given, number, memory);
    const local_lists upper = localise(p, part, &t->upper, t->upper_is_given, number, memory);
    q->lower = lower.lists;
    q->upper = upper.lists;
    q->lower_is_given = lower.given;
    q->upper_is_given = upper.given;
    q->pivot_is_given = ARENA_ARRAY(memory, bool, q->n);
    q->hash = mix((uint64_t)q->n, (uint64_t)q->n_rest);
    for (int k = 0; k < q->n; k++) {
        q->pivot_is_given[k] = t->pivot_is_given[step_list(&p->steps, part)[k]];
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

static void classify(parts *p, const elimination *t, arena *memory)
{
    label_map known = {0};
    p->class_of = arena_integers(memory, p->n);
    p->class_size = arena_integers(memory, p->n);
    p->pattern = ARENA_ARRAY(memory, const part_pattern *, p->n + 1);
    int *number = arena_integers(memory, t->n);
    for (int i = 0; i < p->n; i++) {
        const part_pattern *q = find_pattern(p, t, i, number, memory);
        const uint32_t label = (uint32_t)(q->hash ^ q->hash >> 32);
        int found = label_map_find(&known, label);
        if (found == HASH_NONE || !patterns_equal(q, p->pattern[found])) {
            found = p->n_classes++;
            p->pattern[found] = q;
            label_map_put(&known, label, found);
        }
        p->class_of[i] = found;
        p->class_size[found]++;
    }
    label_map_free(&known);
}

/* --- cost --------------------------------------------------------------------------------------------------------- */

/* Instructions of a step in a program, from counts of the kernels. */
static double step_cost(const step_lists *lower, const step_lists *upper, int k)
{
    const double l = step_list_length(lower, k), u = step_list_length(upper, k);
    return 90.0 + 21.0 * (l + u) + 5.2 * l * u;
}

/* Those of one run of the program of a class. */
static double program_cost(const part_pattern *q)
{
    double cost = 500.0;
    for (int k = 0; k < q->n; k++)
        cost += step_cost(&q->lower, &q->upper, k);
    return cost;
}

/* What the programs cost at least, whatever the classes: the largest part alone, or all in full lanes. */
static double least_cost(const parts *p, const elimination *t)
{
    double sum = 0.0, largest = 0.0;
    for (int i = 0; i < p->n; i++) {
        double cost = 0.0;
        for (int e = p->steps.start[i]; e < p->steps.start[i + 1]; e++)
            cost += step_cost(&t->lower, &t->upper, p->steps.step[e]);
        sum += cost;
        largest = fmax(largest, cost);
    }
    return fmax(largest, sum / LANES);
}

/* Numbers that a part passes on: rows of the rest that it changes times columns. */
static double count_passed(const part_pattern *q, arena *memory)
{
    int *met = arena_integers(memory, q->n + q->n_rest), rows = 0, columns = 0;
    for (int e = 0; e < q->lower.start[q->n]; e++) {
        rows += q->lower.step[e] >= q->n && !(met[q->lower.step[e]] & 1);
        met[q->lower.step[e]] |= 1;
    }
    for (int e = 0; e < q->upper.start[q->n]; e++) {
        columns += q->upper.step[e] >= q->n && !(met[q->upper.step[e]] & 2);
        met[q->upper.step[e]] |= 2;
    }
    return (double)rows * columns;
}

static void find_cost(parts *p, const elimination *t, arena *memory)
{
    arena *scratch = arena_create();
    p->cost = front_tree_create(t, p->part_of, scratch)->cost;
    for (int c = 0; c < p->n_classes; c++) {
        const part_pattern *q = p->pattern[c];
        const int size = p->class_size[c], runs = size == 1 ? 1 : (size + LANES - 1) / LANES;
        p->cost += runs * program_cost(q) + size * (5.5 * count_passed(q, memory) + 18.0 * q->n_rest);
        if (q->n_rest > MOST_REST)
            p->cost = HUGE_VAL;
    }
    arena_destroy(scratch);
}

static bool are_equal(const parts *a, const parts *b, int n_steps)
{
    return a->n == b->n && !memcmp(a->part_of, b->part_of, (size_t)n_steps * sizeof(int));
}

/* NULL when they are certainly no better than the best so far. */
static parts *find_parts(const elimination *t, int limit, const parts *best, arena *memory)
{
    joining j = {.t = t,
                 .limit = limit,
                 .joined = arena_integers(memory, t->n),
                 .size = arena_integers(memory, t->n),
                 .products = ARENA_ARRAY(memory, double, t->n + 1),
                 .met = arena_integers(memory, t->n),
                 .mark = arena_integers(memory, t->n)};
    for (int k = 0; k < t->n; k++)
        parts_join(&j, k);
    parts *p = ARENA_NEW(memory, parts);
    do {
        list_steps(p, &j, memory);
        list_rest(p, t, memory);
    } while (join_alike(p, &j));
    if (best && (are_equal(p, best, t->n) || least_cost(p, t) >= best->cost))
        return NULL;
    classify(p, t, memory);
    find_cost(p, t, memory);
    return p;
}

parts *parts_choose(const elimination *t, arena *memory)
{
    static const int limits[] = {4, 24, INT_MAX};
    parts *best = NULL;
    for (int i = 0; i < ARRAY_LEN(limits); i++) {
        parts *p = find_parts(t, limits[i], best, memory);
        if (p && (!best || p->cost < best->cost))
            best = p;
    }
    return best;
}
