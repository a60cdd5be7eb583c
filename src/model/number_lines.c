/* number_lines.c - the lines of a data file and the numbers in them. */
#include "model/number_lines.h"
#include "base/decimal.h"
#include "deck/diag_rows.h"
#include "model/diag_rows.h"
#include <ctype.h>
#include <math.h>
#include <string.h>

bool lines_open(number_lines *s, reader *r, const char *of, const char *path, place where)
{
    const char *why;
    const source *file = sources_load(reader_texts(r), path, path, where, &why);
    if (!file) {
        read_error(r, E_NO_FILE, where, path, why);
        return false;
    }
    *s = (number_lines){.r = r,
                        .subject = of,
                        .file = file,
                        .index = sources_index(reader_texts(r), file),
                        .line_end = file->text,
                        .end = file->text + file->length};
    return true;
}

void lines_complain(const number_lines *s, const char *at, size_t length, const char *what)
{
    const place where = {s->index, (uint32_t)(at - s->file->text), length ? (uint32_t)length : 1};
    read_error(s->r, E_NUMBER_FILE, where, s->subject, what);
}

void lines_complain_line(const number_lines *s, const char *what)
{
    lines_complain(s, s->cursor, (size_t)(s->line_end - s->cursor), what);
}

bool lines_next(number_lines *s, const char *needed)
{
    const bool is_first = !s->cursor;
    s->cursor = !is_first && s->line_end < s->end ? s->line_end + 1 : s->line_end;
    if (s->cursor >= s->end) {
        if (needed)
            lines_complain(s, s->end > s->file->text ? s->end - 1 : s->end, 1, needed);
        return false;
    }
    const char *newline = memchr(s->cursor, '\n', (size_t)(s->end - s->cursor));
    s->line_end = newline ? newline : s->end;
    return true;
}

bool lines_number_between(const number_lines *s, const char *from, const char *to, double *v)
{
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    /* Fields may touch each other: what follows must not be read as well. */
    char digits[64];
    const size_t length = (size_t)(to - from);
    decimal d;
    if (length > 0 && length < sizeof digits) {
        memcpy(digits, from, length);
        digits[length] = '\0';
        const bool has_sign = *digits == '-' || *digits == '+';
        if (decimal_read(digits + has_sign, &d) && d.end == digits + length && isfinite(d.value)) {
            *v = *digits == '-' ? -d.value : d.value;
            return true;
        }
    }
    lines_complain(s, from, length, "expected a number");
    return false;
}

bool lines_is_blank(const char *from, const char *to)
{
    while (from < to && isspace((unsigned char)*from))
        from++;
    return from == to;
}

bool lines_number(number_lines *s, double *v)
{
    while (s->cursor < s->line_end && isspace((unsigned char)*s->cursor))
        s->cursor++;
    const char *from = s->cursor;
    while (s->cursor < s->line_end && !isspace((unsigned char)*s->cursor))
        s->cursor++;
    if (from == s->cursor) {
        lines_complain(s, from, 1, "a number is missing");
        return false;
    }
    return lines_number_between(s, from, s->cursor, v);
}
