/* continuation.h - steps that do not converge from the prediction. */
#pragma once
#include "problem/run_internals.h"

/* Performs a step of length h, whose iterations have failed, by other ways to the same equations. If none leads to a
 * solution, the step is as the iterations have left it, and so is the report. */
outcome continuation_step(run *run, const step_start *from, outcome failed, double h, nonlinear_report *report);
/* Tells the user how many steps were solved this way. */
void continuation_report(const run *run);
