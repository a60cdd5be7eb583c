/* broyden.c - as many unknowns as equations, when evaluating is dear.
 *
 * A step that makes the residuals larger, each in terms of its tolerance, is halved; after three halvings the matrix is
 * found anew by differences, once, before it is given up. */
#include "app/broyden.h"
#include <math.h>
#include <string.h>

enum { HALVINGS = 3 };

typedef struct {
    double J[BROYDEN_MOST][BROYDEN_MOST];
    bool is_fresh; /* by differences, where u is */
} jacobian;

static double size(const broyden *b, const double *r)
{
    double most = 0.0;
    for (int i = 0; i < b->n; i++)
        most = fmax(most, fabs(r[i]) / b->tolerance[i]);
    return isfinite(most) ? most : HUGE_VAL;
}

static bool differentiate(const broyden *b, const double *u, const double *r, jacobian *j)
{
    double near[BROYDEN_MOST], moved[BROYDEN_MOST];
    for (int k = 0; k < b->n; k++) {
        memcpy(near, u, sizeof near);
        near[k] += b->step[k];
        if (!b->residual(b->context, near, moved))
            return false;
        for (int i = 0; i < b->n; i++)
            j->J[i][k] = (moved[i] - r[i]) / b->step[k];
    }
    return j->is_fresh = true;
}

/* Gaussian elimination with pivots, rows in terms of their tolerances; false: singular. */
static bool broyden_type_solve(const broyden *b, const jacobian *j, const double *r, double *du)
{
    double A[BROYDEN_MOST][BROYDEN_MOST + 1] = {0};
    const int n = b->n;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++)
            A[i][k] = j->J[i][k] * b->step[k] / b->tolerance[i];
        A[i][n] = -r[i] / b->tolerance[i];
    }
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            pivot = fabs(A[i][k]) > fabs(A[pivot][k]) ? i : pivot;
        if (!(fabs(A[pivot][k]) > 0.0))
            return false;
        for (int c = k; c <= n && pivot != k; c++) {
            const double swapped = A[k][c];
            A[k][c] = A[pivot][c], A[pivot][c] = swapped;
        }
        for (int i = k + 1; i < n; i++)
            for (int c = n; c >= k; c--)
                A[i][c] -= A[i][k] / A[k][k] * A[k][c];
    }
    for (int k = n - 1; k >= 0; k--) {
        du[k] = A[k][n];
        for (int c = k + 1; c < n; c++)
            du[k] -= A[k][c] * du[c];
        du[k] /= A[k][k];
    }
    for (int k = 0; k < n; k++)
        du[k] *= b->step[k];
    return true;
}

/* In units of the steps of the differences: unknowns may have any. */
static void learn(const broyden *b, jacobian *j, const double *du, const double *before, const double *after)
{
    double length = 0.0;
    for (int k = 0; k < b->n; k++)
        length += du[k] * du[k] / (b->step[k] * b->step[k]);
    for (int i = 0; i < b->n && length > 0.0; i++) {
        double missing = after[i] - before[i];
        for (int k = 0; k < b->n; k++)
            missing -= j->J[i][k] * du[k];
        for (int k = 0; k < b->n; k++)
            j->J[i][k] += missing * du[k] / (b->step[k] * b->step[k]) / length;
    }
    j->is_fresh = false;
}

/* One step, halved until it is better; false: it never was. */
static bool improve(const broyden *b, jacobian *j, double *u, double *r)
{
    double du[BROYDEN_MOST] = {0}, near[BROYDEN_MOST] = {0}, moved[BROYDEN_MOST] = {0};
    if (!broyden_type_solve(b, j, r, du))
        return false;
    for (int halvings = 0; halvings <= HALVINGS; halvings++) {
        for (int k = 0; k < b->n; k++)
            near[k] = u[k] + du[k];
        const bool can = b->residual(b->context, near, moved);
        if (can)
            learn(b, j, du, r, moved);
        if (can && size(b, moved) < size(b, r)) {
            memcpy(u, near, (size_t)b->n * sizeof *u);
            memcpy(r, moved, (size_t)b->n * sizeof *r);
            return true;
        }
        for (int k = 0; k < b->n; k++)
            du[k] *= 0.5;
    }
    return false;
}

bool broyden_solve(const broyden *b, double *u)
{
    double r[BROYDEN_MOST], start[BROYDEN_MOST] = {0};
    jacobian j = {0};
    memcpy(start, u, (size_t)b->n * sizeof *u);
    if (!b->residual(b->context, start, r))
        return false;
    if (b->accepted)
        b->accepted(b->context, 0, start, r);
    for (int i = 1; i <= b->iterations && size(b, r) > 1.0; i++) {
        if (i == 1 && !differentiate(b, start, r, &j))
            return false;
        const bool was_fresh = j.is_fresh;
        bool ok = improve(b, &j, start, r);
        if (!ok && !was_fresh)
            ok = b->residual(b->context, start, r) && differentiate(b, start, r, &j) && improve(b, &j, start, r);
        if (!ok)
            return false;
        memcpy(u, start, (size_t)b->n * sizeof *u);
        if (b->accepted)
            b->accepted(b->context, i, start, r);
    }
    return size(b, r) <= 1.0;
}
