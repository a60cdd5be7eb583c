/* memory_test.c - the plan of what instances remember: places, beginnings, owners. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "contract/element.h"
#include <string.h>

typedef struct {
    double first;
    int n_begun;
} instance;

typedef struct {
    double value;
    int flag;
} remembered_value;

static void begin(const void *self, void *memory)
{
    ((instance *)self)->n_begun++;
    ((remembered_value *)memory)->value = ((const instance *)self)->first;
}

static memory_area area_of(instance *self)
{
    return (memory_area){.size = sizeof(remembered_value), .self = self, .begin = begin, .owner = "test"};
}

static void places_follow_each_other(void **unused)
{
    (void)unused;
    memory_plan plan = {0};
    assert_int_equal(memory_reserve(&plan, (memory_area){.size = 1}), 0);
    assert_int_equal(memory_reserve(&plan, (memory_area){.size = 8}), 1);
    assert_int_equal(memory_reserve(&plan, (memory_area){.size = 17}), 2);
    assert_int_equal(memory_reserve(&plan, (memory_area){.size = 0}), MEMORY_NONE);
    assert_int_equal(memory_reserve(&plan, (memory_area){.size = 24}), 5);
    assert_int_equal(plan.size, 8);
    assert_int_equal(plan.areas.n, 4);
    assert_int_equal(plan.areas.items[2].offset, 2);
    memory_plan_free(&plan);
}

/* Zeros, then what `begin` says, whatever was there. */
static void blocks_are_filled(void **unused)
{
    (void)unused;
    memory_plan plan = {0};
    instance a = {.first = 2.5}, b = {.first = -1.0};
    double block[8];
    const int at_a = memory_reserve(&plan, area_of(&a)), plain = memory_reserve(&plan, (memory_area){.size = 12}),
              at_b = memory_reserve(&plan, area_of(&b));
    assert_int_equal(plan.size, 6);
    memset(block, 0x5a, sizeof block);
    memory_block *memory = (memory_block *)block;
    memory_start(&plan, memory);
    const double expected[] = {2.5, 0, 0, 0, -1.0, 0};
    assert_memory_equal(block, expected, sizeof expected);
    assert_int_equal(((unsigned char *)block)[sizeof expected], 0x5a);
    assert_ptr_equal(memory_at(memory, at_b), block + 4);
    const state state = {.memory = memory};
    assert_ptr_equal(remembered(&state, at_a), block);
    assert_ptr_equal(remembered(&state, plain), block + 2);
    memory_plan_free(&plan);
}

/* While a deck is read more is planned: what is there stays, each area begins once. */
static void first_block_grows(void **unused)
{
    (void)unused;
    memory_plan plan = {0};
    instance one = {.first = 1.0}, more[100];
    memory_reserve(&plan, area_of(&one));
    memory_reserve(&plan, area_of(&one));
    state state = {.memory = memory_first(&plan)};
    assert_true(((const remembered_value *)remembered(&state, 2))->value == 1.0);
    assert_int_equal(one.n_begun, 2);
    for (int i = 0; i < 100; i++) {
        more[i] = (instance){.first = i};
        const int at = memory_reserve(&plan, area_of(&more[i]));
        state.memory = memory_first(&plan);
        assert_true(((const remembered_value *)remembered(&state, at))->value == i);
    }
    assert_true(((const remembered_value *)remembered(&state, 0))->value == 1.0);
    assert_int_equal(one.n_begun, 2);
    assert_int_equal(more[0].n_begun, 1);
    assert_ptr_equal(memory_first(&plan), state.memory);
    memory_plan_free(&plan);
}

static void areas_belong_to_the_innermost_element(void **unused)
{
    (void)unused;
    memory_plan plan = {0};
    const elem outer = {.label = 1}, inner = {.label = 2};
    memory_reserve(&plan, (memory_area){.size = 8});
    const int from_outer = plan.areas.n;
    memory_reserve(&plan, (memory_area){.size = 8});
    const int from_inner = plan.areas.n;
    memory_reserve(&plan, (memory_area){.size = 8});
    memory_belongs(&plan, from_inner, &inner);
    memory_reserve(&plan, (memory_area){.size = 8});
    memory_belongs(&plan, from_outer, &outer);
    assert_null(plan.areas.items[0].within);
    assert_ptr_equal(plan.areas.items[1].within, &outer);
    assert_ptr_equal(plan.areas.items[2].within, &inner);
    assert_ptr_equal(plan.areas.items[3].within, &outer);
    memory_plan_free(&plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_follow_each_other),
        cmocka_unit_test(blocks_are_filled),
        cmocka_unit_test(first_block_grows),
        cmocka_unit_test(areas_belong_to_the_innermost_element),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
