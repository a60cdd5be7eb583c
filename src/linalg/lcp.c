/* lcp.c - Lemke's method of complementary pivots (Cottle, Pang, Stone: The Linear Complementarity Problem, 4.4).
 *
 *     w - M z - e z0 = q      rows of the tableau; basic variables begin with w
 *     first z0 comes in, for the row with the least q; then the complement of what has left, until z0 leaves
 *
 * The row that leaves has the least ratio, and among equal ones the lexicographically least of its columns of w, so
 * that no basis comes twice. Those columns are the inverse of the basis: they hold the slopes in q. */
#include "linalg/lcp.h"
#include <math.h>
#include <string.h>

static int width(const lcp *a) { return 2 * a->n + LCP_WIDTH; }
static double *row(const lcp *a, int i) { return a->T + (size_t)i * (size_t)width(a); }

static void fill(lcp *a, const double *M, const double *q)
{
    memset(a->T, 0, (size_t)a->n * (size_t)width(a) * sizeof *a->T);
    for (int i = 0; i < a->n; i++) {
        double *t = row(a, i);
        t[i] = 1.0;
        for (int k = 0; k < a->n; k++)
            t[a->n + k] = -M[i * a->n + k];
        t[2 * a->n] = -1.0;
        t[2 * a->n + 1] = q[i];
        a->basic[i] = i;
    }
    a->pivots = 0;
}

static void pivot(lcp *a, int at, int column)
{
    const int n = width(a);
    double *p = row(a, at);
    const double by = 1.0 / p[column];
    for (int k = 0; k < n; k++)
        p[k] *= by;
    for (int i = 0; i < a->n; i++) {
        double *t = row(a, i);
        const double f = t[column];
        for (int k = 0; i != at && f != 0.0 && k < n; k++)
            t[k] -= f * p[k];
    }
    a->basic[at] = column;
    a->pivots++;
}

/* Whether row i leaves before row k when the column comes in: by value, then by columns of w, each over its pivot. */
static bool is_before(const lcp *a, int i, int k, int column)
{
    const double *s = row(a, i), *t = row(a, k);
    const int value = 2 * a->n + 1;
    const double d = s[value] / s[column] - t[value] / t[column], scale = fabs(t[value] / t[column]);
    if (fabs(d) > 1e-14 * scale)
        return d < 0.0;
    for (int c = 0; c < a->n; c++) {
        const double e = s[c] / s[column] - t[c] / t[column];
        if (e != 0.0)
            return e < 0.0;
    }
    return false;
}

/* -1: none, the column is a ray. The artificial variable leaves whenever it can. */
static int row_that_leaves(const lcp *a, int column)
{
    const double tiny = 1e-12;
    int found = -1;
    for (int i = 0; i < a->n; i++)
        if (row(a, i)[column] > tiny && (found < 0 || is_before(a, i, found, column)))
            found = i;
    for (int i = 0; found >= 0 && i < a->n; i++) {
        const double *t = row(a, i), *f = row(a, found);
        const int value = 2 * a->n + 1;
        if (a->basic[i] == 2 * a->n && t[column] > tiny && t[value] * f[column] <= f[value] * t[column])
            return i;
    }
    return found;
}

static int least_value(const lcp *a)
{
    int least = 0;
    for (int i = 1; i < a->n; i++)
        if (row(a, i)[2 * a->n + 1] < row(a, least)[2 * a->n + 1])
            least = i;
    return least;
}

bool lcp_solve(lcp *a, const double *M, const double *q)
{
    fill(a, M, q);
    if (a->n == 0)
        return true;
    int at = least_value(a);
    if (row(a, at)[2 * a->n + 1] >= 0.0)
        return true;
    int left = a->basic[at];
    pivot(a, at, 2 * a->n);
    while (left != 2 * a->n) {
        const int comes = left < a->n ? left + a->n : left - a->n;
        at = row_that_leaves(a, comes);
        if (at < 0 || a->pivots > 50 * (a->n + 1))
            return false;
        left = a->basic[at];
        pivot(a, at, comes);
    }
    return true;
}

static int row_of(const lcp *a, int j)
{
    for (int i = 0; i < a->n; i++)
        if (a->basic[i] == a->n + j)
            return i;
    return -1;
}

double lcp_value(const lcp *a, int j)
{
    const int i = row_of(a, j);
    return i < 0 ? 0.0 : fmax(row(a, i)[2 * a->n + 1], 0.0);
}

double lcp_slope(const lcp *a, int j, int k)
{
    const int i = row_of(a, j);
    return i < 0 ? 0.0 : row(a, i)[k];
}
