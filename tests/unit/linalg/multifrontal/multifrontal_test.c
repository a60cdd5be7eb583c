/* multifrontal_test.c - what is special about the multifrontal solver: plans, their life, their memory; no allocation
 * while it works. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "linalg/linear_solver.h"
#include "linalg/multifrontal/multifrontal_plan.h"
#include "unit/linalg/systems.h"
#include <malloc.h>
#include <string.h>
#include <time.h>

/* --- counting allocations ----------------------------------------------------------------------------------------- */

static long n_allocations;

#ifdef TORSOR_SANITIZED
extern int __sanitizer_install_malloc_and_free_hooks(void (*allocated)(const volatile void *p, size_t size),
                                                     void (*released)(const volatile void *p));
static void on_allocation(const volatile void *p, size_t size)
{
    (void)p, (void)size;
    n_allocations++;
}
static void on_release(const volatile void *p) { (void)p; }
static void count_allocations(void) { __sanitizer_install_malloc_and_free_hooks(on_allocation, on_release); }
#else
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *old, size_t size);
void *malloc(size_t size)
{
    n_allocations++;
    return __libc_malloc(size);
}
void *calloc(size_t n, size_t size)
{
    n_allocations++;
    return __libc_calloc(n, size);
}
void *realloc(void *old, size_t size)
{
    n_allocations++;
    return __libc_realloc(old, size);
}
static void count_allocations(void) {}
#endif

static linear *multifrontal(const csc *matrix)
{
    const linear_options plain = {0};
    return linear_create(linear_backend_find("naive"), matrix, &plain);
}

static double solve_error(linear *solver, const csc *matrix)
{
    double *b = malloc(((size_t)matrix->n + 1) * sizeof *b), *x = malloc(((size_t)matrix->n + 1) * sizeof *x);
    for (int i = 0; i < matrix->n; i++)
        x[i] = b[i] = sin(2 * i + 1);
    int column = -7;
    assert_int_equal(linear_factor(solver, matrix, &column), LINEAR_OK);
    linear_solve(solver, x);
    const double error = system_error(matrix, x, b);
    free(b);
    free(x);
    return error;
}

static void is_the_default(void **state)
{
    (void)state;
    csc *matrix = system_chain(3, 5e-4, true, 1);
    assert_string_equal(linear_default_backend(matrix)->keyword, "naive");
    csc_destroy(matrix);
}

static void allocates_nothing_at_work(void **state)
{
    (void)state;
    static const char *const solvers[] = {"naive", "klu"};
    count_allocations();
    for (int s = 0; s < 2; s++)
        for (int kind = 0; kind < 4; kind++) {
            csc *matrix = kind == 0   ? system_chain(15, 5e-4, true, 1)
                          : kind == 1 ? system_pendulums(9, 5e-4, true, 1)
                          : kind == 2 ? system_cantilever(6, 5e-4, true, 1)
                                      : system_truss(3, 5e-4, true, 1);
            const linear_options options = {
                .scale = SCALE_ITERATIVE, .when = SCALE_ALWAYS, .refine_iterations = 3, .scale_iterations = 5};
            linear *solver = linear_create(linear_backend_find(solvers[s]), matrix, &options);
            double *b = malloc((size_t)matrix->n * sizeof *b);
            int column;
            assert_int_equal(linear_factor(solver, matrix, &column), LINEAR_OK);
            const long before = n_allocations;
            for (int k = 0; k < 20; k++) {
                for (int e = 0; e < csc_entries(matrix); e++)
                    matrix->value[e] *= 1.0 + 1e-3 * sin(e + k);
                for (int i = 0; i < matrix->n; i++)
                    b[i] = cos(i + k);
                assert_int_equal(linear_factor(solver, matrix, &column), LINEAR_OK);
                linear_solve(solver, b);
            }
            assert_int_equal(n_allocations, before);
            free(b);
            linear_destroy(solver);
            csc_destroy(matrix);
        }
}

/* Any number of equal parts: lanes that are not full repeat their last part. */
static void fills_lanes(void **state)
{
    (void)state;
    for (int bodies = 1; bodies <= 13; bodies++) {
        csc *a = system_pendulums(bodies, 5e-4, bodies % 2, (uint64_t)bodies),
            *b = system_chain(bodies, 5e-4, false, 7);
        linear *l = multifrontal(a), *k = multifrontal(b);
        for (int round = 0; round < 3; round++) {
            assert_true(solve_error(l, a) < 1e-11);
            assert_true(solve_error(k, b) < 1e-11);
            for (int e = 0; e < csc_entries(a); e++)
                a->value[e] *= 1.0 + 0.1 * sin(e);
            for (int e = 0; e < csc_entries(b); e++)
                b->value[e] *= 1.0 + 0.1 * sin(e);
        }
        linear_destroy(l);
        linear_destroy(k);
        csc_destroy(a);
        csc_destroy(b);
    }
}

/* Zeros are left out after a while; when they come back, small or large, solutions stay right. */
static void leaves_zeros_out(void **state)
{
    (void)state;
    csc *matrix = system_chain(6, 5e-4, true, 1);
    linear *solver = multifrontal(matrix);
    for (int k = 0; k < 1100; k++)
        assert_true(solve_error(solver, matrix) < 1e-11);
    for (int e = 0; e < csc_entries(matrix); e += 5)
        matrix->value[e] += matrix->value[e] == 0.0 ? 1e-19 : 0.0;
    assert_true(solve_error(solver, matrix) < 1e-11);
    for (int e = 0; e < csc_entries(matrix); e++)
        matrix->value[e] += fabs(matrix->value[e]) < 1e-18 ? 0.01 * sin(e) : 0.0;
    for (int k = 0; k < 3; k++)
        assert_true(solve_error(solver, matrix) < 1e-10);
    linear_destroy(solver);
    csc_destroy(matrix);
}

/* Bytes in use, and seconds, of a factored system. */
typedef struct {
    double bytes, seconds;
} expense;

static size_t bytes_in_use(void)
{
#ifdef TORSOR_SANITIZED
    return 0;
#else
    return mallinfo2().uordblks + mallinfo2().hblkhd;
#endif
}

static expense spend(csc *matrix)
{
    const size_t before = bytes_in_use();
    const clock_t start = clock();
    linear *solver = multifrontal(matrix);
    assert_true(solve_error(solver, matrix) < 1e-9);
    assert_true(solve_error(solver, matrix) < 1e-9);
    const expense expense = {(double)(bytes_in_use() - before), (double)(clock() - start) / CLOCKS_PER_SEC};
    linear_destroy(solver);
    csc_destroy(matrix);
    return expense;
}

/* 1e5 unknowns: memory and time grow with the length of a chain, not with its square. */
static void is_linear_in_chains(void **state)
{
    (void)state;
    const expense small = spend(system_chain(1334, 5e-4, false, 1)), large = spend(system_chain(6670, 5e-4, false, 1));
    assert_true(large.bytes <= 6.0 * small.bytes);
    assert_true(large.bytes < 2500.0 * 100050);
    assert_true(large.seconds < 15.0 * small.seconds + 0.5);
}

/* Pendulums on one body: its columns are long, but what they cost is not their square. */
static csc *star(int arms)
{
    system_list list = {.n = 15 * arms + 12, .seed = 5};
    system_body(&list, 0, 5e-4, 10.0, 1.0);
    for (int i = 0; i < arms; i++) {
        const int body = 12 + 15 * i;
        system_body(&list, body, 5e-4, 0.2, 1e-4);
        system_hinge(&list, body + 12, 0, 5e-4, 1.0);
        system_hinge(&list, body + 12, body, 5e-4, -1.0);
    }
    return system_finish(&list, false);
}

/* Masses on springs to one clamped node: six rows with one entry, six long columns. */
static csc *clamped_star(int arms)
{
    system_list list = {.n = 12 * arms + 12, .seed = 5};
    for (int k = 0; k < 2; k++) {
        system_eye(&list, 3 * k, 6 + 3 * k, -1.0);
        system_eye(&list, 6 + 3 * k, 3 * k, 1.0);
    }
    for (int i = 0; i < arms; i++) {
        const int body[2] = {0, 12 + 12 * i}, row[2] = {0, body[1] + 6};
        system_body(&list, body[1], 5e-4, 0.2, 1e-4);
        system_stiffness(&list, 2, body, row, 5e-4, 1e3);
    }
    return system_finish(&list, false);
}

static void is_linear_in_stars(void **state)
{
    (void)state;
    const expense small = spend(star(300)), large = spend(star(1500));
    assert_true(large.bytes <= 6.0 * small.bytes);
    assert_true(large.seconds < 15.0 * small.seconds + 0.5);
    const expense few = spend(clamped_star(300)), many = spend(clamped_star(1500));
    assert_true(many.bytes <= 6.0 * few.bytes);
    assert_true(many.seconds < 15.0 * few.seconds + 0.5);
}

/* The same values give the same bits, whatever was factored before. */
static void repeats_itself(void **state)
{
    (void)state;
    csc *matrix = system_cantilever(5, 5e-4, true, 3);
    double *x[2];
    for (int k = 0; k < 2; k++) {
        linear *solver = multifrontal(matrix);
        x[k] = calloc((size_t)matrix->n, sizeof(double));
        x[k][matrix->n - 1] = 1.0;
        int column;
        for (int round = 0; round <= 2 * k; round++)
            assert_int_equal(linear_factor(solver, matrix, &column), LINEAR_OK);
        linear_solve(solver, x[k]);
        linear_destroy(solver);
    }
    assert_memory_equal(x[0], x[1], (size_t)matrix->n * sizeof(double));
    free(x[0]);
    free(x[1]);
    csc_destroy(matrix);
}

/* A free body needs no elimination but for its inertia; a clamped node none at all. */
static void takes_singletons_off(void **state)
{
    (void)state;
    system_list list = {.n = 24};
    for (int k = 0; k < 2; k++) {
        system_eye(&list, 3 * k, 6 + 3 * k, -1.0);
        system_eye(&list, 6 + 3 * k, 3 * k, 1.0);
    }
    system_body(&list, 12, 5e-4, 2.0, 0.1);
    csc *matrix = system_finish(&list, false);
    bool *used = malloc((size_t)csc_entries(matrix));
    memset(used, true, (size_t)csc_entries(matrix));
    int column;
    multifrontal_plan *plan = multifrontal_plan_create(matrix, used, 0.1, 1.0, &column);
    assert_int_equal(plan->first.n + plan->last.n, 21);
    multifrontal_plan_destroy(plan);
    free(used);
    csc_destroy(matrix);
}

/* Sums have the same terms in the same order, whoever makes them. */
static void threads_change_no_bit(void **state)
{
    (void)state;
    thread_pool *pool = thread_pool_create(3);
    for (int kind = 0; kind < 4; kind++) {
        csc *matrix = kind == 0   ? system_chain(40, 5e-4, true, 1)
                      : kind == 1 ? system_pendulums(30, 5e-4, true, 1)
                      : kind == 2 ? system_cantilever(30, 5e-4, true, 1)
                                  : system_truss(8, 5e-4, true, 1);
        const linear_options three = {.threads = 3, .pool = pool};
        linear *alone = multifrontal(matrix), *shared = linear_create(linear_backend_find("naive"), matrix, &three);
        const size_t bytes = (size_t)matrix->n * sizeof(double);
        double *x = malloc(bytes), *y = malloc(bytes);
        for (int round = 0; round < 5; round++) {
            int column;
            for (int e = 0; e < csc_entries(matrix); e++)
                matrix->value[e] *= 1.0 + 1e-3 * sin(e + round);
            for (int i = 0; i < matrix->n; i++)
                x[i] = y[i] = cos(i + round);
            assert_int_equal(linear_factor(alone, matrix, &column), LINEAR_OK);
            assert_int_equal(linear_factor(shared, matrix, &column), LINEAR_OK);
            linear_solve(alone, x);
            linear_solve(shared, y);
            assert_memory_equal(x, y, bytes);
        }
        free(x);
        free(y);
        linear_destroy(alone);
        linear_destroy(shared);
        csc_destroy(matrix);
    }
    thread_pool_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_the_default),       cmocka_unit_test(allocates_nothing_at_work),
        cmocka_unit_test(fills_lanes),          cmocka_unit_test(threads_change_no_bit),
        cmocka_unit_test(leaves_zeros_out),     cmocka_unit_test(is_linear_in_chains),
        cmocka_unit_test(is_linear_in_stars),   cmocka_unit_test(repeats_itself),
        cmocka_unit_test(takes_singletons_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
