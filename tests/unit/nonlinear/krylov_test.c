/* krylov_test.c - iterative linear solutions against a known one: with and without preconditioner, with restarts,
 * refusals. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "nonlinear/krylov.h"
#include <math.h>
#include <string.h>

enum { N = 40 };

/* A row: 4 on the diagonal, -1 and -2 beside it (not symmetric), 0.5 far away. */
static void product(void *to, const double *v, double *out)
{
    (void)to;
    for (int i = 0; i < N; i++)
        out[i] = 4 * v[i] - (i > 0 ? v[i - 1] : 0) - 2 * (i < N - 1 ? v[i + 1] : 0) + 0.5 * v[(i + 17) % N];
}

static void halve(void *to, double *v)
{
    (void)to;
    for (int i = 0; i < N; i++)
        v[i] /= 4 + 0.02 * i;
}

static void known(double *x, double *b)
{
    for (int i = 0; i < N; i++)
        x[i] = sin(1 + 0.7 * i) + 0.1 * i;
    product(NULL, x, b);
}

static double distance(const double *a, const double *b)
{
    double most = 0;
    for (int i = 0; i < N; i++)
        most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

typedef krylov_report solver(krylov *, const krylov_operator *, const double *, double *, double, int);

static void check(solver *solve, int basis, bool preconditioned)
{
    arena *memory = arena_create();
    krylov *krylov = krylov_create(N, basis, memory);
    const krylov_operator A = {.n = N, .product = product, .precondition = preconditioned ? halve : NULL};
    double exact[N], b[N], x[N], back[N];
    known(exact, b);
    const krylov_report report = solve(krylov, &A, b, x, 1e-12, 500);
    assert_true(report.converged);
    assert_true(distance(x, exact) < 1e-9);
    product(NULL, x, back);
    assert_true(distance(back, b) < 1e-9);
    assert_in_range(report.iterations, 2, 400);
    arena_destroy(memory);
}

static void test_gmres(void **of)
{
    (void)of;
    check(krylov_gmres, N, false);
    check(krylov_gmres, N, true);
}

static void test_gmres_with_restarts(void **of)
{
    (void)of;
    check(krylov_gmres, 7, false);
    check(krylov_gmres, 7, true);
}

static void test_bicgstab(void **of)
{
    (void)of;
    check(krylov_bicgstab, 1, false);
    check(krylov_bicgstab, 1, true);
}

static void test_cgs_and_tfqmr(void **of)
{
    (void)of;
    check(krylov_cgs, 1, false);
    check(krylov_cgs, 1, true);
    check(krylov_tfqmr, 1, false);
    check(krylov_tfqmr, 1, true);
}

/* 2 on the diagonal, -1 beside it: symmetric and positive, so that N iterations are enough; and its negative, which is
 * refused at once. */
static void second_difference(void *to, const double *v, double *out)
{
    for (int i = 0; i < N; i++)
        out[i] = *(double *)to * (2 * v[i] - (i > 0 ? v[i - 1] : 0) - (i < N - 1 ? v[i + 1] : 0));
}

static void test_conjugate_gradients(void **of)
{
    (void)of;
    arena *memory = arena_create();
    krylov *krylov = krylov_create(N, 1, memory);
    double sign = 1, exact[N], b[N], x[N];
    const krylov_operator A = {.n = N, .context = &sign, .product = second_difference};
    known(exact, b);
    second_difference(&sign, exact, b);
    krylov_report report = krylov_cg(krylov, &A, b, x, 1e-11, 500);
    assert_true(report.converged);
    assert_in_range(report.iterations, 2, N + 2);
    assert_true(distance(x, exact) < 1e-8);
    sign = -1;
    report = krylov_cg(krylov, &A, b, x, 1e-11, 500);
    assert_false(report.converged);
    assert_int_equal(report.iterations, 1);
    arena_destroy(memory);
}

static void exact_inverse(void *to, double *v)
{
    (void)to;
    for (int i = 0; i < N; i++)
        v[i] /= 3;
}

static void three_times(void *to, const double *v, double *out)
{
    (void)to;
    for (int i = 0; i < N; i++)
        out[i] = 3 * v[i];
}

/* With the inverse as preconditioner one iteration is enough. */
static void test_exact_preconditioner(void **of)
{
    (void)of;
    arena *memory = arena_create();
    krylov *krylov = krylov_create(N, 5, memory);
    const krylov_operator A = {.n = N, .product = three_times, .precondition = exact_inverse};
    double b[N], x[N];
    for (int i = 0; i < N; i++)
        b[i] = i - 5;
    assert_int_equal(krylov_gmres(krylov, &A, b, x, 1e-12, 50).iterations, 1);
    assert_true(fabs(x[20] - 5) < 1e-13);
    static solver *const OTHERS[] = {krylov_bicgstab, krylov_cgs, krylov_tfqmr, krylov_cg};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(OTHERS[i](krylov, &A, b, x, 1e-12, 50).iterations, 1);
        assert_true(fabs(x[20] - 5) < 1e-13);
    }
    arena_destroy(memory);
}

/* Multiplication by one leaves no rounding error: the residual is exactly zero after half an iteration. */
static void one_time(void *of, const double *v, double *out)
{
    (void)of;
    memcpy(out, v, N * sizeof *v);
}

static void exact_solution_at_once_is_accepted(void **of)
{
    (void)of;
    arena *memory = arena_create();
    krylov *krylov = krylov_create(N, 5, memory);
    const krylov_operator A = {.n = N, .product = one_time};
    double b[N], x[N];
    for (int i = 0; i < N; i++)
        b[i] = i - 5;
    static solver *const ALL[] = {krylov_gmres, krylov_bicgstab, krylov_cgs, krylov_tfqmr, krylov_cg};
    for (int i = 0; i < 5; i++) {
        const krylov_report report = ALL[i](krylov, &A, b, x, 1e-12, 50);
        assert_true(report.converged);
        assert_int_equal(report.iterations, 1);
        assert_true(distance(x, b) < 1e-14);
    }
    arena_destroy(memory);
}

static void test_zero_right_side(void **of)
{
    (void)of;
    arena *memory = arena_create();
    krylov *krylov = krylov_create(N, 5, memory);
    const krylov_operator A = {.n = N, .product = product};
    double b[N] = {0}, x[N];
    memset(x, 1, sizeof x);
    assert_true(krylov_gmres(krylov, &A, b, x, 1e-12, 50).converged);
    assert_true(distance(x, b) == 0);
    memset(x, 1, sizeof x);
    static solver *const OTHERS[] = {krylov_bicgstab, krylov_cgs, krylov_tfqmr, krylov_cg};
    for (int i = 0; i < 4; i++) {
        memset(x, 1, sizeof x);
        assert_true(OTHERS[i](krylov, &A, b, x, 1e-12, 50).converged);
        assert_true(distance(x, b) == 0);
    }
    arena_destroy(memory);
}

static void test_too_few_iterations(void **of)
{
    (void)of;
    arena *memory = arena_create();
    krylov *krylov = krylov_create(N, N, memory);
    const krylov_operator A = {.n = N, .product = product};
    double exact[N], b[N], x[N];
    known(exact, b);
    const krylov_report report = krylov_gmres(krylov, &A, b, x, 1e-14, 3);
    assert_false(report.converged);
    assert_int_equal(report.iterations, 3);
    assert_true(report.error > 1e-14 && report.error < 1);
    arena_destroy(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gmres),
        cmocka_unit_test(test_gmres_with_restarts),
        cmocka_unit_test(test_bicgstab),
        cmocka_unit_test(test_cgs_and_tfqmr),
        cmocka_unit_test(test_conjugate_gradients),
        cmocka_unit_test(test_exact_preconditioner),
        cmocka_unit_test(exact_solution_at_once_is_accepted),
        cmocka_unit_test(test_zero_right_side),
        cmocka_unit_test(test_too_few_iterations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
