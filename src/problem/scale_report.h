/* scale_report.h - how far apart the coefficients of the equations are, and how near they are to being singular. */
#pragma once
#include "assembly/equations.h"

typedef struct {
    double condition;              /* of the matrix of a step, its rows and columns scaled; 0: not known */
    double smallest, largest;      /* of the largest coefficients of each row */
    int smallest_row, largest_row; /* whose they are */
} scale_findings;

/* Of the matrix at hand; a warning when it is nearly singular. */
scale_findings scale_report(const equations *equations, diag *errors, arena *memory);
