/* team_test.c - every member does its share, of every work, and the caller sees it done. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/team.h"
#include <time.h>

enum { ROUNDS = 2000 };

typedef struct {
    long sum[TEAM_MOST];
    long term;
} sums;

static void add_term(void *context, int member)
{
    sums *sums = context;
    sums->sum[member] += sums->term * (member + 1);
}

/* Some works are for a part of the team, and some come after a pause in which everybody falls asleep. */
static void works_again_and_again(void **state)
{
    (void)state;
    team *pool = team_create(4);
    const int size = team_share(pool, 4);
    sums sums = {0};
    long wanted[TEAM_MOST] = {0};
    for (long round = 1; round <= ROUNDS; round++) {
        const int members = 1 + (int)(round % size);
        sums.term = round;
        team_begin(pool, members, add_term, &sums);
        add_term(&sums, 0);
        for (int m = 0; m < members; m++)
            wanted[m] += round * (m + 1);
        for (int m = members - 1; m > 0; m--) {
            team_wait(pool, m);
            assert_int_equal(sums.sum[m], wanted[m]);
        }
        if (round % 500 == 0)
            nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    for (int m = 0; m < size; m++)
        assert_int_equal(sums.sum[m], wanted[m]);
    team_destroy(pool);
}

static void is_as_large_as_asked(void **state)
{
    (void)state;
    team *pool = team_create(3);
    assert_int_equal(team_share(pool, 3), 3);
    assert_int_equal(team_share(pool, 5), 3);
    assert_int_equal(team_share(pool, 2), 2);
    assert_int_equal(team_share(pool, 0), 1);
    assert_int_equal(team_share(NULL, 8), 1);
    team_destroy(pool);
    team_destroy(NULL);
    assert_true(team_processors() >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(works_again_and_again),
        cmocka_unit_test(is_as_large_as_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
