/* text_test.c - numbers are written with the very characters of printf. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/text.h"
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static uint64_t random_bits(uint64_t *seed)
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static double from_bits(uint64_t bits)
{
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static void assert_written(const text *text, const char *expected)
{
    if (text->n != strlen(expected) || memcmp(text->data, expected, text->n) != 0)
        fail_msg("wrote '%.*s', printf writes '%s'", (int)text->n, text->data, expected);
}

static void check_scientific(text *text, double v, int precision)
{
    char expected[64];
    snprintf(expected, sizeof expected, "%.*e", precision, v);
    text->n = 0;
    text_scientific(text, v, precision);
    assert_written(text, expected);
}

static void check_general(text *text, double v, int digits)
{
    char expected[64];
    snprintf(expected, sizeof expected, "%.*g", digits, v);
    text->n = 0;
    text_general(text, v, digits);
    assert_written(text, expected);
}

static void check_all(text *text, double v)
{
    for (int precision = 0; precision <= 17; precision++) {
        check_scientific(text, v, precision);
        check_scientific(text, -v, precision);
        check_general(text, v, precision);
        check_general(text, -v, precision);
    }
}

static void writes_special_values(void **unused)
{
    (void)unused;
    const double values[] = {0.0,
                             1.0,
                             0.1,
                             0.5,
                             2.5,
                             0.125,
                             9.5,
                             99.5,
                             999999.5,
                             1e15,
                             25e15,
                             1e16,
                             123456789.0,
                             9.999999e22,
                             1e22,
                             1e23,
                             5e-324,
                             DBL_MIN,
                             DBL_MAX,
                             DBL_MIN / 2,
                             M_PI,
                             100000.0,
                             1000000.0,
                             1e-4,
                             9.9999e-5,
                             9.9999995e-5,
                             1e-5,
                             4503599627370497.5,
                             9007199254740993.0,
                             INFINITY,
                             NAN};
    text text = {0};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        check_all(&text, values[i]);
    text_free(&text);
}

/* Powers of two and of ten and what lies next to them: where the estimate of the exponent and the rounding change. */
static void writes_numbers_around_powers(void **unused)
{
    (void)unused;
    text text = {0};
    for (int e = -1074; e <= 1023; e += 1)
        for (int step = -1; step <= 1; step++) {
            const double v = step ? nextafter(ldexp(1.0, e), step > 0 ? DBL_MAX : 0.0) : ldexp(1.0, e);
            check_scientific(&text, v, 6);
            check_scientific(&text, v, 10);
            check_scientific(&text, v, 17);
            check_scientific(&text, v, (e + 1074) % 18);
        }
    for (int k = -323; k <= 308; k++) {
        char digits[16];
        snprintf(digits, sizeof digits, "1e%d", k);
        double v;
        sscanf(digits, "%lf", &v);
        for (int precision = 0; precision <= 17; precision++) {
            check_scientific(&text, v, precision);
            check_scientific(&text, nextafter(v, 0.0), precision);
            check_scientific(&text, nextafter(v, DBL_MAX), precision);
            check_general(&text, nextafter(v, 0.0), precision);
        }
    }
    text_free(&text);
}

/* Halves of the last digit, which are exact in binary and go to the even digit. */
static void rounds_ties_to_even(void **unused)
{
    (void)unused;
    text text = {0};
    for (int i = 1; i < 20000; i += 2)
        for (int shift = 1; shift <= 8; shift++)
            for (int precision = 0; precision <= 9; precision += 1) {
                if ((i + shift + precision) % 7 == 0)
                    check_scientific(&text, ldexp(i, -shift), precision);
            }
    check_scientific(&text, 2.5, 0);
    check_scientific(&text, 3.5, 0);
    check_scientific(&text, 25e15, 0);
    check_scientific(&text, 35e20, 0);
    text_free(&text);
}

static void writes_random_numbers(void **unused)
{
    (void)unused;
    text text = {0};
    uint64_t seed = 1;
    for (int i = 0; i < 200000; i++) { /* all exponents, all precisions */
        const double v = from_bits(random_bits(&seed));
        check_scientific(&text, v, i % 18);
        if (i % 8 == 0)
            check_general(&text, v, i / 8 % 18);
    }
    for (int i = 0; i < 600000; i++) { /* what an analysis writes */
        const double v = ((double)random_bits(&seed) / 0x1p63 - 1.0) * pow(10.0, i % 25 - 14);
        check_scientific(&text, v, 6 + i % 5);
        if (i % 8 == 0)
            check_general(&text, v, 6);
    }
    text_free(&text);
}

static void writes_short_decimals(void **unused)
{
    (void)unused;
    text text = {0};
    uint64_t seed = 7;
    for (int i = 0; i < 100000; i++) {
        const double v = (double)(random_bits(&seed) % 100000) * pow(10.0, i % 12 - 8);
        check_general(&text, v, 6);
        check_scientific(&text, v, i % 12);
    }
    text_free(&text);
}

static void long_precisions_are_written_too(void **unused)
{
    (void)unused;
    text text = {0};
    check_scientific(&text, 0.1, 30);
    check_general(&text, 0.1, 30);
    text_free(&text);
}

static void writes_integers(void **unused)
{
    (void)unused;
    text text = {0};
    text_unsigned(&text, 7, 8);
    text_char(&text, '|');
    text_unsigned(&text, 123456789, 8);
    text_char(&text, '|');
    text_unsigned(&text, UINT_MAX, 0);
    text_char(&text, '|');
    text_unsigned(&text, 0, 0);
    text_char(&text, '|');
    text_integer(&text, -42);
    text_integer(&text, INT_MIN);
    text_integer(&text, 10);
    assert_written(&text, "       7|123456789|4294967295|0|-42-214748364810");
    text_free(&text);
}

static void grows_as_needed(void **unused)
{
    (void)unused;
    text text = {0};
    for (int i = 0; i < 1000; i++)
        text_printf(&text, "%04d%s", i, "abc");
    text_string(&text, "");
    text_string(&text, "end");
    assert_int_equal(text.n, 7003);
    assert_memory_equal(text.data + 7 * 999, "0999abcend", 10);
    text_free(&text);
    assert_null(text.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_special_values), cmocka_unit_test(writes_numbers_around_powers),
        cmocka_unit_test(rounds_ties_to_even),   cmocka_unit_test(writes_random_numbers),
        cmocka_unit_test(writes_short_decimals), cmocka_unit_test(long_precisions_are_written_too),
        cmocka_unit_test(writes_integers),       cmocka_unit_test(grows_as_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
