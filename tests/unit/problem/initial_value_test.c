/* initial_value_test.c - the phases of an initial value problem: when it begins and ends, what is shown of it. */
#include "run_world.h"
#include <stdlib.h>

#define STEPS "initial time: 0.; final time: 1.; time step: 0.1; tolerance: 1.e-8; max iterations: 20;"

static void test_time_is_a_running_sum(void **of)
{
    world *world = *of;
    assert_true(world_scalar(world, STEPS, RISE));
    assert_int_equal(world->n, 12); /* ten times 0.1 is below 1 */
    assert_int_equal(world->rows[11].step, 11);
    assert_true(world_scalar(world, "final time: 0.7; time step: 0.1;", RISE));
    assert_int_equal(world->n, 8);
    assert_true(world_scalar(world, "initial time: 5.; final time: 5.25; time step: 0.125;", RISE));
    assert_int_equal(world->n, 3);
    assert_near(world->rows[0].t, 5, 0);
    assert_near(world->rows[2].t, 5.25, 0);
}

static void test_without_final_time(void **of)
{
    world *world = *of;
    assert_true(world_scalar(world, "time step: 0.1;", RISE));
    assert_int_equal(world->n, 1);
    assert_true(world->sum.complete);
}

static void test_without_problem_card(void **of)
{
    world *world = *of;
    assert_true(world_run(
        world, "begin: data; end: data; begin: initial value; final time: 0.25; time step: 0.125; end: initial value;"
               "begin: control data; abstract nodes: 1; genels: 1; end: control data;"
               "begin: nodes; abstract: 1, differential, value, 1., derivative, 0.; end: nodes;"
               "begin: elements; genel: 1, spring support, 1, abstract, algebraic, linear viscoelastic, 1., 1.;"
               "end: elements;"));
    assert_int_equal(world->n, 3);
    assert_near(world->rows[0].yp[0], -1, 1e-5);
}

/* With the elements the deck is complete: text that is none of it may follow. */
static void test_text_behind_the_elements(void **of)
{
    world *world = *of;
    assert_true(world_run(world,
                          "begin: data; end: data; begin: initial value; final time: 0.25; time step: 0.125;"
                          "end: initial value; begin: control data; abstract nodes: 1; genels: 1; end: control data;"
                          "begin: nodes; abstract: 1, differential; end: nodes; begin: elements; genel: 1, spring "
                          "support, 1, abstract, algebraic, linear viscoelastic, 1., 1.; end: elements;\n"
                          "# a comment\nplot(\"x\", 'y', \"unfinished);"));
    assert_non_null(strstr(world->said, "W0545"));
    assert_int_equal(world->n, 3);
}

/* While a state is shown, the one before is still there; the first one is its own. */
static void test_previous_state(void **of)
{
    world *world = *of;
    assert_true(world_scalar(world, STEPS, DECAY));
    assert_near(world->rows[0].y_prev[0], world->rows[0].y[0], 0);
    for (int k = 1; k < world->n; k++)
        assert_near(world->rows[k].y_prev[0], world->rows[k - 1].y[0], 0);
}

static void test_derivatives(void **of)
{
    world *world = *of;
    assert_true(world_scalar(world, "abort after: derivatives; time step: 1.e-3;", DECAY));
    assert_int_equal(world->n, 1);
    assert_near(world->rows[0].yp[0], -30, 1e-5);
    assert_true(world->sum.complete);
}

static void test_abort_after(void **of)
{
    world *world = *of;
    assert_true(world_scalar(world, STEPS "abort after: input;", DECAY));
    assert_int_equal(world->n, 1);
    assert_near(world->rows[0].yp[0], 0, 0);
    assert_true(world_scalar(world, STEPS "abort after: assembly;", DECAY));
    assert_int_equal(world->n, 1);
    assert_true(
        world_scalar(world, STEPS "abort after: dummy steps; dummy steps number: 4; dummy steps ratio: 0.1;", RISE));
    assert_int_equal(world->n, 1);
    assert_near(world->rows[0].y[0], 1 + 4 * 0.01, 1e-6);
    assert_true(world_scalar(world, STEPS "method: crank nicolson; abort after: regular step, 3;", RISE));
    assert_int_equal(world->rows[world->n - 1].step, 3);
    assert_true(world_scalar(world, STEPS "method: ms, 0.6; abort after: regular step, 3;", RISE));
    assert_int_equal(world->rows[world->n - 1].step, 4);
    assert_true(world_scalar(world, STEPS "method: ms4, 0.6; abort after: regular step, 3;", RISE));
    assert_int_equal(world->rows[world->n - 1].step, 6);
}

static void test_dummy_steps(void **of)
{
    world *world = *of;
    assert_true(
        world_scalar(world,
                     "final time: 0.5; time step: 0.125; dummy steps number: 2; dummy steps ratio: 0.5;"
                     "dummy steps method: crank nicolson; dummy steps max iterations: 5; dummy steps tolerance: 1.e-8;",
                     RISE));
    assert_near(world->rows[0].y[0], 1.125, 1e-6);
    assert_near(world->rows[0].t, 0.125, 0);
    assert_int_equal(world->rows[0].step, 0);
    assert_int_equal(world->n, 4);
    assert_near(world->rows[3].y[0], 1.5, 1e-6);
}

static void test_stop(void **of)
{
    world *world = *of;
    world->stop_at = 4;
    assert_true(world_scalar(world, STEPS, RISE));
    assert_int_equal(world->n, 4);
}

static void test_at_most(void **of)
{
    world *world = *of;
#define FEW "final time: 0.02; time step: 0.01; tolerance: 1.e-14; max iterations: 2"
    assert_false(world_scalar(world, FEW ";", CUBIC));
    assert_non_null(strstr(world->said, "E0603"));
    assert_true(world_scalar(world, FEW ", at most;", CUBIC));
    assert_int_equal(world->rows[1].iterations, 2);
}

static void test_solution_tolerance(void **of)
{
    world *world = *of;
    assert_true(world_scalar(world, "final time: 0.5; time step: 0.05; tolerance: 1.e-11; max iterations: 30;", CUBIC));
    const double exact = world->rows[world->n - 1].y[0];
    assert_true(
        world_scalar(world, "final time: 0.5; time step: 0.05; tolerance: null, 1.e-9; max iterations: 30;", CUBIC));
    assert_near(world->rows[world->n - 1].y[0], exact, 1e-6);
    assert_true(world_scalar(
        world,
        "final time: 0.5; time step: 0.05; tolerance: 1.e-11, test, minmax, null, test, norm; max iterations: 30;",
        CUBIC));
    assert_near(world->rows[world->n - 1].y[0], exact, 1e-11);
    assert_true(world_scalar(
        world, "final time: 0.5; time step: 0.05; tolerance: 1.e-12, test, relnorm; max iterations: 30;", CUBIC));
    assert_near(world->rows[world->n - 1].y[0], exact, 1e-10);
    assert_true(world_scalar(
        world, "final time: 0.5; time step: 0.05; tolerance: 1.e-12, test, sepnorm, scale; max iterations: 30;",
        CUBIC));
    assert_near(world->rows[world->n - 1].y[0], exact, 1e-10);
}

/* Constraint equations are divided by c in the residual; the card undoes it in the test, which is then met sooner. */
static void test_enforced_constraints(void **of)
{
    world *world = *of;
#define SWING "final time: 0.1; time step: 1.e-3; tolerance: 1.e-9; max iterations: 20; method: ms, 0.6;"
    assert_true(world_pendulum(world, SWING));
    const long tight = world->sum.iterations;
    assert_true(
        world_pendulum(world, SWING "enforce constraint equations: constraint violations, scale factor, 1.e-3;"));
    assert_true(world->sum.iterations <= tight);
    assert_true(world_pendulum(world, SWING "enforce constraint equations: constraint violation rates;"));
    assert_int_equal(world->sum.iterations, tight);
    assert_true(world_pendulum(world, SWING "enforce constraint equations: constraint violations;"));
}

static void test_lines(void **of)
{
    world *world = *of;
#define SHORT "final time: 0.1; time step: 0.1; tolerance: 1.e-8; max iterations: 20;"
    assert_true(world_scalar(world, SHORT, DECAY));
    assert_string_equal(world->printed, "");
    assert_true(world_scalar(world, SHORT "output: none, iterations;", DECAY));
    assert_non_null(strstr(world->printed, "\tIteration(0) "));
    assert_non_null(strstr(world->printed, " J\n\t\tSolErr 0\n\tIteration(1) "));
    assert_true(world_scalar(world, SHORT "output: counter;", DECAY));
    assert_non_null(strstr(world->printed, "Step 1 0.1 0.1 1 "));
    assert_true(world_scalar(
        world, SHORT "output: residual, solution, jacobian matrix, matrix condition number, cpu time;", DECAY));
    assert_non_null(strstr(world->printed, "Eq        1: "));
    assert_non_null(strstr(world->printed, "Dof        1: "));
    assert_non_null(strstr(world->printed, "Jac        1        1 "));
    assert_non_null(strstr(world->printed, "cond=1\n")); /* a matrix of one entry */
    assert_non_null(strstr(world->printed, "CPU time"));
    assert_true(world_scalar(world, SHORT "output: iterations, counter; output meter: 0.;", DECAY));
    assert_string_equal(world->printed, "");
}

static void test_bailout(void **of)
{
    world *world = *of;
    assert_false(world_scalar(
        world, "final time: 0.1; time step: 0.05; tolerance: 1.e-12; max iterations: 2; output: bailout;", CUBIC));
    assert_non_null(strstr(world->printed, "Eq        1: "));
}

/* Two equations x' = ... with the factors 1 and 100 before x': the matrix is diagonal. */
static bool run_two(world *world, const char *cards)
{
    char deck[2048];
    snprintf(
        deck, sizeof deck,
        "begin: data; problem: initial value; end: data;\n"
        "begin: initial value; final time: 0.1; time step: 0.05; max iterations: 5; derivatives max iterations: 5;\n"
        "derivatives tolerance: 1.e-6; %s end: initial value;\n"
        "begin: control data; abstract nodes: 2; genels: 2; forces: 2; end: control data;\n"
        "begin: nodes; abstract: 1, differential, value, 1., derivative, 0.;\n"
        "abstract: 2, differential, value, 1., derivative, 0.; end: nodes;\n"
        "begin: elements; genel: 1, spring support, 1, abstract, algebraic, linear viscoelastic, 0., 1.;\n"
        "genel: 2, spring support, 2, abstract, algebraic, linear viscoelastic, 0., 100.;\n"
        "force: 1, abstract, 1, abstract, linear, 1., 7.; force: 2, abstract, 2, abstract, linear, 1., 9.;\n"
        "end: elements;\n",
        cards);
    return world_run(world, deck);
}

/* The condition number is that of the matrix that is factored: 100, and 1 if its rows are scaled. */
static void test_condition_number(void **of)
{
    static const struct {
        const char *cards;
        double expected, tolerance; /* scale factors are powers of two */
    } ROWS[] = {{"output: matrix condition number;", 100, 1e-3},
                {"output: solver condition number;", 100, 1e-3},
                {"output: matrix condition number; linear solver: naive, scale, row max;", 1, 1},
                {"output: solver condition number; linear solver: naive, scale, lapack;", 1, 1}};
    world *world = *of;
    for (int k = 0; k < ARRAY_LEN(ROWS); k++) {
        int n = 0;
        assert_true(run_two(world, ROWS[k].cards));
        for (const char *at = world->printed; (at = strstr(at, "cond=")); at++, n++)
            assert_near(strtod(at + 5, NULL), ROWS[k].expected, ROWS[k].tolerance);
        assert_in_range(n, 2, 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_condition_number),
        TEST(test_time_is_a_running_sum),
        TEST(test_without_final_time),
        TEST(test_without_problem_card),
        TEST(test_text_behind_the_elements),
        TEST(test_previous_state),
        TEST(test_derivatives),
        TEST(test_abort_after),
        TEST(test_dummy_steps),
        TEST(test_stop),
        TEST(test_at_most),
        TEST(test_solution_tolerance),
        TEST(test_enforced_constraints),
        TEST(test_lines),
        TEST(test_bailout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
