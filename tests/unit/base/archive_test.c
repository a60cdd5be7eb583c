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

static void visit(archive *archive, thing *thing)
{
    archive_begin(archive, "outer");
    archive_all(archive, &thing->x);
    archive_double(archive, &thing->one);
    archive_begin(archive, "inner");
    archive_int(archive, &thing->i);
    archive_index(archive, &thing->index, 0, 2);
    archive_end(archive);
    archive_long(archive, &thing->l);
    archive_bool(archive, &thing->b);
    archive_word(archive, "fixed");
    archive_string(archive, &thing->word);
    archive_block(archive, &thing->block, &thing->size);
    archive_end(archive);
}

/* The bytes of GIVEN, to be freed. */
static char *saved(size_t *n)
{
    archive *archive = archive_create();
    thing thing = GIVEN;
    archive_begin(archive, "something that is forgotten");
    archive_clear(archive);
    visit(archive, &thing);
    assert_null(archive_failed(archive));
    assert_false(archive_is_loading(archive));
    const void *bytes = archive_bytes(archive, n);
    char *copy = malloc(*n);
    memcpy(copy, bytes, *n);
    archive_destroy(archive);
    return copy;
}

static void assert_same(const thing *thing)
{
    assert_memory_equal(thing->x, GIVEN.x, sizeof thing->x);
    assert_true(thing->one == GIVEN.one && thing->i == GIVEN.i && thing->index == GIVEN.index && thing->l == GIVEN.l &&
                thing->b);
    assert_string_equal(thing->word, GIVEN.word);
    assert_int_equal(thing->size, GIVEN.size);
    assert_memory_equal(thing->block, GIVEN.block, GIVEN.size);
}

static void numbers_come_back(void **unused)
{
    (void)unused;
    size_t n;
    char *bytes = saved(&n);
    archive *archive = archive_open_bytes(bytes, n);
    thing thing = {.word = ""};
    visit(archive, &thing);
    assert_null(archive_failed(archive));
    assert_same(&thing);
    archive_destroy(archive);
    free(bytes);
}

static void assert_fails(void (*load)(archive *archive), const char *why)
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

static void another_name(archive *archive) { archive_begin(archive, "other"); }
static void too_little(archive *archive)
{
    archive_begin(archive, "outer");
    archive_end(archive);
}
static void too_much(archive *archive)
{
    double x[100];
    archive_begin(archive, "outer");
    archive_all(archive, &x);
}
static void index_too_large(archive *archive)
{
    double x[4];
    int i = 0, index = 1;
    archive_begin(archive, "outer");
    archive_all(archive, &x);
    archive_begin(archive, "inner");
    archive_int(archive, &i);
    archive_index(archive, &index, 0, 1);
    assert_int_equal(index, 1);
}
static void block_too_long(archive *archive)
{
    const void *block = NULL;
    size_t n = 0;
    archive_begin(archive, "outer");
    archive_block(archive, &block, &n); /* its length is the bits of -0.: more than there is */
    assert_null(block);
}
static void first_failure_stays(archive *archive)
{
    double x = 5;
    archive_fail(archive, "my reason");
    archive_fail(archive, "another");
    archive_begin(archive, "outer");
    archive_double(archive, &x);
    assert_true(x == 5);
}

static void what_does_not_fit_is_refused(void **unused)
{
    (void)unused;
    assert_fails(another_name, "it has outer where the deck has other");
    assert_fails(block_too_long, "outer: the file is damaged");
    assert_fails(too_little, "outer: the file has more data than the deck needs");
    assert_fails(too_much, "outer: the file has less data than the deck needs");
    assert_fails(index_too_large, "inner: the file has 2 where the deck allows 0 to 1");
    assert_fails(first_failure_stays, "my reason");
}

static void rest_of_a_section_can_be_skipped(void **unused)
{
    (void)unused;
    size_t n;
    char *bytes = saved(&n);
    archive *archive = archive_open_bytes(bytes, n);
    archive_begin(archive, "outer");
    archive_pass(archive, 24);
    double one = 0;
    archive_double(archive, &one);
    assert_true(one == 0.1);
    archive_skip(archive);
    archive_end(archive);
    assert_null(archive_failed(archive));
    archive_destroy(archive);
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
    assert_string_equal(archive_failed(b), "the file: the file has 'one' where the deck has 'on'");
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
        archive *archive = archive_open_bytes(bytes, n);
        assert_non_null(archive_failed(archive));
        archive_destroy(archive);
        bytes[i] ^= 0x10;
        archive = archive_open_bytes(bytes, i);
        assert_non_null(archive_failed(archive));
        archive_destroy(archive);
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
    archive *archive = archive_open(path);
    thing thing = {.word = ""};
    visit(archive, &thing);
    assert_null(archive_failed(archive));
    assert_same(&thing);
    archive_destroy(archive);
    assert_int_equal(access(other, F_OK), -1);
    unlink(path);
    rmdir(folder);
    archive = archive_open(path);
    assert_non_null(strstr(archive_failed(archive), "cannot be read"));
    archive_destroy(archive);
    archive = archive_create();
    assert_int_not_equal(archive_write(archive, path), 0);
    archive_destroy(archive);
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
