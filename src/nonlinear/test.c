/* test.c - the tests of convergence.
 *
 *     norm      sqrt(sum r_i^2)
 *     minmax    max |r_i|
 *     relnorm   |r| / |m|                       m_i: sum of the magnitudes of the elements' contributions to row i
 *     sepnorm   max |r_set| / |m_set|           over sets of rows with the same dimension
 *
 * A set counts as 0 if |m_set| = 0, or if |r_set| > 0.1 |m_set| although |m_set| < 1e-5 of the largest: it contains
 * only rounding errors.
 *
 * `modify residual test` divides the result by 1 + |y'|^2. Rows may be weighted before: by the scale factors of the
 * nodes; constraint equations, which are divided by c, by c times a factor. Rows that define a sum do not count: the
 * sum is determined when the rest is solved. Corrections smaller than the last digit of the unknown do not count. */
#include "nonlinear/nonlinear.h"
#include <float.h>

static double test_weight(const convergence *convergence, const equations *equations, const state *state, int i)
{
    if (equations->is_sum_row[i])
        return 0;
    double w = convergence->scale ? equations->row_scale[i] : 1;
    if (convergence->constraint_scale > 0 && equations->model->divided[i])
        w *= state->dvalue * convergence->constraint_scale;
    return w;
}

/* Returns the larger magnitude; NaN if either is NaN. */
static inline double larger(double most, double v) { return fabs(v) <= most || isnan(most) ? most : fabs(v); }

static double test_type_largest(const double *v, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = larger(most, v[i]);
    return most;
}

static double norm(const double *v, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i] * v[i];
    return sqrt(sum);
}

static double weighted(const convergence *convergence, const equations *equations, const state *state)
{
    double sum = 0, most = 0;
    for (int i = 0; i < equations->model->n_unknowns; i++) {
        const double r = equations->r[i] * test_weight(convergence, equations, state, i);
        sum += r * r;
        most = larger(most, r);
    }
    return convergence->residual_test == TEST_MINMAX ? most : sqrt(sum);
}

/* Squares of the residual and of the magnitudes, by set. */
static void sum_sets(const convergence *convergence, const equations *equations, const state *state, double (*sums)[2])
{
    for (int k = 0; k < equations->n_sets; k++)
        sums[k][0] = sums[k][1] = 0;
    for (int i = 0; i < equations->model->n_unknowns; i++) {
        const double w = test_weight(convergence, equations, state, i), r = w * equations->r[i],
                     m = w * equations->magnitude[i];
        const int set = convergence->residual_test == TEST_SEPNORM ? equations->row_set[i] : 0;
        sums[set][0] += r * r;
        sums[set][1] += m * m;
    }
}

static double relative(const convergence *convergence, const equations *equations, const state *state)
{
    double most = 0, worst = 0;
    sum_sets(convergence, equations, state, equations->set_sums);
    for (int k = 0; k < equations->n_sets; k++) {
        if (!isfinite(equations->set_sums[k][0]))
            return equations->set_sums[k][0];
        most = fmax(most, sqrt(equations->set_sums[k][1]));
    }
    for (int k = 0; k < equations->n_sets; k++) {
        const double size = sqrt(equations->set_sums[k][1]),
                     error = size > 0 ? sqrt(equations->set_sums[k][0]) / size : 0;
        if (!(error > 0.1 && size < 1e-5 * most))
            worst = fmax(worst, error);
    }
    return worst;
}

static double plain_error(const convergence *convergence, const equations *equations, const state *state)
{
    const int n = equations->model->n_unknowns;
    if (convergence->residual_test == TEST_RELNORM || convergence->residual_test == TEST_SEPNORM)
        return relative(convergence, equations, state);
    if (convergence->scale || convergence->constraint_scale > 0 || equations->n_sum_rows > 0)
        return weighted(convergence, equations, state);
    return convergence->residual_test == TEST_MINMAX ? test_type_largest(equations->r, n) : norm(equations->r, n);
}

double residual_error(const convergence *convergence, const equations *equations, const state *state)
{
    const double error = plain_error(convergence, equations, state);
    if (!convergence->modify_residual_test)
        return error;
    const double rate = norm(state->yp, equations->model->n_unknowns);
    return error / (1 + rate * rate);
}

/* A correction smaller than the rounding error of the unknown counts as zero. */
static double counted(const equations *equations, const state *state, int i)
{
    const double of = equations->model->kind[i] == DOF_DIFFERENTIAL ? state->yp[i] : state->y[i];
    return fabs(equations->d[i]) <= DBL_EPSILON * fabs(of) ? 0 : equations->d[i];
}

double solution_error(const convergence *convergence, const equations *equations, const state *state)
{
    double sum = 0, most = 0;
    if (convergence->solution_test == TEST_NONE)
        return 0;
    for (int i = 0; i < equations->model->n_unknowns; i++) {
        const double d = counted(equations, state, i);
        sum += d * d;
        most = larger(most, d);
    }
    return convergence->solution_test == TEST_MINMAX ? most : sqrt(sum);
}
