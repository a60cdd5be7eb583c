/* arena_test.c - memory of the arena, growing arrays, and what happens when memory runs out. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/array.h"
#include <string.h>

static void pieces_are_zero_aligned_and_apart(void **state)
{
    (void)state;
    arena *arena = arena_create();
    unsigned char *before = NULL;
    size_t before_size = 0;
    for (size_t size = 0; size < 3000; size += 7) {
        unsigned char *piece = arena_alloc(arena, size);
        assert_int_equal((uintptr_t)piece % 16, 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(piece[i], 0);
        memset(piece, 0xAB, size);
        for (size_t i = 0; i < before_size; i++)
            assert_int_equal(before[i], 0xAB);
        before = piece;
        before_size = size;
    }
    arena_destroy(arena);
    arena_destroy(NULL);
}

static void large_pieces_do_not_waste_the_block(void **state)
{
    (void)state;
    arena *arena = arena_create();
    char *small = arena_alloc(arena, 16), *large = arena_alloc(arena, 10 << 20), *next = arena_alloc(arena, 16);
    memset(large, 1, 10 << 20);
    assert_ptr_equal(next, small + 16);
    assert_int_equal(next[0], 0);
    arena_destroy(arena);
}

static void large_piece_may_be_the_first(void **state)
{
    (void)state;
    arena *arena = arena_create();
    char *large = arena_alloc(arena, 1 << 20);
    large[(1 << 20) - 1] = 1;
    assert_int_equal(((char *)arena_alloc(arena, 8))[0], 0);
    arena_destroy(arena);
}

static void texts_are_copied_and_terminated(void **state)
{
    (void)state;
    arena *arena = arena_create();
    assert_string_equal(arena_string(arena, "cards", 4), "card");
    assert_string_equal(arena_string(arena, "", 0), "");
    assert_string_equal(arena_printf(arena, "%d nodes, %s", 12, "two joints"), "12 nodes, two joints");
    const int numbers[] = {3, 1, 4};
    assert_memory_equal(arena_copy(arena, numbers, sizeof numbers), numbers, sizeof numbers);
    arena_destroy(arena);
}

static void arrays_grow(void **state)
{
    (void)state;
    ARRAY(int) a = {0};
    for (int i = 0; i < 1000; i++)
        array_push(&a, 3 * i);
    assert_int_equal(a.n, 1000);
    assert_int_equal(a.items[999], 2997);
    assert_true(a.limit >= 1000);
    array_free(&a);
    assert_null(a.items);
    assert_int_equal(a.n + a.limit, 0);
    assert_int_equal(array_limit(INT_MAX - 1, INT_MAX), INT_MAX);
    assert_int_equal(array_limit(8, 9), 16);
    assert_int_equal(array_limit(8, 90), 90);
}

/* The address sanitizer is to behave like malloc. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1"; }

static jmp_buf out_of_memory;
static size_t wanted_bytes;

static void give_up(size_t wanted)
{
    wanted_bytes = wanted;
    longjmp(out_of_memory, 1);
}

static void handler_receives_how_much_was_wanted(void **state)
{
    (void)state;
    memory_on_exhausted(give_up);
    const size_t much = SIZE_MAX / 2;
    if (setjmp(out_of_memory) == 0) {
        heap_resize(NULL, much);
        fail_msg("so much memory cannot be there");
    }
    assert_int_equal(wanted_bytes, much);
    arena *arena = arena_create();
    if (setjmp(out_of_memory) == 0) {
        arena_alloc(arena, SIZE_MAX - 40);
        fail_msg("so much memory cannot be there");
    }
    if (setjmp(out_of_memory) == 0) {
        arena_alloc(arena, SIZE_MAX);
        fail_msg("so much memory cannot be there");
    }
    memory_on_exhausted(NULL);
    arena_destroy(arena);
}

static void size_zero_frees(void **state)
{
    (void)state;
    void *memory = heap_resize(NULL, 10);
    assert_non_null(memory);
    assert_null(heap_resize(memory, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_zero_aligned_and_apart),
        cmocka_unit_test(large_pieces_do_not_waste_the_block),
        cmocka_unit_test(large_piece_may_be_the_first),
        cmocka_unit_test(texts_are_copied_and_terminated),
        cmocka_unit_test(arrays_grow),
        cmocka_unit_test(handler_receives_how_much_was_wanted),
        cmocka_unit_test(size_zero_frees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
