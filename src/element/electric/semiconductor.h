/* semiconductor.h - the exponential characteristic of p-n junctions, and their thermal voltage. */
#pragma once
#include "deck/reader.h"
#include <math.h>

/* Returns exp(x), continued by its tangent beyond x = 50, and the derivative. */
static inline double bounded_exp(double x, double *derivative)
{
    enum { MOST = 50 };
    *derivative = exp(fmin(x, MOST));
    return *derivative * (1.0 + fmax(x - MOST, 0.0));
}

/* Reads [ thermal voltage , V ]. Returns the value at 300 K if it is absent. */
static inline double read_thermal_voltage(reader *reader)
{
    const bool is_given = read_keyword(reader, "thermal voltage") || read_keyword(reader, "thermal_voltage");
    return is_given ? read_positive(reader, "thermal voltage") : 0.02585;
}
