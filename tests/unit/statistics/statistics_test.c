/* statistics_test.c - statistics, cycles, spectra and extremes, against published examples and closed forms. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "statistics/extremes.h"
#include "statistics/history_statistics.h"
#include "statistics/rainflow.h"
#include "statistics/spectrum.h"
#include <math.h>

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.12g, expected %.12g within %g", value, expected, tolerance);
}

static void statistics_equal_steps_are_those_of_samples(void **state)
{
    (void)state;
    const double x[] = {2, 4, 4, 4, 5, 5, 7, 9}, t[] = {0, 1, 2, 3, 4, 5, 6, 7};
    const history_statistics found = history_statistics_of(t, x, 8);
    assert_int_equal(found.count, 8);
    assert_near(found.mean, 5.0, 1e-15);
    assert_near(found.deviation, 2.0, 1e-15);
    assert_near(found.rms, sqrt(29.0), 1e-14);
    assert_near(found.least, 2.0, 0.0);
    assert_near(found.greatest_time, 7.0, 0.0);
    assert_near(found.last, 9.0, 0.0);
}

/* A ramp from 0 to 1 has the mean 1/2 and the deviation 1/sqrt(12), wherever it is sampled. */
static void statistics_unequal_steps_are_weighted_by_time(void **state)
{
    (void)state;
    enum { N = 4000 };
    static double t[N], x[N];
    for (int i = 0; i < N; i++)
        x[i] = t[i] = pow((double)i / (N - 1), 3);
    const history_statistics found = history_statistics_of(t, x, N);
    assert_near(found.mean, 0.5, 1e-6);
    assert_near(found.deviation, 1.0 / sqrt(12.0), 1e-6);
}

static void statistics_nothing_is_nan(void **state)
{
    (void)state;
    const history_statistics found = history_statistics_of(NULL, NULL, 0);
    assert_int_equal(found.count, 0);
    assert_true(isnan(found.mean) && isnan(found.last) && isnan(found.greatest_time));
}

/* ASTM E1049-85, figure 6: ranges 3, 4, 6, 8, 9 occur 0.5, 1.5, 0.5, 1.0 and 0.5 times. */
static void rainflow_example_of_the_standard_is_reproduced(void **state)
{
    (void)state;
    const double x[] = {-2, 1, -3, 5, -1, 3, -4, 4, -2};
    load_cycle cycles[9];
    double counts[10] = {0};
    const int n = rainflow_count(x, 9, cycles);
    for (int i = 0; i < n; i++)
        counts[(int)cycles[i].range] += cycles[i].count;
    const double expected[10] = {[3] = 0.5, [4] = 1.5, [6] = 0.5, [8] = 1.0, [9] = 0.5};
    for (int i = 0; i < 10; i++)
        assert_near(counts[i], expected[i], 0.0);
}

static void rainflow_points_between_reversals_have_no_effect(void **state)
{
    (void)state;
    const double x[] = {-2, -2, -1, 0, 1, 1, 0.5, -3, 1, 5, 2, -1, 3, 3, -4, 0, 4, -2, -2};
    load_cycle cycles[19];
    double damage = 0.0;
    const int n = rainflow_count(x, 19, cycles);
    for (int i = 0; i < n; i++)
        damage += cycles[i].count * pow(cycles[i].range, 4);
    assert_near(damage, 0.5 * 81 + 1.5 * 256 + 0.5 * 1296 + 4096 + 0.5 * 6561, 1e-9);
    assert_int_equal(rainflow_count(x, 2, cycles), 0);
    assert_int_equal(rainflow_count(x, 0, cycles), 0);
}

/* A sine of amplitude A has k cycles of range 2 A: the equivalent load of k cycles is 2 A for any exponent. */
static void equivalent_load_sine_is_its_range(void **state)
{
    (void)state;
    enum { N = 10 * 400 + 1 };
    static double x[N];
    static load_cycle cycles[N];
    for (int i = 0; i < N; i++)
        x[i] = 10.0 + 3.0 * cos(2.0 * M_PI * i / 400.0);
    const int n = rainflow_count(x, N, cycles);
    const load_fatigue plain = {.exponent = 7.0, .cycles = 10.0};
    assert_near(equivalent_load(cycles, n, &plain), 6.0, 1e-12);
    const load_fatigue goodman = {.exponent = 4.0, .cycles = 10.0, .ultimate = 30.0};
    assert_near(equivalent_load(cycles, n, &goodman), 6.0 * 30.0 / 20.0, 1e-12);
    const load_fatigue beyond = {.exponent = 4.0, .cycles = 10.0, .ultimate = 9.0};
    assert_true(isnan(equivalent_load(cycles, n, &beyond)));
}

/* The integral of the density is the variance; a sine has its peak at its frequency. */
static void spectrum_sine_has_its_variance_at_its_frequency(void **state)
{
    (void)state;
    enum { N = 8192 };
    static double x[N], f[N], density[N];
    const double h = 0.01;
    for (int i = 0; i < N; i++)
        x[i] = 5.0 + 2.0 * sin(2.0 * M_PI * 6.25 * i * h);
    const int segment = spectrum_segment(N), n = spectrum_density(x, N, h, segment, f, density);
    assert_int_equal(segment, 2048);
    assert_int_equal(n, 1025);
    double variance = 0.0;
    int peak = 0;
    for (int k = 0; k < n; k++) {
        variance += density[k] * f[1];
        peak = density[k] > density[peak] ? k : peak;
    }
    assert_near(variance, 2.0, 1e-9);
    assert_near(f[peak], 6.25, 0.5 * f[1]);
    assert_int_equal(spectrum_density(x, N, h, 1000, f, density), 0);
    assert_int_equal(spectrum_density(x, 100, h, 128, f, density), 0);
}

/* Quantiles of a Gumbel distribution are fitted by that distribution. */
static void gumbel_quantiles_give_their_distribution(void **state)
{
    (void)state;
    enum { N = 20000 };
    static double x[N], w[N];
    for (int i = 0; i < N; i++) {
        x[i] = 100.0 - 12.0 * log(-log((i + 0.5) / N));
        w[i] = 0.25;
    }
    gumbel fitted;
    assert_true(gumbel_fit(x, w, N, &fitted));
    assert_near(fitted.location, 100.0, 0.02);
    assert_near(fitted.scale, 12.0, 0.02);
    /* The median of the maximum of k periods is a + b (ln k - ln ln 2). */
    assert_near(gumbel_extreme(&(gumbel){100.0, 12.0}, 1000.0, 0.5), 100.0 + 12.0 * (log(1000.0) - log(log(2.0))),
                1e-9);
    const double same[] = {1, 1, 2, 2};
    assert_false(gumbel_fit(same, NULL, 4, &fitted));
}

static void exceedance_is_the_weighted_fraction_that_reaches_a_value(void **state)
{
    (void)state;
    double x[] = {1, 3, 2, 4}, w[] = {1, 2, 1, 4}, fractions[4];
    exceedance_sort(x, w, 4, fractions);
    assert_near(x[0], 4.0, 0.0);
    assert_near(fractions[0], 0.5, 0.0);
    assert_near(fractions[1], 0.75, 0.0);
    assert_near(fractions[3], 1.0, 0.0);
    assert_near(w[1], 2.0, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statistics_equal_steps_are_those_of_samples),
        cmocka_unit_test(statistics_unequal_steps_are_weighted_by_time),
        cmocka_unit_test(statistics_nothing_is_nan),
        cmocka_unit_test(rainflow_example_of_the_standard_is_reproduced),
        cmocka_unit_test(rainflow_points_between_reversals_have_no_effect),
        cmocka_unit_test(equivalent_load_sine_is_its_range),
        cmocka_unit_test(spectrum_sine_has_its_variance_at_its_frequency),
        cmocka_unit_test(gumbel_quantiles_give_their_distribution),
        cmocka_unit_test(exceedance_is_the_weighted_fraction_that_reaches_a_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
