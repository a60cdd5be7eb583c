/* utf8_test.c - decoding and width of characters. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/utf8.h"
#include <string.h>

static void assert_character(const char *text, uint32_t character, int bytes)
{
    const char *at = text;
    assert_int_equal(utf8_next(&at, text + strlen(text)), character);
    assert_int_equal(at - text, bytes);
}

static void characters(void **state)
{
    (void)state;
    assert_character("a", 'a', 1);
    assert_character("\xC3\xA9", 0xE9, 2);
    assert_character("\xE2\x82\xAC", 0x20AC, 3);
    assert_character("\xF0\x9F\x98\x80", 0x1F600, 4);
}

static void bytes_that_are_no_characters(void **state)
{
    (void)state;
    assert_character("\x80", UTF8_INVALID, 1);
    assert_character("\xC0\x80", UTF8_INVALID, 1);
    assert_character("\xC3", UTF8_INVALID, 1);
    assert_character("\xC3(", UTF8_INVALID, 1);
    assert_character("\xE0\x80\x80", UTF8_INVALID, 1);
    assert_character("\xED\xA0\x80", UTF8_INVALID, 1);
    assert_character("\xF4\x90\x80\x80", UTF8_INVALID, 1);
    assert_character("\xF9\x80\x80\x80", UTF8_INVALID, 1);
    assert_character("\xFF", UTF8_INVALID, 1);
}

static void widths(void **state)
{
    (void)state;
    assert_int_equal(utf8_width('a'), 1);
    assert_int_equal(utf8_width(0xE9), 1);
    assert_int_equal(utf8_width(0x301), 0);
    assert_int_equal(utf8_width(0x4E2D), 2);
    assert_int_equal(utf8_width(0xAC00), 2);
    assert_int_equal(utf8_width(0x1F600), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters),
        cmocka_unit_test(bytes_that_are_no_characters),
        cmocka_unit_test(widths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
