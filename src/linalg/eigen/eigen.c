/* eigen.c - storage of eigenvalues and eigenvectors, common to both methods: for a pair of complex vectors, two columns
 * contain the real and the imaginary part of the first; the second is its conjugate. */
#include "linalg/eigen/eigen.h"
#include <stdlib.h>

void eigen_component(const eigen_values *values, const double *of, int index, int i, double *re, double *im)
{
    const double *column = of + (size_t)index * (size_t)values->n + i;
    if (values->im[index] == 0.0) {
        *re = *column, *im = 0.0;
    } else if (values->im[index] > 0.0) {
        *re = *column, *im = column[values->n];
    } else {
        *re = column[-values->n], *im = -*column;
    }
}

void eigen_values_free(eigen_values *values)
{
    free(values->re);
    free(values->im);
    free(values->beta);
    free(values->right);
    free(values->left);
    *values = (eigen_values){0};
}
