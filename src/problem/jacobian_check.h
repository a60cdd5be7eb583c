/* jacobian_check.h - compares the Jacobian matrix with differences of residuals, or with products element by
 * element. */
#pragma once
#include "assembly/equations.h"

typedef struct jacobian_checker jacobian_checker;

/* The largest entry of the difference of two Jacobians. */
typedef struct {
    double most, size; /* size: largest entry of the matrix itself */
    int row, column;
} jacobian_difference;

typedef struct {
    void *context;
    void (*line)(void *to, const char *words);
} line_observer;

/* For a model whose control data ask for it. */
jacobian_checker *jacobian_checker_create(solution *solution, arena *memory);
/* Whether the drives of the card say: at this time, in this iteration. */
bool jacobian_check_due(const jacobian_checker *jacobian_checker, int iteration);
/* Compares with J, the matrix of the present state, which is left as it was; both are told to `hear` when the card
 * wants to see them. */
jacobian_difference jacobian_check_now(jacobian_checker *jacobian_checker, const csc *matrix,
                                       const line_observer *notify);
