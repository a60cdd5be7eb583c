/* sampling_test.c - points in the unit cube, and quantiles of distributions. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "statistics/sampling.h"
#include <math.h>
#include <string.h>

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.12g, expected %.12g within %g", value, expected, tolerance);
}

/* The second to tenth points of three dimensions, as published with the direction numbers of Joe and Kuo. */
static void sobol_first_points_are_published_ones(void **state)
{
    (void)state;
    static const double EXPECTED[9][3] = {{0.5, 0.5, 0.5},       {0.75, 0.25, 0.25},       {0.25, 0.75, 0.75},
                                          {0.375, 0.375, 0.625}, {0.875, 0.875, 0.125},    {0.625, 0.125, 0.875},
                                          {0.125, 0.625, 0.375}, {0.1875, 0.3125, 0.9375}, {0.6875, 0.8125, 0.4375}};
    double points[27];
    sampling_points(SAMPLING_SOBOL, 0, 9, 3, points);
    for (int i = 0; i < 27; i++)
        assert_near(points[i], EXPECTED[i / 3][i % 3], 0.0);
}

/* With the point 0, the first 2^k points of every dimension have one in each interval of length 2^-k. */
static void sobol_every_dimension_is_evenly_filled(void **state)
{
    (void)state;
    enum { N = 1024 };
    static double points[(N - 1) * SOBOL_MOST_DIMENSIONS];
    sampling_points(SAMPLING_SOBOL, 0, N - 1, SOBOL_MOST_DIMENSIONS, points);
    for (int d = 0; d < SOBOL_MOST_DIMENSIONS; d++) {
        char seen[N] = {1};
        for (int i = 0; i < N - 1; i++)
            seen[(int)(N * points[i * SOBOL_MOST_DIMENSIONS + d])]++;
        for (int i = 0; i < N; i++)
            assert_int_equal(seen[i], 1);
    }
}

/* Mean square error of the integral of prod(x_d + 1/2) over the cube, which is 1, for 20 seeds. */
static double integration_error(sampling_kind kind)
{
    enum { N = 4096, D = 6, SEEDS = 20 };
    static double points[N * D];
    double squares = 0.0;
    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        double sum = 0.0;
        sampling_points(kind, seed, N, D, points);
        for (int i = 0; i < N; i++) {
            double product = 1.0;
            for (int d = 0; d < D; d++)
                product *= points[i * D + d] + 0.5;
            sum += product;
        }
        squares += pow(sum / N - 1.0, 2) / SEEDS;
    }
    return squares;
}

/* The variance of the integrand is (13/12)^6 - 1, that of its mean over 4096 random points a 4096th of it. */
static void sobol_integrates_better_than_random_points(void **state)
{
    (void)state;
    const double random = integration_error(SAMPLING_RANDOM), expected = (pow(13.0 / 12.0, 6) - 1.0) / 4096;
    assert_true(random > expected / 3 && random < 3 * expected);
    assert_true(integration_error(SAMPLING_SOBOL) < 0.05 * expected);
}

static void latin_hypercube_has_one_point_in_each_interval(void **state)
{
    (void)state;
    enum { N = 100, D = 4 };
    double points[N * D], again[N * D];
    sampling_points(SAMPLING_LATIN_HYPERCUBE, 3, N, D, points);
    sampling_points(SAMPLING_LATIN_HYPERCUBE, 3, N, D, again);
    assert_memory_equal(points, again, sizeof points);
    for (int d = 0; d < D; d++) {
        char seen[N] = {0};
        for (int i = 0; i < N; i++)
            seen[(int)(N * points[i * D + d])]++;
        for (int i = 0; i < N; i++)
            assert_int_equal(seen[i], 1);
    }
    sampling_points(SAMPLING_LATIN_HYPERCUBE, 4, N, D, again);
    assert_memory_not_equal(points, again, sizeof points);
}

static double quantile(const char *name, double a, double b, double c, double p)
{
    int n;
    const distribution one = {.kind = (distribution_kind)distribution_named(name, &n), .parameters = {a, b, c}};
    assert_true(distribution_is_valid(&one));
    return distribution_quantile(&one, p);
}

/* Tabulated quantiles of the normal distribution, closed forms of the others. */
static void quantiles_are_those_of_tables(void **state)
{
    (void)state;
    assert_near(quantile("normal", 0, 1, 0, 0.975), 1.959963984540054, 1e-13);
    assert_near(quantile("normal", 0, 1, 0, 0.5), 0.0, 1e-15);
    assert_near(quantile("normal", 0, 1, 0, 1e-9), -5.997807015007687, 1e-11);
    assert_near(quantile("normal", 10, 2, 0, 0.841344746068543), 12.0, 1e-12);
    assert_near(quantile("lognormal", 0, 1, 0, 0.975), exp(1.959963984540054), 1e-11);
    assert_near(quantile("uniform", 2, 6, 0, 0.25), 3.0, 1e-15);
    assert_near(quantile("triangular", 0, 1, 4, 0.25), 1.0, 1e-15);
    assert_near(quantile("triangular", 0, 1, 4, 1.0 - 1.0 / 12.0), 3.0, 1e-14);
    assert_near(quantile("weibull", 8, 2, 0, 1.0 - exp(-1.0)), 8.0, 1e-14);
}

static void distribution_without_sense_is_invalid(void **state)
{
    (void)state;
    int n;
    assert_int_equal(distribution_named("gamma", &n), -1);
    assert_false(distribution_is_valid(&(distribution){DISTRIBUTION_UNIFORM, {2, 1}}));
    assert_false(distribution_is_valid(&(distribution){DISTRIBUTION_NORMAL, {2, -1}}));
    assert_false(distribution_is_valid(&(distribution){DISTRIBUTION_WEIBULL, {0, 1}}));
    assert_false(distribution_is_valid(&(distribution){DISTRIBUTION_TRIANGULAR, {0, 5, 4}}));
    assert_false(distribution_is_valid(&(distribution){DISTRIBUTION_NORMAL, {(double)NAN, 1}}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sobol_first_points_are_published_ones),
        cmocka_unit_test(sobol_every_dimension_is_evenly_filled),
        cmocka_unit_test(sobol_integrates_better_than_random_points),
        cmocka_unit_test(latin_hypercube_has_one_point_in_each_interval),
        cmocka_unit_test(quantiles_are_those_of_tables),
        cmocka_unit_test(distribution_without_sense_is_invalid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
