/* study_report.h - a page about the results of a study. */
#pragma once
#include "study/study_summary.h"

/* Writes HTML that needs no other file: tables of statistics for each output, by groups, and plots. `messages` has one
 * for each case. */
void study_report_put(const study_arrays *arrays, const char *const *messages, text *to);
