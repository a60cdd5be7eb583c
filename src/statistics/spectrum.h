/* spectrum.h - power spectral density of a history with equal steps. */
#pragma once

/* The length of a segment for n samples, a power of two: as long as eight overlapping segments fit, at least 8. */
int spectrum_segment(int n);
/* Writes segment / 2 + 1 frequencies and one-sided densities (unit^2 / Hz). The mean of each segment is subtracted.
 * `segment` is a power of two, at most n; returns the number of densities, 0 if it is not. */
int spectrum_density(const double *values, int n, double time_step, int segment, double *frequencies,
                     double *densities);
