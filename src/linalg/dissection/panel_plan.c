/* panel_plan.c - the pattern of the factors of a symmetric matrix, in a nested dissection order.
 *
 * Unknowns with the same neighbours, the three of a node, form a *group*; so does an unknown without a diagonal entry,
 * a multiplier, with one that it acts on, so that both form a pivot of two rows (Duff and Pralet, SIAM J. Matrix Anal.
 * Appl. 27, 2005). METIS orders the groups. With the elimination tree,
 *
 *     parent(k) = min { i > k : l_ik != 0 },    rows(k) = neighbours of k after it + rows of its children - k
 *
 * groups whose rows, with themselves, are those of their child join its *node* (Liu, SIAM J. Matrix Anal. Appl. 11,
 * 1990), and small nodes join their parents although zeros are then stored. Nodes are divided into panels. */
#include "linalg/dissection/panel_plan.h"
#include "linalg/nested_dissection.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { NONE = -1 };

/* --- groups ------------------------------------------------------------------------------------------------------- */

/* Members of group g: member[start[g]] .. member[start[g + 1] - 1]. */
typedef struct {
    int n;
    int *group, *start, *member;
} groups;

typedef struct {
    uint64_t sum;
    int unknown;
} fingerprint;

static int by_sum(const void *a, const void *b)
{
    const fingerprint *x = a, *y = b;
    if (x->sum != y->sum)
        return x->sum < y->sum ? -1 : 1;
    return x->unknown - y->unknown;
}

static bool same_rows(const csc *matrix, int i, int j)
{
    const int n = matrix->start[i + 1] - matrix->start[i];
    return n == matrix->start[j + 1] - matrix->start[j] &&
           memcmp(matrix->row + matrix->start[i], matrix->row + matrix->start[j], (size_t)n * sizeof *matrix->row) == 0;
}

/* first[i]: the first unknown with the same neighbours. */
static void find_alike(const csc *matrix, int *first)
{
    fingerprint *all = heap_resize(NULL, ((size_t)matrix->n + 1) * sizeof *all);
    for (int j = 0; j < matrix->n; j++) {
        all[j] = (fingerprint){0, j};
        for (int e = matrix->start[j]; e < matrix->start[j + 1]; e++)
            all[j].sum += ((uint64_t)matrix->row[e] + 1) * 0x9e3779b97f4a7c15u ^ (uint64_t)matrix->row[e] << 32;
    }
    qsort(all, (size_t)matrix->n, sizeof *all, by_sum);
    for (int k = 0; k < matrix->n; k++) {
        const int now = all[k].unknown, before = k > 0 ? first[all[k - 1].unknown] : now;
        first[now] = same_rows(matrix, now, before) ? before : now;
    }
    free(all);
}

static bool has_diagonal(const csc *matrix, int j)
{
    for (int e = matrix->start[j]; e < matrix->start[j + 1]; e++)
        if (matrix->row[e] == j)
            return true;
    return false;
}

static int find_root(int *to, int i)
{
    while (to[i] != i)
        i = to[i] = to[to[i]];
    return i;
}

/* Joins each multiplier with the first unknown that it acts on and that has no other partner. */
static void join_partners(const csc *matrix, int *to)
{
    bool *taken = memset(heap_resize(NULL, (size_t)matrix->n + 1), 0, (size_t)matrix->n + 1);
    for (int j = 0; j < matrix->n; j++) {
        if (has_diagonal(matrix, j))
            continue;
        for (int e = matrix->start[j]; e < matrix->start[j + 1]; e++) {
            const int i = matrix->row[e];
            if (taken[i] || !has_diagonal(matrix, i))
                continue;
            taken[i] = true;
            const int one = find_root(to, i), other = find_root(to, j);
            to[one > other ? one : other] = one > other ? other : one;
            break;
        }
    }
    free(taken);
}

static groups find_groups(const csc *matrix)
{
    const size_t n = (size_t)matrix->n;
    int *to = heap_integers(n, 0);
    groups groups = {.group = heap_integers(n, NONE), .start = heap_integers(n + 1, 0), .member = heap_integers(n, 0)};
    find_alike(matrix, to);
    join_partners(matrix, to);
    for (int i = 0; i < matrix->n; i++) {
        const int root = find_root(to, i); /* the smallest of its members, whose number it has */
        groups.group[i] = root == i ? groups.n++ : groups.group[root];
        groups.start[groups.group[i] + 2]++;
    }
    for (int k = 2; k <= groups.n; k++)
        groups.start[k] += groups.start[k - 1];
    for (int i = 0; i < matrix->n; i++)
        groups.member[groups.start[groups.group[i] + 1]++] = i;
    free(to);
    return groups;
}

static void groups_free(groups *groups)
{
    free(groups->group);
    free(groups->start);
    free(groups->member);
}

static int group_size(const groups *groups, int k) { return groups->start[k + 1] - groups->start[k]; }

/* Returns the neighbours of groups, as a pattern. */
static csc graph_of_groups(const csc *matrix, const groups *groups)
{
    csc q = {.n = groups->n,
             .start = heap_integers((size_t)groups->n, 0),
             .row = heap_integers((size_t)csc_entries(matrix), 0)};
    int *seen = heap_integers((size_t)groups->n, NONE), n = 0;
    for (int k = 0; k < groups->n; k++) {
        q.start[k] = n;
        for (int m = groups->start[k]; m < groups->start[k + 1]; m++)
            for (int e = matrix->start[groups->member[m]]; e < matrix->start[groups->member[m] + 1]; e++) {
                const int other = groups->group[matrix->row[e]];
                if (other != k && seen[other] != k)
                    q.row[n++] = other;
                seen[other] = k;
            }
    }
    q.start[groups->n] = n;
    free(seen);
    return q;
}

/* --- nodes of the tree -------------------------------------------------------------------------------------------- */

typedef struct {
    /* groups after its internal ones, by position; NULL if it has joined another node */
    int *row, n_rows;
    int last;                          /* last internal group */
    int parent;                        /* node; NONE for a root */
    int child, sibling;                /* first child, next sibling */
    int columns, rest;                 /* numbers of unknowns */
    double zeros;                      /* number of zeros stored */
    int first_internal, last_internal; /* list of its groups, linked by `next` of the tree */
} node;

typedef struct {
    const groups *groups;
    const csc *graph;
    int *position, *order; /* position of groups in METIS's order, and the inverse */
    int *parent;           /* of positions */
    int *node_of;          /* of positions */
    int *next;             /* position of the next group of the same node */
    node *node;
    int n_nodes;
} tree;

static void find_parents(tree *tree)
{
    const int n = tree->graph->n;
    int *ancestor = heap_integers((size_t)n, NONE);
    for (int k = 0; k < n; k++)
        for (int e = tree->graph->start[tree->order[k]]; e < tree->graph->start[tree->order[k] + 1]; e++)
            for (int i = tree->position[tree->graph->row[e]], up; i != NONE && i < k; i = up) {
                up = ancestor[i];
                ancestor[i] = k;
                if (up == NONE)
                    tree->parent[i] = k;
            }
    free(ancestor);
}

typedef struct {
    int *row, n;
} row_list;

static int gather_rows(const tree *tree, int k, const row_list *rows, int child, const int *sibling, int *mark, int *to)
{
    int n = 0;
    mark[k] = k;
    for (int e = tree->graph->start[tree->order[k]]; e < tree->graph->start[tree->order[k] + 1]; e++) {
        const int i = tree->position[tree->graph->row[e]];
        if (i > k && mark[i] != k)
            to[n++] = i;
        mark[i] = k;
    }
    for (int c = child; c != NONE; c = sibling[c])
        for (int r = 0; r < rows[c].n; r++) {
            const int i = rows[c].row[r];
            if (mark[i] != k)
                to[n++] = i;
            mark[i] = k;
        }
    return n;
}

static int panel_plan_weight(const tree *tree, const int *row, int n)
{
    int sum = 0;
    for (int r = 0; r < n; r++)
        sum += group_size(tree->groups, tree->order[row[r]]);
    return sum;
}

/* Adds group k, a position, to the node of a child with the same rows, or to a new node. */
static void place_in_node(tree *tree, int k, const row_list *rows, int child, const int *sibling)
{
    int same = child;
    while (same != NONE && rows[same].n != rows[k].n + 1)
        same = sibling[same];
    const int s = same == NONE ? tree->n_nodes++ : tree->node_of[same];
    node *x = &tree->node[s];
    if (same == NONE)
        *x = (node){.parent = NONE, .child = NONE, .sibling = NONE, .first_internal = k};
    else
        tree->next[x->last_internal] = k;
    x->last_internal = x->last = k;
    x->columns += group_size(tree->groups, tree->order[k]);
    tree->node_of[k] = s;
}

/* Rows of a group are needed by its parent, and afterwards if it is the last of a node. */
static void build_nodes(tree *tree)
{
    const int n = tree->graph->n;
    row_list *rows = heap_resize(NULL, ((size_t)n + 1) * sizeof *rows);
    int *mark = heap_integers((size_t)n, NONE), *workspace = heap_integers((size_t)n, 0);
    int *child = heap_integers((size_t)n, NONE), *sibling = heap_integers((size_t)n, NONE);
    for (int k = 0; k < n; k++) {
        rows[k].n = gather_rows(tree, k, rows, child[k], sibling, mark, workspace);
        rows[k].row = heap_resize(NULL, ((size_t)rows[k].n + 1) * sizeof *workspace);
        memcpy(rows[k].row, workspace, (size_t)rows[k].n * sizeof *workspace);
        place_in_node(tree, k, rows, child[k], sibling);
        for (int c = child[k]; c != NONE; c = sibling[c])
            if (tree->node_of[c] == tree->node_of[k])
                free(rows[c].row);
        if (tree->parent[k] != NONE) {
            sibling[k] = child[tree->parent[k]];
            child[tree->parent[k]] = k;
        }
    }
    for (int s = 0; s < tree->n_nodes; s++) {
        node *node = &tree->node[s];
        node->row = rows[node->last].row;
        node->n_rows = rows[node->last].n;
        node->rest = panel_plan_weight(tree, node->row, node->n_rows);
        node->parent = tree->parent[node->last] == NONE ? NONE : tree->node_of[tree->parent[node->last]];
    }
    free(rows);
    free(mark);
    free(workspace);
    free(child);
    free(sibling);
}

/* --- nodes that join their parents -------------------------------------------------------------------------------- */

static bool is_worth_it(int columns, double zeros, double entries)
{
    return zeros < (columns <= 16 ? 0.8 : columns <= PANEL_WIDTH ? 0.25 : 0.05) * entries;
}

static void join_child(tree *tree, node *p, node *c, double zeros)
{
    tree->next[c->last_internal] = p->first_internal;
    p->first_internal = c->first_internal;
    p->columns += c->columns;
    p->zeros = zeros;
    free(c->row);
    c->row = NULL;
}

/* Merges the children of node s that are too small for a separate node; their children become those of s. */
static void join_children(tree *tree, int s)
{
    node *p = &tree->node[s];
    int next, saved = NONE;
    for (int i = p->child; i != NONE; i = next) {
        node *c = &tree->node[i];
        next = c->sibling;
        const double columns = c->columns + p->columns, entries = columns * (0.5 * columns + p->rest);
        const double zeros = c->zeros + p->zeros + (double)c->columns * (p->columns + p->rest - c->rest);
        if (!is_worth_it(c->columns + p->columns, zeros, entries)) {
            c->sibling = saved;
            saved = i;
            continue;
        }
        join_child(tree, p, c, zeros);
        for (int k = c->child, after; k != NONE; k = after) {
            after = tree->node[k].sibling;
            tree->node[k].sibling = saved;
            saved = k;
        }
    }
    p->child = saved;
}

static void add_to_parent(tree *tree, int s)
{
    node *node = &tree->node[s];
    if (node->parent == NONE)
        return;
    node->sibling = tree->node[node->parent].child;
    tree->node[node->parent].child = s;
}

/* Proceeds from the leaves up: by its last group, a node comes after its children. */
static void join_nodes(tree *tree)
{
    for (int k = 0; k < tree->graph->n; k++) {
        const int s = tree->node_of[k];
        if (tree->node[s].last != k)
            continue;
        join_children(tree, s);
        add_to_parent(tree, s);
    }
}

/* --- the order ---------------------------------------------------------------------------------------------------- */

/* Returns the nodes, each after its children. */
static int *order_nodes(const tree *tree, int *n_order)
{
    int *order = heap_integers((size_t)tree->n_nodes, NONE), *stack = heap_integers((size_t)tree->n_nodes, NONE),
        depth = 0, n = 0;
    for (int s = 0; s < tree->n_nodes; s++)
        if (tree->node[s].row && tree->node[s].parent == NONE)
            stack[depth++] = s;
    while (depth > 0) {
        const int s = stack[--depth];
        order[n++] = s;
        for (int c = tree->node[s].child; c != NONE; c = tree->node[c].sibling)
            stack[depth++] = c;
    }
    for (int i = 0; i < n / 2; i++) {
        const int swap = order[i];
        order[i] = order[n - 1 - i];
        order[n - 1 - i] = swap;
    }
    free(stack);
    *n_order = n;
    return order;
}

/* first[k]: position of the first unknown of the group at position k. */
static void number_unknowns(const tree *tree, const int *order, int n_order, int *first, int *position)
{
    int n = 0;
    for (int i = 0; i < n_order; i++) {
        const node *node = &tree->node[order[i]];
        for (int k = node->first_internal;; k = tree->next[k]) {
            const int g = tree->order[k];
            first[k] = n;
            for (int m = tree->groups->start[g]; m < tree->groups->start[g + 1]; m++)
                position[tree->groups->member[m]] = n++;
            if (k == node->last_internal)
                break;
        }
    }
}

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* Lists the rows of a node, those of its internal columns first. */
static int list_rows(const tree *tree, const node *node, const int *first, int *to)
{
    int n = 0;
    for (int k = 0; k < node->columns; k++)
        to[n++] = first[node->first_internal] + k;
    for (int r = 0; r < node->n_rows; r++)
        for (int k = 0; k < group_size(tree->groups, tree->order[node->row[r]]); k++)
            to[n++] = first[node->row[r]] + k;
    qsort(to + node->columns, (size_t)(n - node->columns), sizeof *to, ascending);
    return n;
}

/* --- panels ------------------------------------------------------------------------------------------------------- */

/* Returns the number of columns of the next panel of a node with `left` columns remaining: panels of about equal width,
 * with whole groups where possible. */
static int panel_columns(int left, const bool *begins)
{
    const int n_panels = (left + PANEL_WIDTH - 1) / PANEL_WIDTH, most = (left + n_panels - 1) / n_panels;
    if (n_panels == 1)
        return left;
    for (int n = most; n > most / 2; n--)
        if (begins[n])
            return n;
    return most;
}

static void add_panel(panel_plan *plan, int first, int n, const int *row, int rows)
{
    plan->panel[plan->n_panels] = (panel){.first = first, .n = n, .rows = rows, .row = row, .offset = plan->n_entries};
    for (int k = 0; k < n; k++)
        plan->panel_of[first + k] = plan->n_panels;
    plan->n_panels++;
    plan->n_entries += (size_t)n * (size_t)rows;
    plan->products += 0.5 * n * (double)rows * rows;
}

static void cut_nodes(panel_plan *plan, const tree *tree, const int *order, int n_order, const int *first)
{
    bool *begins = memset(heap_resize(NULL, (size_t)plan->n + 1), 0, (size_t)plan->n + 1);
    for (int k = 0; k < tree->graph->n; k++)
        begins[first[k]] = true;
    int *row = plan->rows;
    for (int i = 0; i < n_order; i++) {
        const node *node = &tree->node[order[i]];
        const int rows = list_rows(tree, node, first, row);
        for (int done = 0, n; done < node->columns; done += n) {
            n = panel_columns(node->columns - done, begins + row[done]);
            add_panel(plan, row[done], n, row + done, rows - done);
        }
        row += rows;
    }
    free(begins);
}

/* Counts updates of panels or, if `list` is not NULL, lists them. */
static void walk_updates(const panel_plan *plan, int *next, panel_update *list)
{
    for (int i = 0; i < plan->n_panels; i++) {
        const panel *panel = &plan->panel[i];
        for (int from = panel->n, end; from < panel->rows; from = end) {
            const int of = plan->panel_of[panel->row[from]];
            end = from + 1;
            while (end < panel->rows && plan->panel_of[panel->row[end]] == of)
                end++;
            if (list)
                list[next[of]] = (panel_update){i, from, end};
            next[of]++;
        }
    }
}

static void list_updates(panel_plan *plan)
{
    int *next = heap_integers((size_t)plan->n_panels + 1, 0), n = 0;
    walk_updates(plan, next, NULL);
    for (int i = 0; i <= plan->n_panels; i++) {
        const int count = i < plan->n_panels ? next[i] : 0;
        plan->panel[i].updates = next[i] = n;
        n += count;
    }
    plan->update = heap_resize(NULL, ((size_t)n + 1) * sizeof *plan->update);
    walk_updates(plan, next, plan->update);
    for (int i = 0; i < plan->n_panels; i++) {
        panel *panel = &plan->panel[i];
        panel->parent = panel->rows > panel->n ? plan->panel_of[panel->row[panel->n]] : NONE;
    }
    free(next);
}

static void make_panels(panel_plan *plan, const tree *tree)
{
    size_t n_rows = 0, n_panels = 0;
    int n_order, *order = order_nodes(tree, &n_order), *first = heap_integers((size_t)tree->graph->n, 0);
    for (int i = 0; i < n_order; i++) {
        const node *node = &tree->node[order[i]];
        n_rows += (size_t)(node->columns + node->rest);
        n_panels += size_product(2, node->columns) / PANEL_WIDTH + 2;
    }
    plan->rows = heap_integers(n_rows, 0);
    plan->panel = heap_resize(NULL, (n_panels + 1) * sizeof *plan->panel);
    memset(plan->panel, 0, (n_panels + 1) * sizeof *plan->panel);
    number_unknowns(tree, order, n_order, first, plan->position);
    cut_nodes(plan, tree, order, n_order, first);
    list_updates(plan);
    free(order);
    free(first);
}

static void tree_free(tree *tree)
{
    for (int s = 0; s < tree->n_nodes; s++)
        free(tree->node[s].row);
    free(tree->node);
    free(tree->position);
    free(tree->order);
    free(tree->parent);
    free(tree->node_of);
    free(tree->next);
}

static bool order_groups(tree *tree)
{
    int *weights = heap_integers((size_t)tree->groups->n, 0);
    for (int k = 0; k < tree->groups->n; k++)
        weights[k] = group_size(tree->groups, k);
    const bool is_there = nested_dissection(tree->graph, weights, tree->position);
    for (int k = 0; is_there && k < tree->groups->n; k++)
        tree->order[tree->position[k]] = k;
    free(weights);
    return is_there;
}

static void fill_plan(panel_plan *plan, tree *tree)
{
    find_parents(tree);
    build_nodes(tree);
    join_nodes(tree);
    make_panels(plan, tree);
}

panel_plan *panel_plan_create(const csc *matrix)
{
    const size_t n = (size_t)matrix->n;
    groups groups = find_groups(matrix);
    csc graph = graph_of_groups(matrix, &groups);
    const size_t n_groups = (size_t)groups.n;
    tree tree = {.groups = &groups,
                 .graph = &graph,
                 .position = heap_integers(n_groups, 0),
                 .order = heap_integers(n_groups, 0),
                 .parent = heap_integers(n_groups, NONE),
                 .node_of = heap_integers(n_groups, NONE),
                 .next = heap_integers(n_groups, NONE),
                 .node = heap_resize(NULL, (n_groups + 1) * sizeof(node))};
    panel_plan *plan = NULL;
    if (order_groups(&tree)) {
        plan = heap_resize(NULL, sizeof *plan);
        *plan = (panel_plan){.n = matrix->n, .position = heap_integers(n, 0), .panel_of = heap_integers(n, 0)};
        fill_plan(plan, &tree);
    }
    tree_free(&tree);
    groups_free(&groups);
    free(graph.start);
    free(graph.row);
    return plan;
}

void panel_plan_destroy(panel_plan *plan)
{
    if (!plan)
        return;
    free(plan->position);
    free(plan->panel);
    free(plan->update);
    free(plan->panel_of);
    free(plan->rows);
    free(plan);
}

int panel_row_at(const panel *panel, int from, int row)
{
    int low = from, high = panel->rows;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (panel->row[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
