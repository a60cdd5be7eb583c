/* statistics.c - the functions of src/statistics for callers of the library. */
#include "api/guard.h"
#include "statistics/extremes.h"
#include "statistics/history_statistics.h"
#include "statistics/rainflow.h"
#include "statistics/spectrum.h"
#include "torsor/torsor.h"
#include <math.h>
#include <string.h>

torsor_statistics torsor_statistics_of(const double *times, const double *values, int n)
{
    const history_statistics found = history_statistics_of(times, values, values ? n : 0);
    return (torsor_statistics){.count = found.count,
                               .mean = found.mean,
                               .deviation = found.deviation,
                               .rms = found.rms,
                               .minimum = found.least,
                               .maximum = found.greatest,
                               .minimum_time = found.least_time,
                               .maximum_time = found.greatest_time,
                               .first = found.first,
                               .last = found.last};
}

_Static_assert(sizeof(torsor_cycle) == sizeof(load_cycle) &&
                   offsetof(torsor_cycle, count) == offsetof(load_cycle, count),
               "cycles are handed on as they are");

typedef struct {
    const double *values;
    int n, segment;
    double time_step, *frequencies, *densities;
    torsor_cycle *cycles;
    int count;
} asking;

static void count_cycles(void *on)
{
    asking *asking = on;
    asking->count = rainflow_count(asking->values, asking->n, (load_cycle *)asking->cycles);
}

int torsor_rainflow(const double *values, int n, torsor_cycle *cycles)
{
    asking asking = {.values = values, .n = n, .cycles = cycles};
    return !values || !cycles || n < 1 ? 0 : guarded(count_cycles, &asking) ? asking.count : -1;
}

double torsor_equivalent_load(const torsor_cycle *cycles, int n, double exponent, double reference, double ultimate)
{
    const load_fatigue fatigue = {.exponent = exponent, .cycles = reference, .ultimate = ultimate};
    return exponent > 0.0 && reference > 0.0 && (cycles || n == 0)
               ? equivalent_load((const load_cycle *)cycles, n, &fatigue)
               : (double)NAN;
}

int torsor_spectrum_segment(int n) { return spectrum_segment(n); }

static void find_spectrum(void *on)
{
    asking *asking = on;
    asking->count = spectrum_density(asking->values, asking->n, asking->time_step, asking->segment, asking->frequencies,
                                     asking->densities);
}

int torsor_spectrum(const double *values, int n, double time_step, int segment, double *frequencies, double *densities)
{
    asking asking = {.values = values,
                     .n = n,
                     .segment = segment > 0 ? segment : spectrum_segment(n),
                     .time_step = time_step,
                     .frequencies = frequencies,
                     .densities = densities};
    if (!values || !frequencies || !densities || !(time_step > 0.0))
        return 0;
    return guarded(find_spectrum, &asking) ? asking.count : -1;
}

torsor_status torsor_gumbel_fit(const double *maxima, const double *weights, int n, double *location, double *scale)
{
    gumbel fitted;
    if (!maxima || !location || !scale || n < 1)
        return TORSOR_MISUSE;
    if (!gumbel_fit(maxima, weights, n, &fitted))
        return TORSOR_ERROR;
    *location = fitted.location;
    *scale = fitted.scale;
    return TORSOR_OK;
}

double torsor_gumbel_extreme(double location, double scale, double periods, double probability)
{
    return gumbel_extreme(&(gumbel){location, scale}, periods, probability);
}
