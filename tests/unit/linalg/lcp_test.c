/* lcp_test.c - linear complementarity problems with known solutions, by every method that is there. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "linalg/lcp.h"
#include "base/array.h"
#include <math.h>
#include <string.h>

enum { MOST = 30, DIRECTIONS = 12, N_FRICTION = DIRECTIONS + 2 };

static const lcp_method METHODS[] = {
    LCP_LEMKE,         LCP_GAUSS_SEIDEL,    LCP_SICONOS_RPGS,       LCP_SICONOS_CPG,
    LCP_SICONOS_LATIN, LCP_SICONOS_LATIN_W, LCP_SICONOS_NEWTON_MIN, LCP_SICONOS_NEWTON_FB};

/* A problem with its own room. */
typedef struct {
    lcp problem;
    double M[MOST * MOST], q[MOST], z[MOST], workspace[LCP_WORKSPACE(MOST)];
    int basic[MOST], block[MOST];
} problem;

static void prepare(problem *problem, int n, const double *M, const double *q)
{
    memcpy(problem->M, M, (size_t)(n * n) * sizeof *M);
    memcpy(problem->q, q, (size_t)n * sizeof *q);
    for (int i = 0; i < n; i++)
        problem->block[i] = 1;
    problem->problem = (lcp){.n = n,
                             .M = problem->M,
                             .q = problem->q,
                             .block = problem->block,
                             .z = problem->z,
                             .basic = problem->basic,
                             .workspace = problem->workspace};
}

static bool solve(problem *problem, lcp_method by)
{
    return lcp_solve(&problem->problem, &(lcp_options){.method = by, .tolerance = 1e-11});
}

static void assert_close(double is, double should, double within)
{
    if (!(fabs(is - should) <= within))
        fail_msg("%.17g is not %.17g", is, should);
}

/* w = M z + q, neither negative, one of them zero. */
static void assert_solved(const problem *problem)
{
    const int n = problem->problem.n;
    for (int i = 0; i < n; i++) {
        double w = problem->q[i];
        for (int k = 0; k < n; k++)
            w += problem->M[i * n + k] * problem->z[k];
        assert_close(fmin(w, problem->z[i]), 0.0, 1e-9);
    }
}

/* The second impulse alone is enough for both: z = (0, 2), w = (0, 0) is degenerate; then one where both are needed. */
static void rows_that_act_on_each_other(void **state)
{
    (void)state;
    const double M[] = {1, 0.5, 0.5, 1}, q[] = {-1, -2}, r[] = {-1.5, -1.5};
    for (int i = 0; i < ARRAY_LEN(METHODS); i++) {
        problem problem;
        if (!lcp_is_there(METHODS[i]))
            continue;
        prepare(&problem, 2, M, q);
        assert_true(solve(&problem, METHODS[i]));
        assert_close(problem.z[0], 0.0, 1e-9);
        assert_close(problem.z[1], 2.0, 1e-9);
        prepare(&problem, 2, M, r);
        assert_true(solve(&problem, METHODS[i]));
        assert_close(problem.z[0], 1.0, 1e-9);
        assert_close(problem.z[1], 1.0, 1e-9);
        lcp_find_basis(&problem.problem); /* - inverse of M */
        assert_close(lcp_derivative(&problem.problem, 0, 0), -4.0 / 3.0, 1e-9);
        assert_close(lcp_derivative(&problem.problem, 0, 1), 2.0 / 3.0, 1e-9);
        assert_close(lcp_derivative(&problem.problem, 1, 1), -4.0 / 3.0, 1e-9);
    }
}

/* Two rows that are the same: how they share is open, their sum is not, nor is its derivative. */
static void rows_that_depend_on_each_other(void **state)
{
    (void)state;
    const double M[] = {1, 1, 1, 1}, q[] = {-1, -1};
    for (int i = 0; i < ARRAY_LEN(METHODS); i++) {
        problem problem;
        if (!lcp_is_there(METHODS[i]))
            continue;
        prepare(&problem, 2, M, q);
        assert_true(solve(&problem, METHODS[i]));
        assert_solved(&problem);
        lcp_find_basis(&problem.problem);
        double derivative = 0.0;
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 2; k++)
                derivative += lcp_derivative(&problem.problem, j, k);
        assert_close(problem.z[0] + problem.z[1], 1.0, 1e-9);
        assert_close(derivative, -1.0, 1e-9);
    }
}

/* A unit mass with the velocity v is stopped by a plane with friction: normal, twelve directions, and the bound. */
static void prepare_friction(problem *problem, const double v[3], double mu)
{
    double u[N_FRICTION][3] = {{0, 0, 1}}, M[N_FRICTION * N_FRICTION], q[N_FRICTION];
    for (int j = 0; j < DIRECTIONS; j++) {
        u[j + 1][0] = cos(2.0 * M_PI * j / DIRECTIONS);
        u[j + 1][1] = sin(2.0 * M_PI * j / DIRECTIONS);
    }
    for (int i = 0; i < N_FRICTION; i++) {
        q[i] = u[i][0] * v[0] + u[i][1] * v[1] + u[i][2] * v[2];
        for (int j = 0; j < N_FRICTION; j++)
            M[i * N_FRICTION + j] = u[i][0] * u[j][0] + u[i][1] * u[j][1] + u[i][2] * u[j][2];
    }
    const int last = N_FRICTION - 1;
    for (int j = 1; j < last; j++) {
        M[j * N_FRICTION + last] = 1.0;
        M[last * N_FRICTION + j] = -1.0;
    }
    M[last * N_FRICTION] = mu;
    prepare(problem, N_FRICTION, M, q);
    problem->block[0] = N_FRICTION;
}

static double along(const problem *problem, int axis)
{
    double sum = 0.0;
    for (int j = 0; j < DIRECTIONS; j++)
        sum += problem->z[j + 1] * (axis == 0 ? cos(2.0 * M_PI * j / DIRECTIONS) : sin(2.0 * M_PI * j / DIRECTIONS));
    return sum;
}

/* Fast, it is slowed down by mu p; slow, it is stopped. By those that take zeros in the diagonal. */
static void friction_slides_and_sticks(void **state)
{
    (void)state;
    for (int i = 0; METHODS[i] <= LCP_SICONOS_RPGS; i++) {
        problem problem;
        if (!lcp_is_there(METHODS[i]))
            continue;
        prepare_friction(&problem, (const double[]){0.8, 0.0, -0.5}, 0.3);
        assert_true(solve(&problem, METHODS[i]));
        assert_solved(&problem);
        assert_close(problem.z[0], 0.5, 1e-9);
        assert_close(along(&problem, 0), -0.15, 1e-9);
        assert_close(along(&problem, 1), 0.0, 1e-9);
        prepare_friction(&problem, (const double[]){0.05, -0.06, -0.5}, 0.3);
        assert_true(solve(&problem, METHODS[i]));
        assert_close(along(&problem, 0), -0.05, 1e-9);
        assert_close(along(&problem, 1), 0.06, 1e-9);
    }
}

/* M = A A' + I / 2 has exactly one solution. */
static void methods_agree(void **state)
{
    (void)state;
    enum { N = 12 };
    unsigned seed = 7;
    double A[N * N], M[N * N] = {0}, q[N];
    for (int i = 0; i < N * N; i++, seed = seed * 1664525u + 1013904223u)
        A[i] = (double)(seed >> 8) / (1 << 24) - 0.5;
    for (int i = 0; i < N; i++, seed = seed * 1664525u + 1013904223u) {
        q[i] = (double)(seed >> 8) / (1 << 24) - 0.7;
        for (int j = 0; j < N; j++) {
            M[i * N + j] = i == j ? 0.5 : 0.0;
            for (int k = 0; k < N; k++)
                M[i * N + j] += A[i * N + k] * A[j * N + k];
        }
    }
    problem exact;
    prepare(&exact, N, M, q);
    assert_true(solve(&exact, LCP_LEMKE));
    assert_solved(&exact);
    for (int i = 1; i < ARRAY_LEN(METHODS); i++) {
        problem problem;
        if (!lcp_is_there(METHODS[i]))
            continue;
        prepare(&problem, N, M, q);
        assert_true(solve(&problem, METHODS[i]));
        lcp_find_basis(&problem.problem);
        for (int j = 0; j < N; j++) {
            assert_close(problem.z[j], exact.z[j], 1e-8);
            for (int k = 0; k < N; k++)
                assert_close(lcp_derivative(&problem.problem, j, k), lcp_derivative(&exact.problem, j, k), 1e-8);
        }
    }
}

static void limits_are_kept(void **state)
{
    (void)state;
    const double M[] = {1, 0.5, 0.5, 1}, q[] = {-1.5, -1.5};
    problem problem;
    prepare(&problem, 2, M, q);
    assert_true(lcp_solve(&problem.problem, &(lcp_options){LCP_GAUSS_SEIDEL, 1e-2, 0}));
    assert_int_equal(problem.problem.status, 0);
    assert_true(problem.problem.error <= 1e-2 && fabs(problem.z[0] - 1.0) > 1e-6);
    const int rough = problem.problem.iterations;
    assert_true(lcp_solve(&problem.problem, &(lcp_options){LCP_GAUSS_SEIDEL, 1e-10, 0}));
    assert_true(problem.problem.iterations > rough);
    assert_true(lcp_solve(&problem.problem, &(lcp_options){LCP_GAUSS_SEIDEL, 1e-10, 1})); /* pivots do the rest */
    assert_int_equal(problem.problem.status, 1);
    assert_int_equal(problem.problem.iterations, 1);
    assert_close(problem.z[0], 1.0, 1e-15);
    assert_false(lcp_solve(&problem.problem, &(lcp_options){LCP_LEMKE, 0, 1}));
}

/* Nothing that z does changes w < 0. */
static void no_solution_is_said(void **state)
{
    (void)state;
    const double M[] = {0}, q[] = {-1};
    for (int i = 0; i < ARRAY_LEN(METHODS); i++) {
        problem problem;
        if (!lcp_is_there(METHODS[i]))
            continue;
        prepare(&problem, 1, M, q);
        assert_false(solve(&problem, METHODS[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_that_act_on_each_other),
        cmocka_unit_test(rows_that_depend_on_each_other),
        cmocka_unit_test(friction_slides_and_sticks),
        cmocka_unit_test(methods_agree),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(no_solution_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
