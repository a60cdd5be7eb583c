/* lcp_tableau.c - pivoting for a linear complementarity problem: Lemke's method, and the basis of a solution.
 *
 *     w - M z - e z0 = q      rows of the tableau; w is the initial basis
 *
 * Lemke (Cottle, Pang, Stone: The Linear Complementarity Problem, 4.4): first z0 enters, in the row with the smallest
 * q; then the complement of the variable that has left, until z0 leaves. The row that leaves has the smallest ratio
 * and, among equal ones, the lexicographically smallest columns of w, so that no basis occurs twice. Those columns are
 * the inverse of the basis: they contain the derivatives with respect to q.
 *
 * For a solution that was found otherwise, the z that are larger than their w enter, in rows of such variables, largest
 * pivot first; those that depend on others do not enter: their impulses add nothing. */
#include "linalg/lcp_tableau.h"
#include <math.h>
#include <string.h>

static int width(const lcp *problem) { return 2 * problem->n + 2; }
static double *row(const lcp *problem, int i) { return problem->workspace + (size_t)i * (size_t)width(problem); }

/* Returns the scale by which q is divided. */
static double lcp_tableau_size_of(const lcp *problem)
{
    double size = 0.0;
    for (int i = 0; i < problem->n; i++)
        size = fmax(size, fabs(problem->q[i]));
    return size > 0.0 ? size : 1.0;
}

static void lcp_tableau_fill(lcp *problem)
{
    const double size = lcp_tableau_size_of(problem);
    memset(problem->workspace, 0, (size_t)problem->n * (size_t)width(problem) * sizeof *problem->workspace);
    for (int i = 0; i < problem->n; i++) {
        double *t = row(problem, i);
        t[i] = 1.0;
        for (int k = 0; k < problem->n; k++)
            t[problem->n + k] = -problem->M[i * problem->n + k];
        t[2 * problem->n] = -1.0;
        t[2 * problem->n + 1] = problem->q[i] / size;
        problem->basic[i] = i;
    }
}

static void pivot(lcp *problem, int at, int column)
{
    const int n = width(problem);
    double *p = row(problem, at);
    const double by = 1.0 / p[column];
    for (int k = 0; k < n; k++)
        p[k] *= by;
    for (int i = 0; i < problem->n; i++) {
        double *t = row(problem, i);
        const double f = t[column];
        for (int k = 0; i != at && f != 0.0 && k < n; k++)
            t[k] -= f * p[k];
    }
    problem->basic[at] = column;
}

/* Tells whether row i leaves before row k when the column enters: by value, then by columns of w, each divided by its
 * pivot. Differences as small as rounding errors count as zero: values are of the order of 1, as q is scaled. */
static bool is_before(const lcp *problem, int i, int k, int column)
{
    const double *s = row(problem, i), *t = row(problem, k);
    const double rounding = 1e-12;
    const int value = 2 * problem->n + 1;
    const double d = s[value] / s[column] - t[value] / t[column];
    if (fabs(d) > rounding * (1.0 + fabs(t[value] / t[column])))
        return d < 0.0;
    for (int c = 0; c < problem->n; c++) {
        const double by = t[c] / t[column], e = s[c] / s[column] - by;
        if (fabs(e) > rounding * (1.0 + fabs(by)))
            return e < 0.0;
    }
    return false;
}

/* Returns -1 if there is none: the column is a ray. The artificial variable leaves whenever it can. */
static int row_that_leaves(const lcp *problem, int column)
{
    const double tiny = 1e-12;
    int found = -1;
    for (int i = 0; i < problem->n; i++)
        if (row(problem, i)[column] > tiny && (found < 0 || is_before(problem, i, found, column)))
            found = i;
    for (int i = 0; found >= 0 && i < problem->n; i++) {
        const double *t = row(problem, i), *f = row(problem, found);
        const int value = 2 * problem->n + 1;
        if (problem->basic[i] == 2 * problem->n && t[column] > tiny && t[value] * f[column] <= f[value] * t[column])
            return i;
    }
    return found;
}

/* Returns the last of equal ones, so that the rows stay lexicographically positive. */
static int least_value(const lcp *problem)
{
    int least = 0;
    for (int i = 1; i < problem->n; i++)
        if (row(problem, i)[2 * problem->n + 1] <= row(problem, least)[2 * problem->n + 1] + 1e-14)
            least = i;
    return least;
}

static void take_values(lcp *problem)
{
    const double size = lcp_tableau_size_of(problem);
    memset(problem->z, 0, (size_t)problem->n * sizeof *problem->z);
    for (int i = 0; i < problem->n; i++)
        if (problem->basic[i] >= problem->n && problem->basic[i] < 2 * problem->n)
            problem->z[problem->basic[i] - problem->n] = size * fmax(row(problem, i)[2 * problem->n + 1], 0.0);
}

/* Returns the number of pivots; -1 if there were more than `most`, -2 if the path has ended on a ray. */
static int go_the_way(lcp *problem, int most)
{
    int at = least_value(problem), pivots = 0;
    if (row(problem, at)[2 * problem->n + 1] >= 0.0)
        return 0;
    int left = problem->basic[at];
    for (pivot(problem, at, 2 * problem->n); left != 2 * problem->n; pivots++) {
        const int comes = left < problem->n ? left + problem->n : left - problem->n;
        at = row_that_leaves(problem, comes);
        if (at < 0 || pivots == most)
            return at < 0 ? -2 : -1;
        left = problem->basic[at];
        pivot(problem, at, comes);
    }
    return pivots;
}

int lcp_lemke(lcp *problem, int most)
{
    lcp_tableau_fill(problem);
    const int pivots = problem->n > 0 ? go_the_way(problem, most > 0 ? most : 50 * (problem->n + 1)) : 0;
    if (pivots >= 0)
        take_values(problem);
    return pivots;
}

/* Marks, for each row, whether z is larger than w; the marks are stored after the tableau. */
static const double *mark_positive(lcp *problem)
{
    double *marks = problem->workspace + (size_t)problem->n * (size_t)width(problem);
    for (int i = 0; i < problem->n; i++)
        marks[i] = problem->z[i] > lcp_w(problem, i);
    return marks;
}

/* Makes the largest pivot among marked rows, in which w is basic, and marked columns enter. Returns false if none is
 * left. */
static bool come_in(lcp *problem, const double *marks)
{
    double largest = 1e-10;
    int at = -1, column = -1;
    for (int i = 0; i < problem->n; i++)
        for (int k = 0; marks[i] != 0.0 && problem->basic[i] < problem->n && k < problem->n; k++)
            if (marks[k] != 0.0 && fabs(row(problem, i)[problem->n + k]) > largest) {
                largest = fabs(row(problem, i)[problem->n + k]);
                at = i;
                column = problem->n + k;
            }
    if (at >= 0)
        pivot(problem, at, column);
    return at >= 0;
}

void lcp_base(lcp *problem)
{
    lcp_tableau_fill(problem);
    const double *marks = mark_positive(problem);
    while (come_in(problem, marks))
        ;
}

double lcp_derivative(const lcp *problem, int j, int index)
{
    for (int i = 0; i < problem->n; i++)
        if (problem->basic[i] == problem->n + j)
            return row(problem, i)[index];
    return 0.0;
}
