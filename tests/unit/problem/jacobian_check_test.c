/* jacobian_check_test.c - the check finds nothing in a right matrix, the wrong entry in a wrong one, and shows both. */
#include "run_world.h"
#include "problem/jacobian_check.h"

#define STEPS "final time: 0.02; time step: 0.01; method: implicit euler; tolerance: 1.e-9; max iterations: 20;"

/* x' + 50 x^3 = f: the matrix is 1 + 150 c x^2. */
static bool cubic(world *world, const char *card)
{
    static char words[4096];
    snprintf(words, sizeof words,
             "begin: data; problem: initial value; end: data;\n"
             "begin: initial value; " STEPS " derivatives tolerance: 1.e-6; derivatives max iterations: 20;\n"
             "end: initial value;\n"
             "begin: control data; abstract nodes: 1; genels: 2; %s end: control data;\n"
             "begin: nodes; abstract: 1, differential, value, 1., derivative, 0.; end: nodes;\n"
             "begin: elements; genel: 1, spring support, 1, abstract, algebraic, linear viscoelastic, 0., 1.;\n"
             "genel: 2, spring support, 1, abstract, algebraic, cubic elastic generic, 0., 0., 50.; end: elements;\n",
             card);
    return world_run(world, words);
}

static int count(const char *where, const char *what)
{
    int n = 0;
    for (const char *at = where; (at = strstr(at, what)); at++)
        n++;
    return n;
}

/* Every order of differences sees the same number at x = 1 of the derivatives phase: 1 + 150 * 1e-8. */
static void check_at(world *world, const char *options, double c, double x)
{
    deck_destroy(world->deck);
    world->deck = deck_create();
    char words[2048];
    snprintf(words, sizeof words,
             "begin: data; problem: initial value; end: data; begin: initial value; end: initial value;\n"
             "begin: control data; abstract nodes: 1; genels: 2; jacobian check: const, 1., %s; end: control data;\n"
             "begin: nodes; abstract: 1, differential, value, %g, derivative, 0.; end: nodes;\n"
             "begin: elements; genel: 1, spring support, 1, abstract, algebraic, linear viscoelastic, 0., 1.;\n"
             "genel: 2, spring support, 1, abstract, algebraic, cubic elastic generic, 0., 0., 50.; end: elements;\n",
             options, x);
    assert_true(deck_read_text(world->deck, "test", words, strlen(words)));
    arena *memory = arena_create();
    solution *solution = solution_create(world->deck->model, 0, world->deck->errors, memory);
    equations *equations = equations_create(world->deck->model, memory);
    jacobian_checker *jacobian_checker = jacobian_checker_create(solution, memory);
    const line_observer notify = {.context = world, .line = world_print};
    solution_initial(solution);
    solution->state.dvalue = c;
    equations_jacobian(equations, &solution->state);
    const double right = equations->matrix->value[0];
    assert_near(fabs(right), 1 + 150 * c * x * x, 1e-12);
    assert_near(jacobian_check_now(jacobian_checker, equations->matrix, &notify).most, 0, 1e-4);
    equations->matrix->value[0] = right + 0.5;
    const jacobian_difference jacobian_difference = jacobian_check_now(jacobian_checker, equations->matrix, &notify);
    assert_near(jacobian_difference.most, 0.5, 1e-4);
    assert_near(jacobian_difference.size, fabs(right + 0.5), 1e-12);
    assert_int_equal(jacobian_difference.row, 0);
    assert_int_equal(jacobian_difference.column, 0);
    assert_near(solution->y[0], x, 0);
    equations_destroy(equations);
    solution_destroy(solution);
    arena_destroy(memory);
}

static void test_finds_the_wrong_entry(void **of)
{
    world *world = *of;
    check_at(world, "coefficient, 1.e-6, order, 1, output, none", 0.1, 2);
    check_at(world, "coefficient, 1.e-4, order, 2, output, none", 0.1, 2);
    check_at(world, "coefficient, 1.e-2, order, 4, output, none", 0.1, 2);
    check_at(world, "coefficient, 1.e-2, order, 5, output, none", 0.01, -1);
    check_at(world, "coefficient, 1.e-2, order, 8, output, none", 0.01, 3);
    check_at(world, "forward mode automatic differentiation, output, none", 0.1, 2);
}

static void test_statistics(void **of)
{
    world *world = *of;
    assert_true(cubic(world, "finite difference jacobian meter: const, 1., output, none, statistics, yes;"));
    assert_int_equal(count(world->printed, "Jacobian check"), 3); /* the initial state and two steps */
    assert_int_equal(count(world->printed, "NumJac"), 0);
    assert_non_null(strstr(world->printed, "step 2: difference"));
    assert_non_null(strstr(world->printed, "at abstract node 1"));
    assert_true(cubic(world, "jacobian check: const, 1., iterations, string, \"Var == 1\", output, none, statistics "
                             "iteration, yes;"));
    assert_int_equal(count(world->printed, "Jacobian check"), count(world->printed, "iteration 1:"));
    assert_in_range(count(world->printed, "Jacobian check"), 1, 3);
}

/* The check sees the assembled matrix, so that an entry that has no place in the pattern is missed. */
static void test_gradient_of_gravity(void **of)
{
    world *world = *of;
    assert_true(world_run(
        world, "begin: data; problem: initial value; end: data;\n"
               "begin: initial value; " STEPS " derivatives tolerance: 1.e-4; derivatives max iterations: 20;\n"
               "end: initial value;\n"
               "begin: control data; structural nodes: 1; rigid bodies: 1; gravity; "
               "jacobian check: const, 1., coefficient, 1.e-4, order, 2, output, none, statistics, yes;"
               "end: control data;\n"
               "begin: nodes; structural: 1, dynamic, 1., 2., 3., eye, null, null; end: nodes;\n"
               "begin: elements; body: 1, 1, 2., 0.1, 0.2, 0.3, diag, 1., 2., 3.;\n"
               "gravity: central, origin, null, mass, 5.e3, G, 1.; end: elements;\n"));
    const char *said = strstr(world->printed, "step 1: difference ");
    assert_non_null(said);
    assert_true(strtod(said + strlen("step 1: difference "), NULL) < 1e-3);
}

static void test_matrices(void **of)
{
    world *world = *of;
    assert_true(cubic(world, "finite difference jacobian meter: const, 1.;"));
    assert_int_equal(count(world->printed, "\nNumJac "),
                     count(world->printed, "\nJac ") + 1); /* the first line is a Jac */
    assert_in_range(count(world->printed, "NumJac"), 3, 30);
    assert_true(cubic(world, "finite difference jacobian meter: const, 0.;"));
    assert_int_equal(count(world->printed, "Jac"), 0);
}

/* Looking on must not change what is solved. */
static void test_same_motion(void **of)
{
    world *world = *of;
    assert_true(cubic(world, ""));
    const row last = world->rows[world->n - 1];
    assert_true(cubic(world, "finite difference jacobian meter: const, 1., output, none;"));
    assert_true(world->rows[world->n - 1].y[0] == last.y[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(test_finds_the_wrong_entry), TEST(test_statistics), TEST(test_matrices),
                                       TEST(test_gradient_of_gravity), TEST(test_same_motion)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
