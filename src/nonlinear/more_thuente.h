/* more_thuente.h - a step along a line at which a function decreases sufficiently and its derivative is small. */
#pragma once
#include <stdbool.h>

typedef struct {
    double step, f, derivative;
} line_point;

/* The function along the line. An infinite f means that the step is too long. */
typedef struct {
    void *context;
    line_point (*evaluate)(void *to, double step);
    bool (*falls_enough)(void *to, const line_point *point); /* sufficient decrease */
} line_function;

typedef struct {
    double decrease;    /* mu: fraction of the derivative at 0 by which the auxiliary function is tilted */
    double curvature;   /* eta: upper limit of |derivative| / |derivative at 0| */
    double least, most; /* limits of the step */
    double width;       /* relative width of the bracket below which the search ends */
    int max_evaluations;
} more_thuente_options;

/* Starts from `zero`, the point at step 0, where the derivative is negative; `first` is the first trial step. *at is
 * the point evaluated last. Returns false if no step is found. */
bool more_thuente(const more_thuente_options *options, const line_function *function, line_point zero, double first,
                  line_point *at);
