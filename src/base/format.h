/* format.h - numbers to characters, exactly as printf writes them and many times faster. */
#pragma once
#include <stddef.h>

/* Room for any number below, with some to spare: whole words are written where single characters would do. */
enum { FORMAT_BUFFER_SIZE = 40, FORMAT_MOST_DIGITS = 17 };

/* The characters of "%.*e", 0 <= precision <= FORMAT_MOST_DIGITS. Not terminated; returns how many. */
size_t format_scientific(char *out, double v, int precision);
/* The characters of "%.*g", 0 <= digits <= FORMAT_MOST_DIGITS. */
size_t format_general(char *out, double v, int digits);
/* Decimal digits. */
size_t format_unsigned(char *out, unsigned v);
