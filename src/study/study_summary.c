/* study_summary.c - statistics over the cases of a study: summary.csv.
 *
 *     mean = sum w x / sum w,   deviation^2 = sum w (x - mean)^2 / sum w
 *     p05, p50, p95: the smallest x that a fraction 0.05, 0.5, 0.95 of the weights does not exceed
 *     combined = (sum w L^m / sum w)^(1/m)           equivalent loads L with the exponent m of their output
 *
 * Cases without a number do not count. */
#include "study/study_summary.h"
#include "statistics/extremes.h"
#include <math.h>
#include <stdlib.h>

typedef struct {
    double *values, *weights, *fractions;
    int *cases;
    int n;
    double total;
} sample;

static void collect(const plan *plan, const double *statistics, const double *weights, int column, sample *sample)
{
    const size_t width = (size_t)plan->outputs.n * PLAN_STATISTICS;
    sample->n = 0;
    sample->total = 0.0;
    for (int i = 0; i < plan->n_cases; i++) {
        const double value = statistics[(size_t)i * width + (size_t)column];
        if (isnan(value) || !(weights[i] > 0.0))
            continue;
        sample->values[sample->n] = value;
        sample->weights[sample->n] = weights[i];
        sample->cases[sample->n++] = i + 1;
        sample->total += weights[i];
    }
}

static double power_mean(const sample *sample, double exponent)
{
    double sum = 0.0;
    for (int i = 0; i < sample->n; i++)
        sum += sample->weights[i] * pow(sample->values[i], exponent);
    return pow(sum / sample->total, 1.0 / exponent);
}

/* Values are in descending order, with the fraction of weights that reach each: the next greater one tells how much
 * does not exceed a value. Rounding errors of the sum of weights do not decide. */
static double quantile(const sample *sample, double part)
{
    int i = sample->n - 1;
    while (i > 0 && 1.0 - sample->fractions[i - 1] < part - 1e-12)
        i--;
    return sample->values[i];
}

static void put_numbers(text *to, const double *numbers, int n)
{
    for (int i = 0; i < n; i++) {
        text_char(to, ',');
        if (!isnan(numbers[i]))
            text_general(to, numbers[i], 17);
    }
}

static void put_row(const plan *plan, int column, sample *sample, text *to)
{
    const plan_output *output = &plan->outputs.items[column / PLAN_STATISTICS];
    const bool is_load = column % PLAN_STATISTICS == PLAN_EQUIVALENT_LOAD;
    const double mean = power_mean(sample, 1.0);
    double squares = 0.0;
    int least = 0, greatest = 0;
    for (int i = 0; i < sample->n; i++) {
        squares += sample->weights[i] * (sample->values[i] - mean) * (sample->values[i] - mean);
        least = sample->values[i] < sample->values[least] ? i : least;
        greatest = sample->values[i] > sample->values[greatest] ? i : greatest;
    }
    const int least_case = sample->cases[least], greatest_case = sample->cases[greatest];
    const double minimum = sample->values[least], maximum = sample->values[greatest],
                 combined = is_load ? power_mean(sample, output->exponent) : (double)NAN;
    exceedance_sort(sample->values, sample->weights, sample->n, sample->fractions);
    text_printf(to, "\"%s\",%s,%d", output->name, plan_statistic_names[column % PLAN_STATISTICS], sample->n);
    put_numbers(to, (double[]){mean, sqrt(squares / sample->total), minimum}, 3);
    text_printf(to, ",%d", least_case);
    put_numbers(to, &maximum, 1);
    text_printf(to, ",%d", greatest_case);
    put_numbers(to, (double[]){quantile(sample, 0.05), quantile(sample, 0.5), quantile(sample, 0.95), combined}, 4);
    text_char(to, '\n');
}

void study_summary_put(const plan *plan, const double *statistics, const double *weights, text *to)
{
    const size_t n = (size_t)plan->n_cases;
    sample sample = {
        .values = heap_reals(n), .weights = heap_reals(n), .fractions = heap_reals(n), .cases = heap_integers(n, 0)};
    text_string(
        to, "output,statistic,cases,mean,deviation,minimum,minimum_case,maximum,maximum_case,p05,p50,p95,combined\n");
    for (int column = 0; column < plan->outputs.n * PLAN_STATISTICS; column++) {
        collect(plan, statistics, weights, column, &sample);
        if (sample.n > 0)
            put_row(plan, column, &sample, to);
    }
    free(sample.values);
    free(sample.weights);
    free(sample.fractions);
    free(sample.cases);
}
