/* branches.c - subtrees of panels that go to one thread each, and the trunk above them.
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

static double *sum_below(const panel_plan *p, double (*work)(const panel *x), double *whole)
{
    const size_t n = (size_t)p->n_panels;
    double *below = memset(heap_resize(NULL, (n + 1) * sizeof *below), 0, (n + 1) * sizeof *below);
    for (int i = 0; i < p->n_panels; i++) {
        below[i] += work(&p->panel[i]);
        *whole += work(&p->panel[i]);
        if (p->panel[i].parent >= 0)
            below[p->panel[i].parent] += below[i];
    }
    return below;
}

/* root_of[i]: of the branch of panel i, or TRUNK. */
static branch *find_roots(const panel_plan *p, const double *below, double most, int *root_of, int *n)
{
    branch *all = heap_resize(NULL, ((size_t)p->n_panels + 1) * sizeof *all);
    for (int i = p->n_panels - 1; i >= 0; i--) {
        const int parent = p->panel[i].parent, above = parent >= 0 ? root_of[parent] : TRUNK;
        root_of[i] = above != TRUNK ? above : below[i] <= most ? i : TRUNK;
        if (root_of[i] == i)
            all[(*n)++] = (branch){below[i], i};
    }
    qsort(all, (size_t)*n, sizeof *all, dearest_first);
    return all;
}

static void list_panels(branches *b, const panel_plan *p, const int *root_of, const branch *all)
{
    int *next = heap_resize(NULL, ((size_t)p->n_panels + 1) * sizeof *next); /* of the branch with each root */
    memset(next, 0, ((size_t)p->n_panels + 1) * sizeof *next);
    for (int i = 0; i < p->n_panels; i++)
        if (root_of[i] != TRUNK)
            next[root_of[i]]++;
    b->start[0] = 0;
    for (int k = 0; k < b->n; k++) {
        b->start[k + 1] = b->start[k] + next[all[k].root];
        next[all[k].root] = b->start[k];
    }
    for (int i = 0; i < p->n_panels; i++)
        if (root_of[i] == TRUNK)
            b->trunk[b->n_trunk++] = i;
        else
            b->panel[next[root_of[i]]++] = i;
    free(next);
}

branches branches_find(const panel_plan *p, double (*work)(const panel *x), double part)
{
    const size_t bytes = ((size_t)p->n_panels + 1) * sizeof(int);
    double whole = 0.0, *below = sum_below(p, work, &whole);
    int *root_of = heap_resize(NULL, bytes);
    branches b = {0, heap_resize(NULL, bytes), heap_resize(NULL, bytes), 0, heap_resize(NULL, bytes)};
    branch *all = find_roots(p, below, part * whole, root_of, &b.n);
    list_panels(&b, p, root_of, all);
    free(below);
    free(root_of);
    free(all);
    return b;
}

void branches_free(branches *b)
{
    free(b->start);
    free(b->panel);
    free(b->trunk);
}
