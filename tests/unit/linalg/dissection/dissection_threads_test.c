/* dissection_threads_test.c - factors of meshes and solutions are the same bits with any number of threads. */
#include "blocks.h"

static const block BLOCKS[] = {
    {.m = 10},
    {.m = 9, .n_held = 3 * 9},
    {.m = 8, .n_held = 3 * 8, .is_tied = true},
    {.m = 8, .negative = 50.0},
};
enum { N_BLOCKS = sizeof BLOCKS / sizeof *BLOCKS };

static void threads_change_no_bit(void **state)
{
    (void)state;
    team *t = team_create(3);
    for (int k = 0; k < N_BLOCKS; k++) {
        csc *a = block_matrix(&BLOCKS[k]);
        const size_t bytes = (size_t)a->n * sizeof(double);
        double *x = malloc(bytes), *y = malloc(bytes);
        solve_with("dissection", a, &(linear_options){0}, x);
        for (int members = 2; members <= 3; members++) {
            solve_with("dissection", a, &(linear_options){.threads = members, .team = t}, y);
            assert_memory_equal(x, y, bytes);
        }
        free(x);
        free(y);
        csc_destroy(a);
    }
    team_destroy(t);
}

/* The second matrix is loaded with the signs of the first, and with signs of its own where those do not do. */
static void signs_change_no_bit(void **state)
{
    (void)state;
    int column;
    csc *a = block_matrix(&(block){.m = 6, .n_held = 18, .is_tied = true});
    const size_t bytes = (size_t)a->n * sizeof(double);
    double *x = malloc(bytes), *y = malloc(bytes);
    linear *l = linear_create(linear_backend_find("dissection"), a, &(linear_options){0});
    assert_int_equal(linear_factor(l, a, &column), LINEAR_OK);
    for (int is_turned = 0; is_turned < 2; is_turned++) {
        for (int e = 0; e < csc_entries(a); e++)
            if (is_turned && a->row[e] >= a->n - 3)
                a->value[e] = -a->value[e];
        assert_int_equal(linear_factor(l, a, &column), LINEAR_OK);
        for (int i = 0; i < a->n; i++)
            x[i] = cos(i);
        linear_solve(l, x);
        solve_with("dissection", a, &(linear_options){0}, y);
        assert_memory_equal(x, y, bytes);
    }
    linear_destroy(l);
    free(x);
    free(y);
    csc_destroy(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_no_bit),
        cmocka_unit_test(signs_change_no_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
