/* nox.c - the options of Trilinos' NOX on our own methods.
 *
 *     direction      newton: iterative linear solution, preconditioned by the factored Jacobian matrix; with `use
 *                    preconditioner as solver` the factored matrix alone
 *                    broyden: the factored matrix, brought up to date (broyden.c) for the number of outer iterations
 *                    steepest descent, nonlinear cg: directions.c
 *     solver         line search based
 *                    trust regions: trust_region.c along Newton's direction
 *                    tensor based: a step with curvature (directions.c) and line search
 *     forcing term   tolerance of the linear solution: constant, or (Eisenstat, Walker 1996)
 *                    type 1  | |r_k| - |r_(k-1) + J d| | / |r_(k-1)|, taken as |r_k| / |r_(k-1)|
 *                    type 2  gamma (|r_k| / |r_(k-1)|)^alpha,            both kept between min and max tolerance
 *     line search    backtrack: halves; polynomial, more thuente: cubic. The least step is `minimum step`; when the
 *                    search fails the `recovery step`, or with `last computed step` the last one
 *     weighted rms   |d_i| / (relative |y_i| + absolute), root of the mean square: at most 1 ends the iteration */
#include "nonlinear/broyden.h"
#include "nonlinear/directions.h"
#include "nonlinear/line_search.h"
#include "nonlinear/newton_krylov.h"
#include "nonlinear/trust_region.h"
#include <string.h>

typedef enum { FORCING_CONSTANT, FORCING_TYPE_1, FORCING_TYPE_2 } forcing_term;
typedef enum { ALONG_NEWTON, ALONG_BROYDEN, ALONG_DESCENT, ALONG_CG } nox_direction;
typedef enum { BY_LINE_SEARCH, BY_TRUST_REGION, BY_INEXACT_TRUST_REGION, BY_TENSOR } nox_solver;

typedef struct {
    krylov_options_of_newton o;
    search_options search;
    nox_direction along;
    nox_solver by;
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
    double *before; /* residual before the step */
    double last;    /* |r| of the iteration before */
} nox;

static nox_options defaults(void)
{
    nox_options x = {
        .o = {.method = KRYLOV_GMRES,
              .steps = 200,
              .basis = 30,
              .tau = 1e-7,
              .by_matrix = true,
              .preconditioned = true,
              .stale_steps = 10},
        .search = search_defaults(),
        .tolerance = 1e-10,
        .min_tolerance = 1e-12,
        .max_tolerance = 1e-2,
        .alpha = 1.5,
        .gamma = 0.9,
    };
    x.search.lambda_min = 1e-2;
    x.search.lambda_min_relative = false;
    x.search.divergence_check = false;
    x.search.scale_step = false;
    x.search.recovery = 1;
    return x;
}

static void read_linear(reader *r, nox_options *x)
{
    static const char *const WORDS[] = {"gmres", "bicgstab", "cgs", "tfqmr", "cg", NULL};
    static const krylov_method MEANS[] = {KRYLOV_GMRES, KRYLOV_BICGSTAB, KRYLOV_CGS, KRYLOV_TFQMR, KRYLOV_CG};
    const int word = read_choice(r, WORDS, "linear solver of nox");
    x->o.method = word < 0 ? KRYLOV_GMRES : MEANS[word];
}

static void read_direction(reader *r, nox_options *x)
{
    static const char *const WORDS[] = {"newton", "broyden", "steepest descent", "nonlinear cg", NULL};
    const int word = read_choice(r, WORDS, "direction");
    x->along = word < 0 ? ALONG_NEWTON : (nox_direction)word;
}

static void read_solver(reader *r, nox_options *x)
{
    static const char *const WORDS[] = {"line search based", "trust region based", "inexact trust region based",
                                        "tensor based", NULL};
    const int word = read_choice(r, WORDS, "solver of nox");
    x->by = word < 0 ? BY_LINE_SEARCH : (nox_solver)word;
}

static void read_line_search_method(reader *r, nox_options *x)
{
    static const char *const WORDS[] = {"backtrack", "polynomial", "more thuente", NULL};
    x->search.cubic = read_choice(r, WORDS, "line search method") != 0;
    if (!x->search.cubic)
        x->search.lambda_factor_min = 0.5;
}

static void read_forcing_term(reader *r, nox_options *x)
{
    static const char *const WORDS[] = {"constant", "type 1", "type 2", NULL};
    const int word = read_choice(r, WORDS, "forcing term");
    x->forcing = word < 0 ? FORCING_CONSTANT : (forcing_term)word;
}

static bool read_linear_option(reader *r, nox_options *x)
{
    static const char *const OPERATORS[] = {"newton", "newton krylov", NULL};
    if (read_keyword(r, "linear solver"))
        read_linear(r, x);
    else if (read_keyword(r, "linear solver tolerance"))
        x->tolerance = read_positive(r, "linear solver tolerance");
    else if (read_keyword(r, "linear solver max iterations"))
        x->o.steps = read_integer_in(r, 1, 1000000000, "linear solver max iterations");
    else if (read_keyword(r, "krylov subspace size"))
        x->o.basis = read_integer_in(r, 1, 100000, "krylov subspace size");
    else if (read_keyword(r, "inner iterations before assembly"))
        x->o.stale_steps = read_integer_in(r, 1, 1000000000, "inner iterations before assembly");
    else if (read_keyword(r, "forcing term"))
        read_forcing_term(r, x);
    else if (read_keyword(r, "jacobian operator"))
        x->o.by_matrix = read_choice(r, OPERATORS, "jacobian operator") != 1;
    else if (read_keyword(r, "use preconditioner as solver"))
        x->preconditioner_as_solver = read_bool(r, "use preconditioner as solver");
    else
        return false;
    return true;
}

static bool read_number(reader *r, nox_options *x)
{
    const struct {
        const char *name;
        double *to;
    } NUMBERS[] = {
        {"weighted rms relative tolerance", &x->wrms_relative},
        {"weighted rms absolute tolerance", &x->wrms_absolute},
        {"forcing term min tolerance", &x->min_tolerance},
        {"forcing term max tolerance", &x->max_tolerance},
        {"forcing term alpha", &x->alpha},
        {"forcing term gamma", &x->gamma},
        {"minimum step", &x->search.lambda_min},
        {"recovery step", &x->search.recovery},
    };
    for (int i = 0; i < (int)(sizeof NUMBERS / sizeof *NUMBERS); i++)
        if (read_keyword(r, NUMBERS[i].name)) {
            *NUMBERS[i].to = read_not_negative(r, NUMBERS[i].name);
            return true;
        }
    return false;
}

static bool read_search(reader *r, nox_options *x)
{
    static const char *const DECREASE[] = {"armijo goldstein", "ared pred", NULL};
    static const char *const RECOVERY[] = {"constant", "last computed step", NULL};
    if (read_keyword(r, "direction"))
        read_direction(r, x);
    else if (read_keyword(r, "solver"))
        read_solver(r, x);
    else if (read_keyword(r, "line search method"))
        read_line_search_method(r, x);
    else if (read_keyword(r, "sufficient decrease condition"))
        x->search.by_prediction = read_choice(r, DECREASE, "sufficient decrease condition") == 1;
    else if (read_keyword(r, "line search max iterations"))
        x->search.max_iterations = read_integer_in(r, 0, 1000000000, "line search max iterations");
    else if (read_keyword(r, "recovery step type"))
        x->recovers_with_last = read_choice(r, RECOVERY, "recovery step type") == 1;
    else if (read_keyword(r, "verbose"))
        x->search.verbose = read_bool(r, "verbose");
    else if (read_keyword(r, "print convergence info"))
        x->search.print_convergence = read_bool(r, "print convergence info");
    else
        return false;
    return true;
}

static void read(reader *r, void *options)
{
    nox_options *x = options;
    *x = defaults();
    read_jacobian_reuse(r, &x->o.j);
    while (read_ok(r) && read_more(r) && (read_linear_option(r, x) || read_search(r, x) || read_number(r, x)))
        continue;
    if (x->recovers_with_last) {
        x->search.recovery = 0;
        x->search.abort_at_lambda_min = false;
    }
    if (x->along == ALONG_BROYDEN && (!x->o.j.modified || x->o.j.iterations > BROYDEN_UPDATES))
        x->o.j.iterations = BROYDEN_UPDATES;
    x->o.j.modified = x->o.j.modified || x->along == ALONG_BROYDEN;
}

/* The updates stand behind it. */
static broyden_memory *updates_of(const nox_memory *now) { return (broyden_memory *)(now + 1); }

static bool keeps(const void *options) { return ((const nox_options *)options)->o.j.keep; }

static size_t memory(const void *options, int n)
{
    const nox_options *o = options;
    return sizeof(nox_memory) + (o->along == ALONG_BROYDEN ? broyden_size(n) : sizeof(broyden_memory));
}

static bool valid(const void *options, const void *memory)
{
    (void)options;
    return broyden_valid(updates_of((nox_memory *)memory));
}

static void *prepare(const void *options, void *memory, int n, arena *arrays)
{
    nox *x = ARENA_NEW(arrays, nox);
    *x = (nox){.o = options, .now = memory};
    x->updates = (broyden){.n = n, .m = updates_of(x->now)};
    newton_krylov_prepare(&x->w, x->o->o.basis, n, arrays);
    search_prepare(&x->room, n, arrays);
    directions_prepare(&x->directions, n, arrays);
    trust_prepare(&x->trust, n, arrays);
    x->before = ARENA_ARRAY(arrays, double, n);
    return x;
}

static bool renews(const void *self, const task *q)
{
    const nox *x = self;
    return x->o->along > ALONG_BROYDEN || x->now->krylov.is_stale ||
           (x->o->along == ALONG_BROYDEN && x->now->is_stale) || jacobian_due(&x->o->o.j, &x->now->krylov.j, q);
}

static double linear_tolerance(const nox *x, double now)
{
    if (x->o->forcing == FORCING_CONSTANT)
        return x->o->tolerance;
    const double ratio = x->last > 0 ? now / x->last : 1;
    const double wanted = x->o->forcing == FORCING_TYPE_1 ? ratio : x->o->gamma * pow(ratio, x->o->alpha);
    return fmax(x->o->min_tolerance, fmin(wanted, x->o->max_tolerance));
}

static outcome direct_direction(nox *x, const task *q)
{
    const outcome ready = jacobian_ready(&x->o->o.j, &x->now->krylov.j, q);
    if (ready == SOLVED)
        equations_solve(q->a);
    return ready;
}

static outcome newton_direction(nox *x, const task *q)
{
    if (x->o->preconditioner_as_solver || x->o->by == BY_TENSOR)
        return direct_direction(x, q);
    const double tolerance = linear_tolerance(x, q->report->residual_error);
    x->last = q->report->residual_error;
    return newton_krylov_direction(&x->o->o, tolerance, &x->w, &x->now->krylov, q);
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
    x->room.slope = 0;
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

static bool wrms_passes(const nox *x, const task *q)
{
    double sum = 0;
    if (x->o->wrms_relative == 0 && x->o->wrms_absolute == 0)
        return false;
    for (int i = 0; i < q->u->n; i++) {
        const double most = x->o->wrms_relative * fabs(q->u->yp[i]) + x->o->wrms_absolute;
        const double w = q->a->d[i] == 0 ? 0 : q->a->d[i] / most;
        sum += w * w;
    }
    return sum <= q->u->n;
}

static outcome step_by_search(nox *x, const task *q)
{
    double lambda;
    memcpy(x->before, q->a->r, (size_t)q->u->n * sizeof *x->before);
    if (x->o->by == BY_TENSOR && q->u->s.now != PHASE_DERIVATIVES)
        direction_tensor(&x->directions, q);
    const outcome done = search_along(&x->o->search, &x->room, q, &lambda);
    if (x->o->by == BY_TENSOR)
        direction_keep(&x->directions, q->a->d, x->before);
    if (x->o->along != ALONG_BROYDEN)
        return done;
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

static outcome correct(void *self, const task *q)
{
    nox *x = self;
    const outcome found = find_direction(x, q);
    if (found != SOLVED)
        return found;
    const bool by_trust = x->o->by == BY_TRUST_REGION || x->o->by == BY_INEXACT_TRUST_REGION;
    const outcome done = by_trust ? step_by_trust(x, q) : step_by_search(x, q);
    q->report->ends = done == SOLVED && wrms_passes(x, q);
    return done;
}

static outcome solve(void *self, const task *q)
{
    static const iteration HOW = {.renews = renews, .correct = correct};
    nox *x = self;
    x->last = x->trust.radius = 0;
    x->directions.has_last = false;
    x->now->is_stale = x->now->is_stale || !x->o->o.j.keep;
    x->now->krylov.j.is_there = x->now->krylov.j.is_there && x->o->o.j.keep;
    return iterate(&HOW, self, q);
}

static void forget(void *self) { ((nox *)self)->now->krylov.j.is_there = false; }

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
    .read = read,
    .memory = memory,
    .keeps = keeps,
    .valid = valid,
    .prepare = prepare,
    .solve = solve,
    .forget = forget,
};
