/* history_statistics.c - mean, deviation and extremes of a history.
 *
 *     mean = sum w_i x_i / sum w_i,   deviation^2 = sum w_i (x_i - mean)^2 / sum w_i,   rms^2 = mean^2 + deviation^2
 *
 *     w_i = 1                                 where samples are equally spaced, to 1e-6 of the mean spacing
 *     w_i = (t_i+1 - t_i-1) / 2               otherwise: the time that a sample stands for
 *
 * The deviation is that of the samples themselves, divided by their number. A second pass about the mean keeps it exact
 * where it is small beside the mean. */
#include "statistics/history_statistics.h"
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

static bool is_equally_spaced(const double *times, int n)
{
    if (!times || n < 3)
        return true;
    const double mean = (times[n - 1] - times[0]) / (n - 1);
    for (int i = 1; i < n; i++)
        if (fabs(times[i] - times[i - 1] - mean) > 1e-6 * mean)
            return false;
    return true;
}

/* `times` is NULL for equal weights. */
static double weight(const double *times, int n, int i)
{
    return times ? 0.5 * (times[i < n - 1 ? i + 1 : i] - times[i > 0 ? i - 1 : i]) : 1.0;
}

static void find_extremes(history_statistics *found, const double *times, const double *values, int n)
{
    int least = 0, greatest = 0;
    for (int i = 1; i < n; i++) {
        least = values[i] < values[least] ? i : least;
        greatest = values[i] > values[greatest] ? i : greatest;
    }
    found->least = values[least];
    found->greatest = values[greatest];
    found->least_time = times ? times[least] : least;
    found->greatest_time = times ? times[greatest] : greatest;
}

history_statistics history_statistics_of(const double *times, const double *values, int n)
{
    const double none = (double)NAN;
    history_statistics found = {0, none, none, none, none, none, none, none, none, none};
    if (n < 1)
        return found;
    found.count = n;
    found.first = values[0];
    found.last = values[n - 1];
    find_extremes(&found, times, values, n);
    const double *weights = is_equally_spaced(times, n) ? NULL : times;
    double total = 0.0, sum = 0.0, squares = 0.0;
    for (int i = 0; i < n; i++) {
        total += weight(weights, n, i);
        sum += weight(weights, n, i) * values[i];
    }
    found.mean = sum / total;
    for (int i = 0; i < n; i++)
        squares += weight(weights, n, i) * (values[i] - found.mean) * (values[i] - found.mean);
    found.deviation = sqrt(squares / total);
    found.rms = hypot(found.mean, found.deviation);
    return found;
}
