/* linear_solver.h - third layer of a linear solution, and what the rest of the program uses: the policy.
 *
 * Analyse once (pattern), factor as often as the values change, solve as often as needed. Around any backend
 * (linear_backend.h) and its reductions (reduction/reduction.h) the policy
 *
 *     scales rows and columns, and refines solutions, as the options say           linear_solver.c, linear_refinement.c
 *     reuses pivots, chooses them anew, tries them, falls back to another backend  linear_factorization.c
 *     saves and restores all of that for a restart                                 linear_restart.c
 *     chooses a backend by the predicted cost when the deck names none             linear_choice.c */
#pragma once
#include "linalg/linear_backend.h"

typedef struct linear linear;

/* How often pivots were chosen and how often the present ones were used, on which the next factorisation depends
 * besides the values; how often a matrix was factored. */
typedef struct {
    long plans, uses, factored;
} linear_counters;

/* NULL only when the library of the backend is not installed. The pattern of `a` must not change afterwards. */
linear *linear_create(const linear_backend *backend, const csc *matrix, const linear_options *options);
void linear_destroy(linear *solver);
/* Factors the present values. On LINEAR_SINGULAR `*column` is the first column without a pivot. */
linear_status linear_factor(linear *solver, const csc *matrix, int *column);
/* b becomes the solution of A x = b, or of A' x = b. Without factors it stays as it is. */
void linear_solve(linear *solver, double *b);
void linear_solve_transposed(linear *solver, double *b);
/* b becomes about the solution, at little cost: for iterative methods. */
void linear_precondition(linear *solver, double *b);
/* Estimate of the condition number of the matrix factored last, which must still be there; infinite without factors. */
double linear_condition(linear *solver);
/* Bytes that the next factorisation will take besides what is taken already; 0 when it is not known. */
double linear_bytes(const linear *solver);
linear_counters linear_counters_now(const linear *solver);
/* The present pivots have been used as often as they had been then. */
void linear_restore_counters(linear *solver, linear_counters then);
/* Saves, or restores so that solutions are the same to the last bit. Of another solver, one with other options, or one
 * without a matrix nothing is restored: false, there are no factors and no pivots. Needs the option is_restartable. */
bool linear_serialize(archive *ar, linear *solver);
/* The backend for a matrix of this size and pattern when the deck names none. */
const linear_backend *linear_default_backend(const csc *matrix);
