/* eigen_lanczos.c - the lowest modes of K v = L M v, symmetric, by ARPACK.
 *
 *     v <- K^-1 (M v)        as often as dsaupd requests; its largest eigenvalues are 1 / L
 *
 * The start is a fixed vector of pseudo-random numbers. */
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
    double tol; /* 0 is replaced by machine precision */
    double *resid, *v, *workd, *workl;
    int iparam[11], ipntr[11];
    int info;
} lanczos;

static void eigen_lanczos_begin(lanczos *lanczos, int n, int wanted)
{
    unsigned seed = 1;
    lanczos->nev = wanted;
    lanczos->ncv = 2 * wanted + 20 < n ? 2 * wanted + 20 : n;
    lanczos->lworkl = lanczos->ncv * (lanczos->ncv + 8);
    lanczos->resid = heap_reals((size_t)n);
    lanczos->v = heap_reals((size_t)n * (size_t)lanczos->ncv);
    lanczos->workd = heap_reals(3 * (size_t)n);
    lanczos->workl = heap_reals((size_t)lanczos->lworkl);
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        lanczos->resid[i] = seed / 4294967296.0 - 0.5;
    }
    lanczos->info = 1; /* resid is the start */
    lanczos->iparam[0] = 1;
    lanczos->iparam[2] = MOST_ITERATIONS;
    lanczos->iparam[6] = INVERTED;
}

static void eigen_lanczos_iterate(lanczos *lanczos, const lanczos_problem *lanczos_problem)
{
    for (int ido = 0;;) {
        interrupt_point();
        lanczos->arpack.dsaupd(&ido, "G", &lanczos_problem->n, "LM", &lanczos->nev, &lanczos->tol, lanczos->resid,
                               &lanczos->ncv, lanczos->v, &lanczos_problem->n, lanczos->iparam, lanczos->ipntr,
                               lanczos->workd, lanczos->workl, &lanczos->lworkl, &lanczos->info);
        double *x = lanczos->workd + lanczos->ipntr[0] - 1, *y = lanczos->workd + lanczos->ipntr[1] - 1;
        if (ido == -1) {
            double *Mx = heap_reals((size_t)lanczos_problem->n);
            lanczos_problem->mass(lanczos_problem->context, x, Mx);
            lanczos_problem->solve(lanczos_problem->context, Mx, y);
            free(Mx);
        } else if (ido == 1) {
            lanczos_problem->solve(lanczos_problem->context, lanczos->workd + lanczos->ipntr[2] - 1, y);
        } else if (ido == 2) {
            lanczos_problem->mass(lanczos_problem->context, x, y);
        } else {
            return;
        }
    }
}

static int extract(lanczos *lanczos, const lanczos_problem *lanczos_problem, double *values, double *vectors)
{
    const int all = 1;
    const double shift = 0.0;
    int info = 0, *select = heap_resize(NULL, (size_t)lanczos->ncv * sizeof *select);
    lanczos->arpack.dseupd(&all, "A", select, values, vectors, &lanczos_problem->n, &shift, "G", &lanczos_problem->n,
                           "LM", &lanczos->nev, &lanczos->tol, lanczos->resid, &lanczos->ncv, lanczos->v,
                           &lanczos_problem->n, lanczos->iparam, lanczos->ipntr, lanczos->workd, lanczos->workl,
                           &lanczos->lworkl, &info);
    free(select);
    return info == 0 ? lanczos->iparam[4] : 0;
}

eigen_status eigen_lanczos(const lanczos_problem *lanczos_problem, int wanted, double *values, double *vectors,
                           int *found)
{
    lanczos lanczos = {0};
    *found = 0;
    if (!arpack_library_open(&lanczos.arpack))
        return EIGEN_NO_LIBRARY;
    eigen_lanczos_begin(&lanczos, lanczos_problem->n, wanted);
    one_at_a_time_enter();
    eigen_lanczos_iterate(&lanczos, lanczos_problem);
    if (lanczos.info >= 0)
        *found = extract(&lanczos, lanczos_problem, values, vectors);
    one_at_a_time_leave();
    free(lanczos.resid);
    free(lanczos.v);
    free(lanczos.workd);
    free(lanczos.workl);
    return *found > 0 ? EIGEN_OK : EIGEN_NOT_CONVERGED;
}
