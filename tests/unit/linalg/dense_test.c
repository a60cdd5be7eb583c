/* dense_test.c - the solution of a few equations. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "linalg/dense.h"
#include <math.h>
#include <string.h>

/* The inverse of the Hilbert matrix has whole numbers, known in closed form for n = 3. */
static void inverts_the_hilbert_matrix(void **state)
{
    (void)state;
    static const double inverse[9] = {9, -36, 30, -36, 192, -180, 30, -180, 180};
    double A[9], B[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            A[3 * i + j] = 1.0 / (i + j + 1);
    dense_solve(3, 3, A, B);
    for (int k = 0; k < 9; k++)
        assert_true(fabs(B[k] - inverse[k]) < 1e-11);
}

/* x + y = 3, 1e-20 x + y = 2 needs the pivot of the other row; so does a zero. */
static void takes_the_largest_pivot(void **state)
{
    (void)state;
    double A[4] = {1e-20, 1, 1, 1}, B[2] = {2, 3};
    dense_solve(2, 1, A, B);
    assert_true(B[0] == 1.0 && B[1] == 2.0);
    double P[9] = {0, 0, 2, 4, 0, 0, 0, 8, 0}, Q[6] = {2, 4, 4, 8, 8, 16};
    dense_solve(3, 2, P, Q);
    static const double x[6] = {1, 2, 1, 2, 1, 2};
    assert_memory_equal(Q, x, sizeof x);
}

static void shows_a_singular_matrix(void **state)
{
    (void)state;
    double A[4] = {1, 2, 2, 4}, B[2] = {1, 1};
    dense_solve(2, 1, A, B);
    assert_false(isfinite(B[0]) && isfinite(B[1]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inverts_the_hilbert_matrix),
        cmocka_unit_test(takes_the_largest_pivot),
        cmocka_unit_test(shows_a_singular_matrix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
