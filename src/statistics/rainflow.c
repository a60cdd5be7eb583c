/* rainflow.c - cycles of a history, and the loads that do equal damage.
 *
 * Counting follows ASTM E1049-85, 5.4.4. Of a history only its reversals count, with its first and last value. With X
 * the range of the two newest of those that are left and Y the range before it,
 *
 *     X < Y                        read the next reversal
 *     X >= Y, Y begins the list    Y is half a cycle, and its first point is removed
 *     X >= Y                       Y is a cycle, and both its points are removed
 *
 * and at the end the ranges that are left are half cycles.
 *
 *     damage = sum n_i S_i^m,   equivalent load = (damage / N)^(1/m)
 *     S_i = range_i (L - |M|) / (L - |mean_i|)          Goodman, with the ultimate load L and the mean load M
 *
 * S_i is the range at mean M that does as much damage as the range at its own mean. */
#include "statistics/rainflow.h"
#include "base/arena.h"
#include <math.h>
#include <stdlib.h>

static load_cycle cycle_between(double a, double b, double count)
{
    return (load_cycle){.range = fabs(b - a), .mean = 0.5 * (a + b), .count = count};
}

/* The list of points lies in the part of `points` that has been read: n points need no more than n places. */
typedef struct {
    double *points;
    int begin, end;
    load_cycle *cycles;
    int n_cycles;
} counting;

static void close_ranges(counting *counting)
{
    while (counting->end - counting->begin > 2) {
        const double *last = &counting->points[counting->end - 3];
        if (fabs(last[2] - last[1]) < fabs(last[1] - last[0]))
            return;
        if (counting->end - counting->begin == 3) {
            counting->cycles[counting->n_cycles++] = cycle_between(last[0], last[1], 0.5);
            counting->begin++;
        } else {
            counting->cycles[counting->n_cycles++] = cycle_between(last[0], last[1], 1.0);
            counting->points[counting->end - 3] = last[2];
            counting->end -= 2;
        }
    }
}

/* Whether the value continues in the direction of the range before it; then the point before it is no reversal. */
static int continues(const double *points, int n, double value)
{
    return n > 1 && (points[n - 1] - points[n - 2]) * (value - points[n - 1]) >= 0.0;
}

/* Writes the first value, reversals and the last value; returns their number. */
static int find_reversals(const double *values, int n, double *points)
{
    int n_points = 0;
    for (int i = 0; i < n; i++) {
        if (n_points > 0 && values[i] == points[n_points - 1])
            continue;
        n_points -= continues(points, n_points, values[i]);
        points[n_points++] = values[i];
    }
    return n_points;
}

int rainflow_count(const double *values, int n, load_cycle *cycles)
{
    double *points = heap_reals((size_t)(n > 0 ? n : 0));
    counting counting = {.points = points, .cycles = cycles};
    const int n_points = find_reversals(values, n, points);
    for (int i = 0; i < n_points; i++) {
        points[counting.end++] = points[i];
        close_ranges(&counting);
    }
    for (int i = counting.begin; i + 1 < counting.end; i++)
        cycles[counting.n_cycles++] = cycle_between(points[i], points[i + 1], 0.5);
    free(points);
    return counting.n_cycles;
}

static double corrected_range(const load_cycle *cycle, const load_fatigue *fatigue)
{
    if (!(fatigue->ultimate > 0.0))
        return cycle->range;
    const double left = fatigue->ultimate - fabs(cycle->mean);
    return left > 0.0 ? cycle->range * (fatigue->ultimate - fabs(fatigue->mean)) / left : (double)NAN;
}

double equivalent_damage(const load_cycle *cycles, int n, const load_fatigue *fatigue)
{
    double damage = 0.0;
    for (int i = 0; i < n; i++)
        damage += cycles[i].count * pow(corrected_range(&cycles[i], fatigue), fatigue->exponent);
    return damage;
}

double equivalent_load(const load_cycle *cycles, int n, const load_fatigue *fatigue)
{
    return pow(equivalent_damage(cycles, n, fatigue) / fatigue->cycles, 1.0 / fatigue->exponent);
}
