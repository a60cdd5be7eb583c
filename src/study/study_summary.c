/* study_summary.c - statistics over the cases of a study: summary.csv, exceedance.csv.
 *
 *     mean = sum w x / sum w,   deviation^2 = sum w (x - mean)^2 / sum w
 *     p05, p50, p95: the smallest x that a fraction 0.05, 0.5, 0.95 of the weights does not exceed
 *     combined = (sum w L^m / sum w)^(1/m)           equivalent loads L with the exponent m of their output
 *     exceedance of x_i = sum over x_j >= x_i of w_j / sum w
 *
 * Cases without a number do not count. */
#include "study/study_summary.h"
#include "statistics/extremes.h"
#include <math.h>
#include <stdlib.h>

/* --- one statistic of one output ---------------------------------------------------------------------------------- */

static double total_of(const case_sample *sample)
{
    double total = 0.0;
    for (int i = 0; i < sample->n; i++)
        total += sample->weights[i];
    return total;
}

static double power_mean(const case_sample *sample, double exponent)
{
    double sum = 0.0;
    for (int i = 0; i < sample->n; i++)
        sum += sample->weights[i] * pow(sample->values[i], exponent);
    return pow(sum / total_of(sample), 1.0 / exponent);
}

/* Values are in descending order, with the fraction of weights that reach each: the next greater one tells how much
 * does not exceed a value. Rounding errors of the sum of weights do not decide. */
static double quantile(const case_sample *sample, double part)
{
    int i = sample->n - 1;
    while (i > 0 && 1.0 - sample->fractions[i - 1] < part - 1e-12)
        i--;
    return sample->values[i];
}

/* Cases in their order; the extremes and their cases are found on the way. */
static void collect(const study_arrays *arrays, int column, int group, case_sample *sample, case_statistics *to)
{
    const plan *plan = arrays->plan;
    const size_t width = (size_t)plan->outputs.n * PLAN_STATISTICS, n = (size_t)plan->n_cases;
    *sample = (case_sample){.values = heap_reals(n), .weights = heap_reals(n), .fractions = heap_reals(n)};
    for (int i = 0; i < plan->n_cases; i++) {
        const double value = arrays->statistics[(size_t)i * width + (size_t)column];
        if (isnan(value) || !(arrays->weights[i] > 0.0) || (group != ALL_GROUPS && arrays->group[i] != group))
            continue;
        if (sample->n == 0 || value < to->minimum) {
            to->minimum = value;
            to->least_case = i + 1;
        }
        if (sample->n == 0 || value > to->maximum) {
            to->maximum = value;
            to->greatest_case = i + 1;
        }
        sample->values[sample->n] = value;
        sample->weights[sample->n++] = arrays->weights[i];
    }
}

case_statistics study_summary_of(const study_arrays *arrays, int column, int group, case_sample *sample)
{
    case_statistics found = {0};
    const plan_output *output = &arrays->plan->outputs.items[column / PLAN_STATISTICS];
    collect(arrays, column, group, sample, &found);
    found.n = sample->n;
    if (sample->n == 0)
        return found;
    double squares = 0.0;
    found.mean = power_mean(sample, 1.0);
    for (int i = 0; i < sample->n; i++)
        squares += sample->weights[i] * (sample->values[i] - found.mean) * (sample->values[i] - found.mean);
    found.deviation = sqrt(squares / total_of(sample));
    const bool is_load = column % PLAN_STATISTICS == PLAN_EQUIVALENT_LOAD;
    found.combined = is_load ? power_mean(sample, output->exponent) : (double)NAN;
    exceedance_sort(sample->values, sample->weights, sample->n, sample->fractions);
    found.p05 = quantile(sample, 0.05);
    found.p50 = quantile(sample, 0.5);
    found.p95 = quantile(sample, 0.95);
    return found;
}

void case_sample_free(case_sample *sample)
{
    free(sample->values);
    free(sample->weights);
    free(sample->fractions);
    *sample = (case_sample){0};
}

/* --- tables ------------------------------------------------------------------------------------------------------- */

static void put_quoted(text *to, const char *words)
{
    text_char(to, '"');
    for (; *words; words++) {
        if (*words == '"')
            text_char(to, '"');
        text_char(to, *words);
    }
    text_char(to, '"');
}

static void put_numbers(text *to, const double *numbers, int n)
{
    for (int i = 0; i < n; i++) {
        text_char(to, ',');
        if (!isnan(numbers[i]))
            text_general(to, numbers[i], 17);
    }
}

static void put_key(const study_arrays *arrays, int column, int group, text *to)
{
    put_quoted(to, group == ALL_GROUPS ? "" : arrays->group_names[group]);
    text_char(to, ',');
    put_quoted(to, arrays->plan->outputs.items[column / PLAN_STATISTICS].name);
    text_printf(to, ",%s", plan_statistic_names[column % PLAN_STATISTICS]);
}

void study_summary_put(const study_arrays *arrays, text *to)
{
    text_string(to, "group,output,statistic,cases,mean,deviation,minimum,minimum_case,maximum,maximum_case,p05,p50,p95,"
                    "combined\n");
    for (int group = ALL_GROUPS; group < arrays->n_groups; group++)
        for (int column = 0; column < arrays->plan->outputs.n * PLAN_STATISTICS; column++) {
            case_sample sample;
            const case_statistics found = study_summary_of(arrays, column, group, &sample);
            case_sample_free(&sample);
            if (found.n == 0)
                continue;
            put_key(arrays, column, group, to);
            text_printf(to, ",%d", found.n);
            put_numbers(to, (double[]){found.mean, found.deviation, found.minimum}, 3);
            text_printf(to, ",%d", found.least_case);
            put_numbers(to, &found.maximum, 1);
            text_printf(to, ",%d", found.greatest_case);
            put_numbers(to, (double[]){found.p05, found.p50, found.p95, found.combined}, 4);
            text_char(to, '\n');
        }
}

/* Extremes and loads; times and means of a case are not exceeded. */
static bool has_exceedance(int column)
{
    const int statistic = column % PLAN_STATISTICS;
    return statistic == PLAN_MINIMUM || statistic == PLAN_MAXIMUM || statistic == PLAN_EQUIVALENT_LOAD;
}

void study_exceedance_put(const study_arrays *arrays, text *to)
{
    text_string(to, "group,output,statistic,value,exceedance\n");
    for (int group = ALL_GROUPS; group < arrays->n_groups; group++)
        for (int column = 0; column < arrays->plan->outputs.n * PLAN_STATISTICS; column++) {
            case_sample sample;
            if (!has_exceedance(column))
                continue;
            study_summary_of(arrays, column, group, &sample);
            for (int i = 0; i < sample.n; i++) {
                put_key(arrays, column, group, to);
                put_numbers(to, (double[]){sample.values[i], sample.fractions[i]}, 2);
                text_char(to, '\n');
            }
            case_sample_free(&sample);
        }
}
