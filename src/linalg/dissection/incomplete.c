/* incomplete.c - incomplete factors of a symmetric positive definite matrix, and solutions by conjugate gradients with
 * them.
 *
 *     M = S^-1 L L' S^-1,   S A S + shift = L L'  on the pattern of A or of -A,   S = diag(A)^-1/2
 *
 * (Meijerink and van der Vorst, Math. Comp. 31, 1977). Stiffness matrices are positive definite, but some of their
 * incomplete pivots may not be positive: then the diagonal is increased by a shift that grows until all are
 * (Manteuffel, Math. Comp. 34, 1980). The conjugate gradients are Saad's, Iterative Methods, algorithm 9.1; they end
 * with
 *
 *     |S r| <= ACCURATE (|S b| + |S^-1 x|) */
#include "linalg/dissection/incomplete.h"
#include "base/arena.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NONE = -1, STEPS = 2000 };
static const double FIRST_SHIFT = 1e-3, MOST_SHIFT = 1.0, LEAST_PIVOT = 1e-3, ACCURATE = 1e-13;

struct incomplete {
    int n, n_entries;
    int *start, *row, *column;
    const double *value;
    double sign, shift; /* sign of the diagonal; shift added to it */
    double *l, *scale;
    int *position, *first, *next, *waiting; /* for a factorization: n each */
    double *r, *z, *p, *q;                  /* for a solution: n each */
};

incomplete *incomplete_create(int n, int n_entries, const int *row, const int *column)
{
    incomplete *f = heap_resize(NULL, sizeof *f);
    *f = (incomplete){.n = n,
                      .n_entries = n_entries,
                      .start = heap_integers((size_t)n, 0),
                      .row = heap_integers((size_t)n_entries, 0)};
    f->column = heap_integers((size_t)n_entries, 0);
    memcpy(f->row, row, (size_t)n_entries * sizeof *row);
    memcpy(f->column, column, (size_t)n_entries * sizeof *column);
    memset(f->start, 0, ((size_t)n + 1) * sizeof *f->start);
    for (int e = 0; e < n_entries; e++)
        f->start[column[e] + 1]++;
    for (int j = 0; j < n; j++)
        f->start[j + 1] += f->start[j];
    return f;
}

void incomplete_destroy(incomplete *incomplete)
{
    if (!incomplete)
        return;
    free(incomplete->start);
    free(incomplete->row);
    free(incomplete->column);
    free(incomplete->l);
    free(incomplete->scale);
    free(incomplete->position);
    free(incomplete->first);
    free(incomplete->next);
    free(incomplete->waiting);
    free(incomplete->r);
    free(incomplete->z);
    free(incomplete->p);
    free(incomplete->q);
    free(incomplete);
}

double incomplete_bytes(const incomplete *incomplete)
{
    const double an_unknown = 5.0 * sizeof(double) + 4.0 * sizeof(int);
    return incomplete->l ? 0.0 : incomplete->n * an_unknown + (double)incomplete->n_entries * sizeof(double);
}

static void allocate_workspace(incomplete *incomplete)
{
    incomplete->l = heap_reals((size_t)incomplete->n_entries);
    incomplete->scale = heap_reals((size_t)incomplete->n);
    incomplete->position = heap_integers((size_t)incomplete->n, 0);
    incomplete->first = heap_integers((size_t)incomplete->n, 0);
    incomplete->next = heap_integers((size_t)incomplete->n, 0);
    incomplete->waiting = heap_integers((size_t)incomplete->n, 0);
    incomplete->r = heap_reals((size_t)incomplete->n);
    incomplete->z = heap_reals((size_t)incomplete->n);
    incomplete->p = heap_reals((size_t)incomplete->n);
    incomplete->q = heap_reals((size_t)incomplete->n);
}

/* --- factors ------------------------------------------------------------------------------------------------------ */

/* Returns false if the diagonal has different signs. */
static bool find_scale(incomplete *incomplete)
{
    incomplete->sign = incomplete->n_entries > 0 && incomplete->value[0] < 0.0 ? -1.0 : 1.0;
    for (int j = 0; j < incomplete->n; j++) {
        const int e = incomplete->start[j];
        if (e == incomplete->start[j + 1] || incomplete->row[e] != j ||
            !(incomplete->sign * incomplete->value[e] > 0.0))
            return false;
        incomplete->scale[j] = 1.0 / sqrt(incomplete->sign * incomplete->value[e]);
    }
    return true;
}

static void incomplete_load(incomplete *incomplete)
{
    for (int e = 0; e < incomplete->n_entries; e++)
        incomplete->l[e] = incomplete->sign * incomplete->value[e] * incomplete->scale[incomplete->row[e]] *
                           incomplete->scale[incomplete->column[e]];
    for (int j = 0; j < incomplete->n; j++) {
        incomplete->l[incomplete->start[j]] += incomplete->shift;
        incomplete->position[j] = incomplete->waiting[j] = NONE;
    }
}

/* Column k changes the existing entries of column j, and then waits for the column of its next row. */
static void change_column(incomplete *incomplete, int k, int j)
{
    const int begin = incomplete->first[k], end = incomplete->start[k + 1];
    const double by = incomplete->l[begin];
    for (int e = begin; e < end; e++)
        if (incomplete->position[incomplete->row[e]] >= incomplete->start[j])
            incomplete->l[incomplete->position[incomplete->row[e]]] -= incomplete->l[e] * by;
    if (begin + 1 < end) {
        const int row = incomplete->row[begin + 1];
        incomplete->first[k] = begin + 1;
        incomplete->next[k] = incomplete->waiting[row];
        incomplete->waiting[row] = k;
    }
}

/* Returns false if a pivot is too small. */
static bool factor_column(incomplete *incomplete, int j)
{
    const int begin = incomplete->start[j], end = incomplete->start[j + 1];
    for (int e = begin; e < end; e++)
        incomplete->position[incomplete->row[e]] = e;
    for (int k = incomplete->waiting[j], after; k != NONE; k = after) {
        after = incomplete->next[k];
        change_column(incomplete, k, j);
    }
    if (!(incomplete->l[begin] > LEAST_PIVOT))
        return false;
    const double root = sqrt(incomplete->l[begin]);
    incomplete->l[begin] = root;
    for (int e = begin + 1; e < end; e++)
        incomplete->l[e] /= root;
    if (begin + 1 < end) {
        const int row = incomplete->row[begin + 1];
        incomplete->first[j] = begin + 1;
        incomplete->next[j] = incomplete->waiting[row];
        incomplete->waiting[row] = j;
    }
    return true;
}

static bool try_shift(incomplete *incomplete)
{
    incomplete_load(incomplete);
    for (int j = 0; j < incomplete->n; j++)
        if (!factor_column(incomplete, j))
            return false;
    return true;
}

bool incomplete_factor(incomplete *incomplete, const double *value)
{
    if (!incomplete->l)
        allocate_workspace(incomplete);
    incomplete->value = value;
    if (!find_scale(incomplete))
        return false;
    for (incomplete->shift = 0.0; !try_shift(incomplete);
         incomplete->shift = incomplete->shift > 0.0 ? 2.0 * incomplete->shift : FIRST_SHIFT)
        if (incomplete->shift > MOST_SHIFT)
            return false;
    return true;
}

void incomplete_apply(const incomplete *incomplete, double *b)
{
    for (int i = 0; i < incomplete->n; i++)
        b[i] *= incomplete->sign * incomplete->scale[i];
    for (int j = 0; j < incomplete->n; j++) {
        const double x = b[j] /= incomplete->l[incomplete->start[j]];
        for (int e = incomplete->start[j] + 1; e < incomplete->start[j + 1]; e++)
            b[incomplete->row[e]] -= incomplete->l[e] * x;
    }
    for (int j = incomplete->n - 1; j >= 0; j--) {
        double sum = b[j];
        for (int e = incomplete->start[j] + 1; e < incomplete->start[j + 1]; e++)
            sum -= incomplete->l[e] * b[incomplete->row[e]];
        b[j] = sum / incomplete->l[incomplete->start[j]];
    }
    for (int i = 0; i < incomplete->n; i++)
        b[i] *= incomplete->scale[i];
}

/* --- conjugate gradients ------------------------------------------------------------------------------------------ */

static double dot(int n, const double *x, const double *y)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

static void multiply(const incomplete *incomplete, const double *x, double *y)
{
    memset(y, 0, (size_t)incomplete->n * sizeof *y);
    for (int j = 0; j < incomplete->n; j++) {
        double sum = 0.0;
        for (int e = incomplete->start[j]; e < incomplete->start[j + 1]; e++) {
            const int i = incomplete->row[e];
            sum += incomplete->value[e] * x[i];
            if (i != j)
                y[i] += incomplete->value[e] * x[j];
        }
        y[j] += sum;
    }
}

/* Computes p from z = M^-1 r. Returns r z. */
static double next_direction(incomplete *incomplete, double before)
{
    memcpy(incomplete->z, incomplete->r, (size_t)incomplete->n * sizeof *incomplete->z);
    incomplete_apply(incomplete, incomplete->z);
    const double now = dot(incomplete->n, incomplete->r, incomplete->z), by = before != 0.0 ? now / before : 0.0;
    for (int i = 0; i < incomplete->n; i++)
        incomplete->p[i] = incomplete->z[i] + by * incomplete->p[i];
    return now;
}

static double scaled_size(const incomplete *incomplete, const double *x, bool is_inverse)
{
    double sum = 0.0;
    for (int i = 0; i < incomplete->n; i++) {
        const double scaled = is_inverse ? x[i] / incomplete->scale[i] : x[i] * incomplete->scale[i];
        sum += scaled * scaled;
    }
    return sqrt(sum);
}

bool incomplete_solve(incomplete *incomplete, double *b)
{
    const double given = scaled_size(incomplete, b, false);
    memcpy(incomplete->r, b, (size_t)incomplete->n * sizeof *b);
    memset(b, 0, (size_t)incomplete->n * sizeof *b);
    memset(incomplete->p, 0, (size_t)incomplete->n * sizeof *b);
    double rz = 0.0;
    for (int k = 0; k < STEPS; k++) {
        if (scaled_size(incomplete, incomplete->r, false) <= ACCURATE * (given + scaled_size(incomplete, b, true)))
            return true;
        rz = next_direction(incomplete, rz);
        multiply(incomplete, incomplete->p, incomplete->q);
        const double length = rz / dot(incomplete->n, incomplete->p, incomplete->q);
        if (!isfinite(length))
            return false;
        for (int i = 0; i < incomplete->n; i++) {
            b[i] += length * incomplete->p[i];
            incomplete->r[i] -= length * incomplete->q[i];
        }
    }
    return false;
}
