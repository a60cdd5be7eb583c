/* krylov.c - GMRES with restarts, BiCGStab, CGS, TFQMR and the method of conjugate gradients.
 *
 *     J M^-1 z = b,  x = M^-1 z        so that the residual of the iteration is the true one
 *
 * GMRES: Arnoldi by modified Gram-Schmidt, least squares by Givens rotations (Saad, Iterative Methods, algorithm 9.5).
 * BiCGStab: van der Vorst's recurrences (the same, algorithm 7.7). CGS: Sonneveld's (7.6). TFQMR: Freund's (7.8), which
 * bounds the residual by tau sqrt(m + 1). Conjugate gradients need J M^-1 to be symmetric and positive. */
#include "nonlinear/krylov.h"
#include "nonlinear/vectors.h"
#include <string.h>

enum { WORK = 10 };

struct krylov {
    int n, basis;
    double **v;            /* basis + 1 vectors */
    double *H;             /* (basis + 1) columns of basis + 1 */
    double *c, *s, *g, *y; /* rotations, right-hand side, solution of the small system */
    double *a[WORK];       /* other vectors */
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
    for (int i = 0; i < WORK; i++)
        k->a[i] = ARENA_ARRAY(memory, double, n);
    return k;
}

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
        A->precondition(A->context, inner);
    A->product(A->context, inner, out);
}

/* --- GMRES -------------------------------------------------------------------------------------------------------- */

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
        h[i] = vector_dot(k->v[i], next, n);
        axpy(n, -h[i], k->v[i], next);
    }
    h[j + 1] = vector_norm(next, n);
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
        A->precondition(A->context, sum);
    axpy(k->n, 1, sum, x);
}

krylov_report krylov_gmres(krylov *k, const krylov_operator *A, const double *b, double *x, double tolerance, int most)
{
    const int n = k->n;
    const double size = vector_norm(b, n);
    krylov_report report = {.converged = size == 0};
    memset(x, 0, (size_t)n * sizeof *x);
    memcpy(k->v[0], b, (size_t)n * sizeof *b);
    while (!report.converged && report.iterations < most) {
        const double r = vector_norm(k->v[0], n);
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
        A->product(A->context, x, k->v[0]);
        for (int i = 0; i < n; i++)
            k->v[0][i] = b[i] - k->v[0][i];
    }
    return report;
}

/* --- BiCGStab ----------------------------------------------------------------------------------------------------- */

krylov_report krylov_bicgstab(krylov *k, const krylov_operator *A, const double *b, double *x, double tolerance,
                              int most)
{
    const int n = k->n;
    const size_t bytes = (size_t)n * sizeof *b;
    double *r = k->a[1], *shadow = k->a[2], *p = k->a[3], *Ap = k->a[4], *As = k->a[5], *inner = k->a[6];
    const double size = vector_norm(b, n);
    krylov_report report = {.converged = size == 0, .error = size > 0};
    memset(x, 0, bytes);
    memcpy(r, b, bytes);
    memcpy(shadow, b, bytes);
    memcpy(p, b, bytes);
    double rho = vector_dot(r, shadow, n);
    while (!report.converged && report.iterations < most && rho != 0) {
        report.iterations++;
        apply(A, p, inner, Ap);
        const double along = vector_dot(Ap, shadow, n), alpha = rho / along;
        if (along == 0)
            break;
        axpy(n, alpha, inner, x);
        axpy(n, -alpha, Ap, r);
        apply(A, r, inner, As);
        const double ss = vector_dot(As, As, n), omega = ss > 0 ? vector_dot(As, r, n) / ss : 0;
        axpy(n, omega, inner, x);
        axpy(n, -omega, As, r);
        report.error = vector_norm(r, n) / size;
        report.converged = report.error <= tolerance;
        if (omega == 0 || !isfinite(report.error))
            break;
        const double next = vector_dot(r, shadow, n), beta = next / rho * (alpha / omega);
        for (int i = 0; i < n; i++)
            p[i] = r[i] + beta * (p[i] - omega * Ap[i]);
        rho = next;
    }
    return report;
}

/* --- CGS ---------------------------------------------------------------------------------------------------------- */

krylov_report krylov_cgs(krylov *k, const krylov_operator *A, const double *b, double *x, double tolerance, int most)
{
    const int n = k->n;
    const size_t bytes = (size_t)n * sizeof *b;
    double *r = k->a[1], *p = k->a[2], *u = k->a[3], *q = k->a[4], *Ap = k->a[5], *inner = k->a[6];
    const double size = vector_norm(b, n);
    krylov_report report = {.converged = size == 0, .error = size > 0};
    memset(x, 0, bytes);
    memcpy(r, b, bytes);
    memcpy(p, b, bytes);
    memcpy(u, b, bytes);
    double rho = vector_dot(r, b, n);
    while (!report.converged && report.iterations < most && rho != 0) {
        report.iterations++;
        apply(A, p, inner, Ap);
        const double along = vector_dot(Ap, b, n), alpha = rho / along;
        if (along == 0)
            break;
        for (int i = 0; i < n; i++) {
            q[i] = u[i] - alpha * Ap[i];
            u[i] += q[i];
        }
        apply(A, u, inner, Ap);
        axpy(n, alpha, inner, x);
        axpy(n, -alpha, Ap, r);
        report.error = vector_norm(r, n) / size;
        report.converged = report.error <= tolerance;
        const double next = vector_dot(r, b, n), beta = next / rho;
        for (int i = 0; i < n; i++) {
            u[i] = r[i] + beta * q[i];
            p[i] = u[i] + beta * (q[i] + beta * p[i]);
        }
        rho = next;
    }
    return report;
}

/* --- TFQMR -------------------------------------------------------------------------------------------------------- */

typedef struct {
    double *w, *u, *Au, *d, *inner; /* residual of CGS, direction, its product, step, step in x */
    double theta, eta, tau;
} tfqmr;

/* Half an iteration, along u. */
static void tfqmr_half(const krylov *k, const krylov_operator *A, tfqmr *t, double alpha, double *x)
{
    const int n = k->n;
    const double keep = t->theta * t->theta * t->eta / alpha;
    axpy(n, -alpha, t->Au, t->w);
    for (int i = 0; i < n; i++)
        t->inner[i] = t->d[i] = t->u[i] + keep * t->d[i];
    t->theta = vector_norm(t->w, n) / t->tau;
    const double c = 1 / sqrt(1 + t->theta * t->theta);
    t->tau *= t->theta * c;
    t->eta = c * c * alpha;
    if (A->precondition)
        A->precondition(A->context, t->inner);
    axpy(n, t->eta, t->inner, x);
}

krylov_report krylov_tfqmr(krylov *k, const krylov_operator *A, const double *b, double *x, double tolerance, int most)
{
    const int n = k->n;
    const size_t bytes = (size_t)n * sizeof *b;
    const double size = vector_norm(b, n);
    double *v = k->a[6], *scratch = k->a[7];
    tfqmr t = {.w = k->a[1], .u = k->a[2], .Au = k->a[3], .d = k->a[4], .inner = k->a[5], .tau = size};
    krylov_report report = {.converged = size == 0, .error = size > 0};
    memset(x, 0, bytes);
    memset(t.d, 0, bytes);
    memcpy(t.w, b, bytes);
    memcpy(t.u, b, bytes);
    if (!report.converged)
        apply(A, t.u, scratch, t.Au);
    memcpy(v, t.Au, bytes);
    double rho = size * size;
    while (!report.converged && report.iterations < most && rho != 0) {
        report.iterations++;
        const double along = vector_dot(v, b, n), alpha = rho / along;
        if (along == 0)
            break;
        tfqmr_half(k, A, &t, alpha, x);
        axpy(n, -alpha, v, t.u);
        apply(A, t.u, scratch, t.Au);
        tfqmr_half(k, A, &t, alpha, x);
        report.error = t.tau * sqrt(2 * report.iterations + 1) / size;
        report.converged = report.error <= tolerance;
        const double next = vector_dot(t.w, b, n), beta = next / rho;
        for (int i = 0; i < n; i++) {
            v[i] = beta * (t.Au[i] + beta * v[i]);
            t.u[i] = t.w[i] + beta * t.u[i];
        }
        apply(A, t.u, scratch, t.Au);
        axpy(n, 1, t.Au, v);
        rho = next;
        if (!isfinite(report.error) || t.tau == 0)
            break;
    }
    return report;
}

/* --- conjugate gradients ------------------------------------------------------------------------------------------ */

krylov_report krylov_cg(krylov *k, const krylov_operator *A, const double *b, double *x, double tolerance, int most)
{
    const int n = k->n;
    const size_t bytes = (size_t)n * sizeof *b;
    double *r = k->a[1], *p = k->a[2], *Ap = k->a[3], *inner = k->a[4];
    const double size = vector_norm(b, n);
    krylov_report report = {.converged = size == 0, .error = size > 0};
    memset(x, 0, bytes);
    memcpy(r, b, bytes);
    memcpy(p, b, bytes);
    double rho = size * size;
    while (!report.converged && report.iterations < most) {
        report.iterations++;
        apply(A, p, inner, Ap);
        const double along = vector_dot(p, Ap, n), alpha = rho / along;
        if (!(along > 0))
            break;
        axpy(n, alpha, inner, x);
        axpy(n, -alpha, Ap, r);
        const double next = vector_dot(r, r, n);
        report.error = sqrt(next) / size;
        report.converged = report.error <= tolerance;
        for (int i = 0; i < n; i++)
            p[i] = r[i] + next / rho * p[i];
        rho = next;
    }
    return report;
}
