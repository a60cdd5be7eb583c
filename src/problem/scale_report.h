/* scale_report.h - the range of magnitudes of the coefficients of the equations, and how close they are to singular. */
#pragma once
#include "assembly/equations.h"

typedef struct {
    double condition;              /* of the matrix of a step, with scaled rows and columns; 0 if unknown */
    double smallest, largest;      /* of the largest coefficient of each row */
    int smallest_row, largest_row; /* their rows */
} scale_findings;

/* Evaluates the present matrix; adds a warning if it is nearly singular. */
scale_findings scale_report(const equations *equations, diag *errors, arena *memory);
