/* newton_krylov.h - Newton directions by an iterative linear solver; for `matrix free` and `nox`. */
#pragma once
#include "nonlinear/krylov.h"
#include "nonlinear/nonlinear.h"

typedef enum { KRYLOV_GMRES, KRYLOV_BICGSTAB, KRYLOV_CGS, KRYLOV_TFQMR, KRYLOV_CG } krylov_method;

/* Source of products with the Jacobian matrix: finite differences of residuals, the matrix itself, evaluated at every
 * iteration, or the Jacobians of the elements, without the matrix. */
typedef enum { PRODUCT_BY_DIFFERENCES, PRODUCT_BY_MATRIX, PRODUCT_BY_ELEMENTS } krylov_product;

typedef struct {
    krylov_method method;
    int steps;  /* maximum number of linear iterations */
    int basis;  /* number of vectors of GMRES */
    double tau; /* perturbation for products by differences */
    krylov_product product;
    bool preconditioned;  /* by the factored Jacobian matrix */
    int stale_steps;      /* number of linear iterations after which the preconditioner is renewed */
    jacobian_reuse reuse; /* of the preconditioner */
} krylov_options_of_newton;

typedef struct {
    krylov *krylov;
    double *y, *yp, *r, *v; /* state at which products are evaluated */
    krylov_report last;
} krylov_workspace;

/* Memory from one solution to the next. */
typedef struct {
    jacobian_memory memory;
    int is_stale; /* the preconditioner is outdated */
} krylov_memory;

/* Allocates for at most `basis` vectors of GMRES. */
void newton_krylov_prepare(krylov_workspace *w, int basis, int n, arena *memory);
/* Sets equations->d = -J^-1 r, to the relative tolerance. The solution is left unchanged. */
outcome newton_krylov_direction(const krylov_options_of_newton *krylov_options_of_newton, double tolerance,
                                krylov_workspace *krylov_workspace, krylov_memory *now, const task *task);
