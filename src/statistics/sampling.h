/* sampling.h - points in the unit cube, and distributions of numbers. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef enum { SAMPLING_RANDOM, SAMPLING_LATIN_HYPERCUBE, SAMPLING_SOBOL } sampling_kind;
enum { SOBOL_MOST_DIMENSIONS = 21 };

/* Writes n points of `dimensions` numbers between 0 and 1, both excluded, point by point. The points depend on nothing
 * but the arguments. Sobol points are shifted by the seed unless it is 0; they have at most SOBOL_MOST_DIMENSIONS. */
void sampling_points(sampling_kind kind, uint64_t seed, int n, int dimensions, double *points);

typedef enum {
    DISTRIBUTION_UNIFORM,    /* least, greatest */
    DISTRIBUTION_NORMAL,     /* mean, deviation */
    DISTRIBUTION_LOGNORMAL,  /* mean and deviation of the logarithm */
    DISTRIBUTION_TRIANGULAR, /* least, most likely, greatest */
    DISTRIBUTION_WEIBULL     /* scale, shape */
} distribution_kind;
enum { DISTRIBUTION_MOST_PARAMETERS = 3 };

typedef struct {
    distribution_kind kind;
    double parameters[DISTRIBUTION_MOST_PARAMETERS];
} distribution;

/* Returns the kind of this name, or -1; `n_parameters` is how many it has. */
int distribution_named(const char *name, int *n_parameters);
bool distribution_is_valid(const distribution *distribution);
/* The number below which a fraction p of them lies, 0 < p < 1. */
double distribution_quantile(const distribution *distribution, double p);
