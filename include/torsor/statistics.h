/* statistics.h - statistics, load cycles, spectra and extremes of histories. Part of torsor.h. */
#ifndef TORSOR_STATISTICS_H
#define TORSOR_STATISTICS_H
#include "torsor/torsor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Samples at equal steps have equal weights, others the time that they stand for. Times ascend; NULL: 0, 1, 2 ... */
typedef struct {
    int count; /* 0: all others are NaN */
    double mean, deviation, rms;
    double minimum, maximum, minimum_time, maximum_time;
    double first, last;
} torsor_statistics;
TORSOR_PUBLIC torsor_statistics torsor_statistics_of(const double *times, const double *values, int n);

/* Cycles by the rainflow method of ASTM E1049-85. */
typedef struct {
    double range, mean;
    double count; /* 1, or 0.5: half a cycle */
} torsor_cycle;
/* Writes at most n cycles; returns their number, -1 if memory runs out. */
TORSOR_PUBLIC int torsor_rainflow(const double *values, int n, torsor_cycle *cycles);
/* Range of the load that does the same damage in `reference` cycles, by an S-N curve N ~ S^-exponent. Ranges are
 * converted to zero mean by Goodman's rule if `ultimate` is not 0; NaN where a mean reaches it. */
TORSOR_PUBLIC double torsor_equivalent_load(const torsor_cycle *cycles, int n, double exponent, double reference,
                                            double ultimate);

/* One-sided power spectral density by Welch's method, in unit^2 / Hz: segments of a power of two, half overlapping,
 * with Hann's window. Writes segment / 2 + 1 numbers to each; `segment` 0: as torsor_spectrum_segment. Returns how
 * many, 0 if the segment is not valid, -1 if memory runs out. */
TORSOR_PUBLIC int torsor_spectrum_segment(int n);
TORSOR_PUBLIC int torsor_spectrum(const double *values, int n, double time_step, int segment, double *frequencies,
                                  double *densities);

/* Fits P(maximum <= x) = exp(-exp(-(x - location) / scale)) to maxima of equal periods by maximum likelihood; weights
 * may be NULL. TORSOR_ERROR: fewer than three different ones. */
TORSOR_PUBLIC torsor_status torsor_gumbel_fit(const double *maxima, const double *weights, int n, double *location,
                                              double *scale);
/* The value that the maximum of this many periods exceeds with the probability, 0 < probability < 1. */
TORSOR_PUBLIC double torsor_gumbel_extreme(double location, double scale, double periods, double probability);

#ifdef __cplusplus
}
#endif
#endif
