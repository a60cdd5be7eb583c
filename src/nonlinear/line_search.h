/* line_search.h - a step along a given direction that makes the residual smaller; for all solvers that search. */
#pragma once
#include "nonlinear/nonlinear.h"

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
    bool cubic; /* algorithm: cubic, else factor */
    bool scale_step;
    double min_scale;
    bool print_convergence, verbose;
    bool abort_at_lambda_min;
    double recovery;    /* > 0: the step taken when the search fails */
    bool by_prediction; /* the residual falls as the linear model says, rather than f as its slope says */
} search_options;

/* What a search needs, made once. */
typedef struct {
    int n;
    double *y, *yp; /* where the search begins */
    double *direction, *trial;
    double slope; /* of f along the direction; 0: Newton's, -2 f */
} search_room;

search_options search_defaults(void);
/* Reads the options up to the end of the card; false at a word that is none of them. */
bool read_search_option(reader *r, search_options *o);
void search_prepare(search_room *w, int n, arena *memory);

/* The direction is in a->d, the residual at the beginning in a->r. Moves the solution by lambda times the direction,
 * leaves the residual there in a->r and the correction in a->d. *lambda: the part that was taken. */
outcome search_along(const search_options *o, search_room *w, const task *q, double *lambda);
