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

/* Applies the earlier rotations to column j of H, then one that makes it triangular. */
static void rotate(krylov *krylov, double *h, int j)
{
    for (int i = 0; i < j; i++) {
        const double t = krylov->c[i] * h[i] + krylov->s[i] * h[i + 1];
        h[i + 1] = -krylov->s[i] * h[i] + krylov->c[i] * h[i + 1];
        h[i] = t;
    }
    const double r = hypot(h[j], h[j + 1]);
    krylov->c[j] = r > 0 ? h[j] / r : 1;
    krylov->s[j] = r > 0 ? h[j + 1] / r : 0;
    h[j] = r;
    krylov->g[j + 1] = -krylov->s[j] * krylov->g[j];
    krylov->g[j] *= krylov->c[j];
}

static void arnoldi(krylov *krylov, const krylov_operator *A, int j)
{
    const int n = krylov->n;
    double *h = krylov->H + j * (krylov->basis + 1), *next = krylov->v[j + 1];
    apply(A, krylov->v[j], krylov->a[0], next);
    for (int i = 0; i <= j; i++) {
        h[i] = vector_dot(krylov->v[i], next, n);
        axpy(n, -h[i], krylov->v[i], next);
    }
    h[j + 1] = vector_norm(next, n);
    for (int i = 0; h[j + 1] > 0 && i < n; i++)
        next[i] /= h[j + 1];
    rotate(krylov, h, j);
}

/* x += M^-1 V y */
static void add_solution(krylov *krylov, const krylov_operator *A, int m, double *x)
{
    const int ld = krylov->basis + 1;
    double *sum = krylov->a[0];
    for (int i = m - 1; i >= 0; i--) {
        double t = krylov->g[i];
        for (int j = i + 1; j < m; j++)
            t -= krylov->H[j * ld + i] * krylov->y[j];
        krylov->y[i] = krylov->H[i * ld + i] != 0 ? t / krylov->H[i * ld + i] : 0;
    }
    memset(sum, 0, (size_t)krylov->n * sizeof *sum);
    for (int i = 0; i < m; i++)
        axpy(krylov->n, krylov->y[i], krylov->v[i], sum);
    if (A->precondition)
        A->precondition(A->context, sum);
    axpy(krylov->n, 1, sum, x);
}

krylov_report krylov_gmres(krylov *krylov, const krylov_operator *A, const double *b, double *x, double tolerance,
                           int most)
{
    const int n = krylov->n;
    const double size = vector_norm(b, n);
    krylov_report report = {.converged = size == 0};
    memset(x, 0, (size_t)n * sizeof *x);
    memcpy(krylov->v[0], b, (size_t)n * sizeof *b);
    while (!report.converged && report.iterations < most) {
        const double r = vector_norm(krylov->v[0], n);
        int j = 0;
        for (int i = 0; i < n; i++)
            krylov->v[0][i] /= r;
        krylov->g[0] = r;
        do {
            arnoldi(krylov, A, j++);
            report.iterations++;
            report.error = fabs(krylov->g[j]) / size;
            report.converged = report.error <= tolerance;
        } while (!report.converged && j < krylov->basis && report.iterations < most && report.error > 0);
        add_solution(krylov, A, j, x);
        if (!isfinite(report.error))
            return report;
        A->product(A->context, x, krylov->v[0]);
        for (int i = 0; i < n; i++)
            krylov->v[0][i] = b[i] - krylov->v[0][i];
    }
    return report;
}

/* --- BiCGStab ----------------------------------------------------------------------------------------------------- */

krylov_report krylov_bicgstab(krylov *krylov, const krylov_operator *A, const double *b, double *x, double tolerance,
                              int most)
{
    const int n = krylov->n;
    const size_t bytes = (size_t)n * sizeof *b;
    double *r = krylov->a[1], *shadow = krylov->a[2], *p = krylov->a[3], *Ap = krylov->a[4], *As = krylov->a[5],
           *inner = krylov->a[6];
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

krylov_report krylov_cgs(krylov *krylov, const krylov_operator *A, const double *b, double *x, double tolerance,
                         int most)
{
    const int n = krylov->n;
    const size_t bytes = (size_t)n * sizeof *b;
    double *r = krylov->a[1], *p = krylov->a[2], *u = krylov->a[3], *q = krylov->a[4], *Ap = krylov->a[5],
           *inner = krylov->a[6];
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
static void tfqmr_half(const krylov *krylov, const krylov_operator *A, tfqmr *tfqmr, double alpha, double *x)
{
    const int n = krylov->n;
    const double kept_part = tfqmr->theta * tfqmr->theta * tfqmr->eta / alpha;
    axpy(n, -alpha, tfqmr->Au, tfqmr->w);
    for (int i = 0; i < n; i++)
        tfqmr->inner[i] = tfqmr->d[i] = tfqmr->u[i] + kept_part * tfqmr->d[i];
    tfqmr->theta = vector_norm(tfqmr->w, n) / tfqmr->tau;
    const double c = 1 / sqrt(1 + tfqmr->theta * tfqmr->theta);
    tfqmr->tau *= tfqmr->theta * c;
    tfqmr->eta = c * c * alpha;
    if (A->precondition)
        A->precondition(A->context, tfqmr->inner);
    axpy(n, tfqmr->eta, tfqmr->inner, x);
}

krylov_report krylov_tfqmr(krylov *krylov, const krylov_operator *A, const double *b, double *x, double tolerance,
                           int most)
{
    const int n = krylov->n;
    const size_t bytes = (size_t)n * sizeof *b;
    const double size = vector_norm(b, n);
    double *v = krylov->a[6], *scratch = krylov->a[7];
    tfqmr tfqmr = {.w = krylov->a[1],
                   .u = krylov->a[2],
                   .Au = krylov->a[3],
                   .d = krylov->a[4],
                   .inner = krylov->a[5],
                   .tau = size};
    krylov_report report = {.converged = size == 0, .error = size > 0};
    memset(x, 0, bytes);
    memset(tfqmr.d, 0, bytes);
    memcpy(tfqmr.w, b, bytes);
    memcpy(tfqmr.u, b, bytes);
    if (!report.converged)
        apply(A, tfqmr.u, scratch, tfqmr.Au);
    memcpy(v, tfqmr.Au, bytes);
    double rho = size * size;
    while (!report.converged && report.iterations < most && rho != 0) {
        report.iterations++;
        const double along = vector_dot(v, b, n), alpha = rho / along;
        if (along == 0)
            break;
        tfqmr_half(krylov, A, &tfqmr, alpha, x);
        axpy(n, -alpha, v, tfqmr.u);
        if (tfqmr.tau > 0) { /* else x is exact */
            apply(A, tfqmr.u, scratch, tfqmr.Au);
            tfqmr_half(krylov, A, &tfqmr, alpha, x);
        }
        report.error = tfqmr.tau * sqrt(2 * report.iterations + 1) / size;
        report.converged = report.error <= tolerance;
        if (report.converged)
            break;
        const double next = vector_dot(tfqmr.w, b, n), beta = next / rho;
        for (int i = 0; i < n; i++) {
            v[i] = beta * (tfqmr.Au[i] + beta * v[i]);
            tfqmr.u[i] = tfqmr.w[i] + beta * tfqmr.u[i];
        }
        apply(A, tfqmr.u, scratch, tfqmr.Au);
        axpy(n, 1, tfqmr.Au, v);
        rho = next;
        if (!isfinite(report.error) || tfqmr.tau == 0)
            break;
    }
    return report;
}

/* --- conjugate gradients ------------------------------------------------------------------------------------------ */

krylov_report krylov_cg(krylov *krylov, const krylov_operator *A, const double *b, double *x, double tolerance,
                        int most)
{
    const int n = krylov->n;
    const size_t bytes = (size_t)n * sizeof *b;
    double *r = krylov->a[1], *p = krylov->a[2], *Ap = krylov->a[3], *inner = krylov->a[4];
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
