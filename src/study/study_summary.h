/* study_summary.h - statistics over the cases of a study. */
#pragma once
#include "base/text.h"
#include "study/plan.h"

/* Writes the table summary.csv. `statistics` has those of all cases, NaN where there are none; `weights` one number for
 * each case. */
void study_summary_put(const plan *plan, const double *statistics, const double *weights, text *to);
