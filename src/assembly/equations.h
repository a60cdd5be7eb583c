/* equations.h - residual and Jacobian of the whole model at a state, and the linear solution.
 *
 *     r(y, y', t) = 0        J = dvalue dr/dy + drate dr/dy'        J d = -r
 *
 * Rows of constraints on positions are divided by dvalue (= h b0), which keeps the matrix well scaled as the step
 * shrinks.
 *
 * Equations can be divided among the ranks of an MPI job: each rank then evaluates and factors a part. If the matrix is
 * singular, they are joined for good: every rank has everything and solves as if it were alone. */
#pragma once
#include "assembly/constraints.h"
#include "assembly/regions.h"
#include "assembly/shares.h"
#include "assembly/solution.h"
#include "assembly/thin.h"
#include "linalg/divided/divided.h"

/* Seconds of processor time. */
typedef struct {
    double residual, jacobian, solution;
} solver_seconds;

typedef struct {
    const model *model;
    csc *matrix;   /* the pattern of the model, with separate values; of this rank alone if they are divided */
    double *r, *d; /* residual, correction */
    linear *solver;
    /* if they are divided among the ranks of an MPI job, otherwise NULL */
    regions *regions;
    divided *divided; /* in place of solver */
    struct {
        const linear_backend *type;
        linear_options options;
        arena *memory;
    } joined;           /* for when they no longer are */
    const elem **order; /* elements that have rows, grouped by type */
    int n_order;
    int *rows; /* rows of these elements, one after the other; n_unknowns for rows outside of the system */
    double *local_r, *local_J;
    shares *shares;       /* NULL: one thread evaluates all elements */
    const bool *left_out; /* which of these elements are treated as inactive, by one thread; NULL if none */
    const constraint_kind *constraints; /* by row */
    const double *y;                    /* unknowns of the last residual */
    int *divided_row, n_divided_rows;
    int *divided_entry, n_divided_entries;
    bool forgives;            /* residuals up to `forgiven` are set to zero */
    double *forgiven;         /* limit for each row, before the division; NULL if not known yet */
    int *sum_row, n_sum_rows; /* rows that define their unknown (INTERNAL_SUM) */
    bool *is_sum_row;
    solver_seconds *seconds; /* accumulated times; NULL if not timed */
    bool is_fresh;           /* the matrix belongs to the state of the last residual */
    double thin;             /* dvalue of the matrix if it is that of the derivatives phase, else 0 */
    thin_scale *by_thin;     /* scaling of the matrix that was factored last; NULL if not scaled */
    thin_scale *workspace;   /* for by_thin, allocated when first needed */
    double *rounding;        /* workspace of rounding.h, allocated when first needed */
    int expected;            /* number of corrections that the last solution needed */
    /* for convergence tests, on request */
    double *row_scale; /* scale factors of the nodes; 1 for other rows */
    double *magnitude; /* sum of the magnitudes of the contributions of elements to each row */
    int *row_set;      /* rows with the same physical dimension have the same number */
    int n_sets;
    double (*set_sums)[2]; /* workspace for a test */
} equations;

equations *equations_create(const model *model, arena *memory);
/* Divides elements and matrix among the ranks of an MPI job; the residual is the same on all of them. Returns NULL, on
 * all ranks, if METIS is not installed. */
equations *equations_create_divided(const model *model, const ranks *ranks, arena *memory);
/* Sums a vector over the ranks if each has contributions of its own elements. */
void equations_sum(const equations *equations, double *values);
void equations_destroy(equations *equations);
/* Makes a thread pool evaluate the elements from now on; the results are the same to the last bit. */
void equations_share(equations *equations, thread_pool *pool, int members, arena *memory);
/* Returns the cost of an evaluation of all elements, in entries of their Jacobians. */
long equations_work(const equations *equations);
/* Returns false if the solver is not available. */
bool equations_choose_solver(equations *equations, const linear_backend *type, const linear_options *options);
/* equations_want_scales creates row_scale; equations_want_magnitudes creates magnitude and the sets of rows, and from
 * then on every residual fills the magnitudes. */
void equations_want_scales(equations *equations, arena *memory);
void equations_want_magnitudes(equations *equations, arena *memory);

void equations_residual(equations *equations, const state *state);
/* To be called after the last residual: sets unknowns that are sums to the values that their rows define. */
void equations_settle(const equations *equations, solution *solution);
void equations_jacobian(equations *equations, const state *state);
/* Returns the first element with a contribution that is not finite at this state, its row and its value; NULL if there
 * is none. */
const elem *equations_find_not_finite(equations *equations, const state *state, int *row, double *what);
/* Returns the element with the largest contribution to a row at this state, and its value; NULL if there is none. */
const elem *equations_find_largest(equations *equations, const state *state, int row, double *what);
/* Evaluates one element at a state, for the side effects of its evaluation. */
void equations_probe(equations *equations, const state *state, const elem *element);
/* Computes residual and Jacobian from one evaluation of every element. */
void equations_eval(equations *equations, const state *state);
/* Serializes or restores what one solution leaves for the next. Returns false if there are no factors of a matrix. */
bool equations_serialize(archive *ar, equations *equations);
/* Returns the multiplications of a factorization and of a solution; 0 if unknown. */
linear_products equations_products(const equations *equations);
/* d = -J^-1 r with the values factored last. Requires equations_factor first. */
linear_status equations_factor(equations *equations, int *column);
void equations_solve(equations *equations);
/* Replaces b by J^-1 b, with the same values. */
void equations_apply_inverse(const equations *equations, double *b);
/* Approximates equations_apply_inverse at little cost. */
void equations_precondition(const equations *equations, double *b);
/* product = J values, with the present values of the matrix. */
void equations_multiply(const equations *equations, const double *values, double *product);
/* Computes the same from the Jacobians of the elements at a state, without the matrix. */
void equations_product(equations *equations, const state *state, const double *values, double *product);
