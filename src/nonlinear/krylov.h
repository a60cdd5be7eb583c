/* krylov.h - iterative solution of J x = b, preconditioned from the right. */
#pragma once
#include "base/arena.h"
#include <stdbool.h>

typedef struct {
    int n;
    void *context;
    void (*product)(void *to, const double *v, double *out); /* out = J v */
    void (*precondition)(void *to, double *v);               /* v = M^-1 v; NULL: none */
} krylov_operator;

/* Work arrays; `basis` is the number of vectors after which GMRES restarts. */
typedef struct krylov krylov;
krylov *krylov_create(int n, int basis, arena *memory);

typedef struct {
    int iterations;
    double error; /* |b - J x| / |b| */
    bool converged;
} krylov_report;

/* Sets x to the solution, starting from zero. */
krylov_report krylov_gmres(krylov *krylov, const krylov_operator *A, const double *b, double *x, double tolerance,
                           int most);
krylov_report krylov_bicgstab(krylov *krylov, const krylov_operator *A, const double *b, double *x, double tolerance,
                              int most);
krylov_report krylov_cgs(krylov *krylov, const krylov_operator *A, const double *b, double *x, double tolerance,
                         int most);
krylov_report krylov_tfqmr(krylov *krylov, const krylov_operator *A, const double *b, double *x, double tolerance,
                           int most);
krylov_report krylov_cg(krylov *krylov, const krylov_operator *A, const double *b, double *x, double tolerance,
                        int most);
