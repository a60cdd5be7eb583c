/* value_test.c - conversion and printing of values. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "deck/value.h"
#include <limits.h>
#include <math.h>
#include <string.h>

static value convert(value v, value_type to)
{
    value result;
    const char *why;
    assert_true(value_convert(v, to, &result, &why));
    assert_int_equal(result.type, to);
    return result;
}

static const char *refused(value v, value_type to)
{
    value result;
    const char *why = NULL;
    assert_false(value_convert(v, to, &result, &why));
    return why;
}

static void types_have_names(void **state)
{
    (void)state;
    const char *const names[] = {"bool", "integer", "real", "string"};
    for (int t = TYPE_BOOL; t <= TYPE_STRING; t++) {
        assert_string_equal(value_type_name((value_type)t), names[t]);
        assert_int_equal(value_type_named(names[t], strlen(names[t])), t);
    }
    assert_int_equal(value_type_named("float", 5), TYPE_ANY);
    assert_int_equal(value_type_named("reality", 7), TYPE_ANY);
    assert_int_equal(value_type_named("reality", 4), TYPE_REAL);
    assert_int_equal(value_type_named("Real", 4), TYPE_ANY);
    assert_int_equal(value_type_named("any", 3), TYPE_ANY);
}

static void numbers_convert(void **state)
{
    (void)state;
    assert_int_equal(convert(value_real(2.7), TYPE_INTEGER).i, 2);
    assert_int_equal(convert(value_real(-2.7), TYPE_INTEGER).i, -2);
    assert_int_equal(convert(value_real(2147483647.9), TYPE_INTEGER).i, INT_MAX);
    assert_int_equal(convert(value_real(-2147483648.9), TYPE_INTEGER).i, INT_MIN);
    assert_true(convert(value_real(0.3), TYPE_BOOL).b);
    assert_false(convert(value_real(0.0), TYPE_BOOL).b);
    assert_true(convert(value_integer(-2), TYPE_BOOL).b);
    assert_int_equal(convert(value_bool(true), TYPE_INTEGER).i, 1);
    assert_true(convert(value_bool(true), TYPE_REAL).r == 1.0);
    assert_true(convert(value_integer(-7), TYPE_REAL).r == -7.0);
}

static void same_type_stays(void **state)
{
    (void)state;
    assert_string_equal(convert(value_string("text"), TYPE_STRING).s, "text");
    value same;
    const char *why;
    assert_true(value_convert(value_integer(3), TYPE_ANY, &same, &why));
    assert_int_equal(same.type, TYPE_INTEGER);
}

static void what_has_no_conversion_is_refused(void **state)
{
    (void)state;
    assert_string_equal(refused(value_string("12"), TYPE_INTEGER), "a string is not a number");
    assert_string_equal(refused(value_real(1.0), TYPE_STRING), "a number is not a string");
    const char *range = "the number is outside the range of integers";
    assert_string_equal(refused(value_real(2147483648.0), TYPE_INTEGER), range);
    assert_string_equal(refused(value_real(-2147483649.0), TYPE_INTEGER), range);
    assert_string_equal(refused(value_real(NAN), TYPE_INTEGER), range);
    assert_string_equal(refused(value_real(INFINITY), TYPE_INTEGER), range);
}

static void values_are_printed(void **state)
{
    (void)state;
    char out[64];
    assert_int_equal(value_format(value_real(3.14159265), out, sizeof out), 7);
    assert_string_equal(out, "3.14159");
    value_format(value_bool(true), out, sizeof out);
    assert_string_equal(out, "1");
    value_format(value_integer(-42), out, sizeof out);
    assert_string_equal(out, "-42");
    value_format(value_string("a b"), out, sizeof out);
    assert_string_equal(out, "a b");
    assert_int_equal(value_format(value_integer(123456), out, 3), 6);
    assert_string_equal(out, "12");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_have_names),   cmocka_unit_test(numbers_convert),
        cmocka_unit_test(same_type_stays),    cmocka_unit_test(what_has_no_conversion_is_refused),
        cmocka_unit_test(values_are_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
