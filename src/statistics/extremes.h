/* extremes.h - distributions of extremes: Gumbel's distribution fitted to maxima, and exceedance of samples. */
#pragma once
#include <stdbool.h>

/* P(maximum <= x) = exp(-exp(-(x - location) / scale)) */
typedef struct {
    double location, scale;
} gumbel;

/* Fits maxima, each with a positive weight (NULL: all equal), by maximum likelihood. Returns false if there are fewer
 * than three different ones. */
bool gumbel_fit(const double *maxima, const double *weights, int n, gumbel *fitted);
/* The value that the maximum of a period exceeds with this probability, 0 < probability < 1, where the fitted maxima
 * are those of shorter periods: `periods` of them. */
double gumbel_extreme(const gumbel *gumbel, double periods, double probability);

/* Sorts values in descending order, and writes for each the weighted fraction of samples that reach it. */
void exceedance_sort(double *values, double *weights, int n, double *fractions);
