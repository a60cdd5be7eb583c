/* linear_state.h - a linear solver at work, shared by the files of the policy. */
#pragma once
#include "linalg/linear_solver.h"

struct linear {
    const linear_backend *wanted;  /* by the deck, or the default */
    const linear_backend *backend; /* at work: that one, or its fallback */
    void *solver;                  /* the backend's; NULL: there are no unknowns */
    reduction *reduction;
    linear_options options;

    bool is_scaled, has_scale;
    double *r, *c; /* scale factors, when scaled */

    csc pattern;       /* of the caller's matrix, without values */
    csc exact;         /* values of A as it was factored, when refining; else NULL */
    csc scaled_matrix; /* values of R A C, when scaled */
    csc last;          /* values that were factored last, when restartable */
    csc chosen;        /* values that pivots were chosen with, when restartable and the backend reuses pivots */

    bool has_matrix;    /* one has been factored, or was found singular */
    bool has_factors;   /* solutions are possible */
    bool has_pivots;    /* that a trial, where there is one, has accepted */
    bool chose_pivots;  /* in the last factorisation */
    const csc *current; /* the matrix factored last */
    linear_counters counters;
    double *work;  /* 4 n, of refinement: right-hand side, residual, its scale, solution */
    double *trial; /* 3 n, of trials and the condition number */
};

/* --- linear_factorization.c: pivots, trials, fallback ------------------------------------------------------------- */

/* Puts a backend to work that has no factors yet. False: the pattern is not for it. */
bool linear_open(linear *solver, const linear_backend *backend);
void linear_close(linear *solver);
/* The backend plans anew, for the pattern that the reductions leave. */
bool linear_analyze(linear *solver);
/* Opens the fallback of the backend. */
void linear_fall_back(linear *solver);
/* Factors with the pivots at hand, or with new ones, or with the fallback. */
linear_status linear_factor_values(linear *solver, const csc *matrix, int *column);
/* Chooses pivots for `chosen`, and uses them for `last` unless it is the same matrix. */
bool linear_repeat(linear *solver, const csc *chosen, const csc *last, bool is_same);

/* --- linear_refinement.c: backward errors ------------------------------------------------------------------------- */

/* residual = b - A x, size = |A| |x| + |b|; returns max_i |residual_i| / size_i. `residual` may be `b` itself. */
double backward_error(const csc *matrix, const double *b, const double *x, double *residual, double *size);
/* The backward error of a trial solution, whose right-hand side has entries as large as those of its rows. */
double linear_trial_error(linear *solver, const csc *matrix);
/* Improves the solution x for b while the backward error falls. */
void linear_refine(linear *solver, const double *b, double *x);

/* --- linear_solver.c ---------------------------------------------------------------------------------------------- */

/* b becomes the solution with the factors of the matrix as the backend got it: neither scaled nor refined. */
void linear_solve_plainly(linear *solver, double *b);
/* That of the matrix as the caller gave it. */
void linear_solve_scaled(linear *solver, double *b);
