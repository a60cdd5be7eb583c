/* solver_test.c - every nonlinear solver and its options: the same motion, no more work than expected, refusals. */
#include "run_world.h"

#define SWING "final time: 0.3; time step: 0.01; method: ms, 0.6; tolerance: 1.e-8; max iterations: 50;"

static void swing(world *world, const char *solver)
{
    char cards[2048];
    snprintf(cards, sizeof cards, SWING "%s", solver);
    if (!world_pendulum(world, cards))
        fail_msg("%s: %s", solver, world->said);
}

/* Position of the bob at the end, for Newton's method. */
static row reference(world *world)
{
    swing(world, "nonlinear solver: newton raphson;");
    return world->rows[world->n - 1];
}

static const char *const SAME[] = {
    "newton raphson: modified, 4;",
    "nonlinear solver: newton raphson, true;",
    "nonlinear solver: newton raphson, adaptive;",
    "nonlinear solver: newton raphson, modified, 5;",
    "nonlinear solver: newton raphson, modified, 20, keep jacobian matrix, honor element requests;",
    "nonlinear solver: line search;",
    "nonlinear solver: line search, true;",
    "nonlinear solver: line search, modified, 3, algorithm, factor;",
    "nonlinear solver: line search, default solver options, heavy nonlinear, divergence check, no;",
    "nonlinear solver: line search, tolerance x, 1e-8, tolerance min, 1e-10, max iterations, 20, alpha, 1e-3, lambda "
    "min, "
    "1e-3, relative, no, lambda factor min, 0.2, max step, 10, zero gradient, continue, yes, divergence check, yes, "
    "factor, "
    "2, algorithm, cubic, scale Newton step, yes, min scale, 1e-2, print convergence info, no, verbose, no, abort at "
    "lambda min, no;",
    "nonlinear solver: bfgs;",
    "nonlinear solver: bfgs, modified, 3;",
    "nonlinear solver: mcp newton fb, mcp tolerance, 1e-15, mcp sigma, 0.9, mcp rho, 1e-8, mcp p, 2.1;",
    "nonlinear solver: mcp newton min fb;",
    "nonlinear solver: siconos newton fb;",
    "nonlinear solver: siconos mcp newton min fb;",
    "nonlinear solver: matrix free, gmres, preconditioner, full jacobian matrix;",
    "nonlinear solver: matrix free, bicgstab, tolerance, 1e-6, steps, 50, tau, 1e-7, eta, 0.5, preconditioner, full "
    "jacobian "
    "matrix, steps, 10, honor element requests;",
    "nonlinear solver: nox;",
    "nonlinear solver: nox, modified, 4, linear solver, bicgstab, jacobian operator, newton krylov;",
    "nonlinear solver: nox, forcing term, type 2, forcing term alpha, 1.5, forcing term gamma, 0.9, forcing term min "
    "tolerance, 1e-9, forcing term max tolerance, 1e-3, line search method, polynomial;",
    "nonlinear solver: nox, use preconditioner as solver, yes, line search method, backtrack;",
    "nonlinear solver: nox, line search method, more thuente;",
    "nonlinear solver: nox, line search method, more thuente, sufficient decrease condition, ared pred;",
    "nonlinear solver: nox, modified, 30, keep jacobian matrix, use preconditioner as solver, no, linesearch method, "
    "backtrack, direction, newton, jacobian operator, newton krylov, forcing term, constant, linear solver tolerance, "
    "1e-12, inner iterations before assembly, 15, linear solver max iterations, 300, krylov subspace size, 300, "
    "minimum "
    "step, 1e-12, recovery step type, constant, recovery step, 1e-12, verbose, 3, print convergence info, no;",
    "nonlinear solver: nox, modified, 4, direction, broyden, sufficient decrease condition, ared pred;",
    "nonlinear solver: nox, direction, broyden;",
    "nonlinear solver: nox, modified, 6, keep jacobian matrix, direction, broyden, line search method, polynomial;",
    "nonlinear solver: nox, linear solver, cg;",
    "nonlinear solver: nox, modified, 5, linear solver, cgs;",
    "nonlinear solver: nox, solver, trust region based;",
    "nonlinear solver: nox, modified, 3, solver, trust region based, use preconditioner as solver, yes;",
    "nonlinear solver: nox, solver, inexact trust region based, forcing term, type 1;",
    "nonlinear solver: nox, solver, tensor based;",
    "nonlinear solver: nox, linear solver, tfqmr, linear solver tolerance, 1e-9, linear solver max iterations, 30, "
    "krylov "
    "subspace size, 10, inner iterations before assembly, 5, solver, line search based, line search max iterations, "
    "10, "
    "minimum step, 1e-3, recovery step, 0.5, recovery step type, constant, verbose, no, print convergence info, no;",
};

static void test_same_motion(void **of)
{
    world *world = *of;
    const row exact = reference(world);
    for (size_t k = 0; k < sizeof SAME / sizeof *SAME; k++) {
        swing(world, SAME[k]);
        for (int i = 0; i < 3; i++)
            assert_near(world->rows[world->n - 1].y[i], exact.y[i], 1e-7);
    }
}

static void test_modified_newton_makes_fewer_matrices(void **of)
{
    world *world = *of;
    reference(world);
    const long matrices = world->sum.jacobians, iterations = world->sum.iterations;
    assert_int_equal(matrices, iterations);
    swing(world, "nonlinear solver: newton raphson, modified, 5;");
    assert_true(world->sum.jacobians < matrices);
    swing(world, "nonlinear solver: newton raphson, modified, 1000, keep jacobian matrix;");
    assert_true(world->sum.jacobians <=
                8); /* derivatives, start, method, and where one did not make the error smaller */
    assert_true(world->sum.iterations >= iterations);
    swing(world, "nonlinear solver: bfgs;");
    assert_true(world->sum.jacobians < matrices);
    swing(world, "nonlinear solver: matrix free, gmres, preconditioner, full jacobian matrix;");
    assert_true(world->sum.jacobians < matrices);
}

/* Steps so long that the matrix of the first iteration does not converge, or not in the iterations allowed: it is
 * renewed, and the roots are those of Newton's method. */
static void test_modified_newton_adapts_where_it_would_fail(void **of)
{
#define STRIDES "final time: 0.475; time step: 0.05; method: crank nicolson; max iterations: 12; tolerance: 1.e-10;"
    static const char *const CARDS[] = {STRIDES "nonlinear solver: newton raphson, modified, 1000;",
                                        STRIDES "nonlinear solver: newton raphson, modified, 1000, keep jacobian;",
                                        STRIDES "nonlinear solver: newton raphson, adaptive;"};
    static row exact[11];
    world *world = *of;
    assert_true(world_scalar(world, STRIDES "nonlinear solver: newton raphson, true;", CUBIC));
    assert_int_equal(world->n, 11);
    memcpy(exact, world->rows, sizeof exact);
    for (size_t k = 0; k < sizeof CARDS / sizeof *CARDS; k++) {
        assert_true(world_scalar(world, CARDS[k], CUBIC));
        assert_true(world->sum.jacobians < world->sum.iterations);
        for (int i = 0; i < world->n; i++)
            assert_near(world->rows[i].y[0], exact[i].y[0], 1e-10);
    }
}

/* x' + 30 x = sin 10 t is linear: one matrix serves all steps, once the method is no longer that of the first. */
static void test_adaptive_newton_keeps_what_is_exact(void **of)
{
    world *world = *of;
    assert_true(world_scalar(world,
                             "final time: 0.995; time step: 0.01; method: ms, 0.6; tolerance: 1.e-10; max iterations: "
                             "20; nonlinear solver: newton raphson, adaptive;",
                             "genel: 1, spring support, 1, abstract, algebraic, linear viscoelastic, 30., 1.;"
                             "genel: 2, spring support, 1, abstract, algebraic, linear elastic, 0.;"
                             "force: 1, abstract, 1, abstract, sine, 0., 10., 1., forever, 0.;"));
    assert_int_equal(world->n, 101);
    assert_true(world->sum.iterations >= 99);
    assert_true(world->sum.jacobians <= 8);
}

/* A force that Newton's method overshoots, further and further: atan far from its zero. The search shortens the
 * step. */
static void test_line_search_where_newton_fails(void **of)
{
    world *world = *of;
#define LONG                                                                                                    \
    "final time: 2.; time step: 1.; method: implicit euler; tolerance: 1.e-8; max iterations: 60; derivatives " \
    "tolerance: 1.e9;"
#define WALL                                                                                             \
    "genel: 1, spring support, 1, abstract, algebraic, linear viscoelastic, 0., 1.e-3;"                  \
    "genel: 2, spring support, 1, abstract, algebraic, symbolic elastic, epsilon, \"eps\", expression, " \
    "\"100*atan(4*(eps-30))\";"                                                                          \
    "force: 1, abstract, 1, abstract, const, 0.;"
    const bool newton = world_scalar(world, LONG, WALL);
    const bool search = world_scalar(
        world, LONG "nonlinear solver: line search, lambda min, 0., tolerance x, 1.e-12, max iterations, 100;", WALL);
    assert_false(newton);
    assert_true(search);
    assert_near(world->rows[world->n - 1].y[0], 30, 1e-3);
    assert_true(world_scalar(
        world, LONG "nonlinear solver: nox, sufficient decrease condition, ared pred, minimum step, 1.e-9;", WALL));
    assert_near(world->rows[world->n - 1].y[0], 30, 1e-3);
}

/* Directions of the gradient are Newton's in one dimension, and need many iterations in two. */
static void test_gradient_directions(void **of)
{
    world *world = *of;
#define SHORT "final time: 0.2; time step: 0.05; method: crank nicolson; tolerance: 1.e-8; max iterations: 200;"
    assert_true(world_scalar(world, SHORT, CUBIC));
    const double x = world->rows[world->n - 1].y[0];
    const long newton = world->sum.iterations;
    assert_true(world_scalar(world, SHORT "nonlinear solver: nox, direction, steepest descent;", CUBIC));
    assert_near(world->rows[world->n - 1].y[0], x, 1e-7);
    assert_true(world->sum.iterations <= newton + 4);
    assert_true(world_scalar(world, SHORT "nonlinear solver: nox, direction, nonlinear cg;", CUBIC));
    assert_near(world->rows[world->n - 1].y[0], x, 1e-7);
}

/* What Newton's method overshoots is solved within a trust region; the secant of the tensor step needs fewer iterations
 * than Newton's where curvature rules. */
static void test_trust_region_and_tensor(void **of)
{
    world *world = *of;
    assert_false(world_scalar(world, LONG, WALL));
    assert_true(world_scalar(world, LONG "nonlinear solver: nox, solver, trust region based;", WALL));
    assert_near(world->rows[world->n - 1].y[0], 30, 1e-3);
    assert_true(world_scalar(world, SHORT "nonlinear solver: nox, use preconditioner as solver, yes;", CUBIC));
    const double x = world->rows[world->n - 1].y[0];
    const long newton = world->sum.iterations;
    assert_true(world_scalar(world, SHORT "nonlinear solver: nox, solver, tensor based;", CUBIC));
    assert_near(world->rows[world->n - 1].y[0], x, 1e-7);
    assert_true(world->sum.iterations < newton);
}

/* The residual alone decides, and the correction only when the residual has no tolerance. */
static void test_nox_ends_with_the_residual(void **of)
{
    world *world = *of;
#define BOTH "tolerance: 1.e-6, test, norm, 1.e-30, test, norm; derivatives tolerance: 1.e-4;"
    swing(world, BOTH);
    const long both = world->sum.iterations;
    swing(world, BOTH "nonlinear solver: nox;");
    assert_true(world->sum.iterations < both);
    for (int i = 1; i < world->n; i++)
        assert_true(world->rows[i].iterations <= 3);
    swing(world, "tolerance: null, 1.e-6; derivatives tolerance: 1.e-4; nonlinear solver: nox;");
    assert_near(world->rows[world->n - 1].y[0], reference(world).y[0], 1e-7);
}

/* A whole step of this weighted size or less is the end; a shortened one is not. */
static void test_weighted_rms(void **of)
{
    world *world = *of;
    swing(world,
          "tolerance: 1.e-30; nonlinear solver: nox, weighted rms absolute tolerance, 1.e-9, weighted rms relative "
          "tolerance, 1.e-9;");
    for (int i = 1; i < world->n; i++)
        assert_true(world->rows[i].iterations <= 4);
    assert_false(world_scalar(world,
                              LONG "tolerance: 1.e-30; nonlinear solver: nox, recovery step, 1.e-9, line search max "
                                   "iterations, 0, weighted rms absolute tolerance, 1.;",
                              WALL));
}

/* The values behind each `word` among the lines that were printed. */
static int numbers_after(const char *lines, const char *word, double *v, int most)
{
    int n = 0;
    for (const char *p = lines; n < most && (p = strstr(p, word)) != NULL; p++)
        v[n++] = strtod(p + strlen(word), NULL);
    return n;
}

static void check_forcing(world *world, const char *options, double alpha, double gamma)
{
    double error[20], of_linear[20];
    char cards[512];
    snprintf(cards, sizeof cards,
             SHORT
             "output: iterations; nonlinear solver: nox, print convergence info, yes, forcing term max tolerance, "
             "0.5, forcing term, %s;",
             options);
    assert_true(world_scalar(world, cards, CUBIC));
    const char *first = strstr(world->printed, "linear tolerance"), *from = first;
    while (from > world->printed && strncmp(from, "Iteration(0)", 12) != 0)
        from--;
    const int n = numbers_after(first, "linear tolerance ", of_linear, 3);
    for (int i = 0; i < 3; i++) {
        char word[32];
        snprintf(word, sizeof word, "Iteration(%d) ", i);
        assert_int_equal(numbers_after(from, word, error + i, 1), 1);
    }
    assert_int_equal(n, 3);
    assert_near(of_linear[0], 0.5, 0);
    for (int i = 1; i < 3; i++) {
        const double wanted = gamma > 0 ? gamma * pow(error[i] / error[i - 1], alpha) : error[i] / error[i - 1];
        const double guard =
            gamma > 0 ? gamma * pow(of_linear[i - 1], alpha) : pow(of_linear[i - 1], (1 + sqrt(5)) / 2);
        assert_near(of_linear[i] / fmin(fmax(wanted, guard > 0.1 ? guard : 0), 0.5), 1, 1e-4);
    }
}

/* Tolerances of linear solutions by Eisenstat and Walker's formulas, from the errors that are printed. The linear
 * solution here is exact whatever its tolerance. */
static void test_forcing_terms(void **of)
{
    check_forcing(*of, "type 2", 1.5, 0.9);
    check_forcing(*of, "type 2, forcing term alpha, 2., forcing term gamma, 0.5", 2, 0.5);
    check_forcing(*of, "type 1", 0, 0);
}

/* With `newton krylov` one matrix serves for several iterations, with `newton` every iteration has its own. */
static void test_jacobian_operator(void **of)
{
    world *world = *of;
    swing(world, "nonlinear solver: nox, modified, 50, keep jacobian matrix;");
    assert_int_equal(world->sum.jacobians, world->sum.iterations);
    assert_non_null(strstr(world->said, "W0520: 'modified' has no effect without 'jacobian operator, newton krylov'"));
    const long newton = world->sum.iterations;
    swing(world, "nonlinear solver: nox, modified, 50, keep jacobian matrix, jacobian operator, newton krylov;");
    assert_true(world->sum.jacobians < newton / 4);
    assert_true(world->sum.iterations <= newton + 2); /* products are exact: so are the directions */
}

/* A step that no search can find: the wall is overshot at every length above the least. */
static void test_recovery(void **of)
{
    world *world = *of;
#define FAILS LONG "nonlinear solver: nox, verbose, yes, minimum step, 0.9, "
    assert_true(world_scalar(world, FAILS "recovery step, 0.01;", WALL) || true);
    assert_non_null(strstr(world->printed, "the search failed: continuing with lambda 0.01\n"));
    world_scalar(world, FAILS "recovery step type, last computed step;", WALL);
    assert_non_null(strstr(world->printed, "the search failed: continuing with lambda 0.9\n"));
    assert_null(strstr(world->printed, "lambda 0.01"));
    world_scalar(world, FAILS "line search max iterations, 0;", WALL);
    assert_non_null(strstr(world->printed, "the search failed: continuing with lambda 1\n"));
}

/* Each finds the zero behind the wall by steps of its own: halves; cubics; brackets with derivatives. */
static void test_line_search_methods(void **of)
{
    world *world = *of;
    static const char *const METHODS[] = {"backtrack", "polynomial", "more thuente"};
    char printed[3][sizeof world->printed], cards[512];
    for (int k = 0; k < 3; k++) {
        snprintf(cards, sizeof cards,
                 LONG "nonlinear solver: nox, print convergence info, yes, line search method, %s;", METHODS[k]);
        assert_true(world_scalar(world, cards, WALL));
        assert_near(world->rows[world->n - 1].y[0], 30, 1e-3);
        memcpy(printed[k], world->printed, sizeof world->printed);
    }
    double lambda[40];
    const int n = numbers_after(printed[0], "lambda ", lambda, 40);
    for (int i = 0; i < n; i++)
        assert_near(frexp(lambda[i], &(int){0}), 0.5, 0);
    assert_string_not_equal(printed[1], printed[2]);
    assert_string_not_equal(printed[0], printed[1]);
}

/* Both conditions lead over the wall; options without effect are notified of. */
static void test_conditions(void **of)
{
    world *world = *of;
#define HARD LONG "nonlinear solver: nox, print convergence info, yes, sufficient decrease condition, "
    swing(world, "nonlinear solver: mcp newton fb, mcp p, 2.;");
    assert_non_null(strstr(world->said, "W0520: 'mcp p' has no effect"));
    assert_true(world_scalar(world, HARD "ared pred;", WALL));
    assert_near(world->rows[world->n - 1].y[0], 30, 1e-3);
    assert_true(world_scalar(world, HARD "armijo goldstein, line search method, backtrack;", WALL));
    assert_non_null(strstr(world->said,
                           "W0520: 'sufficient decrease condition' has no effect with 'line search method, "
                           "backtrack'"));
}

static void test_search_reports(void **of)
{
    world *world = *of;
    assert_true(world_scalar(
        world, LONG "nonlinear solver: line search, lambda min, 0., tolerance x, 1.e-12, print convergence info, yes;",
        WALL));
    assert_non_null(strstr(world->printed, "lambda 1 f "));
    assert_false(world_scalar(world, LONG "nonlinear solver: line search, lambda min, 0.9, relative, no;", WALL));
    assert_non_null(strstr(world->said, "abort at lambda min, no"));
}

static void test_refused(void **of)
{
    world *world = *of;
    static const struct {
        const char *card, *code;
    } WRONG[] = {
        {"nonlinear solver: guess;", "E0502"},
        {"nonlinear solver: line search, alpha, -1.;", "E0509"},
        {"nonlinear solver: line search, lambda factor min, 1.5;", "E0510"},
        {"nonlinear solver: line search, algorithm, quartic;", "E0208"},
        {"nonlinear solver: line search, scale Newton step, yes, min scale, 2.;", "E0510"},
        {"nonlinear solver: nox, linear solver, ilu;", "E0208"},
        {"nonlinear solver: nox, direction, uphill;", "E0208"},
        {"nonlinear solver: nox, solver, oracle based;", "E0208"},
        {"nonlinear solver: nox, recovery step, 0.;", "E0213"},
        {"nonlinear solver: nox, minimum step, -1.;", "E0213"},
        {"nonlinear solver: nox, forcing term, type 2, forcing term min tolerance, 0.1;", "E0521"},
        {"nonlinear solver: nox, line search method, golden;", "E0208"},
        {"nonlinear solver: matrix free;", "E0205"},
        {"tolerance: -1.;", "E0509"},
        {"linear solver: abacus;", "E0208"},
        {"linear solver: naive, scale, sideways;", "E0208"},
        {"linear solver: naive, pivot factor, 1.5;", "E0510"},
        {"threads: 0;", "E0214"},
        {"method: guess;", "E0500"},
        {"method: ms 0.6;", "E020"},
        {"method: 0.6;", "E020"},
        {"nonlinear solver: 3;", "E020"},
        {"derivatives tolerance: -1.;", "E0509"},
        {"dummy steps tolerance: -1.;", "E0509"},
        {"max time step: 0.;", "E0213"},
        {"max time step: null;", "E0213"},
        {"module load: \"libmodule-drive\"; max time step: dummy, 0.;", "E0213"},
        {"method: bdf, order, 3;", "E0214"},
        {"abort after: lunch;", "E0208"},
    };
    for (size_t k = 0; k < sizeof WRONG / sizeof *WRONG; k++) {
        char cards[512];
        snprintf(cards, sizeof cards, SWING "%s", WRONG[k].card);
        assert_false(world_pendulum(world, cards));
        if (!strstr(world->said, WRONG[k].code))
            fail_msg("%s: %s", WRONG[k].card, world->said);
    }
}

static void test_linear_solvers(void **of)
{
    world *world = *of;
    const row exact = reference(world);
    static const char *const CARDS[] = {
        "linear solver: naive, colamd, mt, 1, pivot factor, 1e-8;",
        "linear solver: umfpack, cc, block size, 4, scale, always;",
        "linear solver: umfpack, scale, max;",
        "linear solver: klu, map, scale, iterative, scale tolerance, 1.e-3, scale iterations, 10;",
        "linear solver: lapack, scale, once;",
        "linear solver: y12, workspace size, 10000;",
        "solver: qr;",
        "linear solver: umfpack, tolerance, 1.e-12, max iterations, 5;",
        "linear solver: aztecoo, tolerance, 1.e-10, max iterations, 100, preconditioner, klu;",
        "threads: disable;",
        "threads: auto;",
        "threads: solver, 1;",
        "threads: assembly, 2;",
        "threads: solver, 2;",
        "threads: 2;",
        "linear solver: naive, pivot factor, 0.;",
        "linear solver: y12, pivot factor, 0.;",
        "threads: assembly, 2; threads: solver, 1;",
    };
    for (size_t k = 0; k < sizeof CARDS / sizeof *CARDS; k++) {
        swing(world, CARDS[k]);
        for (int i = 0; i < 3; i++)
            assert_near(world->rows[world->n - 1].y[i], exact.y[i], 1e-7);
    }
}

/* The row of the mass at the start, g h, is left to itself: velocities are prescribed then, and no correction of them
 * may count in the test of the solution. */
static void test_search_counts_applied_corrections(void **of)
{
    world *world = *of;
    static const char *const SOLVERS[] = {"newton raphson", "line search, default solver options, heavy nonlinear"};
    row first[2];
    for (int k = 0; k < 2; k++) {
        char words[2048];
        snprintf(words, sizeof words,
                 "begin: data; problem: initial value; end: data; begin: initial value; final time: 0.01; time step: "
                 "0.002; method: ms, 0.6; tolerance: 1.e-6, 1.e-6; max iterations: 50; derivatives tolerance: 0.05, "
                 "1.e-6; derivatives max iterations: 50; derivatives coefficient: auto; nonlinear solver: %s; end: "
                 "initial value; begin: control data; structural nodes: 2; rigid bodies: 1; joints: 1; loadable "
                 "elements: 1; gravity; end: control data; module load: \"libmodule-nonsmooth-node\"; begin: nodes; "
                 "structural: 1, static, null, eye, null, null; structural: 2, dynamic, 0., 0., 0.3, eye, null, null; "
                 "end: nodes; begin: elements; joint: 1, clamp, 1, node, node; body: 2, 2, 0.2, null, eye; gravity: "
                 "uniform, 0., 0., -1., 9.81; user defined: 10, nonsmooth node, 2, mass, 0.8, radius, 0.05, planes, 1, "
                 "1, position, null, rotation orientation, eye, restitution, 0.6; end: elements;",
                 SOLVERS[k]);
        assert_true(world_run(world, words));
        first[k] = world->rows[world->n - 1];
    }
    for (int i = 0; i < MOST_VALUES; i++)
        assert_near(first[0].y[i], first[1].y[i], 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_same_motion),
        TEST(test_modified_newton_makes_fewer_matrices),
        TEST(test_modified_newton_adapts_where_it_would_fail),
        TEST(test_adaptive_newton_keeps_what_is_exact),
        TEST(test_line_search_where_newton_fails),
        TEST(test_gradient_directions),
        TEST(test_trust_region_and_tensor),
        TEST(test_nox_ends_with_the_residual),
        TEST(test_weighted_rms),
        TEST(test_forcing_terms),
        TEST(test_jacobian_operator),
        TEST(test_recovery),
        TEST(test_line_search_methods),
        TEST(test_conditions),
        TEST(test_search_reports),
        TEST(test_search_counts_applied_corrections),
        TEST(test_refused),
        TEST(test_linear_solvers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
