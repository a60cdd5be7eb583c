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
    sums *s = context;
    s->sum[member] += s->term * (member + 1);
}

/* Some works are for a part of the team, and some come after a pause in which everybody falls asleep. */
static void works_again_and_again(void **state)
{
    (void)state;
    team *t = team_create(4);
    const int size = team_share(t, 4);
    sums s = {0};
    long wanted[TEAM_MOST] = {0};
    for (long round = 1; round <= ROUNDS; round++) {
        const int members = 1 + (int)(round % size);
        s.term = round;
        team_begin(t, members, add_term, &s);
        add_term(&s, 0);
        for (int m = 0; m < members; m++)
            wanted[m] += round * (m + 1);
        for (int m = members - 1; m > 0; m--) {
            team_wait(t, m);
            assert_int_equal(s.sum[m], wanted[m]);
        }
        if (round % 500 == 0)
            nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    for (int m = 0; m < size; m++)
        assert_int_equal(s.sum[m], wanted[m]);
    team_destroy(t);
}

static void is_as_large_as_asked(void **state)
{
    (void)state;
    team *t = team_create(3);
    assert_int_equal(team_share(t, 3), 3);
    assert_int_equal(team_share(t, 5), 3);
    assert_int_equal(team_share(t, 2), 2);
    assert_int_equal(team_share(t, 0), 1);
    assert_int_equal(team_share(NULL, 8), 1);
    team_destroy(t);
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
