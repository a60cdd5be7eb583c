/* pivot_order_test.c - Markowitz's rule: what small pivots do to the fill, and when it is given up. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "linalg/multifrontal/pivot_order.h"
#include "unit/linalg/systems.h"

static const pivot_rules unlimited = {0.1, 1e-2, HUGE_VAL, NULL};

static void scale_rows(csc *matrix)
{
    double *max = calloc((size_t)matrix->n, sizeof *max);
    for (int e = 0; e < csc_entries(matrix); e++)
        max[matrix->row[e]] = fmax(max[matrix->row[e]], fabs(matrix->value[e]));
    for (int e = 0; e < csc_entries(matrix); e++)
        matrix->value[e] /= max[matrix->row[e]];
    free(max);
}

/* A row of beams with bodies whose inertia makes diagonal entries of 0.2 or of 2e-5 beside others of 1. */
static double products_of_beams(int beams, double inertia)
{
    system_list list = {.n = 12 * (beams + 1), .seed = 1};
    const double c = 5e-4;
    for (int i = 0; i <= beams; i++)
        system_body(&list, 12 * i, c, 1e-3, inertia);
    for (int i = 0; i < beams; i++) {
        const int body[2] = {12 * i, 12 * (i + 1)}, row[2] = {body[0] + 6, body[1] + 6};
        system_stiffness(&list, 2, body, row, c, 1e6);
    }
    csc *matrix = system_finish(&list, false);
    scale_rows(matrix);
    int column;
    pivot_order *order = pivot_order_choose(matrix, &unlimited, &column);
    assert_non_null(order);
    const double products = pivot_order_products(order);
    pivot_order_destroy(order);
    csc_destroy(matrix);
    return products;
}

static void light_bodies_fill_no_more(void **state)
{
    (void)state;
    for (int beams = 10; beams <= 640; beams *= 4) {
        const double heavy = products_of_beams(beams, 1e-4), light = products_of_beams(beams, 1e-8);
        assert_true(heavy < 1500.0 * beams);
        assert_true(light < 1.1 * heavy);
    }
}

static double allow_200(const csc *matrix)
{
    (void)matrix;
    return 200.0;
}

static double allow_all(const csc *matrix)
{
    (void)matrix;
    return HUGE_VAL;
}

static void gives_up(void **state)
{
    (void)state;
    csc *matrix = system_truss(4, 5e-4, false, 1);
    scale_rows(matrix);
    int column = 0;
    pivot_rules rules = {0.1, 1e-2, 100.0, NULL};
    assert_null(pivot_order_choose(matrix, &rules, &column));
    assert_int_equal(column, -1);
    rules.reconsider = allow_200;
    assert_null(pivot_order_choose(matrix, &rules, &column));
    assert_int_equal(column, -1);
    pivot_order *order = pivot_order_choose(matrix, &unlimited, &column);
    const double products = pivot_order_products(order);
    rules.reconsider = allow_all;
    pivot_order *again = pivot_order_choose(matrix, &rules, &column);
    assert_true(again && pivot_order_products(again) == products);
    pivot_order_destroy(order);
    pivot_order_destroy(again);
    csc_destroy(matrix);
}

static void reports_the_column_without_a_pivot(void **state)
{
    (void)state;
    system_list list = {.n = 3};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            system_add(&list, i, j, j == 1 ? 0.0 : 1.0 + (i == j));
    csc *matrix = system_finish(&list, true);
    int column = -7;
    assert_null(pivot_order_choose(matrix, &unlimited, &column));
    assert_int_equal(column, 1);
    csc_destroy(matrix);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(light_bodies_fill_no_more),
        cmocka_unit_test(gives_up),
        cmocka_unit_test(reports_the_column_without_a_pivot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
