/* fem_scan.c - words, numbers and record marks in a file of modal data.
 *
 *     line    ::= comment | mark | words
 *     comment ::= ** text                        also any text behind the last value of a record
 *     mark    ::= ** RECORD GROUP number text
 *     end     ::= ** END OF FILE
 *     number  ::= [ + | - ] digits [ . digits ] [ { e | E | d | D } [ + | - ] digits ]
 *
 * Lines end with \n, \r\n or \r. Words are separated by white space of any kind; how many stand on a line does not
 * matter. */
#include "fem/fem_scan.h"
#include "base/decimal.h"
#include "fem/diag_rows.h"
#include <ctype.h>
#include <limits.h>
#include <string.h>
#include <strings.h>

void fem_scan_begin(fem_scanner *s, reader *r, const source *file)
{
    *s = (fem_scanner){.r = r,
                       .texts = diag_sources(reader_diag(r)),
                       .file = file,
                       .cursor = file->text,
                       .end = file->text + file->length};
    if (file->length >= 3 && memcmp(file->text, "\xEF\xBB\xBF", 3) == 0)
        s->cursor += 3;
}

static place place_of(const fem_scanner *s, const char *at, size_t length)
{
    return (place){sources_index(s->texts, s->file), (uint32_t)(at - s->file->text), (uint32_t)length};
}

place fem_scan_place(const fem_scanner *s) { return place_of(s, s->cursor, 1); }

static bool is_line_end(char c) { return c == '\n' || c == '\r'; }
static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static void skip_line(fem_scanner *s)
{
    while (s->cursor < s->end && !is_line_end(*s->cursor))
        s->cursor++;
}

static void skip_space(fem_scanner *s)
{
    while (s->cursor < s->end && is_space(*s->cursor))
        s->cursor++;
}

static bool is_comment(const fem_scanner *s)
{
    return s->end - s->cursor >= 2 && s->cursor[0] == '*' && s->cursor[1] == '*';
}

/* Moves *p behind blanks and the word, if it is there. */
static bool fem_scan_take(const fem_scanner *s, const char **p, const char *word)
{
    const char *c = *p;
    while (c < s->end && (*c == ' ' || *c == '\t'))
        c++;
    const size_t n = strlen(word);
    if ((size_t)(s->end - c) < n || strncasecmp(c, word, n) != 0)
        return false;
    *p = c + n;
    return true;
}

/* Behind "RECORD GROUP" when the comment at hand is a mark, else NULL. */
static const char *mark_at(const fem_scanner *s)
{
    const char *p = s->cursor + 2;
    return fem_scan_take(s, &p, "RECORD") && fem_scan_take(s, &p, "GROUP") ? p : NULL;
}

static bool is_end_mark(const fem_scanner *s)
{
    const char *p = s->cursor + 2;
    return fem_scan_take(s, &p, "END") && fem_scan_take(s, &p, "OF") && fem_scan_take(s, &p, "FILE");
}

static bool is_border(const fem_scanner *s) { return mark_at(s) || is_end_mark(s); }

static bool begins_number(const fem_scanner *s)
{
    const char *p = s->cursor + (*s->cursor == '-' || *s->cursor == '+');
    return p < s->end && (isdigit((unsigned char)*p) || (*p == '.' && p + 1 < s->end && isdigit((unsigned char)p[1])));
}

static int mark_number(const fem_scanner *s, const char *p)
{
    decimal d;
    while (p < s->end && (*p == ' ' || *p == '\t'))
        p++;
    return decimal_read(p, &d) && !d.is_real && d.value >= 1.0 && d.value <= 1e6 ? (int)d.value : -1;
}

/* A line behind the last value of a record. */
static void check_rest(fem_scanner *s, fem_rest rest)
{
    if (rest != FEM_REST_NOTHING && !begins_number(s))
        return;
    if (rest != FEM_REST_ANY)
        read_error(s->r, E_FEM_TOO_MANY, fem_scan_place(s));
    else if (!s->surplus)
        diag_report(reader_diag(s->r), W_FEM_SURPLUS, fem_scan_place(s));
    s->surplus = true;
}

int fem_scan_record(fem_scanner *s, fem_rest rest)
{
    for (; read_ok(s->r); skip_line(s)) {
        skip_space(s);
        if (s->cursor == s->end)
            break;
        if (!is_comment(s)) {
            check_rest(s, rest);
            continue;
        }
        const char *behind = mark_at(s);
        if (behind) {
            const char *line = s->cursor;
            const int n = mark_number(s, behind);
            skip_line(s);
            s->last = place_of(s, line, (size_t)(s->cursor - line));
            return n;
        }
        if (is_end_mark(s))
            break;
    }
    return 0;
}

bool fem_scan_word(fem_scanner *s, const char **word, size_t *length)
{
    for (; read_ok(s->r); skip_line(s)) {
        skip_space(s);
        if (s->cursor == s->end)
            return false;
        if (is_comment(s)) {
            if (is_border(s))
                return false;
            continue;
        }
        *word = s->cursor;
        while (s->cursor < s->end && !is_space(*s->cursor))
            s->cursor++;
        *length = (size_t)(s->cursor - *word);
        s->last = place_of(s, *word, *length);
        return true;
    }
    return false;
}

void fem_scan_comment(fem_scanner *s)
{
    skip_space(s);
    if (s->cursor < s->end && !begins_number(s) && !(is_comment(s) && is_border(s)))
        skip_line(s);
}

/* A number with d or D in the place of e. */
static bool read_fortran(const char *word, size_t length, decimal *d)
{
    char copy[64];
    if (length >= sizeof copy)
        return false;
    for (size_t i = 0; i < length; i++)
        copy[i] = word[i] == 'd' || word[i] == 'D' ? 'e' : word[i];
    copy[length] = '\0';
    const bool ok = decimal_read(copy, d) && d->end == copy + length;
    d->end = word + length;
    return ok;
}

static bool not_a_number(fem_scanner *s, const char *word, size_t length)
{
    read_error(s->r, E_FEM_NUMBER, s->last, (int)(length < 40 ? length : 40), word);
    return false;
}

bool fem_scan_real(fem_scanner *s, double *v)
{
    const char *word;
    size_t length;
    if (!fem_scan_word(s, &word, &length))
        return false;
    const size_t sign = *word == '-' || *word == '+';
    decimal d = {0};
    const bool ok =
        decimal_read(word + sign, &d) && (d.end == word + length || read_fortran(word + sign, length - sign, &d));
    if (!ok || !isfinite(d.value))
        return not_a_number(s, word, length);
    *v = *word == '-' ? -d.value : d.value;
    return true;
}

bool fem_scan_integer(fem_scanner *s, int *v)
{
    const char *word;
    size_t length;
    if (!fem_scan_word(s, &word, &length))
        return false;
    decimal d = {0};
    if (!decimal_read(word, &d) || d.end != word + length || d.is_real || d.value > INT_MAX)
        return not_a_number(s, word, length);
    *v = (int)d.value;
    return true;
}
