/* least_squares.h - weights with which a point follows the points around it, by moving least squares. */
#pragma once
#include "base/arena.h"
#include "math/vec3.h"
#include <stdbool.h>

/* Fields that the weights reproduce: polynomials up to this order. */
enum { LEAST_SQUARES_MOST_ORDER = 3, LEAST_SQUARES_MOST_TERMS = 20 };

typedef struct {
    int order, points; /* of the polynomials; number of nearest points that are used */
    double weight;     /* continuity of the weight function at the border of the support; see least_squares.c */
} least_squares_options;

typedef struct least_squares least_squares;

least_squares *least_squares_create(arena *memory, const vec3 *points, int n, const least_squares_options *options);
/* Computes the weights for a point x: `n_used` points and their weights, ordered by point. Returns the order of the
 * polynomials that they reproduce, at most that of the options; 0: no linear field outside the line or plane on which
 * all points lie. */
int least_squares_find(least_squares *least_squares, vec3 x, const int **points, const double **weights, int *n_used);
/* Number of polynomials in three variables up to an order: 4, 10, 20. */
int least_squares_terms(int order);
