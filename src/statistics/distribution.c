/* distribution.c - quantiles of distributions.
 *
 *     uniform       a + p (b - a)
 *     normal        m + s z(p),   z(p) = the root of erfc(-z / sqrt 2) / 2 = p
 *     lognormal     exp(m + s z(p))
 *     triangular    a + sqrt(p (b - a)(c - a))  up to the most likely value c,  b - sqrt((1 - p)(b - a)(b - c))  above
 *     Weibull       scale (-ln(1 - p))^(1/shape)
 *
 * z(p) is found by Newton's method with the second derivative (Halley), from a rational approximation of the tail:
 * Abramowitz and Stegun, 26.2.23. */
#include "base/array.h"
#include "statistics/sampling.h"
#include <math.h>
#include <string.h>

static const struct {
    const char *name;
    int n_parameters;
} KINDS[] = {[DISTRIBUTION_UNIFORM] = {"uniform", 2},
             [DISTRIBUTION_NORMAL] = {"normal", 2},
             [DISTRIBUTION_LOGNORMAL] = {"lognormal", 2},
             [DISTRIBUTION_TRIANGULAR] = {"triangular", 3},
             [DISTRIBUTION_WEIBULL] = {"weibull", 2}};

int distribution_named(const char *name, int *n_parameters)
{
    for (int i = 0; i < ARRAY_LEN(KINDS); i++)
        if (strcmp(KINDS[i].name, name) == 0) {
            *n_parameters = KINDS[i].n_parameters;
            return i;
        }
    return -1;
}

bool distribution_is_valid(const distribution *distribution)
{
    const double *a = distribution->parameters;
    switch (distribution->kind) {
    case DISTRIBUTION_UNIFORM:
        return a[0] <= a[1] && isfinite(a[0]) && isfinite(a[1]);
    case DISTRIBUTION_TRIANGULAR:
        return a[0] <= a[1] && a[1] <= a[2] && a[0] < a[2] && isfinite(a[0]) && isfinite(a[2]);
    case DISTRIBUTION_WEIBULL:
        return a[0] > 0.0 && a[1] > 0.0 && isfinite(a[0]) && isfinite(a[1]);
    default:
        return a[1] >= 0.0 && isfinite(a[0]) && isfinite(a[1]);
    }
}

static double normal_quantile(double p)
{
    const double tail = p < 0.5 ? p : 1.0 - p, t = sqrt(-2.0 * log(tail));
    double z = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
    for (int i = 0; i < 3; i++) {
        const double error = (0.5 * erfc(z / M_SQRT2) - tail) * sqrt(2.0 * M_PI) * exp(0.5 * z * z);
        z += error / (1.0 - 0.5 * z * error);
    }
    return p < 0.5 ? -z : z;
}

static double triangular_quantile(const double *a, double p)
{
    const double width = a[2] - a[0];
    return p * width <= a[1] - a[0] ? a[0] + sqrt(p * width * (a[1] - a[0]))
                                    : a[2] - sqrt((1.0 - p) * width * (a[2] - a[1]));
}

double distribution_quantile(const distribution *distribution, double p)
{
    const double *a = distribution->parameters;
    switch (distribution->kind) {
    case DISTRIBUTION_UNIFORM:
        return a[0] + p * (a[1] - a[0]);
    case DISTRIBUTION_NORMAL:
        return a[0] + a[1] * normal_quantile(p);
    case DISTRIBUTION_LOGNORMAL:
        return exp(a[0] + a[1] * normal_quantile(p));
    case DISTRIBUTION_TRIANGULAR:
        return triangular_quantile(a, p);
    default:
        return a[0] * pow(-log1p(-p), 1.0 / a[1]);
    }
}
