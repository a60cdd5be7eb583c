/* format.h - conversion of numbers to characters, exactly as printf and many times faster. */
#pragma once
#include <stddef.h>

/* Size of a buffer for any number below; larger than the text, because whole words are written. */
enum { FORMAT_BUFFER_SIZE = 40, FORMAT_MOST_DIGITS = 17 };

/* Writes the characters of "%.*e", 0 <= precision <= FORMAT_MOST_DIGITS, without a NUL. Returns their number. */
size_t format_scientific(char *out, double v, int precision);
/* Writes the characters of "%.*g", 0 <= digits <= FORMAT_MOST_DIGITS. */
size_t format_general(char *out, double v, int digits);
/* Decimal digits. */
size_t format_unsigned(char *out, unsigned v);
