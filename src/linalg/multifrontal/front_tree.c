/* front_tree.c - the steps that are eliminated in fronts, as a tree.
 *
 *     front(k)  = lower(k) + upper(k) + (fronts of the children of k) - k
 *     parent(k) = min front(k)
 *
 * Then all of front(k) except the parent is in the parent's front: everything that step k changes belongs to its
 * ancestors. Steps are renumbered so that a subtree is a range; of the children, the one with the largest front comes
 * last, next to its parent. Consecutive steps with the same front form a span; a span is merged with its last child,
 * including zeros, where that saves work. */
#include "linalg/multifrontal/front_tree.h"
#include "base/array.h"
#include "linalg/kernels/kernels.h"

/* --- the tree in the order of the steps --------------------------------------------------------------------------- */

typedef struct {
    const elimination *elimination;
    int n; /* dense steps, in order of elimination */
    int *step, *dense;
    int *parent, *child, *sibling; /* n or -1 if there is none */
    int *mark;                     /* 1 + the last step that has visited this one */
    int *start;
    ARRAY(int) front;
} draft;

static void number_steps(draft *d, const elimination *elimination, const int *part_of, arena *memory)
{
    *d = (draft){.elimination = elimination,
                 .step = arena_integers(memory, elimination->n),
                 .dense = arena_integers(memory, elimination->n)};
    for (int k = 0; k < elimination->n; k++) {
        d->dense[k] = part_of[k] < 0 ? d->n : -1;
        if (part_of[k] < 0)
            d->step[d->n++] = k;
    }
}

static void meet(draft *draft, int k, int other)
{
    if (draft->mark[other] == k + 1)
        return;
    draft->mark[other] = k + 1;
    array_push(&draft->front, other);
    if (other < draft->parent[k])
        draft->parent[k] = other;
}

static void meet_list(draft *draft, int k, const step_lists *step_lists)
{
    const int *list = step_list(step_lists, draft->step[k]);
    for (int e = 0; e < step_list_length(step_lists, draft->step[k]); e++)
        meet(draft, k, draft->dense[list[e]]);
}

static void find_front(draft *draft, int k)
{
    draft->mark[k] = k + 1;
    draft->parent[k] = draft->n;
    meet_list(draft, k, &draft->elimination->lower);
    meet_list(draft, k, &draft->elimination->upper);
    for (int c = draft->child[k]; c >= 0; c = draft->sibling[c])
        for (int e = draft->start[c]; e < draft->start[c + 1]; e++)
            meet(draft, k, draft->front.items[e]);
    draft->start[k + 1] = draft->front.n;
}

static void add_child(draft *draft, int child)
{
    const int parent = draft->parent[child];
    draft->sibling[child] = draft->child[parent];
    draft->child[parent] = child;
}

static void find_fronts(draft *draft, arena *memory)
{
    draft->parent = arena_integers(memory, draft->n);
    draft->child = arena_integers(memory, draft->n);
    draft->sibling = arena_integers(memory, draft->n);
    draft->mark = arena_integers(memory, draft->n);
    draft->start = arena_integers(memory, draft->n);
    for (int k = 0; k <= draft->n; k++)
        draft->child[k] = -1;
    for (int k = 0; k < draft->n; k++) {
        find_front(draft, k);
        add_child(draft, k);
    }
}

/* Lists the children again, those with the smallest fronts first, equal ones in the order of their steps. */
static void order_children(draft *draft, arena *memory)
{
    const int n = draft->n;
    int *begin = arena_integers(memory, n), *sorted = arena_integers(memory, n);
    for (int k = 0; k < n; k++)
        begin[draft->start[k + 1] - draft->start[k]]++;
    for (int i = 0, sum = 0; i <= n; i++) {
        const int count = begin[i];
        begin[i] = sum;
        sum += count;
    }
    for (int k = 0; k < n; k++)
        sorted[begin[draft->start[k + 1] - draft->start[k]]++] = k;
    for (int k = 0; k <= n; k++)
        draft->child[k] = -1;
    for (int i = n - 1; i >= 0; i--)
        add_child(draft, sorted[i]);
}

/* order[new] = old: every subtree is a range, children before parents. */
static int *find_order(draft *draft, arena *memory)
{
    int *order = arena_integers(memory, draft->n), *stack = arena_integers(memory, draft->n);
    int depth = 0, next = 0;
    stack[depth] = draft->n;
    while (depth >= 0) {
        const int k = stack[depth], c = draft->child[k];
        if (c >= 0) {
            draft->child[k] = draft->sibling[c];
            stack[++depth] = c;
        } else {
            order[next++] = k;
            depth--;
        }
    }
    return order;
}

/* --- renumbered --------------------------------------------------------------------------------------------------- */

static void copy_front(front_tree *front_tree, const draft *draft, const int *order, const int *renumbered,
                       arena *memory, arena *scratch)
{
    const int n = front_tree->n, total = draft->start[n];
    step_lists rotated = {arena_integers(scratch, n), arena_integers(scratch, total)};
    front_tree->front = (step_lists){arena_integers(memory, n), arena_integers(memory, total)};
    for (int e = 0; e < total; e++)
        rotated.start[renumbered[draft->front.items[e]] + 1]++;
    for (int i = 0; i < n; i++)
        rotated.start[i + 1] += rotated.start[i];
    int *next = arena_copy(scratch, rotated.start, ((size_t)n + 1) * sizeof(int));
    for (int k = 0; k < n; k++)
        for (int e = draft->start[order[k]]; e < draft->start[order[k] + 1]; e++)
            rotated.step[next[renumbered[draft->front.items[e]]]++] = k;
    for (int k = 0; k < n; k++)
        next[k] = front_tree->front.start[k + 1] =
            front_tree->front.start[k] + draft->start[order[k] + 1] - draft->start[order[k]];
    for (int k = 0; k < n; k++)
        next[k] = front_tree->front.start[k];
    for (int i = 0; i < n; i++)
        for (int e = rotated.start[i]; e < rotated.start[i + 1]; e++)
            front_tree->front.step[next[rotated.step[e]]++] = i;
}

static void renumber(front_tree *front_tree, const draft *draft, const int *order, arena *memory, arena *scratch)
{
    const int n = draft->n;
    int *renumbered = arena_integers(scratch, n);
    for (int k = 0; k <= n; k++)
        renumbered[order[k]] = k;
    front_tree->n = n;
    front_tree->step = arena_integers(memory, n);
    front_tree->dense = arena_integers(memory, draft->elimination->n);
    front_tree->parent = arena_integers(memory, n);
    for (int k = 0; k < draft->elimination->n; k++)
        front_tree->dense[k] = draft->dense[k] < 0 ? -1 : renumbered[draft->dense[k]];
    for (int k = 0; k < n; k++) {
        front_tree->step[k] = draft->step[order[k]];
        front_tree->parent[k] = renumbered[draft->parent[order[k]]];
    }
    copy_front(front_tree, draft, order, renumbered, memory, scratch);
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

static double span_cost(const front_span *front_span)
{
    return front_cost(front_span->last - front_span->first + 1, front_span->rest);
}

/* Merges the last span with the child before it, and so on, as long as it is cheaper. */
static void merge_last(front_tree *front_tree)
{
    while (front_tree->n_spans > 1) {
        front_span *parent = &front_tree->span[front_tree->n_spans - 1], *child = parent - 1;
        if (front_tree->parent[child->last] != parent->first)
            return;
        const front_span merged = {child->first, parent->last, parent->rest};
        if (span_cost(&merged) > span_cost(child) + span_cost(parent))
            return;
        *child = merged;
        front_tree->n_spans--;
    }
}

static void find_spans(front_tree *front_tree, arena *memory)
{
    front_tree->span = ARENA_ARRAY(memory, front_span, front_tree->n + 1);
    for (int k = 0; k < front_tree->n; k++) {
        const int rest = step_list_length(&front_tree->front, k);
        if (k > 0 && front_tree->parent[k - 1] == k && step_list_length(&front_tree->front, k - 1) == rest + 1) {
            front_tree->span[front_tree->n_spans - 1].last = k;
            front_tree->span[front_tree->n_spans - 1].rest = rest;
        } else {
            merge_last(front_tree);
            front_tree->span[front_tree->n_spans++] = (front_span){k, k, rest};
        }
    }
    merge_last(front_tree);
    for (int i = 0; i < front_tree->n_spans; i++)
        front_tree->cost += span_cost(&front_tree->span[i]);
}

front_tree *front_tree_create(const elimination *elimination, const int *part_of, arena *memory)
{
    front_tree *f = ARENA_NEW(memory, front_tree);
    arena *scratch = arena_create();
    draft draft;
    number_steps(&draft, elimination, part_of, scratch);
    find_fronts(&draft, scratch);
    order_children(&draft, scratch);
    renumber(f, &draft, find_order(&draft, scratch), memory, scratch);
    find_spans(f, memory);
    array_free(&draft.front);
    arena_destroy(scratch);
    return f;
}
