/* division.c - whether a run is divided among the ranks of an MPI job, and whether all ranks do the same.
 *
 * All ranks execute the same program with the same numbers; what differs is who evaluates an element and who has an
 * entry of a factor. A function that needs the whole matrix therefore needs a run that is not divided: every rank then
 * solves everything, with the results of a single process to the last bit. What depends on more than the deck, such as
 * messages of another program or the clock, would let the ranks part: it is refused, or found by comparing the
 * solutions after every step. */
#include "problem/division.h"
#include "problem/diag_rows.h"
#include <string.h>

static bool is_any(const char *word, const char *const *words)
{
    for (; *words; words++)
        if (strcmp(*words, word) == 0)
            return true;
    return false;
}

static const char *reason_of_problem(const run *run)
{
    const problem *problem = run->problem;
    if (!(problem->type->flags & PROBLEM_EVOLVES))
        return "the problem is not 'initial value'";
    if (problem->eigen)
        return "'eigenanalysis' needs the whole matrix";
    if (run->radau_memory)
        return "the method 'radau' needs the whole matrix";
    if (problem->strategy.kind == STRATEGY_ERROR)
        return "'strategy: error' needs the whole matrix";
    if (starts_consistently(problem))
        return "a consistent start needs the whole matrix";
    if (run->model->options.restart != RESTART_NEVER || run->options.resume || run->options.may_restore)
        return "restart files contain the whole matrix";
    if (problem->show & (SHOW_JACOBIAN | SHOW_MATRIX_CONDITION | SHOW_SOLVER_CONDITION))
        return "'output' prints the matrix or its condition number";
    return NULL;
}

/* Without a card, a matrix with small fronts is for the solver 'naive': there would be more to send than to compute. */
static const char *reason_of_solver(const run *run, const linear_backend *type)
{
    static const char *const NONLINEAR[] = {"newton raphson", NULL};
    static const char *const LINEAR[] = {"mumps", "dissection", NULL};
    const problem *problem = run->problem;
    const linear_options *options = &problem->linear_options;
    if (!is_any(problem->nonlinear->keyword, NONLINEAR))
        return "only the nonlinear solver 'newton raphson' can be divided";
    if (options->when != SCALE_NEVER && options->scale != SCALE_NONE)
        return "scaling the matrix needs all of it";
    if (options->refine_iterations > 0)
        return "refining solutions needs the whole matrix";
    if (problem->is_divided)
        return NULL;
    if (type && !is_any(type->keyword, LINEAR))
        return "only the linear solver 'mumps' can be divided, which the block 'parallel' selects as well";
    if (!type && !is_any(linear_default_backend(run->model->matrix)->keyword, LINEAR))
        return "its equations are for a direct solver of one process; the block 'parallel' divides them nevertheless";
    return NULL;
}

bool division_is_allowed(const run *run)
{
    const model *model = run->model;
    if (!run->options.ranks)
        return true;
    if (model->participant || model->peers.n > 0)
        diag_report(run->errors, E_RANKS_PEERS, run->problem->location);
    else if (run->problem->clock.is_set)
        diag_report(run->errors, E_RANKS_CLOCK, run->problem->location);
    else
        return true;
    return false;
}

bool division_create(run *run, const linear_backend *type)
{
    const ranks *ranks = run->options.ranks;
    const char *reason = NULL;
    if (ranks && !(reason = reason_of_problem(run)))
        reason = reason_of_solver(run, type);
    if (reason)
        diag_report(run->errors, N_NOT_DIVIDED, run->problem->location, reason);
    if (!ranks && run->problem->is_divided)
        diag_report(run->errors, W_PARALLEL, run->problem->divided_where);
    run->equations = ranks && !reason ? equations_create_divided(run->model, ranks, run->memory)
                                      : equations_create(run->model, run->memory);
    if (!run->equations)
        diag_report(run->errors, E_RANKS_METIS, run->problem->location);
    run->is_divided = run->equations && run->equations->regions;
    return run->equations != NULL;
}

void division_announce(run *run)
{
    if (!run->is_divided || run->equations->regions)
        return;
    run->is_divided = false;
    diag_report(run->errors, N_NOT_DIVIDED, run->problem->location,
                "its matrix is singular as it is, and from now on it is needed as a whole");
}

/* Variables of the deck are left out: texts among them are at different addresses. */
bool division_agrees(run *run)
{
    const solution *solution = run->solution;
    const unsigned char *variables = (const unsigned char *)solution->variables,
                        *random = (const unsigned char *)solution->random;
    const size_t before = (size_t)(variables - solution->block),
                 after = (size_t)((const unsigned char *)solution->extra - random);
    if (!run->options.ranks)
        return true;
    const uint64_t hash = ranks_hash(ranks_hash(0, solution->block, before), random, after);
    const bool same = ranks_agree(run->options.ranks, hash);
    if (!same)
        diag_report(run->errors, E_RANKS_DIFFER, run->problem->location, solution->state.t);
    return same;
}
