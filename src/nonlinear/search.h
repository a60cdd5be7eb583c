/* search.h - a step along a given direction that decreases the residual; for all solvers with a line search. */
#pragma once
#include "nonlinear/nonlinear.h"

typedef enum { SEARCH_CUBIC, SEARCH_FACTOR, SEARCH_MORE_THUENTE } search_method;

/* Required decrease: any, one proportional to the derivative, or the one predicted by the linear model. */
typedef enum { DECREASE_BY_DERIVATIVE, DECREASE_BY_PREDICTION, DECREASE_ANY } search_condition;

/* The options of section 4.1.1, under the same names. */
typedef struct {
    double tolerance_x, tolerance_min;
    int max_iterations;
    double alpha;
    double lambda_min;
    bool lambda_min_relative;
    double lambda_factor_min;
    double max_step;
    bool zero_gradient_continue;
    bool divergence_check;
    double divergence_factor;
    search_method method;
    search_condition condition;
    bool scale_step;
    double min_scale;
    bool print_convergence, verbose;
    bool abort_at_lambda_min;
    double recovery; /* > 0: the step taken if the search fails */
} search_options;

/* Workspace of a search, allocated once. */
typedef struct {
    int n;
    double *y, *yp; /* state at the start of the search */
    double *direction, *trial;
    double derivative; /* derivative of f along the direction; 0: Newton's, -2 f */
    double eta;        /* |r + J d| / |r| of the direction; 0: Newton's */
    bool is_last;      /* the direction is short enough for the solver and is used in full */
} search_workspace;

void search_prepare(search_workspace *w, int n, arena *memory);

/* Requires the direction in equations->d and the residual at the start in equations->r. Moves the solution by lambda
 * times the direction, and leaves the new residual in equations->r and the correction in equations->d. *lambda is the
 * fraction that was used. */
outcome search_along(const search_options *options, search_workspace *search_workspace, const task *task,
                     double *lambda);
