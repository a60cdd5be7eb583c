/* hermite.h - the polynomial through values and derivatives at points in time.
 *
 *     y(t) = sum_i (1 - 2 s_i (t - t_i)) l_i^2 Y_i + (t - t_i) l_i^2 Y'_i        s_i = l_i'(t_i)
 *
 * with the Lagrange polynomials l_i of the times. */
#pragma once

typedef struct {
    double lagrange;              /* l_i */
    double value, rate;           /* weights of Y_i, Y'_i in the value */
    double value_rate, rate_rate; /* and in the derivative */
} hermite_weights;

/* Of point i of n at time t. */
static inline hermite_weights hermite_weights_at(int n, const double *times, int i, double t)
{
    const double u = t - times[i];
    double l = 1, derivative = 0, s = 0;
    for (int j = 0; j < n; j++) {
        if (j == i)
            continue;
        const double by = 1 / (times[i] - times[j]);
        s += by;
        derivative = derivative * (t - times[j]) * by + l * by;
        l *= (t - times[j]) * by;
    }
    return (hermite_weights){.lagrange = l,
                             .value = (1 - 2 * s * u) * l * l,
                             .rate = u * l * l,
                             .value_rate = -2 * s * l * l + 2 * (1 - 2 * s * u) * l * derivative,
                             .rate_rate = l * l + 2 * u * l * derivative};
}
