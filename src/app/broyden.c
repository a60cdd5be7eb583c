/* broyden.c - solves as many equations as unknowns when evaluation is expensive.
 *
 * A step that increases the residuals, each relative to its tolerance, is halved; after three halvings the matrix is
 * recomputed once by differences before the solution fails. */
#include "app/broyden.h"
#include <math.h>
#include <string.h>

enum { HALVINGS = 3 };

typedef struct {
    double J[BROYDEN_MOST][BROYDEN_MOST];
    bool is_fresh; /* computed by differences at the current u */
} jacobian;

static double size(const broyden *broyden, const double *r)
{
    double most = 0.0;
    for (int i = 0; i < broyden->n; i++)
        most = fmax(most, fabs(r[i]) / broyden->tolerance[i]);
    return isfinite(most) ? most : HUGE_VAL;
}

static bool differentiate(const broyden *broyden, const double *u, const double *r, jacobian *jacobian)
{
    double near[BROYDEN_MOST], moved[BROYDEN_MOST];
    for (int k = 0; k < broyden->n; k++) {
        memcpy(near, u, sizeof near);
        near[k] += broyden->step[k];
        if (!broyden->residual(broyden->context, near, moved))
            return false;
        for (int i = 0; i < broyden->n; i++)
            jacobian->J[i][k] = (moved[i] - r[i]) / broyden->step[k];
    }
    return jacobian->is_fresh = true;
}

/* Gaussian elimination with pivoting, rows scaled by their tolerances; returns false if singular. */
static bool broyden_type_solve(const broyden *broyden, const jacobian *jacobian, const double *r, double *du)
{
    double A[BROYDEN_MOST][BROYDEN_MOST + 1] = {0};
    const int n = broyden->n;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++)
            A[i][k] = jacobian->J[i][k] * broyden->step[k] / broyden->tolerance[i];
        A[i][n] = -r[i] / broyden->tolerance[i];
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
        du[k] *= broyden->step[k];
    return true;
}

/* Broyden's update, in units of the difference steps, because unknowns may have any unit. */
static void learn(const broyden *broyden, jacobian *jacobian, const double *du, const double *before,
                  const double *after)
{
    double length = 0.0;
    for (int k = 0; k < broyden->n; k++)
        length += du[k] * du[k] / (broyden->step[k] * broyden->step[k]);
    for (int i = 0; i < broyden->n && length > 0.0; i++) {
        double missing = after[i] - before[i];
        for (int k = 0; k < broyden->n; k++)
            missing -= jacobian->J[i][k] * du[k];
        for (int k = 0; k < broyden->n; k++)
            jacobian->J[i][k] += missing * du[k] / (broyden->step[k] * broyden->step[k]) / length;
    }
    jacobian->is_fresh = false;
}

/* Takes one step, halved until it is an improvement; returns false if it never is. */
static bool improve(const broyden *broyden, jacobian *jacobian, double *u, double *r)
{
    double du[BROYDEN_MOST] = {0}, near[BROYDEN_MOST] = {0}, moved[BROYDEN_MOST] = {0};
    if (!broyden_type_solve(broyden, jacobian, r, du))
        return false;
    for (int halvings = 0; halvings <= HALVINGS; halvings++) {
        for (int k = 0; k < broyden->n; k++)
            near[k] = u[k] + du[k];
        const bool can = broyden->residual(broyden->context, near, moved);
        if (can)
            learn(broyden, jacobian, du, r, moved);
        if (can && size(broyden, moved) < size(broyden, r)) {
            memcpy(u, near, (size_t)broyden->n * sizeof *u);
            memcpy(r, moved, (size_t)broyden->n * sizeof *r);
            return true;
        }
        for (int k = 0; k < broyden->n; k++)
            du[k] *= 0.5;
    }
    return false;
}

bool broyden_solve(const broyden *broyden, double *u)
{
    double r[BROYDEN_MOST], start[BROYDEN_MOST] = {0};
    jacobian jacobian = {0};
    memcpy(start, u, (size_t)broyden->n * sizeof *u);
    if (!broyden->residual(broyden->context, start, r))
        return false;
    if (broyden->accepted)
        broyden->accepted(broyden->context, 0, start, r);
    for (int i = 1; i <= broyden->iterations && size(broyden, r) > 1.0; i++) {
        if (i == 1 && !differentiate(broyden, start, r, &jacobian))
            return false;
        const bool was_fresh = jacobian.is_fresh;
        bool ok = improve(broyden, &jacobian, start, r);
        if (!ok && !was_fresh)
            ok = broyden->residual(broyden->context, start, r) && differentiate(broyden, start, r, &jacobian) &&
                 improve(broyden, &jacobian, start, r);
        if (!ok)
            return false;
        memcpy(u, start, (size_t)broyden->n * sizeof *u);
        if (broyden->accepted)
            broyden->accepted(broyden->context, i, start, r);
    }
    return size(broyden, r) <= 1.0;
}
