/* lcp_tableau.c - pivots of a linear complementarity problem: Lemke's method, and the basis of a solution.
 *
 *     w - M z - e z0 = q      rows of the tableau; basic variables begin with w
 *
 * Lemke (Cottle, Pang, Stone: The Linear Complementarity Problem, 4.4): first z0 comes in, for the row with the least
 * q; then the complement of what has left, until z0 leaves. The row that leaves has the least ratio, and among equal
 * ones the lexicographically least of its columns of w, so that no basis comes twice. Those columns are the inverse of
 * the basis: they hold the slopes in q.
 *
 * Of a solution that was found otherwise, the z that are larger than their w come in, in rows of such, largest pivot
 * first; those that depend on others stay out: their impulses add nothing. */
#include "linalg/lcp_tableau.h"
#include <math.h>
#include <string.h>

static int width(const lcp *a) { return 2 * a->n + 2; }
static double *row(const lcp *a, int i) { return a->room + (size_t)i * (size_t)width(a); }

/* What q is divided by. */
static double lcp_tableau_size_of(const lcp *a)
{
    double size = 0.0;
    for (int i = 0; i < a->n; i++)
        size = fmax(size, fabs(a->q[i]));
    return size > 0.0 ? size : 1.0;
}

static void lcp_tableau_fill(lcp *a)
{
    const double size = lcp_tableau_size_of(a);
    memset(a->room, 0, (size_t)a->n * (size_t)width(a) * sizeof *a->room);
    for (int i = 0; i < a->n; i++) {
        double *t = row(a, i);
        t[i] = 1.0;
        for (int k = 0; k < a->n; k++)
            t[a->n + k] = -a->M[i * a->n + k];
        t[2 * a->n] = -1.0;
        t[2 * a->n + 1] = a->q[i] / size;
        a->basic[i] = i;
    }
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
}

/* Whether row i leaves before row k when the column comes in: by value, then by columns of w, each over its pivot. What
 * is as small as rounding makes it counts as equal: values are of the size 1, as q is scaled. */
static bool is_before(const lcp *a, int i, int k, int column)
{
    const double *s = row(a, i), *t = row(a, k);
    const double rounding = 1e-12;
    const int value = 2 * a->n + 1;
    const double d = s[value] / s[column] - t[value] / t[column];
    if (fabs(d) > rounding * (1.0 + fabs(t[value] / t[column])))
        return d < 0.0;
    for (int c = 0; c < a->n; c++) {
        const double by = t[c] / t[column], e = s[c] / s[column] - by;
        if (fabs(e) > rounding * (1.0 + fabs(by)))
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

/* The last one of equal ones: the rows stay lexicographically positive. */
static int least_value(const lcp *a)
{
    int least = 0;
    for (int i = 1; i < a->n; i++)
        if (row(a, i)[2 * a->n + 1] <= row(a, least)[2 * a->n + 1] + 1e-14)
            least = i;
    return least;
}

static void take_values(lcp *a)
{
    const double size = lcp_tableau_size_of(a);
    memset(a->z, 0, (size_t)a->n * sizeof *a->z);
    for (int i = 0; i < a->n; i++)
        if (a->basic[i] >= a->n && a->basic[i] < 2 * a->n)
            a->z[a->basic[i] - a->n] = size * fmax(row(a, i)[2 * a->n + 1], 0.0);
}

/* The pivots that were made; -1: there were more than `most`, -2: the way has ended on a ray. */
static int go_the_way(lcp *a, int most)
{
    int at = least_value(a), pivots = 0;
    if (row(a, at)[2 * a->n + 1] >= 0.0)
        return 0;
    int left = a->basic[at];
    for (pivot(a, at, 2 * a->n); left != 2 * a->n; pivots++) {
        const int comes = left < a->n ? left + a->n : left - a->n;
        at = row_that_leaves(a, comes);
        if (at < 0 || pivots == most)
            return at < 0 ? -2 : -1;
        left = a->basic[at];
        pivot(a, at, comes);
    }
    return pivots;
}

int lcp_lemke(lcp *a, int most)
{
    lcp_tableau_fill(a);
    const int pivots = a->n > 0 ? go_the_way(a, most > 0 ? most : 50 * (a->n + 1)) : 0;
    if (pivots >= 0)
        take_values(a);
    return pivots;
}

/* Whether z is larger than w, for each row: behind the tableau. */
static const double *mark_positive(lcp *a)
{
    double *marks = a->room + (size_t)a->n * (size_t)width(a);
    for (int i = 0; i < a->n; i++)
        marks[i] = a->z[i] > lcp_w(a, i);
    return marks;
}

/* The largest pivot among marked rows, of which w is basic, and marked columns. False: none is left. */
static bool come_in(lcp *a, const double *marks)
{
    double largest = 1e-10;
    int at = -1, column = -1;
    for (int i = 0; i < a->n; i++)
        for (int k = 0; marks[i] != 0.0 && a->basic[i] < a->n && k < a->n; k++)
            if (marks[k] != 0.0 && fabs(row(a, i)[a->n + k]) > largest) {
                largest = fabs(row(a, i)[a->n + k]);
                at = i;
                column = a->n + k;
            }
    if (at >= 0)
        pivot(a, at, column);
    return at >= 0;
}

void lcp_base(lcp *a)
{
    lcp_tableau_fill(a);
    const double *marks = mark_positive(a);
    while (come_in(a, marks))
        ;
}

double lcp_slope(const lcp *a, int j, int k)
{
    for (int i = 0; i < a->n; i++)
        if (a->basic[i] == a->n + j)
            return row(a, i)[k];
    return 0.0;
}
