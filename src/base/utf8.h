/* utf8.h - characters of UTF-8 text, and their width. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum { UTF8_INVALID = 0x110000 }; /* greater than every character */

/* Returns the character at *at and advances *at by at least one byte, never beyond `end`. Returns UTF8_INVALID for a
 * byte that begins no character. */
uint32_t utf8_next(const char **at, const char *end);
/* Writes the character, which is not UTF8_INVALID, and returns the number of its bytes. */
int utf8_write(uint32_t character, char bytes[4]);
/* Returns whether it is invalid, or a character that controls a terminal. Newline and tab are not controls. */
bool utf8_is_control(uint32_t character);
/* Returns the columns on a terminal: 0 for combining marks, 2 for East Asian wide characters, otherwise 1. */
int utf8_width(uint32_t character);
