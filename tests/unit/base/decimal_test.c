/* decimal_test.c - decimal numbers: where they end, and that they are rounded like strtod. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/decimal.h"
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void spellings(void **state)
{
    static const struct {
        const char *text;
        int length;
        bool is_real;
        double value;
    } rows[] = {
        {"12", 2, false, 12.0},
        {"0", 1, false, 0.0},
        {".5", 2, true, 0.5},
        {"5.", 2, true, 5.0},
        {"0.125", 5, true, 0.125},
        {"1e2", 3, true, 100.0},
        {"1E2", 3, true, 100.0},
        {"1e+2", 4, true, 100.0},
        {"1.5e-3", 6, true, 1.5e-3},
        {"1.e2", 4, true, 100.0},
        {".5e1", 4, true, 5.0},
        {"1e2/300", 3, true, 100.0},
        {"3e", 1, false, 3.0},
        {"3e+", 1, false, 3.0},
        {"3.em", 2, true, 3.0},
        {"7,8", 1, false, 7.0},
        {"1.2.3", 3, true, 1.2},
        {"0x10", 1, false, 0.0},
        {"1e999", 5, true, INFINITY},
        {"1e-999", 6, true, 0.0},
        {"1e99999999999999", 16, true, INFINITY},
        {"123456789012345678901234567890", 30, false, 123456789012345678901234567890.0},
        {"0.1000000000000000055511151231257827021181583404541015625", 57, true, 0.1},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        decimal d;
        assert_true(decimal_read(rows[i].text, &d));
        assert_int_equal(d.end - rows[i].text, rows[i].length);
        assert_int_equal(d.is_real, rows[i].is_real);
        if (d.value != rows[i].value)
            fail_msg("%s reads as %.17g", rows[i].text, d.value);
    }
}

static void not_numbers(void **state)
{
    (void)state;
    decimal d;
    assert_false(decimal_read("", &d));
    assert_false(decimal_read(".", &d));
    assert_false(decimal_read(".e5", &d));
    assert_false(decimal_read("e5", &d));
    assert_false(decimal_read("-1", &d));
    assert_false(decimal_read("inf", &d));
}

static void rounding_is_that_of_strtod(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 200000; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        char text[64];
        const double x = ldexp((double)(seed >> 11), (int)(seed % 160) - 130);
        snprintf(text, sizeof text, "%.*g", 1 + (int)(seed >> 32) % 21, x);
        decimal d;
        assert_true(decimal_read(text, &d));
        assert_int_equal(*d.end, '\0');
        if (d.value != strtod(text, NULL))
            fail_msg("%s reads as %.17g", text, d.value);
    }
}

static void locale_does_not_matter(void **state)
{
    (void)state;
    if (!setlocale(LC_NUMERIC, "de_DE.UTF-8") && !setlocale(LC_NUMERIC, "de_DE") &&
        !setlocale(LC_NUMERIC, "fr_FR.UTF-8"))
        skip();
    decimal d;
    assert_true(decimal_read("0.12345678901234567890", &d));
    setlocale(LC_NUMERIC, "C");
    assert_true(d.value == 0.12345678901234567890);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spellings),
        cmocka_unit_test(not_numbers),
        cmocka_unit_test(rounding_is_that_of_strtod),
        cmocka_unit_test(locale_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
