/* drift.h - what a method makes of velocities along constraints.
 *
 * Positions satisfy the constraints at every step, so that the velocities along them are whatever the formula
 *
 *     x = sum a_j X_j + h (b0 v + sum b_j V_j)
 *
 * makes of exact positions: v = x' + C h^2 x''' + ..., where at the ages s_j h of the points
 *
 *     C = (sum a_j s_j^3 / 6 - sum b_j s_j^2 / 2) / (b0 + sum b_j)              trapezoidal rule: -1/12, BDF2: -1/3
 *
 * if the velocities of the points have the same error; any other error alternates from step to step, and is found
 * divided by h in accelerations and reactions: they would be of first order, for ever with a method without
 * dissipation. The velocities of the initial point are therefore moved by C h^2 times the part of x''' along the
 * constraints before the first step, and those of all points when the formula changes as the method begins. */
#pragma once
#include "problem/run_internals.h"

/* Serializes or restores what the first steps still need. */
void drift_serialize(archive *archive, run *run);
/* Tells whether the formulas of the method are such. */
bool drift_concerns(const integrator *method);
/* To be called when x''' is known, before the first step. */
void drift_begin(run *run);
/* Moves the velocities of the points to those of this stage. */
void drift_apply(run *run, const step_context *context, const stage *g);
