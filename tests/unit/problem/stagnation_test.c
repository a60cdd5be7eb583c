/* stagnation_test.c - iterations that rounding errors keep from their tolerance end when the error stops decreasing;
 * those that converge slowly for another reason do not. */
#include "run_world.h"

#define MARCH "final time: 0.475; time step: 0.05; method: crank nicolson; max iterations: 100;"
/* The matrix of the first iteration remains: the error decreases by a nearly constant factor. */
#define SLOW "time step: 0.01; final time: 0.095; nonlinear solver: newton raphson, modified, 1000;"

static int warnings(const world *world)
{
    int n = 0;
    for (const char *at = strstr(world->said, "W0617"); at; at = strstr(at + 1, "W0617"))
        n++;
    return n;
}

/* No sum of numbers of the size of 400 is below 1e-300, except by chance. */
static void tolerance_below_rounding_takes_few_iterations(void **of)
{
    static row exact[11];
    world *world = *of;
    assert_true(world_scalar(world, MARCH "tolerance: 1.e-9;", CUBIC));
    memcpy(exact, world->rows, sizeof exact);
    assert_int_equal(warnings(world), 0);
    const long iterations = world->sum.iterations;
    assert_true(world_scalar(world, MARCH "tolerance: 1.e-300;", CUBIC));
    assert_int_equal(world->n, 11);
    assert_true(world->sum.iterations <= iterations + 3L * (world->n - 1));
    for (int i = 0; i < world->n; i++)
        assert_near(world->rows[i].y[0], exact[i].y[0], 1e-12);
    assert_int_equal(warnings(world), 1);
}

/* Its residual is the tolerance at most, and each step is the root of its own equation to that accuracy. */
static void slow_convergence_is_not_taken_for_rounding(void **of)
{
    static row exact[11];
    world *world = *of;
    assert_true(world_scalar(world, MARCH "time step: 0.01; final time: 0.095; tolerance: 1.e-12;", CUBIC));
    memcpy(exact, world->rows, sizeof exact);
    const long iterations = world->sum.iterations;
    assert_true(world_scalar(world, MARCH SLOW "tolerance: 1.e-10;", CUBIC));
    assert_int_equal(warnings(world), 0);
    assert_true(world->sum.iterations > 2 * iterations);
    for (int i = 0; i < world->n; i++)
        assert_near(world->rows[i].y[0], exact[i].y[0], 1e-10);
}

/* Newton's method overshoots the zero of atan further and further: no solution is found, and none is accepted. */
static void divergence_is_not_taken_for_rounding(void **of)
{
    world *world = *of;
    assert_false(world_scalar(
        world,
        MARCH "time step: 1.; method: implicit euler; final time: 2.; tolerance: 1.e-9; derivatives tolerance: 1.e9;",
        "genel: 1, spring support, 1, abstract, algebraic, linear viscoelastic, 0., 1.e-3;"
        "genel: 2, spring support, 1, abstract, algebraic, symbolic elastic, epsilon, \"eps\", expression, "
        "\"100*atan(4*(eps-30))\";"
        "force: 1, abstract, 1, abstract, const, 0.;"));
    assert_non_null(strstr(world->said, "E0603"));
    assert_int_equal(warnings(world), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(tolerance_below_rounding_takes_few_iterations),
                                       TEST(slow_convergence_is_not_taken_for_rounding),
                                       TEST(divergence_is_not_taken_for_rounding)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
