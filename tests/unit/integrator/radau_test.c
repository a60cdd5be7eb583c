/* radau_test.c - the coefficients of Radau IIA: conditions of order, the eigenvalues, stability, its polynomials. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "integrator/radau.h"
#include <math.h>

enum { S = RADAU_STAGES };
#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

/* Collocation: with Z_i = c_i^k, the derivatives B Z are k c_i^(k-1), k = 1, 2, 3. */
static void derivatives_of_polynomials_are_exact(void **unused)
{
    (void)unused;
    const radau_table *T = &radau_coefficients;
    for (int k = 1; k <= S; k++)
        for (int i = 0; i < S; i++) {
            double sum = 0;
            for (int j = 0; j < S; j++)
                sum += T->B[i][j] * pow(T->c[j], k);
            assert_near(sum, k * pow(T->c[i], k - 1), 2e-14);
        }
}

/* T^-1 B T has the eigenvalues on its diagonal. */
static void transformation_separates_the_eigenvalues(void **unused)
{
    (void)unused;
    const radau_table *T = &radau_coefficients;
    const double wanted[S][S] = {
        {T->real, 0, 0}, {0, T->pair_real, -T->pair_imaginary}, {0, T->pair_imaginary, T->pair_real}};
    for (int i = 0; i < S; i++)
        for (int j = 0; j < S; j++) {
            double sum = 0, unit = 0;
            for (int k = 0; k < S; k++) {
                unit += T->inverse[i][k] * T->T[k][j];
                for (int l = 0; l < S; l++)
                    sum += T->inverse[i][k] * T->B[k][l] * T->T[l][j];
            }
            assert_near(sum, wanted[i][j], 1e-13);
            assert_near(unit, i == j, 1e-14);
        }
}

/* The growth factor of y' = z y: the last of Z = (B - z)^-1 z 1, plus 1, by Cramer's rule. */
static double complex growth(double complex z)
{
    double complex m[S][S + 1];
    for (int i = 0; i < S; i++) {
        for (int j = 0; j < S; j++)
            m[i][j] = radau_coefficients.B[i][j] - (i == j ? z : 0);
        m[i][S] = z;
    }
    for (int i = 0; i < S; i++)
        for (int k = i + 1; k < S; k++) {
            const double complex by = m[k][i] / m[i][i];
            for (int j = i; j <= S; j++)
                m[k][j] -= by * m[i][j];
        }
    return 1 + m[S - 1][S] / m[S - 1][S - 1];
}

static void growth_is_that_of_fifth_order_and_l_stable(void **unused)
{
    (void)unused;
    const double coarse = cabs(growth(-0.2) - exp(-0.2)), fine = cabs(growth(-0.1) - exp(-0.1));
    assert_near(log2(coarse / fine), 6, 0.2);
    for (double w = 1e-3; w < 1e4; w *= 1.3)
        assert_true(cabs(growth(__builtin_complex(0.0, w))) <= 1 + 1e-12);
    assert_true(cabs(growth(-1e8)) < 1e-6);
}

/* The embedded formula is of third order: exact for t, t^2, t^3. */
static void estimate_vanishes_for_cubic_polynomials(void **unused)
{
    (void)unused;
    const radau_table *T = &radau_coefficients;
    for (int k = 1; k <= 4; k++) {
        double sum = k == 1;
        for (int i = 0; i < S; i++)
            sum += T->error[i] * pow(T->c[i], k);
        if (k <= 3)
            assert_near(sum, 0, 1e-13);
        else
            assert_true(fabs(sum) > 0.01);
    }
}

static void polynomials_pass_through_the_stages(void **unused)
{
    (void)unused;
    double weights[S];
    for (int i = 0; i < S; i++) {
        radau_weights(radau_coefficients.c[i], weights);
        for (int j = 0; j < S; j++)
            assert_near(weights[j], i == j, 1e-14);
    }
    radau_weights(0, weights);
    assert_near(fabs(weights[0]) + fabs(weights[1]) + fabs(weights[2]), 0, 0);
    radau_weights(1.7, weights);
    double cube = 0, square = 0;
    for (int j = 0; j < S; j++)
        cube += weights[j] * pow(radau_coefficients.c[j], 3);
    assert_near(cube, pow(1.7, 3), 1e-12);
    radau_stage_weights(1.7, weights);
    for (int j = 0; j < S; j++)
        square += weights[j] * pow(radau_coefficients.c[j], 2);
    assert_near(square, 1.7 * 1.7, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_of_polynomials_are_exact),
        cmocka_unit_test(transformation_separates_the_eigenvalues),
        cmocka_unit_test(growth_is_that_of_fifth_order_and_l_stable),
        cmocka_unit_test(estimate_vanishes_for_cubic_polynomials),
        cmocka_unit_test(polynomials_pass_through_the_stages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
