/* more_thuente.h - a step along a line at which a function falls enough and its derivative has become flat. */
#pragma once
#include <stdbool.h>

typedef struct {
    double step, f, derivative;
} line_point;

/* The function along the line. f may be infinite: the step is then too long. */
typedef struct {
    void *context;
    line_point (*evaluate)(void *to, double step);
    bool (*falls_enough)(void *to, const line_point *point); /* sufficient decrease */
} line_function;

typedef struct {
    double decrease;    /* mu: the part of the derivative at 0 by which the auxiliary function is tilted */
    double curvature;   /* eta: |derivative| at most this part of |derivative at 0| */
    double least, most; /* steps */
    double width;       /* of the bracket, relative: below, the search is at its end */
    int max_evaluations;
} more_thuente_options;

/* From `zero`, the point at step 0, whose derivative is negative; `first` is the step tried first. *at: the point
 * evaluated last. False when no step does. */
bool more_thuente(const more_thuente_options *options, const line_function *function, line_point zero, double first,
                  line_point *at);
