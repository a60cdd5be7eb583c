/* mssth.c - composite methods of n = 3, 4, 5 sub-steps and order n, A-stable, with asymptotic radius rho.
 *
 * Every stage is of second order,
 *
 *     sum_j A_ij c_j = c_i^2 / 2,   so that   c_1 = 2 gamma
 *
 * and with d_i = sum_j A_ij c_j^2 - c_i^3 / 3 the conditions of order n are (b: the last row of A, with b_n = gamma)
 *
 *     all n:   sum b_j c_j^k = 1/(k + 1),   k < n
 *     n > 3:   sum b d = 0
 *     n = 5:   sum b c d = 0,   sum b A d = 0,   sum b A c^3 = 1/20
 *
 * The growth factor is then exp to order n with the pole 1/gamma n-fold, and the radius gives gamma:
 *
 *     sum_i (-gamma)^i C(n,i)/(n-i)! = s rho gamma^n,       s = -1, 1, 1 for n = 3, 4, 5
 *
 * The instants that are still free do not change the order. n = 3: c_2 makes sum b c^3 = 1/4, which is the least error,
 * but stays away from c_1, where the weights have a pole. n = 4: c_2, c_3 are fixed multiples of gamma. n = 5: c_2, c_3
 * are constants.
 *
 * n = 5, with e = b A:  e_4 = 2 gamma b_4 and e_5 = gamma^2, so u = 2 gamma b - e and v = (c_4 - c) b live on c_1, c_2,
 * c_3 and 1, and both are orthogonal to d. Their combination without c_3 leaves one equation, linear in c_4. */
#include "integrator/runge_kutta.h"
#include "math/vec3.h"

/* --- polynomials, coefficients from the lowest power up ----------------------------------------------------------- */

enum { DEGREE = 5 };

typedef struct {
    double a[DEGREE + 1];
} poly;

/* x (x - r_1) ... (x - r_n) */
static poly poly_from(int n, const double *r)
{
    poly p = {{0, 1}};
    for (int i = 0; i < n; i++)
        for (int k = i + 2; k >= 0; k--)
            p.a[k] = (k > 0 ? p.a[k - 1] : 0) - r[i] * p.a[k];
    return p;
}

static double poly_at(const poly *p, double x)
{
    double y = 0;
    for (int k = DEGREE; k >= 0; k--)
        y = y * x + p->a[k];
    return y;
}

/* Integral from 0 to 1 of x^m p(x). */
static double poly_mean(const poly *p, int m)
{
    double sum = 0;
    for (int k = 0; k <= DEGREE; k++)
        sum += p->a[k] / (k + m + 1);
    return sum;
}

/* --- tables ------------------------------------------------------------------------------------------------------- */

/* Newton's method for gamma from the middle of its range; f has no other root nearby for any radius. */
static double diagonal(int n, double rho)
{
    static const double START[] = {0.4, 0.5, 0.26};
    double term[DEGREE + 1], binomial = 1, factorial = n == 3 ? 6 : n == 4 ? 24 : 120;
    for (int i = 0; i <= n; i++) {
        term[i] = (i % 2 ? -1 : 1) * binomial / factorial;
        binomial = binomial * (n - i) / (i + 1);
        factorial /= n - i > 0 ? n - i : 1;
    }
    term[n] -= n == 3 ? -rho : rho;
    double g = START[n - 3];
    for (int k = 0; k < 50; k++) {
        double f = 0, derivative = 0;
        for (int i = n; i >= 0; i--)
            derivative = derivative * g + f, f = f * g + term[i];
        g -= f / derivative;
        if (fabs(f) < 1e-16 * fabs(derivative))
            break;
    }
    return g;
}

/* The weights of c_0 ... c_(n-1) for which the quadrature with weight gamma at 1 is of order n. */
static void weights(int n, rk_table *T)
{
    const double gamma = T->A[1][1];
    double rest = 1 - gamma;
    for (int j = 1; j < n; j++) {
        double r[RK_STAGES];
        int m = 0;
        for (int k = 1; k < n; k++)
            if (k != j)
                r[m++] = T->c[k];
        const poly l = poly_from(m, r);
        T->A[n][j] = (poly_mean(&l, 0) - gamma * poly_at(&l, 1)) / poly_at(&l, T->c[j]);
        rest -= T->A[n][j];
    }
    T->A[n][0] = rest;
    T->A[n][n] = gamma;
    T->c[n] = 1;
}

static double defect(const rk_table *T, int i)
{
    double sum = -T->c[i] * T->c[i] * T->c[i] / 3;
    for (int j = 1; j <= i; j++)
        sum += T->A[i][j] * T->c[j] * T->c[j];
    return sum;
}

/* Row i, with A_i3 ... already known: finds A_i0, A_i1 (and for i > 2 A_i2, for which the defect is d). */
static void row(rk_table *T, int i, double d)
{
    const double *c = T->c, x = c[i], gamma = T->A[1][1];
    double *a = T->A[i], s0 = x, s1 = x * x / 2, s2 = x * x * x / 3 + d;
    a[i] = gamma;
    for (int j = 3; j <= (i > 2 ? i : 2); j++)
        s0 -= a[j], s1 -= a[j] * c[j], s2 -= a[j] * c[j] * c[j];
    if (i == 2) {
        a[1] = (s1 - gamma * x) / c[1];
        a[0] = s0 - gamma - a[1];
        return;
    }
    a[2] = (s2 - s1 * c[1]) / (c[2] * (c[2] - c[1]));
    a[1] = (s1 - a[2] * c[2]) / c[1];
    a[0] = s0 - a[1] - a[2];
}

static void begin_table(int n, double rho, rk_table *T)
{
    const double gamma = diagonal(n, rho);
    *T = (rk_table){.last = n, .order = n, .c = {0, 2 * gamma}, .A = {{0}, {gamma, gamma}}};
}

static void make_three(double rho, rk_table *T)
{
    begin_table(3, rho, T);
    const double gamma = T->A[1][1], c1 = T->c[1], nearest = 0.02;
    T->c[2] = (1.0 / 4 - c1 / 3 - gamma * (1 - c1)) / (1.0 / 3 - c1 / 2 - gamma * (1 - c1));
    if (fabs(T->c[2] - c1) < nearest)
        T->c[2] = c1 + copysign(nearest, T->c[2] - c1);
    row(T, 2, 0);
    weights(3, T);
}

static void make_four(double rho, rk_table *T)
{
    begin_table(4, rho, T);
    const double gamma = T->A[1][1];
    T->c[2] = 1.73614526368 * gamma;
    T->c[3] = 1.79236087825 * gamma;
    row(T, 2, 0);
    weights(4, T);
    const double *b = T->A[4];
    row(T, 3, -(b[1] * defect(T, 1) + b[2] * defect(T, 2)) / b[3]);
}

/* The instant c_4 from d_1 and d_2: see the head of the file. */
static double fourth_instant(const rk_table *T)
{
    const double gamma = T->A[1][1], c1 = T->c[1], c2 = T->c[2];
    const poly q = poly_from(2, (double[]){c1, c2}),
               p[2] = {poly_from(2, (double[]){c2, 1}), poly_from(2, (double[]){c1, 1})};
    const double q1 = poly_at(&q, 1);
    /* u(f) = 2 gamma <f> - <f> + <x f>, v(f) = c_4 <f> - <x f>, where <> is the mean value; minus their part at 1 */
    const double u3 = (2 * gamma - 1) * poly_mean(&q, 0) + poly_mean(&q, 1) - gamma * gamma * q1;
    const double v3_derivative = poly_mean(&q, 0) - gamma * q1, v3 = -poly_mean(&q, 1) + gamma * q1;
    double K = 0, L = 0, L_derivative = 0;
    for (int i = 0; i < 2; i++) {
        const double by = defect(T, i + 1) / poly_at(&p[i], T->c[i + 1]), mean = poly_mean(&p[i], 0),
                     first = poly_mean(&p[i], 1);
        K += by * ((2 * gamma - 1) * mean + first);
        L -= by * first;
        L_derivative += by * mean;
    }
    return (u3 * L - v3 * K) / (v3_derivative * K - u3 * L_derivative);
}

/* A_43 from e_3: the e_1, e_2, e_3 that give sum e c^k = 1/((k + 1)(k + 2)), k = 1, 2, 3. */
static double fourth_row(const rk_table *T)
{
    const double *b = T->A[5], *c = T->c, gamma = T->A[1][1];
    const poly l = poly_from(2, (double[]){c[1], c[2]});
    const double e3 =
        (poly_mean(&l, 0) - poly_mean(&l, 1) - 2 * gamma * b[4] * poly_at(&l, c[4]) - gamma * gamma * poly_at(&l, 1)) /
        poly_at(&l, c[3]);
    return (e3 - 2 * gamma * b[3]) / b[4];
}

static void make_five(double rho, rk_table *T)
{
    begin_table(5, rho, T);
    T->c[2] = 0.1;
    T->c[3] = 0.637997309;
    row(T, 2, 0);
    T->c[4] = fourth_instant(T);
    weights(5, T);
    const double *b = T->A[5], *c = T->c, d1 = defect(T, 1), d2 = defect(T, 2);
    const double d3 = -(b[1] * (c[4] - c[1]) * d1 + b[2] * (c[4] - c[2]) * d2) / (b[3] * (c[4] - c[3]));
    row(T, 3, d3);
    T->A[4][3] = fourth_row(T);
    row(T, 4, -(b[1] * d1 + b[2] * d2 + b[3] * d3) / b[4]);
}

static void composite(void (*make)(double rho, rk_table *T), const void *self, const step_context *context, stage *out)
{
    rk_table T;
    make(radius_now(self, context->state), &T);
    rk_stage(&T, context, out);
}

static void mssth_three(const void *self, const step_context *context, stage *out)
{
    composite(make_three, self, context, out);
}
static void mssth_four(const void *self, const step_context *context, stage *out)
{
    composite(make_four, self, context, out);
}
static void five(const void *self, const step_context *context, stage *out)
{
    composite(make_five, self, context, out);
}

const integrator_type integrator_mssth3_type = {
    .keyword = "mssth3",
    .grammar = "mssth3" RADII_GRAMMAR,
    .summary = "Three sub-steps with tunable dissipation: third order, A-stable.",
    COMPOSITE_SLOTS(3),
    .coefficients = mssth_three,
};

const integrator_type integrator_mssth4_type = {
    .keyword = "mssth4",
    .grammar = "mssth4" RADII_GRAMMAR,
    .summary = "Four sub-steps with tunable dissipation: fourth order, A-stable.",
    COMPOSITE_SLOTS(4),
    .coefficients = mssth_four,
};

const integrator_type integrator_mssth5_type = {
    .keyword = "mssth5",
    .grammar = "mssth5" RADII_GRAMMAR,
    .summary = "Five sub-steps with tunable dissipation: fifth order, A-stable.",
    COMPOSITE_SLOTS(5),
    .coefficients = five,
};
