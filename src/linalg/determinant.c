/* determinant.c - the determinant of a sparse matrix, from its factors by KLU.
 *
 *     R^-1 P A Q = L U + F        F: above the diagonal blocks        det A = sign(P) sign(Q) prod_k R_k U_kk
 *
 * The magnitude is returned as its logarithm, because that of a large matrix is out of range. */
#include "linalg/determinant.h"
#include "base/arena.h"
#include <klu.h>
#include <math.h>
#include <stdlib.h>

/* Returns +1 or -1. */
static int permutation_sign(const int *permutation, int n)
{
    bool *seen = heap_resize(NULL, (size_t)n * sizeof *seen);
    int sign = 1;
    for (int i = 0; i < n; i++)
        seen[i] = false;
    for (int i = 0; i < n; i++)
        for (int k = permutation[i]; !seen[i] && k != i; k = permutation[k]) {
            seen[k] = true;
            sign = -sign;
        }
    free(seen);
    return sign;
}

static determinant product_of_pivots(const klu_symbolic *symbolic, const klu_numeric *numeric, int n)
{
    const double *pivot = numeric->Udiag;
    determinant product = {.sign = permutation_sign(numeric->Pnum, n) * permutation_sign(symbolic->Q, n)};
    for (int k = 0; k < n; k++) {
        if (pivot[k] == 0)
            return (determinant){.sign = 0, .log = -HUGE_VAL};
        product.sign = pivot[k] < 0 ? -product.sign : product.sign;
        product.log += log(fabs(pivot[k])) + (numeric->Rs ? log(fabs(numeric->Rs[k])) : 0.0);
    }
    return product;
}

determinant determinant_of(const csc *matrix)
{
    determinant result = {.sign = 0, .log = -HUGE_VAL};
    if (matrix->n == 0)
        return (determinant){.sign = 1};
    klu_common common;
    klu_defaults(&common);
    klu_symbolic *symbolic = klu_analyze(matrix->n, matrix->start, matrix->row, &common);
    klu_numeric *numeric = symbolic ? klu_factor(matrix->start, matrix->row, matrix->value, symbolic, &common) : NULL;
    if (common.status == KLU_OUT_OF_MEMORY || common.status == KLU_TOO_LARGE)
        memory_exhausted(common.memusage);
    if (numeric)
        result = product_of_pivots(symbolic, numeric, matrix->n);
    klu_free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
    return result;
}
