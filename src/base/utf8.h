/* utf8.h - characters of UTF-8 text: what they are and how wide they are shown. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum { UTF8_INVALID = 0x110000 }; /* beyond the last character */

/* The character at *at, which is moved behind it; never beyond `end`, at least one byte. UTF8_INVALID for a byte that
 * begins none. */
uint32_t utf8_next(const char **at, const char *end);
/* A byte that begins no character, or one that a terminal obeys instead of showing it. Newline and tab are none. */
bool utf8_is_control(uint32_t character);
/* Columns on a terminal: 0 for combining marks, 2 for East Asian wide characters, else 1. */
int utf8_width(uint32_t character);
