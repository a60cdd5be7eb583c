/* search.c - a shorter step if Newton's step increases the residual (Numerical Recipes 9.7).
 *
 *     f = r.r / 2,   s = -2 f                      derivative of f along d, or the value the solver supplies
 *     d *= gamma = max(min scale, min(max step max(|y, y'|, n) / |d|, 1))
 *     lambda = 1;  until the residual falls enough:   reduce lambda
 *         by derivative:   f(lambda) < f(0) + alpha lambda s                            (Armijo, Goldstein)
 *         by prediction:   |r(lambda)| < (1 - alpha lambda (1 - eta)) |r(0)|            (Eisenstat, Walker: ared/pred)
 *                          eta = |r + J d| / |r|, residual of the linear solution
 *         any:             f(lambda) < f(0)
 *       the next lambda
 *         factor:          times lambda factor min
 *         cubic:           minimum of the cubic through the known values of f, between lambda factor min and one half
 *                          of the last
 *         More, Thuente:   derivatives r.J d (more_thuente.c) from the elements' Jacobians at the trial
 *     lambda >= lambda min, and relative: lambda >= min(tolerance x / max_i |d_i| / max(|y_i|, |y'_i|, 1), 1)
 *
 * At the smallest lambda the solver stops, or continues if an option says so, with the recovery step or with that
 * lambda. A residual that cannot be evaluated at a trial point is treated as infinitely large. */
#include "nonlinear/search.h"
#include "nonlinear/more_thuente.h"
#include "nonlinear/vectors.h"
#include <stdio.h>
#include <string.h>

void search_prepare(search_workspace *w, int n, arena *memory)
{
    *w = (search_workspace){.n = n,
                            .y = ARENA_ARRAY(memory, double, n),
                            .yp = ARENA_ARRAY(memory, double, n),
                            .direction = ARENA_ARRAY(memory, double, n),
                            .trial = ARENA_ARRAY(memory, double, n)};
}

static double half_square(const double *r, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += r[i] * r[i];
    return sum / 2;
}

static double step_scale(const search_options *options, const search_workspace *search_workspace)
{
    double size = 0, step = 0;
    for (int i = 0; i < search_workspace->n; i++) {
        size += search_workspace->y[i] * search_workspace->y[i] + search_workspace->yp[i] * search_workspace->yp[i];
        step += search_workspace->direction[i] * search_workspace->direction[i];
    }
    const double longest = options->max_step * fmax(sqrt(size), search_workspace->n);
    return step > 0 ? fmax(options->min_scale, fmin(longest / sqrt(step), 1)) : 1;
}

static double least_lambda(const search_options *options, const search_workspace *search_workspace)
{
    if (!options->lambda_min_relative)
        return options->lambda_min;
    double t = 0;
    for (int i = 0; i < search_workspace->n; i++)
        t = fmax(t, fabs(search_workspace->direction[i]) /
                        fmax(fmax(fabs(search_workspace->y[i]), fabs(search_workspace->yp[i])), 1));
    return fmax(options->lambda_min, t > 0 ? fmin(options->tolerance_x / t, 1) : 1);
}

/* Evaluates the residual at lambda. Returns f, which is infinite if it cannot be evaluated; the cause is kept in the
 * solution until the next trial. */
static double search_evaluate(search_workspace *search_workspace, const task *task, double lambda)
{
    const size_t size = (size_t)search_workspace->n * sizeof(double);
    task->solution->failed.is_set = false;
    memcpy(task->solution->y, search_workspace->y, size);
    memcpy(task->solution->yp, search_workspace->yp, size);
    for (int i = 0; i < search_workspace->n; i++)
        search_workspace->trial[i] = lambda * search_workspace->direction[i];
    solution_correct(task->solution, search_workspace->trial, task->solution->state.dvalue);
    equations_residual(task->equations, &task->solution->state);
    const double f = half_square(task->equations->r, search_workspace->n);
    return isfinite(f) && (!task->solution->failed.is_set || task->solution->failed.ends_cleanly) ? f : HUGE_VAL;
}

/* Tells whether an element has requested the end of the analysis: no other trial is made. */
static bool is_asked_to_end(const task *task)
{
    return task->solution->failed.is_set && task->solution->failed.ends_cleanly;
}

typedef struct {
    double lambda, f;   /* of the last trial */
    double lambda2, f2; /* of the previous trial */
} trials;

/* Returns the minimum of the parabola (first time) or cubic through f(0), f'(0) and the last trials. */
static double cubic_minimum(const trials *trials, double f0, double derivative)
{
    if (!isfinite(trials->f))
        return 0;
    if (trials->lambda2 == 0 || !isfinite(trials->f2))
        return -derivative * trials->lambda * trials->lambda / (2 * (trials->f - f0 - derivative * trials->lambda));
    const double r1 = (trials->f - f0 - trials->lambda * derivative) / (trials->lambda * trials->lambda);
    const double r2 = (trials->f2 - f0 - trials->lambda2 * derivative) / (trials->lambda2 * trials->lambda2);
    const double a = (r1 - r2) / (trials->lambda - trials->lambda2);
    const double b = (-trials->lambda2 * r1 + trials->lambda * r2) / (trials->lambda - trials->lambda2);
    if (a == 0)
        return -derivative / (2 * b);
    const double d = b * b - 3 * a * derivative;
    return d < 0 ? 0.5 * trials->lambda : b <= 0 ? (-b + sqrt(d)) / (3 * a) : -derivative / (b + sqrt(d));
}

static double next_lambda(const search_options *options, const trials *trials, double f0, double derivative)
{
    if (options->method == SEARCH_FACTOR)
        return options->lambda_factor_min * trials->lambda;
    return fmax(fmin(cubic_minimum(trials, f0, derivative), 0.5 * trials->lambda),
                options->lambda_factor_min * trials->lambda);
}

static void search_report(const search_options *options, const task *task, const trials *trials)
{
    if (!task->observer->note || !(options->print_convergence || options->verbose))
        return;
    char line[128];
    snprintf(line, sizeof line, "\t\tlambda %g f %g", trials->lambda, trials->f);
    task->observer->note(task->observer->context, line);
}

static void report_decision(const search_options *options, const task *task, const char *what, double lambda)
{
    if (!task->observer->note || !options->verbose)
        return;
    char line[128];
    snprintf(line, sizeof line, "\t\t%s %g", what, lambda);
    task->observer->note(task->observer->context, line);
}

/* max_i |(J' r)_i| max(|y_i|, 1) / max(f, n/2), with the present matrix. */
static bool gradient_is_zero(const search_options *options, search_workspace *search_workspace, const task *task,
                             double f)
{
    double most = 0;
    csc_multiply_transposed(task->equations->matrix, task->equations->r, search_workspace->trial);
    for (int i = 0; i < search_workspace->n; i++)
        most = fmax(most, fabs(search_workspace->trial[i]) * fmax(fabs(task->solution->y[i]), 1));
    return most / fmax(f, 0.5 * search_workspace->n) < options->tolerance_min;
}

static outcome give_up(const search_options *options, search_workspace *search_workspace, const task *task, double f)
{
    if (!options->zero_gradient_continue && gradient_is_zero(options, search_workspace, task, f)) {
        task->report->reason = "the search reached a nonzero minimum of the residual: try another 'tolerance min' or a "
                               "shorter 'time step'";
        return NOT_CONVERGED;
    }
    if (!options->abort_at_lambda_min || options->recovery > 0)
        return SOLVED;
    task->report->reason = "the search reached the minimum lambda: try 'abort at lambda min, no', a smaller 'lambda "
                           "min' or a shorter 'time step'";
    return NOT_CONVERGED;
}

/* The starting point of the search. */
typedef struct {
    const search_options *options;
    search_workspace *search_workspace;
    const task *task;
    double f0, derivative;
} beginning;

/* The value that f must be below. */
static double wanted_value(const beginning *beginning, double lambda)
{
    const double left = 1 - beginning->options->alpha * lambda * (1 - beginning->search_workspace->eta);
    switch (beginning->options->condition) {
    case DECREASE_ANY:
        return beginning->f0;
    case DECREASE_BY_PREDICTION:
        return left * left * beginning->f0;
    default:
        return beginning->f0 + beginning->options->alpha * lambda * beginning->derivative;
    }
}

/* Shortens the step until the decrease is sufficient. Returns false if it never is. */
static bool shorten(const beginning *beginning, trials *trials)
{
    const double least = least_lambda(beginning->options, beginning->search_workspace);
    for (int k = 0;; k++) {
        trials->f = search_evaluate(beginning->search_workspace, beginning->task, trials->lambda);
        search_report(beginning->options, beginning->task, trials);
        if (trials->f < wanted_value(beginning, trials->lambda) || is_asked_to_end(beginning->task))
            return true;
        if (trials->lambda <= least || k >= beginning->options->max_iterations)
            return false;
        const double next = fmax(next_lambda(beginning->options, trials, beginning->f0, beginning->derivative), least);
        trials->lambda2 = trials->lambda;
        trials->f2 = trials->f;
        trials->lambda = next;
    }
}

/* --- More and Thuente --------------------------------------------------------------------------------------------- */

static const double CURVATURE = 0.9999, LONGEST = 1e6, NARROW = 1e-15;

/* Returns the derivative of f along the direction at the present state. */
static double derivative_here(const beginning *beginning)
{
    equations_product(beginning->task->equations, &beginning->task->solution->state,
                      beginning->search_workspace->direction, beginning->search_workspace->trial);
    return vector_dot(beginning->task->equations->r, beginning->search_workspace->trial,
                      beginning->search_workspace->n);
}

static line_point point_at(void *to, double lambda)
{
    const beginning *beginning = to;
    line_point point = {.step = lambda, .f = search_evaluate(beginning->search_workspace, beginning->task, lambda)};
    search_report(beginning->options, beginning->task, &(trials){.lambda = lambda, .f = point.f});
    if (isfinite(point.f))
        point.derivative = derivative_here(beginning);
    return point;
}

static bool falls_enough(void *to, const line_point *point)
{
    return point->f < wanted_value(to, point->step) || is_asked_to_end(((const beginning *)to)->task);
}

static bool by_more_thuente(beginning *beginning, trials *trials)
{
    line_point at;
    const more_thuente_options options = {.decrease = beginning->options->alpha,
                                          .curvature = CURVATURE,
                                          .least = beginning->options->lambda_min,
                                          .most = LONGEST,
                                          .width = NARROW,
                                          .max_evaluations = beginning->options->max_iterations};
    const line_function function = {.context = beginning, .evaluate = point_at, .falls_enough = falls_enough};
    beginning->derivative = derivative_here(beginning);
    if (!(beginning->derivative < 0) || beginning->options->max_iterations == 0)
        return false;
    const bool found = more_thuente(&options, &function,
                                    (line_point){.f = beginning->f0, .derivative = beginning->derivative}, 1, &at);
    trials->lambda = at.step;
    trials->f = at.f;
    return found;
}

/* --- the step ----------------------------------------------------------------------------------------------------- */

/* While motions are held, f need not decrease along the direction; and a residual that has passed its test may be
 * round-off, which decreases no further. */
static bool takes_whole_step(const search_workspace *search_workspace, const task *task)
{
    if (task->solution->state.now == PHASE_DERIVATIVES || search_workspace->is_last)
        return true;
    return task->test->residual > 0
               ? task->report->residual_error <= task->test->residual
               : solution_error(task->test, task->equations, &task->solution->state) <= task->test->solution;
}

static void search_begin(search_workspace *search_workspace, const task *task)
{
    const size_t size = (size_t)search_workspace->n * sizeof(double);
    memcpy(search_workspace->y, task->solution->y, size);
    memcpy(search_workspace->yp, task->solution->yp, size);
    memcpy(search_workspace->direction, task->equations->d, size);
}

/* Performs the search and handles its failure. */
static outcome search(beginning *beginning, trials *trials)
{
    const search_options *options = beginning->options;
    if (options->method == SEARCH_MORE_THUENTE ? by_more_thuente(beginning, trials) : shorten(beginning, trials))
        return SOLVED;
    const outcome done = give_up(options, beginning->search_workspace, beginning->task, trials->f);
    if (done != SOLVED)
        return done;
    if (options->recovery > 0)
        trials->f = search_evaluate(beginning->search_workspace, beginning->task, trials->lambda = options->recovery);
    report_decision(options, beginning->task, "the search failed: continuing with lambda", trials->lambda);
    return SOLVED;
}

outcome search_along(const search_options *options, search_workspace *search_workspace, const task *task,
                     double *lambda)
{
    const double f0 = half_square(task->equations->r, search_workspace->n);
    const bool is_whole = takes_whole_step(search_workspace, task);
    search_begin(search_workspace, task);
    const double scale = options->scale_step ? step_scale(options, search_workspace) : 1;
    for (int i = 0; i < search_workspace->n; i++)
        search_workspace->direction[i] *= scale;
    if (scale < 1)
        report_decision(options, task, "the step is too long: scaled by", scale);
    trials trials = {.lambda = 1};
    beginning beginning = {.options = options,
                           .search_workspace = search_workspace,
                           .task = task,
                           .f0 = f0,
                           .derivative = search_workspace->derivative < 0 ? search_workspace->derivative : -2 * f0};
    if (is_whole)
        search_evaluate(search_workspace, task, 1);
    const outcome done = is_whole ? SOLVED : search(&beginning, &trials);
    for (int i = 0; i < search_workspace->n; i++) /* a trial that is taken lacks the motions that are held */
        task->equations->d[i] = is_whole ? search_workspace->trial[i] : trials.lambda * search_workspace->direction[i];
    *lambda = trials.lambda * scale;
    task->report->is_partial = *lambda < 1;
    if (!is_whole && done == SOLVED && options->divergence_check &&
        trials.f > options->divergence_factor * options->divergence_factor * f0) {
        task->report->reason = "the residual grows: see 'divergence check'";
        return NOT_CONVERGED;
    }
    return done;
}
