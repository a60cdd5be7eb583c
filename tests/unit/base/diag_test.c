/* diag_test.c - reporting, and the text of a message. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/diag.h"
#include <stdio.h>
#include <string.h>

DIAG_DEFINE(E_NO_FILE, 1, DIAG_ERROR, "cannot read %s: %s")
DIAG_DEFINE(W_ENVIRONMENT, 11, DIAG_WARNING, "environment variable '%s' is malformed and ignored")
DIAG_DEFINE(N_TOO_MANY_ERRORS, 12, DIAG_NOTE, "too many errors: stopped reading after %d errors")

static sources *texts;
static diag *errors;
static char all[40000];
static int n_sent;

static void collect(void *to, const diag *diagnostics, const diag_message *message)
{
    char text[4096];
    assert_ptr_equal(to, all);
    const size_t length = diag_render(diagnostics, message, text, sizeof text);
    assert_int_equal(length, strlen(text));
    strncat(all, text, sizeof all - strlen(all) - 1);
    n_sent++;
}

static int set_up(void **state)
{
    (void)state;
    texts = sources_create();
    errors = diag_create(texts);
    diag_set_sink(errors, collect, all);
    all[0] = '\0';
    n_sent = 0;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diag_destroy(errors);
    sources_destroy(texts);
    return 0;
}

static void add(const char *name, const char *text, source_location from)
{
    sources_add(texts, name, text, strlen(text), from);
}

static void message_points_at_its_token(void **state)
{
    (void)state;
    add("bridge.mbd", "begin: elements;\n    joint: 3, clamp, 77, node;\nend: elements;\n", (source_location){0});
    diag_report(errors, E_NO_FILE, (source_location){1, 38, 2}, "this", "that");
    diag_hint(errors, "defined so far: %d, %d", 1, 2);
    diag_hint(errors, "did you mean %d?", 17);
    diag_hint(errors, " or %d?", 7);
    assert_int_equal(n_sent, 0);
    diag_flush(errors);
    assert_int_equal(n_sent, 1);
    assert_string_equal(all, "bridge.mbd:2:22: error E0001: cannot read this: that\n"
                             "    2 |     joint: 3, clamp, 77, node;\n"
                             "      |                      ^~\n"
                             "   hint: defined so far: 1, 2\n"
                             "   hint: did you mean 17?\n"
                             "         or 7?\n");
}

static void message_from_nowhere_has_no_line(void **state)
{
    (void)state;
    diag_report(errors, E_NO_FILE, (source_location){0}, "x", "y");
    diag_flush(errors);
    assert_string_equal(all, "error E0001: cannot read x: y\n");
}

static void warnings_and_notes_have_their_letters(void **state)
{
    (void)state;
    diag_report(errors, W_ENVIRONMENT, (source_location){0}, "MBDYN_X");
    diag_report(errors, N_TOO_MANY_ERRORS, (source_location){0}, 20);
    diag_flush(errors);
    assert_string_equal(all, "warning W0011: environment variable 'MBDYN_X' is malformed and ignored\n"
                             "note N0012: too many errors: stopped reading after 20 errors\n");
    assert_int_equal(diag_errors(errors), 0);
}

static void chain_of_includes_is_shown(void **state)
{
    (void)state;
    add("main.mbd", "\n\ninclude: \"a\";\n", (source_location){0});
    add("a", "\ninclude: \"b\";\n", (source_location){1, 11, 3});
    add("b", "wrong;", (source_location){2, 10, 3});
    diag_report(errors, E_NO_FILE, (source_location){3, 0, 5}, "x", "y");
    diag_flush(errors);
    assert_string_equal(all, "b:1:1: error E0001: cannot read x: y\n"
                             "    1 | wrong;\n"
                             "      | ^~~~~\n"
                             "   in: included from a:2\n"
                             "   in: included from main.mbd:3\n");
}

static void tabs_and_wide_characters_are_counted_as_shown(void **state)
{
    (void)state;
    add("t", "\ta\xE4\xB8\xAD\xC3\xA9\tXY\r\n", (source_location){0});
    diag_report(errors, E_NO_FILE, (source_location){1, 8, 2}, "x", "y");
    diag_flush(errors);
    assert_string_equal(all, "t:1:9: error E0001: cannot read x: y\n"
                             "    1 |     a\xE4\xB8\xAD\xC3\xA9    XY\n"
                             "      |             ^~\n");
}

static void bytes_that_upset_a_terminal_are_not_shown(void **state)
{
    (void)state;
    add("t", "a\x1B[31m\xFF!", (source_location){0});
    diag_report(errors, E_NO_FILE, (source_location){1, 7, 1}, "red\x1B[31m", "y");
    diag_flush(errors);
    assert_string_equal(all, "t:1:8: error E0001: cannot read red?[31m: y\n"
                             "    1 | a?[31m?!\n"
                             "      |        ^\n");
}

/* Lines of the last message, from 0. */
static void line_of_output(int which, char *line, size_t size)
{
    const char *p = all;
    for (int i = 0; i < which; i++)
        p = strchr(p, '\n') + 1;
    snprintf(line, size, "%.*s", (int)strcspn(p, "\n"), p);
}

static void long_line_is_clipped_around_the_place(void **state)
{
    (void)state;
    static char text[5000];
    memset(text, '.', sizeof text - 1);
    memcpy(text + 3000, "HERE", 4);
    add("t", text, (source_location){0});
    diag_report(errors, E_NO_FILE, (source_location){1, 3000, 4}, "x", "y");
    diag_flush(errors);
    char shown[400], caret[400];
    line_of_output(1, shown, sizeof shown);
    line_of_output(2, caret, sizeof caret);
    assert_true(strlen(shown) <= 8 + 106);
    const char *here = strstr(shown, "HERE");
    assert_non_null(here);
    assert_int_equal(here - shown, strchr(caret, '^') - caret);
    assert_non_null(strstr(caret, "^~~~"));
    assert_memory_equal(shown + 8, "....", 3);
}

static void long_line_with_the_place_in_front_keeps_its_beginning(void **state)
{
    (void)state;
    static char text[500];
    memset(text, 'a', sizeof text - 1);
    add("t", text, (source_location){0});
    diag_report(errors, E_NO_FILE, (source_location){1, 0, 499}, "x", "y");
    diag_flush(errors);
    char shown[400], caret[400];
    line_of_output(1, shown, sizeof shown);
    line_of_output(2, caret, sizeof caret);
    assert_int_equal(strlen(shown), 8 + 100 + 3);
    assert_int_equal(shown[8], 'a');
    assert_string_equal(shown + 105, "aaa...");
    assert_int_equal(strlen(caret), 8 + 100);
}

static void many_tabs_before_the_place(void **state)
{
    (void)state;
    static char text[300];
    memset(text, '\t', sizeof text - 1);
    text[200] = 'X';
    add("t", text, (source_location){0});
    diag_report(errors, E_NO_FILE, (source_location){1, 200, 1}, "x", "y");
    diag_flush(errors);
    char shown[400], caret[400];
    line_of_output(1, shown, sizeof shown);
    line_of_output(2, caret, sizeof caret);
    assert_int_equal(strchr(shown, 'X') - shown, strchr(caret, '^') - caret);
    assert_true(strlen(caret) < 90);
}

static void place_behind_the_end_is_shown_there(void **state)
{
    (void)state;
    add("t", "end", (source_location){0});
    diag_report(errors, E_NO_FILE, (source_location){1, 3, 1}, "x", "y");
    diag_report(errors, E_NO_FILE, (source_location){1, 4000000000u, 1}, "x", "y");
    diag_flush(errors);
    const char *expected = "t:1:4: error E0001: cannot read x: y\n    1 | end\n      |    ^\n";
    assert_memory_equal(all, expected, strlen(expected));
    assert_string_equal(all + strlen(expected), expected);
}

static void errors_beyond_the_limit_are_dropped_with_their_notes(void **state)
{
    (void)state;
    for (int i = 0; i < 30; i++) {
        assert_int_equal(diag_full(errors), i >= DIAG_MOST_ERRORS);
        diag_report(errors, E_NO_FILE, (source_location){0}, "x", "y");
        diag_hint(errors, "hint");
        diag_report(errors, N_TOO_MANY_ERRORS, (source_location){0}, i);
    }
    diag_flush(errors);
    assert_int_equal(diag_errors(errors), DIAG_MOST_ERRORS);
    assert_int_equal(n_sent, 2 * DIAG_MOST_ERRORS);
    assert_null(strstr(all, "after 20 errors"));
    diag_report(errors, W_ENVIRONMENT, (source_location){0}, "x");
    diag_flush(errors);
    assert_int_equal(n_sent, 2 * DIAG_MOST_ERRORS + 1);
}

static void warnings_alike_are_reported_five_times(void **state)
{
    (void)state;
    for (int i = 0; i < 30; i++)
        diag_report(errors, W_ENVIRONMENT, (source_location){0}, "x");
    diag_report(errors, E_NO_FILE, (source_location){0}, "x", "y");
    diag_flush(errors);
    assert_int_equal(n_sent, DIAG_MOST_ALIKE + 1);
    assert_non_null(strstr(all, "hint: further warnings W0011 are not shown"));
}

static void long_texts_end_in_dots(void **state)
{
    (void)state;
    static char word[2000];
    memset(word, 'w', sizeof word - 1);
    diag_report(errors, E_NO_FILE, (source_location){0}, word, "y");
    for (int i = 0; i < 5; i++)
        diag_hint(errors, "%s", word);
    diag_flush(errors);
    char text[2000];
    line_of_output(0, text, sizeof text);
    assert_int_equal(strlen(text), strlen("error E0001: ") + 511);
    assert_string_equal(text + strlen(text) - 4, "w...");
    line_of_output(1, text, sizeof text);
    assert_string_equal(text + strlen(text) - 4, "w...");
}

static void rendering_never_writes_beyond_its_space(void **state)
{
    (void)state;
    add("t", "set: real a = b;", (source_location){0});
    const diag_message message = {
        .code = E_NO_FILE, .level = DIAG_ERROR, .location = {1, 14, 1}, .text = "text", .hint = "hint"};
    char whole[1000];
    const size_t length = diag_render(errors, &message, whole, sizeof whole);
    for (size_t size = 0; size < length + 3; size++) {
        char part[1000];
        memset(part, 'Q', sizeof part);
        assert_int_equal(diag_render(errors, &message, part, size), length);
        assert_int_equal(part[size], 'Q');
        if (size > 0)
            assert_int_equal(strncmp(part, whole, size - 1), 0);
    }
}

static void message_without_a_sink_is_counted(void **state)
{
    (void)state;
    diag_set_sink(errors, NULL, NULL);
    diag_report(errors, E_NO_FILE, (source_location){0}, "x", "y");
    diag_flush(errors);
    assert_int_equal(diag_errors(errors), 1);
    assert_int_equal(n_sent, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(message_points_at_its_token),
        TEST(message_from_nowhere_has_no_line),
        TEST(warnings_and_notes_have_their_letters),
        TEST(chain_of_includes_is_shown),
        TEST(tabs_and_wide_characters_are_counted_as_shown),
        TEST(bytes_that_upset_a_terminal_are_not_shown),
        TEST(long_line_is_clipped_around_the_place),
        TEST(long_line_with_the_place_in_front_keeps_its_beginning),
        TEST(many_tabs_before_the_place),
        TEST(place_behind_the_end_is_shown_there),
        TEST(errors_beyond_the_limit_are_dropped_with_their_notes),
        TEST(warnings_alike_are_reported_five_times),
        TEST(long_texts_end_in_dots),
        TEST(rendering_never_writes_beyond_its_space),
        TEST(message_without_a_sink_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
