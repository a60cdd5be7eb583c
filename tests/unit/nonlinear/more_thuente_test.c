/* more_thuente_test.c - the functions of More and Thuente (ACM Trans. Math. Softw. 20, 1994), tables I to VI: steps
 * and numbers of evaluations as printed there. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "nonlinear/more_thuente.h"
#include <math.h>

typedef double function(double t, double *derivative);

typedef struct {
    function *function;
    double mu, f0, slope0;
    int n;
} line;

static line_point at(void *to, double step)
{
    line *line = to;
    line_point point = {.step = step};
    point.f = line->function(step, &point.derivative);
    line->n++;
    return point;
}

static bool falls_enough(void *to, const line_point *point)
{
    const line *line = to;
    return point->f <= line->f0 + line->mu * point->step * line->slope0;
}

/* --- the functions ------------------------------------------------------------------------------------------------ */

static double first(double t, double *derivative)
{
    const double d = t * t + 2;
    *derivative = (t * t - 2) / (d * d);
    return -t / d;
}

static double second(double t, double *derivative)
{
    const double x = t + 0.004;
    *derivative = 5 * pow(x, 4) - 8 * pow(x, 3);
    return pow(x, 5) - 2 * pow(x, 4);
}

/* |1 - t| with a round corner of half width beta, and waves on it: l = 39. */
static double third(double t, double *derivative)
{
    const double beta = 0.01, l = 39, pi = 3.14159265358979323846;
    const double wave = 2 * (1 - beta) / (l * pi) * sin(l * pi / 2 * t);
    const double d = t - 1, round = fabs(d) < beta ? d * d / (2 * beta) + beta / 2 : fabs(d);
    *derivative = (fabs(d) < beta ? d / beta : copysign(1, d)) + (1 - beta) * cos(l * pi / 2 * t);
    return round + wave;
}

static double yanai(double t, double b1, double b2, double *derivative)
{
    const double g1 = sqrt(1 + b1 * b1) - b1, g2 = sqrt(1 + b2 * b2) - b2;
    const double r1 = sqrt((1 - t) * (1 - t) + b2 * b2), r2 = sqrt(t * t + b1 * b1);
    *derivative = -g1 * (1 - t) / r1 + g2 * t / r2;
    return g1 * r1 + g2 * r2;
}

static double fourth(double t, double *derivative) { return yanai(t, 1e-3, 1e-3, derivative); }
static double fifth(double t, double *derivative) { return yanai(t, 1e-2, 1e-3, derivative); }
static double sixth(double t, double *derivative) { return yanai(t, 1e-3, 1e-2, derivative); }

/* --- tables ------------------------------------------------------------------------------------------------------- */

static const struct {
    function *function;
    double mu, eta, from;
    int evaluations;
    double step;
} TABLES[] = {
    {first, 1e-3, 1e-1, 1e-3, 6, 1.4},    {first, 1e-3, 1e-1, 1e-1, 3, 1.4},   {first, 1e-3, 1e-1, 1e1, 1, 10},
    {first, 1e-3, 1e-1, 1e3, 4, 37},      {second, 1e-1, 1e-1, 1e-3, 12, 1.6}, {second, 1e-1, 1e-1, 1e-1, 8, 1.6},
    {second, 1e-1, 1e-1, 1e1, 8, 1.6},    {second, 1e-1, 1e-1, 1e3, 11, 1.6},  {third, 1e-1, 1e-1, 1e-3, 12, 1.0},
    {third, 1e-1, 1e-1, 1e-1, 12, 1.0},   {third, 1e-1, 1e-1, 1e1, 10, 1.0},   {third, 1e-1, 1e-1, 1e3, 13, 1.0},
    {fourth, 1e-3, 1e-3, 1e-3, 4, 0.085}, {fourth, 1e-3, 1e-3, 1e-1, 1, 0.10}, {fourth, 1e-3, 1e-3, 1e1, 3, 0.35},
    {fourth, 1e-3, 1e-3, 1e3, 4, 0.83},   {fifth, 1e-3, 1e-3, 1e-3, 6, 0.075}, {fifth, 1e-3, 1e-3, 1e-1, 3, 0.078},
    {fifth, 1e-3, 1e-3, 1e1, 7, 0.073},   {fifth, 1e-3, 1e-3, 1e3, 8, 0.076},  {sixth, 1e-3, 1e-3, 1e-3, 13, 0.93},
    {sixth, 1e-3, 1e-3, 1e-1, 11, 0.93},  {sixth, 1e-3, 1e-3, 1e1, 8, 0.92},   {sixth, 1e-3, 1e-3, 1e3, 11, 0.92},
};

static void test_published_searches(void **of)
{
    (void)of;
    for (size_t k = 0; k < sizeof TABLES / sizeof *TABLES; k++) {
        line line = {.function = TABLES[k].function, .mu = TABLES[k].mu};
        line_point zero = {0}, end;
        zero.f = line.f0 = line.function(0, &zero.derivative);
        line.slope0 = zero.derivative;
        const more_thuente_options options = {.decrease = TABLES[k].mu,
                                              .curvature = TABLES[k].eta,
                                              .most = HUGE_VAL,
                                              .width = 1e-10,
                                              .max_evaluations = 50};
        const line_function function = {.context = &line, .evaluate = at, .falls_enough = falls_enough};
        assert_true(more_thuente(&options, &function, zero, TABLES[k].from, &end));
        if (line.n != TABLES[k].evaluations || fabs(end.step - TABLES[k].step) > 0.05 * TABLES[k].step)
            fail_msg("row %zu: %d evaluations, step %g", k, line.n, end.step);
    }
}

/* A parabola with its minimum near 1.2 and a wall at 2, beyond which there is nothing: steps are halved until there is
 * a value. */
static double ends_at_two(double t, double *derivative)
{
    *derivative = 2 * t - 2.4 + 1e-3 / ((2 - t) * (2 - t));
    return t < 2 ? t * t - 2.4 * t + 1e-3 / (2 - t) : HUGE_VAL;
}

static void test_steps_without_a_value_are_halved(void **of)
{
    (void)of;
    line line = {.function = ends_at_two, .mu = 1e-4};
    line_point zero = {0}, end;
    zero.f = line.f0 = line.function(0, &zero.derivative);
    line.slope0 = zero.derivative;
    more_thuente_options options = {.decrease = 1e-4, .curvature = 0.1, .most = 1e6, .max_evaluations = 20};
    const line_function function = {.context = &line, .evaluate = at, .falls_enough = falls_enough};
    assert_true(more_thuente(&options, &function, zero, 14, &end));
    assert_true(fabs(end.step - 1.2) < 0.13);
    options.max_evaluations = 3;
    assert_false(more_thuente(&options, &function, zero, 14, &end));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_published_searches),
                                       cmocka_unit_test(test_steps_without_a_value_are_halved)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
