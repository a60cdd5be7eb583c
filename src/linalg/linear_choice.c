/* linear_choice.c - chooses the backend by the predicted cost of an elimination if the deck names none. */
#include "linalg/linear_solver.h"
#include "linalg/multifrontal/minimum_degree.h"

/* Returns a lower bound of the products of an elimination in any order. An unknown has d neighbours when it is
 * eliminated; each off-diagonal entry and its mirror image connect two unknowns that remain neighbours until one of
 * them is eliminated,
 *
 *     sum d^2 >= (sum d)^2 / n,    sum d >= entries / 2 */
static double least_products(const csc *matrix)
{
    const double pairs = 0.5 * (csc_entries(matrix) - matrix->n);
    return pairs > 0.0 ? pairs * pairs / matrix->n : 0.0;
}

/* If an elimination takes many products, nested dissection with dense panels is faster. Matrices with fill take more
 * than twice the lower bound, and their degrees need not be examined. */
const linear_backend *linear_default_backend(const csc *matrix)
{
    enum { SMALL = 2000 };
    static const double MANY = 5e7;
    const bool is_mesh =
        matrix->n > SMALL && (2.0 * least_products(matrix) > MANY || minimum_degree_products(matrix) > MANY);
    return linear_backend_find(is_mesh ? "dissection" : "naive");
}
