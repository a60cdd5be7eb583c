/* reduction.h - first layer of a linear solution: a smaller system from which the solution of the whole one follows.
 *
 *     momenta      unknowns that a second equation eliminates without fill           condensation.h, condensed.h
 *     prescribed   unknowns that separate equations determine                        prescribed.h
 *     symmetry     signs of rows that make the matrix symmetric: one half suffices   symmetry.h
 *     nearly       differences from symmetry that corrections of solutions remove    correction.h
 *
 * A backend specifies the reductions that it uses and receives a linear_system. Which unknowns are singletons
 * (singletons.h) depends on the values, not on the pattern: a backend finds them whenever it chooses pivots. */
#pragma once
#include "base/archive.h"
#include "base/thread_pool.h"
#include "linalg/csc.h"
#include <stdbool.h>

typedef enum {
    REDUCE_MOMENTA = 1,
    REDUCE_SYMMETRY = 2,
    REDUCE_PRESCRIBED = 4,
    REDUCE_KEEP_SIGNS = 8, /* signs of the last matrix are tried before others are sought */
    REDUCE_NEARLY = 16     /* with REDUCE_SYMMETRY: the symmetric part of a nearly symmetric matrix */
} reduction_set;

/* What a backend factors: a matrix or, if it is symmetric, one half of it. */
typedef struct {
    const csc *matrix; /* the whole pattern; values only if it is not symmetric */
    bool is_symmetric;
    int n_entries; /* of the half on and below the diagonal, by columns */
    const int *row, *column;
    double *value; /* values of these entries */
} linear_system;

typedef struct reduction reduction;

/* For the pattern of `matrix` and a set of reductions; the workers load values. */
reduction *reduction_create(const csc *matrix, unsigned wanted, workers workers);
void reduction_destroy(reduction *reduction);
/* Returns the system: its pattern, and after reduction_load its values. */
const linear_system *reduction_system(const reduction *reduction);
/* Loads the values of `matrix`. Returns false if a reduction that depends on them is no longer possible: it has been
 * abandoned permanently, and the system has another pattern. */
bool reduction_load(reduction *reduction, const csc *matrix);
/* Makes a system that is only nearly symmetric a general one, with another pattern. Returns false if it is none. */
bool reduction_give_up_symmetry(reduction *reduction);
/* Returns the unknown of the whole matrix that corresponds to a column of the system. */
int reduction_column(const reduction *reduction, int column);

/* Solves the system in place. */
typedef void reduced_solve(void *solver, double *b);
/* Replaces b by the solution of the whole system, by means of that of the reduced one. */
void reduction_solve(reduction *reduction, double *b, reduced_solve *solve, void *solver);
void reduction_solve_transposed(reduction *reduction, double *b, reduced_solve *solve_transposed, void *solver);

/* Serializes or restores which reductions have been abandoned, and signs if they are kept. Returns true if the pattern
 * of the system has changed. */
bool reduction_serialize(archive *ar, reduction *reduction, const csc *matrix);
