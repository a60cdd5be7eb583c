/* msstc.c - composite methods of n sub-steps, n = 2 (Bathe), 3, 4, 5: second order, A-stable, least dissipation at low
 * frequency.
 *
 * The first n - 1 sub-steps, 2 gamma h long, follow the trapezoidal rule; the last one uses every derivative of the
 * step:
 *
 *     y = Y_0 + h (sum_j q_j Y'_j + gamma y')               (Zhang, Zhang, Xing, Masarati, Nonlinear Dyn. 102, 2020)
 *
 * With w = gamma lambda h and p = (1 + w)/(1 - w), the growth factor of one step is
 *
 *     N(w) / (1 - w)^n,     N(w) = (1 - w)^(n-1) (1 + (w / gamma) sum_j q_j p^j)
 *
 * The dissipation 1 - |N/(1-w)^n|^2 on the imaginary axis is maximally flat, (1 - rho^2) |w|^2n / (1 + |w|^2)^n, when
 *
 *     N(w) = prod_k (1 + r_k w),   r_k = sqrt(1 - s e^(2 pi i k / n)),  s = (1 - rho^2)^(1/n),  Re r_k > 0
 *
 * Consistency gives gamma = 1 / (n + sum_k r_k), and comparing both forms of N in powers of p the weights:
 *
 *     (p - 1) sum_j q_j p^j = gamma (prod_k ((1 + r_k) p + 1 - r_k) / 2^(n-1) - (p + 1)) */
#include "integrator/runge_kutta.h"
#include "math/vec3.h"

enum { SUB_STEPS_MAX = 5 };

/* P *= (c1 p + c0), with n coefficients in P before. */
static void times_linear(double *P, int n, double c1, double c0)
{
    P[n] = 0;
    for (int k = n; k >= 0; k--)
        P[k] = c0 * P[k] + (k > 0 ? c1 * P[k - 1] : 0);
}

/* P *= ((1 + r) p + 1 - r)((1 + r*) p + 1 - r*), with r* the conjugate of r: sum r + r*, size |r|^2. */
static void times_pair(double *P, int n, double sum, double size)
{
    const double c2 = 1 + sum + size, c1 = 2 - 2 * size, c0 = 1 - sum + size;
    P[n] = P[n + 1] = 0;
    for (int k = n + 1; k >= 0; k--)
        P[k] = c0 * P[k] + (k > 0 ? c1 * P[k - 1] : 0) + (k > 1 ? c2 * P[k - 2] : 0);
}

/* The product over k in powers of p, and the sum of the r_k. */
static double spectral_factor(int n, double rho, double *P)
{
    const double s = pow(1 - rho * rho, 1.0 / n), r0 = sqrt(1 - s);
    double sum = r0;
    P[0] = 1;
    times_linear(P, 1, 1 + r0, 1 - r0);
    for (int k = 1; 2 * k < n; k++) {
        const double re = 1 - s * cos(2 * M_PI * k / n), im = s * sin(2 * M_PI * k / n);
        const double size = sqrt(re * re + im * im), pair = sqrt(2 * (size + re));
        times_pair(P, 2 * k, pair, size);
        sum += pair;
    }
    if (n % 2 == 0) {
        const double r = sqrt(1 + s);
        times_linear(P, n, 1 + r, 1 - r);
        sum += r;
    }
    return sum;
}

static void make_table(int n, double rho, rk_table *T)
{
    double P[SUB_STEPS_MAX + 1];
    const double gamma = 1 / (n + spectral_factor(n, rho, P));
    const double scale = ldexp(1, 1 - n);
    for (int k = 1; k <= n; k++) /* the coefficient of power 0 is not needed: p = 1 is a root */
        P[k] = gamma * (scale * P[k] - (k == 1));
    *T = (rk_table){.last = n, .order = 2};
    for (int i = 1; i < n; i++) {
        T->c[i] = 2 * i * gamma;
        T->A[i][0] = T->A[i][i] = gamma;
        for (int j = 1; j < i; j++)
            T->A[i][j] = 2 * gamma;
    }
    T->c[n] = 1;
    T->A[n][n] = gamma;
    /* division by p - 1, from the highest power down */
    double q = 0;
    for (int k = n; k > 0; k--)
        T->A[n][k - 1] = q += P[k];
}

static void composite(int n, const void *self, const step_context *context, stage *out)
{
    rk_table T;
    make_table(n, radius_now(self, context->state), &T);
    rk_stage(&T, context, out);
}

static void two(const void *self, const step_context *context, stage *out) { composite(2, self, context, out); }
static void msstc_three(const void *self, const step_context *context, stage *out) { composite(3, self, context, out); }
static void msstc_four(const void *self, const step_context *context, stage *out) { composite(4, self, context, out); }
static void five(const void *self, const step_context *context, stage *out) { composite(5, self, context, out); }

const integrator_type integrator_bathe_type = {
    .keyword = "bathe",
    .grammar = "Bathe" RADII_GRAMMAR,
    .summary = "Two sub-steps with tunable dissipation: second order, A-stable.",
    COMPOSITE_SLOTS(2),
    .controls_error = true,
    .coefficients = two,
};

const integrator_type integrator_msstc3_type = {
    .keyword = "msstc3",
    .grammar = "msstc3" RADII_GRAMMAR,
    .summary = "Three sub-steps that preserve low-frequency motion: second order, A-stable.",
    COMPOSITE_SLOTS(3),
    .controls_error = true,
    .coefficients = msstc_three,
};

const integrator_type integrator_msstc4_type = {
    .keyword = "msstc4",
    .grammar = "msstc4" RADII_GRAMMAR,
    .summary = "Four sub-steps that preserve low-frequency motion: second order, A-stable.",
    COMPOSITE_SLOTS(4),
    .controls_error = true,
    .coefficients = msstc_four,
};

const integrator_type integrator_msstc5_type = {
    .keyword = "msstc5",
    .grammar = "msstc5" RADII_GRAMMAR,
    .summary = "Five sub-steps that preserve low-frequency motion: second order, A-stable.",
    COMPOSITE_SLOTS(5),
    .controls_error = true,
    .coefficients = five,
};
