/* linear_naive.c - the built-in sparse LU factorisation, for systems of multibody models.
 *
 * A plan is made for the entries that are not zero, with pivots chosen by value. Then each factorisation and solution
 * only follows the plan's lists: no search, no allocation. A new plan is made when an entry that was always zero is
 * zero no more, a multiplier exceeds GROWTH / threshold: the pivot has become too small beside its column, a pivot has
 * shrunk by more than LOSS since it was chosen, or something is not finite. Factorisation: load entries | invert single
 * pivots | lane programs | add what they pass | fronts. Solution: first singletons | lane programs forward | fronts |
 * lane programs backward | last singletons. */
#include "linalg/condition.h"
#include "linalg/linear_solver.h"
#include "linalg/naive_plan.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double THRESHOLD = 0.1, LEAST_THRESHOLD = 1e-6, GROWTH = 1e4, LOSS = 1e4;
enum { MOST_NEW_ENTRIES = 12 };

typedef struct {
    const kernels *kernels;
    double threshold;
    bool *kept;        /* entries that were not zero once */
    int n_new_entries; /* plans made because of such an entry */
    naive_plan *plan;
    double *limit;       /* of the inverse pivots: of first, last, groups, fronts */
    const csc *factored; /* for the condition number */
    double *work;        /* for the condition number */
} naive;

static void *create(const csc *a, const linear_options *o)
{
    naive *s = heap_resize(NULL, sizeof *s);
    *s = (naive){.kernels = kernels_best(),
                 .threshold = o->pivot_factor > 0.0 ? fmin(1.0, fmax(o->pivot_factor, LEAST_THRESHOLD)) : THRESHOLD,
                 .kept = heap_resize(NULL, (size_t)csc_entries(a) + 1)};
    memset(s->kept, 0, (size_t)csc_entries(a) + 1);
    return s;
}

static void destroy(void *self)
{
    naive *s = self;
    naive_plan_destroy(s->plan);
    free(s->kept);
    free(s->limit);
    free(s->work);
    free(s);
}

/* ---- factorisation ----------------------------------------------------------------------------------------------- */

static void copy(const kernels *k, const copy_list *l, const csc *a, double *to)
{
    k->load(l->n, l->from, l->scale, a->value, to);
}

static void factor_triangle(const kernels *k, const triangle *t, const csc *a)
{
    copy(k, &t->pivots, a, t->inverse);
    copy(k, &t->entries, a, t->value);
    for (int i = 0; i < t->n; i++)
        t->inverse[i] = 1.0 / t->inverse[i];
}

static bool factor_group(const kernels *k, const lane_group *g, const csc *a, double limit, double *entries)
{
    const lane_program *p = g->program;
    copy(k, &g->load, a, g->a + p->given_begin * p->stride);
    (g->wide ? k->run_lanes : k->run_single)(p->factor, g->a, g->a);
    k->scatter_add(p->n_passed * p->stride, g->passed, g->a + p->passed_begin * p->stride, entries);
    return k->all_within(p->lower_end * p->stride, g->a, limit);
}

/* False when a multiplier exceeds the limit or is not a number. */
static bool run_plan(const kernels *k, const naive_plan *p, const csc *a, double limit)
{
    const fronts *f = p->fronts;
    factor_triangle(k, &p->first, a);
    factor_triangle(k, &p->last, a);
    k->clear((int)f->n_entries, f->entries);
    for (int i = 0; i < p->load.n; i++)
        f->entries[p->load_to[i]] = p->load.scale[i] * a->value[p->load.from[i]];
    bool within = true;
    for (int i = 0; i < p->n_groups; i++)
        within &= factor_group(k, &p->group[i], a, limit, f->entries);
    return fronts_factor(f, k, limit) && within;
}

/* Calls `visit` for each range of inverse pivots; `limit` counts along. */
typedef bool (*pivot_visitor)(const kernels *k, int n, const double *inverse, double *limit);

static bool visit_pivots(const kernels *k, const naive_plan *p, double *limit, pivot_visitor visit)
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

static int count_pivots(const naive_plan *p)
{
    int n = p->first.n + p->last.n + p->fronts->n_steps;
    for (int i = 0; i < p->n_groups; i++)
        n += p->group[i].program->n * p->group[i].program->stride;
    return n;
}

static linear_status make_plan(naive *s, const csc *a, int *column)
{
    naive_plan_destroy(s->plan);
    const bool all = s->n_new_entries > MOST_NEW_ENTRIES;
    for (int e = 0; e < csc_entries(a); e++)
        s->kept[e] |= all || a->value[e] != 0.0;
    s->plan = naive_plan_create(a, s->kept, s->threshold, column);
    if (!s->plan)
        return LINEAR_SINGULAR;
    s->limit = heap_resize(s->limit, (size_t)count_pivots(s->plan) * sizeof(double));
    run_plan(s->kernels, s->plan, a, HUGE_VAL);
    return visit_pivots(s->kernels, s->plan, s->limit, set_limit) ? LINEAR_OK : LINEAR_NOT_FINITE;
}

static linear_status factor(void *self, const csc *a, int *column)
{
    naive *s = self;
    s->factored = a;
    if (!s->plan)
        return make_plan(s, a, column);
    if (!s->kernels->all_zero(csc_entries(a), a->value, s->plan->dropped)) {
        s->n_new_entries++;
        return make_plan(s, a, column);
    }
    if (run_plan(s->kernels, s->plan, a, GROWTH / s->threshold) &&
        visit_pivots(s->kernels, s->plan, s->limit, check_limit))
        return LINEAR_OK;
    return make_plan(s, a, column);
}

/* ---- solution ---------------------------------------------------------------------------------------------------- */

static void run(const kernels *k, const lane_group *g, const uint32_t *program)
{
    (g->wide ? k->run_lanes : k->run_single)(program, g->a, g->x);
}

static void groups_forward(const kernels *k, const naive_plan *p, bool transposed)
{
    for (int i = 0; i < p->n_groups; i++) {
        const lane_group *g = &p->group[i];
        const lane_program *l = g->program;
        const int n = l->n * l->stride;
        k->gather(n, transposed ? g->column : g->row, p->y, g->x);
        run(k, g, transposed ? l->forward_transposed : l->forward);
        k->scatter_add(l->n_rest * l->stride, g->rest_to, g->x + n, p->x);
    }
}

static void groups_backward(const kernels *k, const naive_plan *p, bool transposed, double *b)
{
    for (int i = 0; i < p->n_groups; i++) {
        const lane_group *g = &p->group[i];
        const lane_program *l = g->program;
        const int n = l->n * l->stride;
        k->gather(l->n_rest * l->stride, g->rest, p->x, g->x + n);
        run(k, g, transposed ? l->backward_transposed : l->backward);
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
static void collect(const triangle *t, bool transposed, const double *y, double *b)
{
    for (int i = 0; i < t->n; i++) {
        const int k = transposed ? t->n - 1 - i : i;
        double sum = y[transposed ? t->column[k] : t->row[k]];
        for (int e = t->start[k]; e < t->start[k + 1]; e++)
            sum -= t->value[e] * b[t->other[e]];
        b[transposed ? t->row[k] : t->column[k]] = sum * t->inverse[k];
    }
}

static void solve(void *self, double *b)
{
    const naive *s = self;
    const naive_plan *p = s->plan;
    const kernels *k = s->kernels;
    if (!p)
        return;
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
    collect(&p->last, false, p->y, b);
}

static void solve_transposed(void *self, double *b)
{
    const naive *s = self;
    const naive_plan *p = s->plan;
    const kernels *k = s->kernels;
    if (!p)
        return;
    memcpy(p->y, b, (size_t)p->n * sizeof *b);
    substitute(&p->last, true, p->y, b);
    const int n = p->fronts->n_steps;
    k->gather(n, p->column, p->y, p->x);
    groups_forward(k, p, true);
    fronts_forward_transposed(p->fronts, p->x);
    fronts_backward_transposed(p->fronts, p->x);
    groups_backward(k, p, true, b);
    k->scatter(n, p->row, p->x, b);
    collect(&p->first, true, p->y, b);
    for (int i = 0; i < p->n; i++)
        b[i] *= p->row_scale[i];
}

static double condition(void *self)
{
    naive *s = self;
    if (!s->plan)
        return HUGE_VAL;
    s->work = heap_resize(s->work, 3 * ((size_t)s->plan->n + 1) * sizeof(double));
    return condition_estimate(s->factored, solve, solve_transposed, self, s->work);
}

const linear_type linear_naive = {
    .keyword = "naive",
    .summary = "The built-in sparse LU factorisation: equal parts of the model side by side, the rest by dense blocks.",
    .create = create,
    .destroy = destroy,
    .factor = factor,
    .solve = solve,
    .solve_transposed = solve_transposed,
    .condition = condition,
};
