/* decimal.h - decimal numbers in a text, correctly rounded in every locale. */
#pragma once
#include <stdbool.h>

typedef struct {
    const char *end; /* one past its last character */
    bool is_real;    /* has a decimal point or an exponent */
    double value;    /* infinite if it is too large */
} decimal;

/* Reads digits [. digits] [e [+|-] digits], without sign, from a NUL-terminated text. Returns false if there are
 * none. */
bool decimal_read(const char *text, decimal *number);
