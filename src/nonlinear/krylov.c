/* krylov.c - GMRES with restarts, and BiCGStab.
 *
 *     J M^-1 z = b,  x = M^-1 z        so that the residual of the iteration is the true one
 *
 * GMRES: Arnoldi by modified Gram-Schmidt, least squares by Givens rotations (Saad, Iterative Methods, algorithm 9.5).
 * BiCGStab: van der Vorst's recurrences (the same, algorithm 7.7). */
#include "nonlinear/krylov.h"
#include <math.h>
#include <string.h>

struct krylov {
    int n, basis;
    double **v;            /* basis + 1 vectors */
    double *H;             /* (basis + 1) columns of basis + 1 */
    double *c, *s, *g, *y; /* rotations, right-hand side, solution of the small system */
    double *a[7];          /* other vectors */
};

krylov *krylov_create(int n, int basis, arena *memory)
{
    krylov *k = ARENA_NEW(memory, krylov);
    k->n = n;
    k->basis = basis;
    k->v = ARENA_ARRAY(memory, double *, basis + 1);
    for (int i = 0; i <= basis; i++)
        k->v[i] = ARENA_ARRAY(memory, double, n);
    k->H = ARENA_ARRAY(memory, double, (basis + 1) * (basis + 1));
    k->c = ARENA_ARRAY(memory, double, basis + 1);
    k->s = ARENA_ARRAY(memory, double, basis + 1);
    k->g = ARENA_ARRAY(memory, double, basis + 2);
    k->y = ARENA_ARRAY(memory, double, basis + 1);
    for (int i = 0; i < 7; i++)
        k->a[i] = ARENA_ARRAY(memory, double, n);
    return k;
}

static double dot(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static double norm(int n, const double *a) { return sqrt(dot(n, a, a)); }

static void axpy(int n, double s, const double *x, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] += s * x[i];
}

/* out = J M^-1 v, with M^-1 v in `inner`. */
static void apply(const krylov_operator *A, const double *v, double *inner, double *out)
{
    memcpy(inner, v, (size_t)A->n * sizeof *v);
    if (A->precondition)
        A->precondition(A->to, inner);
    A->product(A->to, inner, out);
}

/* --- GMRES --------------------------------------------------------------------------------------------------- */

/* Column j of H through the earlier rotations, then one that makes it triangular. */
static void rotate(krylov *k, double *h, int j)
{
    for (int i = 0; i < j; i++) {
        const double t = k->c[i] * h[i] + k->s[i] * h[i + 1];
        h[i + 1] = -k->s[i] * h[i] + k->c[i] * h[i + 1];
        h[i] = t;
    }
    const double r = hypot(h[j], h[j + 1]);
    k->c[j] = r > 0 ? h[j] / r : 1;
    k->s[j] = r > 0 ? h[j + 1] / r : 0;
    h[j] = r;
    k->g[j + 1] = -k->s[j] * k->g[j];
    k->g[j] *= k->c[j];
}

static void arnoldi(krylov *k, const krylov_operator *A, int j)
{
    const int n = k->n;
    double *h = k->H + j * (k->basis + 1), *next = k->v[j + 1];
    apply(A, k->v[j], k->a[0], next);
    for (int i = 0; i <= j; i++) {
        h[i] = dot(n, k->v[i], next);
        axpy(n, -h[i], k->v[i], next);
    }
    h[j + 1] = norm(n, next);
    for (int i = 0; h[j + 1] > 0 && i < n; i++)
        next[i] /= h[j + 1];
    rotate(k, h, j);
}

/* x += M^-1 V y */
static void add_solution(krylov *k, const krylov_operator *A, int m, double *x)
{
    const int ld = k->basis + 1;
    double *sum = k->a[0];
    for (int i = m - 1; i >= 0; i--) {
        double t = k->g[i];
        for (int j = i + 1; j < m; j++)
            t -= k->H[j * ld + i] * k->y[j];
        k->y[i] = k->H[i * ld + i] != 0 ? t / k->H[i * ld + i] : 0;
    }
    memset(sum, 0, (size_t)k->n * sizeof *sum);
    for (int i = 0; i < m; i++)
        axpy(k->n, k->y[i], k->v[i], sum);
    if (A->precondition)
        A->precondition(A->to, sum);
    axpy(k->n, 1, sum, x);
}

krylov_report krylov_gmres(krylov *k, const krylov_operator *A, const double *b, double *x, double tolerance, int most)
{
    const int n = k->n;
    const double size = norm(n, b);
    krylov_report report = {.converged = size == 0};
    memset(x, 0, (size_t)n * sizeof *x);
    memcpy(k->v[0], b, (size_t)n * sizeof *b);
    while (!report.converged && report.iterations < most) {
        const double r = norm(n, k->v[0]);
        int j = 0;
        for (int i = 0; i < n; i++)
            k->v[0][i] /= r;
        k->g[0] = r;
        do {
            arnoldi(k, A, j++);
            report.iterations++;
            report.error = fabs(k->g[j]) / size;
            report.converged = report.error <= tolerance;
        } while (!report.converged && j < k->basis && report.iterations < most && report.error > 0);
        add_solution(k, A, j, x);
        if (!isfinite(report.error))
            return report;
        A->product(A->to, x, k->v[0]);
        for (int i = 0; i < n; i++)
            k->v[0][i] = b[i] - k->v[0][i];
    }
    return report;
}

/* --- BiCGStab ------------------------------------------------------------------------------------------------ */

krylov_report krylov_bicgstab(krylov *k, const krylov_operator *A, const double *b, double *x, double tolerance,
                              int most)
{
    const int n = k->n;
    const size_t bytes = (size_t)n * sizeof *b;
    double *r = k->a[1], *shadow = k->a[2], *p = k->a[3], *Ap = k->a[4], *As = k->a[5], *inner = k->a[6];
    const double size = norm(n, b);
    krylov_report report = {.converged = size == 0, .error = size > 0};
    memset(x, 0, bytes);
    memcpy(r, b, bytes);
    memcpy(shadow, b, bytes);
    memcpy(p, b, bytes);
    double rho = dot(n, r, shadow);
    while (!report.converged && report.iterations < most && rho != 0) {
        report.iterations++;
        apply(A, p, inner, Ap);
        const double along = dot(n, Ap, shadow), alpha = rho / along;
        if (along == 0)
            break;
        axpy(n, alpha, inner, x);
        axpy(n, -alpha, Ap, r);
        apply(A, r, inner, As);
        const double ss = dot(n, As, As), omega = ss > 0 ? dot(n, As, r) / ss : 0;
        axpy(n, omega, inner, x);
        axpy(n, -omega, As, r);
        report.error = norm(n, r) / size;
        report.converged = report.error <= tolerance;
        if (omega == 0 || !isfinite(report.error))
            break;
        const double next = dot(n, r, shadow), beta = next / rho * (alpha / omega);
        for (int i = 0; i < n; i++)
            p[i] = r[i] + beta * (p[i] - omega * Ap[i]);
        rho = next;
    }
    return report;
}
