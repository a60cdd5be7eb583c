/* scaling_test.c - scale factors of each method, and badly scaled systems solved with them and with refinement. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "linalg/linear_solver.h"
#include "linalg/scaling.h"
#include "unit/linalg/systems.h"

static const scale_method methods[] = {SCALE_ROW_MAX, SCALE_ROW_SUM,   SCALE_COLUMN_MAX,        SCALE_COLUMN_SUM,
                                       SCALE_LAPACK,  SCALE_ITERATIVE, SCALE_ROW_MAX_COLUMN_MAX};

/* | 8 0 2 |
 * | 0 0 4 |
 * | 1 32 0 | */
static csc *small(void)
{
    system_list list = {.n = 3};
    system_add(&list, 0, 0, 8.0);
    system_add(&list, 0, 2, -2.0);
    system_add(&list, 1, 2, 4.0);
    system_add(&list, 2, 0, -1.0);
    system_add(&list, 2, 1, 32.0);
    return system_finish(&list, true);
}

static void expect(scale_method method, double r0, double r1, double r2, double c0, double c1, double c2)
{
    csc *matrix = small();
    const linear_options options = {.scale = method};
    double r[3], c[3], work[6];
    scaling_find(matrix, &options, r, c, work);
    assert_true(r[0] == r0 && r[1] == r1 && r[2] == r2);
    assert_true(c[0] == c0 && c[1] == c1 && c[2] == c2);
    csc_destroy(matrix);
}

static void follows_the_methods(void **state)
{
    (void)state;
    expect(SCALE_NONE, 1, 1, 1, 1, 1, 1);
    expect(SCALE_ROW_MAX, 0.125, 0.25, 0.03125, 1, 1, 1);
    expect(SCALE_ROW_SUM, 0.125, 0.25, 0.03125, 1, 1, 1); /* 1/10, 1/4, 1/33 to powers of two */
    expect(SCALE_COLUMN_MAX, 1, 1, 1, 0.125, 0.03125, 0.25);
    expect(SCALE_COLUMN_SUM, 1, 1, 1, 0.125, 0.03125, 0.125); /* 1/9, 1/32, 1/6 */
    expect(SCALE_LAPACK, 0.125, 0.25, 0.03125, 1, 1, 1);
    expect(SCALE_ROW_MAX_COLUMN_MAX, 0.125, 0.25, 0.03125, 1, 1, 1);
}

/* Rows and columns of R A C have their largest entry within a factor of two of 1. */
static void equilibrates(void **state)
{
    (void)state;
    static const scale_method both[] = {SCALE_LAPACK, SCALE_ITERATIVE, SCALE_ROW_MAX_COLUMN_MAX};
    for (int m = 0; m < 3; m++) {
        csc *matrix = system_scattered(60, 3.0, 8);
        for (int j = 0; j < 60; j++)
            for (int e = matrix->start[j]; e < matrix->start[j + 1]; e++)
                matrix->value[e] *= pow(10.0, matrix->row[e] % 13 - 6) * pow(10.0, 6 - (j * 5) % 13);
        const linear_options options = {.scale = both[m], .scale_iterations = 200, .scale_tolerance = 1e-3};
        double r[60], c[60], work[120];
        scaling_find(matrix, &options, r, c, work);
        double *scaled = malloc((size_t)csc_entries(matrix) * sizeof *scaled), row[60] = {0}, column[60] = {0};
        scaling_apply(matrix, r, c, scaled);
        for (int j = 0; j < 60; j++)
            for (int e = matrix->start[j]; e < matrix->start[j + 1]; e++) {
                assert_true(scaled[e] == r[matrix->row[e]] * matrix->value[e] * c[j]);
                row[matrix->row[e]] = fmax(row[matrix->row[e]], fabs(scaled[e]));
                column[j] = fmax(column[j], fabs(scaled[e]));
            }
        for (int i = 0; i < 60; i++) {
            int exponent;
            assert_true(frexp(r[i], &exponent) == 0.5 && frexp(c[i], &exponent) == 0.5);
            assert_true(row[i] > (m == 0 ? 0.0 : 0.2) && row[i] < 4.1);
            assert_true(column[i] > 0.2 && column[i] < 4.1);
        }
        free(scaled);
        csc_destroy(matrix);
    }
}

static void keeps_empty_lines(void **state)
{
    (void)state;
    for (int m = 0; m < 7; m++) {
        system_list list = {.n = 3};
        system_add(&list, 0, 0, 4.0);
        system_add(&list, 1, 0, 0.0);
        csc *matrix = system_finish(&list, true);
        const linear_options options = {.scale = methods[m]};
        double r[3], c[3], work[6];
        scaling_find(matrix, &options, r, c, work);
        assert_true(r[1] == 1.0 && r[2] == 1.0 && c[1] == 1.0 && c[2] == 1.0);
        csc_destroy(matrix);
    }
}

/* D1 A D2 with factors from 1e-12 to 1e12: x = D2^-1 y is found to many digits. KLU needs rows or both ways scaled, the
 * dense solvers the iterative scaling. */
static bool is_enough(const linear_backend *type, scale_method method)
{
    if (type == linear_backend_find("klu"))
        return method != SCALE_COLUMN_MAX && method != SCALE_COLUMN_SUM;
    return type == linear_backend_find("naive") || method == SCALE_ITERATIVE;
}

static void solves_badly_scaled(void **state)
{
    (void)state;
    enum { N = 48 };
    for (int t = 0; t < linear_backend_count; t++)
        for (int m = 0; m < 7; m++) {
            if (!is_enough(linear_backends[t], methods[m]))
                continue;
            csc *matrix = system_scattered(N, 2.0, 3);
            double known[N], b[N], right[N];
            for (int i = 0; i < N; i++)
                right[i] = pow(10.0, (i * 7) % 25 - 12);
            for (int j = 0; j < N; j++)
                for (int e = matrix->start[j]; e < matrix->start[j + 1]; e++)
                    matrix->value[e] *= pow(10.0, 12 - (matrix->row[e] * 11) % 25) * right[j];
            for (int i = 0; i < N; i++)
                known[i] = (1.0 + 0.5 * sin(i)) / right[i];
            csc_multiply(matrix, known, b);
            const linear_options options = {
                .scale = methods[m], .when = m % 2 ? SCALE_ONCE : SCALE_ALWAYS, .refine_iterations = 4};
            linear *solver = linear_create(linear_backends[t], matrix, &options);
            int column;
            if (linear_factor(solver, matrix, &column) != LINEAR_OK ||
                linear_factor(solver, matrix, &column) != LINEAR_OK)
                fail_msg("%s method %d: singular at column %d", linear_backends[t]->keyword, m, column);
            linear_solve(solver, b);
            for (int i = 0; i < N; i++)
                if (!(fabs(b[i] - known[i]) < 1e-7 * fabs(known[i])))
                    fail_msg("%s method %d: x[%d] = %g, not %g", linear_backends[t]->keyword, m, i, b[i], known[i]);
            linear_destroy(solver);
            csc_destroy(matrix);
        }
}

/* A Hilbert-like matrix: refinement brings the backward error to rounding, and stops. */
static void refines(void **state)
{
    (void)state;
    enum { N = 8 };
    system_list list = {.n = N};
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            system_add(&list, i, j, 1.0 / (i + j + 1) * pow(10.0, i % 4 * 5));
    csc *matrix = system_finish(&list, true);
    for (int t = 0; t < linear_backend_count; t++) {
        const linear_options options = {.refine_iterations = 10, .refine_tolerance = 1e-15};
        linear *solver = linear_create(linear_backends[t], matrix, &options);
        double x[N], b[N];
        for (int i = 0; i < N; i++)
            x[i] = b[i] = pow(-10.0, i % 4 * 5);
        int column;
        assert_int_equal(linear_factor(solver, matrix, &column), LINEAR_OK);
        linear_solve(solver, x);
        assert_true(system_error(matrix, x, b) < 1e-15);
        linear_destroy(solver);
    }
    csc_destroy(matrix);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_the_methods), cmocka_unit_test(equilibrates), cmocka_unit_test(keeps_empty_lines),
        cmocka_unit_test(solves_badly_scaled), cmocka_unit_test(refines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
