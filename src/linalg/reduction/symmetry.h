/* symmetry.h - whether a matrix is symmetric except for signs of rows, exactly or nearly. Equations: symmetry.c. */
#pragma once
#include "base/archive.h"
#include "base/thread_pool.h"
#include "linalg/csc.h"

/* Half of a matrix that is symmetric once the signs of some rows are changed. */
typedef struct {
    int n, n_entries;
    int *row, *column; /* of the entries on and below the diagonal, from 0 */
    double *value;
    signed char *sign; /* of each row */
    bool has_signs;    /* sign is that of a matrix that was symmetric with it */
    int *entry, *mirror;
    double *largest; /* entry of each column */
    bool is_exact;   /* symmetric to rounding; otherwise nearly, and the values are those of its symmetric part */
} half_matrix;

/* Returns NULL if the pattern is not symmetric. */
half_matrix *half_matrix_create(const csc *matrix);
void half_matrix_destroy(half_matrix *h);
/* Loads the values. Returns false if the matrix is not symmetric to rounding or, if it may be `nearly` so, is far from
 * symmetric, for any signs. */
bool half_matrix_load(half_matrix *h, const csc *matrix, bool nearly, workers workers);
/* Does the same, but uses the signs of the last matrix if they apply: the result then depends on that matrix. */
bool half_matrix_reload(half_matrix *h, const csc *matrix, bool nearly, workers workers);
/* For a part of a matrix, whose other parts have signs as well: finds the sign of each unknown relative to root[i], the
 * first unknown that is connected with it; and loads the values with the signs that the matrix has now. */
void half_matrix_relate(half_matrix *h, const csc *matrix, int *root, workers workers);
bool half_matrix_take(half_matrix *h, const csc *matrix, workers workers);
/* Serializes or restores those signs. */
void half_matrix_serialize(archive *ar, half_matrix *h);
