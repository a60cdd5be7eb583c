/* eigen_lanczos.c - the lowest modes of K v = L M v, symmetric, by ARPACK.
 *
 *     v <- K^-1 (M v)        as often as dsaupd asks; its largest eigenvalues are 1 / L
 *
 * The start is a vector of pseudo-random numbers, always the same. */
#include "base/arena.h"
#include "base/interrupt.h"
#include "linalg/eigen/arpack_library.h"
#include "linalg/eigen/eigen.h"
#include "linalg/one_at_a_time.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_ITERATIONS = 1000, INVERTED = 3 };

typedef struct {
    arpack_library arpack;
    int nev, ncv, lworkl;
    double tol; /* 0 becomes that of the machine */
    double *resid, *v, *workd, *workl;
    int iparam[11], ipntr[11];
    int info;
} lanczos;

static void eigen_lanczos_begin(lanczos *k, int n, int wanted)
{
    unsigned seed = 1;
    k->nev = wanted;
    k->ncv = 2 * wanted + 20 < n ? 2 * wanted + 20 : n;
    k->lworkl = k->ncv * (k->ncv + 8);
    k->resid = heap_reals((size_t)n);
    k->v = heap_reals((size_t)n * (size_t)k->ncv);
    k->workd = heap_reals(3 * (size_t)n);
    k->workl = heap_reals((size_t)k->lworkl);
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        k->resid[i] = seed / 4294967296.0 - 0.5;
    }
    k->info = 1; /* resid is the start */
    k->iparam[0] = 1;
    k->iparam[2] = MOST_ITERATIONS;
    k->iparam[6] = INVERTED;
}

static void eigen_lanczos_iterate(lanczos *k, const lanczos_problem *p)
{
    for (int ido = 0;;) {
        interrupt_point();
        k->arpack.dsaupd(&ido, "G", &p->n, "LM", &k->nev, &k->tol, k->resid, &k->ncv, k->v, &p->n, k->iparam, k->ipntr,
                         k->workd, k->workl, &k->lworkl, &k->info);
        double *x = k->workd + k->ipntr[0] - 1, *y = k->workd + k->ipntr[1] - 1;
        if (ido == -1) {
            double *Mx = heap_reals((size_t)p->n);
            p->mass(p->context, x, Mx);
            p->solve(p->context, Mx, y);
            free(Mx);
        } else if (ido == 1) {
            p->solve(p->context, k->workd + k->ipntr[2] - 1, y);
        } else if (ido == 2) {
            p->mass(p->context, x, y);
        } else {
            return;
        }
    }
}

static int extract(lanczos *k, const lanczos_problem *p, double *values, double *vectors)
{
    const int all = 1;
    const double shift = 0.0;
    int info = 0, *select = heap_resize(NULL, (size_t)k->ncv * sizeof *select);
    k->arpack.dseupd(&all, "A", select, values, vectors, &p->n, &shift, "G", &p->n, "LM", &k->nev, &k->tol, k->resid,
                     &k->ncv, k->v, &p->n, k->iparam, k->ipntr, k->workd, k->workl, &k->lworkl, &info);
    free(select);
    return info == 0 ? k->iparam[4] : 0;
}

eigen_status eigen_lanczos(const lanczos_problem *p, int wanted, double *values, double *vectors, int *found)
{
    lanczos k = {0};
    *found = 0;
    if (!arpack_library_open(&k.arpack))
        return EIGEN_NO_LIBRARY;
    eigen_lanczos_begin(&k, p->n, wanted);
    one_at_a_time_enter();
    eigen_lanczos_iterate(&k, p);
    if (k.info >= 0)
        *found = extract(&k, p, values, vectors);
    one_at_a_time_leave();
    free(k.resid);
    free(k.v);
    free(k.workd);
    free(k.workl);
    return *found > 0 ? EIGEN_OK : EIGEN_NOT_CONVERGED;
}
