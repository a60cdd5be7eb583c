/* text.h - a growing buffer of characters, with fast and exact printing of numbers. */
#pragma once
#include <stddef.h>

typedef struct {
    char *data; /* not NUL-terminated */
    size_t n, limit;
} text;

void text_free(text *t);
/* Returns the end of the text, with space for `more` characters; the caller adds the number written to n. */
char *text_reserve(text *text, size_t more);
void text_char(text *text, char c);
void text_string(text *t, const char *text);
void text_printf(text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_unsigned(text *text, unsigned v, int width); /* right-aligned in width characters, 0: without padding */
void text_integer(text *text, int v);
/* Returns what printf would write, to be freed. */
char *text_of(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Returns a copy for a terminal, to be freed: control characters except newline and tab, and bytes that are not UTF-8,
 * appear as \x1B. */
char *text_visible(const char *s);
/* Exactly the characters of printf("%.*e"), correctly rounded, usually without calling it. */
void text_scientific(text *text, double v, int precision);
/* Exactly the characters of printf("%.*g"). */
void text_general(text *text, double v, int digits);
