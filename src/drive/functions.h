/* functions.h - code that several scalar functions share. */
#pragma once
#include "contract/scalar_function.h"

/* Behaviour outside a range of x. */
typedef enum {
    OUTSIDE_LINEAR,   /* extended with the derivative at the end */
    OUTSIDE_CONSTANT, /* do not extrapolate: the value at the end */
    OUTSIDE_ERROR,    /* bailout: the analysis fails */
} outside;

outside read_outside(reader *reader); /* [ do not extrapolate , [ bailout , ] ] */

/* Two functions that are combined into a third. */
typedef struct {
    const scalar_function *function, *scalar_function;
} operands;

void read_operands(reader *reader, scalar_function *function);

/* Value of a function and its first two derivatives at x, up to the required order. */
typedef struct {
    double f, d, dd;
} expansion;

expansion function_expand(const scalar_function *function, double x, int order, function_error *bad);
static inline double expansion_get(expansion e, int order) { return order == 0 ? e.f : order == 1 ? e.d : e.dd; }
