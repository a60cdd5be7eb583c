/* history_statistics.h - mean, deviation and extremes of a history. */
#pragma once

typedef struct {
    int count; /* of samples; 0: all numbers are NaN */
    double mean, deviation, rms;
    double least, greatest, least_time, greatest_time; /* and the times at which they occur first */
    double first, last;
} history_statistics;

/* `times` ascends; NULL: samples at 0, 1, 2 ... */
history_statistics history_statistics_of(const double *times, const double *values, int n);
