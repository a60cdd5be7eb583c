/* linear_choice.c - the backend by the predicted cost of an elimination, when the deck names none. */
#include "linalg/linear_solver.h"
#include "linalg/multifrontal/minimum_degree.h"

/* Products that an elimination takes in whatever order: an unknown has d neighbours when it goes, each entry beside the
 * diagonal and its mirror image join two that are neighbours at least until one of them goes,
 *
 *     sum d^2 >= (sum d)^2 / n,    sum d >= entries / 2 */
static double least_products(const csc *matrix)
{
    const double pairs = 0.5 * (csc_entries(matrix) - matrix->n);
    return pairs > 0.0 ? pairs * pairs / matrix->n : 0.0;
}

/* Where elimination takes so many products, nested dissection and dense panels win. What fills takes more than twice
 * the least, and its degrees need not be looked at. */
const linear_backend *linear_default_backend(const csc *matrix)
{
    enum { SMALL = 2000 };
    static const double MANY = 5e7;
    const bool is_mesh =
        matrix->n > SMALL && (2.0 * least_products(matrix) > MANY || minimum_degree_products(matrix) > MANY);
    return linear_backend_find(is_mesh ? "dissection" : "naive");
}
