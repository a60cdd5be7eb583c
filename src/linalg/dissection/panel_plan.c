/* panel_plan.c - which entries the factors of a symmetric matrix have, in an order of nested dissection.
 *
 * Unknowns with the same neighbours, the three of a node, go together as a *group*; so does an unknown without a
 * diagonal entry, a multiplier, with one that it acts on, so that both make a pivot of two rows (Duff and Pralet, SIAM
 * J. Matrix Anal. Appl. 27, 2005). METIS orders the groups. With the tree of elimination,
 *
 *     parent(k) = min { i > k : l_ik != 0 },    rows(k) = neighbours of k behind it + rows of its children - k
 *
 * groups whose rows are those of their child but for themselves join its *node* (Liu, SIAM J. Matrix Anal. Appl. 11,
 * 1990), and small nodes join their parents though zeros are then stored. Nodes are cut into panels. */
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

static bool same_rows(const csc *a, int i, int j)
{
    const int n = a->start[i + 1] - a->start[i];
    return n == a->start[j + 1] - a->start[j] &&
           memcmp(a->row + a->start[i], a->row + a->start[j], (size_t)n * sizeof *a->row) == 0;
}

/* first[i]: the first unknown with the same neighbours. */
static void find_alike(const csc *a, int *first)
{
    fingerprint *all = heap_resize(NULL, ((size_t)a->n + 1) * sizeof *all);
    for (int j = 0; j < a->n; j++) {
        all[j] = (fingerprint){0, j};
        for (int e = a->start[j]; e < a->start[j + 1]; e++)
            all[j].sum += ((uint64_t)a->row[e] + 1) * 0x9e3779b97f4a7c15u ^ (uint64_t)a->row[e] << 32;
    }
    qsort(all, (size_t)a->n, sizeof *all, by_sum);
    for (int k = 0; k < a->n; k++) {
        const int now = all[k].unknown, before = k > 0 ? first[all[k - 1].unknown] : now;
        first[now] = same_rows(a, now, before) ? before : now;
    }
    free(all);
}

static bool has_diagonal(const csc *a, int j)
{
    for (int e = a->start[j]; e < a->start[j + 1]; e++)
        if (a->row[e] == j)
            return true;
    return false;
}

static int find_root(int *to, int i)
{
    while (to[i] != i)
        i = to[i] = to[to[i]];
    return i;
}

/* The first that acts on nobody else's partner. */
static void join_partners(const csc *a, int *to)
{
    bool *taken = memset(heap_resize(NULL, (size_t)a->n + 1), 0, (size_t)a->n + 1);
    for (int j = 0; j < a->n; j++) {
        if (has_diagonal(a, j))
            continue;
        for (int e = a->start[j]; e < a->start[j + 1]; e++) {
            const int i = a->row[e];
            if (taken[i] || !has_diagonal(a, i))
                continue;
            taken[i] = true;
            const int one = find_root(to, i), other = find_root(to, j);
            to[one > other ? one : other] = one > other ? other : one;
            break;
        }
    }
    free(taken);
}

static groups find_groups(const csc *a)
{
    const size_t n = (size_t)a->n;
    int *to = heap_integers(n, 0);
    groups g = {.group = heap_integers(n, NONE), .start = heap_integers(n + 1, 0), .member = heap_integers(n, 0)};
    find_alike(a, to);
    join_partners(a, to);
    for (int i = 0; i < a->n; i++) {
        const int root = find_root(to, i); /* the smallest of its members: it has its number */
        g.group[i] = root == i ? g.n++ : g.group[root];
        g.start[g.group[i] + 2]++;
    }
    for (int k = 2; k <= g.n; k++)
        g.start[k] += g.start[k - 1];
    for (int i = 0; i < a->n; i++)
        g.member[g.start[g.group[i] + 1]++] = i;
    free(to);
    return g;
}

static void groups_free(groups *g)
{
    free(g->group);
    free(g->start);
    free(g->member);
}

static int group_size(const groups *g, int k) { return g->start[k + 1] - g->start[k]; }

/* Neighbours of groups, as a pattern. */
static csc graph_of_groups(const csc *a, const groups *g)
{
    csc q = {.n = g->n, .start = heap_integers((size_t)g->n, 0), .row = heap_integers((size_t)csc_entries(a), 0)};
    int *seen = heap_integers((size_t)g->n, NONE), n = 0;
    for (int k = 0; k < g->n; k++) {
        q.start[k] = n;
        for (int m = g->start[k]; m < g->start[k + 1]; m++)
            for (int e = a->start[g->member[m]]; e < a->start[g->member[m] + 1]; e++) {
                const int other = g->group[a->row[e]];
                if (other != k && seen[other] != k)
                    q.row[n++] = other;
                seen[other] = k;
            }
    }
    q.start[g->n] = n;
    free(seen);
    return q;
}

/* --- nodes of the tree -------------------------------------------------------------------------------------------- */

typedef struct {
    int *row, n_rows;        /* groups behind its own, by place; NULL when it has joined another */
    int last;                /* group of its own */
    int parent;              /* node; NONE: a root */
    int child, sibling;      /* first, next */
    int columns, rest;       /* unknowns */
    double zeros;            /* stored though they need not be */
    int first_own, last_own; /* list of its groups, along `next` of the tree */
} node;

typedef struct {
    const groups *g;
    const csc *graph;
    int *place, *order; /* of groups in METIS's order, and back */
    int *parent;        /* of places */
    int *node_of;       /* of places */
    int *next;          /* place of the next group of the same node */
    node *node;
    int n_nodes;
} tree;

static void find_parents(tree *t)
{
    const int n = t->graph->n;
    int *ancestor = heap_integers((size_t)n, NONE);
    for (int k = 0; k < n; k++)
        for (int e = t->graph->start[t->order[k]]; e < t->graph->start[t->order[k] + 1]; e++)
            for (int i = t->place[t->graph->row[e]], up; i != NONE && i < k; i = up) {
                up = ancestor[i];
                ancestor[i] = k;
                if (up == NONE)
                    t->parent[i] = k;
            }
    free(ancestor);
}

typedef struct {
    int *row, n;
} row_list;

static int gather_rows(const tree *t, int k, const row_list *rows, int child, const int *sibling, int *mark, int *to)
{
    int n = 0;
    mark[k] = k;
    for (int e = t->graph->start[t->order[k]]; e < t->graph->start[t->order[k] + 1]; e++) {
        const int i = t->place[t->graph->row[e]];
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

static int panel_plan_weight(const tree *t, const int *row, int n)
{
    int sum = 0;
    for (int r = 0; r < n; r++)
        sum += group_size(t->g, t->order[row[r]]);
    return sum;
}

/* Group k, at its place, joins the node of a child with the same rows, or begins one. */
static void place_in_node(tree *t, int k, const row_list *rows, int child, const int *sibling)
{
    int same = child;
    while (same != NONE && rows[same].n != rows[k].n + 1)
        same = sibling[same];
    const int s = same == NONE ? t->n_nodes++ : t->node_of[same];
    node *x = &t->node[s];
    if (same == NONE)
        *x = (node){.parent = NONE, .child = NONE, .sibling = NONE, .first_own = k};
    else
        t->next[x->last_own] = k;
    x->last_own = x->last = k;
    x->columns += group_size(t->g, t->order[k]);
    t->node_of[k] = s;
}

/* Rows of a group are needed by its parent, and afterwards when it is the last of a node. */
static void build_nodes(tree *t)
{
    const int n = t->graph->n;
    row_list *rows = heap_resize(NULL, ((size_t)n + 1) * sizeof *rows);
    int *mark = heap_integers((size_t)n, NONE), *room = heap_integers((size_t)n, 0);
    int *child = heap_integers((size_t)n, NONE), *sibling = heap_integers((size_t)n, NONE);
    for (int k = 0; k < n; k++) {
        rows[k].n = gather_rows(t, k, rows, child[k], sibling, mark, room);
        rows[k].row = heap_resize(NULL, ((size_t)rows[k].n + 1) * sizeof *room);
        memcpy(rows[k].row, room, (size_t)rows[k].n * sizeof *room);
        place_in_node(t, k, rows, child[k], sibling);
        for (int c = child[k]; c != NONE; c = sibling[c])
            if (t->node_of[c] == t->node_of[k])
                free(rows[c].row);
        if (t->parent[k] != NONE) {
            sibling[k] = child[t->parent[k]];
            child[t->parent[k]] = k;
        }
    }
    for (int s = 0; s < t->n_nodes; s++) {
        node *x = &t->node[s];
        x->row = rows[x->last].row;
        x->n_rows = rows[x->last].n;
        x->rest = panel_plan_weight(t, x->row, x->n_rows);
        x->parent = t->parent[x->last] == NONE ? NONE : t->node_of[t->parent[x->last]];
    }
    free(rows);
    free(mark);
    free(room);
    free(child);
    free(sibling);
}

/* --- nodes that join their parents -------------------------------------------------------------------------------- */

static bool is_worth_it(int columns, double zeros, double entries)
{
    return zeros < (columns <= 16 ? 0.8 : columns <= PANEL_WIDTH ? 0.25 : 0.05) * entries;
}

static void join_child(tree *t, node *p, node *c, double zeros)
{
    t->next[c->last_own] = p->first_own;
    p->first_own = c->first_own;
    p->columns += c->columns;
    p->zeros = zeros;
    free(c->row);
    c->row = NULL;
}

/* Children of node s that are not worth a node of their own; theirs become its own. */
static void join_children(tree *t, int s)
{
    node *p = &t->node[s];
    int next, kept = NONE;
    for (int i = p->child; i != NONE; i = next) {
        node *c = &t->node[i];
        next = c->sibling;
        const double columns = c->columns + p->columns, entries = columns * (0.5 * columns + p->rest);
        const double zeros = c->zeros + p->zeros + (double)c->columns * (p->columns + p->rest - c->rest);
        if (!is_worth_it(c->columns + p->columns, zeros, entries)) {
            c->sibling = kept;
            kept = i;
            continue;
        }
        join_child(t, p, c, zeros);
        for (int k = c->child, after; k != NONE; k = after) {
            after = t->node[k].sibling;
            t->node[k].sibling = kept;
            kept = k;
        }
    }
    p->child = kept;
}

static void add_to_parent(tree *t, int s)
{
    node *x = &t->node[s];
    if (x->parent == NONE)
        return;
    x->sibling = t->node[x->parent].child;
    t->node[x->parent].child = s;
}

/* From below: a node comes after its children by its last group. */
static void join_nodes(tree *t)
{
    for (int k = 0; k < t->graph->n; k++) {
        const int s = t->node_of[k];
        if (t->node[s].last != k)
            continue;
        join_children(t, s);
        add_to_parent(t, s);
    }
}

/* --- the order ---------------------------------------------------------------------------------------------------- */

/* Nodes after their children. */
static int *order_nodes(const tree *t, int *n_order)
{
    int *order = heap_integers((size_t)t->n_nodes, NONE), *stack = heap_integers((size_t)t->n_nodes, NONE), depth = 0,
        n = 0;
    for (int s = 0; s < t->n_nodes; s++)
        if (t->node[s].row && t->node[s].parent == NONE)
            stack[depth++] = s;
    while (depth > 0) {
        const int s = stack[--depth];
        order[n++] = s;
        for (int c = t->node[s].child; c != NONE; c = t->node[c].sibling)
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

/* first[k]: place of the first unknown of the group at place k. */
static void number_unknowns(const tree *t, const int *order, int n_order, int *first, int *place)
{
    int n = 0;
    for (int i = 0; i < n_order; i++) {
        const node *x = &t->node[order[i]];
        for (int k = x->first_own;; k = t->next[k]) {
            const int g = t->order[k];
            first[k] = n;
            for (int m = t->g->start[g]; m < t->g->start[g + 1]; m++)
                place[t->g->member[m]] = n++;
            if (k == x->last_own)
                break;
        }
    }
}

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* Rows of a node, those of its own columns first. */
static int list_rows(const tree *t, const node *x, const int *first, int *to)
{
    int n = 0;
    for (int k = 0; k < x->columns; k++)
        to[n++] = first[x->first_own] + k;
    for (int r = 0; r < x->n_rows; r++)
        for (int k = 0; k < group_size(t->g, t->order[x->row[r]]); k++)
            to[n++] = first[x->row[r]] + k;
    qsort(to + x->columns, (size_t)(n - x->columns), sizeof *to, ascending);
    return n;
}

/* --- panels ------------------------------------------------------------------------------------------------------- */

/* Columns of the next panel of a node of which so many are left: about equal ones, groups whole where they can be. */
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

static void add_panel(panel_plan *p, int first, int n, const int *row, int rows)
{
    p->panel[p->n_panels] = (panel){.first = first, .n = n, .rows = rows, .row = row, .offset = p->n_entries};
    for (int k = 0; k < n; k++)
        p->panel_of[first + k] = p->n_panels;
    p->n_panels++;
    p->n_entries += (size_t)n * (size_t)rows;
    p->products += 0.5 * n * (double)rows * rows;
}

static void cut_nodes(panel_plan *p, const tree *t, const int *order, int n_order, const int *first)
{
    bool *begins = memset(heap_resize(NULL, (size_t)p->n + 1), 0, (size_t)p->n + 1);
    for (int k = 0; k < t->graph->n; k++)
        begins[first[k]] = true;
    int *row = p->rows;
    for (int i = 0; i < n_order; i++) {
        const node *x = &t->node[order[i]];
        const int rows = list_rows(t, x, first, row);
        for (int done = 0, n; done < x->columns; done += n) {
            n = panel_columns(x->columns - done, begins + row[done]);
            add_panel(p, row[done], n, row + done, rows - done);
        }
        row += rows;
    }
    free(begins);
}

/* Counts updates of panels, or with a place to put them lists them. */
static void walk_updates(const panel_plan *p, int *next, panel_update *list)
{
    for (int i = 0; i < p->n_panels; i++) {
        const panel *x = &p->panel[i];
        for (int from = x->n, end; from < x->rows; from = end) {
            const int of = p->panel_of[x->row[from]];
            end = from + 1;
            while (end < x->rows && p->panel_of[x->row[end]] == of)
                end++;
            if (list)
                list[next[of]] = (panel_update){i, from, end};
            next[of]++;
        }
    }
}

static void list_updates(panel_plan *p)
{
    int *next = heap_integers((size_t)p->n_panels + 1, 0), n = 0;
    walk_updates(p, next, NULL);
    for (int i = 0; i <= p->n_panels; i++) {
        const int count = i < p->n_panels ? next[i] : 0;
        p->panel[i].updates = next[i] = n;
        n += count;
    }
    p->update = heap_resize(NULL, ((size_t)n + 1) * sizeof *p->update);
    walk_updates(p, next, p->update);
    for (int i = 0; i < p->n_panels; i++) {
        panel *x = &p->panel[i];
        x->parent = x->rows > x->n ? p->panel_of[x->row[x->n]] : NONE;
    }
    free(next);
}

static void make_panels(panel_plan *p, const tree *t)
{
    size_t n_rows = 0, n_panels = 0;
    int n_order, *order = order_nodes(t, &n_order), *first = heap_integers((size_t)t->graph->n, 0);
    for (int i = 0; i < n_order; i++) {
        const node *x = &t->node[order[i]];
        n_rows += (size_t)(x->columns + x->rest);
        n_panels += (size_t)(2 * x->columns / PANEL_WIDTH + 2);
    }
    p->rows = heap_integers(n_rows, 0);
    p->panel = heap_resize(NULL, (n_panels + 1) * sizeof *p->panel);
    memset(p->panel, 0, (n_panels + 1) * sizeof *p->panel);
    number_unknowns(t, order, n_order, first, p->place);
    cut_nodes(p, t, order, n_order, first);
    list_updates(p);
    free(order);
    free(first);
}

static void tree_free(tree *t)
{
    for (int s = 0; s < t->n_nodes; s++)
        free(t->node[s].row);
    free(t->node);
    free(t->place);
    free(t->order);
    free(t->parent);
    free(t->node_of);
    free(t->next);
}

static bool order_groups(tree *t)
{
    int *weights = heap_integers((size_t)t->g->n, 0);
    for (int k = 0; k < t->g->n; k++)
        weights[k] = group_size(t->g, k);
    const bool is_there = nested_dissection(t->graph, weights, t->place);
    for (int k = 0; is_there && k < t->g->n; k++)
        t->order[t->place[k]] = k;
    free(weights);
    return is_there;
}

static void fill_plan(panel_plan *p, tree *t)
{
    find_parents(t);
    build_nodes(t);
    join_nodes(t);
    make_panels(p, t);
}

panel_plan *panel_plan_create(const csc *a)
{
    const size_t n = (size_t)a->n;
    groups g = find_groups(a);
    csc graph = graph_of_groups(a, &g);
    const size_t n_groups = (size_t)g.n;
    tree t = {.g = &g,
              .graph = &graph,
              .place = heap_integers(n_groups, 0),
              .order = heap_integers(n_groups, 0),
              .parent = heap_integers(n_groups, NONE),
              .node_of = heap_integers(n_groups, NONE),
              .next = heap_integers(n_groups, NONE),
              .node = heap_resize(NULL, (n_groups + 1) * sizeof(node))};
    panel_plan *p = NULL;
    if (order_groups(&t)) {
        p = heap_resize(NULL, sizeof *p);
        *p = (panel_plan){.n = a->n, .place = heap_integers(n, 0), .panel_of = heap_integers(n, 0)};
        fill_plan(p, &t);
    }
    tree_free(&t);
    groups_free(&g);
    free(graph.start);
    free(graph.row);
    return p;
}

void panel_plan_destroy(panel_plan *p)
{
    if (!p)
        return;
    free(p->place);
    free(p->panel);
    free(p->update);
    free(p->panel_of);
    free(p->rows);
    free(p);
}

int panel_row_at(const panel *x, int from, int row)
{
    int low = from, high = x->rows;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (x->row[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
