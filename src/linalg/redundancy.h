/* redundancy.h - linear systems with constraints that repeat each other.
 *
 *     | H  C' | | v |   | f |        C, the rows of constraints, does not have full rank: the matrix is singular, but
 *     | C  0  | | l | = | g |        there are solutions if g repeats itself as C does
 *
 * Rows of C that depend on rows before them are left out, with their multipliers: what remains determines v, and l up
 * to the null vectors n, with C' n = 0. Of all l the one with the least norm is taken. The rows that were left out are
 * watched: if a solution violates them, the rank is found again with the next matrix. A right-hand side of zero says
 * that a row need not be watched. */
#pragma once
#include "base/archive.h"
#include "linalg/linear_solver.h"
#include "linalg/rank.h"

typedef struct redundancy redundancy;

/* Tells whether the rows of a dependence are all constraints of the ground, which must not repeat each other. */
bool redundancy_is_refused(const dependence *dependence, const int *row_of, const constraint_kind *kinds);

/* Finds the constraints that depend on rows before them, up to a remainder (rank.h). Returns NULL if there are none, or
 * if one is refused. The options and the backend are those of the solver for the rest. */
redundancy *redundancy_find(const linear_backend *backend, const linear_options *options, const csc *matrix,
                            const constraint_kind *kinds, double remainder);
void redundancy_destroy(redundancy *redundancy);
/* Returns how many rows are left out. */
int redundancy_count(const redundancy *redundancy);
int redundancy_row(const redundancy *redundancy, int index);
/* Returns the solver for the rest. */
linear *redundancy_solver(const redundancy *redundancy);
bool redundancy_has_factors(const redundancy *redundancy);
/* Tells whether a solution has violated a row that was left out: the rank has to be found again. */
bool redundancy_is_doubtful(const redundancy *redundancy);
bool redundancy_is_same(const redundancy *redundancy, const struct redundancy *other);

linear_status redundancy_factor(redundancy *redundancy, const csc *matrix, int *column);
typedef void linear_apply(linear *solver, double *b);
/* Replaces b by the solution with the least multipliers, by the given function of the solver for the rest. */
void redundancy_solve(redundancy *redundancy, linear_apply *solve, double *b);
void redundancy_solve_transposed(redundancy *redundancy, double *b);
/* Subtracts from d the part of the multipliers in y that acts on nothing. */
void redundancy_release(redundancy *redundancy, const double *y, double *d);

/* Saves the rows that are left out and the matrix that was factored last. */
void redundancy_save(archive *ar, redundancy *redundancy);
/* Restores them; NULL if there are none. */
redundancy *redundancy_load(archive *ar, const linear_backend *backend, const linear_options *options,
                            const csc *matrix, const constraint_kind *kinds);
