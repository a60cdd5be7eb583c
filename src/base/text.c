/* text.c - a growing buffer of characters. */
#include "base/text.h"
#include "base/arena.h"
#include "base/format.h"
#include "base/utf8.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) static char *grow(text *t, size_t more)
{
    const size_t doubled = t->limit < 256 ? 256 : 2 * t->limit;
    t->limit = doubled > t->n + more ? doubled : t->n + more;
    t->data = heap_resize(t->data, t->limit);
    return t->data + t->n;
}

static inline char *room(text *t, size_t more) { return t->limit - t->n < more ? grow(t, more) : t->data + t->n; }

char *text_room(text *t, size_t more) { return room(t, more); }

void text_free(text *t)
{
    free(t->data);
    *t = (text){0};
}

void text_char(text *t, char c)
{
    *room(t, 1) = c;
    t->n++;
}

void text_string(text *t, const char *s)
{
    const size_t length = strlen(s);
    if (length == 0)
        return;
    memcpy(room(t, length), s, length);
    t->n += length;
}

static void print_to(text *t, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    const int length = vsnprintf(NULL, 0, format, args);
    if (length > 0) {
        vsnprintf(room(t, (size_t)length + 1), (size_t)length + 1, format, again);
        t->n += (size_t)length;
    }
    va_end(again);
}

void text_printf(text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_to(t, format, args);
    va_end(args);
}

char *text_of(const char *format, ...)
{
    text t = {0};
    va_list args;
    va_start(args, format);
    print_to(&t, format, args);
    va_end(args);
    text_char(&t, '\0');
    return t.data;
}

void text_unsigned(text *t, unsigned v, int width)
{
    char digits[FORMAT_ROOM];
    const size_t n = format_unsigned(digits, v);
    const size_t wide = width > (int)n ? (size_t)width : n;
    char *to = room(t, wide);
    memset(to, ' ', wide - n);
    memcpy(to + wide - n, digits, n);
    t->n += wide;
}

void text_integer(text *t, int v)
{
    if (v < 0)
        text_char(t, '-');
    text_unsigned(t, v < 0 ? 0u - (unsigned)v : (unsigned)v, 0);
}

void text_scientific(text *t, double v, int precision)
{
    if (precision < 0 || precision > FORMAT_MOST_DIGITS)
        text_printf(t, "%.*e", precision, v);
    else
        t->n += format_scientific(room(t, FORMAT_ROOM), v, precision);
}

void text_general(text *t, double v, int digits)
{
    if (digits < 0 || digits > FORMAT_MOST_DIGITS)
        text_printf(t, "%.*g", digits, v);
    else
        t->n += format_general(room(t, FORMAT_ROOM), v, digits);
}

char *text_visible(const char *s)
{
    text shown = {0};
    const char *const end = s + strlen(s);
    for (const char *at = s, *from = s; at < end; from = at) {
        if (!utf8_is_control(utf8_next(&at, end))) {
            memcpy(text_room(&shown, (size_t)(at - from)), from, (size_t)(at - from));
            shown.n += (size_t)(at - from);
        } else
            for (; from < at; from++)
                text_printf(&shown, "\\x%02X", (unsigned char)*from);
    }
    text_char(&shown, '\0');
    return shown.data;
}
