/* text.c - a growing buffer of characters. */
#include "base/text.h"
#include "base/arena.h"
#include "base/format.h"
#include "base/utf8.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) static char *grow(text *text, size_t more)
{
    const size_t doubled = text->limit < 256 ? 256 : 2 * text->limit;
    text->limit = doubled > text->n + more ? doubled : text->n + more;
    text->data = heap_resize(text->data, text->limit);
    return text->data + text->n;
}

static inline char *workspace(text *text, size_t more)
{
    return text->limit - text->n < more ? grow(text, more) : text->data + text->n;
}

char *text_reserve(text *text, size_t more) { return workspace(text, more); }

void text_free(text *t)
{
    free(t->data);
    *t = (text){0};
}

void text_char(text *text, char c)
{
    *workspace(text, 1) = c;
    text->n++;
}

void text_string(text *t, const char *text)
{
    const size_t length = strlen(text);
    if (length == 0)
        return;
    memcpy(workspace(t, length), text, length);
    t->n += length;
}

static void print_to(text *text, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    const int length = vsnprintf(NULL, 0, format, args);
    if (length > 0) {
        vsnprintf(workspace(text, (size_t)length + 1), (size_t)length + 1, format, again);
        text->n += (size_t)length;
    }
    va_end(again);
}

void text_printf(text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_to(text, format, args);
    va_end(args);
}

char *text_of(const char *format, ...)
{
    text text = {0};
    va_list args;
    va_start(args, format);
    print_to(&text, format, args);
    va_end(args);
    text_char(&text, '\0');
    return text.data;
}

void text_unsigned(text *text, unsigned v, int width)
{
    char digits[FORMAT_BUFFER_SIZE];
    const size_t n = format_unsigned(digits, v);
    const size_t wide = width > (int)n ? (size_t)width : n;
    char *to = workspace(text, wide);
    memset(to, ' ', wide - n);
    memcpy(to + wide - n, digits, n);
    text->n += wide;
}

void text_integer(text *text, int v)
{
    if (v < 0)
        text_char(text, '-');
    text_unsigned(text, v < 0 ? 0u - (unsigned)v : (unsigned)v, 0);
}

void text_scientific(text *text, double v, int precision)
{
    if (precision < 0 || precision > FORMAT_MOST_DIGITS)
        text_printf(text, "%.*e", precision, v);
    else
        text->n += format_scientific(workspace(text, FORMAT_BUFFER_SIZE), v, precision);
}

void text_general(text *text, double v, int digits)
{
    if (digits < 0 || digits > FORMAT_MOST_DIGITS)
        text_printf(text, "%.*g", digits, v);
    else
        text->n += format_general(workspace(text, FORMAT_BUFFER_SIZE), v, digits);
}

char *text_visible(const char *s)
{
    text shown = {0};
    const char *const end = s + strlen(s);
    for (const char *at = s, *from = s; at < end; from = at) {
        if (!utf8_is_control(utf8_next(&at, end))) {
            memcpy(text_reserve(&shown, (size_t)(at - from)), from, (size_t)(at - from));
            shown.n += (size_t)(at - from);
        } else
            for (; from < at; from++)
                text_printf(&shown, "\\x%02X", (unsigned char)*from);
    }
    text_char(&shown, '\0');
    return shown.data;
}
