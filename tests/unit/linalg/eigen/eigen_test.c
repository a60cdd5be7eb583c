/* eigen_test.c - eigenvalues and eigenvectors of A v = L B v, against closed forms and against the equation itself. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "linalg/eigen/eigen.h"
#include <math.h>
#include <stdlib.h>

static csc *from_rows(int n, const double *rows)
{
    csc_builder *csc_builder = csc_builder_create(n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (rows[i * n + j] != 0.0)
                csc_builder_add(csc_builder, i, j);
    int *slot;
    csc *matrix = csc_builder_finish(csc_builder, &slot);
    for (int i = 0, k = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (rows[i * n + j] != 0.0)
                matrix->value[slot[k++]] = rows[i * n + j];
    free(slot);
    csc_builder_destroy(csc_builder);
    return matrix;
}

static void assert_found(const eigen_values *values, double re, double im)
{
    for (int k = 0; k < values->count; k++)
        if (fabs(values->re[k] / values->beta[k] - re) < 1e-9 && fabs(values->im[k] / values->beta[k] - im) < 1e-9)
            return;
    fail_msg("no eigenvalue %g %+g i", re, im);
}

/* beta (A v) = alpha (B v) for the right vectors; beta (A' u) = conj(alpha) (B' u) for the left ones. */
static void assert_vectors(const csc *a, const csc *b, const eigen_values *values, const double *of, bool is_left)
{
    void (*const multiply)(const csc *, const double *, double *) = is_left ? csc_multiply_transposed : csc_multiply;
    double x[16], y[16], ax[16], ay[16], bx[16], by[16];
    for (int k = 0; k < values->count; k++) {
        double size = 0.0;
        for (int i = 0; i < values->n; i++) {
            eigen_component(values, of, k, i, &x[i], &y[i]);
            size += x[i] * x[i] + y[i] * y[i];
        }
        assert_true(size > 0.01);
        multiply(a, x, ax), multiply(a, y, ay), multiply(b, x, bx), multiply(b, y, by);
        const double im = is_left ? -values->im[k] : values->im[k];
        for (int i = 0; i < values->n; i++) {
            assert_true(fabs(values->beta[k] * ax[i] - (values->re[k] * bx[i] - im * by[i])) < 1e-10);
            assert_true(fabs(values->beta[k] * ay[i] - (values->re[k] * by[i] + im * bx[i])) < 1e-10);
        }
    }
}

/* Eigenvalues 2 +- 3 i and 5 of A, divided by those of B = diag(1, 1, 2). */
static const double A[] = {2, 3, 0, -3, 2, 0, 1, 1, 10}, B[] = {1, 0, 0, 0, 1, 0, 0, 0, 2};

static void all_by_lapack(void **of)
{
    (void)of;
    csc *a = from_rows(3, A), *b = from_rows(3, B);
    for (int balance = BALANCE_NO; balance <= BALANCE_ALL; balance++) {
        eigen_values values;
        assert_int_equal(eigen_dense(a, b, (eigen_balance)balance, &values), EIGEN_OK);
        assert_int_equal(values.count, 3);
        assert_found(&values, 2, 3);
        assert_found(&values, 2, -3);
        assert_found(&values, 5, 0);
        assert_vectors(a, b, &values, values.right, false);
        assert_vectors(a, b, &values, values.left, true);
        eigen_values_free(&values);
    }
    csc_destroy(a);
    csc_destroy(b);
}

/* A singular B has an eigenvalue at infinity: beta = 0. */
static void infinite_eigenvalues(void **of)
{
    (void)of;
    const double one[] = {1, 0, 0, 1}, singular[] = {1, 0, 0, 0};
    csc *a = from_rows(2, one), *b = from_rows(2, singular);
    eigen_values values;
    assert_int_equal(eigen_dense(a, b, BALANCE_PERMUTE, &values), EIGEN_OK);
    assert_true((values.beta[0] == 0.0) != (values.beta[1] == 0.0));
    eigen_values_free(&values);
    assert_int_equal(eigen_krylov(a, b, &(krylov_options){.wanted = 1, .vectors = 2, .iterations = 10}, &values),
                     EIGEN_SINGULAR);
    eigen_values_free(&values);
    csc_destroy(a);
    csc_destroy(b);
}

/* Rotations by different angles, the k-th one 2 x 2 block (k + 1) R(0.3 k + 0.4), and B = 2 I. */
static void blocks(double *a, double *b, int n)
{
    for (int k = 0; k < n / 2; k++) {
        const double r = k + 1, angle = 0.3 * k + 0.4;
        a[2 * k * n + 2 * k] = a[(2 * k + 1) * n + 2 * k + 1] = r * cos(angle);
        a[2 * k * n + 2 * k + 1] = -r * sin(angle);
        a[(2 * k + 1) * n + 2 * k] = r * sin(angle);
    }
    for (int i = 0; i < n; i++)
        b[i * n + i] = 2;
}

static void few_by_arpack(void **of)
{
    (void)of;
    enum { N = 12 };
    double a_rows[N * N] = {0}, b_rows[N * N] = {0};
    blocks(a_rows, b_rows, N);
    csc *a = from_rows(N, a_rows), *b = from_rows(N, b_rows);
    eigen_values values;
    krylov_options options = {.mode = LARGEST_MAGNITUDE, .wanted = 4, .vectors = 10, .iterations = 300};
    assert_int_equal(eigen_krylov(a, b, &options, &values), EIGEN_OK);
    assert_true(values.count >= 4);
    for (int k = 4; k < 6; k++) {
        assert_found(&values, 0.5 * (k + 1) * cos(0.3 * k + 0.4), 0.5 * (k + 1) * sin(0.3 * k + 0.4));
        assert_found(&values, 0.5 * (k + 1) * cos(0.3 * k + 0.4), -0.5 * (k + 1) * sin(0.3 * k + 0.4));
    }
    assert_vectors(a, b, &values, values.right, false);
    assert_null(values.left);
    eigen_values_free(&values);
    options.mode = LARGEST_REAL, options.wanted = 2;
    assert_int_equal(eigen_krylov(a, b, &options, &values), EIGEN_OK);
    /* (k + 1) cos(0.3 k + 0.4): 0.92, 1.53, 1.62, 1.07 ... */
    assert_found(&values, 1.5 * cos(1.0), 1.5 * sin(1.0));
    eigen_values_free(&values);
    csc_destroy(a);
    csc_destroy(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_by_lapack),
        cmocka_unit_test(infinite_eigenvalues),
        cmocka_unit_test(few_by_arpack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
