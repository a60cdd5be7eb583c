/* archive_test.c - what is saved is loaded, bit by bit, and nothing else is. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/archive.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    double x[3], one;
    int i, index;
    long l;
    bool b;
    const char *word;
    const void *block;
    size_t size;
} thing;

static const thing GIVEN = {.x = {-0.0, 1e-310, HUGE_VAL},
                            .one = 0.1,
                            .i = -7,
                            .index = 2,
                            .l = -(1L << 40),
                            .b = true,
                            .word = "a b",
                            .block = "\0c",
                            .size = 2};

static void visit(archive *a, thing *t)
{
    archive_begin(a, "outer");
    archive_all(a, &t->x);
    archive_double(a, &t->one);
    archive_begin(a, "inner");
    archive_int(a, &t->i);
    archive_index(a, &t->index, 0, 2);
    archive_end(a);
    archive_long(a, &t->l);
    archive_bool(a, &t->b);
    archive_word(a, "fixed");
    archive_string(a, &t->word);
    archive_block(a, &t->block, &t->size);
    archive_end(a);
}

/* The bytes of GIVEN, to be freed. */
static char *saved(size_t *n)
{
    archive *a = archive_create();
    thing t = GIVEN;
    archive_begin(a, "something that is forgotten");
    archive_clear(a);
    visit(a, &t);
    assert_null(archive_failed(a));
    assert_false(archive_is_loading(a));
    const void *bytes = archive_bytes(a, n);
    char *copy = malloc(*n);
    memcpy(copy, bytes, *n);
    archive_destroy(a);
    return copy;
}

static void assert_same(const thing *t)
{
    assert_memory_equal(t->x, GIVEN.x, sizeof t->x);
    assert_true(t->one == GIVEN.one && t->i == GIVEN.i && t->index == GIVEN.index && t->l == GIVEN.l && t->b);
    assert_string_equal(t->word, GIVEN.word);
    assert_int_equal(t->size, GIVEN.size);
    assert_memory_equal(t->block, GIVEN.block, GIVEN.size);
}

static void numbers_come_back(void **unused)
{
    (void)unused;
    size_t n;
    char *bytes = saved(&n);
    archive *a = archive_open_bytes(bytes, n);
    thing t = {.word = ""};
    visit(a, &t);
    assert_null(archive_failed(a));
    assert_same(&t);
    archive_destroy(a);
    free(bytes);
}

static void assert_fails(void (*load)(archive *a), const char *why)
{
    size_t n;
    char *bytes = saved(&n);
    archive *a = archive_open_bytes(bytes, n);
    load(a);
    assert_non_null(archive_failed(a));
    if (!strstr(archive_failed(a), why))
        fail_msg("'%s' is not in '%s'", why, archive_failed(a));
    archive_destroy(a);
    free(bytes);
}

static void another_name(archive *a) { archive_begin(a, "other"); }
static void too_little(archive *a)
{
    archive_begin(a, "outer");
    archive_end(a);
}
static void too_much(archive *a)
{
    double x[100];
    archive_begin(a, "outer");
    archive_all(a, &x);
}
static void index_too_large(archive *a)
{
    double x[4];
    int i = 0, index = 1;
    archive_begin(a, "outer");
    archive_all(a, &x);
    archive_begin(a, "inner");
    archive_int(a, &i);
    archive_index(a, &index, 0, 1);
    assert_int_equal(index, 1);
}
static void block_too_long(archive *a)
{
    const void *block = NULL;
    size_t n = 0;
    archive_begin(a, "outer");
    archive_block(a, &block, &n); /* its length is the bits of -0.: more than there is */
    assert_null(block);
}
static void first_failure_stays(archive *a)
{
    double x = 5;
    archive_fail(a, "my reason");
    archive_fail(a, "another");
    archive_begin(a, "outer");
    archive_double(a, &x);
    assert_true(x == 5);
}

static void what_does_not_fit_is_refused(void **unused)
{
    (void)unused;
    assert_fails(another_name, "it has outer where the deck has other");
    assert_fails(block_too_long, "outer: it is damaged");
    assert_fails(too_little, "outer: more is kept of it than the deck needs");
    assert_fails(too_much, "outer: less is kept of it than the deck needs");
    assert_fails(index_too_large, "inner: 2 is kept of it where the deck allows 0 to 1");
    assert_fails(first_failure_stays, "my reason");
}

static void rest_of_a_section_can_be_skipped(void **unused)
{
    (void)unused;
    size_t n;
    char *bytes = saved(&n);
    archive *a = archive_open_bytes(bytes, n);
    archive_begin(a, "outer");
    archive_pass(a, 24);
    double one = 0;
    archive_double(a, &one);
    assert_true(one == 0.1);
    archive_skip(a);
    archive_end(a);
    assert_null(archive_failed(a));
    archive_destroy(a);
    free(bytes);
}

static void words_are_compared(void **unused)
{
    (void)unused;
    archive *a = archive_create();
    archive_word(a, "one");
    assert_true(archive_is(a, "two"));
    size_t n;
    const void *bytes = archive_bytes(a, &n);
    archive *b = archive_open_bytes(bytes, n);
    archive_word(b, "one");
    assert_false(archive_is(b, "to"));
    assert_null(archive_failed(b));
    archive_destroy(b);
    b = archive_open_bytes(bytes, n);
    archive_word(b, "on");
    assert_string_equal(archive_failed(b), "the file: it has 'one' where the deck has 'on'");
    archive_destroy(b);
    archive_destroy(a);
}

static void every_changed_or_missing_byte_is_noticed(void **unused)
{
    (void)unused;
    size_t n;
    char *bytes = saved(&n);
    for (size_t i = 0; i < n; i++) {
        bytes[i] ^= 0x10;
        archive *a = archive_open_bytes(bytes, n);
        assert_non_null(archive_failed(a));
        archive_destroy(a);
        bytes[i] ^= 0x10;
        a = archive_open_bytes(bytes, i);
        assert_non_null(archive_failed(a));
        archive_destroy(a);
    }
    free(bytes);
}

static void files_are_written_whole(void **unused)
{
    (void)unused;
    char folder[] = "/tmp/archive_test.XXXXXX", path[64], other[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/x", folder);
    snprintf(other, sizeof other, "%s/x.new", folder);
    for (int i = 0; i < 2; i++) {
        archive *a = archive_create();
        thing t = GIVEN;
        visit(a, &t);
        assert_int_equal(archive_write(a, path), 0);
        archive_destroy(a);
    }
    archive *a = archive_open(path);
    thing t = {.word = ""};
    visit(a, &t);
    assert_null(archive_failed(a));
    assert_same(&t);
    archive_destroy(a);
    assert_int_equal(access(other, F_OK), -1);
    unlink(path);
    rmdir(folder);
    a = archive_open(path);
    assert_non_null(strstr(archive_failed(a), "cannot be read"));
    archive_destroy(a);
    a = archive_create();
    assert_int_not_equal(archive_write(a, path), 0);
    archive_destroy(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_come_back),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(rest_of_a_section_can_be_skipped),
        cmocka_unit_test(words_are_compared),
        cmocka_unit_test(every_changed_or_missing_byte_is_noticed),
        cmocka_unit_test(files_are_written_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
