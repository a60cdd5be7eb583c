/* failure.c - reports of failed solutions: the equation or unknown in words, the line of the deck that defines it, what
 * to try.
 *
 *     no convergence, not finite   the worst equation, and two more; for the first, the law that contributes the most
 *     initial assembly             the constraints that are violated most, one per element
 *     singular matrix              the unknown without a pivot; reported as no convergence after the error has grown a
 *                                  thousandfold, since the matrix of such a state is not informative
 *     error                        what an element or a drive reported */
#include "problem/rank_report.h"
#include "problem/diag_rows.h"
#include "problem/run_internals.h"

enum { WORST = 3 };

/* Finds the rows with the largest residual, worst first; NaN is worse than any number. */
static int find_worst(const equations *equations, int rows[WORST])
{
    int n = 0;
    for (int i = 0; i < equations->model->n_unknowns; i++) {
        const double size = fabs(equations->r[i]);
        int k = n;
        while (k > 0 && !(size <= fabs(equations->r[rows[k - 1]])) && !isnan(equations->r[rows[k - 1]]))
            k--;
        if (k == WORST)
            continue;
        n += n < WORST;
        for (int j = n - 1; j > k; j--)
            rows[j] = rows[j - 1];
        rows[k] = i;
    }
    return n;
}

/* Constraints are divided by c here, so the remaining error of the initial assembly becomes large. */
static void hint_derivatives(const run *run, const nonlinear_report *report, const int *rows, int n)
{
    enum { ENOUGH = 10 };
    const double c = run->solution->state.dvalue, ROUNDING = 1e-13;
    diag *diagnostics = run->errors;
    for (int k = 0; k < n; k++) {
        const double violation = c * run->equations->r[rows[k]];
        if (!run->model->divided[rows[k]] || fabs(violation) < ROUNDING)
            continue;
        if (run->model->options.skip_assembly)
            diag_hint(diagnostics,
                      "a constraint is violated by %g, and 'skip initial joint assembly' prevents its correction",
                      violation);
        else
            diag_hint(diagnostics,
                      "a constraint is violated by %g, which is divided by the coefficient times the time step, %g: "
                      "try a smaller 'tolerance' in the control data or a larger 'derivatives coefficient'",
                      violation, c);
        return;
    }
    if (report->iterations < ENOUGH)
        diag_hint(diagnostics, "try 'derivatives max iterations: 20;'");
    else
        diag_hint(
            diagnostics,
            "momenta change by the coefficient times the time step, %g, times their derivatives, while velocities "
            "remain constant: try 'derivatives coefficient: auto;', or a 'derivatives tolerance' above %g",
            c, report->residual_error);
}

static void hint_convergence(const run *run, const nonlinear_report *report)
{
    const double STUCK = 0.1;
    const int PATIENCE = 6;
    diag *diagnostics = run->errors;
    if (report->reason)
        diag_hint(diagnostics, "%s", report->reason);
    if (report->iterations <= 1)
        diag_hint(diagnostics, "only linear models converge in %d iteration%s: set 'max iterations: 20;'",
                  report->iterations, report->iterations == 1 ? "" : "s");
    else if (report->residual_error > report->first_error)
        diag_hint(diagnostics,
                  "the error increases from %g: try a shorter 'time step', 'strategy: factor, ...' or 'nonlinear "
                  "solver: line search, ...'",
                  report->first_error);
    else if (report->residual_error > STUCK * report->first_error && report->iterations > PATIENCE)
        diag_hint(diagnostics,
                  "the error hardly decreases from %g: the equations may have no solution nearby (fully extended "
                  "links, a discontinuous law); try a shorter 'time step' or 'nonlinear solver: line search, ...'",
                  report->first_error);
    else
        diag_hint(
            diagnostics,
            "the error decreases from %g: try more 'max iterations', a shorter 'time step' or a larger 'tolerance'",
            report->first_error);
}

static void report_worst(const run *run, const int *rows, int n)
{
    for (int k = 1; k < n && run->equations->r[rows[k]] != 0; k++) {
        char words[256] = "";
        source_location location = {0, 0, 0};
        model_describe_row(run->model, rows[k], words, sizeof words, &location);
        diag_report(run->errors, N_WORST_EQUATION, location, run->equations->r[rows[k]], words);
    }
}

/* The law with the largest force or moment of an element; of nested laws, the outermost. */
typedef struct {
    law_observer observer; /* first member, so that the observer can be cast */
    const law *found;
    double stress, strain, rate;
} law_search;

static void on_law_eval(law_observer *observer, const law *law, const double *strain, const double *rate,
                        const law_result *result)
{
    law_search *look = (law_search *)observer;
    for (int i = 0; i < law->dim; i++)
        if (result->stress[i] != 0.0 && fabs(result->stress[i]) >= fabs(look->stress)) {
            look->found = law;
            look->stress = result->stress[i];
            look->strain = strain[i];
            look->rate = law->kind & LAW_VISCOUS ? rate[i] : 0.0;
        }
}

/* Reports which element contributes the most to the worst equation, and its law, if it has one. */
static void report_law(const run *run, int row)
{
    law_search look = {.observer = {on_law_eval}};
    state state = run->solution->state;
    double what;
    const elem *element = equations_find_largest(run->equations, &state, row, &what);
    if (!element || element->type->companion)
        return;
    state.observer = &look.observer;
    equations_probe(run->equations, &state, element);
    if (!look.found)
        return;
    diag_report(run->errors, N_LAW_OF_FAILURE, look.found->location, look.found->type->keyword,
                element->type->card->name, element->label, what, look.stress, look.strain, look.rate);
    diag_hint(run->errors, "a law that starts to act or jumps within a step, such as a contact, needs a time step much "
                           "shorter than the event: try a shorter 'time step', or a softer law");
}

/* Returns the unknown that is not finite in the state itself. */
static int unknown_not_finite(const run *run, double *what)
{
    for (int i = 0; i < run->solution->n; i++) {
        *what = isfinite(run->solution->y[i]) ? run->solution->yp[i] : run->solution->y[i];
        if (!isfinite(*what))
            return i;
    }
    return -1;
}

/* Reports where a number that is not finite comes from; `worst` is the worst row. */
static void report_origin(const run *run, int worst)
{
    char words[256] = "";
    source_location location = {0, 0, 0};
    double what;
    int row;
    const int unknown = unknown_not_finite(run, &what);
    if (unknown >= 0) {
        model_describe_unknown(run->model, unknown, words, sizeof words, &location);
        diag_report(run->errors, N_UNKNOWN_NOT_FINITE, location, words, what);
        return;
    }
    const elem *element = equations_find_not_finite(run->equations, &run->solution->state, &row, &what);
    if (!element) {
        model_describe_row(run->model, worst, words, sizeof words, &location);
        diag_report(run->errors, N_SQUARE_NOT_FINITE, location, run->equations->r[worst], words);
        return;
    }
    const char *kind = element->type->keyword;
    model_describe_row(run->model, row, words, sizeof words, &location);
    diag_report(run->errors, N_ELEMENT_NOT_FINITE, element->location, element->type->card->name, element->label,
                kind ? " (" : "", kind ? kind : "", kind ? ")" : "", what, words);
}

static void report_residual(const run *run, outcome why, const nonlinear_report *report, diag_code code)
{
    char words[256] = "none";
    source_location location = {0, 0, 0};
    int rows[WORST];
    const int n = find_worst(run->equations, rows);
    if (n > 0)
        model_describe_row(run->model, rows[0], words, sizeof words, &location);
    if (why == NOT_FINITE) {
        diag_report(run->errors, E_NOT_FINITE, location, run->solution->state.t, words);
        if (report->reason)
            diag_hint(run->errors, "%s", report->reason);
        diag_hint(run->errors,
                  "check for a division by zero, or a law or drive outside its range; try a shorter 'time step'");
        if (n > 0)
            report_origin(run, rows[0]);
        return;
    }
    if (code == E_DERIVATIVES)
        diag_report(run->errors, E_DERIVATIVES, location, report->residual_error, report->iterations, words);
    else
        diag_report(run->errors, code /* E_NO_CONVERGENCE */, location, run->solution->state.t, report->residual_error,
                    report->iterations, words);
    if (code == E_DERIVATIVES)
        hint_derivatives(run, report, rows, n);
    else
        hint_convergence(run, report);
    report_worst(run, rows, n);
    if (n > 0 && code != E_DERIVATIVES)
        report_law(run, rows[0]);
}

static void report_singular(const run *run, const nonlinear_report *report)
{
    char words[256] = "";
    source_location location = {0, 0, 0};
    model_describe_unknown(run->model, report->column < 0 ? 0 : report->column, words, sizeof words, &location);
    diag_report(run->errors, E_SINGULAR, location, run->solution->state.t, words);
    diag_hint(run->errors,
              "no equation determines it: check for an unconstrained node without mass, or redundant constraints");
}

static bool has_diverged(const nonlinear_report *report)
{
    return report->iterations > 1 && report->residual_error > 1e3 * report->first_error;
}

bool report_failure(const run *run, outcome why, const nonlinear_report *report, diag_code not_converged)
{
    if (why == SINGULAR_MATRIX && has_diverged(report)) {
        report_residual(run, NOT_CONVERGED, report, not_converged);
        return false;
    }
    if (why == SINGULAR_MATRIX)
        report_singular(run, report);
    else if (why == OUT_OF_TIME)
        diag_report(run->errors, E_OUT_OF_TIME, run->problem->location, run->solution->state.t,
                    run->model->limits.step_seconds, report->iterations);
    else if (why == EVALUATION_FAILED)
        diag_report(run->errors, E_EVALUATION, run->solution->failed.location, run->solution->state.t,
                    run->solution->failed.text);
    else
        report_residual(run, why, report, not_converged);
    if (why == SINGULAR_MATRIX || why == NOT_CONVERGED)
        rank_report_all(&run->solution->state);
    return false;
}

bool report_step_length(const run *run, double h)
{
    if (h > 0 && h < run->problem->dt_min)
        diag_report(run->errors, E_STEP_TOO_SHORT, run->problem->location, run->solution->state.t, h,
                    run->problem->dt_min);
    else
        diag_report(run->errors, E_STEP_LENGTH, run->problem->location, run->solution->state.t, h);
    return false;
}

static void report_violated(const run *run, const initial_report *report)
{
    for (int k = 0; k < report->n_violated; k++) {
        char words[256] = "";
        source_location location = {0, 0, 0};
        model_describe_row(run->model, report->violated[k].row, words, sizeof words, &location);
        diag_report(run->errors, N_VIOLATED, location,
                    report->rates      ? "in its rate "
                    : report->as_given ? "as given "
                                       : "",
                    report->violated[k].distance, words);
    }
}

void announce_assembly(const run *run, const initial_report *report)
{
    const double far = 1e-3, much = 1e-2; /* fraction of the model's extent; radians */
    const bool is_far = report->extent > 0 && report->distance > far * report->extent,
               is_rotated = report->rotated && report->angle > much;
    if (report->iterations > run->model->options.assembly_iterations)
        diag_report(run->errors, W_ASSEMBLY_ITERATIONS, run->problem->location, report->iterations,
                    run->model->options.assembly_iterations);
    if (is_far)
        diag_report(run->errors, N_ASSEMBLY_MOVED, report->moved->location, "moved", report->moved->label,
                    report->distance, "");
    if (is_rotated)
        diag_report(run->errors, N_ASSEMBLY_MOVED, report->rotated->location, "rotated", report->rotated->label,
                    report->angle, " rad");
    if (is_far || is_rotated)
        report_violated(run, report);
}

/* Where volumes are constrained, the rank of joints alone does not tell all. */
static void announce_pressures(const run *run)
{
    char words[256] = "";
    source_location location = {0, 0, 0};
    const int n = linear_redundant_rows(run->equations->solver);
    int first = 0;
    while (first < run->model->n_unknowns && !run->model->repeats[first])
        first++;
    if (n == 0 || first == run->model->n_unknowns)
        return;
    model_describe_row(run->model, linear_redundant_row(run->equations->solver, 0), words, sizeof words, &location);
    diag_report(run->errors, N_REDUNDANT_PRESSURES, location, n, words);
}

void announce_redundancy(run *run)
{
    if (!run->has_announced_redundancy) {
        rank_report_constraints(&run->solution->state);
        announce_pressures(run);
    }
    run->has_announced_redundancy = true;
}

void announce_rounding(run *run, const convergence *test, const nonlinear_report *report)
{
    char words[256] = "none";
    source_location location = {0, 0, 0};
    int rows[WORST];
    if (run->has_announced_rounding)
        return;
    run->has_announced_rounding = true;
    if (find_worst(run->equations, rows) > 0)
        model_describe_row(run->model, rows[0], words, sizeof words, &location);
    diag_report(run->errors, W_BELOW_ROUNDING, location, run->solution->state.t, report->residual_error, test->residual,
                words);
}

bool report_assembly(const run *run, const initial_report *report)
{
    char words[256] = "";
    source_location location = {0, 0, 0};
    const int row = !report->singular && report->n_violated > 0 ? report->violated[0].row : report->worst_row;
    if (row >= 0)
        model_describe_row(run->model, row, words, sizeof words, &location);
    if (report->is_late) {
        diag_report(run->errors, E_OUT_OF_TIME, run->problem->location, run->solution->state.t,
                    run->model->limits.step_seconds, report->iterations);
        return false;
    }
    if (report->singular) {
        diag_report(run->errors, E_ASSEMBLY_SINGULAR, location, words);
        report_violated(run, report);
        rank_report_constraints(&run->solution->state);
        return false;
    }
    diag_report(run->errors, E_ASSEMBLY, location, report->error, report->iterations, words);
    if (report->iterations <= 1)
        diag_hint(run->errors, "only one iteration is made by default: set 'max iterations: 20;' in the control data");
    else
        diag_hint(run->errors, "the constraints below cannot all be satisfied near the given positions: check the "
                               "positions and offsets of the nodes they connect; or the 'tolerance' is too small");
    report_violated(run, report);
    rank_report_constraints(&run->solution->state);
    return false;
}
