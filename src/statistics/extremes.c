/* extremes.c - distributions of extremes: Gumbel's distribution fitted to maxima, and exceedance of samples.
 *
 *     F(x) = exp(-exp(-(x - a) / b)),   m = sum w x / sum w
 *     b = m - sum w x e^(-x/b) / sum w e^(-x/b)            maximum likelihood, solved by bisection
 *     a = -b ln(sum w e^(-x/b) / sum w)
 *
 * The maximum of k periods has the distribution F^k. It exceeds x with probability p where F(x)^k = 1 - p:
 *
 *     x = a + b (ln k - ln(-ln(1 - p))) */
#include "statistics/extremes.h"
#include "base/arena.h"
#include <math.h>
#include <stdlib.h>

typedef struct {
    const double *x, *w;
    int n;
    double least; /* subtracted, so that no exponential overflows */
} sample;

static double weight(const sample *sample, int i) { return sample->w ? sample->w[i] : 1.0; }

static double mean(const sample *sample)
{
    double sum = 0.0, total = 0.0;
    for (int i = 0; i < sample->n; i++) {
        sum += weight(sample, i) * (sample->x[i] - sample->least);
        total += weight(sample, i);
    }
    return sum / total;
}

/* sum w e^(-x/b) / sum w; `average` is sum w x e^(-x/b) / sum w e^(-x/b). */
static double decay(const sample *sample, double b, double *average)
{
    double sum = 0.0, product = 0.0, total = 0.0;
    for (int i = 0; i < sample->n; i++) {
        const double x = sample->x[i] - sample->least, term = weight(sample, i) * exp(-x / b);
        sum += term;
        product += term * x;
        total += weight(sample, i);
    }
    *average = product / sum;
    return sum / total;
}

static int count_different(const double *x, int n)
{
    int different = 0;
    for (int i = 0; i < n && different < 3; i++) {
        bool is_new = true;
        for (int j = 0; j < i; j++)
            is_new = is_new && x[j] != x[i];
        different += is_new;
    }
    return different;
}

bool gumbel_fit(const double *maxima, const double *weights, int n, gumbel *fitted)
{
    if (count_different(maxima, n) < 3)
        return false;
    sample sample = {.x = maxima, .w = weights, .n = n, .least = maxima[0]};
    double greatest = maxima[0], average = 0.0;
    for (int i = 0; i < n; i++) {
        sample.least = fmin(sample.least, maxima[i]);
        greatest = fmax(greatest, maxima[i]);
    }
    const double middle = mean(&sample);
    double low = 1e-6 * (greatest - sample.least), high = greatest - sample.least; /* b is below m - least */
    for (int i = 0; i < 200; i++) {
        const double b = 0.5 * (low + high);
        decay(&sample, b, &average);
        if (middle - average > b)
            low = b;
        else
            high = b;
    }
    fitted->scale = 0.5 * (low + high);
    fitted->location = sample.least - fitted->scale * log(decay(&sample, fitted->scale, &average));
    return true;
}

double gumbel_extreme(const gumbel *gumbel, double periods, double probability)
{
    return gumbel->location + gumbel->scale * (log(periods) - log(-log1p(-probability)));
}

/* --- exceedance --------------------------------------------------------------------------------------------------- */

typedef struct {
    double value, weight;
} weighted;

static int descending(const void *a, const void *b)
{
    const double x = ((const weighted *)a)->value, y = ((const weighted *)b)->value;
    return (x < y) - (x > y);
}

void exceedance_sort(double *values, double *weights, int n, double *fractions)
{
    weighted *all = heap_resize(NULL, (size_t)n * sizeof *all);
    double total = 0.0, above = 0.0;
    for (int i = 0; i < n; i++) {
        all[i] = (weighted){values[i], weights ? weights[i] : 1.0};
        total += all[i].weight;
    }
    if (n > 0)
        qsort(all, (size_t)n, sizeof *all, descending);
    for (int i = 0; i < n; i++) {
        above += all[i].weight;
        values[i] = all[i].value;
        fractions[i] = above / total;
        if (weights)
            weights[i] = all[i].weight;
    }
    free(all);
}
