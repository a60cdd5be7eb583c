/* partition.h - divides a graph into parts of equal weight with few edges between them, by METIS. */
#pragma once
#include <stdbool.h>

/* The neighbours of vertex i are neighbour[start[i]] .. neighbour[start[i + 1] - 1]; each edge is in both lists. */
typedef struct {
    int n;
    int *start, *neighbour;
    int *weight; /* of the vertices; their sum must be below INT_MAX */
} weighted_graph;

/* Sets the part of each vertex, 0 .. parts - 1. The same graph is always divided in the same way. Returns false if
 * METIS is not installed. */
bool partition(const weighted_graph *graph, int parts, int *part);
