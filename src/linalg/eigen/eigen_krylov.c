/* eigen_krylov.c - a few eigenvalues and eigenvectors of B^-1 A, by ARPACK.
 *
 *     v <- B^-1 (A v)        as often as dnaupd asks, with B factored once
 *
 * dneupd then gives the eigenvalues, and the vectors as linear combinations of the Arnoldi vectors. The start is a
 * vector of pseudo-random numbers, always the same: results repeat, and no symmetry of the problem hides a part of
 * it. */
#include "base/arena.h"
#include "linalg/eigen/arpack_library.h"
#include "linalg/eigen/eigen.h"
#include "linalg/linear_solver.h"
#include "linalg/one_at_a_time.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    arpack_library arpack;
    const char *which;
    int n, nev, ncv, lworkl;
    double tol;
    double *resid, *v, *workd, *workl;
    int iparam[11], ipntr[14];
    int info;
} arnoldi;

static double *reals(size_t n) { return heap_resize(NULL, (n + 1) * sizeof(double)); }

static void begin(arnoldi *k, int n, const krylov_options *o)
{
    static const char *const WHICH[] = {"LM", "SM", "LR", "SR", "LI", "SI"};
    const size_t ncv = (size_t)o->vectors, size = (size_t)n;
    k->which = WHICH[o->mode];
    k->n = n, k->nev = o->wanted, k->ncv = o->vectors, k->tol = o->tolerance;
    k->lworkl = 3 * k->ncv * k->ncv + 6 * k->ncv;
    k->resid = reals(size);
    k->v = reals(size * ncv);
    k->workd = reals(3 * size);
    k->workl = reals((size_t)k->lworkl);
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

static void end(arnoldi *k)
{
    free(k->resid);
    free(k->v);
    free(k->workd);
    free(k->workl);
}

static void iterate(arnoldi *k, const csc *a, linear *solver)
{
    for (int ido = 0;;) {
        k->arpack.dnaupd(&ido, "I", &k->n, k->which, &k->nev, &k->tol, k->resid, &k->ncv, k->v, &k->n, k->iparam,
                         k->ipntr, k->workd, k->workl, &k->lworkl, &k->info);
        if (ido != 1 && ido != -1)
            return;
        double *y = k->workd + k->ipntr[1] - 1;
        csc_multiply(a, k->workd + k->ipntr[0] - 1, y);
        linear_solve(solver, y);
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
    double *workev = reals(3 * (size_t)k->ncv);
    out->re = reals(most), out->im = reals(most), out->beta = reals(most);
    out->right = reals(most * (size_t)k->n);
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

eigen_status eigen_krylov(const csc *a, const csc *b, const krylov_options *o, eigen_values *out)
{
    arnoldi k = {0};
    *out = (eigen_values){.n = a->n};
    if (!arpack_library_open(&k.arpack))
        return EIGEN_NO_LIBRARY;
    const linear_options plain = {0};
    linear *solver = linear_create(linear_type_default(b), b, &plain);
    int column;
    if (linear_factor(solver, b, &column) != LINEAR_OK) {
        linear_destroy(solver);
        return EIGEN_SINGULAR;
    }
    begin(&k, a->n, o);
    one_at_a_time_enter();
    iterate(&k, a, solver);
    if (k.info >= 0)
        extract(&k, out);
    one_at_a_time_leave();
    end(&k);
    linear_destroy(solver);
    return k.info == 0 && out->count > 0 ? EIGEN_OK : EIGEN_NOT_CONVERGED;
}
