/* hash_test.c - maps from labels and names. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/hash.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void labels_are_found(void **state)
{
    (void)state;
    label_map map = {0};
    assert_int_equal(label_map_find(&map, 0), HASH_NONE);
    for (uint32_t i = 0; i < 5000; i++)
        label_map_put(&map, i * i * 1000003u, (int)i);
    for (uint32_t i = 0; i < 5000; i++)
        assert_int_equal(label_map_find(&map, i * i * 1000003u), i);
    assert_int_equal(label_map_find(&map, 7), HASH_NONE);
    assert_int_equal(map.n, 5000);
    label_map_free(&map);
    assert_int_equal(label_map_find(&map, 0), HASH_NONE);
}

static void label_is_replaced(void **state)
{
    (void)state;
    label_map map = {0};
    label_map_put(&map, UINT32_MAX, 1);
    label_map_put(&map, UINT32_MAX, 2);
    label_map_put(&map, 0, 3);
    assert_int_equal(label_map_find(&map, UINT32_MAX), 2);
    assert_int_equal(label_map_find(&map, 0), 3);
    assert_int_equal(map.n, 2);
    label_map_free(&map);
}

static void names_are_found_by_their_length(void **state)
{
    (void)state;
    static char names[3000][24];
    name_map map = {0};
    assert_int_equal(name_map_find(&map, "x", 1), HASH_NONE);
    for (int i = 0; i < 3000; i++) {
        snprintf(names[i], sizeof names[i], "node_%d", i);
        name_map_put(&map, names[i], i);
    }
    for (int i = 0; i < 3000; i++)
        assert_int_equal(name_map_find(&map, names[i], strlen(names[i])), i);
    assert_int_equal(name_map_find(&map, "node_12 and more", 7), 12);
    assert_int_equal(name_map_find(&map, "node_12", 6), 1);
    assert_int_equal(name_map_find(&map, "node_", 5), HASH_NONE);
    name_map_put(&map, "node_12", -7);
    assert_int_equal(name_map_find(&map, "node_12", 7), -7);
    assert_int_equal(map.n, 3000);
    name_map_free(&map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_are_found),
        cmocka_unit_test(label_is_replaced),
        cmocka_unit_test(names_are_found_by_their_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
