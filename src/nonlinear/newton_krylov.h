/* newton_krylov.h - Newton directions by an iterative linear solver; for `matrix free` and `nox`. */
#pragma once
#include "nonlinear/krylov.h"
#include "nonlinear/nonlinear.h"

typedef enum { KRYLOV_GMRES, KRYLOV_BICGSTAB, KRYLOV_CGS, KRYLOV_TFQMR, KRYLOV_CG } krylov_method;

typedef struct {
    krylov_method method;
    double tolerance; /* of the linear solution, relative */
    int steps;        /* most iterations of it */
    int basis;        /* vectors of GMRES */
    double tau;       /* perturbation for products by differences */
    bool by_matrix;   /* products with the Jacobian matrix rather than by differences; made anew at every iteration */
    bool preconditioned; /* by the factored Jacobian matrix */
    int stale_steps;     /* linear iterations after which the preconditioner is made anew */
    jacobian_reuse j;    /* the preconditioner */
} krylov_options_of_newton;

typedef struct {
    krylov *k;
    double *y, *yp, *r, *v; /* where the products are taken */
    bool is_stale;
} krylov_room;

void newton_krylov_prepare(krylov_room *w, const krylov_options_of_newton *o, int n, arena *memory);
/* a->d = -J^-1 r, to the tolerance; the solution is left as it was. */
outcome newton_krylov_direction(krylov_options_of_newton *o, krylov_room *w, const task *q);
void newton_krylov_keep(archive *a, krylov_options_of_newton *o, krylov_room *w);
