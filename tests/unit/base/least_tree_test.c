/* least_tree_test.c - the first of the items with the smallest cost is found, whatever was changed before. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/least_tree.h"

enum { MOST = 700 };

static int first_of_all(int n, const int64_t *cost)
{
    int first = -1;
    for (int i = 0; i < n; i++)
        if (cost[i] != LEAST_TREE_NONE && (first < 0 || cost[i] < cost[first]))
            first = i;
    return first;
}

/* Sizes around the ends of groups of 8 and 64, with many equal costs. */
static void first_after_changes_is_that_of_a_search(void **state)
{
    (void)state;
    static const int sizes[] = {0, 1, 2, 7, 8, 9, 63, 64, 65, 511, 512, 513, MOST};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const int n = sizes[s];
        int64_t cost[MOST];
        least_tree tree;
        least_tree_create(&tree, n);
        for (int i = 0; i < n; i++)
            cost[i] = LEAST_TREE_NONE;
        assert_int_equal(least_tree_first(&tree), -1);
        uint64_t random = 1;
        for (int k = 0; n > 0 && k < 4 * n; k++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            const int item = (int)((random >> 33) % (uint64_t)n);
            cost[item] = k % 3 == 0 ? LEAST_TREE_NONE : (int64_t)((random >> 20) % 17);
            least_tree_set(&tree, item, cost[item]);
            assert_int_equal(least_tree_first(&tree), first_of_all(n, cost));
        }
        least_tree_destroy(&tree);
    }
}

static void items_are_taken_in_order_of_cost(void **state)
{
    (void)state;
    enum { N = 100 };
    least_tree tree;
    least_tree_create(&tree, N);
    for (int i = 0; i < N; i++)
        least_tree_set(&tree, i, ((int64_t)1 << 40) + 37 * i % N);
    for (int k = 0; k < N; k++) {
        const int first = least_tree_first(&tree);
        assert_int_equal(37 * first % N, k);
        least_tree_set(&tree, first, LEAST_TREE_NONE);
    }
    assert_int_equal(least_tree_first(&tree), -1);
    least_tree_destroy(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_after_changes_is_that_of_a_search),
        cmocka_unit_test(items_are_taken_in_order_of_cost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
