/* phases.h - the phases of an analysis, from which problems are composed; each leads from one state of a run to the
 * next.
 *
 *     initial assembly -> derivatives -> dummy steps -> steps
 *
 * Outcomes other than SOLVED and ENDED have been reported, unless stated otherwise. */
#pragma once
#include "integrator/integrator.h"
#include "nonlinear/nonlinear.h"

struct run;

/* initial_phases.c: from the positions and velocities of the deck to the state from which the first step begins. */
outcome phase_assembly(struct run *run);
outcome phase_derivatives(struct run *run, nonlinear_report *report);
outcome phase_dummy_steps(struct run *run, nonlinear_report *report);

/* step.c: one step from the last accepted state to the solution at its end. A failure leaves time and step where it
 * occurred and is not reported. */
outcome run_step(struct run *run, const integrator *method, const convergence *test, double h,
                 nonlinear_report *report);
/* Notifies elements and file drivers that the state is the predicted one. */
void run_predict(struct run *run);
/* Solves at the present instant and adds to the summary. A failure is not reported. */
outcome run_solve(struct run *run, const convergence *test, nonlinear_report *report);
/* Stores the solution as the last accepted one. `g` is the stage that led to it; NULL if there is none. */
void run_remember(struct run *run, const stage *g);
/* Makes the newest point of the history the last accepted state. */
void run_look_back(struct run *run);
void run_set_time(struct run *run, double t, double dt, int step);
/* Makes the next iteration begin with a new Jacobian matrix. */
void run_invalidate_jacobian(struct run *run);
