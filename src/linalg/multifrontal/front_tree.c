/* front_tree.c - the steps that go in fronts, as a tree.
 *
 *     front(k)  = lower(k) + upper(k) + (fronts of the children of k) - k
 *     parent(k) = min front(k)
 *
 * Then all of front(k) but the parent is in the parent's front: whatever step k changes, its ancestors own. Steps are
 * renumbered so that a subtree is a range; of the children the one with the largest front comes last, by its parent.
 * Neighbours with the same front form a span; a span is merged with its last child, zeros and all, where that saves
 * work. */
#include "linalg/multifrontal/front_tree.h"
#include "base/array.h"
#include "linalg/kernels/kernels.h"

/* --- the tree in the order of the steps --------------------------------------------------------------------------- */

typedef struct {
    const elimination *t;
    int n; /* dense steps, in order of elimination */
    int *step, *dense;
    int *parent, *child, *sibling; /* n or -1 for none */
    int *mark;                     /* 1 + the last step that has met this one */
    int *start;
    ARRAY(int) front;
} draft;

static void number_steps(draft *d, const elimination *t, const int *part_of, arena *memory)
{
    *d = (draft){.t = t, .step = arena_integers(memory, t->n), .dense = arena_integers(memory, t->n)};
    for (int k = 0; k < t->n; k++) {
        d->dense[k] = part_of[k] < 0 ? d->n : -1;
        if (part_of[k] < 0)
            d->step[d->n++] = k;
    }
}

static void meet(draft *d, int k, int other)
{
    if (d->mark[other] == k + 1)
        return;
    d->mark[other] = k + 1;
    array_push(&d->front, other);
    if (other < d->parent[k])
        d->parent[k] = other;
}

static void meet_list(draft *d, int k, const step_lists *l)
{
    const int *list = step_list(l, d->step[k]);
    for (int e = 0; e < step_list_length(l, d->step[k]); e++)
        meet(d, k, d->dense[list[e]]);
}

static void find_front(draft *d, int k)
{
    d->mark[k] = k + 1;
    d->parent[k] = d->n;
    meet_list(d, k, &d->t->lower);
    meet_list(d, k, &d->t->upper);
    for (int c = d->child[k]; c >= 0; c = d->sibling[c])
        for (int e = d->start[c]; e < d->start[c + 1]; e++)
            meet(d, k, d->front.items[e]);
    d->start[k + 1] = d->front.n;
}

static void add_child(draft *d, int child)
{
    const int parent = d->parent[child];
    d->sibling[child] = d->child[parent];
    d->child[parent] = child;
}

static void find_fronts(draft *d, arena *memory)
{
    d->parent = arena_integers(memory, d->n);
    d->child = arena_integers(memory, d->n);
    d->sibling = arena_integers(memory, d->n);
    d->mark = arena_integers(memory, d->n);
    d->start = arena_integers(memory, d->n);
    for (int k = 0; k <= d->n; k++)
        d->child[k] = -1;
    for (int k = 0; k < d->n; k++) {
        find_front(d, k);
        add_child(d, k);
    }
}

/* Children again, those with the smallest fronts first, equal ones in the order of their steps. */
static void order_children(draft *d, arena *memory)
{
    const int n = d->n;
    int *begin = arena_integers(memory, n), *sorted = arena_integers(memory, n);
    for (int k = 0; k < n; k++)
        begin[d->start[k + 1] - d->start[k]]++;
    for (int i = 0, sum = 0; i <= n; i++) {
        const int count = begin[i];
        begin[i] = sum;
        sum += count;
    }
    for (int k = 0; k < n; k++)
        sorted[begin[d->start[k + 1] - d->start[k]]++] = k;
    for (int k = 0; k <= n; k++)
        d->child[k] = -1;
    for (int i = n - 1; i >= 0; i--)
        add_child(d, sorted[i]);
}

/* order[new] = old: every subtree a range, children before parents. */
static int *find_order(draft *d, arena *memory)
{
    int *order = arena_integers(memory, d->n), *stack = arena_integers(memory, d->n);
    int depth = 0, next = 0;
    stack[depth] = d->n;
    while (depth >= 0) {
        const int k = stack[depth], c = d->child[k];
        if (c >= 0) {
            d->child[k] = d->sibling[c];
            stack[++depth] = c;
        } else {
            order[next++] = k;
            depth--;
        }
    }
    return order;
}

/* --- renumbered --------------------------------------------------------------------------------------------------- */

static void copy_front(front_tree *f, const draft *d, const int *order, const int *renumbered, arena *memory)
{
    const int n = f->n, total = d->start[n];
    step_lists turned = {arena_integers(memory, n), arena_integers(memory, total)};
    f->front = (step_lists){arena_integers(memory, n), arena_integers(memory, total)};
    for (int e = 0; e < total; e++)
        turned.start[renumbered[d->front.items[e]] + 1]++;
    for (int i = 0; i < n; i++)
        turned.start[i + 1] += turned.start[i];
    int *next = arena_copy(memory, turned.start, ((size_t)n + 1) * sizeof(int));
    for (int k = 0; k < n; k++)
        for (int e = d->start[order[k]]; e < d->start[order[k] + 1]; e++)
            turned.step[next[renumbered[d->front.items[e]]]++] = k;
    for (int k = 0; k < n; k++)
        next[k] = f->front.start[k + 1] = f->front.start[k] + d->start[order[k] + 1] - d->start[order[k]];
    for (int k = 0; k < n; k++)
        next[k] = f->front.start[k];
    for (int i = 0; i < n; i++)
        for (int e = turned.start[i]; e < turned.start[i + 1]; e++)
            f->front.step[next[turned.step[e]]++] = i;
}

static void renumber(front_tree *f, const draft *d, const int *order, arena *memory)
{
    const int n = d->n;
    int *renumbered = arena_integers(memory, n);
    for (int k = 0; k <= n; k++)
        renumbered[order[k]] = k;
    f->n = n;
    f->step = arena_integers(memory, n);
    f->dense = arena_integers(memory, d->t->n);
    f->parent = arena_integers(memory, n);
    for (int k = 0; k < d->t->n; k++)
        f->dense[k] = d->dense[k] < 0 ? -1 : renumbered[d->dense[k]];
    for (int k = 0; k < n; k++) {
        f->step[k] = d->step[order[k]];
        f->parent[k] = renumbered[d->parent[order[k]]];
    }
    copy_front(f, d, order, renumbered, memory);
}

/* --- spans -------------------------------------------------------------------------------------------------------- */

/* Instructions of a front, fitted to counts of its kernels within 10 % from 1 + 3 to 24 + 60 and 100 + 0. */
static double front_cost(int n, int rest)
{
    const int blocks_n = round_to_lanes(n) / LANES, blocks_rest = round_to_lanes(rest) / LANES;
    double cost = 330.0 + 40.0 * n + 20.0 * rest;
    for (int panel = 0; panel < n; panel += LANES) {
        const int width = n - panel < LANES ? n - panel : LANES;
        const int left = blocks_n - panel / LANES + blocks_rest;
        const double blocks = left, columns = n + rest - panel - width;
        cost += width * (5.0 * blocks + 0.5 * width * (8.0 + 4.0 * blocks));
        cost += columns * (18.0 + 5.0 * width + (3.5 + 2.0 * width) * (blocks - 1.0));
        cost += 60.0 + 2.0 * (5.0 + 2.0 * width) * blocks;
    }
    cost += 0.6 * (blocks_n + blocks_rest) * (n + rest);
    return cost + rest * (22.0 + 3.8 * rest);
}

static double span_cost(const front_span *s) { return front_cost(s->last - s->first + 1, s->rest); }

/* Merges the last span with its child before it, and so on, as long as it is cheaper. */
static void merge_last(front_tree *f)
{
    while (f->n_spans > 1) {
        front_span *parent = &f->span[f->n_spans - 1], *child = parent - 1;
        if (f->parent[child->last] != parent->first)
            return;
        const front_span merged = {child->first, parent->last, parent->rest};
        if (span_cost(&merged) > span_cost(child) + span_cost(parent))
            return;
        *child = merged;
        f->n_spans--;
    }
}

static void find_spans(front_tree *f, arena *memory)
{
    f->span = ARENA_ARRAY(memory, front_span, f->n + 1);
    for (int k = 0; k < f->n; k++) {
        const int rest = step_list_length(&f->front, k);
        if (k > 0 && f->parent[k - 1] == k && step_list_length(&f->front, k - 1) == rest + 1) {
            f->span[f->n_spans - 1].last = k;
            f->span[f->n_spans - 1].rest = rest;
        } else {
            merge_last(f);
            f->span[f->n_spans++] = (front_span){k, k, rest};
        }
    }
    merge_last(f);
    for (int i = 0; i < f->n_spans; i++)
        f->cost += span_cost(&f->span[i]);
}

front_tree *front_tree_create(const elimination *t, const int *part_of, arena *memory)
{
    front_tree *f = ARENA_NEW(memory, front_tree);
    arena *scratch = arena_create();
    draft d;
    number_steps(&d, t, part_of, scratch);
    find_fronts(&d, scratch);
    order_children(&d, scratch);
    renumber(f, &d, find_order(&d, scratch), memory);
    find_spans(f, memory);
    array_free(&d.front);
    arena_destroy(scratch);
    return f;
}
