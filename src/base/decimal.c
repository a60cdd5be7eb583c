/* decimal.c - decimal numbers in a text.
 *
 * The digits make an integer w, the decimal point and the exponent a power p: value = w 10^p. If w < 2^53 and |p| <=
 * 22, both factors are exact doubles, so that one product or quotient is correctly rounded. All other numbers are
 * converted by strtod, which is correct but slow and requires the decimal point of the locale. */
#include "base/decimal.h"
#include <locale.h>
#include <stdint.h>
#include <stdlib.h>

enum { MOST_DIGITS = 18, EXACT_POWER = 22, LARGEST_EXPONENT = 100000 };

static const double powers[EXACT_POWER + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                               1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static bool is_digit(char c) { return (unsigned char)(c - '0') < 10; }

static double slow_value(const char *text)
{
    if (localeconv()->decimal_point[0] == '.')
        return strtod(text, NULL);
    const locale_t c = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    const double v = strtod_l(text, NULL, c);
    freelocale(c);
    return v;
}

/* Reads the exponent at *at (after the e) and advances *at. Returns 0 and leaves *at if there are no digits. */
static int read_exponent(const char **at)
{
    const char *p = *at + (**at == '-' || **at == '+');
    const char *first = p;
    int e = 0;
    for (; is_digit(*p); p++)
        e = e < LARGEST_EXPONENT ? 10 * e + (*p - '0') : e;
    if (p == first)
        return 0;
    e = **at == '-' ? -e : e;
    *at = p;
    return e;
}

bool decimal_read(const char *text, decimal *number)
{
    const char *p = text;
    uint64_t whole = 0;
    for (; is_digit(*p); p++)
        whole = 10 * whole + (uint64_t)(*p - '0');
    long digits = p - text, power = 0;
    number->is_real = *p == '.';
    if (*p == '.') {
        const char *first = ++p;
        for (; is_digit(*p); p++)
            whole = 10 * whole + (uint64_t)(*p - '0');
        power = first - p;
        digits -= power;
    }
    if (digits == 0)
        return false;
    if (*p == 'e' || *p == 'E') {
        const char *exponent = p + 1;
        power += read_exponent(&exponent);
        if (exponent != p + 1) {
            number->is_real = true;
            p = exponent;
        }
    }
    number->end = p;
    if (digits > MOST_DIGITS || whole > (UINT64_C(1) << 53) || power > EXACT_POWER || power < -EXACT_POWER)
        number->value = slow_value(text);
    else
        number->value = power < 0 ? (double)whole / powers[-power] : (double)whole * powers[power];
    return true;
}
