/* linear_solver.h - third layer of a linear solution, and the interface for the rest of the program: the policy.
 *
 * Analyze once (pattern), factor whenever the values change, solve as often as needed. Around any backend
 * (linear_backend.h) and its reductions (reduction/reduction.h) the policy
 *
 *     scales rows and columns, and refines solutions, as the options say           linear_solver.c, linear_refinement.c
 *     reuses pivots, chooses new ones, tries them, falls back to another backend   linear_factorization.c
 *     leaves out constraints that repeat others, if a matrix is singular           redundancy.h
 *     saves and restores all of that for a restart                                 linear_restart.c
 *     chooses a backend by the predicted cost when the deck names none             linear_choice.c */
#pragma once
#include "linalg/linear_backend.h"

typedef struct linear linear;

/* How often pivots were chosen and how often the present ones were used, on which the next factorization depends
 * besides the values; and how often a matrix was factored. */
typedef struct {
    long plans, uses, factored;
} linear_counters;

typedef enum { NO_CONSTRAINT, CONSTRAINT, CONSTRAINT_OF_GROUND } constraint_kind;

/* Returns NULL only if the library of the backend is not installed. The pattern of `matrix` must not change
 * afterwards. */
linear *linear_create(const linear_backend *backend, const csc *matrix, const linear_options *options);
void linear_destroy(linear *solver);
/* Allows rows of constraints to repeat each other (redundancy.h): a matrix that is singular for no other reason is
 * solved with multipliers of the least norm. The kinds of the rows must outlive the solver. */
void linear_allow_redundancy(linear *solver, const constraint_kind *constraints);
/* Returns how many rows of the last matrix repeat others; 0 without a solver. */
int linear_redundant_rows(const linear *solver);
/* Returns the number of one of them, 0, 1, 2 ...; they ascend. */
int linear_redundant_row(const linear *solver, int index);
/* Subtracts from a solution d the part of the multipliers in y that acts on nothing, if rows repeat others. */
void linear_release(linear *solver, const double *y, double *d);
/* Factors the present values. On LINEAR_SINGULAR, *column is the first column without a pivot. */
linear_status linear_factor(linear *solver, const csc *matrix, int *column);
/* Replace b by the solution of A x = b, or of A' x = b. Without factors b is left unchanged. */
void linear_solve(linear *solver, double *b);
void linear_solve_transposed(linear *solver, double *b);
/* Replaces b by an approximate solution at little cost, for iterative methods. */
void linear_precondition(linear *solver, double *b);
/* Estimates the condition number of the matrix factored last, after scaling; the matrix must still exist. Returns
 * infinity without factors. The other function computes it exactly, by one solution per unknown. */
double linear_condition(linear *solver);
double linear_condition_exact(linear *solver);
/* Returns the additional bytes that the next factorization will allocate; 0 if unknown. */
double linear_bytes(const linear *solver);
/* Returns the multiplications of a factorization with the present pivots and of a solution; 0 if unknown. */
linear_products linear_products_now(const linear *solver);
linear_counters linear_counters_now(const linear *solver);
/* Resets the number of times the present pivots have been used to that of `then`. */
void linear_restore_counters(linear *solver, linear_counters then);
/* Serializes the solver, or restores it so that solutions are the same to the last bit. Nothing is restored, and false
 * is returned, if the data are those of another solver, of one with other options, or of one without a matrix: there
 * are then no factors and no pivots. Requires the option is_restartable. */
bool linear_serialize(archive *ar, linear *solver);
/* Returns the backend for a matrix of this size and pattern if the deck names none. */
const linear_backend *linear_default_backend(const csc *matrix);
