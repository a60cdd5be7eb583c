/* semiconductor.h - the exponential characteristic of p-n junctions, and their thermal voltage. */
#pragma once
#include "deck/reader.h"
#include <math.h>

/* exp(x), and its tangent beyond x = 50; with the derivative. */
static inline double bounded_exp(double x, double *derivative)
{
    enum { MOST = 50 };
    *derivative = exp(fmin(x, MOST));
    return *derivative * (1.0 + fmax(x - MOST, 0.0));
}

/* [ thermal voltage , V ]; that of 300 K without it. */
static inline double read_thermal_voltage(reader *reader)
{
    const bool is_given = read_keyword(reader, "thermal voltage") || read_keyword(reader, "thermal_voltage");
    return is_given ? read_positive(reader, "thermal voltage") : 0.02585;
}
