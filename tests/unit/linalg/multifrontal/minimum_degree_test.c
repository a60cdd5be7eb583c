/* minimum_degree_test.c - pivots of minimum degree: each row and column once, and all that they fill. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "linalg/multifrontal/minimum_degree.h"
#include "unit/linalg/systems.h"
#include <math.h>
#include <string.h>

enum { N = 60 };

static void takes_every_line_once(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 10; seed++) {
        csc *matrix = system_scattered(N, 3.0, seed);
        bool row_met[N] = {false}, column_met[N] = {false};
        pivot_order *order = minimum_degree_order(matrix, 0.1);
        assert_non_null(order);
        for (int k = 0; k < N; k++) {
            assert_false(row_met[order->row[k]] || column_met[order->column[k]]);
            row_met[order->row[k]] = column_met[order->column[k]] = true;
        }
        pivot_order_destroy(order);
        csc_destroy(matrix);
    }
}

/* Eliminates with the pivots, on a full matrix of what is there and what is not. */
static void follow(const csc *matrix, const pivot_order *order, bool there[N][N])
{
    memset(there, 0, sizeof(bool[N][N]));
    for (int j = 0; j < N; j++)
        for (int e = matrix->start[j]; e < matrix->start[j + 1]; e++)
            there[matrix->row[e]][j] = true;
    bool row_gone[N] = {false}, column_gone[N] = {false};
    for (int k = 0; k < N; k++) {
        const int r = order->row[k], c = order->column[k];
        row_gone[r] = column_gone[c] = true;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                there[i][j] |= !row_gone[i] && !column_gone[j] && there[i][c] && there[r][j];
    }
}

static void compare_step(const pivot_order *order, int k, bool there[N][N])
{
    bool row[N] = {false}, column[N] = {false};
    for (int later = k + 1; later < N; later++) {
        row[order->row[later]] = there[order->row[later]][order->column[k]];
        column[order->column[later]] = there[order->row[k]][order->column[later]];
    }
    for (int e = order->lower_start[k]; e < order->lower_start[k + 1]; e++) {
        assert_true(row[order->lower[e]]);
        row[order->lower[e]] = false;
    }
    for (int e = order->upper_start[k]; e < order->upper_start[k + 1]; e++) {
        assert_true(column[order->upper[e]]);
        column[order->upper[e]] = false;
    }
    for (int i = 0; i < N; i++)
        assert_false(row[i] || column[i]);
}

/* Sparse matrices fall into many blocks, dense ones into one. */
static void reports_what_each_step_fills(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 10; seed++)
        for (double density = 0.5; density < 4.0; density *= 2.0) {
            csc *matrix = system_scattered(N, density, seed);
            pivot_order *order = minimum_degree_order(matrix, 0.1);
            assert_non_null(order);
            static bool there[N][N];
            follow(matrix, order, there);
            for (int k = 0; k < N; k++)
                compare_step(order, k, there);
            pivot_order_destroy(order);
            csc_destroy(matrix);
        }
}

/* A tridiagonal matrix: one product for each pivot but the last, from whichever end. */
static void estimates_products(void **state)
{
    (void)state;
    system_list list = {.n = N};
    for (int i = 0; i < N; i++)
        for (int j = i > 0 ? i - 1 : 0; j < N && j <= i + 1; j++)
            system_add(&list, i, j, i == j ? 4.0 : 1.0);
    csc *matrix = system_finish(&list, false);
    assert_true(minimum_degree_products(matrix) >= N - 1 && minimum_degree_products(matrix) < 3 * N);
    pivot_order *order = minimum_degree_order(matrix, 0.1);
    assert_true(pivot_order_products(order) == N - 1);
    pivot_order_destroy(order);
    csc_destroy(matrix);
}

static void finds_no_pivots_in_zeros(void **state)
{
    (void)state;
    csc *matrix = system_scattered(N, 3.0, 1);
    memset(matrix->value, 0, (size_t)csc_entries(matrix) * sizeof *matrix->value);
    assert_null(minimum_degree_order(matrix, 0.1));
    csc_destroy(matrix);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_every_line_once),
        cmocka_unit_test(reports_what_each_step_fills),
        cmocka_unit_test(estimates_products),
        cmocka_unit_test(finds_no_pivots_in_zeros),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
