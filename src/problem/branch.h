/* branch.h - data of a continuation, private to the files of this layer.
 *
 *     r(y, p) = 0        y: unknowns at rest, y' = 0        p: the parameter, which is the time of the deck
 *
 * The arc has the norm, with weights that are the same on the whole branch,
 *
 *     |(d, e)|^2 = (e / P)^2 / 2 + sum_i w_i d_i^2        w_i = 1 / (2 N U^2 s_i^2)
 *
 *     s_i     size of the model for translations, 1 for rotations (spins at the present orientation) and for other
 *             unknowns of nodes and coordinates of elements; the N of them. Multipliers and momenta have no weight
 *     P, U    increments of the parameter and of the unknowns (root mean square, over s_i) in the first step: it has
 *             the length 1, to which both contribute equally */
#pragma once
#include "linalg/determinant.h"
#include "problem/run_internals.h"

/* The cards. */
typedef struct {
    int points;     /* most points of the branch */
    int switch_at;  /* number of the branch point at which the other branch is followed; 0: none */
    bool backward;  /* the parameter decreases at first */
    bool reversed;  /* the other branch is followed in the opposite direction */
    double lowest;  /* the branch ends where the parameter has decreased to this value */
    bool is_simple; /* special points are not looked for */
} branch_settings;

typedef enum { POINT_REGULAR, POINT_FOLD, POINT_BRANCH } branch_mark;

/* The present point and what the next one is found from; run->own. */
typedef struct {
    int number, folds, crossings; /* of points, folds and branch points so far */
    branch_mark mark;
    double size, moved; /* size of the model, U */
    double arc, length; /* arc length from the first point; length of the next step */
    int heading;        /* sign of the parameter's component of the tangent, after a fold at this point */
    int sign;           /* of the determinant of the bordered matrix, after a branch point at this point; 0: unknown */
    double log;         /* and its magnitude */
    int unstable;       /* number of negative eigenvalues of the stiffness */
    int side;           /* the lower one of those on both sides of the last branch point */
    bool is_switched;   /* the next step leads to the other branch */
    double tangent[];   /* n + 1 */
} branch_point;

typedef struct {
    run *run;
    const branch_settings *settings;
    branch_point *now;
    solution *from; /* the last accepted state */
    csc matrix;     /* bordered, n + 1 */
    linear *solver;
    double *weight;  /* n + 1 */
    double *column;  /* dr/dp, and 1 entry more */
    double *border;  /* last row of the matrix */
    double *d;       /* n + 1: correction, or right-hand side */
    double *tangent; /* n + 1: at the solution found last */
    double *ahead;   /* n + 1: at the end of the step in which a special point is located */
    double *shape;   /* n + 1: workspace for eigenvectors */
    determinant det; /* at the solution found last */
    double angle;    /* cosine of the angle between both tangents */
    nonlinear_report *report;
} branch;

/* --- branch_solve.c ----------------------------------------------------------------------------------------------- */

branch *branch_create(run *run);
void branch_destroy(branch *branch);
/* To be called before the next point is looked for: the present state becomes `from`. Returns false if the linear
 * solver is not available. */
bool branch_depart(branch *branch);
/* Finds the solution at the parameter t, from the present state, and its tangent, in which the parameter increases. */
outcome branch_solve_at(branch *branch, double t);
/* Finds the solution in the plane at this distance from `from` along its tangent, and the tangent there. */
outcome branch_solve_after(branch *branch, double length);
/* Sets weights, from branch_point.size and moved. */
void branch_weigh(const branch *branch);
double branch_norm(const branch *branch, const double *x);
/* The longest step for which no node moves too far along a tangent. */
double branch_longest(const branch *branch, const double *tangent);

/* --- branch_special.c --------------------------------------------------------------------------------------------- */

/* Looks for a special point in the step to the present solution, of this length, and goes back to the first one.
 * Returns the length of the step to the point, and marks it. The tangent is that at the point. */
outcome branch_locate(branch *branch, double *length);
/* Replaces the tangent at the branch point, to which a step of this length has led, by that of the other branch. */
outcome branch_switch(branch *branch, double length);
/* Returns the eigenvalue of the stiffness at the present state that is nearest to zero; NAN if it is not found. */
double branch_stiffness(const branch *branch);
