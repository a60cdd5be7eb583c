/* eigen.h - eigenvalues and eigenvectors of A v = L B v, for real matrices of no particular form.
 *
 *     left vectors:  u* A = L u* B, with * the conjugate transpose                                                  */
#pragma once
#include "linalg/csc.h"

typedef struct {
    int n, count;           /* size of the problem, number of eigenvalues */
    int first, end;         /* those in between are not isolated: no permutation could read them off the matrices */
    double *re, *im, *beta; /* L = (re + i im) / beta; complex ones in pairs, the one with positive im first */
    double *right,
        *left; /* n x count by columns; of a pair, the real and then the imaginary part; NULL: not computed */
} eigen_values;

typedef enum { EIGEN_OK, EIGEN_NO_LIBRARY, EIGEN_NOT_CONVERGED, EIGEN_SINGULAR } eigen_status;

/* Component i of vector k among `of` (right or left): its real and imaginary part. */
void eigen_component(const eigen_values *values, const double *of, int index, int i, double *re, double *im);
void eigen_values_free(eigen_values *values);

/* --- all of them: the QZ decomposition by LAPACK ------------------------------------------------------------------ */

typedef enum { BALANCE_NO, BALANCE_SCALE, BALANCE_PERMUTE, BALANCE_ALL } eigen_balance;

eigen_status eigen_dense(const csc *a, const csc *b, eigen_balance balance, eigen_values *out);
/* The same with B = 1, right vectors only, by the QR decomposition; a is n x n by columns, and lost. */
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
    double tolerance;    /* 0: that of the machine */
    int iterations;
} krylov_options;

/* Right vectors only. EIGEN_SINGULAR: B is. With EIGEN_NOT_CONVERGED those that did converge are given. */
eigen_status eigen_krylov(const csc *a, const csc *b, const krylov_options *options, eigen_values *out);

/* --- the lowest of a symmetric problem K v = L M v: implicitly restarted Lanczos, shifted and inverted ------------ */

/* y becomes K^-1 x, or M x; M may be singular. */
typedef struct {
    int n;
    void (*solve)(void *to, const double *x, double *y);
    void (*mass)(void *to, const double *x, double *y);
    void *context;
} lanczos_problem;

/* The lowest `wanted` L in ascending order, and vectors by columns with v' M v = 1. How many were found: fewer when M
 * has no more. EIGEN_NOT_CONVERGED with none. */
eigen_status eigen_lanczos(const lanczos_problem *lanczos_problem, int wanted, double *values, double *vectors,
                           int *found);
