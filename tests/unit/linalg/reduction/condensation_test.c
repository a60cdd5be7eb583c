/* condensation_test.c - momenta are taken out and come back; halves of matrices that are symmetric but for signs. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "linalg/reduction/condensation.h"
#include "linalg/dense.h"
#include "linalg/reduction/symmetry.h"
#include "unit/linalg/systems.h"
#include <string.h>

enum { MASSES = 7, N = 2 * MASSES + 1 };
static const double STEP = 1e-3;

/* A chain of masses with consistent mass: m dv - c dbeta', c K dv + dbeta' + F, and the last one held. */
static csc *chain(bool has_springs_of_its_own)
{
    system_list list = {.n = N};
    for (int i = 0; i < MASSES; i++) {
        for (int j = i > 0 ? i - 1 : 0; j <= i + 1 && j < MASSES; j++) {
            system_add(&list, i, j, i == j ? 4.0 : 1.0);
            system_add(&list, MASSES + i, j, STEP * (i == j ? 2e5 : has_springs_of_its_own && j > i ? -2e5 : -1e5));
        }
        system_add(&list, i, MASSES + i, -STEP);
        system_add(&list, MASSES + i, MASSES + i, 1.0);
    }
    system_add(&list, N - 2, N - 1, 1.0);
    system_add(&list, N - 1, MASSES - 1, -1.0);
    return system_finish(&list, true);
}

static const workers alone = {NULL, 1};

static void full_of(const csc *matrix, bool is_transposed, double *full)
{
    memset(full, 0, (size_t)matrix->n * (size_t)matrix->n * sizeof *full);
    for (int j = 0; j < matrix->n; j++)
        for (int e = matrix->start[j]; e < matrix->start[j + 1]; e++)
            full[is_transposed ? j * matrix->n + matrix->row[e] : matrix->row[e] * matrix->n + j] = matrix->value[e];
}

static void gives_the_solution(void **state)
{
    (void)state;
    csc *matrix = chain(true);
    condensation *condensation = condensation_create(matrix);
    const csc *rest = condensation_rest(condensation);
    assert_int_equal(rest->n, MASSES + 1);
    assert_true(condensation_factor(condensation, matrix, alone) == 1.0 / STEP);
    for (int is_transposed = 0; is_transposed < 2; is_transposed++) {
        double b[N], x[N], y[N], whole[N * N], part[N * N];
        for (int i = 0; i < N; i++)
            b[i] = x[i] = 1.0 + 0.3 * i * (i % 3 - 1);
        full_of(matrix, is_transposed, whole);
        dense_solve(N, 1, whole, x);
        full_of(rest, is_transposed, part);
        (is_transposed ? condensation_reduce_transposed : condensation_reduce)(condensation, b, y);
        dense_solve(rest->n, 1, part, y);
        (is_transposed ? condensation_expand_transposed : condensation_expand)(condensation, y, b);
        for (int i = 0; i < N; i++)
            assert_true(fabs(b[i] - x[i]) <= 1e-9 * (1.0 + fabs(x[i])));
    }
    condensation_destroy(condensation);
    csc_destroy(matrix);
}

static void has_no_pivot_without_a_step(void **state)
{
    (void)state;
    csc *matrix = chain(false);
    condensation *condensation = condensation_create(matrix);
    for (int e = 0; e < csc_entries(matrix); e++)
        matrix->value[e] = matrix->value[e] == -STEP ? 0.0 : matrix->value[e];
    assert_true(isinf(condensation_factor(condensation, matrix, alone)));
    condensation_destroy(condensation);
    csc_destroy(matrix);
}

static void leaves_others_alone(void **state)
{
    (void)state;
    system_list list = {.n = 3};
    for (int i = 0; i < 9; i++)
        system_add(&list, i / 3, i % 3, 1.0 + i);
    csc *matrix = system_finish(&list, true);
    assert_null(condensation_create(matrix));
    csc_destroy(matrix);
}

static void finds_signs(void **state)
{
    (void)state;
    for (int is_skewed = 0; is_skewed < 2; is_skewed++) {
        csc *matrix = chain(is_skewed);
        condensation *condensation = condensation_create(matrix);
        assert_true(condensation_factor(condensation, matrix, alone) == 1.0 / STEP);
        half_matrix *h = half_matrix_create(condensation_rest(condensation));
        assert_non_null(h);
        assert_int_equal(half_matrix_load(h, condensation_rest(condensation), false, alone), !is_skewed);
        if (!is_skewed)
            assert_int_equal(h->sign[0] * h->sign[MASSES], -1); /* the reaction has the other sign */
        half_matrix_destroy(h);
        assert_null(half_matrix_create(matrix)); /* momenta are not symmetric */
        condensation_destroy(condensation);
        csc_destroy(matrix);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_the_solution),
        cmocka_unit_test(has_no_pivot_without_a_step),
        cmocka_unit_test(leaves_others_alone),
        cmocka_unit_test(finds_signs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
