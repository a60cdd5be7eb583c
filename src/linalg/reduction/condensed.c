/* condensed.c - solutions by way of the matrix without its momenta.
 *
 * Where the multipliers of condensation.h exceed LARGE, with tiny steps, solutions are refined once,
 *
 *     x += A^-1 (b - A x) */
#include "linalg/reduction/condensed.h"
#include "linalg/reduction/condensation.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LARGE = 1e6;

struct condensed {
    int n;
    crew crew;
    condensation *without; /* NULL: the whole matrix is factored */
    double *rest;          /* right-hand side and solution of what is factored */
    csc exact;             /* the matrix, when solutions are refined; values NULL: they are not */
    double *given, *error; /* of the refinement: n each */
};

condensed *condensed_create(const csc *a, crew by)
{
    condensed *c = heap_resize(NULL, sizeof *c);
    *c = (condensed){.n = a->n, .crew = by, .without = condensation_create(a)};
    c->rest = heap_resize(NULL, ((size_t)a->n + 1) * sizeof *c->rest);
    return c;
}

void condensed_destroy(condensed *c)
{
    if (!c)
        return;
    condensation_destroy(c->without);
    free(c->rest);
    free(c->exact.value);
    free(c->given);
    free(c->error);
    free(c);
}

const csc *condensed_rest(const condensed *c, const csc *a) { return c->without ? condensation_rest(c->without) : a; }

bool condensed_is_smaller(const condensed *c) { return c->without != NULL; }

void condensed_give_up(condensed *c)
{
    condensation_destroy(c->without);
    c->without = NULL;
}

int condensed_column(const condensed *c, int column)
{
    return c->without ? condensation_column(c->without, column) : column;
}

static void remember_exact(condensed *c, const csc *a)
{
    const size_t bytes = (size_t)csc_entries(a) * sizeof *a->value, n = (size_t)a->n * sizeof *c->given;
    double *value = heap_resize(c->exact.value, bytes);
    c->exact = *a;
    c->exact.value = memcpy(value, a->value, bytes);
    c->given = heap_resize(c->given, n);
    c->error = heap_resize(c->error, n);
}

bool condensed_take(condensed *c, const csc *a)
{
    const double largest = c->without ? condensation_factor(c->without, a, c->crew) : 0.0;
    if (isfinite(largest) && largest > LARGE) {
        remember_exact(c, a);
        return true;
    }
    free(c->exact.value);
    c->exact.value = NULL;
    if (!isfinite(largest))
        condensed_give_up(c);
    return isfinite(largest);
}

static void solve_once(const condensed *c, double *b, rest_solver *solve, void *to)
{
    if (!c->without) {
        solve(to, b);
        return;
    }
    condensation_reduce(c->without, b, c->rest);
    solve(to, c->rest);
    condensation_expand(c->without, c->rest, b);
}

static void solve_once_transposed(const condensed *c, double *b, rest_solver *solve, void *to)
{
    if (!c->without) {
        solve(to, b);
        return;
    }
    condensation_reduce_transposed(c->without, b, c->rest);
    solve(to, c->rest);
    condensation_expand_transposed(c->without, c->rest, b);
}

typedef void solve_way(const condensed *c, double *b, rest_solver *solve, void *to);
typedef void product(const csc *a, const double *x, double *y);

static void solve_as(condensed *c, double *b, solve_way *once, product *multiply, rest_solver *solve, void *to)
{
    if (c->exact.value)
        memcpy(c->given, b, (size_t)c->n * sizeof *b);
    once(c, b, solve, to);
    if (!c->exact.value)
        return;
    multiply(&c->exact, b, c->error);
    for (int i = 0; i < c->n; i++)
        c->error[i] = c->given[i] - c->error[i];
    once(c, c->error, solve, to);
    for (int i = 0; i < c->n; i++)
        b[i] += c->error[i];
}

void condensed_solve(condensed *c, double *b, rest_solver *solve, void *to)
{
    solve_as(c, b, solve_once, csc_multiply, solve, to);
}

void condensed_solve_transposed(condensed *c, double *b, rest_solver *solve, void *to)
{
    solve_as(c, b, solve_once_transposed, csc_multiply_transposed, solve, to);
}
