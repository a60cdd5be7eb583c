/* stream_test.c - files are written whole, and a write that fails is reported. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "output/stream.h"
#include "unit/output/folder.h"

static folder at;
static sources *texts;
static diag *errors;
static char last_message[1024];

static void keep_message(void *to, const diag *diagnostics, const diag_message *message)
{
    (void)to, (void)diagnostics;
    snprintf(last_message, sizeof last_message, "%s", message->text);
}

static int begin(void **unused)
{
    (void)unused;
    at = folder_create();
    texts = sources_create();
    errors = diag_create(texts);
    diag_set_sink(errors, keep_message, NULL);
    last_message[0] = '\0';
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    folder_remove(&at);
    diag_destroy(errors);
    sources_destroy(texts);
    return 0;
}

static void all_rows_arrive_in_order(void **unused)
{
    (void)unused;
    enum { N = 20000 };
    stream stream;
    assert_true(stream_open(&stream, at.base, "mov", errors));
    for (unsigned i = 0; i < N; i++) {
        text_unsigned(&stream.rows, i, 8);
        text_char(&stream.rows, '\n');
        stream_breathe(&stream);
    }
    assert_true(stream.rows.limit < 200000);
    assert_true(stream_close(&stream, true, errors));
    char *words = folder_read(&at, "mov");
    assert_int_equal(strlen(words), 9 * N);
    for (int i = 0; i < N; i++)
        assert_int_equal(atoi(words + 9 * i), i);
    free(words);
}

static void flushed_rows_can_be_read_at_once(void **unused)
{
    (void)unused;
    stream stream;
    assert_true(stream_open(&stream, at.base, "mov", errors));
    text_string(&stream.rows, "one\n");
    stream_flush(&stream);
    char *words = folder_read(&at, "mov");
    assert_string_equal(words, "one\n");
    free(words);
    assert_true(stream_close(&stream, true, errors));
}

static void old_file_is_replaced(void **unused)
{
    (void)unused;
    stream stream;
    for (int i = 0; i < 2; i++) {
        assert_true(stream_open(&stream, at.base, "mov", errors));
        text_string(&stream.rows, i == 0 ? "a long first text\n" : "short\n");
        assert_true(stream_close(&stream, true, errors));
    }
    char *words = folder_read(&at, "mov");
    assert_string_equal(words, "short\n");
    free(words);
}

static void empty_file_is_kept_or_removed(void **unused)
{
    (void)unused;
    stream stream;
    assert_true(stream_open(&stream, at.base, "mov", errors));
    assert_true(stream_close(&stream, true, errors));
    assert_true(folder_has(&at, "mov"));
    assert_true(stream_open(&stream, at.base, "mov", errors));
    assert_true(stream_close(&stream, false, errors));
    assert_false(folder_has(&at, "mov"));
}

static void file_that_cannot_be_made_is_reported(void **unused)
{
    (void)unused;
    stream stream;
    assert_false(stream_open(&stream, "/no/such/folder/out", "mov", errors));
    diag_flush(errors);
    assert_int_equal(diag_errors(errors), 1);
    assert_string_equal(last_message, "cannot write /no/such/folder/out.mov: No such file or directory");
    assert_true(stream_close(&stream, true, errors));
}

static void full_disk_is_reported_once(void **unused)
{
    (void)unused;
    stream stream;
    if (symlink("/dev/full", folder_file(&at, "mov")) != 0 || access("/dev/full", W_OK) != 0)
        skip();
    assert_true(stream_open(&stream, at.base, "mov", errors));
    for (int i = 0; i < 3; i++) {
        text_string(&stream.rows, "row\n");
        stream_flush(&stream);
        assert_true(stream.failed != 0);
    }
    assert_false(stream_close(&stream, true, errors));
    diag_flush(errors);
    assert_int_equal(diag_errors(errors), 1);
    assert_non_null(strstr(last_message, "No space left on device"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_rows_arrive_in_order, begin, end),
        cmocka_unit_test_setup_teardown(flushed_rows_can_be_read_at_once, begin, end),
        cmocka_unit_test_setup_teardown(old_file_is_replaced, begin, end),
        cmocka_unit_test_setup_teardown(empty_file_is_kept_or_removed, begin, end),
        cmocka_unit_test_setup_teardown(file_that_cannot_be_made_is_reported, begin, end),
        cmocka_unit_test_setup_teardown(full_disk_is_reported_once, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
