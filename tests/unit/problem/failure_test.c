/* failure_test.c - what is said when a solution fails: where, which equation, what to try. */
#include "run_world.h"

static bool model_run(world *world, const char *cards, const char *counters, const char *nodes, const char *elements)
{
    static char words[8192];
    snprintf(words, sizeof words,
             "begin: data; problem: initial value; end: data;\n"
             "begin: initial value;\nfinal time: 1.; time step: 0.1; tolerance: 1.e-8; %s\nend: initial value;\n"
             "begin: control data; %s end: control data;\nbegin: nodes; %s end: nodes;\nbegin: elements; %s end: "
             "elements;\n",
             cards, counters, nodes, elements);
    return world_run(world, words);
}

static void assert_said(const world *world, const char *words)
{
    if (!strstr(world->said, words))
        fail_msg("no '%s' in: %s", words, world->said);
}

/* A massless node that nothing holds. */
static void test_singular(void **of)
{
    world *world = *of;
    assert_false(
        model_run(world, "max iterations: 20;", "structural nodes: 2; rigid bodies: 1; forces: 1;",
                  "structural: 7, dynamic, null, eye, null, null; structural: 8, static, null, eye, null, null;",
                  "body: 7, 7, 1., null, eye; force: 8, absolute, 8, position, null, 1., 0., 0., const, 1.;"));
    assert_said(world, "E0604");
    assert_said(world, "structural node 8");
    assert_said(world, "[");
}

static void test_no_convergence(void **of)
{
    world *world = *of;
    assert_false(world_scalar(
        world, "final time: 1.; time step: 0.05; tolerance: 1.e-10; max iterations: 1; method: crank nicolson;",
        CUBIC));
    assert_said(world, "E0603: no convergence at time 0.05");
    assert_said(world, "after 1 iterations; worst equation: abstract node 1");
    assert_said(world, "max iterations");
}

/* A small derivative sends the iteration far away, and from there to where the derivative is zero: it failed, not the
 * model. The stages of a step cannot be reached by shorter steps. */
#define FAR                                                                                                \
    "scalar function: \"f\", multilinear, -1000., -500., -400., -500., 0., -1.e-3, 5., -5.e-4, 9., 499., " \
    "20., 510., end; genel: 1, spring support, 1, abstract, algebraic, scalar function elastic, \"f\";"
static void test_divergence(void **of)
{
    world *world = *of;
    assert_false(model_run(world, "max iterations: 60; derivatives tolerance: 1.e9; method: DIRK33;",
                           "abstract nodes: 1; genels: 1;", "abstract: 1, differential, value, 1., derivative, 0.;",
                           FAR));
    assert_said(world, "E0603: no convergence");
    assert_said(world, "the error increases");
    assert_null(strstr(world->said, "N0684"));
}

static void test_divergence_is_avoided_by_shorter_steps(void **of)
{
    world *world = *of;
    assert_true(model_run(world, "max iterations: 60; derivatives tolerance: 1.e9; method: implicit euler;",
                          "abstract nodes: 1; genels: 1;", "abstract: 1, differential, value, 1., derivative, 0.;",
                          FAR));
    assert_said(world, "N0936");
}

static void test_default_iterations(void **of)
{
    world *world = *of;
    assert_false(world_scalar(world, "final time: 1.; time step: 0.05; tolerance: 1.e-10;", CUBIC));
    assert_said(world, "set 'max iterations: 20;'");
}

/* Three nodes with errors: the worst first, then the other two. */
static void test_three_worst(void **of)
{
    world *world = *of;
    assert_false(model_run(
        world, "max iterations: 1; method: crank nicolson; derivatives tolerance: 1.e9;",
        "abstract nodes: 3; genels: 6;",
        "abstract: 1, differential, value, 1., derivative, 0.; abstract: 2, differential, value, 2., derivative, 0.;"
        "abstract: 3, differential, value, 3., derivative, 0.;",
        "genel: 1, spring support, 1, abstract, algebraic, linear viscoelastic, 0., 1.;"
        "genel: 2, spring support, 2, abstract, algebraic, linear viscoelastic, 0., 1.;"
        "genel: 3, spring support, 3, abstract, algebraic, linear viscoelastic, 0., 1.;"
        "genel: 4, spring support, 1, abstract, algebraic, cubic elastic generic, 0., 0., 50.;"
        "genel: 5, spring support, 2, abstract, algebraic, cubic elastic generic, 0., 0., 50.;"
        "genel: 6, spring support, 3, abstract, algebraic, cubic elastic generic, 0., 0., 50.;"));
    assert_said(world, "worst equation: abstract node 3");
    const char *second = strstr(world->said, "next worst: ");
    assert_non_null(second);
    assert_non_null(strstr(second, "abstract node 2"));
    assert_non_null(strstr(second + 1, "next worst: "));
}

static void test_derivatives(void **of)
{
    world *world = *of;
    assert_false(model_run(world, "derivatives tolerance: 1.e-12; derivatives max iterations: 0;",
                           "abstract nodes: 1; genels: 1;", "abstract: 1, differential, value, 1., derivative, 0.;",
                           "genel: 1, spring support, 1, abstract, algebraic, linear viscoelastic, 30., 1.;"));
    assert_said(world, "E0602");
    assert_said(world, "derivatives max iterations");
}

static void test_not_finite(void **of)
{
    world *world = *of;
    assert_false(world_scalar(world, "final time: 1.; time step: 0.1; max iterations: 20;",
                              "genel: 1, spring support, 1, abstract, algebraic, linear viscoelastic, 0., 1.;"
                              "genel: 2, spring support, 1, abstract, algebraic, linear elastic, 0.;"
                              "force: 1, abstract, 1, abstract, mult, const, 1.e200, linear, 0., 1.e120;"));
    assert_said(world, "at time 0.1");
    assert_said(world, "N0609: first occurrence in force 1 (abstract)");
    assert_said(world, "in abstract node 1");
    assert_false(world_scalar(world,
                              "final time: 1.; time step: 0.1; max iterations: 20; derivatives tolerance: 1.e300;",
                              "genel: 1, spring support, 1, abstract, algebraic, linear viscoelastic, 0., 1.;"
                              "genel: 2, spring support, 1, abstract, algebraic, linear elastic, 0.;"
                              "force: 1, abstract, 1, abstract, const, 1.e200;"));
    assert_said(world, "N0612");
}

/* What is not finite is refused where it is read. */
static void test_not_finite_is_not_read(void **of)
{
    world *world = *of;
    static const char *const CARDS[] = {
        "initial time: exp(1e4);",
        "final time: exp(1e4);",
        "time step: exp(1e4)-exp(1e4);",
        "tolerance: exp(1e4);",
        "min time step: exp(1e4);",
        "max time step: exp(1e4);",
        "method: ms, exp(1e4);",
        "derivatives tolerance: exp(1e4);",
        "strategy: change, const, exp(1e4);",
        "derivatives coefficient: exp(1e4);",
    };
    for (size_t k = 0; k < sizeof CARDS / sizeof *CARDS; k++) {
        assert_false(world_scalar(world, CARDS[k], RISE));
        assert_said(world, "E0240");
    }
}

/* Steps that do not move the time, or move it nowhere. */
static void test_length_of_a_step(void **of)
{
    world *world = *of;
#define FROM_ONE "initial time: 1.; final time: 2.; time step: 0.1; "
    assert_false(world_scalar(world, FROM_ONE "strategy: change, const, 1.e-300;", RISE));
    assert_said(world, "E0611: at time 1.1: the time step cannot be 1e-300");
    assert_false(world_scalar(world, FROM_ONE "strategy: change, mult, const, 1.e200, const, 1.e200;", RISE));
    assert_said(world, "E0611: at time 1.1: the time step cannot be inf");
    assert_false(world_scalar(world, "initial time: 1.; final time: 2.; time step: 1.e-300;", RISE));
    assert_said(world, "E0611: at time 1: the time step cannot be 1e-300");
}

/* The radius is a drive that leaves its range: the step says so. */
static void test_error(void **of)
{
    world *world = *of;
    assert_false(
        world_scalar(world, "final time: 1.; time step: 0.1; max iterations: 20; method: ms, linear, 0., 4.;", RISE));
    assert_said(world, "E0606");
    assert_said(world, "between 0 and 1");
    assert_int_equal(world->n, 3);
}

static void test_derivatives_auto(void **of)
{
    world *world = *of;
    /* with the coefficient 1e3 the state moves far while its derivative is looked for; smaller ones do not */
#define STIFF                                                                                \
    "genel: 1, spring support, 1, abstract, algebraic, linear viscoelastic, 0., 1.;"         \
    "genel: 2, spring support, 1, abstract, algebraic, cubic elastic generic, 0., 0., 1.e4;" \
    "force: 1, abstract, 1, abstract, const, 0.;"
#define START "time step: 0.1; derivatives tolerance: 1.e-9; derivatives max iterations: 3; abort after: derivatives;"
    assert_false(world_scalar(world, START "derivatives coefficient: 1.e3;", STIFF));
    assert_true(
        world_scalar(world, START "derivatives coefficient: 1.e3, auto, max iterations, 30, factor, 10.;", STIFF));
    assert_int_equal(world->n, 1);
    assert_true(world_scalar(world, START "derivatives coefficient: auto;", STIFF));
    assert_near(world->rows[0].yp[0], -1e4, 40);
}

/* Three distances that no triangle has: every joint in conflict is named, with what is missing. */
static void test_assembly_names_joints_in_conflict(void **of)
{
    world *world = *of;
    assert_false(
        model_run(world, "max iterations: 20;", "structural nodes: 3; rigid bodies: 2; joints: 4; max iterations: 30;",
                  "structural: 1, static, null, eye, null, null; structural: 2, dynamic, 1., 0., 0.3, eye, null, "
                  "null; structural: 3, dynamic, 3., 0., 0.2, eye, null, null;",
                  "body: 2, 2, 1., null, eye; body: 3, 3, 1., null, eye; joint: 1, clamp, 1, node, node;"
                  "joint: 2, distance, 1, 2, const, 1.; joint: 3, distance, 2, 3, const, 1.;"
                  "joint: 4, distance, 1, 3, const, 4.;"));
    assert_said(world, "E0600");
    assert_said(world, "constraint violated as given by 1.0025: joint 3 (distance)");
    assert_said(world, ": joint 4 (distance)");
    assert_said(world, ": joint 2 (distance)");
    assert_null(strstr(world->said, "clamp"));
}

/* Of one joint the component that is farthest off is told. */
static void test_assembly_names_the_worst_component(void **of)
{
    world *world = *of;
    assert_false(model_run(world, "max iterations: 20;",
                           "structural nodes: 1; rigid bodies: 1; joints: 2; max iterations: 30;",
                           "structural: 2, dynamic, 0., 0., 0., eye, null, null;",
                           "body: 2, 2, 1., null, eye; joint: 1, clamp, 2, node, node;"
                           "joint: 2, spherical pin, 2, position, null, position, 0.1, 0.5, 0.2;"));
    assert_said(world, "constraint violated as given by 0.5: joint 2 (spherical pin), reaction force y");
}

#define PENDULUM_NODE(x) "structural: 2, dynamic, " #x ", 0., 0., eye, null, null;"
#define PENDULUM                                                                                    \
    "body: 2, 2, 1., null, eye; joint: 2, spherical pin, 2, position, -1., 0., 0., position, null;" \
    "gravity: uniform, 0., 0., -1., const, 9.81;"

/* Constraints that are violated at the start count divided by the coefficient of the derivatives. */
static void test_derivatives_name_the_violated_constraint(void **of)
{
    world *world = *of;
    static const char COUNTERS[] = "structural nodes: 1; rigid bodies: 1; joints: 1; gravity;";
    char counters[256];
    snprintf(counters, sizeof counters, "%s skip initial joint assembly;", COUNTERS);
    assert_false(model_run(world, "derivatives max iterations: 20;", counters, PENDULUM_NODE(1.1), PENDULUM));
    assert_said(world, "a constraint is violated by -0.1, and 'skip initial joint assembly' prevents its correction");
    snprintf(counters, sizeof counters, "%s tolerance: 1.;", COUNTERS);
    assert_false(model_run(world, "derivatives max iterations: 20;", counters, PENDULUM_NODE(1.1), PENDULUM));
    assert_said(world, "try a smaller 'tolerance' in the control data");
}

static void test_hints_follow_the_error(void **of)
{
    world *world = *of;
    /* a distance that becomes negative */
    assert_false(model_run(
        world, "max iterations: 10; derivatives tolerance: 1.e9;", "structural nodes: 2; rigid bodies: 2; joints: 1;",
        "structural: 1, dynamic, null, eye, null, null; structural: 2, dynamic, 1., 0., 0., eye, null, null;",
        "body: 1, 1, 1., null, eye; body: 2, 2, 1., null, eye; joint: 1, distance, 1, 2, linear, 1., -2.;"));
    assert_said(world, "joint 1 (distance)");
    assert_said(world, "hardly decreases");
}

static void test_rounding_is_enough(void **of)
{
    world *world = *of;
    assert_true(model_run(world, "max iterations: 10; derivatives tolerance: 1.e9; tolerance: 1.e-300;",
                          "abstract nodes: 1; genels: 2; forces: 1;",
                          "abstract: 1, differential, value, 1., derivative, 0.;",
                          "genel: 1, spring support, 1, abstract, algebraic, linear viscoelastic, 0., 1.;"
                          "genel: 2, spring support, 1, abstract, algebraic, cubic elastic generic, 0.7, 0., 0.3;"
                          "force: 1, abstract, 1, abstract, sine, 0., 3.7, 1.3, forever, 0.;"));
}

static void test_missing_times(void **of)
{
    world *world = *of;
    assert_true(world_scalar(world, "max iterations: 20;", RISE));
    assert_said(world, "W0537");
    assert_int_equal(world->n, 1);
    assert_true(world_scalar(world, "final time: 1.; initial time: 2.; time step: 0.1;", RISE));
    assert_said(world, "W0538");
    assert_true(world_scalar(world, "final time: 3.; max iterations: 20;", RISE));
    assert_said(world, "W0536");
    assert_near(world->rows[1].t, 1, 0);
    assert_true(world_scalar(world, "abort after: derivatives;", RISE));
    assert_null(strstr(world->said, "W053"));
    assert_false(world_scalar(world, "final time: 1.; time step: 0.1; max iterations: 20; tolerance: null;", CUBIC));
    assert_said(world, "W0530");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_singular),
        TEST(test_no_convergence),
        TEST(test_divergence),
        TEST(test_divergence_is_avoided_by_shorter_steps),
        TEST(test_default_iterations),
        TEST(test_three_worst),
        TEST(test_derivatives),
        TEST(test_not_finite),
        TEST(test_not_finite_is_not_read),
        TEST(test_length_of_a_step),
        TEST(test_error),
        TEST(test_derivatives_auto),
        TEST(test_assembly_names_joints_in_conflict),
        TEST(test_assembly_names_the_worst_component),
        TEST(test_derivatives_name_the_violated_constraint),
        TEST(test_hints_follow_the_error),
        TEST(test_rounding_is_enough),
        TEST(test_missing_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
