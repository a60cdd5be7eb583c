/* test.c - the tests of convergence.
 *
 *     norm      sqrt(sum r_i^2)
 *     minmax    max |r_i|
 *     relnorm   |r| / |m|                       m_i: sum of the magnitudes of what the elements put into row i
 *     sepnorm   max |r_set| / |m_set|           over sets of rows with the same dimension
 *
 * A set counts as 0 when |m_set| = 0, or when |r_set| > 0.1 |m_set| although |m_set| < 1e-5 of the largest: nothing but
 * rounding.
 *
 * `modify residual test` divides the result by 1 + |y'|^2. Before, rows may be weighted: by the scale factors of the
 * nodes; constraint equations, which are divided by c, by c times a factor. Rows that define a sum do not count: it is
 * settled when the rest is solved. Of the correction, what is below the last digit of the unknown does not count. */
#include "nonlinear/nonlinear.h"
#include <float.h>

static double test_weight(const convergence *c, const equations *a, const state *s, int i)
{
    if (a->is_sum_row[i])
        return 0;
    double w = c->scale ? a->row_scale[i] : 1;
    if (c->constraint_scale > 0 && a->m->divided[i])
        w *= s->dvalue * c->constraint_scale;
    return w;
}

/* The larger one; once there is a NaN it stays. */
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

static double weighted(const convergence *c, const equations *a, const state *s)
{
    double sum = 0, most = 0;
    for (int i = 0; i < a->m->n_unknowns; i++) {
        const double r = a->r[i] * test_weight(c, a, s, i);
        sum += r * r;
        most = larger(most, r);
    }
    return c->residual_test == TEST_MINMAX ? most : sqrt(sum);
}

/* Squares of the residual and of the magnitudes, by set. */
static void sum_sets(const convergence *c, const equations *a, const state *s, double (*sums)[2])
{
    for (int k = 0; k < a->n_sets; k++)
        sums[k][0] = sums[k][1] = 0;
    for (int i = 0; i < a->m->n_unknowns; i++) {
        const double w = test_weight(c, a, s, i), r = w * a->r[i], m = w * a->magnitude[i];
        const int set = c->residual_test == TEST_SEPNORM ? a->row_set[i] : 0;
        sums[set][0] += r * r;
        sums[set][1] += m * m;
    }
}

static double relative(const convergence *c, const equations *a, const state *s)
{
    double most = 0, worst = 0;
    sum_sets(c, a, s, a->set_sums);
    for (int k = 0; k < a->n_sets; k++) {
        if (!isfinite(a->set_sums[k][0]))
            return a->set_sums[k][0];
        most = fmax(most, sqrt(a->set_sums[k][1]));
    }
    for (int k = 0; k < a->n_sets; k++) {
        const double size = sqrt(a->set_sums[k][1]), error = size > 0 ? sqrt(a->set_sums[k][0]) / size : 0;
        if (!(error > 0.1 && size < 1e-5 * most))
            worst = fmax(worst, error);
    }
    return worst;
}

static double plain_error(const convergence *c, const equations *a, const state *s)
{
    const int n = a->m->n_unknowns;
    if (c->residual_test == TEST_RELNORM || c->residual_test == TEST_SEPNORM)
        return relative(c, a, s);
    if (c->scale || c->constraint_scale > 0 || a->n_sum_rows > 0)
        return weighted(c, a, s);
    return c->residual_test == TEST_MINMAX ? test_type_largest(a->r, n) : norm(a->r, n);
}

double residual_error(const convergence *c, const equations *a, const state *s)
{
    const double error = plain_error(c, a, s);
    if (!c->modify_residual_test)
        return error;
    const double rate = norm(s->yp, a->m->n_unknowns);
    return error / (1 + rate * rate);
}

/* A correction that is lost in what it corrects is none. */
static double counted(const equations *a, const state *s, int i)
{
    const double of = a->m->kind[i] == DOF_DIFFERENTIAL ? s->yp[i] : s->y[i];
    return fabs(a->d[i]) <= DBL_EPSILON * fabs(of) ? 0 : a->d[i];
}

double solution_error(const convergence *c, const equations *a, const state *s)
{
    double sum = 0, most = 0;
    if (c->solution_test == TEST_NONE)
        return 0;
    for (int i = 0; i < a->m->n_unknowns; i++) {
        const double d = counted(a, s, i);
        sum += d * d;
        most = larger(most, d);
    }
    return c->solution_test == TEST_MINMAX ? most : sqrt(sum);
}
