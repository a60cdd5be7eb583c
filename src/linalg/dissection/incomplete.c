/* incomplete.c - incomplete factors of a symmetric positive matrix, and solutions by conjugate gradients with them.
 *
 *     M = S^-1 L L' S^-1,   S A S + shift = L L'  on the pattern of A or of -A,   S = diag(A)^-1/2
 *
 * (Meijerink and van der Vorst, Math. Comp. 31, 1977). Stiffness matrices are positive, but some of their incomplete
 * pivots are not: then the diagonal is raised by a shift that grows until all are (Manteuffel, Math. Comp. 34, 1980).
 * The conjugate gradients are Saad's, Iterative Methods, algorithm 9.1; they end with
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
    double sign, shift; /* of the diagonal; added to it */
    double *l, *scale;
    int *place, *first, *next, *waiting; /* of a factorisation: n each */
    double *r, *z, *p, *q;               /* of a solution: n each */
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

void incomplete_destroy(incomplete *f)
{
    if (!f)
        return;
    free(f->start);
    free(f->row);
    free(f->column);
    free(f->l);
    free(f->scale);
    free(f->place);
    free(f->first);
    free(f->next);
    free(f->waiting);
    free(f->r);
    free(f->z);
    free(f->p);
    free(f->q);
    free(f);
}

double incomplete_bytes(const incomplete *f)
{
    const double an_unknown = 5.0 * sizeof(double) + 4.0 * sizeof(int);
    return f->l ? 0.0 : f->n * an_unknown + (double)f->n_entries * sizeof(double);
}

static void make_room(incomplete *f)
{
    f->l = heap_reals((size_t)f->n_entries);
    f->scale = heap_reals((size_t)f->n);
    f->place = heap_integers((size_t)f->n, 0);
    f->first = heap_integers((size_t)f->n, 0);
    f->next = heap_integers((size_t)f->n, 0);
    f->waiting = heap_integers((size_t)f->n, 0);
    f->r = heap_reals((size_t)f->n);
    f->z = heap_reals((size_t)f->n);
    f->p = heap_reals((size_t)f->n);
    f->q = heap_reals((size_t)f->n);
}

/* --- factors ------------------------------------------------------------------------------------------------------ */

/* False when the diagonal has not one sign. */
static bool find_scale(incomplete *f)
{
    f->sign = f->n_entries > 0 && f->value[0] < 0.0 ? -1.0 : 1.0;
    for (int j = 0; j < f->n; j++) {
        const int e = f->start[j];
        if (e == f->start[j + 1] || f->row[e] != j || !(f->sign * f->value[e] > 0.0))
            return false;
        f->scale[j] = 1.0 / sqrt(f->sign * f->value[e]);
    }
    return true;
}

static void incomplete_load(incomplete *f)
{
    for (int e = 0; e < f->n_entries; e++)
        f->l[e] = f->sign * f->value[e] * f->scale[f->row[e]] * f->scale[f->column[e]];
    for (int j = 0; j < f->n; j++) {
        f->l[f->start[j]] += f->shift;
        f->place[j] = f->waiting[j] = NONE;
    }
}

/* Column k changes column j where that has entries, and waits for the column of its next row. */
static void change_column(incomplete *f, int k, int j)
{
    const int begin = f->first[k], end = f->start[k + 1];
    const double by = f->l[begin];
    for (int e = begin; e < end; e++)
        if (f->place[f->row[e]] >= f->start[j])
            f->l[f->place[f->row[e]]] -= f->l[e] * by;
    if (begin + 1 < end) {
        const int row = f->row[begin + 1];
        f->first[k] = begin + 1;
        f->next[k] = f->waiting[row];
        f->waiting[row] = k;
    }
}

/* False when a pivot is too small. */
static bool factor_column(incomplete *f, int j)
{
    const int begin = f->start[j], end = f->start[j + 1];
    for (int e = begin; e < end; e++)
        f->place[f->row[e]] = e;
    for (int k = f->waiting[j], after; k != NONE; k = after) {
        after = f->next[k];
        change_column(f, k, j);
    }
    if (!(f->l[begin] > LEAST_PIVOT))
        return false;
    const double root = sqrt(f->l[begin]);
    f->l[begin] = root;
    for (int e = begin + 1; e < end; e++)
        f->l[e] /= root;
    if (begin + 1 < end) {
        const int row = f->row[begin + 1];
        f->first[j] = begin + 1;
        f->next[j] = f->waiting[row];
        f->waiting[row] = j;
    }
    return true;
}

static bool try_shift(incomplete *f)
{
    incomplete_load(f);
    for (int j = 0; j < f->n; j++)
        if (!factor_column(f, j))
            return false;
    return true;
}

bool incomplete_factor(incomplete *f, const double *value)
{
    if (!f->l)
        make_room(f);
    f->value = value;
    if (!find_scale(f))
        return false;
    for (f->shift = 0.0; !try_shift(f); f->shift = f->shift > 0.0 ? 2.0 * f->shift : FIRST_SHIFT)
        if (f->shift > MOST_SHIFT)
            return false;
    return true;
}

void incomplete_apply(const incomplete *f, double *b)
{
    for (int i = 0; i < f->n; i++)
        b[i] *= f->sign * f->scale[i];
    for (int j = 0; j < f->n; j++) {
        const double x = b[j] /= f->l[f->start[j]];
        for (int e = f->start[j] + 1; e < f->start[j + 1]; e++)
            b[f->row[e]] -= f->l[e] * x;
    }
    for (int j = f->n - 1; j >= 0; j--) {
        double sum = b[j];
        for (int e = f->start[j] + 1; e < f->start[j + 1]; e++)
            sum -= f->l[e] * b[f->row[e]];
        b[j] = sum / f->l[f->start[j]];
    }
    for (int i = 0; i < f->n; i++)
        b[i] *= f->scale[i];
}

/* --- conjugate gradients ------------------------------------------------------------------------------------------ */

static double dot(int n, const double *x, const double *y)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

static void multiply(const incomplete *f, const double *x, double *y)
{
    memset(y, 0, (size_t)f->n * sizeof *y);
    for (int j = 0; j < f->n; j++) {
        double sum = 0.0;
        for (int e = f->start[j]; e < f->start[j + 1]; e++) {
            const int i = f->row[e];
            sum += f->value[e] * x[i];
            if (i != j)
                y[i] += f->value[e] * x[j];
        }
        y[j] += sum;
    }
}

/* p, from z = M^-1 r; returns r z. */
static double next_direction(incomplete *f, double before)
{
    memcpy(f->z, f->r, (size_t)f->n * sizeof *f->z);
    incomplete_apply(f, f->z);
    const double now = dot(f->n, f->r, f->z), by = before != 0.0 ? now / before : 0.0;
    for (int i = 0; i < f->n; i++)
        f->p[i] = f->z[i] + by * f->p[i];
    return now;
}

static double scaled_size(const incomplete *f, const double *x, bool is_inverse)
{
    double sum = 0.0;
    for (int i = 0; i < f->n; i++) {
        const double scaled = is_inverse ? x[i] / f->scale[i] : x[i] * f->scale[i];
        sum += scaled * scaled;
    }
    return sqrt(sum);
}

bool incomplete_solve(incomplete *f, double *b)
{
    const double given = scaled_size(f, b, false);
    memcpy(f->r, b, (size_t)f->n * sizeof *b);
    memset(b, 0, (size_t)f->n * sizeof *b);
    memset(f->p, 0, (size_t)f->n * sizeof *b);
    double rz = 0.0;
    for (int k = 0; k < STEPS; k++) {
        if (scaled_size(f, f->r, false) <= ACCURATE * (given + scaled_size(f, b, true)))
            return true;
        rz = next_direction(f, rz);
        multiply(f, f->p, f->q);
        const double length = rz / dot(f->n, f->p, f->q);
        if (!isfinite(length))
            return false;
        for (int i = 0; i < f->n; i++) {
            b[i] += length * f->p[i];
            f->r[i] -= length * f->q[i];
        }
    }
    return false;
}
