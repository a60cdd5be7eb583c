/* excursion.h - a solution moved along its motion for a short time, to differentiate along it.
 *
 *     x + s v + s^2/2 a,   exp(s w + s^2/2 w') R,   v + s a,   w + s w',   b + s b',   t + s
 *
 * without a and b' unless accelerations are wanted. Unknowns of elements that the initial assembly solves for
 * (INTERNAL_COORDINATE) move in the same way. While the
 * solution is away, state.instant is the state that it left. */
#pragma once
#include "problem/run_internals.h"

typedef struct {
    run *run;
    double *motion, *a; /* velocities and accelerations of nodes and coordinates, by unknown */
    double *rate;       /* workspace for the rates of one element */
    double *y, *yp;     /* unknowns, poses and variables that it left */
    pose *poses;
    value *variables;
    state instant;
} excursion;

void excursion_prepare(excursion *excursion, run *run, arena *memory);
/* Stores the present state, to which excursion_return leads. The motion is set by the caller. */
void excursion_begin(excursion *excursion);
void excursion_move(const excursion *excursion, double by, bool with_accelerations);
void excursion_return(const excursion *excursion);
/* Adds phi_t of the present state to the rows of position constraints. */
void excursion_add_rates(const excursion *excursion, double *to);
/* phi_x v + phi_t after the time `by`, with constant velocities; with dvalue = 1, drate = 0. */
void excursion_rates_after(const excursion *excursion, double by, double *to);
