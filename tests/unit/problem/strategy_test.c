/* strategy_test.c - time steps that change: prescribed, by the number of iterations, to repeat a step that failed. */
#include "run_world.h"
#include "base/array.h"

#define BASE "initial time: 0.; tolerance: 1.e-8; max iterations: 20; method: ms, 0.6;"

static void test_change(void **of)
{
    world *world = *of;
    assert_true(world_scalar(
        world, BASE "final time: 0.5; time step: 0.1; max time step: 0.15; strategy: change, linear, 0.05, 1.;", RISE));
    assert_near(world->rows[1].dt, 0.1, 0);
    assert_near(world->rows[2].dt, 0.15, 1e-15); /* 0.05 + t */
    assert_near(world->rows[3].dt, 0.15, 0);     /* 0.3, clipped */
    for (int k = 0; k < world->n; k++)
        assert_near(world->rows[k].y[0], 1 + world->rows[k].t, 1e-6);
}

static void test_change_to_a_step_too_short(void **of)
{
    world *world = *of;
    assert_false(world_scalar(
        world, BASE "final time: 1.; time step: 0.1; min time step: 0.02; strategy: change, linear, 0.1, -0.3;", RISE));
    assert_non_null(strstr(world->said, "E0607"));
    assert_true(world->n > 2);
}

/* One iteration each: raised after more than three steps, up to the longest. */
static void test_factor_raises(void **of)
{
    world *world = *of;
    assert_true(world_scalar(
        world, BASE "final time: 2.; time step: 0.01; max time step: 0.04; strategy: factor, 0.5, 1, 2., 3, 3, 8;",
        DECAY));
    assert_near(world->rows[4].dt, 0.01, 0);
    assert_near(world->rows[5].dt, 0.02, 0);
    assert_near(world->rows[8].dt, 0.02, 0);
    assert_near(world->rows[9].dt, 0.04, 0);
    assert_near(world->rows[world->n - 1].dt, 0.04, 0);
}

/* The shortest length is for steps that are shortened: the one of the deck may be below. */
static void test_begins_below_the_shortest(void **of)
{
    world *world = *of;
    assert_true(world_scalar(
        world, BASE "final time: 0.1; time step: 0.01; min time step: 0.02; strategy: factor, 0.5, 1, 1.5, 1, 3, 8;",
        DECAY));
    assert_near(world->rows[1].dt, 0.01, 0);
    assert_near(world->rows[3].dt, 0.015, 1e-15);
}

/* With three iterations allowed the long first step fails; it is repeated from the same state with a shorter one. With
 * no strategy it is reached by shorter ones, and has its length. */
static void test_factor_repeats(void **of)
{
    world *world = *of;
#define TWO "tolerance: 1.e-6; max iterations: 3; method: crank nicolson; final time: 0.2;"
    assert_true(world_scalar(world, TWO "time step: 0.05;", CUBIC));
    assert_near(world->rows[1].dt, 0.05, 0);
    const double whole = world->rows[world->n - 1].y[0];
    assert_true(world_scalar(
        world, "tolerance: 1.e-6; max iterations: 50; method: crank nicolson; final time: 0.2; time step: 0.05;",
        CUBIC));
    assert_near(whole, world->rows[world->n - 1].y[0], 1e-6);
    assert_true(world_scalar(
        world, TWO "time step: 0.05; min time step: 1.e-6; strategy: factor, 0.5, 1, 2., 1000, 1, 8;", CUBIC));
    assert_true(world->rows[1].dt < 0.05);
    assert_near(world->rows[1].t, world->rows[1].dt, 1e-15);
    for (int k = 1; k < world->n; k++) {
        assert_int_equal(world->rows[k].step, k);
        assert_near(world->rows[k].t - world->rows[k - 1].t, world->rows[k].dt, 1e-14);
        assert_near(world->rows[k].y_prev[0], world->rows[k - 1].y[0], 0);
    }
    const double coarse = world->rows[world->n - 1].y[0];
    assert_true(world_scalar(
        world, "tolerance: 1.e-8; max iterations: 20; method: crank nicolson; final time: 0.2; time step: 1.e-3;",
        CUBIC));
    assert_near(coarse, world->rows[world->n - 1].y[0], 0.05);
}

static void test_factor_gives_up(void **of)
{
    world *world = *of;
    assert_false(world_scalar(
        world, TWO "time step: 0.05; min time step: 0.04; strategy: factor, 0.5, 1, 2., 1000, 1, 8;", CUBIC));
    assert_non_null(strstr(world->said, "E0603"));
    assert_non_null(strstr(world->said, "E0607"));
}

static void test_no_change(void **of)
{
    world *world = *of;
    assert_true(world_scalar(world, BASE "final time: 0.5; time step: 0.125; strategy: no change;", RISE));
    assert_int_equal(world->n, 5);
    assert_false(world_scalar(
        world,
        "tolerance: 1.e-6; max iterations: 1; method: crank nicolson; final time: 0.2; time step: 0.05; strategy: no "
        "change;",
        CUBIC));
    assert_non_null(strstr(world->said, "E0603"));
}

/* A drive that gives the same length again cannot save a step. */
static void test_change_does_not_repeat(void **of)
{
    world *world = *of;
    assert_false(world_scalar(world, TWO "time step: 0.05; strategy: change, const, 0.05;", CUBIC));
    assert_non_null(strstr(world->said, "E0603"));
}

static void test_methods(void **of)
{
    world *world = *of;
#define VARIES \
    "tolerance: 1.e-8; max iterations: 20; final time: 0.5; time step: 0.1; strategy: change, linear, 0.05, 0.3;"
    static const char *const REFUSED[] = {"ms3, 0.6", "ms4, 0.6"};
    static const char *const FREE[] = {"ms, 0.6", "bdf", "crank nicolson", "implicit euler", "hope, 0.6"};
    static const char *const FIXED[] = {"ss2, 0.6", "ss3, 0.6", "ss4, 0.6",    "Bathe, 0.6",
                                        "DIRK33",   "DIRK54",   "msstc4, 0.6", "mssth5, 0.6"};
    char cards[512];
    for (int k = 0; k < ARRAY_LEN(REFUSED); k++) {
        snprintf(cards, sizeof cards, VARIES "method: %s;", REFUSED[k]);
        assert_false(world_scalar(world, cards, RISE));
        assert_non_null(strstr(world->said, "E0507"));
        assert_int_equal(world->n, 0);
    }
    for (int k = 0; k < ARRAY_LEN(FREE); k++) {
        snprintf(cards, sizeof cards, VARIES "method: %s;", FREE[k]);
        assert_true(world_scalar(world, cards, RISE));
        assert_string_equal(world->said, "");
        assert_near(world->rows[world->n - 1].y[0], 1 + world->rows[world->n - 1].t, 1e-6);
    }
    for (int k = 0; k < ARRAY_LEN(FIXED); k++) {
        snprintf(cards, sizeof cards, VARIES "method: %s;", FIXED[k]);
        assert_true(world_scalar(world, cards, RISE));
        assert_non_null(strstr(world->said, "W0543"));
        for (int i = 0; i < world->n; i++)
            assert_near(world->rows[i].t, 0.1 * i, 1e-12);
    }
}

static void test_refused(void **of)
{
    world *world = *of;
    assert_false(world_scalar(world, BASE "strategy: factor, 1.5, 1, 2., 3, 3, 8;", RISE));
    assert_non_null(strstr(world->said, "E0506"));
    assert_false(world_scalar(world, BASE "strategy: factor, 0.5, 1, 0.9, 3, 3, 8;", RISE));
    assert_non_null(strstr(world->said, "E0506"));
    assert_false(world_scalar(world, BASE "strategy: sometimes;", RISE));
    assert_false(world_scalar(world, BASE "time step: 0.;", RISE));
    assert_non_null(strstr(world->said, "E0501"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_change),         TEST(test_change_to_a_step_too_short),
        TEST(test_factor_raises),  TEST(test_begins_below_the_shortest),
        TEST(test_factor_repeats), TEST(test_factor_gives_up),
        TEST(test_no_change),      TEST(test_change_does_not_repeat),
        TEST(test_methods),        TEST(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
