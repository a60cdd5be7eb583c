/* branches.c - subtrees of panels that are processed by one thread each, and the trunk above them.
 *
 *     below(i) = work(i) + sum of below(children)
 *     i is the root of a branch:  below(i) <= part * whole < below(parent) */
#include "linalg/dissection/branches.h"
#include <stdlib.h>
#include <string.h>

enum { TRUNK = -1 };

typedef struct {
    double work;
    int root;
} branch;

static int dearest_first(const void *a, const void *b)
{
    const branch *x = a, *y = b;
    return x->work != y->work ? (x->work < y->work) - (x->work > y->work) : x->root - y->root;
}

static double *sum_below(const panel_plan *plan, double (*work)(const panel *panel), double *whole)
{
    const size_t n = (size_t)plan->n_panels;
    double *below = memset(heap_resize(NULL, (n + 1) * sizeof *below), 0, (n + 1) * sizeof *below);
    for (int i = 0; i < plan->n_panels; i++) {
        below[i] += work(&plan->panel[i]);
        *whole += work(&plan->panel[i]);
        if (plan->panel[i].parent >= 0)
            below[plan->panel[i].parent] += below[i];
    }
    return below;
}

/* root_of[i]: root of the branch of panel i, or TRUNK. */
static branch *find_roots(const panel_plan *plan, const double *below, double most, int *root_of, int *n)
{
    branch *all = heap_resize(NULL, ((size_t)plan->n_panels + 1) * sizeof *all);
    for (int i = plan->n_panels - 1; i >= 0; i--) {
        const int parent = plan->panel[i].parent, above = parent >= 0 ? root_of[parent] : TRUNK;
        root_of[i] = above != TRUNK ? above : below[i] <= most ? i : TRUNK;
        if (root_of[i] == i)
            all[(*n)++] = (branch){below[i], i};
    }
    qsort(all, (size_t)*n, sizeof *all, dearest_first);
    return all;
}

static void list_panels(branches *branches, const panel_plan *plan, const int *root_of, const branch *all)
{
    int *next = heap_resize(NULL, ((size_t)plan->n_panels + 1) * sizeof *next); /* of the branch with each root */
    memset(next, 0, ((size_t)plan->n_panels + 1) * sizeof *next);
    for (int i = 0; i < plan->n_panels; i++)
        if (root_of[i] != TRUNK)
            next[root_of[i]]++;
    branches->start[0] = 0;
    for (int k = 0; k < branches->n; k++) {
        branches->start[k + 1] = branches->start[k] + next[all[k].root];
        next[all[k].root] = branches->start[k];
    }
    for (int i = 0; i < plan->n_panels; i++)
        if (root_of[i] == TRUNK)
            branches->trunk[branches->n_trunk++] = i;
        else
            branches->panel[next[root_of[i]]++] = i;
    free(next);
}

branches branches_find(const panel_plan *plan, double (*work)(const panel *panel), double part)
{
    const size_t bytes = ((size_t)plan->n_panels + 1) * sizeof(int);
    double whole = 0.0, *below = sum_below(plan, work, &whole);
    int *root_of = heap_resize(NULL, bytes);
    branches branches = {0, heap_resize(NULL, bytes), heap_resize(NULL, bytes), 0, heap_resize(NULL, bytes)};
    branch *all = find_roots(plan, below, part * whole, root_of, &branches.n);
    list_panels(&branches, plan, root_of, all);
    free(below);
    free(root_of);
    free(all);
    return branches;
}

void branches_free(branches *branches)
{
    free(branches->start);
    free(branches->panel);
    free(branches->trunk);
}
