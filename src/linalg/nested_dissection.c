/* nested_dissection.c - an elimination order for meshes, by METIS.
 *
 * The graph of A + A' is divided in two by as few unknowns as possible, which are eliminated last; each half is divided
 * in the same way. The same pattern always gets the same order. METIS is loaded on first use. */
#include "linalg/nested_dissection.h"
#include "base/array.h"
#include "base/shared_library.h"
#include <metis.h>
#include <stdlib.h>
#include <string.h>

typedef int node_nd(idx_t *n, idx_t *start, idx_t *neighbour, idx_t *weight, idx_t *options, idx_t *order,
                    idx_t *position);

_Static_assert(sizeof(idx_t) == sizeof(int), "METIS counts in int");

typedef struct {
    int *start, *neighbour;
} graph;

/* Counts both ends of each off-diagonal entry or, if `neighbour` is not NULL, lists them. */
static void list_ends(const csc *matrix, int *next, int *neighbour)
{
    for (int j = 0; j < matrix->n; j++)
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++) {
            const int i = matrix->row[k];
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

/* Removes repeated neighbours: an entry and its mirror image list the same neighbour twice. */
static void drop_repeated(int n, graph *graph, int *seen)
{
    int to = 0;
    memset(seen, 0xff, (size_t)n * sizeof *seen);
    for (int i = 0; i < n; i++) {
        const int from = graph->start[i], end = graph->start[i + 1];
        graph->start[i] = to;
        for (int k = from; k < end; k++)
            if (seen[graph->neighbour[k]] != i) {
                seen[graph->neighbour[k]] = i;
                graph->neighbour[to++] = graph->neighbour[k];
            }
    }
    graph->start[n] = to;
}

static graph graph_of(const csc *matrix)
{
    const size_t n = (size_t)matrix->n;
    int *next = heap_resize(NULL, (n + 1) * sizeof *next);
    graph graph = {heap_resize(NULL, (n + 1) * sizeof *graph.start),
                   heap_resize(NULL, (2 * (size_t)csc_entries(matrix) + 1) * sizeof(int))};
    memset(next, 0, (n + 1) * sizeof *next);
    list_ends(matrix, next, NULL);
    graph.start[0] = 0;
    for (int i = 0; i < matrix->n; i++) {
        graph.start[i + 1] = graph.start[i] + next[i];
        next[i] = graph.start[i];
    }
    list_ends(matrix, next, graph.neighbour);
    drop_repeated(matrix->n, &graph, next);
    free(next);
    return graph;
}

bool nested_dissection(const csc *matrix, int *weight, int *position)
{
    node_nd *order;
    if (!shared_library_find(shared_library("libmetis.so.5"), "METIS_NodeND", &order))
        return false;
    graph graph = graph_of(matrix);
    int n = matrix->n, *by_place = heap_resize(NULL, ((size_t)n + 1) * sizeof *by_place);
    const int status = n > 0 ? order(&n, graph.start, graph.neighbour, weight, NULL, by_place, position) : METIS_OK;
    if (status == METIS_ERROR_MEMORY)
        memory_exhausted(0);
    free(by_place);
    free(graph.start);
    free(graph.neighbour);
    return status == METIS_OK;
}
