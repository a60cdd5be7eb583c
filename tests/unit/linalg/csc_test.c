/* csc_test.c - the builder merges, sorts and numbers; products agree with sums by hand. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "linalg/csc_rows.h"
#include <stdlib.h>

static void merges_and_sorts(void **state)
{
    (void)state;
    const int row[] = {2, 0, 2, 1, 0, 2, 2}, column[] = {0, 2, 0, 0, 2, 2, 0};
    csc_builder *csc_builder = csc_builder_create(3);
    for (int t = 0; t < 7; t++)
        assert_int_equal(csc_builder_add(csc_builder, row[t], column[t]), t);
    int *slot;
    csc *matrix = csc_builder_finish(csc_builder, &slot);
    const int start[] = {0, 2, 2, 4}, rows[] = {1, 2, 0, 2}, slots[] = {1, 2, 1, 0, 2, 3, 1};
    assert_int_equal(matrix->n, 3);
    assert_memory_equal(matrix->start, start, sizeof start);
    assert_memory_equal(matrix->row, rows, sizeof rows);
    assert_memory_equal(slot, slots, sizeof slots);
    for (int e = 0; e < csc_entries(matrix); e++)
        assert_true(matrix->value[e] == 0.0);
    csc_destroy(matrix);
    free(slot);
    csc_builder_destroy(csc_builder);
}

static void may_be_empty(void **state)
{
    (void)state;
    for (int n = 0; n < 3; n++) {
        csc_builder *csc_builder = csc_builder_create(n);
        int *slot;
        csc *matrix = csc_builder_finish(csc_builder, &slot);
        assert_int_equal(csc_entries(matrix), 0);
        csc_zero(matrix);
        double x[2] = {1.0, 2.0}, y[2] = {5.0, 5.0};
        csc_multiply(matrix, x, y);
        for (int i = 0; i < n; i++)
            assert_true(y[i] == 0.0);
        csc_destroy(matrix);
        free(slot);
        csc_builder_destroy(csc_builder);
    }
    csc_destroy(NULL);
    csc_builder_destroy(NULL);
}

/* | 1 0 2 |
 * | 0 0 3 |
 * | 4 5 0 | */
static void multiplies(void **state)
{
    (void)state;
    const int row[] = {0, 2, 2, 0, 1}, column[] = {0, 0, 1, 2, 2};
    csc_builder *csc_builder = csc_builder_create(3);
    for (int t = 0; t < 5; t++)
        csc_builder_add(csc_builder, row[t], column[t]);
    int *slot;
    csc *matrix = csc_builder_finish(csc_builder, &slot);
    const double value[] = {1, 4, 5, 2, 3};
    for (int t = 0; t < 5; t++)
        matrix->value[slot[t]] += value[t];
    const double x[] = {10.0, 20.0, 30.0};
    double y[3];
    csc_multiply(matrix, x, y);
    assert_true(y[0] == 70.0 && y[1] == 90.0 && y[2] == 140.0);
    csc_multiply_transposed(matrix, x, y);
    assert_true(y[0] == 130.0 && y[1] == 150.0 && y[2] == 80.0);
    csc_zero(matrix);
    csc_multiply(matrix, x, y);
    assert_true(y[0] == 0.0 && y[1] == 0.0 && y[2] == 0.0);
    csc_destroy(matrix);
    free(slot);
    csc_builder_destroy(csc_builder);
}

/* The same entries in two orders of notation give the same matrix; n + entries of work, also for many. */
static void is_definite_for_many(void **state)
{
    (void)state;
    enum { N = 50000, TICKETS = 400000 };
    csc *a[2];
    int *slot[2];
    for (int k = 0; k < 2; k++) {
        csc_builder *csc_builder = csc_builder_create(N);
        for (int t = 0; t < TICKETS; t++) {
            const uint64_t i = (uint64_t)(k == 0 ? t : TICKETS - 1 - t), h = i * 0x9e3779b97f4a7c15u;
            csc_builder_add(csc_builder, (int)((h >> 20) % N), (int)((h >> 40) % N));
        }
        a[k] = csc_builder_finish(csc_builder, &slot[k]);
        csc_builder_destroy(csc_builder);
    }
    assert_int_equal(csc_entries(a[0]), csc_entries(a[1]));
    assert_memory_equal(a[0]->start, a[1]->start, (N + 1) * sizeof(int));
    assert_memory_equal(a[0]->row, a[1]->row, (size_t)csc_entries(a[0]) * sizeof(int));
    for (int t = 0; t < TICKETS; t++)
        assert_int_equal(slot[0][t], slot[1][TICKETS - 1 - t]);
    for (int j = 0; j < N; j++)
        for (int e = a[0]->start[j] + 1; e < a[0]->start[j + 1]; e++)
            assert_true(a[0]->row[e - 1] < a[0]->row[e]);
    for (int k = 0; k < 2; k++) {
        csc_destroy(a[k]);
        free(slot[k]);
    }
}

/*     [ . a . ]        rows 0: 1        1: 0, 2        2: 1, 2
 *     [ b . d ]
 *     [ . c e ] */
static void rows_of_pattern_name_columns_and_entries(void **state)
{
    (void)state;
    int start[] = {0, 1, 3, 5}, row[] = {1, 0, 2, 1, 2};
    const csc matrix = {.n = 3, .start = start, .row = row};
    csc_rows rows = csc_rows_of(&matrix);
    const int starts[] = {0, 1, 3, 5}, columns[] = {1, 0, 2, 1, 2}, entries[] = {1, 0, 3, 2, 4};
    assert_memory_equal(rows.start, starts, sizeof starts);
    assert_memory_equal(rows.column, columns, sizeof columns);
    assert_memory_equal(rows.entry, entries, sizeof entries);
    csc_rows_free(&rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merges_and_sorts),
        cmocka_unit_test(may_be_empty),
        cmocka_unit_test(multiplies),
        cmocka_unit_test(is_definite_for_many),
        cmocka_unit_test(rows_of_pattern_name_columns_and_entries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
