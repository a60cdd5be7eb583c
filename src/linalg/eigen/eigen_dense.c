/* eigen_dense.c - all eigenvalues and eigenvectors of A v = L B v, by LAPACK.
 *
 * dggev without balancing; dggevx with permutation, which isolates eigenvalues before and after the others, with
 * scaling, or with both. Both matrices are stored in full and destroyed. A long computation can be interrupted. */
#include "base/arena.h"
#include "base/interrupt.h"
#include "linalg/eigen/eigen.h"
#include "linalg/lapack_library.h"
#include "linalg/one_at_a_time.h"
#include <stdlib.h>
#include <string.h>

enum { SMALL = 200 }; /* size of problems that take negligible time */

static double *eigen_dense_spread(const csc *matrix)
{
    const size_t n = (size_t)matrix->n;
    double *full = heap_reals(n * n);
    memset(full, 0, n * n * sizeof *full);
    for (size_t j = 0; j < n; j++)
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++)
            full[j * n + (size_t)matrix->row[k]] += matrix->value[k];
    return full;
}

typedef struct {
    const lapack_library *lapack;
    const char *balance;
    int n;
    double *a, *b;
    double *work; /* of the size that LAPACK prefers */
    int lwork, info;
    double *scale; /* 2 n */
    int *iwork;    /* n + 6, then n logicals */
    eigen_values *out;
} decomposition;

/* One call; lwork is -1 to query the best size, which is returned in *work. */
INTERRUPTED_WORK static int eigen_dense_call(decomposition *decomposition, double *work, int lwork)
{
    const int *n = &decomposition->n;
    eigen_values *values = decomposition->out;
    int info = 0, ilo = 1, ihi = decomposition->n;
    double a_norm, b_norm, unused;
    if (*decomposition->balance == 'N')
        decomposition->lapack->dggev("V", "V", n, decomposition->a, n, decomposition->b, n, values->re, values->im,
                                     values->beta, values->left, n, values->right, n, work, &lwork, &info);
    else
        decomposition->lapack->dggevx(decomposition->balance, "V", "V", "N", n, decomposition->a, n, decomposition->b,
                                      n, values->re, values->im, values->beta, values->left, n, values->right, n, &ilo,
                                      &ihi, decomposition->scale, decomposition->scale + decomposition->n, &a_norm,
                                      &b_norm, &unused, &unused, work, &lwork, decomposition->iwork,
                                      decomposition->iwork + decomposition->n + 6, &info);
    values->first = ilo - 1;
    values->end = ihi;
    return info;
}

INTERRUPTED_WORK static void decompose_now(void *on)
{
    decomposition *decomposition = on;
    decomposition->info = eigen_dense_call(decomposition, decomposition->work, decomposition->lwork);
}

/* Returns false if it was interrupted. */
static bool decompose(decomposition *decomposition)
{
    double best = 0.0;
    bool is_over = true;
    decomposition->info = eigen_dense_call(decomposition, &best, -1);
    if (decomposition->info != 0)
        return true;
    decomposition->lwork = (int)best;
    decomposition->work = heap_reals((size_t)best);
    if (decomposition->n > SMALL)
        is_over = interrupt_during(decompose_now, decomposition);
    else
        decompose_now(decomposition);
    free(decomposition->work);
    return is_over;
}

eigen_status eigen_dense(const csc *a, const csc *b, eigen_balance balance, eigen_values *out)
{
    static const char *const BALANCES[] = {"N", "S", "P", "B"};
    const size_t n = (size_t)a->n;
    lapack_library lapack;
    *out = (eigen_values){.n = a->n, .count = a->n};
    if (!lapack_library_open(&lapack))
        return EIGEN_NO_LIBRARY;
    out->re = heap_reals(n), out->im = heap_reals(n), out->beta = heap_reals(n);
    out->right = heap_reals(n * n), out->left = heap_reals(n * n);
    if (n == 0)
        return EIGEN_OK;
    decomposition decomposition = {.lapack = &lapack,
                                   .balance = BALANCES[balance],
                                   .n = a->n,
                                   .a = eigen_dense_spread(a),
                                   .b = eigen_dense_spread(b),
                                   .scale = heap_reals(2 * n),
                                   .iwork = heap_resize(NULL, (2 * n + 6) * sizeof(int)),
                                   .out = out};
    one_at_a_time_enter();
    const bool is_over = decompose(&decomposition);
    one_at_a_time_leave();
    free(decomposition.a);
    free(decomposition.b);
    free(decomposition.scale);
    free(decomposition.iwork);
    if (!is_over) {
        eigen_values_free(out);
        interrupt_point();
    }
    return is_over && decomposition.info == 0 ? EIGEN_OK : EIGEN_NOT_CONVERGED;
}

eigen_status eigen_standard(double *a, int n, eigen_values *out)
{
    const size_t N = (size_t)n;
    lapack_library lapack;
    *out = (eigen_values){.n = n, .count = n, .end = n};
    if (!lapack_library_open(&lapack))
        return EIGEN_NO_LIBRARY;
    out->re = heap_reals(N), out->im = heap_reals(N), out->beta = heap_reals(N), out->right = heap_reals(N * N);
    for (size_t i = 0; i < N; i++)
        out->beta[i] = 1.0;
    if (n == 0)
        return EIGEN_OK;
    const int most = 8 * n, one = 1;
    double *work = heap_reals((size_t)most);
    int info = 0;
    one_at_a_time_enter();
    lapack.dgeev("N", "V", &n, a, &n, out->re, out->im, NULL, &one, out->right, &n, work, &most, &info);
    one_at_a_time_leave();
    free(work);
    return info == 0 ? EIGEN_OK : EIGEN_NOT_CONVERGED;
}
