/* newton_krylov.h - Newton directions by an iterative linear solver; for `matrix free` and `nox`. */
#pragma once
#include "nonlinear/krylov.h"
#include "nonlinear/nonlinear.h"

typedef enum { KRYLOV_GMRES, KRYLOV_BICGSTAB, KRYLOV_CGS, KRYLOV_TFQMR, KRYLOV_CG } krylov_method;

/* Where products with the Jacobian matrix come from: differences of residuals, the matrix itself, made anew at every
 * iteration, or the Jacobians of the elements, without the matrix. */
typedef enum { PRODUCT_BY_DIFFERENCES, PRODUCT_BY_MATRIX, PRODUCT_BY_ELEMENTS } krylov_product;

typedef struct {
    krylov_method method;
    int steps;  /* most iterations of it */
    int basis;  /* vectors of GMRES */
    double tau; /* perturbation for products by differences */
    krylov_product product;
    bool preconditioned;  /* by the factored Jacobian matrix */
    int stale_steps;      /* linear iterations after which the preconditioner is made anew */
    jacobian_reuse reuse; /* the preconditioner */
} krylov_options_of_newton;

typedef struct {
    krylov *krylov;
    double *y, *yp, *r, *v; /* where the products are taken */
    krylov_report last;
} krylov_workspace;

/* What one solution leaves for the next. */
typedef struct {
    jacobian_memory memory;
    int is_stale; /* the preconditioner */
} krylov_memory;

/* With at most so many vectors of GMRES. */
void newton_krylov_prepare(krylov_workspace *w, int basis, int n, arena *memory);
/* a->d = -J^-1 r, to the relative tolerance; the solution is left as it was. */
outcome newton_krylov_direction(const krylov_options_of_newton *krylov_options_of_newton, double tolerance,
                                krylov_workspace *krylov_workspace, krylov_memory *now, const task *task);
