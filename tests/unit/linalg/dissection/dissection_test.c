/* dissection_test.c - factors of meshes: products of blocks, solutions, multipliers, what is refused. */
#include "linalg/kernels/products.h"
#include "linalg/linear_state.h"
#include "blocks.h"

static double residual_of(const csc *matrix, const double *x, const double *b)
{
    double *y = malloc((size_t)matrix->n * sizeof *y), most = 0.0;
    csc_multiply(matrix, x, y);
    for (int i = 0; i < matrix->n; i++)
        most = fmax(most, fabs(y[i] - b[i]));
    free(y);
    return most;
}

static const block BLOCKS[] = {
    {.m = 6},
    {.m = 7, .n_prescribed = 3 * 7},
    {.m = 6, .n_prescribed = 3 * 6, .is_tied = true},
    {.m = 6, .negative = 50.0},
    {.m = 6, .n_prescribed = 12, .skew = 0.3},
};
enum { N_BLOCKS = sizeof BLOCKS / sizeof *BLOCKS };

static void solve_blocks(void **state)
{
    static const char *const SOLVERS[] = {"dissection", "incomplete"};
    (void)state;
    for (int k = 0; k < N_BLOCKS; k++)
        for (int s = 0; s < 2; s++) {
            csc *matrix = block_matrix(&BLOCKS[k]);
            double *x = malloc((size_t)matrix->n * sizeof *x), *b = malloc((size_t)matrix->n * sizeof *b);
            for (int i = 0; i < matrix->n; i++)
                b[i] = cos(i);
            solve_with(SOLVERS[s], matrix, &(linear_options){0}, x);
            assert_true(residual_of(matrix, x, b) < 1e-9);
            free(x);
            free(b);
            csc_destroy(matrix);
        }
}

typedef struct {
    block block;
    int n;             /* unknowns of the system that is factored */
    bool is_symmetric; /* it is factored as L D L' */
} reduced_block;

/* Nodes that are held or moved leave the matrix, also one after the other; small differences from symmetry are removed
 * by corrections of the solution, others need general factors. Nothing is left to another backend. */
static void reduce_blocks(void **state)
{
    enum { N = 3 * 6 * 6 * 6 };
    static const reduced_block ALL[] = {
        {{.m = 6, .n_prescribed = 18}, N - 18, true},
        {{.m = 6, .n_prescribed = 18, .is_moved = true}, N - 18, true},
        {{.m = 6, .n_prescribed = 18, .is_tied = true}, N - 15, true},
        {{.m = 6, .n_prescribed = 18, .damping = 1e-6}, N - 18, true},
        {{.m = 6, .n_prescribed = 18, .is_moved = true, .damping = 1e-4}, N - 18, true},
        {{.m = 6, .n_prescribed = 18, .is_moved = true, .damping = 0.1}, N - 18, false},
        {{.m = 6, .skew = 0.3}, N, false},
        {{.m = 6, .n_prescribed = 18, .is_tied = true, .damping = 0.1}, N - 15, false},
    };
    (void)state;
    for (size_t k = 0; k < sizeof ALL / sizeof *ALL; k++)
        for (int is_transposed = 0; is_transposed < 2; is_transposed++) {
            int column;
            csc *matrix = block_matrix(&ALL[k].block);
            double *x = malloc((size_t)matrix->n * sizeof *x), *y = malloc((size_t)matrix->n * sizeof *y), most = 0.0;
            linear *solver = linear_create(linear_backend_find("dissection"), matrix, &(linear_options){0});
            assert_int_equal(linear_factor(solver, matrix, &column), LINEAR_OK);
            for (int i = 0; i < matrix->n; i++)
                x[i] = cos(i);
            (is_transposed ? linear_solve_transposed : linear_solve)(solver, x);
            (is_transposed ? csc_multiply_transposed : csc_multiply)(matrix, x, y);
            for (int i = 0; i < matrix->n; i++)
                most = fmax(most, fabs(y[i] - cos(i)));
            assert_true(most < 1e-9);
            assert_string_equal(solver->backend->keyword, "dissection");
            assert_int_equal(reduction_system(solver->reduction)->matrix->n, ALL[k].n);
            assert_int_equal(reduction_system(solver->reduction)->is_symmetric, ALL[k].is_symmetric);
            linear_destroy(solver);
            free(x);
            free(y);
            csc_destroy(matrix);
        }
}

/* Memory is known before the first factorisation, and is taken then. */
static void memory_is_foreseen(void **state)
{
    static const char *const SOLVERS[] = {"incomplete", "dissection"};
    (void)state;
    csc *matrix = block_matrix(&(block){.m = 12});
    double before = (double)csc_entries(matrix) / 2.0 * sizeof(double);
    for (int s = 0; s < 2; s++) {
        int column;
        linear *solver = linear_create(linear_backend_find(SOLVERS[s]), matrix, &(linear_options){0});
        const double bytes = linear_bytes(solver);
        assert_true(bytes > before);
        before = 2.0 * bytes;
        assert_int_equal(linear_factor(solver, matrix, &column), LINEAR_OK);
        assert_true(linear_bytes(solver) == 0.0);
        linear_destroy(solver);
    }
    csc_destroy(matrix);
}

/* The first matrix converges in its trial. The next one is indefinite: its solution does not converge, and is repeated
 * by the fallback, which then stays. */
static void solution_that_does_not_converge_is_repeated(void **state)
{
    (void)state;
    int column;
    csc *matrix = block_matrix(&(block){.m = 9});
    linear *solver = linear_create(linear_backend_find("incomplete"), matrix, &(linear_options){0});
    double *x = malloc((size_t)matrix->n * sizeof *x), *b = malloc((size_t)matrix->n * sizeof *b);
    assert_int_equal(linear_factor(solver, matrix, &column), LINEAR_OK);
    assert_string_equal(solver->backend->keyword, "incomplete");
    for (int j = 0; j < matrix->n; j++)
        for (int e = matrix->start[j]; e < matrix->start[j + 1]; e++)
            matrix->value[e] *= matrix->row[e] == j ? 1.0 : 2.0;
    assert_int_equal(linear_factor(solver, matrix, &column), LINEAR_OK);
    assert_string_equal(solver->backend->keyword, "incomplete");
    for (int i = 0; i < matrix->n; i++)
        x[i] = b[i] = cos(i);
    linear_solve(solver, x);
    assert_string_not_equal(solver->backend->keyword, "incomplete");
    assert_true(residual_of(matrix, x, b) < 1e-9);
    linear_destroy(solver);
    free(x);
    free(b);
    csc_destroy(matrix);
}

/* A preconditioner is near the inverse, and cheaper. */
static void precondition(void **state)
{
    (void)state;
    int column;
    csc *matrix = block_matrix(&(block){.m = 6, .n_prescribed = 18});
    linear *solver = linear_create(linear_backend_find("incomplete"), matrix, &(linear_options){0});
    double *x = malloc((size_t)matrix->n * sizeof *x), *b = malloc((size_t)matrix->n * sizeof *b), before = 0.0;
    assert_int_equal(linear_factor(solver, matrix, &column), LINEAR_OK);
    for (int i = 0; i < matrix->n; i++) {
        x[i] = b[i] = cos(i);
        before = fmax(before, fabs(b[i]));
    }
    linear_precondition(solver, x);
    const double after = residual_of(matrix, x, b);
    assert_true(after < 0.9 * before && after > 1e-6);
    linear_destroy(solver);
    free(x);
    free(b);
    csc_destroy(matrix);
}

static bool can_use(const products *products)
{
#if defined(__x86_64__)
    if (products == &products_avx512)
        return __builtin_cpu_supports("avx512f");
    if (products == &products_avx2)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
    return products == &products_plain;
}

enum { MOST = 70 };

static void multiply(const products *products, int m, int n, int k, double *c)
{
    static double a[MOST * MOST], b[MOST * (MOST + PRODUCT_COLUMNS)];
    memset(b, 0, sizeof b);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < k; j++)
            a[j * MOST + i] = sin(i + 3 * j);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++)
            b[packed_at(i, j, k)] = cos(2 * i - j);
    for (int e = 0; e < MOST * MOST; e++)
        c[e] = e % 7;
    products->subtract_product(
        &(block_product){.m = m, .n = n, .k = k, .a = a, .lda = MOST, .b = b, .c = c, .ldc = MOST, .above = n});
}

static double expected(int i, int j, int k, int at)
{
    double sum = at % 7;
    for (int e = 0; e < k; e++)
        sum -= sin(i + 3 * e) * cos(2 * j - e);
    return sum;
}

/* Every size of the last tile; nothing beyond is touched, and fused products are the same with any registers. */
static void products_of_blocks(void **state)
{
    static const products *const ALL[] = {&products_plain, &products_avx2, &products_avx512};
    static double c[3][MOST * MOST];
    (void)state;
    for (int m = 1; m <= MOST; m += 3)
        for (int n = 1; n <= 64; n += 7)
            for (int p = 0; p < 3; p++) {
                if (!can_use(ALL[p]))
                    continue;
                multiply(ALL[p], m, n, n, c[p]);
                for (int j = 0; j < MOST; j++)
                    for (int i = 0; i < MOST; i++) {
                        const int at = j * MOST + i;
                        const double right = i < m && j < n ? expected(i, j, n, at) : at % 7;
                        assert_true(fabs(c[p][at] - right) < 1e-12);
                    }
                if (p == 2 && can_use(ALL[1]))
                    assert_memory_equal(c[1], c[2], sizeof c[1]);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solve_blocks),       cmocka_unit_test(reduce_blocks),
        cmocka_unit_test(memory_is_foreseen), cmocka_unit_test(solution_that_does_not_converge_is_repeated),
        cmocka_unit_test(precondition),       cmocka_unit_test(products_of_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
