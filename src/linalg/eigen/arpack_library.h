/* arpack_library.h - ARPACK, loaded on first use. */
#pragma once
#include <stdbool.h>

/* One row per function: name without the Fortran underscore, arguments. Matrices are stored by columns. */
#define ARPACK_FUNCTIONS(F)                                                                                          \
    F(dnaupd, (int *ido, const char *bmat, const int *n, const char *which, const int *nev, const double *tol,       \
               double *resid, const int *ncv, double *v, const int *ldv, int *iparam, int *ipntr, double *workd,     \
               double *workl, const int *lworkl, int *info))                                                         \
    F(dneupd, (const int *rvec, const char *howmny, int *select, double *dr, double *di, double *z, const int *ldz,  \
               const double *sigmar, const double *sigmai, double *workev, const char *bmat, const int *n,           \
               const char *which, const int *nev, const double *tol, double *resid, const int *ncv, double *v,       \
               const int *ldv, int *iparam, int *ipntr, double *workd, double *workl, const int *lworkl, int *info)) \
    F(dsaupd, (int *ido, const char *bmat, const int *n, const char *which, const int *nev, const double *tol,       \
               double *resid, const int *ncv, double *v, const int *ldv, int *iparam, int *ipntr, double *workd,     \
               double *workl, const int *lworkl, int *info))                                                         \
    F(dseupd, (const int *rvec, const char *howmny, int *select, double *d, double *z, const int *ldz,               \
               const double *sigma, const char *bmat, const int *n, const char *which, const int *nev,               \
               const double *tol, double *resid, const int *ncv, double *v, const int *ldv, int *iparam, int *ipntr, \
               double *workd, double *workl, const int *lworkl, int *info))

typedef struct {
#define ARPACK_MEMBER(name, arguments) void(*name) arguments;
    ARPACK_FUNCTIONS(ARPACK_MEMBER)
#undef ARPACK_MEMBER
} arpack_library;

/* Returns false if libarpack.so.2, or one of its functions, is missing. The library stays loaded. */
bool arpack_library_open(arpack_library *arpack_library);
