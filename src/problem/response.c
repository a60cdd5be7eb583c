/* response.c - the response of the solution of the last step to a small change of a load.
 *
 *     r(y', u) = 0   with   y = y_predicted + c (y' - y'_predicted)
 *     J d = - dr/du        J: exact, of the present state      dr/du: central difference along one direction
 *
 * The equations have a separate solver, so the run is not affected. */
#include "problem/run_internals.h"

static void residual_changed(equations *equations, solution *solution, const response_to *to, double by, double *r)
{
    to->change(to->context, solution, by);
    equations_residual(equations, &solution->state);
    for (int i = 0; i < solution->n; i++)
        r[i] = equations->r[i];
}

static bool response_factor(equations *equations, const solution *solution)
{
    int column;
    equations_jacobian(equations, &solution->state);
    return equations_factor(equations, &column) == LINEAR_OK;
}

static bool response_prepare(const run *run, equations *equations)
{
    linear_options options = run->problem->linear_options;
    options.pool = NULL;
    options.threads = 1;
    return equations_choose_solver(equations, run->problem->linear, &options);
}

bool run_respond(const run *run, solution *solution, const response_to *to, double *d)
{
    arena *memory = arena_create();
    equations *equations = equations_create(run->model, memory);
    double *before = ARENA_ARRAY(memory, double, solution->n);
    residual_changed(equations, solution, to, to->small, d);
    residual_changed(equations, solution, to, -to->small, before);
    for (int i = 0; i < solution->n; i++)
        d[i] = (before[i] - d[i]) / (2 * to->small);
    to->change(to->context, solution, 0);
    const bool ok = response_prepare(run, equations) && response_factor(equations, solution);
    if (ok)
        equations_apply_inverse(equations, d);
    equations_destroy(equations);
    arena_destroy(memory);
    return ok;
}
