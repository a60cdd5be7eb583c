/* run_create.c - the parts of a run: its solution with the data stored in it, solvers, threads, couplings. */
#include "base/memory_limit.h"
#include "problem/diag_rows.h"
#include "problem/division.h"
#include "problem/drift.h"
#include "problem/initial_phases.h"
#include "problem/radau_step.h"

static size_t whole_lines(size_t bytes) { return (bytes + 63) / 64 * 64; }

/* Returns the number of converged points in the history. */
static int history_points(const problem *problem)
{
    const integrator_type *method = problem->method.type, *other = problem->dummy_method.type;
    const int least = problem->strategy.kind == STRATEGY_ERROR ? 2 : 1; /* for estimates and rows between steps */
    const int own = method->points > least ? method->points : least;
    const int main = own + method->stages - 1, dummy = other->points + other->stages - 1;
    if (problem->type->history_points > 0)
        return problem->type->history_points;
    return problem->dummy_steps > 0 && dummy > main ? dummy : main;
}

static bool uses_radau(const problem *problem)
{
    return problem->method.type->is_collocation ||
           (problem->dummy_steps > 0 && problem->dummy_method.type->is_collocation);
}

/* Creates the solution, with the data that the run adds to it. */
static void lay_out(run *run)
{
    const problem *problem = run->problem;
    const int points = history_points(problem), times = problem->eigen ? problem->eigen->n_times : 0;
    const bool derivatives = problem->method.type->derivatives || problem->dummy_method.type->derivatives;
    const size_t past = whole_lines(history_size(run->model, points, derivatives));
    const size_t progress = whole_lines(sizeof(run_progress)), done = whole_lines((size_t)times);
    const bool drifts = drift_concerns(&problem->method) && problem->dummy_steps == 0 && starts_consistently(problem);
    const size_t drift = drifts ? whole_lines((size_t)run->model->n_unknowns * sizeof(double)) : 0;
    const bool is_radau = uses_radau(problem);
    const size_t stages = is_radau ? whole_lines(radau_memory_size(run->model)) : 0;
    const size_t own = problem->type->memory ? whole_lines(problem->type->memory(run->model)) : 0;
    run->solver_size = whole_lines(problem->nonlinear->memory(problem->nonlinear_options, run->model->n_unknowns));
    run->solution = solution_create(run->model, past + progress + done + 2 * drift + run->solver_size + stages + own,
                                    run->errors, run->memory);
    unsigned char *at = run->solution->extra;
    run->now = (run_progress *)at;
    run->sum = &run->now->sum;
    run->past = history_create(run->model, points, derivatives, at + progress, run->memory);
    run->eigen_done = (bool *)(at + progress + past);
    run->drift.rate = drifts ? (double *)(at + progress + past + done) : NULL;
    run->drift.value = drifts ? (double *)(at + progress + past + done + drift) : NULL;
    run->solver_memory = at + progress + past + done + 2 * drift;
    run->radau_memory = is_radau ? at + progress + past + done + 2 * drift + run->solver_size : NULL;
    run->own = own > 0 ? at + progress + past + done + 2 * drift + run->solver_size + stages : NULL;
}

/* Tells whether the factors, if their size is known, fit into memory. */
static bool has_memory(run *run)
{
    static const double GB = 1e9, LARGE = 1e9;
    const double bytes = run->is_divided ? 0.0 : linear_bytes(run->equations->solver), there = memory_available();
    const int n = run->model->n_unknowns;
    if (bytes >= LARGE)
        diag_report(run->errors, N_LARGE, run->problem->location, n, bytes / GB);
    if (bytes <= there)
        return true;
    diag_report(run->errors, E_TOO_LARGE, run->problem->location, n, bytes / GB, there / GB);
    diag_hint(run->errors, "use a coarser mesh, more memory, or 'nonlinear solver: matrix free, gmres, preconditioner, "
                           "incomplete factors', which needs less");
    return false;
}

static bool prepare_solvers(run *run)
{
    const problem *problem = run->problem;
    linear_options options = problem->linear_options;
    int threads = problem->assembly_threads;
    const char *wanted = problem->nonlinear->linear ? problem->nonlinear->linear(problem->nonlinear_options) : NULL;
    const linear_backend *type = wanted ? linear_backend_find(wanted) : problem->linear;
    if (!division_create(run, type))
        return false;
    run->equations->seconds = run->options.is_timed ? &run->seconds : NULL;
    options.is_restartable = run->model->options.restart != RESTART_NEVER || run->options.resume ||
                             run->options.may_restore || run->model->participant;
    if (run->options.ranks)
        threads = options.threads = 1; /* the processes take the place of threads */
    options.pool = run->pool = threads_start(&threads, &options.threads, run->equations);
    equations_share(run->equations, run->pool, threads, run->memory);
    if (!equations_choose_solver(run->equations, type, &options)) {
        diag_report(run->errors, E_SOLVER_MISSING, problem->location, type->keyword);
        return false;
    }
    if (!has_memory(run))
        return false;
    if (problem->step.scale)
        equations_want_scales(run->equations, run->memory);
    if (problem->step.residual_test == TEST_RELNORM || problem->step.residual_test == TEST_SEPNORM)
        equations_want_magnitudes(run->equations, run->memory);
    if (run->radau_memory && !(run->radau = radau_create(run, &options, run->radau_memory, run->memory))) {
        diag_report(run->errors, E_SOLVER_MISSING, problem->location, type->keyword);
        return false;
    }
    run->solver =
        problem->nonlinear->prepare(problem->nonlinear_options, run->solver_memory, run->solution->n, run->memory);
    return true;
}

/* Peers receive every step once, and steps of a given length. Returns false after an error. */
static bool check_couplings(const run *run)
{
    const bool is_accurate = run->problem->strategy.kind == STRATEGY_ERROR;
    if ((!is_accurate && !run->radau) || (!run->couplings.peers && !run->couplings.participant))
        return true;
    diag_report(run->errors, E_ACCURACY_PEERS, run->problem->location,
                is_accurate ? "'strategy: error'" : "the method 'radau'");
    return false;
}

/* Prepares everything that does not depend on the initial state. Returns false after an error. */
static bool run_create_prepare(run *run)
{
    if (!division_is_allowed(run))
        return false;
    lay_out(run);
    if (!prepare_solvers(run))
        return false;
    solver_output_prepare(run);
    solution_initial(run->solution);
    restart_prepare(run);
    peers_prepare(run);
    participant_prepare(run);
    step_limits_prepare(run);
    if (!check_couplings(run))
        return false;
    if (run->problem->strategy.kind == STRATEGY_ERROR)
        run->error = error_control_create(run), run->events = events_create(run);
    return true;
}

run *run_create(const problem *problem, const model *model, const run_options *options)
{
    arena *memory = arena_create();
    run *x = ARENA_NEW(memory, run);
    *x = (run){.problem = problem, .model = model, .options = *options, .errors = options->errors, .memory = memory};
    x->observer = &x->options.observer;
    if (run_create_prepare(x) && (!options->resume || restart_load(x)) &&
        (!options->observer.begin || options->observer.begin(options->observer.context, model, &x->solution->state)))
        return x;
    run_destroy(x);
    return NULL;
}

void run_destroy(run *run)
{
    if (!run)
        return;
    if (run->work && run->problem->type->release)
        run->problem->type->release(run);
    peers_end(run);
    participant_destroy(run);
    archive_destroy(run->saved);
    radau_destroy(run->radau);
    equations_destroy(run->equations);
    thread_pool_destroy(run->pool);
    solution_destroy(run->solution);
    arena_destroy(run->memory);
}
