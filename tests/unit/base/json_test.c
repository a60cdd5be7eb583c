/* json_test.c - values, separators, escapes, and numbers that JSON does not have. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/json.h"
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct {
    char text[1024];
    size_t n;
} written;

static void write_bytes(void *to, const char *bytes, size_t n)
{
    (void)to;
    assert_true(written.n + n < sizeof written.text);
    memcpy(written.text + written.n, bytes, n);
    written.n += n;
    written.text[written.n] = '\0';
}

static json_writer begin(void)
{
    written.n = 0;
    return json_begin(write_bytes, NULL);
}

static void assert_quoted(const char *value, size_t length, const char *expected)
{
    json_writer writer = begin();
    json_text(&writer, NULL, value, length);
    assert_string_equal(written.text, expected);
}

static void assert_number(double value, int digits, const char *expected)
{
    json_writer writer = begin();
    json_number(&writer, NULL, value, digits);
    assert_string_equal(written.text, expected);
}

static void values_nested_separated(void **state)
{
    (void)state;
    json_writer writer = begin();
    json_open_object(&writer, NULL);
    json_open_array(&writer, "list");
    json_integer(&writer, NULL, 1);
    json_open_array(&writer, NULL);
    json_close(&writer);
    json_open_object(&writer, NULL);
    json_close(&writer);
    json_bool(&writer, NULL, true);
    json_close(&writer);
    json_bool(&writer, "no", false);
    json_null(&writer, "nothing");
    json_string(&writer, "text", "a");
    json_string(&writer, "none", NULL);
    json_numbers(&writer, "pair", (double[]){0.5, -2.0}, 2, JSON_EXACT);
    json_raw(&writer, "raw", "[1]", 3);
    json_close(&writer);
    assert_string_equal(written.text,
                        "{\"list\":[1,[],{},true],\"no\":false,\"nothing\":null,\"text\":\"a\",\"none\":null,"
                        "\"pair\":[0.5,-2],\"raw\":[1]}");
    assert_int_equal(writer.depth, 0);
}

static void lines_broken_before_values(void **state)
{
    (void)state;
    json_writer writer = begin();
    json_open_array(&writer, NULL);
    for (int i = 0; i < 2; i++) {
        json_newline(&writer);
        json_integer(&writer, NULL, i);
    }
    json_newline(&writer);
    json_close(&writer);
    assert_string_equal(written.text, "[\n0,\n1\n]");
}

static void strings_escaped(void **state)
{
    (void)state;
    assert_quoted("a\"b\\c", 5, "\"a\\\"b\\\\c\"");
    assert_quoted("\n\t\r\x01\x7f", 5, "\"\\n\\t\\u000d\\u0001\\u007f\"");
    assert_quoted("a\0b", 3, "\"a\\u0000b\"");
    assert_quoted("</script>", 9, "\"\\u003c/script>\"");
    assert_quoted("", 0, "\"\"");
    json_writer writer = begin();
    json_open_object(&writer, NULL);
    json_integer(&writer, "a\"b", 1);
    json_close(&writer);
    assert_string_equal(written.text, "{\"a\\\"b\":1}");
}

static void strings_utf8_or_replaced(void **state)
{
    (void)state;
    assert_quoted("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", 9, "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"");
    assert_quoted("a\x80z", 3, "\"a\\ufffdz\"");
    assert_quoted("\xE2\x82", 2, "\"\\ufffd\\ufffd\"");                       /* cut off */
    assert_quoted("\xC0\xAF", 2, "\"\\ufffd\\ufffd\"");                       /* longer than needed */
    assert_quoted("\xED\xA0\x80", 3, "\"\\ufffd\\ufffd\\ufffd\"");            /* a surrogate */
    assert_quoted("\xF4\x90\x80\x80", 4, "\"\\ufffd\\ufffd\\ufffd\\ufffd\""); /* beyond the last character */
}

static void numbers_round_trip(void **state)
{
    (void)state;
    static const double NUMBERS[] = {0.1, -1.0 / 3.0, 1e300, 5e-324, DBL_MAX, 123456789.123456789, 0.0};
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++) {
        json_writer writer = begin();
        json_number(&writer, NULL, NUMBERS[i], JSON_EXACT);
        assert_true(strtod(written.text, NULL) == NUMBERS[i]);
    }
    assert_number(1.0 / 3.0, 3, "0.333");
    assert_number(1e10, JSON_SINGLE, "1e+10");
    json_writer json_writer = begin();
    json_integer(&json_writer, NULL, LLONG_MIN);
    assert_string_equal(written.text, "-9223372036854775808");
}

static void numbers_not_finite_null(void **state)
{
    (void)state;
    assert_number((double)NAN, JSON_EXACT, "null");
    assert_number((double)INFINITY, JSON_EXACT, "null");
    assert_number(-(double)INFINITY, 3, "null");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_nested_separated), cmocka_unit_test(lines_broken_before_values),
        cmocka_unit_test(strings_escaped),         cmocka_unit_test(strings_utf8_or_replaced),
        cmocka_unit_test(numbers_round_trip),      cmocka_unit_test(numbers_not_finite_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
