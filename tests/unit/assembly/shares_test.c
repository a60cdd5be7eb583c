/* shares_test.c - how elements are dealt out to the members of a thread pool: regions of the model, with a fair part of
 * the work, which is rows times columns. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "assembly/shares.h"

enum { MOST = 12 };

typedef struct {
    elem e[MOST];
    int row[MOST][2];
    const elem *order[MOST];
} chain;

/* Element i on rows 5 i and 5 i + 8, one of which may be none, listed at place (7 i) mod 12. */
static void make(chain *chain, const int *work)
{
    for (int i = 0; i < MOST; i++) {
        chain->row[i][0] = i % 4 == 1 ? -1 : 5 * i + (i % 4 == 2 ? 4 : 0);
        chain->row[i][1] = i % 4 == 2 ? -1 : 5 * i + (i % 4 == 1 ? 4 : 8);
        chain->e[i] = (elem){.n = 2, .ld = work ? work[i] : 3, .row = chain->row[i]};
        chain->order[7 * i % MOST] = &chain->e[i];
    }
}

static void dealt_as(const chain *chain, int members, const int *expected)
{
    arena *memory = arena_create();
    const int *member = shares_deal(chain->order, MOST, members, memory);
    for (int i = 0; i < MOST; i++)
        assert_int_equal(member[7 * i % MOST], expected[i]);
    arena_destroy(memory);
}

static void neighbours_have_one_member(void **unused)
{
    (void)unused;
    chain chain;
    make(&chain, NULL);
    dealt_as(&chain, 3, (const int[]){0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2});
    dealt_as(&chain, 4, (const int[]){0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3});
    dealt_as(&chain, 1, (const int[]){0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
}

/* An element belongs to whom its beginning does, work counted from the first to the last. */
static void work_is_dealt_out_not_elements(void **unused)
{
    (void)unused;
    static const int WORK[] = {9, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    chain chain;
    make(&chain, WORK);
    dealt_as(&chain, 2, (const int[]){0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
    dealt_as(&chain, 4, (const int[]){0, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3});
}

/* Those at the same place in the order in which they are listed; those without rows first. */
static void equal_places_follow_the_order(void **unused)
{
    (void)unused;
    chain chain;
    make(&chain, NULL);
    for (int i = 0; i < MOST; i++)
        chain.row[i][0] = chain.row[i][1] = 7 * i % MOST < 3 ? -1 : 40;
    arena *memory = arena_create();
    const int *member = shares_deal(chain.order, MOST, 6, memory);
    for (int at = 0; at < MOST; at++)
        assert_int_equal(member[at], at / 2);
    arena_destroy(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(neighbours_have_one_member),
                                       cmocka_unit_test(work_is_dealt_out_not_elements),
                                       cmocka_unit_test(equal_places_follow_the_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
