/* minimum_degree_test.c - pivots of minimum degree: each row and column once, usable, and cheap where Markowitz's rule
 * is not. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "linalg/minimum_degree.h"
#include "linalg/pivot_order.h"
#include "unit/linalg/systems.h"
#include <math.h>
#include <string.h>

enum { N = 60 };

static void takes_every_line_once(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 10; seed++) {
        csc *a = system_scattered(N, 3.0, seed);
        int row[N], column[N];
        bool row_met[N] = {false}, column_met[N] = {false};
        assert_true(minimum_degree_pivots(a, 0.1, HUGE_VAL, row, column));
        for (int k = 0; k < N; k++) {
            assert_false(row_met[row[k]] || column_met[column[k]]);
            row_met[row[k]] = column_met[column[k]] = true;
        }
        pivot_order *order = pivot_order_follow(a, row, column);
        assert_non_null(order);
        assert_memory_equal(order->row, row, sizeof row);
        assert_memory_equal(order->column, column, sizeof column);
        assert_true(pivot_order_products(order) > 0.0);
        pivot_order_destroy(order);
        csc_destroy(a);
    }
}

static void expects_too_much(void **state)
{
    (void)state;
    csc *a = system_scattered(N, 3.0, 1);
    int row[N], column[N];
    assert_false(minimum_degree_pivots(a, 0.1, 1.0, row, column));
    csc_destroy(a);
}

static void refuses_zero_pivots(void **state)
{
    (void)state;
    csc *a = system_scattered(N, 3.0, 1);
    int same[N], other[N];
    for (int k = 0; k < N; k++)
        same[k] = k, other[k] = k;
    memset(a->value, 0, (size_t)csc_entries(a) * sizeof *a->value);
    assert_null(pivot_order_follow(a, same, other));
    csc_destroy(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_every_line_once),
        cmocka_unit_test(expects_too_much),
        cmocka_unit_test(refuses_zero_pivots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
