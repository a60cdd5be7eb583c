/* format.c - conversion of numbers to characters.
 *
 * A number v = m 2^e, with m of 64 bits, is required as n 10^(k - p), n an integer of p + 1 digits:
 *
 *     k = floor(log10 v)              from log2(1 + f) >= f: never too high, rarely one too low (then n has one digit
 *                                     too many)
 *     n = round(v 10^q), q = p - k    10^q = g 2^(floor(q log2 10) - 63), g of 64 bits, so v 10^q = m g 2^-s: 128 bits
 *
 * g is exact for 0 <= q < 28, where 5^q has less than 64 bits; the product is then exact and a tie is rounded to
 * even n. Otherwise 10^q = 10^(28 a) 10^b with a first factor that is truncated to 64 bits, so that the true g is in
 * (g, g + 3) and the true product exceeds the computed one by less than 4 units of its upper word. If that leaves
 * the rounding undecided (once in 2^26 numbers with 11 digits, once in 500 with 16), and for subnormal numbers,
 * snprintf is called. */
#include "base/format.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

__extension__ typedef unsigned __int128 product;

typedef struct {
    uint64_t n;
    int k;
} decimal;

static const uint64_t TEN[] = {
    1,
    10,
    100,
    1000,
    10000,
    100000,
    1000000,
    10000000,
    100000000,
    1000000000,
    10000000000,
    100000000000,
    1000000000000,
    10000000000000,
    100000000000000,
    1000000000000000,
    10000000000000000,
    100000000000000000,
    1000000000000000000,
};

/* 10^q, q = 0 ... 27, shifted so that the highest bit is set. */
static const uint64_t SMALL_POWER[28] = {
    0x8000000000000000, 0xa000000000000000, 0xc800000000000000, 0xfa00000000000000, 0x9c40000000000000,
    0xc350000000000000, 0xf424000000000000, 0x9896800000000000, 0xbebc200000000000, 0xee6b280000000000,
    0x9502f90000000000, 0xba43b74000000000, 0xe8d4a51000000000, 0x9184e72a00000000, 0xb5e620f480000000,
    0xe35fa931a0000000, 0x8e1bc9bf04000000, 0xb1a2bc2ec5000000, 0xde0b6b3a76400000, 0x8ac7230489e80000,
    0xad78ebc5ac620000, 0xd8d726b7177a8000, 0x878678326eac9000, 0xa968163f0a57b400, 0xd3c21bcecceda100,
    0x84595161401484a0, 0xa56fa5b99019a5c8, 0xcecb8f27f4200f3a,
};

/* The highest 64 bits of 10^(28 a), a = -11 ... 11, truncated. */
enum { LOWEST_LARGE = -11 };
static const uint64_t LARGE_POWER[23] = {
    0xe61acf033d1a45df, 0xe858ad248f5c22c9, 0xea9c227723ee8bcb, 0xece53cec4a314ebd, 0xef340a98172aace4,
    0xf18899b1bc3f8ca1, 0xf3e2f893dec3f126, 0xf64335bcf065d37d, 0xf8a95fcf88747d94, 0xfb158592be068d2e,
    0xfd87b5f28300ca0d, 0x8000000000000000, 0x813f3978f8940984, 0x82818f1281ed449f, 0x83c7088e1aab65db,
    0x850fadc09923329e, 0x865b86925b9bc5c2, 0x87aa9aff79042286, 0x88fcf317f22241e2, 0x8a5296ffe33cc92f,
    0x8bab8eefb6409c1a, 0x8d07e33455637eb2, 0x8e679c2f5e44ff8f,
};

static const char PAIRS[] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
                            "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
                            "8081828384858687888990919293949596979899";

static inline bool is_exact(int q) { return q >= 0 && q < 28; }

/* g of 10^q; for -308 <= q <= 325. */
static inline uint64_t power(int q)
{
    if (is_exact(q))
        return SMALL_POWER[q];
    const int a = (q - 28 * LOWEST_LARGE) / 28;
    const product g = (product)LARGE_POWER[a] * SMALL_POWER[q - 28 * (a + LOWEST_LARGE)];
    return g >> 127 ? (uint64_t)(g >> 64) : (uint64_t)(g >> 63);
}

static inline int floor_log2_of_ten_to(int q) { return (q * 217706) >> 16; }

/* floor(log10 v), or one less: the upper half of the bits is a fixed-point number, log2 v truncated. 1292913986 =
 * floor(2^32 log10 2). */
static inline int estimate_exponent(uint64_t bits)
{
    return (int)((((int64_t)(bits >> 32) - ((int64_t)1023 << 20)) * 1292913986) >> 52);
}

/* round(m 2^e 10^q); returns false if 128 bits do not decide the rounding. */
static inline bool format_scale(uint64_t m, int e, int q, uint64_t *n)
{
    const product v = (product)m * power(q);
    const int shift = -e - floor_log2_of_ten_to(q) - 1; /* s - 64: the binary point is in the upper word */
    const uint64_t upper = (uint64_t)(v >> 64), half = (uint64_t)1 << (shift - 1), fraction = upper & (2 * half - 1);
    *n = (upper >> shift) + (upper >> (shift - 1) & 1);
    if (!is_exact(q))
        return half - 1 - fraction >= 4;
    if (fraction == half && (uint64_t)v == 0)
        *n &= ~(uint64_t)1;
    return true;
}

/* Requires a positive normal number. Returns false if snprintf must be called. */
static inline bool to_decimal(uint64_t bits, int precision, decimal *out)
{
    const uint64_t m = bits << 11 | (uint64_t)1 << 63;
    const int e = (int)(bits >> 52) - 1086, k = estimate_exponent(bits);
    out->k = k;
    if (!format_scale(m, e, precision - k, &out->n))
        return false;
    if (out->n < TEN[precision + 1])
        return true;
    out->k = k + 1;
    if (out->n > TEN[precision + 1])
        return format_scale(m, e, precision - k - 1, &out->n);
    out->n = TEN[precision];
    return true;
}

/* The characters of n < 10^8, eight digits, the first in the byte with the lowest address: the packed numbers in one
 * word are split until each is a digit. Multiplying by 10486 / 2^20 and 103 / 2^10 divides by 100 and by 10. */
static inline uint64_t eight_digits(uint32_t n)
{
    const uint32_t upper = n / 10000;
    uint64_t x = upper | (uint64_t)(n - 10000 * upper) << 32;
    const uint64_t hundreds = (x * 10486) >> 20 & 0x0000007f0000007f;
    x = hundreds | (x - 100 * hundreds) << 16;
    const uint64_t tens = (x * 103) >> 10 & 0x000f000f000f000f;
    x = tens | (x - 10 * tens) << 8 | 0x3030303030303030;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    return x;
}

/* Writes n as `count` <= 18 digits, and arbitrary characters up to the 18th position. */
static inline void put_digits(char *out, uint64_t n, int count)
{
    if (count > 16) {
        const int first = count - 16;
        const uint64_t upper = n / TEN[16];
        memcpy(out, PAIRS + 2 * upper + (first == 1), 2);
        out += first;
        n -= upper * TEN[16];
        count = 16;
    }
    if (count <= 8) {
        const uint64_t digits = eight_digits((uint32_t)(n * TEN[8 - count]));
        memcpy(out, &digits, 8);
        return;
    }
    n *= TEN[16 - count];
    const uint64_t upper = n / TEN[8];
    const uint64_t digits[2] = {eight_digits((uint32_t)upper), eight_digits((uint32_t)(n - upper * TEN[8]))};
    memcpy(out, digits, 16);
}

static inline char *put_exponent(char *out, int k)
{
    const int size = k < 0 ? -k : k;
    out[0] = 'e';
    out[1] = k < 0 ? '-' : '+';
    if (size < 100) {
        memcpy(out + 2, PAIRS + 2 * size, 2);
        return out + 4;
    }
    out[2] = (char)('0' + size / 100);
    memcpy(out + 3, PAIRS + 2 * (size % 100), 2);
    return out + 5;
}

static inline uint64_t bits_of(double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

/* Neither zero, nor subnormal, nor infinite, nor not a number. */
static inline bool is_normal(uint64_t bits) { return bits - 0x10000000000000 < 0x7fe0000000000000; }

__attribute__((noinline)) static size_t print_scientific(char *out, double v, int precision)
{
    return (size_t)snprintf(out, FORMAT_BUFFER_SIZE, "%.*e", precision, v);
}

size_t format_scientific(char *out, double v, int precision)
{
    static const char ZERO[24] = "0.0000000000000000000000";
    const uint64_t signed_bits = bits_of(v), bits = signed_bits << 1 >> 1;
    char *at = out;
    *at = '-';
    at += signed_bits >> 63;
    const int point = precision > 0;
    decimal d = {0, 0};
    if (bits == 0) {
        memcpy(at, ZERO, sizeof ZERO);
    } else {
        if (!is_normal(bits) || !to_decimal(bits, precision, &d))
            return print_scientific(out, v, precision);
        /* The first digit is moved one position to the left, and the decimal point replaces it. */
        put_digits(at + point, d.n, precision + 1);
        at[0] = at[point];
        if (point)
            at[1] = '.';
    }
    return (size_t)(put_exponent(at + 1 + point + precision, d.k) - out);
}

/* Writes n digits as d.ddd or ddd.ddd or 0.00ddd; they have no trailing zeros. */
static char *put_fixed(char *out, const char *digits, int n, int k)
{
    if (k < 0) {
        memcpy(out, "0.0000", 6);
        memcpy(out + 1 - k, digits, (size_t)n);
        return out + 1 - k + n;
    }
    const int whole = k + 1;
    memset(out, '0', (size_t)whole);
    memcpy(out, digits, (size_t)(n < whole ? n : whole));
    if (n <= whole)
        return out + whole;
    out[whole] = '.';
    memcpy(out + whole + 1, digits + whole, (size_t)(n - whole));
    return out + n + 1;
}

static char *put_short_scientific(char *out, const char *digits, int n, int k)
{
    *out++ = digits[0];
    if (n > 1) {
        *out++ = '.';
        memcpy(out, digits + 1, (size_t)(n - 1));
        out += n - 1;
    }
    return put_exponent(out, k);
}

size_t format_general(char *out, double v, int digits)
{
    const uint64_t signed_bits = bits_of(v), bits = signed_bits << 1 >> 1;
    const int precision = digits > 1 ? digits - 1 : 0;
    decimal d = {0, 0};
    if (bits != 0 && !(is_normal(bits) && to_decimal(bits, precision, &d)))
        return (size_t)snprintf(out, FORMAT_BUFFER_SIZE, "%.*g", digits, v);
    char *at = out;
    *at = '-';
    at += signed_bits >> 63;
    char text[FORMAT_BUFFER_SIZE];
    put_digits(text, d.n, precision + 1);
    int n = precision + 1;
    while (n > 1 && text[n - 1] == '0')
        n--;
    const bool is_fixed = d.k >= -4 && d.k <= precision;
    return (size_t)((is_fixed ? put_fixed : put_short_scientific)(at, text, n, d.k) - out);
}

size_t format_unsigned(char *out, unsigned v)
{
    size_t n = 1;
    while (n < 10 && v >= TEN[n])
        n++;
    for (size_t i = n; i-- > 0; v /= 10)
        out[i] = (char)('0' + v % 10);
    return n;
}
