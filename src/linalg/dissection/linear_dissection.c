/* linear_dissection.c - symmetric matrices of meshes: factors L D L' by nested dissection and dense panels, or
 * incomplete factors and conjugate gradients.
 *
 * Momenta (condensed.h) and clamped unknowns (held.h) are taken out first. What is left has to be symmetric but for
 * signs of rows (symmetry.h). The pattern alone decides about the order, so that factors depend on nothing but the
 * values. The first factors, and those with large multipliers, are tried:
 *
 *     max_i |b - A x|_i / (|A| |x| + |b|)_i <= ACCURATE                (incomplete ones: whether solutions converge)
 *
 * A matrix that is not symmetric, has no pivots or is not solved accurately is for another solver, MUMPS, from then
 * on. */
#include "linalg/condensed.h"
#include "linalg/condition.h"
#include "linalg/dissection/held.h"
#include "linalg/dissection/incomplete.h"
#include "linalg/dissection/panels.h"
#include "linalg/linear_solver.h"
#include "linalg/symmetry.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ACCURATE = 1e-9;
extern const linear_type linear_mumps, linear_multifrontal;

typedef struct {
    linear_options options;
    crew crew;
    csc pattern; /* of the matrix */
    condensed *whole;
    half_matrix *half;
    held *held;
    panel_plan *plan;
    panels *panels;
    bool is_incomplete; /* these, in place of panels */
    incomplete *few;
    double *core;            /* right-hand side and solution of what is factored */
    const linear_type *type; /* of the other solver */
    void *other;             /* NULL: it is not needed */
    bool is_factored, is_tried;
    const csc *factored;
    double *work; /* 3 n, of trials and the condition number */
    linear_age age;
} dissection;

static void release(dissection *s)
{
    incomplete_destroy(s->few);
    panels_destroy(s->panels);
    panel_plan_destroy(s->plan);
    held_destroy(s->held);
    half_matrix_destroy(s->half);
    condensed_destroy(s->whole);
    free(s->core);
    s->few = NULL;
    s->panels = NULL;
    s->plan = NULL;
    s->held = NULL;
    s->half = NULL;
    s->whole = NULL;
    s->core = NULL;
    s->is_factored = false;
}

/* The other solver takes over. */
static void hand_over(dissection *s)
{
    const linear_age before = s->age;
    release(s);
    s->type = linear_mumps.is_there() ? &linear_mumps : &linear_multifrontal;
    s->other = s->type->create(&s->pattern, &s->options);
    s->type->age(s->other)->plans = before.plans + 1;
}

/* False when there is no METIS. */
static bool plan_panels(dissection *s, int n, const int *row, const int *column)
{
    s->plan = panel_plan_create(held_core(s->held));
    if (!s->plan)
        return false;
    s->panels = panels_create(s->plan, n, row, column, s->crew);
    return true;
}

/* False when the pattern is not symmetric as well. */
static bool prepare(dissection *s, const csc *a)
{
    s->half = half_matrix_create(a);
    if (!s->half)
        return false;
    s->held = held_create(s->half);
    s->core = heap_resize(NULL, ((size_t)a->n + 1) * sizeof *s->core);
    const int *row, *column, n = held_entries(s->held, &row, &column);
    if (!s->is_incomplete)
        return plan_panels(s, n, row, column);
    s->few = incomplete_create(held_core(s->held)->n, n, row, column);
    return true;
}

static dissection *create(const csc *a, const linear_options *o, bool is_incomplete)
{
    dissection *s = heap_resize(NULL, sizeof *s);
    *s = (dissection){.options = *o, .crew = linear_crew(o), .pattern = *a, .is_incomplete = is_incomplete};
    if (a->n == 0)
        return s;
    s->whole = condensed_create(a, s->crew);
    if (!prepare(s, condensed_rest(s->whole, a)))
        hand_over(s);
    return s;
}

static void *create_complete(const csc *a, const linear_options *o) { return create(a, o, false); }
static void *create_incomplete(const csc *a, const linear_options *o) { return create(a, o, true); }

static void destroy(void *self)
{
    dissection *s = self;
    release(s);
    if (s->other)
        s->type->destroy(s->other);
    free(s->work);
    free(s);
}

/* --- solution ----------------------------------------------------------------------------------------------------- */

static void change_signs(const half_matrix *h, double *b)
{
    for (int i = 0; i < h->n; i++)
        b[i] *= h->sign[i];
}

static void solve_half(dissection *s, double *b)
{
    held_reduce(s->held, s->half, b, s->core);
    if (s->few)
        incomplete_solve(s->few, s->core);
    else
        panels_solve(s->panels, s->core);
    held_expand(s->held, s->half, s->core, b);
}

static void solve_plain(void *self, double *b)
{
    dissection *s = self;
    change_signs(s->half, b);
    solve_half(s, b);
}

static void solve_roughly(void *self, double *b)
{
    dissection *s = self;
    change_signs(s->half, b);
    held_reduce(s->held, s->half, b, s->core);
    incomplete_apply(s->few, s->core);
    held_expand(s->held, s->half, s->core, b);
}

static void solve_mirrored(void *self, double *b)
{
    dissection *s = self;
    solve_half(s, b);
    change_signs(s->half, b);
}

static void solve(void *self, double *b)
{
    const dissection *s = self;
    if (s->other)
        s->type->solve(s->other, b);
    else if (s->is_factored)
        condensed_solve(s->whole, b, solve_plain, self);
}

static void precondition(void *self, double *b)
{
    const dissection *s = self;
    if (s->is_factored && s->few)
        condensed_solve(s->whole, b, solve_roughly, self);
    else
        solve(self, b);
}

static void solve_transposed(void *self, double *b)
{
    const dissection *s = self;
    if (s->other)
        s->type->solve_transposed(s->other, b);
    else if (s->is_factored)
        condensed_solve_transposed(s->whole, b, solve_mirrored, self);
}

/* --- factorisation ------------------------------------------------------------------------------------------------ */

/* Backward error of the solution for a right-hand side with entries as large as those of its rows. */
static double find_error(dissection *s, const csc *a)
{
    const int n = a->n;
    s->work = heap_resize(s->work, 3 * ((size_t)n + 1) * sizeof(double));
    double *x = s->work, *residual = x + n, *size = residual + n, error = 0.0;
    memset(size, 0, (size_t)n * sizeof *size);
    for (int e = 0; e < csc_entries(a); e++)
        if (fabs(a->value[e]) > size[a->row[e]])
            size[a->row[e]] = fabs(a->value[e]);
    for (int i = 0; i < n; i++) {
        x[i] = residual[i] = (i % 3 - 1.25) * size[i];
        size[i] = fabs(x[i]);
    }
    solve(s, x);
    for (int j = 0; j < n; j++)
        for (int e = a->start[j]; e < a->start[j + 1]; e++) {
            const double term = a->value[e] * x[j];
            residual[a->row[e]] -= term;
            size[a->row[e]] += fabs(term);
        }
    for (int i = 0; i < n; i++)
        if (!(fabs(residual[i]) <= error * size[i]))
            error = fabs(residual[i]) / size[i];
    return error;
}

static panels_status factor_core(dissection *s)
{
    if (!s->few)
        return panels_factor(s->panels, held_values(s->held));
    return incomplete_factor(s->few, held_values(s->held)) ? PANELS_GOOD : PANELS_SINGULAR;
}

/* Whether solutions are accurate. */
static bool try_factors(dissection *s, const csc *a)
{
    if (!s->few)
        return find_error(s, a) <= ACCURATE;
    for (int i = 0; i < held_core(s->held)->n; i++)
        s->core[i] = i % 3 - 1.25;
    return incomplete_solve(s->few, s->core);
}

/* False when this is not the solver for it. */
static bool factor_here(dissection *s, const csc *a)
{
    if (!condensed_take(s->whole, a) || !half_matrix_reload(s->half, condensed_rest(s->whole, a), s->crew) ||
        !held_load(s->held, s->half, s->crew))
        return false;
    const panels_status status = factor_core(s);
    if (status == PANELS_SINGULAR)
        return false;
    s->is_factored = true;
    if (s->is_tried && status == PANELS_GOOD)
        return true;
    s->is_tried = true;
    return try_factors(s, a);
}

static linear_status factor(void *self, const csc *a, int *column)
{
    dissection *s = self;
    s->factored = a;
    if (a->n == 0)
        return LINEAR_OK;
    s->is_factored = false;
    if (!s->other && !factor_here(s, a))
        hand_over(s);
    return s->other ? s->type->factor(s->other, a, column) : LINEAR_OK;
}

static double condition(void *self)
{
    dissection *s = self;
    if (s->other)
        return s->type->condition(s->other);
    if (!s->is_factored)
        return s->factored && s->factored->n > 0 ? HUGE_VAL : 1.0;
    s->work = heap_resize(s->work, 3 * ((size_t)s->factored->n + 1) * sizeof(double));
    return condition_estimate(s->factored, solve, solve_transposed, self, s->work);
}

static double bytes(const void *self)
{
    const dissection *s = self;
    return s->panels ? panels_bytes(s->panels) : s->few ? incomplete_bytes(s->few) : 0.0;
}

static linear_age *age(void *self)
{
    dissection *s = self;
    return s->other ? s->type->age(s->other) : &s->age;
}

/* As before the other solver took over. */
static void come_back(dissection *s)
{
    s->age.plans = s->type->age(s->other)->plans + 1;
    s->type->destroy(s->other);
    s->other = NULL;
    s->whole = condensed_create(&s->pattern, s->crew);
    prepare(s, condensed_rest(s->whole, &s->pattern));
}

/* The last matrix is factored anew; the other solver knows what it needs for that. */
static bool keep(archive *ar, void *self, const csc *last)
{
    dissection *s = self;
    bool is_other = s->other != NULL;
    int column;
    archive_bool(ar, &is_other);
    archive_bool(ar, &s->is_tried);
    const bool is_loaded = archive_is_loading(ar) && !archive_failed(ar);
    if (is_loaded && is_other && !s->other)
        hand_over(s);
    if (is_loaded && !is_other && s->other)
        come_back(s);
    if (s->other)
        return s->type->keep(ar, s->other, last);
    if (s->half)
        half_matrix_keep(ar, s->half);
    return is_loaded ? factor(s, last, &column) == LINEAR_OK : s->is_factored;
}

const linear_type linear_dissection = {
    .keyword = "dissection",
    .summary =
        "Sparse factors of symmetric matrices by nested dissection, for large meshes; other matrices are for MUMPS.",
    .create = create_complete,
    .destroy = destroy,
    .factor = factor,
    .solve = solve,
    .solve_transposed = solve_transposed,
    .condition = condition,
    .keep = keep,
    .bytes = bytes,
    .age = age,
};

const linear_type linear_incomplete = {
    .keyword = "incomplete",
    .summary = "Incomplete factors and conjugate gradients, for symmetric matrices of meshes that are short of memory.",
    .create = create_incomplete,
    .destroy = destroy,
    .factor = factor,
    .solve = solve,
    .precondition = precondition,
    .solve_transposed = solve_transposed,
    .condition = condition,
    .keep = keep,
    .bytes = bytes,
    .age = age,
};
