/* pivots.c - factors L D L' of a small symmetric matrix, with pivots of one or two rows, and L D U of a general one.
 *
 *     P' A P = L D L'                                          (Bunch and Kaufman, Math. Comp. 31, 1977)
 *
 * The largest entry of column k below the diagonal is a_rk, the largest off-diagonal entry of row and column r is s.
 * The pivot is a_kk if |a_kk| >= alpha |a_rk| or |a_kk| s >= alpha a_rk^2, a_rr if |a_rr| >= alpha s, and rows k and r
 * together otherwise. For a general matrix,
 *
 *     P A = L D U
 *
 * the pivot is a_kk if it is at least alpha times the largest entry of column k, otherwise that entry. */
#include "linalg/dissection/pivots.h"
#include <math.h>
#include <stddef.h>

/* a pivot of one row is at least this fraction of the largest entry of its column */
static const double ALPHA = 0.1;
static const double NOTHING = 1e-14; /* smallest pivot, relative to 1 */

static double *entry(const pivot_square *pivot_square, int i, int j)
{
    return pivot_square->a + (size_t)j * (size_t)pivot_square->ld + i;
}

static void swap(double *a, double *b)
{
    const double t = *a;
    *a = *b;
    *b = t;
}

/* Exchanges rows and columns k < p; those before k are already eliminated. */
static void pivots_exchange(const pivot_square *pivot_square, int k, int p)
{
    if (k == p)
        return;
    for (int j = 0; j < k; j++)
        swap(entry(pivot_square, k, j), entry(pivot_square, p, j));
    for (int i = p + 1; i < pivot_square->n; i++)
        swap(entry(pivot_square, i, k), entry(pivot_square, i, p));
    for (int i = k + 1; i < p; i++)
        swap(entry(pivot_square, i, k), entry(pivot_square, p, i));
    swap(entry(pivot_square, k, k), entry(pivot_square, p, p));
    const int t = pivot_square->pivot[k];
    pivot_square->pivot[k] = pivot_square->pivot[p];
    pivot_square->pivot[p] = t;
}

/* Returns the row with the largest entry of column k below the diagonal. */
static int largest_below(const pivot_square *pivot_square, int k)
{
    int most = k + 1;
    for (int i = k + 2; i < pivot_square->n; i++)
        if (fabs(*entry(pivot_square, i, k)) > fabs(*entry(pivot_square, most, k)))
            most = i;
    return most;
}

/* Returns the largest off-diagonal entry of row and column r, starting from k. */
static double largest_beside(const pivot_square *pivot_square, int k, int r)
{
    double most = 0.0;
    for (int j = k; j < r; j++)
        most = fmax(most, fabs(*entry(pivot_square, r, j)));
    for (int i = r + 1; i < pivot_square->n; i++)
        most = fmax(most, fabs(*entry(pivot_square, i, r)));
    return most;
}

/* Moves the next pivot to k. Returns its number of rows. */
static int choose_pivot(const pivot_square *pivot_square, int k)
{
    if (k + 1 == pivot_square->n)
        return 1;
    const int r = largest_below(pivot_square, k);
    const double internal = fabs(*entry(pivot_square, k, k)), most = fabs(*entry(pivot_square, r, k));
    if (internal >= ALPHA * most)
        return 1;
    const double beside = largest_beside(pivot_square, k, r);
    if (internal * beside >= ALPHA * most * most)
        return 1;
    if (fabs(*entry(pivot_square, r, r)) >= ALPHA * beside) {
        pivots_exchange(pivot_square, k, r);
        return 1;
    }
    pivots_exchange(pivot_square, k + 1, r);
    return 2;
}

static bool eliminate_one(const products *products, const pivot_square *pivot_square, int k)
{
    double *column = entry(pivot_square, 0, k);
    const double pivot = column[k];
    pivot_square->d[k] = pivot;
    pivot_square->e[k] = 0.0;
    if (!(fabs(pivot) > NOTHING))
        return false;
    for (int j = k + 1; j < pivot_square->n; j++)
        if (column[j] != 0.0)
            products->subtract_multiple(pivot_square->n - j, column[j] / pivot, column + j, entry(pivot_square, j, j));
    for (int i = k + 1; i < pivot_square->n; i++)
        column[i] /= pivot;
    return true;
}

static bool eliminate_two(const products *products, const pivot_square *pivot_square, int k)
{
    double *one = entry(pivot_square, 0, k), *two = entry(pivot_square, 0, k + 1);
    const double a = one[k], b = one[k + 1], c = two[k + 1], determinant = a * c - b * b;
    pivot_square->d[k] = a;
    pivot_square->d[k + 1] = c;
    pivot_square->e[k] = b;
    pivot_square->e[k + 1] = 0.0;
    one[k + 1] = 0.0;
    if (!(fabs(determinant) > NOTHING * fabs(b)))
        return false;
    for (int j = k + 2; j < pivot_square->n; j++) {
        const double first = (c * one[j] - b * two[j]) / determinant, second = (a * two[j] - b * one[j]) / determinant;
        products->subtract_multiple(pivot_square->n - j, first, one + j, entry(pivot_square, j, j));
        products->subtract_multiple(pivot_square->n - j, second, two + j, entry(pivot_square, j, j));
    }
    for (int i = k + 2; i < pivot_square->n; i++) {
        const double first = (c * one[i] - b * two[i]) / determinant;
        two[i] = (a * two[i] - b * one[i]) / determinant;
        one[i] = first;
    }
    return true;
}

bool pivots_find(const products *products, const pivot_square *pivot_square)
{
    bool has_pivots = true;
    for (int k = 0; k < pivot_square->n; k++)
        pivot_square->pivot[k] = k;
    for (int k = 0; k < pivot_square->n && has_pivots;) {
        const int n = choose_pivot(pivot_square, k);
        has_pivots = n == 1 ? eliminate_one(products, pivot_square, k) : eliminate_two(products, pivot_square, k);
        k += n;
    }
    return has_pivots;
}

/* Exchanges rows k < p. */
static void exchange_rows(const pivot_square *pivot_square, int k, int p)
{
    if (k == p)
        return;
    for (int j = 0; j < pivot_square->n; j++)
        swap(entry(pivot_square, k, j), entry(pivot_square, p, j));
    const int t = pivot_square->pivot[k];
    pivot_square->pivot[k] = pivot_square->pivot[p];
    pivot_square->pivot[p] = t;
}

/* Moves the row of the next pivot to k. */
static void choose_row(const pivot_square *pivot_square, int k)
{
    if (k + 1 == pivot_square->n)
        return;
    const int r = largest_below(pivot_square, k);
    if (!(fabs(*entry(pivot_square, k, k)) >= ALPHA * fabs(*entry(pivot_square, r, k))))
        exchange_rows(pivot_square, k, r);
}

static bool eliminate_row(const products *products, const pivot_square *pivot_square, int k, double *u)
{
    const int n = pivot_square->n;
    double *column = entry(pivot_square, 0, k), *beside = u + (size_t)k * (size_t)pivot_square->ld;
    const double pivot = column[k];
    pivot_square->d[k] = pivot;
    pivot_square->e[k] = 0.0;
    if (!(fabs(pivot) > NOTHING))
        return false;
    for (int i = k + 1; i < n; i++)
        column[i] /= pivot;
    for (int j = k + 1; j < n; j++) {
        const double at = *entry(pivot_square, k, j);
        beside[j] = at / pivot;
        if (at != 0.0)
            products->subtract_multiple(n - k - 1, at, column + k + 1, entry(pivot_square, k + 1, j));
    }
    return true;
}

bool pivots_find_general(const products *products, const pivot_square *pivot_square, double *u)
{
    bool has_pivots = true;
    for (int k = 0; k < pivot_square->n; k++)
        pivot_square->pivot[k] = k;
    for (int k = 0; k < pivot_square->n && has_pivots; k++) {
        choose_row(pivot_square, k);
        has_pivots = eliminate_row(products, pivot_square, k, u);
    }
    return has_pivots;
}

void pivots_divide(const double *d, const double *e, int n, double *x)
{
    for (int k = 0; k < n; k++) {
        if (e[k] == 0.0) {
            x[k] /= d[k];
            continue;
        }
        const double determinant = d[k] * d[k + 1] - e[k] * e[k];
        const double first = (d[k + 1] * x[k] - e[k] * x[k + 1]) / determinant;
        x[k + 1] = (d[k] * x[k + 1] - e[k] * x[k]) / determinant;
        x[k++] = first;
    }
}
