/* key_heap_test.c - keys come out in order, whatever the order in which they went in and out. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/key_heap.h"
#include <stdbool.h>

static void sorts(void **state)
{
    (void)state;
    key_heap key_heap = {0};
    for (int n = 1; n <= 50; n++) {
        for (int64_t i = 0; i < n; i++)
            key_heap_push(&key_heap, i * 53 % n);
        for (int64_t i = 0; i < n; i++)
            assert_int_equal(key_heap_take(&key_heap), i);
        assert_int_equal(key_heap.n, 0);
    }
    array_free(&key_heap);
}

/* Two in, one out: what comes out is the smallest of those that are in. */
static void gives_the_smallest_so_far(void **state)
{
    (void)state;
    key_heap key_heap = {0};
    bool is_in[100] = {false};
    for (int i = 0; i < 50; i++) {
        const int keys[2] = {2 * (31 * i % 50), 2 * (17 * i % 50) + 1};
        for (int k = 0; k < 2; k++) {
            key_heap_push(&key_heap, keys[k]);
            is_in[keys[k]] = true;
        }
        int smallest = 0;
        while (!is_in[smallest])
            smallest++;
        assert_int_equal(key_heap_take(&key_heap), smallest);
        is_in[smallest] = false;
    }
    array_free(&key_heap);
}

/* Equal keys, and keys beyond 32 bits. */
static void takes_any_keys(void **state)
{
    (void)state;
    static const int64_t keys[] = {INT64_MAX, 3, INT64_MIN, 3, -5, (int64_t)1 << 40};
    static const int64_t sorted[] = {INT64_MIN, -5, 3, 3, (int64_t)1 << 40, INT64_MAX};
    key_heap key_heap = {0};
    for (int i = 0; i < ARRAY_LEN(keys); i++)
        key_heap_push(&key_heap, keys[i]);
    for (int i = 0; i < ARRAY_LEN(keys); i++)
        assert_true(key_heap_take(&key_heap) == sorted[i]);
    array_free(&key_heap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sorts),
        cmocka_unit_test(gives_the_smallest_so_far),
        cmocka_unit_test(takes_any_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
