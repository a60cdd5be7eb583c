/* nested_dissection.c - an order of elimination for meshes, by METIS.
 *
 * The graph of A + A' is cut in two by as few unknowns as possible, which are eliminated last; each half likewise. The
 * same pattern always gets the same order. METIS is loaded when it is first wanted. */
#include "linalg/nested_dissection.h"
#include "base/array.h"
#include "base/shared_library.h"
#include <metis.h>
#include <stdlib.h>
#include <string.h>

typedef int node_nd(idx_t *n, idx_t *start, idx_t *neighbour, idx_t *weight, idx_t *options, idx_t *order,
                    idx_t *place);

_Static_assert(sizeof(idx_t) == sizeof(int), "METIS counts in int");

typedef struct {
    int *start, *neighbour;
} graph;

/* Counts, and with a place to put them lists, both ends of each entry beside the diagonal. */
static void list_ends(const csc *a, int *next, int *neighbour)
{
    for (int j = 0; j < a->n; j++)
        for (int k = a->start[j]; k < a->start[j + 1]; k++) {
            const int i = a->row[k];
            if (i == j)
                continue;
            if (neighbour) {
                neighbour[next[i]] = j;
                neighbour[next[j]] = i;
            }
            next[i]++;
            next[j]++;
        }
}

/* An entry and its mirror image give the same neighbour twice: once is enough. */
static void drop_repeated(int n, graph *g, int *seen)
{
    int to = 0;
    memset(seen, 0xff, (size_t)n * sizeof *seen);
    for (int i = 0; i < n; i++) {
        const int from = g->start[i], end = g->start[i + 1];
        g->start[i] = to;
        for (int k = from; k < end; k++)
            if (seen[g->neighbour[k]] != i) {
                seen[g->neighbour[k]] = i;
                g->neighbour[to++] = g->neighbour[k];
            }
    }
    g->start[n] = to;
}

static graph graph_of(const csc *a)
{
    const size_t n = (size_t)a->n;
    int *next = heap_resize(NULL, (n + 1) * sizeof *next);
    graph g = {heap_resize(NULL, (n + 1) * sizeof *g.start),
               heap_resize(NULL, (2 * (size_t)csc_entries(a) + 1) * sizeof(int))};
    memset(next, 0, (n + 1) * sizeof *next);
    list_ends(a, next, NULL);
    g.start[0] = 0;
    for (int i = 0; i < a->n; i++) {
        g.start[i + 1] = g.start[i] + next[i];
        next[i] = g.start[i];
    }
    list_ends(a, next, g.neighbour);
    drop_repeated(a->n, &g, next);
    free(next);
    return g;
}

bool nested_dissection(const csc *a, int *weight, int *place)
{
    node_nd *order;
    if (!shared_library_find(shared_library("libmetis.so.5"), "METIS_NodeND", &order))
        return false;
    graph g = graph_of(a);
    int n = a->n, *by_place = heap_resize(NULL, ((size_t)n + 1) * sizeof *by_place);
    const int status = n > 0 ? order(&n, g.start, g.neighbour, weight, NULL, by_place, place) : METIS_OK;
    if (status == METIS_ERROR_MEMORY)
        memory_exhausted(0);
    free(by_place);
    free(g.start);
    free(g.neighbour);
    return status == METIS_OK;
}
