/* allocation_test.c - a running analysis asks for no memory after its second step. */
#include "run_world.h"

#ifndef TORSOR_SANITIZED

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);
void *malloc(size_t size);
void *calloc(size_t n, size_t size);
void *realloc(void *old, size_t size);

static bool is_counting;
static long n_calls;

void *malloc(size_t size)
{
    n_calls += is_counting;
    return __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    n_calls += is_counting;
    return __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
    n_calls += is_counting;
    return __libc_realloc(old, size);
}

enum { LAST = 30 };

static void at_step(int n)
{
    if (n == 3)
        n_calls = 0;
    is_counting = n >= 3 && n < LAST;
}

static void test_no_allocation(void **of)
{
    world *world = *of;
    static const char *const CARDS[] = {
        "method: ms, 0.6;",
        "method: crank nicolson;",
        "method: ss4, 0.6;",
        "method: mssth5, 0.6;",
        "method: DIRK54;",
        "nonlinear solver: newton raphson, adaptive;",
        "nonlinear solver: newton raphson, modified, 5, keep jacobian matrix;",
        "nonlinear solver: line search;",
        "nonlinear solver: bfgs;",
        "nonlinear solver: matrix free, gmres, preconditioner, full jacobian matrix;",
        "nonlinear solver: nox;",
        "tolerance: 1.e-6, test, sepnorm, scale;",
        "strategy: factor, 0.5, 1, 1.5, 3, 3, 8; max time step: 0.02; min time step: 1.e-4;",
    };
    world->at_step = at_step;
    for (size_t k = 0; k < sizeof CARDS / sizeof *CARDS; k++) {
        char cards[512];
        snprintf(
            cards, sizeof cards,
            "final time: 1.; time step: 0.01; tolerance: 1.e-6; max iterations: 50; linear solver: naive, colamd; %s",
            CARDS[k]);
        const bool ok = world_pendulum(world, cards);
        is_counting = false;
        if (!ok)
            fail_msg("%s: %s", CARDS[k], world->said);
        assert_true(world->n > LAST);
        if (n_calls > 0)
            fail_msg("%s: %ld allocations", CARDS[k], n_calls);
    }
}

#else

static void test_no_allocation(void **of)
{
    (void)of;
    skip();
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(test_no_allocation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
