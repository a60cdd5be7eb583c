/* linear_multifrontal.c - the built-in sparse LU factorisation, for systems of multibody models. Decks call it naive.
 *
 * A plan is made with pivots chosen by value: for sparsity, leniently on the diagonal; for accuracy, strictly. Then
 * factorisations and solutions only follow its lists: no search, no allocation. Its pivots are stale
 *     - when a multiplier exceeds GROWTH / threshold: the pivot has become too small beside its column;
 *     - when a pivot has shrunk by more than LOSS since it was chosen, or something is not finite;
 *     - when many entries are zero and the plan has served `patience` times: the next one goes without them;
 *     - when one of those is zero no more: the next one takes all entries; patience is then longer.
 *
 * Factorisation: load entries, invert single pivots, run lane programs, add what they pass on, fronts.
 * Solution: first singletons, programs forward, fronts, programs backward, last singletons. */
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
    team *team;
    int members; /* of the team, that work here */
    double threshold;
    int n_entries;
    bool *used;     /* entries that the plan takes for not zero */
    bool takes_all; /* it takes all of them */
    int patience;
    multifrontal_plan *plan;
    double *limit; /* of the inverse pivots: of first, last, groups, fronts */
} multifrontal;

static void take_all(multifrontal *s)
{
    s->takes_all = true;
    memset(s->used, true, (size_t)s->n_entries * sizeof(bool));
}

static void *multifrontal_analyze(const linear_system *system, const linear_options *o)
{
    const int n_entries = csc_entries(system->matrix);
    multifrontal *s = heap_resize(NULL, sizeof *s);
    *s = (multifrontal){.kernels = kernels_best(),
                        .team = o->team,
                        .members = team_share(o->team, o->threads),
                        .threshold =
                            o->pivot_factor > 0.0 ? fmin(1.0, fmax(o->pivot_factor, LEAST_THRESHOLD)) : THRESHOLD,
                        .n_entries = n_entries,
                        .used = heap_resize(NULL, (size_t)n_entries + 1),
                        .patience = PATIENCE};
    take_all(s);
    return s;
}

static void multifrontal_destroy(void *self)
{
    multifrontal *s = self;
    multifrontal_plan_destroy(s->plan);
    free(s->used);
    free(s->limit);
    free(s);
}

/* --- factorisation ------------------------------------------------------------------------------------------------ */

static void linear_multifrontal_copy(const kernels *k, const copy_list *l, const csc *a, double *to)
{
    k->load(l->n, l->source, l->scale, a->value, to);
}

static void factor_triangle(const kernels *k, const triangle *t, const csc *a)
{
    linear_multifrontal_copy(k, &t->pivots, a, t->inverse);
    linear_multifrontal_copy(k, &t->entries, a, t->value);
    for (int i = 0; i < t->n; i++)
        t->inverse[i] = 1.0 / t->inverse[i];
}

static bool run_group(const kernels *k, const lane_group *g, const csc *a, double limit)
{
    const lane_program *p = g->program;
    linear_multifrontal_copy(k, &g->load, a, g->a + p->given_begin * p->stride);
    (g->wide ? k->run_lanes : k->run_single)(p->factor, g->a, g->a);
    return k->all_within(p->lower_end * p->stride, g->a, limit);
}

static void pass_on(const kernels *k, const lane_group *g, double *entries)
{
    const lane_program *p = g->program;
    k->scatter_add(p->n_passed * p->stride, g->passed, g->a + p->passed_begin * p->stride, entries);
}

typedef struct {
    const multifrontal *s;
    const csc *a;
    double limit;
    bool within[TEAM_MOST];
} running;

/* Every so-manyth group is the member's. */
static void run_groups(void *context, int member)
{
    running *w = context;
    const multifrontal_plan *p = w->s->plan;
    w->within[member] = true;
    for (int i = member; i < p->n_groups; i += w->s->members)
        w->within[member] &= run_group(w->s->kernels, &p->group[i], w->a, w->limit);
}

static bool run_all_groups(const multifrontal *s, const csc *a, double limit)
{
    running w = {.s = s, .a = a, .limit = limit};
    bool within = true;
    crew_do((crew){s->team, s->members}, run_groups, &w);
    for (int m = 0; m < s->members; m++)
        within &= w.within[m];
    return within;
}

/* False when a multiplier exceeds the limit or is not a number. */
static bool run_plan(const multifrontal *s, const csc *a, double limit)
{
    const multifrontal_plan *p = s->plan;
    const kernels *k = s->kernels;
    const fronts *f = p->fronts;
    factor_triangle(k, &p->first, a);
    factor_triangle(k, &p->last, a);
    k->clear((int)f->n_entries, f->entries);
    for (int i = 0; i < p->load.n; i++)
        f->entries[p->load_to[i]] = p->load.scale[i] * a->value[p->load.source[i]];
    const bool within = run_all_groups(s, a, limit);
    for (int i = 0; i < p->n_groups; i++)
        pass_on(k, &p->group[i], f->entries);
    return fronts_factor(f, k, limit, s->team) && within;
}

/* Calls `visit` for each range of inverse pivots; `limit` counts along. */
typedef bool (*pivot_visitor)(const kernels *k, int n, const double *inverse, double *limit);

static bool visit_pivots(const kernels *k, const multifrontal_plan *p, double *limit, pivot_visitor visit)
{
    if (!visit(k, p->first.n, p->first.inverse, limit))
        return false;
    limit += p->first.n;
    if (!visit(k, p->last.n, p->last.inverse, limit))
        return false;
    limit += p->last.n;
    for (int i = 0; i < p->n_groups; i++) {
        const lane_program *l = p->group[i].program;
        if (!visit(k, l->n * l->stride, p->group[i].a + l->pivot_begin * l->stride, limit))
            return false;
        limit += l->n * l->stride;
    }
    return visit(k, p->fronts->n_steps, p->fronts->inverse, limit);
}

static bool set_limit(const kernels *k, int n, const double *inverse, double *limit)
{
    (void)k;
    bool finite = true;
    for (int i = 0; i < n; i++) {
        limit[i] = LOSS * fabs(inverse[i]);
        finite &= isfinite(limit[i]);
    }
    return finite;
}

static bool check_limit(const kernels *k, int n, const double *inverse, double *limit)
{
    return k->each_within(n, inverse, limit);
}

static int count_pivots(const multifrontal_plan *p)
{
    int n = p->first.n + p->last.n + p->fronts->n_steps;
    for (int i = 0; i < p->n_groups; i++)
        n += p->group[i].program->n * p->group[i].program->stride;
    return n;
}

/* --- solution ----------------------------------------------------------------------------------------------------- */

static void group_forward(const kernels *k, const lane_group *g, bool transposed)
{
    if (transposed)
        lane_program_forward_transposed(g->program, g->a, g->x);
    else
        (g->wide ? k->run_lanes : k->run_single)(g->program->forward, g->a, g->x);
}

static void group_backward(const kernels *k, const lane_group *g, bool transposed)
{
    if (transposed)
        lane_program_backward_transposed(g->program, g->a, g->x);
    else
        (g->wide ? k->run_lanes : k->run_single)(g->program->backward, g->a, g->x);
}

static void groups_forward(const kernels *k, const multifrontal_plan *p, bool transposed)
{
    for (int i = 0; i < p->n_groups; i++) {
        const lane_group *g = &p->group[i];
        const int n = g->program->n * g->program->stride, n_rest = g->program->n_rest * g->program->stride;
        k->gather(n, transposed ? g->column : g->row, p->y, g->x);
        group_forward(k, g, transposed);
        k->scatter_add(n_rest, g->rest_to, g->x + n, p->x);
    }
}

static void groups_backward(const kernels *k, const multifrontal_plan *p, bool transposed, double *b)
{
    for (int i = 0; i < p->n_groups; i++) {
        const lane_group *g = &p->group[i];
        const int n = g->program->n * g->program->stride, n_rest = g->program->n_rest * g->program->stride;
        k->gather(n_rest, g->rest, p->x, g->x + n);
        group_backward(k, g, transposed);
        k->scatter(n, transposed ? g->row : g->column, g->x, b);
    }
}

/* Each unknown leaves the equations of its entries: columns of first; rows of last, transposed, from the end. */
static void substitute(const triangle *t, bool transposed, double *y, double *b)
{
    for (int i = 0; i < t->n; i++) {
        const int k = transposed ? t->n - 1 - i : i;
        const double x = y[transposed ? t->column[k] : t->row[k]] * t->inverse[k];
        b[transposed ? t->row[k] : t->column[k]] = x;
        for (int e = t->start[k]; e < t->start[k + 1]; e++)
            y[t->other[e]] -= t->value[e] * x;
    }
}

/* Each equation takes the known unknowns: rows of last; columns of first, transposed, from the end. */
static void linear_multifrontal_collect(const triangle *t, bool transposed, const double *y, double *b)
{
    for (int i = 0; i < t->n; i++) {
        const int k = transposed ? t->n - 1 - i : i;
        double sum = y[transposed ? t->column[k] : t->row[k]];
        for (int e = t->start[k]; e < t->start[k + 1]; e++)
            sum -= t->value[e] * b[t->other[e]];
        b[transposed ? t->row[k] : t->column[k]] = sum * t->inverse[k];
    }
}

static void multifrontal_solve(void *self, double *b)
{
    const multifrontal *s = self;
    const multifrontal_plan *p = s->plan;
    const kernels *k = s->kernels;
    for (int i = 0; i < p->n; i++)
        p->y[i] = p->row_scale[i] * b[i];
    substitute(&p->first, false, p->y, b);
    const int n = p->fronts->n_steps;
    k->gather(n, p->row, p->y, p->x);
    groups_forward(k, p, false);
    fronts_forward(p->fronts, k, p->x);
    fronts_backward(p->fronts, k, p->x);
    groups_backward(k, p, false, b);
    k->scatter(n, p->column, p->x, b);
    linear_multifrontal_collect(&p->last, false, p->y, b);
}

static void multifrontal_solve_transposed(void *self, double *b)
{
    const multifrontal *s = self;
    const multifrontal_plan *p = s->plan;
    const kernels *k = s->kernels;
    memcpy(p->y, b, (size_t)p->n * sizeof *b);
    substitute(&p->last, true, p->y, b);
    const int n = p->fronts->n_steps;
    k->gather(n, p->column, p->y, p->x);
    groups_forward(k, p, true);
    fronts_forward_transposed(p->fronts, p->x);
    fronts_backward_transposed(p->fronts, p->x);
    groups_backward(k, p, true, b);
    k->scatter(n, p->row, p->x, b);
    linear_multifrontal_collect(&p->first, true, p->y, b);
    for (int i = 0; i < p->n; i++)
        b[i] *= p->row_scale[i];
}

/* --- plans -------------------------------------------------------------------------------------------------------- */

static linear_status multifrontal_factor(void *self, const linear_system *system, pivot_rule rule, int *column)
{
    multifrontal *s = self;
    const csc *a = system->matrix;
    multifrontal_plan_destroy(s->plan);
    s->plan = NULL; /* memory may end before there is another */
    s->plan = multifrontal_plan_create(a, s->used, s->threshold, rule == PIVOT_FOR_SPARSITY ? LENIENCY : 1.0, column);
    if (!s->plan)
        return LINEAR_SINGULAR;
    if (s->members > 1)
        fronts_share(s->plan->fronts, s->members, s->plan->memory);
    run_plan(s, a, HUGE_VAL);
    s->limit = heap_resize(s->limit, ((size_t)count_pivots(s->plan) + 1) * sizeof(double));
    return visit_pivots(s->kernels, s->plan, s->limit, set_limit) ? LINEAR_OK : LINEAR_NOT_FINITE;
}

/* Takes only the entries that are not zero, if enough are. */
static bool take_nonzero(multifrontal *s, const csc *a)
{
    const int n = s->n_entries;
    int n_used = 0;
    for (int e = 0; e < n; e++)
        n_used += a->value[e] != 0.0;
    if (n_used > FEW * n)
        return false;
    s->takes_all = false;
    for (int e = 0; e < n; e++)
        s->used[e] = a->value[e] != 0.0;
    return true;
}

/* Whether the plan takes the right entries; changes which are taken when it does not. */
static bool takes_right_entries(multifrontal *s, const csc *a, long uses)
{
    if (s->takes_all)
        return uses != s->patience || !take_nonzero(s, a);
    if (s->kernels->each_within(s->n_entries, a->value, s->plan->most))
        return true;
    s->patience = s->patience < MOST_PATIENCE ? 4 * s->patience : s->patience;
    take_all(s);
    return false;
}

static linear_status multifrontal_refactor(void *self, const linear_system *system, long uses, int *column)
{
    (void)column;
    multifrontal *s = self;
    const csc *a = system->matrix;
    const bool is_good = takes_right_entries(s, a, uses) && run_plan(s, a, GROWTH / s->threshold) &&
                         visit_pivots(s->kernels, s->plan, s->limit, check_limit);
    return is_good ? LINEAR_OK : LINEAR_STALE_PIVOTS;
}

static void multifrontal_serialize(archive *ar, void *self)
{
    multifrontal *s = self;
    archive_bool(ar, &s->takes_all);
    archive_int(ar, &s->patience);
    for (int e = 0; e < s->n_entries; e++)
        archive_bool(ar, &s->used[e]);
}

const linear_backend linear_multifrontal = {
    .keyword = "naive",
    .grammar = "naive [, { mt | multithread }, THREADS] [, pivot factor, REAL]",
    .summary = "The built-in sparse LU factorisation: equal parts of the model side by side, the rest by dense blocks.",
    .analyze = multifrontal_analyze,
    .destroy = multifrontal_destroy,
    .factor = multifrontal_factor,
    .refactor = multifrontal_refactor,
    .solve = multifrontal_solve,
    .solve_transposed = multifrontal_solve_transposed,
    .serialize = multifrontal_serialize,
    .accuracy = 1e-9,
    .has_accurate_pivots = true,
};
