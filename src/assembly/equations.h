/* equations.h - residual and Jacobian of the whole model at a state, and the linear solution.
 *
 *     r(y, y', t) = 0        J = dvalue dr/dy + drate dr/dy'        J d = -r
 *
 * Rows of constraints on positions are divided by dvalue (= h b0), which keeps the matrix well scaled as the step shrinks. */
#pragma once
#include "linalg/linear_solver.h"
#include "assembly/solution.h"

typedef struct {
    const model *m;
    csc *J;                /* the model's matrix; its values are ours */
    double *r, *d;         /* residual, correction */
    linear *solver;
    double *local_r, *local_J;
    int *divided_row, n_divided_rows;
    int *divided_entry, n_divided_entries;
    long n_jacobians;
} equations;

equations *equations_create(const model *m, arena *memory);
void equations_destroy(equations *a);
/* False when the solver is not available. */
bool equations_choose_solver(equations *a, const linear_type *type, const linear_options *o);

void equations_residual(equations *a, const state *s);
void equations_jacobian(equations *a, const state *s);
/* d = -J^-1 r with the values factored last; equations_factor first. */
linear_status equations_factor(equations *a, int *column);
void equations_solve(equations *a);
