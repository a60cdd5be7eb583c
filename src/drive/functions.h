/* functions.h - what several scalar functions share. */
#pragma once
#include "contract/scalar_function.h"

/* What happens outside a range of x. */
typedef enum {
    OUTSIDE_LINEAR,   /* continued with the derivative at the end */
    OUTSIDE_CONSTANT, /* do not extrapolate: the value at the end */
    OUTSIDE_ERROR,    /* bailout: the analysis fails */
} outside;

outside read_outside(reader *reader); /* [ do not extrapolate , [ bailout , ] ] */

/* Two functions that a third is made of. */
typedef struct {
    const scalar_function *function, *scalar_function;
} operands;

void read_operands(reader *reader, scalar_function *function);

/* A function's value and its first two derivatives at one x, as far as `order` needs them. */
typedef struct {
    double f, d, dd;
} expansion;

expansion function_expand(const scalar_function *function, double x, int order, function_error *bad);
static inline double expansion_get(expansion e, int order) { return order == 0 ? e.f : order == 1 ? e.d : e.dd; }
