/* solution.h - the state at work: the arrays behind a `state`, and how a correction moves them.
 *
 * Rotations are kept as orientation matrices; the unknowns g, g' of a node are relative to its reference (predicted)
 * orientation:
 *
 *     R = R(g) R_ref        w = G(g) g' + R(g) w_ref */
#pragma once
#include "model/model.h"

typedef struct {
    const model *m;
    state s; /* the view given to elements; its pointers are the arrays below */
    fault failed;
    int n;
    double *y, *yp;
    pose *at;
    mat3 *R_ref; /* by pose */
    /* allocated when a node wants accelerations */
    double *ypp;          /* 6 by pose */
    inertia_sum *inertia; /* by pose */
    int *pose_of;         /* by first unknown of a node that wants them, else -1 */
} solution;

solution *solution_create(const model *m, arena *memory);
/* The values of the deck. */
void solution_initial(solution *u);
/* The elements' own unknowns. */
void solution_own(solution *u);
/* The same, and what elements keep of the initial state: positions and velocities are those of the start. */
void solution_start(solution *u);
/* Motion of the nodes from y, yp. */
void solution_update(solution *u);
/* Takes the present orientations and angular velocities as reference: g and g' become zero. */
void solution_rebase(solution *u);
/* A Newton correction: y' += d, y += c d; algebraic unknowns += d. Then updates. In the derivatives phase the entries
 * of d that would move structural nodes are set to zero first. */
void solution_correct(solution *u, double *d, double c);
/* Allocates ypp when a node wants accelerations. */
void solution_want_accelerations(solution *u, arena *memory);
/* Fills ypp of the nodes that want accelerations, from the momenta and the bodies' inertia. */
void solution_accelerations(solution *u);
