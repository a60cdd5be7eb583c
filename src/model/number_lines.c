/* number_lines.c - the lines of a data file, and the numbers in them. */
#include "model/number_lines.h"
#include "base/decimal.h"
#include "deck/diag_rows.h"
#include "model/diag_rows.h"
#include <ctype.h>
#include <math.h>
#include <string.h>

bool lines_open(number_lines *lines, reader *reader, const char *of, const char *path, source_location location)
{
    const char *why;
    const source *file = sources_load(reader_texts(reader), path, path, location, &why);
    if (!file) {
        read_error(reader, E_NO_FILE, location, path, why);
        return false;
    }
    *lines = (number_lines){.reader = reader,
                            .subject = of,
                            .file = file,
                            .index = sources_index(reader_texts(reader), file),
                            .line_end = file->text,
                            .end = file->text + file->length};
    return true;
}

void lines_complain(const number_lines *lines, const char *at, size_t length, const char *what)
{
    const source_location location = {lines->index, (uint32_t)(at - lines->file->text), length ? (uint32_t)length : 1};
    read_error(lines->reader, E_NUMBER_FILE, location, lines->subject, what);
}

void lines_complain_line(const number_lines *lines, const char *what)
{
    lines_complain(lines, lines->cursor, (size_t)(lines->line_end - lines->cursor), what);
}

bool lines_next(number_lines *lines, const char *needed)
{
    const bool is_first = !lines->cursor;
    lines->cursor = !is_first && lines->line_end < lines->end ? lines->line_end + 1 : lines->line_end;
    if (lines->cursor >= lines->end) {
        if (needed)
            lines_complain(lines, lines->end > lines->file->text ? lines->end - 1 : lines->end, 1, needed);
        return false;
    }
    const char *newline = memchr(lines->cursor, '\n', (size_t)(lines->end - lines->cursor));
    lines->line_end = newline ? newline : lines->end;
    return true;
}

bool lines_number_between(const number_lines *lines, const char *from, const char *to, double *values)
{
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    /* Fields may be adjacent without a separator: the number must not include characters of the next field. */
    char digits[64];
    const size_t length = (size_t)(to - from);
    decimal d;
    if (length > 0 && length < sizeof digits) {
        memcpy(digits, from, length);
        digits[length] = '\0';
        const bool has_sign = *digits == '-' || *digits == '+';
        if (decimal_read(digits + has_sign, &d) && d.end == digits + length && isfinite(d.value)) {
            *values = *digits == '-' ? -d.value : d.value;
            return true;
        }
    }
    lines_complain(lines, from, length, "expected a number");
    return false;
}

bool lines_is_blank(const char *from, const char *to)
{
    while (from < to && isspace((unsigned char)*from))
        from++;
    return from == to;
}

bool lines_number(number_lines *lines, double *values)
{
    while (lines->cursor < lines->line_end && isspace((unsigned char)*lines->cursor))
        lines->cursor++;
    const char *from = lines->cursor;
    while (lines->cursor < lines->line_end && !isspace((unsigned char)*lines->cursor))
        lines->cursor++;
    if (from == lines->cursor) {
        lines_complain(lines, from, 1, "a number is missing");
        return false;
    }
    return lines_number_between(lines, from, lines->cursor, values);
}
