/* eigen_krylov.c - a few eigenvalues and eigenvectors of B^-1 A, by ARPACK.
 *
 *     z <- C^-1 B^-1 (A C z)        as often as dnaupd asks, with B factored once
 *     v = C z                       C: with R, what makes the largest entries of rows and columns of R B C equal
 *
 * dneupd then gives the eigenvalues, and the vectors as linear combinations of the Arnoldi vectors. The start is a
 * vector of pseudo-random numbers, always the same: results repeat, and no symmetry of the problem hides a part of
 * it. Without C, forces in newtons beside metres would drown vibrations in what rounding leaves of zeros. */
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

static void eigen_krylov_begin(arnoldi *k, int n, const krylov_options *o)
{
    static const char *const WHICH[] = {"LM", "SM", "LR", "SR", "LI", "SI"};
    const size_t ncv = (size_t)o->vectors, size = (size_t)n;
    k->which = WHICH[o->mode];
    k->n = n, k->nev = o->wanted, k->ncv = o->vectors, k->tol = o->tolerance;
    k->lworkl = 3 * k->ncv * k->ncv + 6 * k->ncv;
    k->resid = heap_reals(size);
    k->v = heap_reals(size * ncv);
    k->workd = heap_reals(3 * size);
    k->workl = heap_reals((size_t)k->lworkl);
    k->scaled = heap_reals(size);
    unsigned seed = 1;
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        k->resid[i] = seed / 4294967296.0 - 0.5;
    }
    k->info = 1; /* resid is the start */
    k->iparam[0] = 1;
    k->iparam[2] = o->iterations;
    k->iparam[6] = 1;
}

static void eigen_krylov_end(arnoldi *k)
{
    free(k->resid);
    free(k->v);
    free(k->workd);
    free(k->workl);
    free(k->scale);
    free(k->scaled);
}

static void eigen_krylov_iterate(arnoldi *k, const csc *a, linear *solver)
{
    for (int ido = 0;;) {
        interrupt_point();
        k->arpack.dnaupd(&ido, "I", &k->n, k->which, &k->nev, &k->tol, k->resid, &k->ncv, k->v, &k->n, k->iparam,
                         k->ipntr, k->workd, k->workl, &k->lworkl, &k->info);
        if (ido != 1 && ido != -1)
            return;
        const double *x = k->workd + k->ipntr[0] - 1;
        double *y = k->workd + k->ipntr[1] - 1;
        for (int i = 0; i < k->n; i++)
            k->scaled[i] = k->scale[i] * x[i];
        csc_multiply(a, k->scaled, y);
        linear_solve(solver, y);
        for (int i = 0; i < k->n; i++)
            y[i] /= k->scale[i];
    }
}

/* The last one may be complex without its partner. */
static void drop_half_pair(eigen_values *e)
{
    int i = 0;
    while (i < e->count)
        i += e->im[i] == 0.0 ? 1 : 2;
    if (i > e->count)
        e->count--;
}

static void extract(arnoldi *k, eigen_values *out)
{
    const int all = 1;
    const double no_shift = 0.0;
    const size_t most = (size_t)k->nev + 1;
    int *select = heap_resize(NULL, (size_t)k->ncv * sizeof *select);
    double *workev = heap_reals(3 * (size_t)k->ncv);
    out->re = heap_reals(most), out->im = heap_reals(most), out->beta = heap_reals(most);
    out->right = heap_reals(most * (size_t)k->n);
    int info = 0;
    k->arpack.dneupd(&all, "A", select, out->re, out->im, out->right, &k->n, &no_shift, &no_shift, workev, "I", &k->n,
                     k->which, &k->nev, &k->tol, k->resid, &k->ncv, k->v, &k->n, k->iparam, k->ipntr, k->workd,
                     k->workl, &k->lworkl, &info);
    out->count = out->end = info == 0 ? k->iparam[4] : 0;
    for (int i = 0; i < out->count; i++)
        out->beta[i] = 1.0;
    drop_half_pair(out);
    free(select);
    free(workev);
}

static double *find_scale(const csc *b)
{
    const size_t n = (size_t)b->n;
    double *c = heap_reals(n), *r = heap_reals(n), *work = heap_reals(2 * n);
    scaling_equilibrate(b, r, c, work);
    free(r);
    free(work);
    return c;
}

/* v = C z, of length 1; those of a pair are two columns. */
static void unscale(eigen_values *e, const double *scale)
{
    for (int k = 0, n; k < e->count; k += n) {
        double *v = e->right + (size_t)k * (size_t)e->n, square = 0.0;
        n = e->im[k] == 0.0 ? 1 : 2;
        for (int i = 0; i < n * e->n; i++) {
            v[i] *= scale[i % e->n];
            square += v[i] * v[i];
        }
        for (int i = 0; i < n * e->n; i++)
            v[i] /= sqrt(square);
    }
}

/* to += |A| |v| */
static void add_sizes(const csc *a, const double *v, double factor, double *to)
{
    for (int j = 0; j < a->n; j++)
        for (int k = a->start[j]; k < a->start[j + 1]; k++)
            to[a->row[k]] += factor * fabs(a->value[k] * v[j]);
}

/* Error of a vector and its eigenvalue, where rounding has its share: the largest |A v - L B v| beside the largest
 * |A| |v| + |L| |B| |v|. */
static double find_error(const csc *a, const csc *b, const eigen_values *e, int k)
{
    const size_t n = (size_t)e->n;
    const int parts = e->im[k] == 0.0 ? 1 : 2;
    const double length = hypot(e->re[k], e->im[k]);
    double *av = heap_reals(2 * n), *bv = heap_reals(2 * n), *sizes = heap_reals(n), error = 0.0, size = 0.0;
    memset(av, 0, 2 * n * sizeof *av);
    memset(bv, 0, 2 * n * sizeof *bv);
    memset(sizes, 0, n * sizeof *sizes);
    for (int p = 0; p < parts; p++) {
        const double *v = e->right + ((size_t)k + (size_t)p) * n;
        csc_multiply(a, v, av + (size_t)p * n);
        csc_multiply(b, v, bv + (size_t)p * n);
        add_sizes(a, v, 1.0, sizes);
        add_sizes(b, v, length, sizes);
    }
    for (size_t i = 0; i < n; i++) {
        error = fmax(error, hypot(av[i] - e->re[k] * bv[i] + e->im[k] * bv[n + i],
                                  av[n + i] - e->re[k] * bv[n + i] - e->im[k] * bv[i]));
        size = fmax(size, sizes[i]);
    }
    free(av);
    free(bv);
    free(sizes);
    return error / size;
}

/* Among eigenvalues that lie close together ARPACK takes some for converged that are not. False: there were such. */
static bool drop_wrong(const csc *a, const csc *b, eigen_values *e)
{
    static const double WRONG = 1e-6;
    const int found = e->count;
    const size_t bytes = (size_t)e->n * sizeof(double);
    int kept = 0;
    for (int k = 0, n; k < found; k += n) {
        n = e->im[k] == 0.0 ? 1 : 2;
        if (!(find_error(a, b, e, k) <= WRONG))
            continue;
        memmove(e->re + kept, e->re + k, (size_t)n * sizeof(double));
        memmove(e->im + kept, e->im + k, (size_t)n * sizeof(double));
        memmove(e->right + (size_t)kept * (size_t)e->n, e->right + (size_t)k * (size_t)e->n, (size_t)n * bytes);
        kept += n;
    }
    e->count = e->end = kept;
    return kept == found;
}

eigen_status eigen_krylov(const csc *a, const csc *b, const krylov_options *o, eigen_values *out)
{
    arnoldi k = {0};
    *out = (eigen_values){.n = a->n};
    if (!arpack_library_open(&k.arpack))
        return EIGEN_NO_LIBRARY;
    const linear_options plain = {0};
    linear *solver = linear_create(linear_default_backend(b), b, &plain);
    int column;
    if (linear_factor(solver, b, &column) != LINEAR_OK) {
        linear_destroy(solver);
        return EIGEN_SINGULAR;
    }
    eigen_krylov_begin(&k, a->n, o);
    k.scale = find_scale(b);
    one_at_a_time_enter();
    eigen_krylov_iterate(&k, a, solver);
    if (k.info >= 0)
        extract(&k, out);
    one_at_a_time_leave();
    unscale(out, k.scale);
    const bool all_good = drop_wrong(a, b, out);
    eigen_krylov_end(&k);
    linear_destroy(solver);
    return k.info == 0 && all_good && out->count > 0 ? EIGEN_OK : EIGEN_NOT_CONVERGED;
}
