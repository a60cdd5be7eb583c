/* jacobian_check.h - compares the Jacobian matrix with finite differences of residuals, or with products element by
 * element. */
#pragma once
#include "assembly/equations.h"

typedef struct jacobian_checker jacobian_checker;

/* The largest entry of the difference of two Jacobians. */
typedef struct {
    double most, size; /* size: the largest entry of the matrix itself */
    int row, column;
} jacobian_difference;

typedef struct {
    void *context;
    void (*line)(void *to, const char *words);
} line_observer;

/* Requires a model whose control data request the check. */
jacobian_checker *jacobian_checker_create(solution *solution, arena *memory);
/* Tells whether the drives of the card request a check at this time, in this iteration. */
bool jacobian_check_due(const jacobian_checker *jacobian_checker, int iteration);
/* Compares `matrix`, the Jacobian of the present state, which is left unchanged. Both matrices are sent to `notify` if
 * the card requests them. */
jacobian_difference jacobian_check_now(jacobian_checker *jacobian_checker, const csc *matrix,
                                       const line_observer *notify);
