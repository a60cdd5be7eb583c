/* eigen_krylov.c - a few eigenvalues and eigenvectors of B^-1 A, by ARPACK.
 *
 *     z <- C^-1 B^-1 (A C z)        as often as dnaupd requests, with B factored once
 *     v = C z                       C and R make the largest entries of rows and columns of R B C equal
 *
 * dneupd then computes the eigenvalues, and the vectors as linear combinations of the Arnoldi vectors. The start is a
 * fixed vector of pseudo-random numbers: results are reproducible, and no symmetry of the problem hides a part of it.
 * Without C, forces in newtons next to metres would hide vibrations in the rounding errors of zeros. */
#include "base/arena.h"
#include "base/interrupt.h"
#include "linalg/eigen/arpack_library.h"
#include "linalg/eigen/eigen.h"
#include "linalg/linear_solver.h"
#include "linalg/one_at_a_time.h"
#include "linalg/scaling.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    arpack_library arpack;
    const char *which;
    int n, nev, ncv, lworkl;
    double tol;
    double *resid, *v, *workd, *workl;
    double *scale, *scaled; /* C, and C z */
    int iparam[11], ipntr[14];
    int info;
} arnoldi;

static void eigen_krylov_begin(arnoldi *arnoldi, int n, const krylov_options *options)
{
    static const char *const WHICH[] = {"LM", "SM", "LR", "SR", "LI", "SI"};
    const size_t ncv = (size_t)options->vectors, size = (size_t)n;
    arnoldi->which = WHICH[options->mode];
    arnoldi->n = n, arnoldi->nev = options->wanted, arnoldi->ncv = options->vectors, arnoldi->tol = options->tolerance;
    arnoldi->lworkl = 3 * arnoldi->ncv * arnoldi->ncv + 6 * arnoldi->ncv;
    arnoldi->resid = heap_reals(size);
    arnoldi->v = heap_reals(size * ncv);
    arnoldi->workd = heap_reals(3 * size);
    arnoldi->workl = heap_reals((size_t)arnoldi->lworkl);
    arnoldi->scaled = heap_reals(size);
    unsigned seed = 1;
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        arnoldi->resid[i] = seed / 4294967296.0 - 0.5;
    }
    arnoldi->info = 1; /* resid is the start */
    arnoldi->iparam[0] = 1;
    arnoldi->iparam[2] = options->iterations;
    arnoldi->iparam[6] = 1;
}

static void eigen_krylov_end(arnoldi *arnoldi)
{
    free(arnoldi->resid);
    free(arnoldi->v);
    free(arnoldi->workd);
    free(arnoldi->workl);
    free(arnoldi->scale);
    free(arnoldi->scaled);
}

static void eigen_krylov_iterate(arnoldi *arnoldi, const csc *matrix, linear *solver)
{
    for (int ido = 0;;) {
        interrupt_point();
        arnoldi->arpack.dnaupd(&ido, "I", &arnoldi->n, arnoldi->which, &arnoldi->nev, &arnoldi->tol, arnoldi->resid,
                               &arnoldi->ncv, arnoldi->v, &arnoldi->n, arnoldi->iparam, arnoldi->ipntr, arnoldi->workd,
                               arnoldi->workl, &arnoldi->lworkl, &arnoldi->info);
        if (ido != 1 && ido != -1)
            return;
        const double *x = arnoldi->workd + arnoldi->ipntr[0] - 1;
        double *y = arnoldi->workd + arnoldi->ipntr[1] - 1;
        for (int i = 0; i < arnoldi->n; i++)
            arnoldi->scaled[i] = arnoldi->scale[i] * x[i];
        csc_multiply(matrix, arnoldi->scaled, y);
        linear_solve(solver, y);
        for (int i = 0; i < arnoldi->n; i++)
            y[i] /= arnoldi->scale[i];
    }
}

/* Drops the last one if it is complex without its partner. */
static void drop_half_pair(eigen_values *values)
{
    int i = 0;
    while (i < values->count)
        i += values->im[i] == 0.0 ? 1 : 2;
    if (i > values->count)
        values->count--;
}

static void extract(arnoldi *arnoldi, eigen_values *out)
{
    const int all = 1;
    const double no_shift = 0.0;
    const size_t most = (size_t)arnoldi->nev + 1;
    int *select = heap_resize(NULL, (size_t)arnoldi->ncv * sizeof *select);
    double *workev = heap_reals(3 * (size_t)arnoldi->ncv);
    out->re = heap_reals(most), out->im = heap_reals(most), out->beta = heap_reals(most);
    out->right = heap_reals(most * (size_t)arnoldi->n);
    int info = 0;
    arnoldi->arpack.dneupd(&all, "A", select, out->re, out->im, out->right, &arnoldi->n, &no_shift, &no_shift, workev,
                           "I", &arnoldi->n, arnoldi->which, &arnoldi->nev, &arnoldi->tol, arnoldi->resid,
                           &arnoldi->ncv, arnoldi->v, &arnoldi->n, arnoldi->iparam, arnoldi->ipntr, arnoldi->workd,
                           arnoldi->workl, &arnoldi->lworkl, &info);
    out->count = out->end = info == 0 ? arnoldi->iparam[4] : 0;
    for (int i = 0; i < out->count; i++)
        out->beta[i] = 1.0;
    drop_half_pair(out);
    free(select);
    free(workev);
}

static double *find_scale(const csc *matrix)
{
    const size_t n = (size_t)matrix->n;
    double *c = heap_reals(n), *r = heap_reals(n), *work = heap_reals(2 * n);
    scaling_equilibrate(matrix, r, c, work);
    free(r);
    free(work);
    return c;
}

/* v = C z, normalized to length 1; those of a pair are two columns. */
static void unscale(eigen_values *values, const double *scale)
{
    for (int k = 0, n; k < values->count; k += n) {
        double *v = values->right + (size_t)k * (size_t)values->n, square = 0.0;
        n = values->im[k] == 0.0 ? 1 : 2;
        for (int i = 0; i < n * values->n; i++) {
            v[i] *= scale[i % values->n];
            square += v[i] * v[i];
        }
        for (int i = 0; i < n * values->n; i++)
            v[i] /= sqrt(square);
    }
}

/* to += |A| |v| */
static void add_sizes(const csc *matrix, const double *v, double factor, double *to)
{
    for (int j = 0; j < matrix->n; j++)
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++)
            to[matrix->row[k]] += factor * fabs(matrix->value[k] * v[j]);
}

/* Returns the error of a vector and its eigenvalue, relative to rounding: the largest |A v - L B v| over the largest
 * |A| |v| + |L| |B| |v|. */
static double find_error(const csc *a, const csc *b, const eigen_values *values, int k)
{
    const size_t n = (size_t)values->n;
    const int parts = values->im[k] == 0.0 ? 1 : 2;
    const double length = hypot(values->re[k], values->im[k]);
    double *av = heap_reals(2 * n), *bv = heap_reals(2 * n), *sizes = heap_reals(n), error = 0.0, size = 0.0;
    memset(av, 0, 2 * n * sizeof *av);
    memset(bv, 0, 2 * n * sizeof *bv);
    memset(sizes, 0, n * sizeof *sizes);
    for (int p = 0; p < parts; p++) {
        const double *v = values->right + ((size_t)k + (size_t)p) * n;
        csc_multiply(a, v, av + (size_t)p * n);
        csc_multiply(b, v, bv + (size_t)p * n);
        add_sizes(a, v, 1.0, sizes);
        add_sizes(b, v, length, sizes);
    }
    for (size_t i = 0; i < n; i++) {
        error = fmax(error, hypot(av[i] - values->re[k] * bv[i] + values->im[k] * bv[n + i],
                                  av[n + i] - values->re[k] * bv[n + i] - values->im[k] * bv[i]));
        size = fmax(size, sizes[i]);
    }
    free(av);
    free(bv);
    free(sizes);
    return error / size;
}

/* Among closely spaced eigenvalues, ARPACK treats some as converged that are not. Returns false if there were such. */
static bool drop_wrong(const csc *a, const csc *b, eigen_values *values)
{
    static const double WRONG = 1e-6;
    const int found = values->count;
    const size_t bytes = (size_t)values->n * sizeof(double);
    int saved = 0;
    for (int k = 0, n; k < found; k += n) {
        n = values->im[k] == 0.0 ? 1 : 2;
        if (!(find_error(a, b, values, k) <= WRONG))
            continue;
        memmove(values->re + saved, values->re + k, (size_t)n * sizeof(double));
        memmove(values->im + saved, values->im + k, (size_t)n * sizeof(double));
        memmove(values->right + (size_t)saved * (size_t)values->n, values->right + (size_t)k * (size_t)values->n,
                (size_t)n * bytes);
        saved += n;
    }
    values->count = values->end = saved;
    return saved == found;
}

eigen_status eigen_krylov(const csc *a, const csc *b, const krylov_options *options, eigen_values *out)
{
    arnoldi arnoldi = {0};
    *out = (eigen_values){.n = a->n};
    if (!arpack_library_open(&arnoldi.arpack))
        return EIGEN_NO_LIBRARY;
    const linear_options plain = {0};
    linear *solver = linear_create(linear_default_backend(b), b, &plain);
    int column;
    if (linear_factor(solver, b, &column) != LINEAR_OK) {
        linear_destroy(solver);
        return EIGEN_SINGULAR;
    }
    eigen_krylov_begin(&arnoldi, a->n, options);
    arnoldi.scale = find_scale(b);
    one_at_a_time_enter();
    eigen_krylov_iterate(&arnoldi, a, solver);
    if (arnoldi.info >= 0)
        extract(&arnoldi, out);
    one_at_a_time_leave();
    unscale(out, arnoldi.scale);
    const bool all_good = drop_wrong(a, b, out);
    eigen_krylov_end(&arnoldi);
    linear_destroy(solver);
    return arnoldi.info == 0 && all_good && out->count > 0 ? EIGEN_OK : EIGEN_NOT_CONVERGED;
}
