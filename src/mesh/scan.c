/* scan.c - words, numbers and lines of a text. */
#include "mesh/scan.h"
#include "base/decimal.h"
#include "mesh/diag_rows.h"
#include <ctype.h>
#include <math.h>
#include <strings.h>

scanner scan_file(diag *errors, const sources *texts, const source *file)
{
    return (scanner){.errors = errors,
                     .file = file,
                     .index = sources_index(texts, file),
                     .cursor = file->text,
                     .end = file->text + file->length};
}

span span_of(const scanner *scanner, const char *from, const char *to)
{
    const int n = (int)(to - from);
    return (span){from, n, {scanner->index, (uint32_t)(from - scanner->file->text), (uint32_t)(n > 0 ? n : 1)}};
}

span span_trim(const scanner *scanner, span w)
{
    const char *from = w.start, *to = w.start + w.n;
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    return span_of(scanner, from, to);
}

bool span_is(span w, const char *word)
{
    return (int)strlen(word) == w.n && strncasecmp(w.start, word, (size_t)w.n) == 0;
}

bool span_begins(span w, const char *word)
{
    const size_t n = strlen(word);
    return w.n >= (int)n && strncasecmp(w.start, word, n) == 0;
}

bool scan_line(scanner *scanner, span *line)
{
    if (scanner->cursor >= scanner->end)
        return false;
    const char *stop = memchr(scanner->cursor, '\n', (size_t)(scanner->end - scanner->cursor)), *from = scanner->cursor;
    scanner->cursor = stop ? stop + 1 : scanner->end;
    stop = stop ? stop : scanner->end;
    if (stop > from && stop[-1] == '\r')
        stop--;
    *line = span_of(scanner, from, stop);
    return true;
}

bool scan_word(scanner *scanner, span *word)
{
    while (scanner->cursor < scanner->end && isspace((unsigned char)*scanner->cursor))
        scanner->cursor++;
    const char *from = scanner->cursor;
    while (scanner->cursor < scanner->end && !isspace((unsigned char)*scanner->cursor))
        scanner->cursor++;
    *word = span_of(scanner, from, scanner->cursor);
    return word->n > 0;
}

int span_words(const scanner *s, span line, span *to, int most)
{
    scanner in = *s;
    int n = 0;
    in.cursor = line.start, in.end = line.start + line.n;
    while (n < most && scan_word(&in, &to[n]))
        n++;
    return n;
}

/* --- numbers ------------------------------------------------------------------------------------------------------ */

enum { MOST_DIGITS = 63 };

/* Converts a number as other programs write it to standard form: 1.5-3, 1.5D-3, .5, 3. */
static bool plain_form(span w, char to[MOST_DIGITS + 8])
{
    int n = 0;
    if (w.n < 1 || w.n > MOST_DIGITS)
        return false;
    for (int i = 0; i < w.n; i++) {
        const char c = w.start[i];
        const bool is_sign = c == '+' || c == '-';
        if (is_sign && i > 0 && (isdigit((unsigned char)w.start[i - 1]) || w.start[i - 1] == '.'))
            to[n++] = 'e';
        to[n++] = c == 'd' || c == 'D' ? 'e' : c;
        if (n > MOST_DIGITS)
            return false;
    }
    to[n] = '\0';
    return true;
}

static bool number_in(span w, double *to)
{
    char digits[MOST_DIGITS + 8];
    decimal d;
    if (!plain_form(w, digits))
        return false;
    const char *from = digits + (*digits == '-' || *digits == '+');
    if (!decimal_read(from, &d) || *d.end || !isfinite(d.value))
        return false;
    *to = *digits == '-' ? -d.value : d.value;
    return true;
}

bool span_real(const scanner *scanner, span w, double *to)
{
    *to = 0.0;
    if (number_in(w, to))
        return true;
    diag_report(scanner->errors, E_MESH_NUMBER, w.location, w.n, w.start, "number");
    return false;
}

bool span_label(const scanner *scanner, span w, unsigned *to)
{
    double v = 0.0;
    *to = 0;
    const bool ok = number_in(w, &v) && v >= 1.0 && v <= 4294967294.0 && v == floor(v);
    if (ok)
        *to = (unsigned)v;
    else
        diag_report(scanner->errors, E_MESH_NUMBER, w.location, w.n, w.start, "label");
    return ok;
}

bool span_field(const scanner *scanner, span *rest, char separator, span *field)
{
    if (!rest->start)
        return false;
    const char *end = rest->start + rest->n,
               *stop = rest->n > 0 ? memchr(rest->start, separator, (size_t)rest->n) : NULL;
    *field = span_trim(scanner, span_of(scanner, rest->start, stop ? stop : end));
    *rest = stop ? span_of(scanner, stop + 1, end) : (span){0};
    return true;
}
