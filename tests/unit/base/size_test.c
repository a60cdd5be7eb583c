/* size_test.c - products of counts: exact as long as a machine could have the memory, and refused beyond it. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/array.h"
#include "base/bulk.h"
#include <limits.h>
#include <stdbool.h>
#include <string.h>

static jmp_buf back;

static void go_back(size_t wanted)
{
    (void)wanted;
    longjmp(back, 1);
}

static bool is_refused(size_t n, size_t m)
{
    memory_on_exhausted(go_back);
    if (setjmp(back))
        return true;
    size_product(n, m);
    return false;
}

static void products_are_exact_beyond_the_range_of_int(void **state)
{
    (void)state;
    assert_int_equal(size_product(46341, 46341), 2147488281);
    assert_int_equal(size_product(65536, 65536), (size_t)1 << 32);
    assert_int_equal(size_product(0, SIZE_MAX), 0);
    assert_int_equal(size_product(1 << 24, 1 << 24), SIZE_LARGEST);
}

static void products_that_no_machine_has_are_refused(void **state)
{
    (void)state;
    assert_true(is_refused((1 << 24) + 1, 1 << 24));
    assert_true(is_refused(SIZE_MAX, 2));
    assert_true(is_refused((size_t)1 << 32, (size_t)1 << 32));
    assert_true(is_refused((size_t)-5, 8));
    assert_false(is_refused(INT_MAX, 8));
}

static void arrays_of_negative_or_too_many_items_are_refused(void **state)
{
    (void)state;
    arena *arena = arena_create();
    ARRAY(char) items = {0};
    volatile int refused = 0;
    memory_on_exhausted(go_back);
    if (setjmp(back) == 0)
        ARENA_ARRAY(arena, double, -1);
    else
        refused++;
    if (setjmp(back) == 0)
        array_reserve(&items, (size_t)INT_MAX + 1);
    else
        refused++;
    assert_int_equal(refused, 2);
    assert_null(items.items);
    arena_destroy(arena);
}

static void large_memory_is_cleared_by_pages(void **state)
{
    const size_t size = BULK_PAGES + 12345;
    unsigned char *bytes = heap_aligned(64, size);
    (void)state;
    for (size_t i = 0; i < size; i += 1021)
        bytes[i] = 0xAB;
    bytes[5] = bytes[size - 6] = 1;
    bulk_clear(bytes + 5, size - 10);
    for (size_t i = 5; i < size - 5; i += i < 9000 || i + 9000 > size ? 1 : 1021)
        assert_int_equal(bytes[i], 0);
    assert_int_equal(bytes[0], 0xAB);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_are_exact_beyond_the_range_of_int),
        cmocka_unit_test(products_that_no_machine_has_are_refused),
        cmocka_unit_test(arrays_of_negative_or_too_many_items_are_refused),
        cmocka_unit_test(large_memory_is_cleared_by_pages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
