/* study_summary.h - statistics over the cases of a study, all of them and by groups. */
#pragma once
#include "base/text.h"
#include "study/plan.h"

/* What the cases of a study have given. */
typedef struct {
    const plan *plan;
    const int *states;              /* torsor_case_state of each case */
    const double *variables;        /* cases x variables; NaN for texts */
    const double *statistics;       /* cases x outputs x PLAN_STATISTICS; NaN where there are none */
    const double *weights;          /* of each case */
    const int *group;               /* of each case; NULL: none */
    const char *const *group_names; /* by group */
    int n_groups;
} study_arrays;

enum { ALL_GROUPS = -1 };

/* Statistics over the cases of a group; n = 0: there are none. */
typedef struct {
    int n, least_case, greatest_case;
    double mean, deviation, minimum, maximum, p05, p50, p95, combined;
} case_statistics;

/* A statistic of an output in the cases of a group: values in descending order, and the weighted fraction of cases that
 * reach each. To be freed with case_sample_free. */
typedef struct {
    double *values, *weights, *fractions;
    int n;
} case_sample;

case_statistics study_summary_of(const study_arrays *arrays, int column, int group, case_sample *sample);
void case_sample_free(case_sample *sample);

/* Write the tables summary.csv and exceedance.csv. */
void study_summary_put(const study_arrays *arrays, text *to);
void study_exceedance_put(const study_arrays *arrays, text *to);
