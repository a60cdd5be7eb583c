/* linear.c - a linear solver at work: scaling, factorisation and refinement around a linear_type; the table of types.
 *
 *     B = R A C,  B z = R b,  x = C z
 *     refinement:  r = b - A x,  A d = r,  x += d,  while the backward error
 *         w = max_i |r|_i / (|A| |x| + |b|)_i
 *     is above the tolerance and falls to less than half in each round. */
#include "base/arena.h"
#include "linalg/kernels/kernels.h"
#include "linalg/linear_solver.h"
#include "linalg/multifrontal/minimum_degree.h"
#include "linalg/scaling.h"
#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LINEAR(name) extern const linear_type linear_##name;
#include "linalg/linear_solvers.def"
#undef LINEAR

const linear_type *const linear_types[] = {
#define LINEAR(name) &linear_##name,
#include "linalg/linear_solvers.def"
#undef LINEAR
};
const int linear_type_count = (int)(sizeof linear_types / sizeof *linear_types);

static bool same_word(const char *a, const char *b)
{
    for (;; a++, b++) {
        while (isspace((unsigned char)*a))
            a++;
        while (isspace((unsigned char)*b))
            b++;
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return false;
        if (!*a)
            return true;
    }
}

const linear_type *linear_type_find(const char *keyword)
{
    for (int i = 0; i < linear_type_count; i++)
        if (same_word(linear_types[i]->keyword, keyword))
            return linear_types[i];
    return NULL;
}

crew linear_crew(const linear_options *o) { return (crew){o->team, team_share(o->team, o->threads)}; }

/* Products that an elimination takes in whatever order: an unknown has d neighbours when it goes, each entry beside the
 * diagonal and its mirror image join two that are neighbours at least until one of them goes,
 *
 *     sum d^2 >= (sum d)^2 / n,    sum d >= entries / 2 */
static double least_products(const csc *a)
{
    const double pairs = 0.5 * (csc_entries(a) - a->n);
    return pairs > 0.0 ? pairs * pairs / a->n : 0.0;
}

/* Where elimination takes so many products, nested dissection and dense panels win. What fills takes more than twice
 * the least, and its degrees need not be looked at. */
const linear_type *linear_type_default(const csc *a)
{
    enum { SMALL = 2000 };
    static const double MANY = 5e7;
    const bool is_mesh = a->n > SMALL && (2.0 * least_products(a) > MANY || minimum_degree_products(a) > MANY);
    return is_mesh ? &linear_dissection : &linear_multifrontal;
}

struct linear {
    const linear_type *type;
    void *solver;
    linear_options options;
    bool scaled, scale_known;
    double *r, *c;     /* scale factors, when scaled */
    csc own;           /* pattern of the caller; values of A as it was factored, when refining */
    csc scaled_matrix; /* pattern of the caller; values of R A C, when scaled */
    csc last;          /* pattern of the caller; values that were factored last, when they have to be kept */
    bool is_factored;
    long factored; /* how often */
    double *work;  /* 4 n: right-hand side, residual, its scale, solution */
};

static double *numbers(size_t n) { return heap_resize(NULL, n * sizeof(double)); }

linear *linear_create(const linear_type *type, const csc *a, const linear_options *o)
{
    void *solver = type->create(a, o);
    if (!solver)
        return NULL;
    const size_t n = (size_t)a->n, n_entries = (size_t)csc_entries(a);
    linear *l = heap_resize(NULL, sizeof *l);
    *l = (linear){.type = type, .solver = solver, .options = *o, .own = *a, .scaled_matrix = *a, .last = *a};
    l->scaled = o->when != SCALE_NEVER && o->scale != SCALE_NONE;
    const bool refined = o->refine_iterations > 0;
    l->own.value = refined ? numbers(n_entries) : NULL;
    l->scaled_matrix.value = l->scaled ? numbers(n_entries) : NULL;
    l->last.value = o->kept ? numbers(n_entries + 1) : NULL;
    l->r = l->scaled ? numbers(n) : NULL;
    l->c = l->scaled ? numbers(n) : NULL;
    l->work = l->scaled || refined ? numbers(4 * n) : NULL;
    return l;
}

void linear_destroy(linear *l)
{
    if (!l)
        return;
    l->type->destroy(l->solver);
    free(l->own.value);
    free(l->scaled_matrix.value);
    free(l->last.value);
    free(l->r);
    free(l->c);
    free(l->work);
    free(l);
}

static linear_status factor(linear *l, const csc *a, int *column)
{
    if (l->last.value)
        memcpy(l->last.value, a->value, (size_t)csc_entries(a) * sizeof *a->value);
    l->is_factored = true;
    l->factored++;
    return l->type->factor(l->solver, a, column);
}

linear_status linear_factor(linear *l, const csc *a, int *column)
{
    if (!kernels_best()->all_finite(csc_entries(a), a->value))
        return LINEAR_NOT_FINITE;
    if (l->own.value)
        memcpy(l->own.value, a->value, (size_t)csc_entries(a) * sizeof *a->value);
    if (!l->scaled)
        return factor(l, a, column);
    if (!l->scale_known || l->options.when == SCALE_ALWAYS)
        scaling_find(a, &l->options, l->r, l->c, l->work);
    l->scale_known = true;
    scaling_apply(a, l->r, l->c, l->scaled_matrix.value);
    return factor(l, &l->scaled_matrix, column);
}

static void apply_scaled(linear *l, void (*apply)(void *self, double *b), double *b)
{
    for (int i = 0; l->scaled && i < l->own.n; i++)
        b[i] *= l->r[i];
    apply(l->solver, b);
    for (int i = 0; l->scaled && i < l->own.n; i++)
        b[i] *= l->c[i];
}

static void solve_scaled(linear *l, double *b) { apply_scaled(l, l->type->solve, b); }

/* residual = b - A x; returns the backward error. */
static double find_residual(const csc *a, const double *b, const double *x, double *residual, double *size)
{
    for (int i = 0; i < a->n; i++) {
        residual[i] = b[i];
        size[i] = fabs(b[i]);
    }
    for (int j = 0; j < a->n; j++)
        for (int k = a->start[j]; k < a->start[j + 1]; k++) {
            const double term = a->value[k] * x[j];
            residual[a->row[k]] -= term;
            size[a->row[k]] += fabs(term);
        }
    double error = 0.0;
    for (int i = 0; i < a->n; i++)
        if (fabs(residual[i]) > error * size[i])
            error = fabs(residual[i]) / size[i];
    return error;
}

static void refine(linear *l, const double *b, double *x)
{
    const int n = l->own.n;
    double *residual = l->work + n, *size = residual + n, *best = size + n;
    const double tolerance = fmax(l->options.refine_tolerance, DBL_EPSILON);
    double before = HUGE_VAL;
    for (int i = 0; i < l->options.refine_iterations; i++) {
        const double error = find_residual(&l->own, b, x, residual, size);
        if (i > 0 && !(error < before)) {
            memcpy(x, best, (size_t)n * sizeof *x);
            return;
        }
        if (!(error > tolerance) || error > 0.5 * before)
            return;
        before = error;
        memcpy(best, x, (size_t)n * sizeof *x);
        solve_scaled(l, residual);
        for (int k = 0; k < n; k++)
            x[k] += residual[k];
    }
}

void linear_solve(linear *l, double *b)
{
    if (l->options.refine_iterations > 0 && l->own.n > 0) {
        memcpy(l->work, b, (size_t)l->own.n * sizeof *b);
        solve_scaled(l, b);
        refine(l, l->work, b);
    } else {
        solve_scaled(l, b);
    }
}

void linear_precondition(linear *l, double *b)
{
    if (l->type->precondition)
        apply_scaled(l, l->type->precondition, b);
    else
        linear_solve(l, b);
}

double linear_bytes(const linear *l) { return l->type->bytes ? l->type->bytes(l->solver) : 0.0; }

linear_age linear_age_now(const linear *l)
{
    linear_age now = l->type->age ? *l->type->age(l->solver) : (linear_age){0};
    now.factored = l->factored;
    return now;
}

void linear_rejuvenate(linear *l, linear_age then)
{
    if (l->type->age)
        l->type->age(l->solver)->uses = then.uses;
}

static void keep_values(archive *a, linear *l)
{
    const size_t n = (size_t)l->own.n, n_entries = (size_t)csc_entries(&l->own);
    archive_bool(a, &l->scale_known);
    if (l->scaled) {
        archive_doubles(a, l->r, n);
        archive_doubles(a, l->c, n);
    }
    if (l->own.value)
        archive_doubles(a, l->own.value, n_entries);
    archive_doubles(a, l->last.value, n_entries);
}

/* As it was before the first matrix. */
static void start_over(linear *l)
{
    const linear_age before = linear_age_now(l);
    l->type->destroy(l->solver);
    l->solver = l->type->create(&l->own, &l->options);
    l->is_factored = l->scale_known = false;
    if (l->type->age)
        l->type->age(l->solver)->plans = before.plans + 1;
}

bool linear_keep(archive *a, linear *l)
{
    int n_entries = csc_entries(&l->own), options = l->scaled + 2 * (l->own.value != NULL), column;
    const int entries_now = n_entries, options_now = options;
    bool is_factored = l->is_factored;
    archive_int(a, &n_entries);
    archive_int(a, &options);
    archive_bool(a, &is_factored);
    if (!archive_is(a, l->type->keyword) || n_entries != entries_now || options != options_now || !is_factored) {
        archive_skip(a);
        if (archive_is_loading(a) && l->is_factored)
            start_over(l);
        return false;
    }
    l->is_factored = true;
    keep_values(a, l);
    if (l->type->keep)
        return l->type->keep(a, l->solver, &l->last);
    return !archive_is_loading(a) || archive_failed(a) || l->type->factor(l->solver, &l->last, &column) == LINEAR_OK;
}
