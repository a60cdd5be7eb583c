/* equations.h - residual and Jacobian of the whole model at a state, and the linear solution.
 *
 *     r(y, y', t) = 0        J = dvalue dr/dy + drate dr/dy'        J d = -r
 *
 * Rows of constraints on positions are divided by dvalue (= h b0), which keeps the matrix well scaled as the step
 * shrinks. */
#pragma once
#include "linalg/linear_solver.h"
#include "assembly/shares.h"
#include "assembly/solution.h"
#include "assembly/thin.h"

/* Seconds of processor time. */
typedef struct {
    double residual, jacobian, solution;
} solver_seconds;

typedef struct {
    const model *model;
    csc *matrix;   /* the pattern of the model, values of our own */
    double *r, *d; /* residual, correction */
    linear *solver;
    const elem **order; /* elements that have rows, those of a type together */
    int n_order;
    int *rows; /* of these elements, one after the other; n_unknowns: nowhere */
    double *local_r, *local_J;
    shares *shares;       /* NULL: one thread evaluates them all */
    const bool *left_out; /* of these elements, taken as off, by one thread; NULL: none */
    int *divided_row, n_divided_rows;
    int *divided_entry, n_divided_entries;
    bool forgives;            /* a residual counts as nothing up to */
    double *forgiven;         /* so much of each row, before the division; NULL: not known yet */
    int *sum_row, n_sum_rows; /* that define their unknown (INTERNAL_SUM) */
    bool *is_sum_row;
    solver_seconds *seconds; /* where they are added up; NULL: nobody asks */
    bool is_fresh;           /* the matrix belongs to the state of the last residual */
    double thin;             /* dvalue of the matrix when it is that of the derivatives phase, else 0 */
    thin_scale *by_thin;     /* how the matrix is scaled that was factored last; NULL: it is not */
    thin_scale *workspace;   /* for that, once it was needed */
    int expected;            /* corrections that the last solution needed */
    /* for tests of convergence, when asked for */
    double *row_scale; /* scale factors of the nodes; 1 for other rows */
    double *magnitude; /* sum of the magnitudes of what elements put into each row */
    int *row_set;      /* rows with the same physical dimension have the same number */
    int n_sets;
    double (*set_sums)[2]; /* space for a test */
} equations;

equations *equations_create(const model *model, arena *memory);
void equations_destroy(equations *equations);
/* From now on a thread pool evaluates the elements; the results are the same to the last bit. */
void equations_share(equations *equations, thread_pool *pool, int members, arena *memory);
/* What an evaluation of all elements costs, in entries of their Jacobians. */
long equations_work(const equations *equations);
/* False when the solver is not available. */
bool equations_choose_solver(equations *equations, const linear_backend *type, const linear_options *options);
/* Makes row_scale; makes magnitude and sets of rows, and from then on every residual fills the magnitudes. */
void equations_want_scales(equations *equations, arena *memory);
void equations_want_magnitudes(equations *equations, arena *memory);

void equations_residual(equations *equations, const state *state);
/* After the last residual: unknowns that are sums become what their rows say. */
void equations_settle(const equations *equations, solution *solution);
void equations_jacobian(equations *equations, const state *state);
/* The first element that puts a number that is not finite into a row at this state, where and which; NULL: none
 * does. */
const elem *equations_find_not_finite(equations *equations, const state *state, int *row, double *what);
/* The element that puts the most into a row at this state, and how much; NULL: none does. */
const elem *equations_find_largest(equations *equations, const state *state, int row, double *what);
/* Asks one element at a state, for the sake of what it asks itself. */
void equations_probe(equations *equations, const state *state, const elem *element);
/* Both from one evaluation of every element. */
void equations_eval(equations *equations, const state *state);
/* Saves or restores what one solution leaves for the next; false when there are no factors of a matrix. */
bool equations_serialize(archive *ar, equations *equations);
/* d = -J^-1 r with the values factored last; equations_factor first. */
linear_status equations_factor(equations *equations, int *column);
void equations_solve(equations *equations);
/* b becomes J^-1 b, with the same values. */
void equations_apply_inverse(const equations *equations, double *b);
/* About that, at little cost. */
void equations_precondition(const equations *equations, double *b);
/* product = J v, with the values of the matrix at hand. */
void equations_multiply(const equations *equations, const double *values, double *product);
/* The same from the Jacobians of the elements at a state, without the matrix. */
void equations_product(equations *equations, const state *state, const double *values, double *product);
