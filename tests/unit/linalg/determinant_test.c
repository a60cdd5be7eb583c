/* determinant_test.c - signs and magnitudes of determinants that are known. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "linalg/determinant.h"
#include <math.h>

/* A full matrix, given by columns. */
static determinant determinant_of_full(int n, const double *values)
{
    int start[8], row[49];
    double value[49];
    for (int j = 0; j <= n; j++)
        start[j] = j * n;
    for (int k = 0; k < n * n; k++)
        row[k] = k % n, value[k] = values[k];
    const csc matrix = {.n = n, .start = start, .row = row, .value = value};
    return determinant_of(&matrix);
}

static void test_known_determinants(void **unused)
{
    (void)unused;
    const double swap[] = {0, 3, 2, 0}, cycle[] = {0, 1, 0, 0, 0, 1, 1, 0, 0}, full[] = {2, 1, 1, 1, -3, 2, 4, 1, 5},
                 large[] = {1e200, 0, 0, 0, -1e200, 0, 0, 0, 1e200};
    determinant d = determinant_of_full(2, swap);
    assert_int_equal(d.sign, -1);
    assert_true(fabs(d.log - log(6)) < 1e-14);
    d = determinant_of_full(3, cycle);
    assert_int_equal(d.sign, 1);
    assert_true(fabs(d.log) < 1e-14);
    d = determinant_of_full(3, full); /* 2 (-15 - 2) - 1 (5 - 1) + 4 (2 + 3), along the first row */
    assert_int_equal(d.sign, -1);
    assert_true(fabs(d.log - log(18)) < 1e-13);
    d = determinant_of_full(3, large);
    assert_int_equal(d.sign, -1);
    assert_true(fabs(d.log - 600 * log(10)) < 1e-10);
}

static void test_singular_and_empty(void **unused)
{
    (void)unused;
    const double singular[] = {1, 2, 2, 4};
    assert_int_equal(determinant_of_full(2, singular).sign, 0);
    assert_int_equal(determinant_of_full(0, singular).sign, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_known_determinants),
                                       cmocka_unit_test(test_singular_and_empty)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
