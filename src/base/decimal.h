/* decimal.h - decimal numbers in a text, correctly rounded whatever the locale. */
#pragma once
#include <stdbool.h>

typedef struct {
    const char *end; /* behind the last character that belongs to it */
    bool is_real;    /* has a dot or an exponent */
    double value;    /* infinite when it is too large */
} decimal;

/* Reads digits [. digits] [e [+|-] digits], without sign, from a text that ends with a NUL. False when none begins
 * there. */
bool decimal_read(const char *text, decimal *number);
