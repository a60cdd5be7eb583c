/* initial_phases.c - from the deck to the state at the beginning of the first step.
 *
 *     assembly       positions and velocities that satisfy the constraints, near those of the deck
 *     derivatives    momenta, accelerations and reactions, by the equations of a step with c = coefficient * step;
 *                    then, if the start is to be consistent, by the derivatives of the constraints
 *                    (consistent_start.c)
 *     dummy steps    steps of a small length, which do not count
 *
 * Derivatives are also found again after the caller has changed the motion. */
#include "assembly/rounding.h"
#include "problem/diag_rows.h"
#include "problem/initial_phases.h"
#include <string.h>

/* --- assembly ----------------------------------------------------------------------------------------------------- */

/* The reactions of the assembly are not a solution, but are output if the analysis ends there. */
outcome phase_assembly(run *run)
{
    initial_report assembled;
    if (!initial_assembly(run->solution, &assembled)) {
        report_assembly(run, &assembled);
        return NOT_CONVERGED;
    }
    announce_assembly(run, &assembled);
    if (assembled.is_redundant)
        announce_redundancy(run);
    if (run->problem->abort != ABORT_ASSEMBLY)
        initial_reactions_reset(run->solution);
    solution_start(run->solution);
    run_report_assembled(run);
    return SOLVED;
}

/* --- derivatives -------------------------------------------------------------------------------------------------- */

/* Finds the momenta from the velocities: the momentum rows contain the contributions of the bodies, minus the
 * momenta. */
void find_momenta(run *run)
{
    equations_residual(run->equations, &run->solution->state);
    for (int i = 0; i < run->model->nodes.n; i++) {
        const node *node = run->model->nodes.items[i];
        for (int k = 0; node->momentum >= 0 && k < (node->has_rotation ? 6 : 3); k++)
            run->solution->y[node->momentum + k] += run->equations->r[node->momentum_row + k];
    }
}

/* With steps by accuracy, the time step of the deck is that of rows, and may be long. */
static double length_of_derivatives(const problem *problem)
{
    return problem->strategy.kind == STRATEGY_ERROR ? 1e-3 * problem->dt : problem->dt;
}

static outcome derivatives_with(run *run, double coefficient, const convergence *test, nonlinear_report *report)
{
    run->solution->state.dvalue = coefficient * length_of_derivatives(run->problem);
    run->solution->state.drate = 1;
    run->solution->failed.is_set = false;
    run_invalidate_jacobian(run);
    return run_solve(run, test, report);
}

/* The starting point of `auto`, and the coefficient with the smallest error. */
typedef struct {
    const double *y, *yp;
    double coefficient, error;
    convergence test;
} derivatives_trial;

static outcome try_derivatives(run *run, double coefficient, derivatives_trial *best, nonlinear_report *report)
{
    const size_t size = (size_t)run->solution->n * sizeof(double);
    memcpy(run->solution->y, best->y, size);
    memcpy(run->solution->yp, best->yp, size);
    solution_update(run->solution);
    const outcome done = derivatives_with(run, coefficient, &best->test, report);
    if (done == NOT_CONVERGED && report->residual_error < best->error) {
        best->error = report->residual_error;
        best->coefficient = coefficient;
    }
    return done;
}

static bool is_over(outcome done) { return done == SOLVED || done == ENDED; }

/* `auto`: tries the coefficient; then times growing powers of the factor; then divided by them; finally the one with
 * the smallest error, with the error it reaches as the tolerance. */
static outcome derivatives_auto(run *run, nonlinear_report *report)
{
    const size_t size = (size_t)run->solution->n * sizeof(double);
    derivatives_trial best = {.y = arena_copy(run->memory, run->solution->y, size),
                              .yp = arena_copy(run->memory, run->solution->yp, size),
                              .error = HUGE_VAL,
                              .test = run->problem->derivatives};
    const double factor = run->problem->derivatives_auto_factor;
    outcome done = try_derivatives(run, run->problem->derivatives_coefficient, &best, report);
    for (int direction = 0; direction < 2; direction++) {
        double coefficient = run->problem->derivatives_coefficient;
        for (int i = 0; i < run->problem->derivatives_auto_iterations && !is_over(done); i++) {
            coefficient = direction == 0 ? coefficient * factor : coefficient / factor;
            done = try_derivatives(run, coefficient, &best, report);
        }
    }
    if (is_over(done) || best.error == HUGE_VAL)
        return done;
    best.test.residual = 1.1 * best.error;
    return try_derivatives(run, best.coefficient, &best, report);
}

static void begin_derivatives(run *run)
{
    run->solution->state.dvalue = run->problem->derivatives_coefficient * length_of_derivatives(run->problem);
    run->solution->state.drate = 1;
    step_limits_begin(run);
    solution_rebase(run->solution);
    run->solution->state.now = PHASE_DERIVATIVES;
    find_momenta(run);
    rounding_forgive(run->equations, &run->solution->state, run->memory);
}

static outcome find_derivatives(run *run, nonlinear_report *report)
{
    run->solution->state.finds_coefficient = run->problem->derivatives_auto;
    outcome done = run->problem->derivatives_auto ? derivatives_auto(run, report)
                                                  : derivatives_with(run, run->problem->derivatives_coefficient,
                                                                     &run->problem->derivatives, report);
    run->solution->state.finds_coefficient = false;
    run->equations->forgives = false;
    if (done == SOLVED && starts_consistently(run->problem))
        done = consistent_start(run, report);
    run_invalidate_jacobian(run);
    if (done == SOLVED)
        run_remember(run, NULL);
    else if (done != ENDED)
        report_failure(run, done, report, E_DERIVATIVES);
    return done;
}

static void report_beginning(run *run, const nonlinear_report *report)
{
    if (run->observer->begun)
        run->observer->begun(run->observer->context, &run->solution->state, report);
}

/* Elements that set a momentum (genel clamp) override the computed value. */
outcome phase_derivatives(run *run, nonlinear_report *report)
{
    begin_derivatives(run);
    solution_internal(run->solution);
    const outcome done = find_derivatives(run, report);
    if (done == SOLVED)
        report_beginning(run, report);
    return done;
}

/* Makes the present solution the only point of the history. */
static void begin_history(run *run)
{
    history_restart(run->past);
    history_pop(run->past);
    run_remember(run, NULL);
}

bool run_reconsider(run *run)
{
    nonlinear_report report = {0};
    begin_derivatives(run);
    const bool ok = find_derivatives(run, &report) == SOLVED;
    if (ok)
        begin_history(run);
    run->solution->state.now = PHASE_STEP;
    return ok;
}

/* --- dummy steps -------------------------------------------------------------------------------------------------- */

/* Dummy steps change state and time, but do not count as steps. */
outcome phase_dummy_steps(run *run, nonlinear_report *report)
{
    if (run->problem->dummy_steps == 0)
        return SOLVED;
    const double h = run->problem->dummy_ratio * run->problem->dt;
    run->solution->state.now = PHASE_DUMMY;
    for (int i = 0; i < run->problem->dummy_steps; i++) {
        step_limits_begin(run);
        const outcome done = run_step(run, &run->problem->dummy_method, &run->problem->dummy, h, report);
        if (done != SOLVED) {
            if (done != ENDED)
                report_failure(run, done, report, E_NO_CONVERGENCE);
            return done;
        }
        solution_accept(run->solution);
        run_remember(run, &run->now->last);
    }
    report_beginning(run, report);
    run_set_time(run, run->solution->state.t, run->problem->dt, 0);
    begin_history(run);
    run_invalidate_jacobian(run);
    return SOLVED;
}
