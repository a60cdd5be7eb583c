/* condensed.c - solutions by means of the matrix without its momenta.
 *
 * If the multipliers of condensation.h exceed LARGE, as with tiny steps, solutions are refined once,
 *
 *     x += A^-1 (b - A x) */
#include "linalg/reduction/condensed.h"
#include "linalg/reduction/condensation.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LARGE = 1e6;

struct condensed {
    int n;
    workers workers;
    condensation *without; /* NULL: the whole matrix is factored */
    double *rest;          /* right-hand side and solution of the factored matrix */
    csc exact;             /* the matrix, if solutions are refined; otherwise its values are NULL */
    double *given, *error; /* for the refinement: n each */
};

condensed *condensed_create(const csc *matrix, workers by)
{
    condensed *c = heap_resize(NULL, sizeof *c);
    *c = (condensed){.n = matrix->n, .workers = by, .without = condensation_create(matrix)};
    c->rest = heap_resize(NULL, ((size_t)matrix->n + 1) * sizeof *c->rest);
    return c;
}

void condensed_destroy(condensed *condensed)
{
    if (!condensed)
        return;
    condensation_destroy(condensed->without);
    free(condensed->rest);
    free(condensed->exact.value);
    free(condensed->given);
    free(condensed->error);
    free(condensed);
}

const csc *condensed_rest(const condensed *condensed, const csc *matrix)
{
    return condensed->without ? condensation_rest(condensed->without) : matrix;
}

bool condensed_is_smaller(const condensed *condensed) { return condensed->without != NULL; }

void condensed_give_up(condensed *condensed)
{
    condensation_destroy(condensed->without);
    condensed->without = NULL;
}

int condensed_column(const condensed *condensed, int column)
{
    return condensed->without ? condensation_column(condensed->without, column) : column;
}

static void remember_exact(condensed *condensed, const csc *matrix)
{
    const size_t bytes = (size_t)csc_entries(matrix) * sizeof *matrix->value,
                 n = (size_t)matrix->n * sizeof *condensed->given;
    double *value = heap_resize(condensed->exact.value, bytes);
    condensed->exact = *matrix;
    condensed->exact.value = memcpy(value, matrix->value, bytes);
    condensed->given = heap_resize(condensed->given, n);
    condensed->error = heap_resize(condensed->error, n);
}

bool condensed_take(condensed *condensed, const csc *matrix)
{
    const double largest =
        condensed->without ? condensation_factor(condensed->without, matrix, condensed->workers) : 0.0;
    if (isfinite(largest) && largest > LARGE) {
        remember_exact(condensed, matrix);
        return true;
    }
    free(condensed->exact.value);
    condensed->exact.value = NULL;
    if (!isfinite(largest))
        condensed_give_up(condensed);
    return isfinite(largest);
}

static void solve_once(const condensed *condensed, double *b, rest_solver *solve, void *to)
{
    if (!condensed->without) {
        solve(to, b);
        return;
    }
    condensation_reduce(condensed->without, b, condensed->rest);
    solve(to, condensed->rest);
    condensation_expand(condensed->without, condensed->rest, b);
}

static void solve_once_transposed(const condensed *condensed, double *b, rest_solver *solve, void *to)
{
    if (!condensed->without) {
        solve(to, b);
        return;
    }
    condensation_reduce_transposed(condensed->without, b, condensed->rest);
    solve(to, condensed->rest);
    condensation_expand_transposed(condensed->without, condensed->rest, b);
}

typedef void solve_way(const condensed *condensed, double *b, rest_solver *solve, void *to);
typedef void product(const csc *matrix, const double *x, double *y);

static void solve_as(condensed *condensed, double *b, solve_way *once, product *multiply, rest_solver *solve, void *to)
{
    if (condensed->exact.value)
        memcpy(condensed->given, b, (size_t)condensed->n * sizeof *b);
    once(condensed, b, solve, to);
    if (!condensed->exact.value)
        return;
    multiply(&condensed->exact, b, condensed->error);
    for (int i = 0; i < condensed->n; i++)
        condensed->error[i] = condensed->given[i] - condensed->error[i];
    once(condensed, condensed->error, solve, to);
    for (int i = 0; i < condensed->n; i++)
        b[i] += condensed->error[i];
}

void condensed_solve(condensed *condensed, double *b, rest_solver *solve, void *to)
{
    solve_as(condensed, b, solve_once, csc_multiply, solve, to);
}

void condensed_solve_transposed(condensed *condensed, double *b, rest_solver *solve, void *to)
{
    solve_as(condensed, b, solve_once_transposed, csc_multiply_transposed, solve, to);
}
