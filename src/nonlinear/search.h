/* search.h - a step along a given direction that makes the residual smaller; for all solvers that search. */
#pragma once
#include "nonlinear/nonlinear.h"

typedef enum { SEARCH_CUBIC, SEARCH_FACTOR, SEARCH_MORE_THUENTE } search_method;

/* What a step must achieve: any decrease, one in proportion to the derivative, or one as the linear model predicts
 * it. */
typedef enum { DECREASE_BY_DERIVATIVE, DECREASE_BY_PREDICTION, DECREASE_ANY } search_condition;

/* Options of 4.1.1, in their words. */
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
    double recovery; /* > 0: the step taken when the search fails */
} search_options;

/* What a search needs, made once. */
typedef struct {
    int n;
    double *y, *yp; /* where the search begins */
    double *direction, *trial;
    double derivative; /* of f along the direction; 0: Newton's, -2 f */
    double eta;        /* |r + J d| / |r| of the direction; 0: Newton's */
    bool is_last;      /* the direction is short enough for the solver: it is taken whole */
} search_workspace;

void search_prepare(search_workspace *w, int n, arena *memory);

/* The direction is in a->d, the residual at the beginning in a->r. Moves the solution by lambda times the direction,
 * leaves the residual there in a->r and the correction in a->d. *lambda: the part that was taken. */
outcome search_along(const search_options *options, search_workspace *search_workspace, const task *task,
                     double *lambda);
