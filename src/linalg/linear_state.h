/* linear_state.h - the members of a linear solver, shared by the files of the policy. */
#pragma once
#include "linalg/redundancy.h"

struct linear {
    const linear_backend *wanted;  /* requested by the deck, or the default */
    const linear_backend *backend; /* in use: `wanted` or its fallback */
    void *solver;                  /* instance of the backend; NULL if there are no unknowns */
    reduction *reduction;
    linear_options options;

    bool is_scaled, has_scale;
    double *r, *c; /* scale factors, if scaled */

    csc pattern;       /* of the caller's matrix, without values */
    csc exact;         /* values of A as factored, for refinement; otherwise NULL */
    csc scaled_matrix; /* values of R A C, if scaled */
    csc last;          /* values that were factored last, if restartable */
    csc chosen;        /* values for which pivots were chosen, if restartable and the backend reuses pivots */

    bool has_matrix;    /* one has been factored, or was found singular */
    bool has_factors;   /* solutions are possible */
    bool has_pivots;    /* pivots accepted by a trial, if there is one */
    bool chose_pivots;  /* in the last factorization */
    const csc *current; /* the matrix factored last */
    linear_counters counters;
    double *work;  /* 4 n, for refinement: right-hand side, residual, its scale, solution */
    double *given; /* n, the right-hand side, if solutions of the backend may have to be repeated; else NULL */
    double *trial; /* 3 n, for trials and the condition number */

    const constraint_kind *constraints; /* rows that may repeat each other; NULL: none */
    redundancy *redundancy;             /* solves in place of the backend if rows do; otherwise NULL */
};

/* --- linear_factorization.c: pivots, trials, fallback ------------------------------------------------------------- */

/* Starts a backend, without factors. Returns false if the backend does not accept the pattern. */
bool linear_open(linear *solver, const linear_backend *backend);
void linear_close(linear *solver);
/* Makes the backend plan again, for the pattern that the reductions leave. */
bool linear_analyze(linear *solver);
/* Opens the fallback of the backend. */
void linear_fall_back(linear *solver);
/* Factors with the present pivots, with new ones, or with the fallback. */
linear_status linear_factor_values(linear *solver, const csc *matrix, int *column);
/* Chooses pivots for `chosen`, and uses them for `last` unless it is the same matrix. */
bool linear_repeat(linear *solver, const csc *chosen, const csc *last, bool is_same);

/* --- linear_refinement.c: backward errors ------------------------------------------------------------------------- */

/* residual = b - A x, size = |A| |x| + |b|; returns max_i |residual_i| / size_i. `residual` may be `b` itself. */
double backward_error(const csc *matrix, const double *b, const double *x, double *residual, double *size);
/* Returns the backward error of a trial solution whose right-hand side has entries as large as those of its rows. */
double linear_trial_error(linear *solver, const csc *matrix);
/* Improves the solution x for b while the backward error decreases. */
void linear_refine(linear *solver, const double *b, double *x);

/* --- linear_solver.c ---------------------------------------------------------------------------------------------- */

/* Sets or removes the redundant rows. */
void linear_set_redundancy(linear *solver, redundancy *redundancy);
/* Replaces b by the solution with the factors of the backend's matrix, without scaling or refinement. */
void linear_solve_plainly(linear *solver, double *b);
/* Replaces b by the solution for the caller's matrix. */
void linear_solve_scaled(linear *solver, double *b);
