/* rank_test.c - rank and smallest dependent sets of matrices whose dependences are known. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "linalg/rank.h"
#include <stdlib.h>

/* The rows of a dense matrix, zeros left out. */
static row_matrix by_rows(arena *memory, int n_rows, int n_columns, const double *dense)
{
    row_matrix a = {.n_rows = n_rows, .n_columns = n_columns};
    a.start = ARENA_ARRAY(memory, int, n_rows + 1);
    a.column = ARENA_ARRAY(memory, int, n_rows *n_columns);
    a.value = ARENA_ARRAY(memory, double, n_rows *n_columns);
    int n = 0;
    for (int i = 0; i < n_rows; i++) {
        for (int j = 0; j < n_columns; j++)
            if (dense[i * n_columns + j] != 0) {
                a.column[n] = j;
                a.value[n++] = dense[i * n_columns + j];
            }
        a.start[i + 1] = n;
    }
    return a;
}

static void assert_depends(const dependence *dependence, int row, int n, const int *with)
{
    assert_int_equal(dependence->row, row);
    assert_int_equal(dependence->n, n);
    for (int i = 0; i < n; i++)
        assert_int_equal(dependence->others[i], with[i]);
}

static void independent_rows_have_full_rank(void **state)
{
    arena *memory = *state;
    const double dense[] = {0, 2, 0, 1, /**/ 1, 0, 0, 0, /**/ 1, 2, 3, 1};
    row_matrix a = by_rows(memory, 3, 4, dense);
    const rank_report report = rank_of_rows(&a, 1e-8, memory);
    assert_int_equal(report.rank, 3);
    assert_int_equal(report.n, 0);
}

/* Row 3 = 2 row 0 - row 2; row 1 has no part in it although it shares columns. */
static void dependent_row_names_the_smallest_set(void **state)
{
    arena *memory = *state;
    const double dense[] = {1, 1, 0, 0, /**/ 1, 0, 5, 1, /**/ 0, 1, 0, 1, /**/ 2, 1, 0, -1};
    row_matrix a = by_rows(memory, 4, 4, dense);
    const rank_report report = rank_of_rows(&a, 1e-8, memory);
    assert_int_equal(report.rank, 3);
    assert_int_equal(report.n, 1);
    assert_depends(&report.dependences[0], 3, 2, (const int[]){0, 2});
}

static void zero_and_equal_rows(void **state)
{
    arena *memory = *state;
    const double dense[] = {0, 0, 0, /**/ 1, 2, 3, /**/ -3, -6, -9, /**/ 1e-17, 1, 0, /**/ 0, 4, 0};
    row_matrix a = by_rows(memory, 5, 3, dense);
    const rank_report report = rank_of_rows(&a, 1e-8, memory);
    assert_int_equal(report.rank, 2);
    assert_int_equal(report.n, 3);
    assert_depends(&report.dependences[0], 0, 0, NULL);
    assert_depends(&report.dependences[1], 2, 1, (const int[]){1});
    assert_depends(&report.dependences[2], 4, 1, (const int[]){3});
}

/* Entries of very different size: only a dependence that is exact counts. */
static void scale_does_not_matter(void **state)
{
    arena *memory = *state;
    const double dense[] = {1e9, 0, 1, /**/ 0, 1e-9, 1e-9, /**/ 1e9, 1e-9, 2};
    row_matrix a = by_rows(memory, 3, 3, dense);
    assert_int_equal(rank_of_rows(&a, 1e-8, memory).rank, 3);
    const double summed[] = {1e9, 0, 1, /**/ 0, 1e-9, 1e-9, /**/ 1e9, 3, 4};
    row_matrix b = by_rows(memory, 3, 3, summed);
    const rank_report report = rank_of_rows(&b, 1e-8, memory);
    assert_int_equal(report.rank, 2);
    assert_depends(&report.dependences[0], 2, 2, (const int[]){0, 1});
}

/* Every seventh row of a random sparse matrix is a combination of three random rows before it. */
static void dependences_of_a_large_matrix(void **state)
{
    arena *memory = *state;
    enum { ROWS = 210, COLUMNS = 240 };
    double *dense = ARENA_ARRAY(memory, double, ROWS *COLUMNS);
    int with[ROWS][3];
    srand(5);
    for (int i = 0; i < ROWS; i++) {
        if (i % 7 != 6) {
            for (int k = 0; k < 6; k++)
                dense[i * COLUMNS + rand() % COLUMNS] = 2.0 * rand() / RAND_MAX - 1.0;
            continue;
        }
        for (int k = 0; k < 3; k++) {
            with[i][k] = i - 6 + 2 * k;
            for (int j = 0; j < COLUMNS; j++)
                dense[i * COLUMNS + j] += (k + 1) * dense[with[i][k] * COLUMNS + j];
        }
    }
    row_matrix a = by_rows(memory, ROWS, COLUMNS, dense);
    const rank_report report = rank_of_rows(&a, 1e-8, memory);
    assert_int_equal(report.rank, ROWS / 7 * 6);
    for (int i = 0; i < report.n; i++)
        assert_depends(&report.dependences[i], 7 * i + 6, 3, with[7 * i + 6]);
}

static int set_up(void **state)
{
    *state = arena_create();
    return 0;
}

static int tear_down(void **state)
{
    arena_destroy(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(independent_rows_have_full_rank, set_up, tear_down),
        cmocka_unit_test_setup_teardown(dependent_row_names_the_smallest_set, set_up, tear_down),
        cmocka_unit_test_setup_teardown(zero_and_equal_rows, set_up, tear_down),
        cmocka_unit_test_setup_teardown(scale_does_not_matter, set_up, tear_down),
        cmocka_unit_test_setup_teardown(dependences_of_a_large_matrix, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
