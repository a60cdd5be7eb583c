/* linear_incomplete.c - symmetric matrices of meshes: incomplete factors and conjugate gradients (incomplete.h). A
 * system that is not symmetric, or for which they do not converge, is left to another backend. */
#include "linalg/dissection/incomplete.h"
#include "linalg/linear_backend.h"
#include <stdlib.h>

typedef struct {
    int n;
    incomplete *factors;
    double *trial; /* n */
    bool has_converged;
} incomplete_solver;

static void *incomplete_backend_analyze(const linear_system *system, const linear_options *options)
{
    (void)options;
    if (!system->is_symmetric)
        return NULL;
    const int n = system->matrix->n;
    incomplete_solver *solver = heap_resize(NULL, sizeof *solver);
    *solver = (incomplete_solver){.n = n,
                                  .factors = incomplete_create(n, system->n_entries, system->row, system->column),
                                  .trial = heap_resize(NULL, ((size_t)n + 1) * sizeof(double)),
                                  .has_converged = true};
    return solver;
}

static void incomplete_backend_destroy(void *self)
{
    incomplete_solver *solver = self;
    incomplete_destroy(solver->factors);
    free(solver->trial);
    free(solver);
}

static linear_status incomplete_backend_factor(void *self, const linear_system *system, pivot_rule rule, int *column)
{
    (void)rule;
    const incomplete_solver *solver = self;
    *column = 0;
    return incomplete_factor(solver->factors, system->value) ? LINEAR_OK : LINEAR_SINGULAR;
}

static bool incomplete_backend_converges(void *self)
{
    const incomplete_solver *solver = self;
    for (int i = 0; i < solver->n; i++)
        solver->trial[i] = i % 3 - 1.25;
    return incomplete_solve(solver->factors, solver->trial);
}

static void incomplete_backend_solve(void *self, double *b)
{
    incomplete_solver *solver = self;
    solver->has_converged = incomplete_solve(solver->factors, b);
}

static bool incomplete_backend_has_converged(const void *self)
{
    return ((const incomplete_solver *)self)->has_converged;
}

static void incomplete_backend_precondition(void *self, double *b)
{
    incomplete_apply(((incomplete_solver *)self)->factors, b);
}

static double incomplete_backend_bytes(const void *self)
{
    return incomplete_bytes(((const incomplete_solver *)self)->factors);
}

static const char *const FALLBACKS[] = {"mumps", "naive", NULL};

const linear_backend linear_incomplete = {
    .keyword = "incomplete",
    .grammar = "incomplete",
    .summary = "Incomplete factors and conjugate gradients, for symmetric matrices of meshes that are short of memory.",
    .reductions = REDUCE_MOMENTA | REDUCE_SYMMETRY | REDUCE_PRESCRIBED | REDUCE_KEEP_SIGNS,
    .analyze = incomplete_backend_analyze,
    .destroy = incomplete_backend_destroy,
    .factor = incomplete_backend_factor,
    .solve = incomplete_backend_solve,
    .precondition = incomplete_backend_precondition,
    .converges = incomplete_backend_converges,
    .has_converged = incomplete_backend_has_converged,
    .bytes = incomplete_backend_bytes,
    .fallbacks = FALLBACKS,
};
