/* eigen.h - eigenvalues and eigenvectors of A v = L B v, for general real matrices.
 *
 *     left vectors:  u* A = L u* B, with * the conjugate transpose */
#pragma once
#include "linalg/csc.h"

typedef struct {
    int n, count;           /* size of the problem, number of eigenvalues */
    int first, end;         /* those from first to end - 1 are not isolated: no permutation reveals them */
    double *re, *im, *beta; /* L = (re + i im) / beta; complex ones in pairs, the one with positive im first */
    double *right,
        *left; /* n x count by columns; of a pair, the real and then the imaginary part; NULL: not computed */
} eigen_values;

typedef enum { EIGEN_OK, EIGEN_NO_LIBRARY, EIGEN_NOT_CONVERGED, EIGEN_SINGULAR } eigen_status;

/* Returns the real and imaginary parts of component i of vector `index` in `of` (right or left). */
void eigen_component(const eigen_values *values, const double *of, int index, int i, double *re, double *im);
void eigen_values_free(eigen_values *values);

/* --- all of them: the QZ decomposition by LAPACK ------------------------------------------------------------------ */

typedef enum { BALANCE_NO, BALANCE_SCALE, BALANCE_PERMUTE, BALANCE_ALL } eigen_balance;

eigen_status eigen_dense(const csc *a, const csc *b, eigen_balance balance, eigen_values *out);
/* Does the same with B = 1, right vectors only, by the QR decomposition; a is n x n by columns and is destroyed. */
eigen_status eigen_standard(double *a, int n, eigen_values *out);

/* --- a few of them: implicitly restarted Arnoldi by ARPACK, on B^-1 A --------------------------------------------- */

typedef enum {
    LARGEST_MAGNITUDE,
    SMALLEST_MAGNITUDE,
    LARGEST_REAL,
    SMALLEST_REAL,
    LARGEST_IMAGINARY,
    SMALLEST_IMAGINARY
} eigen_mode;

typedef struct {
    eigen_mode mode;
    int wanted, vectors; /* number of eigenvalues (nev), of Arnoldi vectors (ncv): wanted + 2 <= vectors <= n */
    double tolerance;    /* 0: machine precision */
    int iterations;
} krylov_options;

/* Computes right vectors only. EIGEN_SINGULAR: B is singular. With EIGEN_NOT_CONVERGED, the eigenvalues that did
 * converge are returned. */
eigen_status eigen_krylov(const csc *a, const csc *b, const krylov_options *options, eigen_values *out);

/* Reduces all eigenvalues to those that eigen_krylov would find, with their right vectors; a pair counts as a whole, so
 * that there may be one more than wanted. */
void eigen_keep_extreme(eigen_values *values, eigen_mode mode, int wanted);

/* --- the lowest of a symmetric problem K v = L M v: implicitly restarted Lanczos, shifted and inverted ------------ */

/* Set y to K^-1 x, or to M x; M may be singular. */
typedef struct {
    int n;
    void (*solve)(void *to, const double *x, double *y);
    void (*mass)(void *to, const double *x, double *y);
    void *context;
} lanczos_problem;

/* Finds the lowest `wanted` L in ascending order, and vectors by columns with v' M v = 1. *found is their number, which
 * is smaller if M has a lower rank. Returns EIGEN_NOT_CONVERGED if none was found. */
eigen_status eigen_lanczos(const lanczos_problem *lanczos_problem, int wanted, double *values, double *vectors,
                           int *found);
