/* lapack_library.h - LAPACK, loaded on first use: linking it would cost every start threads and memory. */
#pragma once
#include <stdbool.h>

/* One row per function: name without the Fortran underscore, arguments. Matrices are stored by columns, info comes
 * last. */
#define LAPACK_FUNCTIONS(F)                                                                                            \
    F(dgetrf, (const int *m, const int *n, double *a, const int *lda, int *pivots, int *info))                         \
    F(dgetrs, (const char *trans, const int *n, const int *nrhs, const double *a, const int *lda, const int *pivots,   \
               double *b, const int *ldb, int *info))                                                                  \
    F(dgeqrf,                                                                                                          \
      (const int *m, const int *n, double *a, const int *lda, double *tau, double *work, const int *lwork, int *info)) \
    F(dormqr,                                                                                                          \
      (const char *side, const char *trans, const int *m, const int *n, const int *k, const double *a, const int *lda, \
       const double *tau, double *c, const int *ldc, double *work, const int *lwork, int *info))                       \
    F(dgebal,                                                                                                          \
      (const char *job, const int *n, double *a, const int *lda, int *ilo, int *ihi, double *scale, int *info))        \
    F(dggbal, (const char *job, const int *n, double *a, const int *lda, double *b, const int *ldb, int *ilo,          \
               int *ihi, double *lscale, double *rscale, double *work, int *info))                                     \
    F(dggev, (const char *left, const char *right, const int *n, double *a, const int *lda, double *b, const int *ldb, \
              double *alphar, double *alphai, double *beta, double *vl, const int *ldvl, double *vr, const int *ldvr,  \
              double *work, const int *lwork, int *info))                                                              \
    F(dggevx, (const char *balance, const char *left, const char *right, const char *sense, const int *n, double *a,   \
               const int *lda, double *b, const int *ldb, double *alphar, double *alphai, double *beta, double *vl,    \
               const int *ldvl, double *vr, const int *ldvr, int *ilo, int *ihi, double *lscale, double *rscale,       \
               double *abnorm, double *bbnorm, double *rconde, double *rcondv, double *work, const int *lwork,         \
               int *iwork, int *bwork, int *info))                                                                     \
    F(dgeev, (const char *left, const char *right, const int *n, double *a, const int *lda, double *re, double *im,    \
              double *vl, const int *ldvl, double *vr, const int *ldvr, double *work, const int *lwork, int *info))    \
    F(dgesdd, (const char *job, const int *m, const int *n, double *a, const int *lda, double *s, double *u,           \
               const int *ldu, double *vt, const int *ldvt, double *work, const int *lwork, int *iwork, int *info))    \
    F(dtrtrs, (const char *uplo, const char *trans, const char *diag, const int *n, const int *nrhs, const double *a,  \
               const int *lda, double *b, const int *ldb, int *info))

typedef struct {
#define LAPACK_MEMBER(name, arguments) void(*name) arguments;
    LAPACK_FUNCTIONS(LAPACK_MEMBER)
#undef LAPACK_MEMBER
} lapack_library;

/* Returns false if liblapack.so.3, or one of its functions, is missing. The library stays loaded. */
bool lapack_library_open(lapack_library *library);
/* Tells whether lapack_library_open would succeed. */
bool lapack_library_is_available(void);
