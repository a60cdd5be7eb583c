/* nox.c - the options of Trilinos' NOX, implemented with Torsor's methods.
 *
 *     direction      newton: iterative linear solution, preconditioned by the factored Jacobian matrix; with `use
 *                    preconditioner as solver` the factored matrix alone
 *                    broyden: the factored matrix, updated (broyden.c) for the number of outer iterations
 *                    steepest descent, nonlinear cg (directions.c)
 *     operator       newton: products with the matrix, which is also the preconditioner: `modified` has no effect
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
 * A warning names the options that have no effect in combination with the others. */
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
    krylov_options_of_newton krylov_options_of_newton;
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
    int is_stale; /* the updates are no longer valid */
} nox_memory;

typedef struct {
    const nox_options *options;
    nox_memory *now;
    krylov_workspace krylov_workspace;
    search_workspace workspace;
    broyden updates;
    direction_workspace directions;
    trust_workspace trust;
    double *previous; /* residual before the step */
    double last;      /* |r| of the previous iteration */
    double eta;       /* tolerance of its linear solution */
} nox;

static nox_options defaults(void)
{
    nox_options options = {
        .krylov_options_of_newton = {.method = KRYLOV_GMRES,
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
    options.search.lambda_min = 1e-12;
    options.search.lambda_min_relative = false;
    options.search.zero_gradient_continue = true;
    options.search.divergence_check = false;
    options.search.scale_step = false;
    options.search.recovery = 1;
    return options;
}

/* --- options ------------------------------------------------------------------------------------------------------ */

static void read_linear(reader *reader, nox_options *options, const char *word)
{
    static const char *const WORDS[] = {"gmres", "bicgstab", "cgs", "tfqmr", "cg", NULL};
    static const krylov_method MEANS[] = {KRYLOV_GMRES, KRYLOV_BICGSTAB, KRYLOV_CGS, KRYLOV_TFQMR, KRYLOV_CG};
    const int k = read_choice(reader, WORDS, word);
    options->krylov_options_of_newton.method = k < 0 ? KRYLOV_GMRES : MEANS[k];
}

static void read_tolerance(reader *reader, nox_options *options, const char *word)
{
    options->tolerance = read_positive(reader, word);
}

static void read_linear_iterations(reader *reader, nox_options *options, const char *word)
{
    options->krylov_options_of_newton.steps = read_integer_in(reader, 1, 1000000000, word);
}

static void read_subspace(reader *reader, nox_options *options, const char *word)
{
    options->krylov_options_of_newton.basis = read_integer_in(reader, 1, 100000, word);
}

static void read_inner_iterations(reader *reader, nox_options *options, const char *word)
{
    options->krylov_options_of_newton.stale_steps = read_integer_in(reader, 1, 1000000000, word);
}

static void read_wrms_relative(reader *reader, nox_options *options, const char *word)
{
    options->wrms_relative = read_not_negative(reader, word);
}

static void read_wrms_absolute(reader *reader, nox_options *options, const char *word)
{
    options->wrms_absolute = read_not_negative(reader, word);
}

static void read_forcing_term(reader *reader, nox_options *options, const char *word)
{
    static const char *const WORDS[] = {"constant", "type 1", "type 2", NULL};
    const int k = read_choice(reader, WORDS, word);
    options->forcing = k < 0 ? FORCING_CONSTANT : (forcing_term)k;
}

static void read_forcing_min(reader *reader, nox_options *options, const char *word)
{
    options->min_tolerance = read_positive(reader, word);
}
static void read_forcing_max(reader *reader, nox_options *options, const char *word)
{
    options->max_tolerance = read_positive(reader, word);
}
static void read_forcing_alpha(reader *reader, nox_options *options, const char *word)
{
    options->alpha = read_positive(reader, word);
}
static void read_forcing_gamma(reader *reader, nox_options *options, const char *word)
{
    options->gamma = read_positive(reader, word);
}

static void read_direct(reader *reader, nox_options *options, const char *word)
{
    options->preconditioner_as_solver = read_bool(reader, word);
}

static void read_operator(reader *reader, nox_options *options, const char *word)
{
    static const char *const WORDS[] = {"newton", "newton krylov", NULL};
    options->krylov_options_of_newton.product =
        read_choice(reader, WORDS, word) == 1 ? PRODUCT_BY_ELEMENTS : PRODUCT_BY_MATRIX;
}

static void read_direction(reader *reader, nox_options *options, const char *word)
{
    static const char *const WORDS[] = {"newton", "broyden", "steepest descent", "nonlinear cg", NULL};
    const int k = read_choice(reader, WORDS, word);
    options->along = k < 0 ? ALONG_NEWTON : (nox_direction)k;
}

static void read_solver(reader *reader, nox_options *options, const char *word)
{
    static const char *const WORDS[] = {"line search based", "trust region based", "inexact trust region based",
                                        "tensor based", NULL};
    const int k = read_choice(reader, WORDS, word);
    options->solver = k < 0 ? BY_LINE_SEARCH : (nox_solver)k;
}

static void read_line_search_method(reader *reader, nox_options *options, const char *word)
{
    static const char *const WORDS[] = {"backtrack", "polynomial", "more thuente", NULL};
    static const search_method MEANS[] = {SEARCH_FACTOR, SEARCH_CUBIC, SEARCH_MORE_THUENTE};
    const int k = read_choice(reader, WORDS, word);
    options->search.method = k < 0 ? SEARCH_CUBIC : MEANS[k];
}

static void read_condition(reader *reader, nox_options *options, const char *word)
{
    static const char *const WORDS[] = {"armijo goldstein", "ared pred", NULL};
    options->search.condition = read_choice(reader, WORDS, word) == 1 ? DECREASE_BY_PREDICTION : DECREASE_BY_DERIVATIVE;
}

static void read_search_iterations(reader *reader, nox_options *options, const char *word)
{
    options->search.max_iterations = read_integer_in(reader, 0, 1000000000, word);
}

static void read_least_step(reader *reader, nox_options *options, const char *word)
{
    options->search.lambda_min = read_positive(reader, word);
}

static void read_recovery(reader *reader, nox_options *options, const char *word)
{
    options->search.recovery = read_positive(reader, word);
}

static void read_recovery_type(reader *reader, nox_options *options, const char *word)
{
    static const char *const WORDS[] = {"constant", "last computed step", NULL};
    options->recovers_with_last = read_choice(reader, WORDS, word) == 1;
}

static void read_verbose(reader *reader, nox_options *options, const char *word)
{
    options->search.verbose = read_bool(reader, word);
}

static void read_print(reader *reader, nox_options *options, const char *word)
{
    options->search.print_convergence = read_bool(reader, word);
}

/* What an option requires to have an effect, and the message if it is missing. */
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
    void (*read)(reader *reader, nox_options *options, const char *word);
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

/* The source location of each option; that of `modified` comes last. */
typedef struct {
    bool given[ARRAY_LEN(OPTIONS) + 1];
    source_location location[ARRAY_LEN(OPTIONS) + 1];
} given_options;

static bool nox_read_option(reader *reader, nox_options *options, given_options *given_options)
{
    for (int i = 0; i < ARRAY_LEN(OPTIONS); i++) {
        const source_location here = read_place(reader);
        if (!read_keyword(reader, OPTIONS[i].word))
            continue;
        OPTIONS[i].read(reader, options, OPTIONS[i].word);
        given_options->given[i] = true;
        given_options->location[i] = here;
        return true;
    }
    return false;
}

static bool searches(const nox_options *options)
{
    return options->solver == BY_LINE_SEARCH || options->solver == BY_TENSOR;
}

static unsigned what_is_there(const nox_options *options)
{
    const bool along_newton = options->along == ALONG_NEWTON;
    const bool iterates = along_newton && !options->preconditioner_as_solver && options->solver != BY_TENSOR;
    const bool keeps_matrix = options->along == ALONG_BROYDEN ||
                              (along_newton && options->krylov_options_of_newton.product == PRODUCT_BY_ELEMENTS);
    return (iterates ? NEEDS_ITERATIONS : 0) |
           (options->krylov_options_of_newton.method == KRYLOV_GMRES ? NEEDS_GMRES : 0) |
           (searches(options) ? NEEDS_SEARCH : 0) | (options->search.method != SEARCH_FACTOR ? NEEDS_CONDITION : 0) |
           (options->forcing == FORCING_CONSTANT ? NEEDS_CONSTANT_FORCING : NEEDS_FORCING) |
           (options->forcing == FORCING_TYPE_2 ? NEEDS_TYPE_2 : 0) |
           (options->recovers_with_last ? 0 : NEEDS_CONSTANT_RECOVERY) | (along_newton ? NEEDS_NEWTON : 0) |
           (keeps_matrix ? NEEDS_OLD_MATRIX : 0);
}

static void warn_no_effect(reader *reader, const char *word, source_location location, unsigned missing)
{
    int first = 0;
    while (!(missing >> first & 1U))
        first++;
    diag_report(reader_diag(reader), W_NO_EFFECT, location, word, MISSING[first]);
}

static void warn_what_has_no_effect(reader *reader, const nox_options *options, const given_options *given_options)
{
    const unsigned there = what_is_there(options);
    for (int i = 0; i < ARRAY_LEN(OPTIONS); i++)
        if (given_options->given[i] && (OPTIONS[i].needs & ~there))
            warn_no_effect(reader, OPTIONS[i].word, given_options->location[i], OPTIONS[i].needs & ~there);
    if (options->krylov_options_of_newton.reuse.modified && !(there & NEEDS_OLD_MATRIX))
        warn_no_effect(reader, "modified", given_options->location[ARRAY_LEN(OPTIONS)], NEEDS_OLD_MATRIX);
}

/* Resolves combinations of options. */
static void nox_combine(nox_options *options)
{
    const bool along_broyden = options->along == ALONG_BROYDEN;
    if (options->recovers_with_last) {
        options->search.recovery = 0;
        options->search.abort_at_lambda_min = false;
    }
    if (options->search.method == SEARCH_FACTOR) {
        options->search.lambda_factor_min = 0.5;
        options->search.condition = DECREASE_ANY;
    }
    if (along_broyden && (!options->krylov_options_of_newton.reuse.modified ||
                          options->krylov_options_of_newton.reuse.iterations > BROYDEN_UPDATES))
        options->krylov_options_of_newton.reuse.iterations = BROYDEN_UPDATES;
    options->krylov_options_of_newton.reuse.modified =
        along_broyden || (options->krylov_options_of_newton.reuse.modified &&
                          options->krylov_options_of_newton.product == PRODUCT_BY_ELEMENTS);
}

static void nox_read(reader *reader, void *options)
{
    nox_options *nox_options = options;
    given_options given_options = {0};
    *nox_options = defaults();
    given_options.location[ARRAY_LEN(OPTIONS)] = read_place(reader);
    read_jacobian_reuse(reader, &nox_options->krylov_options_of_newton.reuse);
    while (read_ok(reader) && read_more(reader) && nox_read_option(reader, nox_options, &given_options))
        continue;
    if (!read_ok(reader))
        return;
    if (nox_options->min_tolerance > nox_options->max_tolerance)
        read_error_last(reader, E_OPTION_ORDER, "forcing term min tolerance", "forcing term max tolerance",
                        nox_options->min_tolerance, nox_options->max_tolerance);
    warn_what_has_no_effect(reader, nox_options, &given_options);
    nox_combine(nox_options);
}

/* --- the solver --------------------------------------------------------------------------------------------------- */

/* The updates are stored after it. */
static broyden_memory *updates_of(const nox_memory *now) { return (broyden_memory *)(now + 1); }

static bool nox_reuses(const void *options, int n)
{
    (void)n;
    return ((const nox_options *)options)->krylov_options_of_newton.reuse.across_steps;
}

static size_t nox_type_memory(const void *options, int n)
{
    const nox_options *nox_options = options;
    return sizeof(nox_memory) + (nox_options->along == ALONG_BROYDEN ? broyden_size(n) : sizeof(broyden_memory));
}

static bool nox_valid(const void *options, const void *memory)
{
    (void)options;
    return broyden_valid(updates_of((nox_memory *)memory));
}

static void *nox_prepare(const void *options, void *memory, int n, arena *arrays)
{
    nox *x = ARENA_NEW(arrays, nox);
    *x = (nox){.options = options, .now = memory};
    x->updates = (broyden){.n = n, .memory = updates_of(x->now)};
    newton_krylov_prepare(&x->krylov_workspace, x->options->krylov_options_of_newton.basis, n, arrays);
    search_prepare(&x->workspace, n, arrays);
    directions_prepare(&x->directions, n, arrays);
    trust_prepare(&x->trust, n, arrays);
    x->previous = ARENA_ARRAY(arrays, double, n);
    return x;
}

static bool nox_renews(const void *self, const task *task)
{
    const nox *nox = self;
    return nox->options->along > ALONG_BROYDEN || nox->now->krylov.is_stale ||
           (nox->options->along == ALONG_BROYDEN && nox->now->is_stale) ||
           jacobian_due(&nox->options->krylov_options_of_newton.reuse, &nox->now->krylov.memory, task);
}

/* Returns the tolerance of this linear solution. A tolerance that was above a tenth is not reduced abruptly. */
static double linear_tolerance(const nox *nox, double now)
{
    static const double GOLDEN = 1.6180339887498949, LARGE = 0.1;
    if (nox->options->forcing == FORCING_CONSTANT)
        return nox->options->tolerance;
    if (!(nox->last > 0))
        return nox->options->max_tolerance;
    const bool first = nox->options->forcing == FORCING_TYPE_1;
    const double ratio = now / nox->last;
    const double wanted =
        first ? fabs(ratio - nox->krylov_workspace.last.error) : nox->options->gamma * pow(ratio, nox->options->alpha);
    const double guard = first ? pow(nox->eta, GOLDEN) : nox->options->gamma * pow(nox->eta, nox->options->alpha);
    return fmax(nox->options->min_tolerance,
                fmin(fmax(wanted, guard > LARGE ? guard : 0), nox->options->max_tolerance));
}

static outcome direct_direction(nox *nox, const task *task)
{
    const outcome ready = jacobian_ready(&nox->options->krylov_options_of_newton.reuse, &nox->now->krylov.memory, task);
    if (ready == SOLVED)
        equations_solve(task->equations);
    return ready;
}

static void report_linear(const nox *nox, const task *task)
{
    if (!nox->options->search.print_convergence || !task->observer->note)
        return;
    char line[128];
    snprintf(line, sizeof line, "\t\tlinear tolerance %g iterations %d error %g", nox->eta,
             nox->krylov_workspace.last.iterations, nox->krylov_workspace.last.error);
    task->observer->note(task->observer->context, line);
}

static outcome newton_direction(nox *nox, const task *task)
{
    if (nox->options->preconditioner_as_solver || nox->options->solver == BY_TENSOR)
        return direct_direction(nox, task);
    const double now = vector_norm(task->equations->r, task->solution->n);
    nox->eta = linear_tolerance(nox, now);
    nox->last = now;
    const outcome done = newton_krylov_direction(&nox->options->krylov_options_of_newton, nox->eta,
                                                 &nox->krylov_workspace, &nox->now->krylov, task);
    nox->workspace.eta = fmin(nox->krylov_workspace.last.error, 1);
    report_linear(nox, task);
    return done;
}

/* Evaluates a new matrix if there are too many updates or they fail. */
static outcome broyden_direction(nox *nox, const task *task)
{
    if (!nox->now->is_stale &&
        !jacobian_due(&nox->options->krylov_options_of_newton.reuse, &nox->now->krylov.memory, task) &&
        nox->updates.memory->steps < nox->options->krylov_options_of_newton.reuse.iterations) {
        equations_solve(task->equations);
        if (broyden_apply(&nox->updates, task->equations->d))
            return SOLVED;
    }
    nox->now->is_stale = nox->now->krylov.memory.is_there = false;
    nox->updates.memory->steps = 0;
    return direct_direction(nox, task);
}

static outcome find_direction(nox *nox, const task *task)
{
    nox->workspace.derivative = nox->workspace.eta = 0;
    if (task->solution->state.now == PHASE_DERIVATIVES) {
        nox->now->krylov.memory.is_there = false;
        return direct_direction(nox, task);
    }
    switch (nox->options->along) {
    case ALONG_BROYDEN:
        return broyden_direction(nox, task);
    case ALONG_DESCENT:
        nox->workspace.derivative = direction_steepest_descent(&nox->directions, task);
        return SOLVED;
    case ALONG_CG:
        nox->workspace.derivative = direction_nonlinear_cg(&nox->directions, task);
        return SOLVED;
    default:
        return newton_direction(nox, task);
    }
}

/* Tests the present direction, before the step. */
static bool wrms_passes(const nox *nox, const task *task)
{
    double sum = 0;
    if (nox->options->wrms_relative == 0 && nox->options->wrms_absolute == 0)
        return false;
    for (int i = 0; i < task->solution->n; i++) {
        const double was =
            task->solution->model->kind[i] == DOF_DIFFERENTIAL ? task->solution->yp[i] : task->solution->y[i];
        const double most = nox->options->wrms_relative * fabs(was) + nox->options->wrms_absolute;
        const double w = task->equations->d[i] == 0 ? 0 : task->equations->d[i] / most;
        sum += w * w;
    }
    return sum <= task->solution->n;
}

static outcome step_by_search(nox *nox, const task *task)
{
    double lambda;
    memcpy(nox->previous, task->equations->r, (size_t)task->solution->n * sizeof *nox->previous);
    if (nox->options->solver == BY_TENSOR && task->solution->state.now != PHASE_DERIVATIVES)
        direction_tensor(&nox->directions, task);
    const outcome done = search_along(&nox->options->search, &nox->workspace, task, &lambda);
    if (nox->options->solver == BY_TENSOR)
        direction_store(&nox->directions, task->equations->d, nox->previous);
    if (nox->options->along != ALONG_BROYDEN) {
        nox->now->krylov.memory.is_there = nox->now->krylov.memory.is_there && lambda == 1;
        return done;
    }
    const bool was_updated = nox->updates.memory->steps > 0;
    nox->now->is_stale = done != SOLVED || lambda != 1 || !broyden_add(&nox->updates, task->equations->d);
    return done == NOT_CONVERGED && was_updated ? SOLVED : done; /* repeat with a matrix evaluated here */
}

static outcome step_by_trust(nox *nox, const task *task)
{
    if (!task->equations->is_fresh)
        equations_jacobian(task->equations, &task->solution->state);
    return trust_step(&nox->trust, task);
}

static outcome nox_correct(void *self, const task *task)
{
    nox *nox = self;
    const outcome found = find_direction(nox, task);
    if (found != SOLVED)
        return found;
    nox->workspace.is_last = wrms_passes(nox, task);
    const outcome done = searches(nox->options) ? step_by_search(nox, task) : step_by_trust(nox, task);
    task->report->ends = done == SOLVED && nox->workspace.is_last && !task->report->is_partial;
    return done;
}

static outcome nox_solve(void *self, const task *task)
{
    static const iteration HOW = {.renews = nox_renews, .correct = nox_correct, .residual_suffices = true};
    nox *nox = self;
    nox->last = nox->trust.radius = 0;
    nox->directions.has_last = false;
    nox->now->is_stale = nox->now->is_stale || !nox->options->krylov_options_of_newton.reuse.across_steps;
    nox->now->krylov.memory.is_there =
        nox->now->krylov.memory.is_there && nox->options->krylov_options_of_newton.reuse.across_steps;
    return iterate(&HOW, self, task);
}

static void nox_invalidate(void *self) { ((nox *)self)->now->krylov.memory.is_there = false; }

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
    .reuses = nox_reuses,
    .valid = nox_valid,
    .prepare = nox_prepare,
    .solve = nox_solve,
    .invalidate = nox_invalidate,
};
