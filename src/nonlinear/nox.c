/* nox.c - the options of Trilinos' NOX, implemented with Torsor's methods.
 *
 *     direction      newton: iterative linear solution, preconditioned by the factored Jacobian matrix; with `use
 *                    preconditioner as solver` the factored matrix alone
 *                    broyden: the factored matrix, updated (broyden.c) for the number of outer iterations
 *                    steepest descent, nonlinear cg (directions.c)
 *     operator       newton: products with the matrix, which is the preconditioner as well: `modified` has no effect
 *                    newton krylov: products of the elements' Jacobians; the preconditioner may be old
 *     solver         line search based
 *                    trust regions along Newton's direction (trust_region.c)
 *                    tensor based: a step with curvature (directions.c) and line search
 *     forcing term   tolerance e_k of the linear solution: constant, or (Eisenstat, Walker 1996), from the maximum on,
 *                    type 1  | |r_k| - |r_(k-1) + J d| | / |r_(k-1)|     but not below e_(k-1)^((1 + sqrt 5)/2) > 0.1
 *                    type 2  gamma (|r_k| / |r_(k-1)|)^alpha             but not below gamma e_(k-1)^alpha > 0.1
 *                    and between min and max tolerance
 *     line search    backtrack: halves until the residual decreases at all; polynomial: cubic; more thuente.
 *                    The smallest step is `minimum step`; when the search fails the `recovery step` is taken, or with
 *                    `last computed step` the last one tried
 *     convergence    a residual below its tolerance is enough; if it has no tolerance, the correction is tested
 *     weighted rms   |d_i| / (relative |y'_i| + absolute), root of the mean square: at most 1 ends the iteration, when
 *                    the step was a whole one
 *
 * A warning names the options that have no effect beside the others. */
#include "base/array.h"
#include "contract/diag_rows.h"
#include "nonlinear/broyden.h"
#include "nonlinear/directions.h"
#include "nonlinear/line_search.h"
#include "nonlinear/newton_krylov.h"
#include "nonlinear/trust_region.h"
#include "nonlinear/vectors.h"
#include <stdio.h>
#include <string.h>

typedef enum { FORCING_CONSTANT, FORCING_TYPE_1, FORCING_TYPE_2 } forcing_term;
typedef enum { ALONG_NEWTON, ALONG_BROYDEN, ALONG_DESCENT, ALONG_CG } nox_direction;
typedef enum { BY_LINE_SEARCH, BY_TRUST_REGION, BY_INEXACT_TRUST_REGION, BY_TENSOR } nox_solver;

typedef struct {
    krylov_options_of_newton o;
    search_options search;
    nox_direction along;
    nox_solver solver;
    forcing_term forcing;
    double tolerance, min_tolerance, max_tolerance, alpha, gamma;
    bool preconditioner_as_solver;
    bool recovers_with_last;
    double wrms_relative, wrms_absolute; /* both 0: not tested */
} nox_options;

typedef struct {
    krylov_memory krylov;
    int is_stale; /* the updates are no longer good */
} nox_memory;

typedef struct {
    const nox_options *o;
    nox_memory *now;
    krylov_room w;
    search_room room;
    broyden updates;
    direction_room directions;
    trust_room trust;
    double *previous; /* residual before the step */
    double last;      /* |r| of the iteration before */
    double eta;       /* tolerance of its linear solution */
} nox;

static nox_options defaults(void)
{
    nox_options x = {
        .o = {.method = KRYLOV_GMRES,
              .steps = 200,
              .basis = 30,
              .product = PRODUCT_BY_MATRIX,
              .preconditioned = true,
              .stale_steps = 10},
        .search = search_defaults(),
        .tolerance = 1e-10,
        .min_tolerance = 1e-12,
        .max_tolerance = 1e-2,
        .alpha = 1.5,
        .gamma = 0.9,
    };
    x.search.lambda_min = 1e-12;
    x.search.lambda_min_relative = false;
    x.search.zero_gradient_continue = true;
    x.search.divergence_check = false;
    x.search.scale_step = false;
    x.search.recovery = 1;
    return x;
}

/* --- options ------------------------------------------------------------------------------------------------------ */

static void read_linear(reader *r, nox_options *x, const char *word)
{
    static const char *const WORDS[] = {"gmres", "bicgstab", "cgs", "tfqmr", "cg", NULL};
    static const krylov_method MEANS[] = {KRYLOV_GMRES, KRYLOV_BICGSTAB, KRYLOV_CGS, KRYLOV_TFQMR, KRYLOV_CG};
    const int k = read_choice(r, WORDS, word);
    x->o.method = k < 0 ? KRYLOV_GMRES : MEANS[k];
}

static void read_tolerance(reader *r, nox_options *x, const char *word) { x->tolerance = read_positive(r, word); }

static void read_linear_iterations(reader *r, nox_options *x, const char *word)
{
    x->o.steps = read_integer_in(r, 1, 1000000000, word);
}

static void read_subspace(reader *r, nox_options *x, const char *word)
{
    x->o.basis = read_integer_in(r, 1, 100000, word);
}

static void read_inner_iterations(reader *r, nox_options *x, const char *word)
{
    x->o.stale_steps = read_integer_in(r, 1, 1000000000, word);
}

static void read_wrms_relative(reader *r, nox_options *x, const char *word)
{
    x->wrms_relative = read_not_negative(r, word);
}

static void read_wrms_absolute(reader *r, nox_options *x, const char *word)
{
    x->wrms_absolute = read_not_negative(r, word);
}

static void read_forcing_term(reader *r, nox_options *x, const char *word)
{
    static const char *const WORDS[] = {"constant", "type 1", "type 2", NULL};
    const int k = read_choice(r, WORDS, word);
    x->forcing = k < 0 ? FORCING_CONSTANT : (forcing_term)k;
}

static void read_forcing_min(reader *r, nox_options *x, const char *word) { x->min_tolerance = read_positive(r, word); }
static void read_forcing_max(reader *r, nox_options *x, const char *word) { x->max_tolerance = read_positive(r, word); }
static void read_forcing_alpha(reader *r, nox_options *x, const char *word) { x->alpha = read_positive(r, word); }
static void read_forcing_gamma(reader *r, nox_options *x, const char *word) { x->gamma = read_positive(r, word); }

static void read_direct(reader *r, nox_options *x, const char *word)
{
    x->preconditioner_as_solver = read_bool(r, word);
}

static void read_operator(reader *r, nox_options *x, const char *word)
{
    static const char *const WORDS[] = {"newton", "newton krylov", NULL};
    x->o.product = read_choice(r, WORDS, word) == 1 ? PRODUCT_BY_ELEMENTS : PRODUCT_BY_MATRIX;
}

static void read_direction(reader *r, nox_options *x, const char *word)
{
    static const char *const WORDS[] = {"newton", "broyden", "steepest descent", "nonlinear cg", NULL};
    const int k = read_choice(r, WORDS, word);
    x->along = k < 0 ? ALONG_NEWTON : (nox_direction)k;
}

static void read_solver(reader *r, nox_options *x, const char *word)
{
    static const char *const WORDS[] = {"line search based", "trust region based", "inexact trust region based",
                                        "tensor based", NULL};
    const int k = read_choice(r, WORDS, word);
    x->solver = k < 0 ? BY_LINE_SEARCH : (nox_solver)k;
}

static void read_line_search_method(reader *r, nox_options *x, const char *word)
{
    static const char *const WORDS[] = {"backtrack", "polynomial", "more thuente", NULL};
    static const search_method MEANS[] = {SEARCH_FACTOR, SEARCH_CUBIC, SEARCH_MORE_THUENTE};
    const int k = read_choice(r, WORDS, word);
    x->search.method = k < 0 ? SEARCH_CUBIC : MEANS[k];
}

static void read_condition(reader *r, nox_options *x, const char *word)
{
    static const char *const WORDS[] = {"armijo goldstein", "ared pred", NULL};
    x->search.condition = read_choice(r, WORDS, word) == 1 ? DECREASE_BY_PREDICTION : DECREASE_BY_SLOPE;
}

static void read_search_iterations(reader *r, nox_options *x, const char *word)
{
    x->search.max_iterations = read_integer_in(r, 0, 1000000000, word);
}

static void read_least_step(reader *r, nox_options *x, const char *word)
{
    x->search.lambda_min = read_positive(r, word);
}

static void read_recovery(reader *r, nox_options *x, const char *word) { x->search.recovery = read_positive(r, word); }

static void read_recovery_type(reader *r, nox_options *x, const char *word)
{
    static const char *const WORDS[] = {"constant", "last computed step", NULL};
    x->recovers_with_last = read_choice(r, WORDS, word) == 1;
}

static void read_verbose(reader *r, nox_options *x, const char *word) { x->search.verbose = read_bool(r, word); }

static void read_print(reader *r, nox_options *x, const char *word)
{
    x->search.print_convergence = read_bool(r, word);
}

/* What an option needs beside itself to have an effect, and what is said when it is not there. */
enum {
    NEEDS_ITERATIONS = 1,
    NEEDS_GMRES = 2,
    NEEDS_SEARCH = 4,
    NEEDS_CONDITION = 8,
    NEEDS_CONSTANT_FORCING = 16,
    NEEDS_FORCING = 32,
    NEEDS_TYPE_2 = 64,
    NEEDS_CONSTANT_RECOVERY = 128,
    NEEDS_NEWTON = 256,
    NEEDS_OLD_MATRIX = 512
};
static const char *const MISSING[] = {
    "without an iterative linear solution",
    "without 'linear solver, gmres'",
    "within a trust region",
    "with 'line search method, backtrack'",
    "without 'forcing term, constant'",
    "without 'forcing term, type 1' or 'type 2'",
    "without 'forcing term, type 2'",
    "with 'recovery step type, last computed step'",
    "without 'direction, newton'",
    "without 'jacobian operator, newton krylov' or 'direction, broyden'",
};

static const struct {
    const char *word;
    void (*read)(reader *r, nox_options *x, const char *word);
    unsigned needs;
} OPTIONS[] = {
    {"linear solver", read_linear, NEEDS_ITERATIONS},
    {"linear solver tolerance", read_tolerance, NEEDS_ITERATIONS | NEEDS_CONSTANT_FORCING},
    {"linear solver max iterations", read_linear_iterations, NEEDS_ITERATIONS},
    {"krylov subspace size", read_subspace, NEEDS_ITERATIONS | NEEDS_GMRES},
    {"inner iterations before assembly", read_inner_iterations, NEEDS_ITERATIONS | NEEDS_OLD_MATRIX},
    {"weighted rms relative tolerance", read_wrms_relative, 0},
    {"weighted rms absolute tolerance", read_wrms_absolute, 0},
    {"forcing term", read_forcing_term, NEEDS_ITERATIONS},
    {"forcing term min tolerance", read_forcing_min, NEEDS_ITERATIONS | NEEDS_FORCING},
    {"forcing term max tolerance", read_forcing_max, NEEDS_ITERATIONS | NEEDS_FORCING},
    {"forcing term alpha", read_forcing_alpha, NEEDS_ITERATIONS | NEEDS_TYPE_2},
    {"forcing term gamma", read_forcing_gamma, NEEDS_ITERATIONS | NEEDS_TYPE_2},
    {"use preconditioner as solver", read_direct, NEEDS_NEWTON},
    {"jacobian operator", read_operator, NEEDS_NEWTON},
    {"direction", read_direction, 0},
    {"solver", read_solver, 0},
    {"line search method", read_line_search_method, NEEDS_SEARCH},
    {"sufficient decrease condition", read_condition, NEEDS_SEARCH | NEEDS_CONDITION},
    {"line search max iterations", read_search_iterations, NEEDS_SEARCH},
    {"minimum step", read_least_step, NEEDS_SEARCH},
    {"recovery step", read_recovery, NEEDS_SEARCH | NEEDS_CONSTANT_RECOVERY},
    {"recovery step type", read_recovery_type, NEEDS_SEARCH},
    {"verbose", read_verbose, 0},
    {"print convergence info", read_print, 0},
};

/* Where each option stands; that of `modified` comes last. */
typedef struct {
    bool given[ARRAY_LEN(OPTIONS) + 1];
    place locations[ARRAY_LEN(OPTIONS) + 1];
} given_options;

static bool nox_read_option(reader *r, nox_options *x, given_options *g)
{
    for (int i = 0; i < ARRAY_LEN(OPTIONS); i++) {
        const place here = read_place(r);
        if (!read_keyword(r, OPTIONS[i].word))
            continue;
        OPTIONS[i].read(r, x, OPTIONS[i].word);
        g->given[i] = true;
        g->locations[i] = here;
        return true;
    }
    return false;
}

static bool searches(const nox_options *x) { return x->solver == BY_LINE_SEARCH || x->solver == BY_TENSOR; }

static unsigned what_is_there(const nox_options *x)
{
    const bool along_newton = x->along == ALONG_NEWTON;
    const bool iterates = along_newton && !x->preconditioner_as_solver && x->solver != BY_TENSOR;
    const bool keeps_matrix = x->along == ALONG_BROYDEN || (along_newton && x->o.product == PRODUCT_BY_ELEMENTS);
    return (iterates ? NEEDS_ITERATIONS : 0) | (x->o.method == KRYLOV_GMRES ? NEEDS_GMRES : 0) |
           (searches(x) ? NEEDS_SEARCH : 0) | (x->search.method != SEARCH_FACTOR ? NEEDS_CONDITION : 0) |
           (x->forcing == FORCING_CONSTANT ? NEEDS_CONSTANT_FORCING : NEEDS_FORCING) |
           (x->forcing == FORCING_TYPE_2 ? NEEDS_TYPE_2 : 0) | (x->recovers_with_last ? 0 : NEEDS_CONSTANT_RECOVERY) |
           (along_newton ? NEEDS_NEWTON : 0) | (keeps_matrix ? NEEDS_OLD_MATRIX : 0);
}

static void tell_no_effect(reader *r, const char *word, place at, unsigned missing)
{
    int first = 0;
    while (!(missing >> first & 1U))
        first++;
    diag_report(reader_diag(r), W_NO_EFFECT, at, word, MISSING[first]);
}

static void tell_what_has_no_effect(reader *r, const nox_options *x, const given_options *g)
{
    const unsigned there = what_is_there(x);
    for (int i = 0; i < ARRAY_LEN(OPTIONS); i++)
        if (g->given[i] && (OPTIONS[i].needs & ~there))
            tell_no_effect(r, OPTIONS[i].word, g->locations[i], OPTIONS[i].needs & ~there);
    if (x->o.j.modified && !(there & NEEDS_OLD_MATRIX))
        tell_no_effect(r, "modified", g->locations[ARRAY_LEN(OPTIONS)], NEEDS_OLD_MATRIX);
}

/* What options mean together. */
static void nox_combine(nox_options *x)
{
    const bool along_broyden = x->along == ALONG_BROYDEN;
    if (x->recovers_with_last) {
        x->search.recovery = 0;
        x->search.abort_at_lambda_min = false;
    }
    if (x->search.method == SEARCH_FACTOR) {
        x->search.lambda_factor_min = 0.5;
        x->search.condition = DECREASE_ANY;
    }
    if (along_broyden && (!x->o.j.modified || x->o.j.iterations > BROYDEN_UPDATES))
        x->o.j.iterations = BROYDEN_UPDATES;
    x->o.j.modified = along_broyden || (x->o.j.modified && x->o.product == PRODUCT_BY_ELEMENTS);
}

static void nox_read(reader *r, void *options)
{
    nox_options *x = options;
    given_options g = {0};
    *x = defaults();
    g.locations[ARRAY_LEN(OPTIONS)] = read_place(r);
    read_jacobian_reuse(r, &x->o.j);
    while (read_ok(r) && read_more(r) && nox_read_option(r, x, &g))
        continue;
    if (!read_ok(r))
        return;
    if (x->min_tolerance > x->max_tolerance)
        read_error_last(r, E_OPTION_ORDER, "forcing term min tolerance", "forcing term max tolerance", x->min_tolerance,
                        x->max_tolerance);
    tell_what_has_no_effect(r, x, &g);
    nox_combine(x);
}

/* --- the solver --------------------------------------------------------------------------------------------------- */

/* The updates stand behind it. */
static broyden_memory *updates_of(const nox_memory *now) { return (broyden_memory *)(now + 1); }

static bool nox_keeps(const void *options) { return ((const nox_options *)options)->o.j.keep; }

static size_t nox_type_memory(const void *options, int n)
{
    const nox_options *o = options;
    return sizeof(nox_memory) + (o->along == ALONG_BROYDEN ? broyden_size(n) : sizeof(broyden_memory));
}

static bool nox_valid(const void *options, const void *memory)
{
    (void)options;
    return broyden_valid(updates_of((nox_memory *)memory));
}

static void *nox_prepare(const void *options, void *memory, int n, arena *arrays)
{
    nox *x = ARENA_NEW(arrays, nox);
    *x = (nox){.o = options, .now = memory};
    x->updates = (broyden){.n = n, .m = updates_of(x->now)};
    newton_krylov_prepare(&x->w, x->o->o.basis, n, arrays);
    search_prepare(&x->room, n, arrays);
    directions_prepare(&x->directions, n, arrays);
    trust_prepare(&x->trust, n, arrays);
    x->previous = ARENA_ARRAY(arrays, double, n);
    return x;
}

static bool nox_renews(const void *self, const task *q)
{
    const nox *x = self;
    return x->o->along > ALONG_BROYDEN || x->now->krylov.is_stale ||
           (x->o->along == ALONG_BROYDEN && x->now->is_stale) || jacobian_due(&x->o->o.j, &x->now->krylov.j, q);
}

/* The tolerance of this linear solution. A wish that was above a tenth before is not left in one go. */
static double linear_tolerance(const nox *x, double now)
{
    static const double GOLDEN = 1.6180339887498949, LARGE = 0.1;
    if (x->o->forcing == FORCING_CONSTANT)
        return x->o->tolerance;
    if (!(x->last > 0))
        return x->o->max_tolerance;
    const bool first = x->o->forcing == FORCING_TYPE_1;
    const double ratio = now / x->last;
    const double wanted = first ? fabs(ratio - x->w.last.error) : x->o->gamma * pow(ratio, x->o->alpha);
    const double guard = first ? pow(x->eta, GOLDEN) : x->o->gamma * pow(x->eta, x->o->alpha);
    return fmax(x->o->min_tolerance, fmin(fmax(wanted, guard > LARGE ? guard : 0), x->o->max_tolerance));
}

static outcome direct_direction(nox *x, const task *q)
{
    const outcome ready = jacobian_ready(&x->o->o.j, &x->now->krylov.j, q);
    if (ready == SOLVED)
        equations_solve(q->a);
    return ready;
}

static void tell_linear(const nox *x, const task *q)
{
    if (!x->o->search.print_convergence || !q->listen->note)
        return;
    char line[128];
    snprintf(line, sizeof line, "\t\tlinear tolerance %g iterations %d error %g", x->eta, x->w.last.iterations,
             x->w.last.error);
    q->listen->note(q->listen->context, line);
}

static outcome newton_direction(nox *x, const task *q)
{
    if (x->o->preconditioner_as_solver || x->o->solver == BY_TENSOR)
        return direct_direction(x, q);
    const double now = vector_norm(q->a->r, q->u->n);
    x->eta = linear_tolerance(x, now);
    x->last = now;
    const outcome done = newton_krylov_direction(&x->o->o, x->eta, &x->w, &x->now->krylov, q);
    x->room.eta = fmin(x->w.last.error, 1);
    tell_linear(x, q);
    return done;
}

/* With a new matrix when the updates are too many or lead nowhere. */
static outcome broyden_direction(nox *x, const task *q)
{
    if (!x->now->is_stale && !jacobian_due(&x->o->o.j, &x->now->krylov.j, q) &&
        x->updates.m->steps < x->o->o.j.iterations) {
        equations_solve(q->a);
        if (broyden_apply(&x->updates, q->a->d))
            return SOLVED;
    }
    x->now->is_stale = x->now->krylov.j.is_there = false;
    x->updates.m->steps = 0;
    return direct_direction(x, q);
}

static outcome find_direction(nox *x, const task *q)
{
    x->room.slope = x->room.eta = 0;
    if (q->u->s.now == PHASE_DERIVATIVES) {
        x->now->krylov.j.is_there = false;
        return direct_direction(x, q);
    }
    switch (x->o->along) {
    case ALONG_BROYDEN:
        return broyden_direction(x, q);
    case ALONG_DESCENT:
        x->room.slope = direction_steepest_descent(&x->directions, q);
        return SOLVED;
    case ALONG_CG:
        x->room.slope = direction_nonlinear_cg(&x->directions, q);
        return SOLVED;
    default:
        return newton_direction(x, q);
    }
}

/* The direction at hand, before the step. */
static bool wrms_passes(const nox *x, const task *q)
{
    double sum = 0;
    if (x->o->wrms_relative == 0 && x->o->wrms_absolute == 0)
        return false;
    for (int i = 0; i < q->u->n; i++) {
        const double was = q->u->m->kind[i] == DOF_DIFFERENTIAL ? q->u->yp[i] : q->u->y[i];
        const double most = x->o->wrms_relative * fabs(was) + x->o->wrms_absolute;
        const double w = q->a->d[i] == 0 ? 0 : q->a->d[i] / most;
        sum += w * w;
    }
    return sum <= q->u->n;
}

static outcome step_by_search(nox *x, const task *q)
{
    double lambda;
    memcpy(x->previous, q->a->r, (size_t)q->u->n * sizeof *x->previous);
    if (x->o->solver == BY_TENSOR && q->u->s.now != PHASE_DERIVATIVES)
        direction_tensor(&x->directions, q);
    const outcome done = search_along(&x->o->search, &x->room, q, &lambda);
    if (x->o->solver == BY_TENSOR)
        direction_keep(&x->directions, q->a->d, x->previous);
    if (x->o->along != ALONG_BROYDEN) {
        x->now->krylov.j.is_there = x->now->krylov.j.is_there && lambda == 1;
        return done;
    }
    const bool was_updated = x->updates.m->steps > 0;
    x->now->is_stale = done != SOLVED || lambda != 1 || !broyden_add(&x->updates, q->a->d);
    return done == NOT_CONVERGED && was_updated ? SOLVED : done; /* once more with a matrix made here */
}

static outcome step_by_trust(nox *x, const task *q)
{
    if (!q->a->is_fresh)
        equations_jacobian(q->a, &q->u->s);
    return trust_step(&x->trust, q);
}

static outcome nox_correct(void *self, const task *q)
{
    nox *x = self;
    const outcome found = find_direction(x, q);
    if (found != SOLVED)
        return found;
    x->room.is_last = wrms_passes(x, q);
    const outcome done = searches(x->o) ? step_by_search(x, q) : step_by_trust(x, q);
    q->report->ends = done == SOLVED && x->room.is_last && !q->report->is_partial;
    return done;
}

static outcome nox_solve(void *self, const task *q)
{
    static const iteration HOW = {.renews = nox_renews, .correct = nox_correct, .residual_suffices = true};
    nox *x = self;
    x->last = x->trust.radius = 0;
    x->directions.has_last = false;
    x->now->is_stale = x->now->is_stale || !x->o->o.j.keep;
    x->now->krylov.j.is_there = x->now->krylov.j.is_there && x->o->o.j.keep;
    return iterate(&HOW, self, q);
}

static void nox_forget(void *self) { ((nox *)self)->now->krylov.j.is_there = false; }

const nonlinear_type nonlinear_nox_type = {
    .keyword = "nox",
    .grammar =
        "nox [, { true | modified, N [, keep jacobian matrix] [, honor element requests] }]\n"
        "    [, linear solver, { gmres | cg | cgs | tfqmr | bicgstab }] [, linear solver tolerance, REAL]\n"
        "    [, linear solver max iterations, N] [, krylov subspace size, N] [, inner iterations before assembly, N]\n"
        "    [, weighted rms relative tolerance, REAL] [, weighted rms absolute tolerance, REAL]\n"
        "    [, forcing term, { constant | type 1 | type 2 }] [, forcing term min tolerance, REAL]\n"
        "    [, forcing term max tolerance, REAL] [, forcing term alpha, REAL] [, forcing term gamma, REAL]\n"
        "    [, use preconditioner as solver, BOOL] [, jacobian operator, { newton | newton krylov }]\n"
        "    [, direction, { newton | broyden | steepest descent | nonlinear cg }]\n"
        "    [, solver, { line search based | trust region based | inexact trust region based | tensor based }]\n"
        "    [, line search method, { backtrack | polynomial | more thuente }]\n"
        "    [, sufficient decrease condition, { armijo goldstein | ared pred }] [, line search max iterations, N]\n"
        "    [, minimum step, REAL] [, recovery step, REAL] [, recovery step type, { constant | last computed step }]\n"
        "    [, verbose, BOOL] [, print convergence info, BOOL]",
    .summary = "Newton-Krylov, Broyden, trust region and tensor methods with the options of NOX.",
    .size = sizeof(nox_options),
    .read = nox_read,
    .memory = nox_type_memory,
    .keeps = nox_keeps,
    .valid = nox_valid,
    .prepare = nox_prepare,
    .solve = nox_solve,
    .forget = nox_forget,
};
