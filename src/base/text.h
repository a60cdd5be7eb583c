/* text.h - a growing buffer of characters, with fast and exact printing of numbers. */
#pragma once
#include <stddef.h>

typedef struct {
    char *data; /* not terminated */
    size_t n, limit;
} text;

void text_free(text *t);
/* The end of the text, with space for so many characters more; add to n what is written there. */
char *text_reserve(text *text, size_t more);
void text_char(text *text, char c);
void text_string(text *t, const char *text);
void text_printf(text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_unsigned(text *text, unsigned v, int width); /* right-aligned in width characters, 0: as wide as it is */
void text_integer(text *text, int v);
/* What printf would write, to be freed. */
char *text_of(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A copy for a terminal, to be freed: control characters but newline and tab, and bytes that are no UTF-8, appear as
 * \x1B. */
char *text_visible(const char *s);
/* The very characters of printf("%.*e"), correctly rounded, without calling it in the usual case. */
void text_scientific(text *text, double v, int precision);
/* The very characters of printf("%.*g"). */
void text_general(text *text, double v, int digits);
