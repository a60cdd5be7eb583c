/* dissection_test.c - factors of meshes: products of blocks, solutions, threads, multipliers, what is refused. */
#include "linalg/kernels/products.h"
#include "linalg/linear_solver.h"
#include "../systems.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

/* Stiffness of a block of m x m x m nodes with three unknowns each: springs to 26 neighbours, one layer held by
 * multipliers, or by one spring; positive, or with one node pulled to where it is not. */
typedef struct {
    int m, n_held; /* unknowns with a multiplier of their own */
    bool is_tied;  /* the last two corners move together, by three multipliers */
    double negative, skew;
} block;

static void add_spring(system_list *s, int one, int other, const double *u)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const double k = u[i] * u[j];
            system_add(s, 3 * one + i, 3 * one + j, k);
            system_add(s, 3 * other + i, 3 * other + j, k);
            system_add(s, 3 * one + i, 3 * other + j, -k);
            system_add(s, 3 * other + i, 3 * one + j, -k);
        }
}

static csc *block_matrix(const block *b)
{
    const int m = b->m, n_nodes = m * m * m;
    system_list s = {.n = 3 * n_nodes + b->n_held + 3 * b->is_tied, .seed = 1};
    for (int i = 0; i < n_nodes; i++)
        for (int k = 14; k < 27; k++) {
            const int x = i % m + k % 3 - 1, y = i / m % m + k / 3 % 3 - 1, z = i / (m * m) + k / 9 - 1;
            if (x < 0 || y < 0 || x >= m || y >= m || z >= m)
                continue;
            const double u[] = {k % 3 - 1 + 0.1, k / 3 % 3 - 1 + 0.05, k / 9 - 1 + 0.02};
            add_spring(&s, i, x + m * (y + m * z), u);
        }
    for (int i = 0; i < 3 * n_nodes; i++)
        system_add(&s, i, i, i < 9 ? 1.0 : 1e-3);
    system_add(&s, 3 * n_nodes - 1, 3 * n_nodes - 1, -b->negative);
    system_add(&s, 0, 5, b->skew);
    system_add(&s, 5, 0, -b->skew);
    for (int k = 0; k < b->n_held; k++) {
        system_add(&s, 3 * n_nodes + k, k, 2.0);
        system_add(&s, k, 3 * n_nodes + k, -2.0); /* reactions have the other sign */
    }
    for (int k = 0; b->is_tied && k < 3; k++)
        for (int end = 0; end < 2; end++) {
            const int at = 3 * (n_nodes - 1 - end * (m - 1)) + k;
            system_add(&s, 3 * n_nodes + b->n_held + k, at, end ? 1.0 : -1.0);
            system_add(&s, at, 3 * n_nodes + b->n_held + k, end ? 1.0 : -1.0);
        }
    return system_finish(&s, true);
}

static double residual_of(const csc *a, const double *x, const double *b)
{
    double *y = malloc((size_t)a->n * sizeof *y), most = 0.0;
    csc_multiply(a, x, y);
    for (int i = 0; i < a->n; i++)
        most = fmax(most, fabs(y[i] - b[i]));
    free(y);
    return most;
}

static void solve_with(const char *keyword, const csc *a, const linear_options *o, double *x)
{
    int column;
    linear *l = linear_create(linear_type_find(keyword), a, o);
    for (int i = 0; i < a->n; i++)
        x[i] = cos(i);
    assert_int_equal(linear_factor(l, a, &column), LINEAR_OK);
    linear_solve(l, x);
    linear_destroy(l);
}

static const block BLOCKS[] = {
    {.m = 6},
    {.m = 7, .n_held = 3 * 7},
    {.m = 6, .n_held = 3 * 6, .is_tied = true},
    {.m = 6, .negative = 50.0},
    {.m = 6, .n_held = 12, .skew = 0.3},
};
enum { N_BLOCKS = sizeof BLOCKS / sizeof *BLOCKS };

static void solve_blocks(void **state)
{
    static const char *const SOLVERS[] = {"dissection", "incomplete"};
    (void)state;
    for (int k = 0; k < N_BLOCKS; k++)
        for (int s = 0; s < 2; s++) {
            csc *a = block_matrix(&BLOCKS[k]);
            double *x = malloc((size_t)a->n * sizeof *x), *b = malloc((size_t)a->n * sizeof *b);
            for (int i = 0; i < a->n; i++)
                b[i] = cos(i);
            solve_with(SOLVERS[s], a, &(linear_options){0}, x);
            assert_true(residual_of(a, x, b) < 1e-9);
            free(x);
            free(b);
            csc_destroy(a);
        }
}

static void threads_change_no_bit(void **state)
{
    (void)state;
    team *t = team_create(3);
    for (int k = 0; k < N_BLOCKS; k++) {
        block larger = BLOCKS[k];
        larger.m += 4;
        csc *a = block_matrix(&larger);
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

/* Memory is known before the first factorisation, and is taken then. */
static void memory_is_foreseen(void **state)
{
    static const char *const SOLVERS[] = {"incomplete", "dissection"};
    (void)state;
    csc *a = block_matrix(&(block){.m = 12});
    double before = (double)csc_entries(a) / 2.0 * sizeof(double);
    for (int s = 0; s < 2; s++) {
        int column;
        linear *l = linear_create(linear_type_find(SOLVERS[s]), a, &(linear_options){0});
        const double bytes = linear_bytes(l);
        assert_true(bytes > before);
        before = 2.0 * bytes;
        assert_int_equal(linear_factor(l, a, &column), LINEAR_OK);
        assert_true(linear_bytes(l) == 0.0);
        linear_destroy(l);
    }
    csc_destroy(a);
}

/* A preconditioner is near the inverse, and cheaper. */
static void precondition(void **state)
{
    (void)state;
    int column;
    csc *a = block_matrix(&(block){.m = 6, .n_held = 18});
    linear *l = linear_create(linear_type_find("incomplete"), a, &(linear_options){0});
    double *x = malloc((size_t)a->n * sizeof *x), *b = malloc((size_t)a->n * sizeof *b), before = 0.0;
    assert_int_equal(linear_factor(l, a, &column), LINEAR_OK);
    for (int i = 0; i < a->n; i++) {
        x[i] = b[i] = cos(i);
        before = fmax(before, fabs(b[i]));
    }
    linear_precondition(l, x);
    const double after = residual_of(a, x, b);
    assert_true(after < 0.9 * before && after > 1e-6);
    linear_destroy(l);
    free(x);
    free(b);
    csc_destroy(a);
}

static bool can_use(const products *p)
{
#if defined(__x86_64__)
    if (p == &products_avx512)
        return __builtin_cpu_supports("avx512f");
    if (p == &products_avx2)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
    return p == &products_plain;
}

enum { MOST = 70 };

static void multiply(const products *p, int m, int n, int k, double *c)
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
    p->subtract_product(
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
        cmocka_unit_test(solve_blocks), cmocka_unit_test(threads_change_no_bit), cmocka_unit_test(memory_is_foreseen),
        cmocka_unit_test(precondition), cmocka_unit_test(products_of_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
