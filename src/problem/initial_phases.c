/* initial_phases.c - from the deck to the state that the first step begins with.
 *
 *     assembly       positions and velocities that satisfy the constraints, near those of the deck
 *     derivatives    momenta, accelerations and reactions, by the equations of a step with c = coefficient * step
 *     dummy steps    steps of a small length, which do not count
 *
 * Derivatives are also found anew where the motion was changed from outside. */
#include "assembly/rounding.h"
#include "problem/diag_rows.h"
#include "problem/run_internals.h"
#include <string.h>

/* --- assembly ----------------------------------------------------------------------------------------------------- */

/* Reactions of the assembly are no solution, but what an analysis that ends there shows. */
outcome phase_assembly(run *run)
{
    initial_report assembled;
    if (!initial_assembly(run->u, &assembled)) {
        report_assembly(run, &assembled);
        return NOT_CONVERGED;
    }
    tell_of_assembly(run, &assembled);
    if (run->p->abort != ABORT_ASSEMBLY)
        initial_reactions_forget(run->u);
    solution_start(run->u);
    run_report_assembled(run);
    return SOLVED;
}

/* --- derivatives -------------------------------------------------------------------------------------------------- */

/* Momenta from the velocities: the momentum rows hold what the bodies bring, less the momenta. */
static void find_momenta(run *run)
{
    equations_residual(run->a, &run->u->s);
    for (int i = 0; i < run->m->nodes.n; i++) {
        const node *n = run->m->nodes.items[i];
        for (int k = 0; n->momentum >= 0 && k < (n->has_rotation ? 6 : 3); k++)
            run->u->y[n->momentum + k] += run->a->r[n->momentum_row + k];
    }
}

static outcome derivatives_with(run *run, double coefficient, const convergence *test, nonlinear_report *r)
{
    run->u->s.dvalue = coefficient * run->p->dt;
    run->u->s.drate = 1;
    run->u->failed.is_set = false;
    run_invalidate_jacobian(run);
    return run_solve(run, test, r);
}

/* What `auto` starts from, and the coefficient that came nearest. */
typedef struct {
    const double *y, *yp;
    double coefficient, error;
    convergence test;
} derivatives_trial;

static outcome try_derivatives(run *run, double coefficient, derivatives_trial *best, nonlinear_report *r)
{
    const size_t size = (size_t)run->u->n * sizeof(double);
    memcpy(run->u->y, best->y, size);
    memcpy(run->u->yp, best->yp, size);
    solution_update(run->u);
    const outcome done = derivatives_with(run, coefficient, &best->test, r);
    if (done == NOT_CONVERGED && r->residual_error < best->error) {
        best->error = r->residual_error;
        best->coefficient = coefficient;
    }
    return done;
}

static bool is_over(outcome done) { return done == SOLVED || done == ENDED; }

/* `auto`: the coefficient; that times growing powers of the factor; divided by them; at last the one that came nearest,
 * with what it reaches as the tolerance. */
static outcome derivatives_auto(run *run, nonlinear_report *r)
{
    const size_t size = (size_t)run->u->n * sizeof(double);
    derivatives_trial best = {.y = arena_copy(run->memory, run->u->y, size),
                              .yp = arena_copy(run->memory, run->u->yp, size),
                              .error = HUGE_VAL,
                              .test = run->p->derivatives};
    const double factor = run->p->derivatives_auto_factor;
    outcome done = try_derivatives(run, run->p->derivatives_coefficient, &best, r);
    for (int direction = 0; direction < 2; direction++) {
        double coefficient = run->p->derivatives_coefficient;
        for (int i = 0; i < run->p->derivatives_auto_iterations && !is_over(done); i++) {
            coefficient = direction == 0 ? coefficient * factor : coefficient / factor;
            done = try_derivatives(run, coefficient, &best, r);
        }
    }
    if (is_over(done) || best.error == HUGE_VAL)
        return done;
    best.test.residual = 1.1 * best.error;
    return try_derivatives(run, best.coefficient, &best, r);
}

static void begin_derivatives(run *run)
{
    run->u->s.dvalue = run->p->derivatives_coefficient * run->p->dt;
    run->u->s.drate = 1;
    solution_rebase(run->u);
    run->u->s.now = PHASE_DERIVATIVES;
    find_momenta(run);
    rounding_forgive(run->a, &run->u->s, run->memory);
}

static outcome find_derivatives(run *run, nonlinear_report *r)
{
    run->u->s.seeks = run->p->derivatives_auto;
    const outcome done = run->p->derivatives_auto
                             ? derivatives_auto(run, r)
                             : derivatives_with(run, run->p->derivatives_coefficient, &run->p->derivatives, r);
    run->u->s.seeks = false;
    run_invalidate_jacobian(run);
    run->a->forgives = false;
    if (done == SOLVED)
        run_remember(run, NULL);
    else if (done != ENDED)
        report_failure(run, done, r, E_DERIVATIVES);
    return done;
}

static void tell_of_beginning(run *run, const nonlinear_report *r)
{
    if (run->listen->begun)
        run->listen->begun(run->listen->context, &run->u->s, r);
}

/* Elements that set a momentum (genel clamp) have the last word. */
outcome phase_derivatives(run *run, nonlinear_report *r)
{
    begin_derivatives(run);
    solution_own(run->u);
    const outcome done = find_derivatives(run, r);
    if (done == SOLVED)
        tell_of_beginning(run, r);
    return done;
}

/* The present solution is the only point that the method knows. */
static void begin_history(run *run)
{
    history_restart(run->past);
    history_pop(run->past);
    run_remember(run, NULL);
}

bool run_reconsider(run *run)
{
    nonlinear_report r = {0};
    begin_derivatives(run);
    const bool ok = find_derivatives(run, &r) == SOLVED;
    if (ok)
        begin_history(run);
    run->u->s.now = PHASE_STEP;
    return ok;
}

/* --- dummy steps -------------------------------------------------------------------------------------------------- */

/* They move state and time, and do not count as steps. */
outcome phase_dummy_steps(run *run, nonlinear_report *r)
{
    if (run->p->dummy_steps == 0)
        return SOLVED;
    const double h = run->p->dummy_ratio * run->p->dt;
    run->u->s.now = PHASE_DUMMY;
    for (int i = 0; i < run->p->dummy_steps; i++) {
        const outcome done = run_step(run, &run->p->dummy_method, &run->p->dummy, h, r);
        if (done != SOLVED) {
            if (done != ENDED)
                report_failure(run, done, r, E_NO_CONVERGENCE);
            return done;
        }
        solution_accept(run->u);
        run_remember(run, &run->now->last);
    }
    tell_of_beginning(run, r);
    run_set_time(run, run->u->s.t, run->p->dt, 0);
    begin_history(run);
    run_invalidate_jacobian(run);
    return SOLVED;
}
