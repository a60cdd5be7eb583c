/* line_search.c - Newton's method with line search (Numerical Recipes 9.7; options of 4.1.1).
 *
 *     J d = -r,   f = r.r / 2,   s = -2 f          slope of f along d
 *     d *= gamma = max(min scale, min(max step max(|y, y'|, n) / |d|, 1))
 *     lambda = 1;  until f(lambda) < f(0) + alpha lambda s:   lambda smaller
 *         by prediction:   until |r(lambda)| < (1 - alpha lambda) |r(0)|
 *         factor:          times lambda factor min
 *         cubic:           the minimum of the cubic through what is known of f, between lambda factor min and one half
 *                          of the last
 *     lambda >= lambda min, and relative: lambda >= min(tolerance x / max_i |d_i| / max(|y_i|, |y'_i|, 1), 1)
 *
 * At the least lambda the solver gives up, or goes on when it is told to. A residual that cannot be evaluated at a
 * trial counts as infinitely large. */
#include "nonlinear/line_search.h"
#include "contract/diag_rows.h"
#include <stdio.h>
#include <string.h>

search_options search_defaults(void)
{
    return (search_options){
        .tolerance_x = 1e-7,
        .tolerance_min = 1e-8,
        .max_iterations = 200,
        .alpha = 1e-4,
        .lambda_min = 1e-2,
        .lambda_min_relative = true,
        .lambda_factor_min = 1e-1,
        .max_step = 100,
        .divergence_check = true,
        .divergence_factor = 1,
        .cubic = true,
        .scale_step = true,
        .min_scale = 1e-3,
        .abort_at_lambda_min = true,
    };
}

void search_prepare(search_room *w, int n, arena *memory)
{
    *w = (search_room){.n = n,
                       .y = ARENA_ARRAY(memory, double, n),
                       .yp = ARENA_ARRAY(memory, double, n),
                       .direction = ARENA_ARRAY(memory, double, n),
                       .trial = ARENA_ARRAY(memory, double, n)};
}

/* --- options ------------------------------------------------------------------------------------------------------ */

static double read_fraction(reader *r, const char *what)
{
    const double v = read_not_negative(r, what);
    if (read_ok(r) && v > 1)
        read_error_last(r, E_FRACTION_OPTION, what, v);
    return v;
}

/* What suits models that Newton's method alone does not solve: go on with short steps, however small. */
static void read_presets(reader *r, search_options *o)
{
    static const char *const PRESETS[] = {"moderate nonlinear", "heavy nonlinear", NULL};
    const int preset = read_choice(r, PRESETS, "set of options");
    o->abort_at_lambda_min = false;
    o->divergence_check = false;
    o->lambda_min = preset == 1 ? 1e-3 : 1e-2;
}

/* The numbers of the complementarity solvers: nothing here has inequalities, so they are only checked. */
static bool read_mcp_option(reader *r)
{
    if (read_keyword(r, "mcp tolerance"))
        read_not_negative(r, "mcp tolerance");
    else if (read_keyword(r, "mcp sigma"))
        read_fraction(r, "mcp sigma");
    else if (read_keyword(r, "mcp rho"))
        read_fraction(r, "mcp rho");
    else if (read_keyword(r, "mcp p"))
        read_not_negative(r, "mcp p");
    else
        return false;
    return true;
}

static bool read_switch(reader *r, search_options *o)
{
    if (read_keyword(r, "zero gradient")) {
        static const char *const CONTINUE[] = {"continue", NULL};
        read_choice(r, CONTINUE, "what to do at a zero gradient");
        o->zero_gradient_continue = read_bool(r, "zero gradient, continue");
    } else if (read_keyword(r, "divergence check")) {
        o->divergence_check = read_bool(r, "divergence check");
        if (read_keyword(r, "factor"))
            o->divergence_factor = read_not_negative(r, "factor of the divergence check");
    } else if (read_keyword(r, "algorithm")) {
        static const char *const ALGORITHMS[] = {"cubic", "factor", NULL};
        o->cubic = read_choice(r, ALGORITHMS, "algorithm") != 1;
    } else if (read_keyword(r, "scale newton step")) {
        o->scale_step = read_bool(r, "scale Newton step");
        if (read_keyword(r, "min scale"))
            o->min_scale = read_fraction(r, "min scale");
    } else if (read_keyword(r, "print convergence info")) {
        o->print_convergence = read_bool(r, "print convergence info");
    } else if (read_keyword(r, "verbose")) {
        o->verbose = read_bool(r, "verbose");
    } else if (read_keyword(r, "abort at lambda min")) {
        o->abort_at_lambda_min = read_bool(r, "abort at lambda min");
    } else {
        return read_mcp_option(r);
    }
    return true;
}

bool read_search_option(reader *r, search_options *o)
{
    if (read_keyword(r, "tolerance x")) {
        o->tolerance_x = read_positive(r, "tolerance x");
    } else if (read_keyword(r, "tolerance min")) {
        o->tolerance_min = read_not_negative(r, "tolerance min");
    } else if (read_keyword(r, "max iterations")) {
        o->max_iterations = read_integer_in(r, 0, 1000000000, "max iterations of the search");
    } else if (read_keyword(r, "alpha")) {
        o->alpha = read_not_negative(r, "alpha");
    } else if (read_keyword(r, "lambda min")) {
        o->lambda_min = read_not_negative(r, "lambda min");
        if (read_keyword(r, "relative"))
            o->lambda_min_relative = read_bool(r, "relative");
    } else if (read_keyword(r, "lambda factor min")) {
        o->lambda_factor_min = read_positive(r, "lambda factor min");
        if (read_ok(r) && o->lambda_factor_min >= 1)
            read_error_last(r, E_FRACTION_OPTION, "lambda factor min", o->lambda_factor_min);
    } else if (read_keyword(r, "max step")) {
        o->max_step = read_not_negative(r, "max step");
    } else if (read_keyword(r, "default solver options")) {
        read_presets(r, o);
    } else {
        return read_switch(r, o);
    }
    return true;
}

/* --- the search --------------------------------------------------------------------------------------------------- */

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

/* The residual at lambda; f of it, infinite when it cannot be evaluated. */
static double evaluate(search_room *w, const task *q, double lambda)
{
    const size_t size = (size_t)w->n * sizeof(double);
    memcpy(q->u->y, w->y, size);
    memcpy(q->u->yp, w->yp, size);
    for (int i = 0; i < w->n; i++)
        w->trial[i] = lambda * w->direction[i];
    solution_correct(q->u, w->trial, q->u->s.dvalue);
    equations_residual(q->a, &q->u->s);
    const double f = half_square(q->a->r, w->n);
    if (q->u->failed.is_set && !q->u->failed.ends_cleanly) {
        q->u->failed.is_set = false;
        return HUGE_VAL;
    }
    return isfinite(f) ? f : HUGE_VAL;
}

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
    if (!o->cubic)
        return o->lambda_factor_min * t->lambda;
    return fmax(fmin(cubic_minimum(t, f0, slope), 0.5 * t->lambda), o->lambda_factor_min * t->lambda);
}

static void tell(const search_options *o, const task *q, const trials *t)
{
    if (!q->listen->note || !(o->print_convergence || o->verbose))
        return;
    char line[128];
    snprintf(line, sizeof line, "\t\tlambda %g f %g", t->lambda, t->f);
    q->listen->note(q->listen->to, line);
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

/* The value that f must be below. */
static double wanted_value(const search_options *o, double lambda, double f0, double slope)
{
    const double left = 1 - o->alpha * lambda;
    return o->by_prediction ? left * left * f0 : f0 + o->alpha * lambda * slope;
}

/* Shortens the step until it is good enough; false when no step is. */
static bool shorten(const search_options *o, search_room *w, const task *q, trials *t, double f0)
{
    const double slope = w->slope < 0 ? w->slope : -2 * f0, least = least_lambda(o, w);
    for (int k = 0;; k++) {
        t->f = evaluate(w, q, t->lambda);
        tell(o, q, t);
        if (t->f < wanted_value(o, t->lambda, f0, slope) || q->u->failed.is_set)
            return true;
        if (t->lambda <= least || k >= o->max_iterations)
            return false;
        const double next = fmax(next_lambda(o, t, f0, slope), least);
        t->lambda2 = t->lambda;
        t->f2 = t->f;
        t->lambda = next;
    }
}

/* While motions are held the direction is not one along which f is known to shrink; and a residual that has passed its
 * test may be round-off, which shrinks no more: what is left is the test of the correction. */
static bool takes_whole_step(const task *q)
{
    return q->u->s.now == PHASE_DERIVATIVES ||
           (q->test->residual > 0 && q->report->residual_error <= q->test->residual);
}

outcome search_along(const search_options *o, search_room *w, const task *q, double *lambda)
{
    const size_t size = (size_t)w->n * sizeof(double);
    const double f0 = half_square(q->a->r, w->n);
    memcpy(w->y, q->u->y, size);
    memcpy(w->yp, q->u->yp, size);
    memcpy(w->direction, q->a->d, size);
    const double scale = o->scale_step ? step_scale(o, w) : 1;
    for (int i = 0; i < w->n; i++)
        w->direction[i] *= scale;
    trials t = {.lambda = 1};
    outcome done = SOLVED;
    if (takes_whole_step(q)) {
        evaluate(w, q, 1);
        *lambda = scale;
        return SOLVED;
    }
    if (!shorten(o, w, q, &t, f0)) {
        done = give_up(o, w, q, t.f);
        if (done == SOLVED && o->recovery > 0)
            t.f = evaluate(w, q, t.lambda = o->recovery);
    }
    for (int i = 0; i < w->n; i++)
        q->a->d[i] = t.lambda * w->direction[i];
    *lambda = t.lambda * scale;
    if (done == SOLVED && o->divergence_check && t.f > o->divergence_factor * o->divergence_factor * f0) {
        q->report->reason = "the residual grows: see 'divergence check'";
        return NOT_CONVERGED;
    }
    return done;
}

/* --- the solver --------------------------------------------------------------------------------------------------- */

typedef struct {
    jacobian_reuse j;
    search_options search;
} line_search_options;

typedef struct {
    const line_search_options *o;
    jacobian_memory *now;
    search_room w;
} line_search;

static void read(reader *r, void *options)
{
    line_search_options *o = options;
    o->search = search_defaults();
    read_jacobian_reuse(r, &o->j);
    while (read_ok(r) && read_more(r) && read_search_option(r, &o->search))
        continue;
}

static bool keeps(const void *options) { return ((const line_search_options *)options)->j.keep; }

static size_t memory(const void *options, int n)
{
    (void)options, (void)n;
    return sizeof(jacobian_memory);
}

static void *prepare(const void *options, void *memory, int n, arena *arrays)
{
    line_search *l = ARENA_NEW(arrays, line_search);
    *l = (line_search){.o = options, .now = memory};
    search_prepare(&l->w, n, arrays);
    return l;
}

static bool renews(const void *self, const task *q)
{
    const line_search *l = self;
    return jacobian_due(&l->o->j, l->now, q);
}

static outcome correct(void *self, const task *q)
{
    line_search *l = self;
    double lambda;
    const outcome ready = jacobian_ready(&l->o->j, l->now, q);
    if (ready != SOLVED)
        return ready;
    equations_solve(q->a);
    return search_along(&l->o->search, &l->w, q, &lambda);
}

static outcome solve(void *self, const task *q)
{
    static const iteration HOW = {.renews = renews, .correct = correct};
    const line_search *l = self;
    l->now->is_there = l->now->is_there && l->o->j.keep;
    return iterate(&HOW, self, q);
}

static void forget(void *self) { ((line_search *)self)->now->is_there = false; }

#define SEARCH_GRAMMAR(name)                                                                            \
    name " [, { true | modified, ITERATIONS [, keep jacobian matrix] [, honor element requests] }]\n"   \
         "    [, default solver options, { moderate nonlinear | heavy nonlinear }]\n"                   \
         "    [, tolerance x, REAL] [, tolerance min, REAL] [, max iterations, N] [, alpha, REAL]\n"    \
         "    [, lambda min, REAL [, relative, BOOL]] [, lambda factor min, REAL] [, max step, REAL]\n" \
         "    [, zero gradient, continue, BOOL] [, divergence check, BOOL [, factor, REAL]]\n"          \
         "    [, algorithm, { cubic | factor }] [, scale Newton step, BOOL [, min scale, REAL]]\n"      \
         "    [, print convergence info, BOOL] [, verbose, BOOL] [, abort at lambda min, BOOL]\n"       \
         "    [, mcp tolerance, REAL] [, mcp sigma, REAL] [, mcp rho, REAL] [, mcp p, REAL]"

const nonlinear_type nonlinear_line_search_type = {
    .keyword = "line search",
    .grammar = SEARCH_GRAMMAR("line search"),
    .summary = "Newton's method with line search.",
    .size = sizeof(line_search_options),
    .read = read,
    .memory = memory,
    .keeps = keeps,
    .prepare = prepare,
    .solve = solve,
    .forget = forget,
};

/* The complementarity solvers: without inequalities their direction is Newton's and their merit function the same f. */
const nonlinear_type nonlinear_mcp_newton_fb_type = {
    .keyword = "mcp newton fb",
    .grammar = SEARCH_GRAMMAR("mcp newton fb"),
    .summary = "Fischer-Burmeister solver of complementarity problems; equations alone are solved as by line search.",
    .size = sizeof(line_search_options),
    .read = read,
    .memory = memory,
    .keeps = keeps,
    .prepare = prepare,
    .solve = solve,
    .forget = forget,
};

const nonlinear_type nonlinear_mcp_newton_min_fb_type = {
    .keyword = "mcp newton min fb",
    .grammar = SEARCH_GRAMMAR("mcp newton min fb"),
    .summary = "Fischer-Burmeister solver with min reformulation; equations alone are solved as by line search.",
    .size = sizeof(line_search_options),
    .read = read,
    .memory = memory,
    .keeps = keeps,
    .prepare = prepare,
    .solve = solve,
    .forget = forget,
};
