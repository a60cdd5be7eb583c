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

void search_prepare(search_room *w, int n, arena *memory)
{
    *w = (search_room){.n = n,
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

static double step_scale(const search_options *o, const search_room *w)
{
    double size = 0, step = 0;
    for (int i = 0; i < w->n; i++) {
        size += w->y[i] * w->y[i] + w->yp[i] * w->yp[i];
        step += w->direction[i] * w->direction[i];
    }
    const double longest = o->max_step * fmax(sqrt(size), w->n);
    return step > 0 ? fmax(o->min_scale, fmin(longest / sqrt(step), 1)) : 1;
}

static double least_lambda(const search_options *o, const search_room *w)
{
    if (!o->lambda_min_relative)
        return o->lambda_min;
    double t = 0;
    for (int i = 0; i < w->n; i++)
        t = fmax(t, fabs(w->direction[i]) / fmax(fmax(fabs(w->y[i]), fabs(w->yp[i])), 1));
    return fmax(o->lambda_min, t > 0 ? fmin(o->tolerance_x / t, 1) : 1);
}

/* The residual at lambda; f of it, infinite when it cannot be evaluated: why stays in the solution until the next
 * trial. */
static double search_evaluate(search_room *w, const task *q, double lambda)
{
    const size_t size = (size_t)w->n * sizeof(double);
    q->u->failed.is_set = false;
    memcpy(q->u->y, w->y, size);
    memcpy(q->u->yp, w->yp, size);
    for (int i = 0; i < w->n; i++)
        w->trial[i] = lambda * w->direction[i];
    solution_correct(q->u, w->trial, q->u->s.dvalue);
    equations_residual(q->a, &q->u->s);
    const double f = half_square(q->a->r, w->n);
    return isfinite(f) && (!q->u->failed.is_set || q->u->failed.ends_cleanly) ? f : HUGE_VAL;
}

/* The analysis ends here, by the will of an element: no other trial is made. */
static bool is_asked_to_end(const task *q) { return q->u->failed.is_set && q->u->failed.ends_cleanly; }

typedef struct {
    double lambda, f;   /* of the last trial */
    double lambda2, f2; /* of the one before */
} trials;

/* The minimum of the parabola (first time) or cubic through f(0), f'(0) and the last trials. */
static double cubic_minimum(const trials *t, double f0, double slope)
{
    if (!isfinite(t->f))
        return 0;
    if (t->lambda2 == 0 || !isfinite(t->f2))
        return -slope * t->lambda * t->lambda / (2 * (t->f - f0 - slope * t->lambda));
    const double r1 = (t->f - f0 - t->lambda * slope) / (t->lambda * t->lambda);
    const double r2 = (t->f2 - f0 - t->lambda2 * slope) / (t->lambda2 * t->lambda2);
    const double a = (r1 - r2) / (t->lambda - t->lambda2);
    const double b = (-t->lambda2 * r1 + t->lambda * r2) / (t->lambda - t->lambda2);
    if (a == 0)
        return -slope / (2 * b);
    const double d = b * b - 3 * a * slope;
    return d < 0 ? 0.5 * t->lambda : b <= 0 ? (-b + sqrt(d)) / (3 * a) : -slope / (b + sqrt(d));
}

static double next_lambda(const search_options *o, const trials *t, double f0, double slope)
{
    if (o->method == SEARCH_FACTOR)
        return o->lambda_factor_min * t->lambda;
    return fmax(fmin(cubic_minimum(t, f0, slope), 0.5 * t->lambda), o->lambda_factor_min * t->lambda);
}

static void search_tell(const search_options *o, const task *q, const trials *t)
{
    if (!q->listen->note || !(o->print_convergence || o->verbose))
        return;
    char line[128];
    snprintf(line, sizeof line, "\t\tlambda %g f %g", t->lambda, t->f);
    q->listen->note(q->listen->context, line);
}

static void tell_decision(const search_options *o, const task *q, const char *what, double lambda)
{
    if (!q->listen->note || !o->verbose)
        return;
    char line[128];
    snprintf(line, sizeof line, "\t\t%s %g", what, lambda);
    q->listen->note(q->listen->context, line);
}

/* max_i |(J' r)_i| max(|y_i|, 1) / max(f, n/2), with the matrix at hand. */
static bool gradient_is_zero(const search_options *o, search_room *w, const task *q, double f)
{
    double most = 0;
    csc_multiply_transposed(q->a->J, q->a->r, w->trial);
    for (int i = 0; i < w->n; i++)
        most = fmax(most, fabs(w->trial[i]) * fmax(fabs(q->u->y[i]), 1));
    return most / fmax(f, 0.5 * w->n) < o->tolerance_min;
}

static outcome give_up(const search_options *o, search_room *w, const task *q, double f)
{
    if (!o->zero_gradient_continue && gradient_is_zero(o, w, q, f)) {
        q->report->reason =
            "the search is at a minimum of the residual that is not zero: another 'tolerance min' or a shorter "
            "'time step' may help";
        return NOT_CONVERGED;
    }
    if (!o->abort_at_lambda_min || o->recovery > 0)
        return SOLVED;
    q->report->reason =
        "the search has reached the least lambda: try 'abort at lambda min, no', a smaller 'lambda min' or a shorter "
        "'time step'";
    return NOT_CONVERGED;
}

/* What the search starts from. */
typedef struct {
    const search_options *o;
    search_room *w;
    const task *q;
    double f0, slope;
} beginning;

/* The value that f must be below. */
static double wanted_value(const beginning *b, double lambda)
{
    const double left = 1 - b->o->alpha * lambda * (1 - b->w->eta);
    switch (b->o->condition) {
    case DECREASE_ANY:
        return b->f0;
    case DECREASE_BY_PREDICTION:
        return left * left * b->f0;
    default:
        return b->f0 + b->o->alpha * lambda * b->slope;
    }
}

/* Shortens the step until it is good enough; false when no step is. */
static bool shorten(const beginning *b, trials *t)
{
    const double least = least_lambda(b->o, b->w);
    for (int k = 0;; k++) {
        t->f = search_evaluate(b->w, b->q, t->lambda);
        search_tell(b->o, b->q, t);
        if (t->f < wanted_value(b, t->lambda) || is_asked_to_end(b->q))
            return true;
        if (t->lambda <= least || k >= b->o->max_iterations)
            return false;
        const double next = fmax(next_lambda(b->o, t, b->f0, b->slope), least);
        t->lambda2 = t->lambda;
        t->f2 = t->f;
        t->lambda = next;
    }
}

/* --- as More and Thuente do --------------------------------------------------------------------------------------- */

static const double CURVATURE = 0.9999, LONGEST = 1e6, NARROW = 1e-15;

/* Of f along the direction, at the state at hand. */
static double slope_here(const beginning *b)
{
    equations_product(b->q->a, &b->q->u->s, b->w->direction, b->w->trial);
    return vector_dot(b->q->a->r, b->w->trial, b->w->n);
}

static line_point point_at(void *to, double lambda)
{
    const beginning *b = to;
    line_point p = {.step = lambda, .f = search_evaluate(b->w, b->q, lambda)};
    search_tell(b->o, b->q, &(trials){.lambda = lambda, .f = p.f});
    if (isfinite(p.f))
        p.slope = slope_here(b);
    return p;
}

static bool falls_enough(void *to, const line_point *p)
{
    return p->f < wanted_value(to, p->step) || is_asked_to_end(((const beginning *)to)->q);
}

static bool by_more_thuente(beginning *b, trials *t)
{
    line_point at;
    const more_thuente_options o = {.decrease = b->o->alpha,
                                    .curvature = CURVATURE,
                                    .least = b->o->lambda_min,
                                    .most = LONGEST,
                                    .width = NARROW,
                                    .max_evaluations = b->o->max_iterations};
    const line_function f = {.context = b, .evaluate = point_at, .falls_enough = falls_enough};
    b->slope = slope_here(b);
    if (!(b->slope < 0) || b->o->max_iterations == 0)
        return false;
    const bool found = more_thuente(&o, &f, (line_point){.f = b->f0, .slope = b->slope}, 1, &at);
    t->lambda = at.step;
    t->f = at.f;
    return found;
}

/* --- the step ----------------------------------------------------------------------------------------------------- */

/* While motions are held the direction is not one along which f is known to shrink; and what has passed its test may be
 * round-off, which shrinks no more. */
static bool takes_whole_step(const search_room *w, const task *q)
{
    if (q->u->s.now == PHASE_DERIVATIVES || w->is_last)
        return true;
    return q->test->residual > 0 ? q->report->residual_error <= q->test->residual
                                 : solution_error(q->test, q->a, &q->u->s) <= q->test->solution;
}

static void search_begin(search_room *w, const task *q)
{
    const size_t size = (size_t)w->n * sizeof(double);
    memcpy(w->y, q->u->y, size);
    memcpy(w->yp, q->u->yp, size);
    memcpy(w->direction, q->a->d, size);
}

/* The search, and what becomes of one that fails. */
static outcome search(beginning *b, trials *t)
{
    const search_options *o = b->o;
    if (o->method == SEARCH_MORE_THUENTE ? by_more_thuente(b, t) : shorten(b, t))
        return SOLVED;
    const outcome done = give_up(o, b->w, b->q, t->f);
    if (done != SOLVED)
        return done;
    if (o->recovery > 0)
        t->f = search_evaluate(b->w, b->q, t->lambda = o->recovery);
    tell_decision(o, b->q, "the search fails: goes on with lambda", t->lambda);
    return SOLVED;
}

outcome search_along(const search_options *o, search_room *w, const task *q, double *lambda)
{
    const double f0 = half_square(q->a->r, w->n);
    const bool is_whole = takes_whole_step(w, q);
    search_begin(w, q);
    const double scale = o->scale_step ? step_scale(o, w) : 1;
    for (int i = 0; i < w->n; i++)
        w->direction[i] *= scale;
    if (scale < 1)
        tell_decision(o, q, "the step is too long: scaled by", scale);
    trials t = {.lambda = 1};
    beginning b = {.o = o, .w = w, .q = q, .f0 = f0, .slope = w->slope < 0 ? w->slope : -2 * f0};
    if (is_whole)
        search_evaluate(w, q, 1);
    const outcome done = is_whole ? SOLVED : search(&b, &t);
    for (int i = 0; i < w->n; i++)
        q->a->d[i] = t.lambda * w->direction[i];
    *lambda = t.lambda * scale;
    q->report->is_partial = *lambda < 1;
    if (!is_whole && done == SOLVED && o->divergence_check && t.f > o->divergence_factor * o->divergence_factor * f0) {
        q->report->reason = "the residual grows: see 'divergence check'";
        return NOT_CONVERGED;
    }
    return done;
}
