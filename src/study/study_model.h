/* study_model.h - the model of a case: read, or that of the case before with other values of variables. */
#pragma once
#include "study/study_internals.h"

/* A variable whose value is set before an analysis begins. */
typedef struct {
    const char *name; /* variable.NAME */
    double value;
} variable_setting;

typedef struct {
    torsor_model *model; /* belongs to the study; NULL: no memory */
    variable_setting *settings;
    int n;
} case_model;

/* Settings are in `memory`. */
case_model study_model_of(torsor_study *study, int index, arena *memory);
