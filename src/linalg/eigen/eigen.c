/* eigen.c - eigenvalues and eigenvectors as both ways to find them keep them: of a pair of complex vectors, two columns
 * hold the real and the imaginary part of the first; the second is its conjugate. */
#include "linalg/eigen/eigen.h"
#include <stdlib.h>

void eigen_component(const eigen_values *e, const double *of, int k, int i, double *re, double *im)
{
    const double *column = of + (size_t)k * (size_t)e->n + i;
    if (e->im[k] == 0.0) {
        *re = *column, *im = 0.0;
    } else if (e->im[k] > 0.0) {
        *re = *column, *im = column[e->n];
    } else {
        *re = column[-e->n], *im = -*column;
    }
}

void eigen_values_free(eigen_values *e)
{
    free(e->re);
    free(e->im);
    free(e->beta);
    free(e->right);
    free(e->left);
    *e = (eigen_values){0};
}
