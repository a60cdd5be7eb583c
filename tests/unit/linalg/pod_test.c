/* pod_test.c - proper orthogonal modes of known signals, and motions identified from their samples. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "linalg/pod.h"
#include <math.h>
#include <stdlib.h>

enum { TIMES = 400, SIGNALS = 6 };
static const double DT = 0.01;

/* sum over motions of exp(-s t) (a cos w t + b sin w t), a and b vectors over the signals */
typedef struct {
    double s, w;
    double a[SIGNALS], b[SIGNALS];
} motion;

static const motion MOTIONS[] = {
    {0.3, 2.0 * M_PI * 1.5, {1, 2, 3, 2, 1, 0}, {0}},
    {0.8, 2.0 * M_PI * 6.0, {1, -1, 0.5, 0, -1, 2}, {0}},
    {-0.1, 2.0 * M_PI * 11.0, {0.1, 0, 0.2, 0, 0, -0.1}, {0, 0.1, 0, -0.2, 0, 0}}, /* grows, and travels */
};

static double *signals(int n)
{
    double *x = calloc((size_t)TIMES * SIGNALS, sizeof *x);
    for (int j = 0; j < SIGNALS; j++)
        for (int k = 0; k < TIMES; k++)
            for (int i = 0; i < n; i++) {
                const motion *motion = &MOTIONS[i];
                const double t = DT * k;
                x[j * TIMES + k] +=
                    exp(-motion->s * t) * (motion->a[j] * cos(motion->w * t) + motion->b[j] * sin(motion->w * t));
            }
    return x;
}

static pod decompose(int n)
{
    double *x = signals(n);
    pod pod;
    assert_int_equal(pod_decompose(x, TIMES, SIGNALS, &pod), POD_OK);
    free(x);
    return pod;
}

/* X = history modes', modes orthonormal, energies add up to one. */
static void test_decomposition(void **unused)
{
    (void)unused;
    pod pod = decompose(3);
    double *x = signals(3), sum = 0.0;
    assert_int_equal(pod.n, SIGNALS);
    for (int i = 0; i < pod.n; i++) {
        sum += pod_energy(&pod, i);
        for (int j = 0; j <= i; j++) {
            double dot = 0.0;
            for (int k = 0; k < SIGNALS; k++)
                dot += pod.modes[i * SIGNALS + k] * pod.modes[j * SIGNALS + k];
            assert_true(fabs(dot - (i == j)) < 1e-12);
        }
    }
    assert_true(fabs(sum - 1.0) < 1e-12);
    for (int k = 0; k < TIMES; k += 37)
        for (int j = 0; j < SIGNALS; j++) {
            double v = 0.0;
            for (int i = 0; i < pod.n; i++)
                v += pod.history[i * TIMES + k] * pod.modes[i * SIGNALS + j];
            assert_true(fabs(v - x[j * TIMES + k]) < 1e-11);
        }
    free(x);
    pod_free(&pod);
}

/* One standing motion has one mode: its shape. */
static void test_one_mode(void **unused)
{
    (void)unused;
    pod pod = decompose(1);
    const double length = sqrt(1 + 4 + 9 + 4 + 1);
    assert_int_equal(pod_count(&pod, 1.0 - 1e-12), 1);
    for (int j = 0; j < SIGNALS; j++)
        assert_true(fabs(fabs(pod.modes[j]) - MOTIONS[0].a[j] / length) < 1e-12);
    pod_free(&pod);
}

static void assert_motion(const pod_motions *found, const motion *expected)
{
    double nearest = 1e300;
    for (int i = 0; i < found->n; i++)
        nearest = fmin(nearest, hypot(found->motions[i].re + expected->s, found->motions[i].im - expected->w));
    if (nearest > 1e-7)
        fail_msg("no motion at %g + %g i: the nearest is %g away", -expected->s, expected->w, nearest);
}

/* The exact frequencies and dampings, and no other motion of any weight. */
static void test_identification(void **unused)
{
    (void)unused;
    pod pod = decompose(3);
    const pod_options options = {.modes = pod_count(&pod, 1.0 - 1e-14), .delays = 2, .dt = DT, .tolerance = 1e-9};
    pod_motions found;
    assert_int_equal(options.modes, 4); /* two that stand, one that travels */
    assert_int_equal(pod_identify(&pod, &options, &found), POD_OK);
    double share = 0.0;
    for (int i = 0; i < 3; i++) {
        assert_motion(&found, &MOTIONS[i]);
        share += found.motions[i].share;
    }
    assert_true(fabs(share - 1.0) < 1e-9);
    assert_true(found.motions[0].share > found.motions[1].share && found.motions[1].share > found.motions[2].share);
    /* The first one is the first given, its shape that of a, scaled to 1. */
    for (int j = 0; j < SIGNALS; j++) {
        assert_true(fabs(found.motions[0].shape[j] - MOTIONS[0].a[j] / 3.0) < 1e-7);
        assert_true(fabs(found.motions[0].shape[SIGNALS + j]) < 1e-7);
    }
    pod_motions_free(&found);
    pod_free(&pod);
}

/* Of a standing motion one sample says half of the state: without delays no frequency can be found. */
static void test_delays(void **unused)
{
    (void)unused;
    pod pod = decompose(1);
    pod_options options = {.modes = 1, .delays = 1, .dt = DT, .tolerance = 1e-9};
    pod_motions found;
    assert_int_equal(pod_identify(&pod, &options, &found), POD_OK);
    assert_int_equal(found.n, 1);
    assert_true(found.motions[0].im == 0.0);
    pod_motions_free(&found);
    options.delays = 5;
    assert_int_equal(pod_identify(&pod, &options, &found), POD_OK);
    assert_int_equal(found.n, 1);
    assert_motion(&found, &MOTIONS[0]);
    pod_motions_free(&found);
    pod_free(&pod);
}

/* More signals than samples. */
static void test_few_samples(void **unused)
{
    (void)unused;
    double x[5 * 3] = {1, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 4};
    pod pod;
    assert_int_equal(pod_decompose(x, 3, 5, &pod), POD_OK);
    assert_int_equal(pod.n, 3);
    assert_true(fabs(pod.sigma[0] - 4) < 1e-14 && fabs(pod.sigma[1] - 3) < 1e-14 &&
                fabs(pod.sigma[2] - sqrt(5)) < 1e-14);
    pod_free(&pod);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_decomposition), cmocka_unit_test(test_one_mode),    cmocka_unit_test(test_identification),
        cmocka_unit_test(test_delays),        cmocka_unit_test(test_few_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
