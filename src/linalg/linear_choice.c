/* linear_choice.c - chooses the backend by the predicted cost of an elimination if the deck names none.
 *
 * With d_k neighbours of unknown k left when it is eliminated, factors L D L' have L entries and take P products,
 *
 *     L = sum d_k,    P = sum d_k (d_k + 1) / 2
 *
 * P / L is about the size of a front. Measured for meshes, trusses, beams and chains, one factorization and solution
 * take, in nanoseconds,
 *
 *     naive        0.55 P + 75 n
 *     dissection   0.15 P' + 6000 panels    P' > P with the zeros of panels; twice that if it is not symmetric
 *
 * Small fronts are so much more expensive in panels that P / L decides: FRONT is where both take the same time.
 * Elimination in the order of the deck gives an upper bound at little cost, which suffices for chains and beams. What
 * exceeds it is examined in an order of minimum degree, without momenta and prescribed unknowns, as panels do. */
#include "linalg/linear_solver.h"
#include "linalg/multifrontal/minimum_degree.h"
#include "linalg/reduction/reduction.h"
#include <stdlib.h>

enum { NONE = -1, FILL = 8 };
static const double FRONT = 46.0;

/* Returns P / L of an elimination in the present order, with the entries above the diagonal and their mirror images; a
 * large number if L exceeds FILL times the entries of the matrix. Row k of L has the unknowns that its entries reach
 * along the elimination tree (Liu, SIAM J. Matrix Anal. Appl. 11, 1990). */
static double front_of_present_order(const csc *matrix)
{
    const size_t n = (size_t)matrix->n;
    int *parent = heap_integers(n, NONE), *seen = heap_integers(n, NONE), *neighbours = heap_integers(n, 0);
    const double most = (double)FILL * csc_entries(matrix);
    double entries = 0.0, products = 0.0;
    for (int k = 0; k < matrix->n && entries <= most; k++) {
        seen[k] = k;
        for (int e = matrix->start[k]; e < matrix->start[k + 1] && matrix->row[e] < k; e++)
            for (int i = matrix->row[e]; seen[i] != k; i = parent[i]) {
                parent[i] = parent[i] == NONE ? k : parent[i];
                seen[i] = k;
                entries++;
                products += ++neighbours[i];
            }
    }
    free(parent);
    free(seen);
    free(neighbours);
    return entries > most ? (double)matrix->n : entries > 0.0 ? products / entries : 0.0;
}

/* Returns P / L of a minimum degree order, of what the reductions leave. */
static double front_of_reduced(const csc *matrix)
{
    reduction *reduction = reduction_create(matrix, REDUCE_MOMENTA | REDUCE_PRESCRIBED, (workers){NULL, 1});
    csc both = csc_with_mirror(reduction_system(reduction)->matrix);
    const double front = minimum_degree_front(&both);
    free(both.start);
    free(both.row);
    reduction_destroy(reduction);
    return front;
}

const linear_backend *linear_default_backend(const csc *matrix)
{
    const bool has_large_fronts = matrix->n > 2 * FRONT && front_of_present_order(matrix) > FRONT;
    return linear_backend_find(has_large_fronts && front_of_reduced(matrix) > FRONT ? "dissection" : "naive");
}
