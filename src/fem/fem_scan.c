/* fem_scan.c - words, numbers and record marks in a file of modal data.
 *
 *     line    ::= comment | mark | words
 *     comment ::= ** text                        also any text after the last value of a record
 *     mark    ::= ** RECORD GROUP number text
 *     end     ::= ** END OF FILE
 *     number  ::= [ + | - ] digits [ . digits ] [ { e | E | d | D } [ + | - ] digits ]
 *
 * Lines end with \n, \r\n or \r. Words are separated by white space of any kind, in any number on a line. */
#include "fem/fem_scan.h"
#include "base/decimal.h"
#include "fem/diag_rows.h"
#include <ctype.h>
#include <limits.h>
#include <string.h>
#include <strings.h>

void fem_scan_begin(fem_scanner *scanner, reader *reader, const source *file)
{
    *scanner = (fem_scanner){.reader = reader,
                             .texts = diag_sources(reader_diag(reader)),
                             .file = file,
                             .cursor = file->text,
                             .end = file->text + file->length};
    if (file->length >= 3 && memcmp(file->text, "\xEF\xBB\xBF", 3) == 0)
        scanner->cursor += 3;
}

static source_location place_of(const fem_scanner *scanner, const char *at, size_t length)
{
    return (source_location){sources_index(scanner->texts, scanner->file), (uint32_t)(at - scanner->file->text),
                             (uint32_t)length};
}

source_location fem_scan_location(const fem_scanner *scanner) { return place_of(scanner, scanner->cursor, 1); }

static bool is_line_end(char c) { return c == '\n' || c == '\r'; }
static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static void skip_line(fem_scanner *scanner)
{
    while (scanner->cursor < scanner->end && !is_line_end(*scanner->cursor))
        scanner->cursor++;
}

static void skip_space(fem_scanner *scanner)
{
    while (scanner->cursor < scanner->end && is_space(*scanner->cursor))
        scanner->cursor++;
}

static bool is_comment(const fem_scanner *scanner)
{
    return scanner->end - scanner->cursor >= 2 && scanner->cursor[0] == '*' && scanner->cursor[1] == '*';
}

/* Advances *p over blanks and the word, if present. */
static bool fem_scan_take(const fem_scanner *scanner, const char **p, const char *word)
{
    const char *c = *p;
    while (c < scanner->end && (*c == ' ' || *c == '\t'))
        c++;
    const size_t n = strlen(word);
    if ((size_t)(scanner->end - c) < n || strncasecmp(c, word, n) != 0)
        return false;
    *p = c + n;
    return true;
}

/* Returns the text after "RECORD GROUP" if the current comment is a mark, otherwise NULL. */
static const char *mark_at(const fem_scanner *scanner)
{
    const char *p = scanner->cursor + 2;
    return fem_scan_take(scanner, &p, "RECORD") && fem_scan_take(scanner, &p, "GROUP") ? p : NULL;
}

static bool is_end_mark(const fem_scanner *scanner)
{
    const char *p = scanner->cursor + 2;
    return fem_scan_take(scanner, &p, "END") && fem_scan_take(scanner, &p, "OF") && fem_scan_take(scanner, &p, "FILE");
}

static bool is_border(const fem_scanner *scanner) { return mark_at(scanner) || is_end_mark(scanner); }

static bool begins_number(const fem_scanner *scanner)
{
    const char *p = scanner->cursor + (*scanner->cursor == '-' || *scanner->cursor == '+');
    return p < scanner->end &&
           (isdigit((unsigned char)*p) || (*p == '.' && p + 1 < scanner->end && isdigit((unsigned char)p[1])));
}

static int mark_number(const fem_scanner *scanner, const char *p)
{
    decimal d;
    while (p < scanner->end && (*p == ' ' || *p == '\t'))
        p++;
    return decimal_read(p, &d) && !d.is_real && d.value >= 1.0 && d.value <= 1e6 ? (int)d.value : -1;
}

/* Checks a line after the last value of a record. */
static void check_rest(fem_scanner *scanner, fem_rest rest)
{
    if (rest != FEM_REST_NOTHING && !begins_number(scanner))
        return;
    if (rest != FEM_REST_ANY)
        read_error(scanner->reader, E_FEM_TOO_MANY, fem_scan_location(scanner));
    else if (!scanner->surplus)
        diag_report(reader_diag(scanner->reader), W_FEM_SURPLUS, fem_scan_location(scanner));
    scanner->surplus = true;
}

int fem_scan_record(fem_scanner *scanner, fem_rest rest)
{
    for (; read_ok(scanner->reader); skip_line(scanner)) {
        skip_space(scanner);
        if (scanner->cursor == scanner->end)
            break;
        if (!is_comment(scanner)) {
            check_rest(scanner, rest);
            continue;
        }
        const char *behind = mark_at(scanner);
        if (behind) {
            const char *line = scanner->cursor;
            const int n = mark_number(scanner, behind);
            skip_line(scanner);
            scanner->last = place_of(scanner, line, (size_t)(scanner->cursor - line));
            return n;
        }
        if (is_end_mark(scanner))
            break;
    }
    return 0;
}

bool fem_scan_word(fem_scanner *scanner, const char **word, size_t *length)
{
    for (; read_ok(scanner->reader); skip_line(scanner)) {
        skip_space(scanner);
        if (scanner->cursor == scanner->end)
            return false;
        if (is_comment(scanner)) {
            if (is_border(scanner))
                return false;
            continue;
        }
        *word = scanner->cursor;
        while (scanner->cursor < scanner->end && !is_space(*scanner->cursor))
            scanner->cursor++;
        *length = (size_t)(scanner->cursor - *word);
        scanner->last = place_of(scanner, *word, *length);
        return true;
    }
    return false;
}

void fem_scan_comment(fem_scanner *scanner)
{
    skip_space(scanner);
    if (scanner->cursor < scanner->end && !begins_number(scanner) && !(is_comment(scanner) && is_border(scanner)))
        skip_line(scanner);
}

/* Reads a number with d or D instead of e. */
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

static bool not_a_number(fem_scanner *scanner, const char *word, size_t length)
{
    read_error(scanner->reader, E_FEM_NUMBER, scanner->last, (int)(length < 40 ? length : 40), word);
    return false;
}

bool fem_scan_real(fem_scanner *scanner, double *values)
{
    const char *word;
    size_t length;
    if (!fem_scan_word(scanner, &word, &length))
        return false;
    const size_t sign = *word == '-' || *word == '+';
    decimal d = {0};
    const bool ok =
        decimal_read(word + sign, &d) && (d.end == word + length || read_fortran(word + sign, length - sign, &d));
    if (!ok || !isfinite(d.value))
        return not_a_number(scanner, word, length);
    *values = *word == '-' ? -d.value : d.value;
    return true;
}

bool fem_scan_integer(fem_scanner *scanner, int *values)
{
    const char *word;
    size_t length;
    if (!fem_scan_word(scanner, &word, &length))
        return false;
    decimal d = {0};
    if (!decimal_read(word, &d) || d.end != word + length || d.is_real || d.value > INT_MAX)
        return not_a_number(scanner, word, length);
    *values = (int)d.value;
    return true;
}
