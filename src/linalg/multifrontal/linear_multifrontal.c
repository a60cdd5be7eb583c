/* linear_multifrontal.c - the built-in sparse LU factorization, for systems of multibody models. Its keyword in decks
 * is naive.
 *
 * A plan is created with pivots chosen by value: for sparsity, leniently on the diagonal; for accuracy, strictly.
 * Factorizations and solutions then only follow its lists, without searches or allocations. Its pivots are stale
 *
 *     - if a multiplier exceeds GROWTH / threshold: the pivot has become too small relative to its column;
 *     - if a pivot has shrunk by more than LOSS since it was chosen, or a number is not finite;
 *     - if many entries are zero and the plan has been used `patience` times: the next plan omits them;
 *     - if one of those is no longer zero: the next plan includes all entries; patience is then longer.
 *
 * Factorization: load entries, invert single pivots, execute lane programs, add what they pass on, fronts. Solution:
 * first singletons, programs forward, fronts, programs backward, last singletons. */
#include "linalg/linear_backend.h"
#include "linalg/multifrontal/multifrontal_plan.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double THRESHOLD = 0.1, LEAST_THRESHOLD = 1e-6, GROWTH = 1e4, LOSS = 1e4, FEW = 0.85;
static const double LENIENCY = 1e-2;
enum { PATIENCE = 500, MOST_PATIENCE = 1 << 24 };

typedef struct {
    const kernels *kernels;
    thread_pool *pool;
    int members; /* number of workers of the thread pool used here */
    double threshold;
    int n_entries;
    bool *used;     /* entries that the plan treats as nonzero */
    bool takes_all; /* the plan uses all entries */
    int patience;
    multifrontal_plan *plan;
    bool is_renewed; /* the plan is that of other values, before they were renewed */
    double *limit;   /* of the inverse pivots: of first, last, groups, fronts */
} multifrontal;

static void take_all(multifrontal *multifrontal)
{
    multifrontal->takes_all = true;
    memset(multifrontal->used, true, (size_t)multifrontal->n_entries * sizeof(bool));
}

static void *multifrontal_analyze(const linear_system *system, const linear_options *options)
{
    const int n_entries = csc_entries(system->matrix);
    multifrontal *s = heap_resize(NULL, sizeof *s);
    *s = (multifrontal){
        .kernels = kernels_best(),
        .pool = options->pool,
        .members = thread_pool_workers(options->pool, options->threads),
        .threshold = options->pivot_factor > 0.0 ? fmin(1.0, fmax(options->pivot_factor, LEAST_THRESHOLD)) : THRESHOLD,
        .n_entries = n_entries,
        .used = heap_resize(NULL, (size_t)n_entries + 1),
        .patience = PATIENCE};
    take_all(s);
    return s;
}

static void multifrontal_destroy(void *self)
{
    multifrontal *multifrontal = self;
    multifrontal_plan_destroy(multifrontal->plan);
    free(multifrontal->used);
    free(multifrontal->limit);
    free(multifrontal);
}

/* --- factorization ------------------------------------------------------------------------------------------------ */

static void linear_multifrontal_copy(const kernels *kernels, const copy_list *list, const csc *matrix, double *to)
{
    kernels->load(list->n, list->source, list->scale, matrix->value, to);
}

static void factor_triangle(const kernels *kernels, const triangle *triangle, const csc *matrix)
{
    linear_multifrontal_copy(kernels, &triangle->pivots, matrix, triangle->inverse);
    linear_multifrontal_copy(kernels, &triangle->entries, matrix, triangle->value);
    for (int i = 0; i < triangle->n; i++)
        triangle->inverse[i] = 1.0 / triangle->inverse[i];
}

static bool run_group(const kernels *kernels, const lane_group *group, const csc *matrix, double limit)
{
    const lane_program *program = group->program;
    linear_multifrontal_copy(kernels, &group->load, matrix, group->a + program->given_begin * program->stride);
    (group->wide ? kernels->run_lanes : kernels->run_single)(program->factor, group->a, group->a);
    return kernels->all_within(program->lower_end * program->stride, group->a, limit);
}

static void pass_on(const kernels *kernels, const lane_group *group, double *entries)
{
    const lane_program *program = group->program;
    kernels->scatter_add(program->n_passed * program->stride, group->passed,
                         group->a + program->passed_begin * program->stride, entries);
}

typedef struct {
    const multifrontal *multifrontal;
    const csc *matrix;
    double limit;
    bool within[THREAD_POOL_MAX];
} running;

/* Each worker processes every `members`-th group. */
static void run_groups(void *context, int member)
{
    running *running = context;
    const multifrontal_plan *plan = running->multifrontal->plan;
    running->within[member] = true;
    for (int i = member; i < plan->n_groups; i += running->multifrontal->members)
        running->within[member] &=
            run_group(running->multifrontal->kernels, &plan->group[i], running->matrix, running->limit);
}

static bool run_all_groups(const multifrontal *multifrontal, const csc *matrix, double limit)
{
    running running = {.multifrontal = multifrontal, .matrix = matrix, .limit = limit};
    bool within = true;
    workers_run((workers){multifrontal->pool, multifrontal->members}, run_groups, &running);
    for (int m = 0; m < multifrontal->members; m++)
        within &= running.within[m];
    return within;
}

/* Returns false if a multiplier exceeds the limit or is not a number. */
static bool run_plan(const multifrontal *multifrontal, const csc *matrix, double limit)
{
    const multifrontal_plan *plan = multifrontal->plan;
    const kernels *kernels = multifrontal->kernels;
    const fronts *fronts = plan->fronts;
    factor_triangle(kernels, &plan->first, matrix);
    factor_triangle(kernels, &plan->last, matrix);
    kernels->clear((int)fronts->n_entries, fronts->entries);
    for (int i = 0; i < plan->load.n; i++)
        fronts->entries[plan->load_to[i]] = plan->load.scale[i] * matrix->value[plan->load.source[i]];
    const bool within = run_all_groups(multifrontal, matrix, limit);
    for (int i = 0; i < plan->n_groups; i++)
        pass_on(kernels, &plan->group[i], fronts->entries);
    return fronts_factor(fronts, kernels, limit, multifrontal->pool) && within;
}

/* Calls `visit` for each range of inverse pivots; `limit` advances with them. */
typedef bool (*pivot_visitor)(const kernels *kernels, int n, const double *inverse, double *limit);

static bool visit_pivots(const kernels *kernels, const multifrontal_plan *plan, double *limit, pivot_visitor visit)
{
    if (!visit(kernels, plan->first.n, plan->first.inverse, limit))
        return false;
    limit += plan->first.n;
    if (!visit(kernels, plan->last.n, plan->last.inverse, limit))
        return false;
    limit += plan->last.n;
    for (int i = 0; i < plan->n_groups; i++) {
        const lane_program *program = plan->group[i].program;
        if (!visit(kernels, program->n * program->stride, plan->group[i].a + program->pivot_begin * program->stride,
                   limit))
            return false;
        limit += program->n * program->stride;
    }
    return visit(kernels, plan->fronts->n_steps, plan->fronts->inverse, limit);
}

static bool set_limit(const kernels *kernels, int n, const double *inverse, double *limit)
{
    (void)kernels;
    bool finite = true;
    for (int i = 0; i < n; i++) {
        limit[i] = LOSS * fabs(inverse[i]);
        finite &= isfinite(limit[i]);
    }
    return finite;
}

static bool check_limit(const kernels *kernels, int n, const double *inverse, double *limit)
{
    return kernels->each_within(n, inverse, limit);
}

static int count_pivots(const multifrontal_plan *plan)
{
    int n = plan->first.n + plan->last.n + plan->fronts->n_steps;
    for (int i = 0; i < plan->n_groups; i++)
        n += plan->group[i].program->n * plan->group[i].program->stride;
    return n;
}

/* --- solution ----------------------------------------------------------------------------------------------------- */

static void group_forward(const kernels *kernels, const lane_group *group, bool transposed)
{
    if (transposed)
        lane_program_forward_transposed(group->program, group->a, group->x);
    else
        (group->wide ? kernels->run_lanes : kernels->run_single)(group->program->forward, group->a, group->x);
}

static void group_backward(const kernels *kernels, const lane_group *group, bool transposed)
{
    if (transposed)
        lane_program_backward_transposed(group->program, group->a, group->x);
    else
        (group->wide ? kernels->run_lanes : kernels->run_single)(group->program->backward, group->a, group->x);
}

static void groups_forward(const kernels *kernels, const multifrontal_plan *plan, bool transposed)
{
    for (int i = 0; i < plan->n_groups; i++) {
        const lane_group *group = &plan->group[i];
        const int n = group->program->n * group->program->stride,
                  n_rest = group->program->n_rest * group->program->stride;
        kernels->gather(n, transposed ? group->column : group->row, plan->y, group->x);
        group_forward(kernels, group, transposed);
        kernels->scatter_add(n_rest, group->rest_to, group->x + n, plan->x);
    }
}

static void groups_backward(const kernels *kernels, const multifrontal_plan *plan, bool transposed, double *b)
{
    for (int i = 0; i < plan->n_groups; i++) {
        const lane_group *group = &plan->group[i];
        const int n = group->program->n * group->program->stride,
                  n_rest = group->program->n_rest * group->program->stride;
        kernels->gather(n_rest, group->rest, plan->x, group->x + n);
        group_backward(kernels, group, transposed);
        kernels->scatter(n, transposed ? group->row : group->column, group->x, b);
    }
}

/* Substitutes each unknown into the equations of its entries: columns of first; rows of last, transposed, from the
 * end. */
static void substitute(const triangle *triangle, bool transposed, double *y, double *b)
{
    for (int i = 0; i < triangle->n; i++) {
        const int k = transposed ? triangle->n - 1 - i : i;
        const double x = y[transposed ? triangle->column[k] : triangle->row[k]] * triangle->inverse[k];
        b[transposed ? triangle->row[k] : triangle->column[k]] = x;
        for (int e = triangle->start[k]; e < triangle->start[k + 1]; e++)
            y[triangle->other[e]] -= triangle->value[e] * x;
    }
}

/* Collects the known unknowns of each equation: rows of last; columns of first, transposed, from the end. */
static void linear_multifrontal_collect(const triangle *triangle, bool transposed, const double *y, double *b)
{
    for (int i = 0; i < triangle->n; i++) {
        const int k = transposed ? triangle->n - 1 - i : i;
        double sum = y[transposed ? triangle->column[k] : triangle->row[k]];
        for (int e = triangle->start[k]; e < triangle->start[k + 1]; e++)
            sum -= triangle->value[e] * b[triangle->other[e]];
        b[transposed ? triangle->row[k] : triangle->column[k]] = sum * triangle->inverse[k];
    }
}

static void multifrontal_solve(void *self, double *b)
{
    const multifrontal *multifrontal = self;
    const multifrontal_plan *plan = multifrontal->plan;
    const kernels *kernels = multifrontal->kernels;
    for (int i = 0; i < plan->n; i++)
        plan->y[i] = plan->row_scale[i] * b[i];
    substitute(&plan->first, false, plan->y, b);
    const int n = plan->fronts->n_steps;
    kernels->gather(n, plan->row, plan->y, plan->x);
    groups_forward(kernels, plan, false);
    fronts_forward(plan->fronts, kernels, plan->x);
    fronts_backward(plan->fronts, kernels, plan->x);
    groups_backward(kernels, plan, false, b);
    kernels->scatter(n, plan->column, plan->x, b);
    linear_multifrontal_collect(&plan->last, false, plan->y, b);
}

static void multifrontal_solve_transposed(void *self, double *b)
{
    const multifrontal *multifrontal = self;
    const multifrontal_plan *plan = multifrontal->plan;
    const kernels *kernels = multifrontal->kernels;
    memcpy(plan->y, b, (size_t)plan->n * sizeof *b);
    substitute(&plan->last, true, plan->y, b);
    const int n = plan->fronts->n_steps;
    kernels->gather(n, plan->column, plan->y, plan->x);
    groups_forward(kernels, plan, true);
    fronts_forward_transposed(plan->fronts, plan->x);
    fronts_backward_transposed(plan->fronts, plan->x);
    groups_backward(kernels, plan, true, b);
    kernels->scatter(n, plan->row, plan->x, b);
    linear_multifrontal_collect(&plan->first, true, plan->y, b);
    for (int i = 0; i < plan->n; i++)
        b[i] *= plan->row_scale[i];
}

/* --- plans -------------------------------------------------------------------------------------------------------- */

/* Makes a plan, or keeps that of other values if it is the same. Returns false if there is none. */
static bool make_plan(multifrontal *multifrontal, const csc *matrix, double leniency, int *column)
{
    const bool is_renewed = multifrontal->is_renewed && multifrontal->plan;
    multifrontal->is_renewed = false;
    if (is_renewed &&
        multifrontal_plan_adapt(multifrontal->plan, matrix, multifrontal->used, multifrontal->threshold, leniency))
        return true;
    multifrontal_plan_destroy(multifrontal->plan);
    multifrontal->plan = NULL; /* an allocation may fail before there is another */
    multifrontal->plan =
        multifrontal_plan_create(matrix, multifrontal->used, multifrontal->threshold, leniency, column);
    if (multifrontal->plan && multifrontal->members > 1)
        fronts_share(multifrontal->plan->fronts, multifrontal->members, multifrontal->plan->memory);
    return multifrontal->plan != NULL;
}

static linear_status multifrontal_factor(void *self, const linear_system *system, pivot_rule rule, int *column)
{
    multifrontal *multifrontal = self;
    const csc *matrix = system->matrix;
    if (!make_plan(multifrontal, matrix, rule == PIVOT_FOR_SPARSITY ? LENIENCY : 1.0, column))
        return LINEAR_SINGULAR;
    run_plan(multifrontal, matrix, HUGE_VAL);
    multifrontal->limit =
        heap_resize(multifrontal->limit, ((size_t)count_pivots(multifrontal->plan) + 1) * sizeof(double));
    return visit_pivots(multifrontal->kernels, multifrontal->plan, multifrontal->limit, set_limit) ? LINEAR_OK
                                                                                                   : LINEAR_NOT_FINITE;
}

/* The plan is kept, for the case that the next one is the same. */
static void multifrontal_renew(void *self)
{
    multifrontal *multifrontal = self;
    take_all(multifrontal);
    multifrontal->patience = PATIENCE;
    multifrontal->is_renewed = true;
}

/* Uses only the entries that are not zero, if enough are zero. */
static bool take_nonzero(multifrontal *multifrontal, const csc *matrix)
{
    const int n = multifrontal->n_entries;
    int n_used = 0;
    for (int e = 0; e < n; e++)
        n_used += matrix->value[e] != 0.0;
    if (n_used > FEW * n)
        return false;
    multifrontal->takes_all = false;
    for (int e = 0; e < n; e++)
        multifrontal->used[e] = matrix->value[e] != 0.0;
    return true;
}

/* Tells whether the plan uses the right entries; if not, changes which are used. */
static bool takes_right_entries(multifrontal *multifrontal, const csc *matrix, long uses)
{
    if (multifrontal->takes_all)
        return uses != multifrontal->patience || !take_nonzero(multifrontal, matrix);
    if (multifrontal->kernels->each_within(multifrontal->n_entries, matrix->value, multifrontal->plan->most))
        return true;
    multifrontal->patience =
        multifrontal->patience < MOST_PATIENCE ? 4 * multifrontal->patience : multifrontal->patience;
    take_all(multifrontal);
    return false;
}

static linear_status multifrontal_refactor(void *self, const linear_system *system, long uses, int *column)
{
    (void)column;
    multifrontal *multifrontal = self;
    const csc *matrix = system->matrix;
    const bool is_good = takes_right_entries(multifrontal, matrix, uses) &&
                         run_plan(multifrontal, matrix, GROWTH / multifrontal->threshold) &&
                         visit_pivots(multifrontal->kernels, multifrontal->plan, multifrontal->limit, check_limit);
    return is_good ? LINEAR_OK : LINEAR_STALE_PIVOTS;
}

static void multifrontal_serialize(archive *ar, void *self)
{
    multifrontal *multifrontal = self;
    archive_bool(ar, &multifrontal->takes_all);
    archive_int(ar, &multifrontal->patience);
    for (int e = 0; e < multifrontal->n_entries; e++)
        archive_bool(ar, &multifrontal->used[e]);
}

static linear_products multifrontal_products(const void *self)
{
    const multifrontal_plan *plan = ((const multifrontal *)self)->plan;
    return plan ? (linear_products){plan->products, plan->n_factors} : (linear_products){0.0, 0.0};
}

const linear_backend linear_multifrontal = {
    .keyword = "naive",
    .grammar = "naive [, { mt | multithread }, THREADS] [, pivot factor, REAL]",
    .summary = "The built-in sparse LU factorisation: equal parts of the model side by side, the rest by dense blocks.",
    .analyze = multifrontal_analyze,
    .destroy = multifrontal_destroy,
    .renew = multifrontal_renew,
    .factor = multifrontal_factor,
    .refactor = multifrontal_refactor,
    .solve = multifrontal_solve,
    .solve_transposed = multifrontal_solve_transposed,
    .products = multifrontal_products,
    .serialize = multifrontal_serialize,
    .accuracy = 1e-9,
    .has_accurate_pivots = true,
};
