/* team_test.c - every member does its share, of every work, and the caller sees it done. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/thread_pool.h"
#include <time.h>

enum { ROUNDS = 2000 };

typedef struct {
    long sum[THREAD_POOL_MAX];
    long term;
} sums;

static void add_term(void *context, int member)
{
    sums *sums = context;
    sums->sum[member] += sums->term * (member + 1);
}

/* Some works are for a part of the thread pool, and some come after a pause in which everybody falls asleep. */
static void works_again_and_again(void **state)
{
    (void)state;
    thread_pool *pool = thread_pool_create(4);
    const int size = thread_pool_workers(pool, 4);
    sums sums = {0};
    long wanted[THREAD_POOL_MAX] = {0};
    for (long round = 1; round <= ROUNDS; round++) {
        const int members = 1 + (int)(round % size);
        sums.term = round;
        thread_pool_begin(pool, members, add_term, &sums);
        add_term(&sums, 0);
        for (int m = 0; m < members; m++)
            wanted[m] += round * (m + 1);
        for (int m = members - 1; m > 0; m--) {
            thread_pool_wait(pool, m);
            assert_int_equal(sums.sum[m], wanted[m]);
        }
        if (round % 500 == 0)
            nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    for (int m = 0; m < size; m++)
        assert_int_equal(sums.sum[m], wanted[m]);
    thread_pool_destroy(pool);
}

static void is_as_large_as_asked(void **state)
{
    (void)state;
    thread_pool *pool = thread_pool_create(3);
    assert_int_equal(thread_pool_workers(pool, 3), 3);
    assert_int_equal(thread_pool_workers(pool, 5), 3);
    assert_int_equal(thread_pool_workers(pool, 2), 2);
    assert_int_equal(thread_pool_workers(pool, 0), 1);
    assert_int_equal(thread_pool_workers(NULL, 8), 1);
    thread_pool_destroy(pool);
    thread_pool_destroy(NULL);
    assert_true(processor_count() >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(works_again_and_again),
        cmocka_unit_test(is_as_large_as_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
