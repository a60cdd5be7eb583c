/* partition.c - divides a graph by METIS, which is loaded on first use. */
#include "linalg/partition.h"
#include "base/arena.h"
#include "base/shared_library.h"
#include <metis.h>
#include <string.h>

typedef int part_graph(idx_t *n, idx_t *constraints, idx_t *start, idx_t *neighbour, idx_t *weight, idx_t *size,
                       idx_t *edge_weight, idx_t *parts, real_t *targets, real_t *imbalance, idx_t *options, idx_t *cut,
                       idx_t *part);

bool partition(const weighted_graph *graph, int parts, int *part)
{
    part_graph *divide;
    if (!shared_library_find(shared_library("libmetis.so.5"), "METIS_PartGraphKway", &divide))
        return false;
    memset(part, 0, (size_t)graph->n * sizeof *part);
    if (graph->n == 0 || parts == 1)
        return true;
    int n = graph->n, constraints = 1, cut = 0;
    const int status = divide(&n, &constraints, graph->start, graph->neighbour, graph->weight, NULL, NULL, &parts, NULL,
                              NULL, NULL, &cut, part);
    if (status == METIS_ERROR_MEMORY)
        memory_exhausted(0);
    return status == METIS_OK;
}
