/* dissection_threads_test.c - factors of meshes and solutions are the same bits with any number of threads. */
#include "blocks.h"

static const block BLOCKS[] = {
    {.m = 10},
    {.m = 9, .n_prescribed = 3 * 9},
    {.m = 8, .n_prescribed = 3 * 8, .is_tied = true},
    {.m = 8, .negative = 50.0},
    {.m = 9, .n_prescribed = 3 * 9, .skew = 0.3},
    {.m = 8, .n_prescribed = 3 * 8, .damping = 1e-6},
};
enum { N_BLOCKS = sizeof BLOCKS / sizeof *BLOCKS };

static void threads_change_no_bit(void **state)
{
    (void)state;
    thread_pool *pool = thread_pool_create(3);
    for (int k = 0; k < N_BLOCKS; k++) {
        csc *matrix = block_matrix(&BLOCKS[k]);
        const size_t bytes = (size_t)matrix->n * sizeof(double);
        double *x = malloc(bytes), *y = malloc(bytes);
        solve_with("dissection", matrix, &(linear_options){0}, x);
        for (int members = 2; members <= 3; members++) {
            solve_with("dissection", matrix, &(linear_options){.threads = members, .pool = pool}, y);
            assert_memory_equal(x, y, bytes);
        }
        free(x);
        free(y);
        csc_destroy(matrix);
    }
    thread_pool_destroy(pool);
}

/* The second matrix is loaded with the signs of the first, and with signs of its own where those do not do. */
static void signs_change_no_bit(void **state)
{
    (void)state;
    int column;
    csc *matrix = block_matrix(&(block){.m = 6, .n_prescribed = 18, .is_tied = true});
    const size_t bytes = (size_t)matrix->n * sizeof(double);
    double *x = malloc(bytes), *y = malloc(bytes);
    linear *solver = linear_create(linear_backend_find("dissection"), matrix, &(linear_options){0});
    assert_int_equal(linear_factor(solver, matrix, &column), LINEAR_OK);
    for (int is_rotated = 0; is_rotated < 2; is_rotated++) {
        for (int e = 0; e < csc_entries(matrix); e++)
            if (is_rotated && matrix->row[e] >= matrix->n - 3)
                matrix->value[e] = -matrix->value[e];
        assert_int_equal(linear_factor(solver, matrix, &column), LINEAR_OK);
        for (int i = 0; i < matrix->n; i++)
            x[i] = cos(i);
        linear_solve(solver, x);
        solve_with("dissection", matrix, &(linear_options){0}, y);
        assert_memory_equal(x, y, bytes);
    }
    linear_destroy(solver);
    free(x);
    free(y);
    csc_destroy(matrix);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_no_bit),
        cmocka_unit_test(signs_change_no_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
