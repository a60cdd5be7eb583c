/* process_test.c - models of processes and control by prediction, of several signals.
 *
 * The references are the equations of identification.h and predictive.h in another form. Least squares that forget:
 * with S_0 = I / 1e12, b_0 = 0 the sums S_k = mu S_k-1 + phi phi', b_k = mu b_k-1 + phi y' and theta = S^-1 b.
 * Control: the samples to come are those of the model, one after another, and the least sum of squares is that of
 * its normal equations. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/array.h"
#include "element/electric/predictive.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 24, SAMPLES = 90 };

static double any(void)
{
    static uint32_t seed = 1;
    seed = seed * 1664525u + 1013904223u;
    return 2.0 * (seed >> 8) / (1 << 24) - 1.0;
}

static void near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance * (1.0 + fabs(b))))
        fail_msg("%.17g is not %.17g", a, b);
}

/* A x = b by elimination with the largest pivot; A and b are lost. */
static void solve(int n, long double A[MOST][MOST], long double b[MOST], double x[MOST])
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            best = fabsl(A[i][k]) > fabsl(A[best][k]) ? i : best;
        for (int j = 0; j < n; j++) {
            const long double saved = A[k][j];
            A[k][j] = A[best][j], A[best][j] = saved;
        }
        const long double stored = b[k];
        b[k] = b[best], b[best] = stored;
        for (int i = k + 1; i < n; i++) {
            const long double by = A[i][k] / A[k][k];
            for (int j = k; j < n; j++)
                A[i][j] -= by * A[k][j];
            b[i] -= by * b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++)
            b[k] -= A[k][j] * b[j];
        x[k] = (double)(b[k] /= A[k][k]);
    }
}

/* Signals by sample; what is before the first is zero. */
typedef struct {
    const process_model *model;
    int n; /* samples so far */
    double y[SAMPLES + MOST][3], u[SAMPLES + MOST][3], e[SAMPLES + MOST][3];
} signals;

static double earlier(const double *of, int k, int j) { return k < 0 ? 0.0 : of[3 * k + j]; }

/* phi of sample k: y_k-1 ... y_k-p, u_k ... u_k-q, e_k-1 ... e_k-p */
static int regressors(const signals *signals, int k, double phi[MOST])
{
    const process_model *model = signals->model;
    int n = 0;
    for (int i = 1; i <= model->p; i++)
        for (int j = 0; j < model->n_y; j++)
            phi[n++] = earlier(signals->y[0], k - i, j);
    for (int i = 0; i <= model->q; i++)
        for (int j = 0; j < model->n_u; j++)
            phi[n++] = earlier(signals->u[0], k - i, j);
    for (int i = 1; model->has_errors && i <= model->p; i++)
        for (int j = 0; j < model->n_y; j++)
            phi[n++] = earlier(signals->e[0], k - i, j);
    return n;
}

static double model_output(const signals *signals, int k, int j, const double *theta)
{
    double phi[MOST], y = 0.0;
    const int n = regressors(signals, k, phi);
    for (int i = 0; i < n; i++)
        y += theta[i * signals->model->n_y + j] * phi[i];
    return y;
}

/* --- identification ----------------------------------------------------------------------------------------------- */

/* The factor after an error, by the mean squares of late. */
static double next_forgetting(const process_model *model, const signals *signals, double mu)
{
    double mean[2] = {0.0, 0.0};
    const int length[2] = {model->n_short, model->n_long};
    for (int w = 0; w < 2; w++)
        for (int i = 1; i <= length[w]; i++)
            for (int j = 0; j < model->n_y; j++)
                mean[w] += pow(earlier(signals->e[0], signals->n - i, j), 2) / length[w];
    const double r = mean[1] > 0.0 ? mean[0] / mean[1] : 0.0;
    return r <= model->r_ref
               ? 1.0 - model->rho * (1.0 - mu)
               : 1.0 - model->fact * (fmin(r, model->r_lim) - model->r_ref) / (model->r_lim - model->r_ref);
}

/* Sums of what was seen, and the coefficients by them. */
typedef struct {
    long double S[MOST][MOST], b[MOST][3];
    double theta[MOST * 3], mu;
} sums;

static void take(sums *of, signals *signals, const double *y, const double *u)
{
    const process_model *model = signals->model;
    const int k = signals->n++, n = process_terms(model);
    double phi[MOST];
    memcpy(signals->y[k], y, (size_t)model->n_y * sizeof *y), memcpy(signals->u[k], u, (size_t)model->n_u * sizeof *u);
    assert_int_equal(regressors(signals, k, phi), n);
    for (int j = 0; j < model->n_y; j++)
        signals->e[k][j] = y[j] - model_output(signals, k, j, of->theta);
    for (int i = 0; i < n; i++) {
        for (int l = 0; l < n; l++)
            of->S[i][l] = (k ? (long double)of->mu * of->S[i][l] : i == l ? of->mu * 1e-12L : 0.0L) + phi[i] * phi[l];
        for (int j = 0; j < model->n_y; j++)
            of->b[i][j] = of->mu * of->b[i][j] + phi[i] * y[j];
    }
    for (int j = 0; j < model->n_y; j++) {
        long double A[MOST][MOST], b[MOST];
        double x[MOST];
        memcpy(A, of->S, sizeof A);
        for (int i = 0; i < n; i++)
            b[i] = of->b[i][j];
        solve(n, A, b, x);
        for (int i = 0; i < n; i++)
            of->theta[i * model->n_y + j] = x[i];
    }
    of->mu = model->n_long > 0 ? next_forgetting(model, signals, of->mu) : of->mu;
}

/* P begins with 1e12, which leaves four digits of it. */
static void check_identification(const process_model *model)
{
    double *memory = test_calloc((size_t)process_numbers(model), sizeof *memory);
    sums of = {.mu = model->forgetting};
    signals signals = {.model = model};
    process_begin(model, memory);
    for (int k = 0; k < SAMPLES; k++) {
        double y[3], u[3];
        for (int j = 0; j < 3; j++)
            u[j] = any();
        for (int j = 0; j < 3; j++) /* a process that changes, and noise */
            y[j] = (k < 60 ? 0.5 : -0.2) * earlier(signals.y[0], k - 1, 0) + (j + 1) * u[j] - 0.3 * u[0] + 0.5 * any();
        if (k == 0) /* silence: no errors at all */
            memset(y, 0, sizeof y), memset(u, 0, sizeof u);
        take(&of, &signals, y, u);
        process_sample(model, memory, y, u);
        near(process_forgetting(model, memory), of.mu, model->n_long ? 1e-2 : 0.0);
        for (int i = 0; k > 2 * process_terms(model) && i < process_terms(model) * model->n_y; i++)
            near(memory[i], of.theta[i], 1e-3);
    }
    test_free(memory);
}

static const process_model ARX = {.n_y = 2, .n_u = 3, .p = 2, .q = 1, .forgetting = 1.0};
static const process_model MOVING = {.n_y = 3, .n_u = 2, .p = 1, .q = 2, .forgetting = 1.0};
static const process_model ARMAX = {.n_y = 2, .n_u = 2, .p = 1, .q = 1, .has_errors = true, .forgetting = 1.0};

static void least_squares_of_several_signals(void **unused)
{
    (void)unused;
    check_identification(&ARX);
    check_identification(&MOVING);
    check_identification(&ARMAX);
}

static void least_squares_with_forgetting(void **unused)
{
    (void)unused;
    process_model model = ARX;
    model.forgetting = 0.9;
    check_identification(&model);
    model.forgetting = 1.0;
    model.n_short = 2, model.n_long = 7, model.rho = 0.8, model.fact = 0.3, model.r_ref = 0.5, model.r_lim = 2.5;
    check_identification(&model);
    /* after silence the first error is four times the mean of eight: just not beyond the reference */
    model.forgetting = 0.9;
    model.n_long = 8, model.r_ref = 4.0, model.r_lim = 5.0;
    check_identification(&model);
}

/* --- control ------------------------------------------------------------------------------------------------------ */

/* What is to be small, with controls x of h_c samples: the distances from y_d, then the controls. */
static int cost(const predictive *predictive, signals *s, const signals *whole, const double *theta, const double *x,
                const double *desired, double lambda, double *r)
{
    const process_model *model = s->model;
    const int k = s->n, first = predictive->is_deadbeat ? predictive->h_c : predictive->h_r;
    int n = 0;
    for (int i = 0; i < predictive->h_p; i++) {
        for (int j = 0; j < model->n_u; j++)
            s->u[k + i][j] = x[(i < predictive->h_c ? i : predictive->h_c - 1) * model->n_u + j];
        for (int j = 0; j < model->n_y; j++) {
            s->y[k + i][j] = model_output(s, k + i, j, theta), s->e[k + i][j] = 0.0;
            const double before = predictive->period ? whole->y[k + i - predictive->period][j] : 0.0;
            if (i >= first)
                r[n++] = sqrt(predictive->is_deadbeat ? 1.0 : predictive->W[i - first]) *
                         (desired[j] - before - s->y[k + i][j]);
        }
    }
    for (int i = 0; i < predictive->h_c * model->n_u; i++)
        r[n++] = sqrt(predictive->is_deadbeat ? 1e-13 : lambda * predictive->R[i / model->n_u]) * x[i];
    return n;
}

/* The controls with the least sum of squares. */
static void best_control(const predictive *predictive, signals *s, const signals *whole, const double *theta,
                         const double *desired, double lambda, double x[MOST])
{
    enum { ROWS = 80 };
    double r0[ROWS], G[MOST][ROWS], zero[MOST] = {0};
    long double A[MOST][MOST] = {{0}}, b[MOST] = {0};
    const int n = predictive->h_c * s->model->n_u, rows = cost(predictive, s, whole, theta, zero, desired, lambda, r0);
    assert_true(rows <= ROWS && n <= MOST);
    for (int j = 0; j < n; j++) {
        double unit[MOST] = {0};
        unit[j] = 1.0;
        cost(predictive, s, whole, theta, unit, desired, lambda, G[j]);
        for (int i = 0; i < rows; i++)
            G[j][i] -= r0[i];
    }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < rows; i++) {
            b[j] -= (long double)G[j][i] * r0[i];
            for (int l = 0; l < n; l++)
                A[j][l] += (long double)G[j][i] * G[l][i];
        }
    solve(n, A, b, x);
}

/* Both see the same samples; the coefficients are those that were identified. */
static void check_control(const predictive *predictive, const process_model *model, double tolerance)
{
    enum { SEEN = 40 };
    double *memory = test_calloc((size_t)predictive_numbers(predictive, model), sizeof *memory);
    double *process = test_calloc((size_t)process_numbers(model), sizeof *process);
    const double desired[3] = {0.7, -0.4, 0.2}, lambda = 0.05;
    signals whole = {.model = model}, signals = {.model = model};
    process_begin(model, process);
    for (int k = 0; k < SEEN; k++) {
        double u[3], x[MOST];
        for (int j = 0; j < model->n_u; j++)
            whole.u[k][j] = any();
        for (int j = 0; j < model->n_y; j++)
            whole.y[k][j] = 0.4 * earlier(whole.y[0], k - 1, j) + whole.u[k][j % model->n_u] + 0.1 * any();
        for (int j = 0; j < model->n_u; j++)
            signals.u[k][j] =
                whole.u[k][j] - (predictive->period ? earlier(whole.u[0], k - predictive->period, j) : 0.0);
        for (int j = 0; j < model->n_y; j++)
            signals.y[k][j] =
                whole.y[k][j] - (predictive->period ? earlier(whole.y[0], k - predictive->period, j) : 0.0);
        for (int j = 0; j < model->n_y; j++)
            signals.e[k][j] = signals.y[k][j] - model_output(&signals, k, j, process);
        predictive_sample(predictive, model, memory, process, whole.y[k], whole.u[k]);
        signals.n = k + 1;
        if (k < SEEN - 5)
            continue;
        predictive_control(predictive, model, memory, process, desired, lambda, u);
        best_control(predictive, &signals, &whole, process, desired, lambda, x);
        for (int j = 0; j < model->n_u; j++)
            near(u[j], x[j] + (predictive->period ? whole.u[k + 1 - predictive->period][j] : 0.0), tolerance);
    }
    test_free(memory);
    test_free(process);
}

static const double W[] = {2.0, 1.0, 0.5, 3.0, 0.2}, R[] = {1.0, 3.0, 0.4};

static void control_with_weights(void **unused)
{
    (void)unused;
    const predictive plain = {.h_p = 5, .h_c = 3, .W = W, .R = R},
                     late = {.h_p = 6, .h_c = 2, .h_r = 2, .W = W, .R = R};
    const process_model *const MODELS[] = {&ARX, &MOVING, &ARMAX};
    for (int i = 0; i < ARRAY_LEN(MODELS); i++) {
        check_control(&plain, MODELS[i], 1e-7);
        check_control(&late, MODELS[i], 1e-7);
    }
}

static void control_that_repeats(void **unused)
{
    (void)unused;
    const predictive plain = {.h_p = 5, .h_c = 3, .period = 5, .W = W, .R = R};
    const predictive late = {.h_p = 6, .h_c = 2, .h_r = 2, .period = 9, .W = W, .R = R};
    check_control(&plain, &ARX, 1e-7);
    check_control(&late, &ARMAX, 1e-7);
}

/* With more controls than outputs the least of them, with fewer the nearest. */
static void control_that_is_there_at_once(void **unused)
{
    (void)unused;
    const predictive many = {.is_deadbeat = true, .h_p = 4, .h_c = 2}, few = {.is_deadbeat = true, .h_p = 6, .h_c = 1};
    check_control(&many, &ARX, 1e-4);
    check_control(&few, &MOVING, 1e-4);
    check_control(&few, &ARMAX, 1e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(least_squares_of_several_signals),
        cmocka_unit_test(least_squares_with_forgetting),
        cmocka_unit_test(control_with_weights),
        cmocka_unit_test(control_that_repeats),
        cmocka_unit_test(control_that_is_there_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
