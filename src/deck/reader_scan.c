/* reader_scan.c - moving over the text of a deck: blanks, comments, strings, cards.
 *
 *     comment   # to the end of the line, and slash-star to star-slash
 *     string    " ... ", where a backslash makes the next character part of the string
 *     card      words [ : ... ] ;   with strings, comments and brackets inside
 *
 * After an error the end of a card is found by its ';' outside strings, comments and round brackets. A bracket that is
 * never closed must not swallow the rest of the deck, so a ';' inside brackets counts when "words :" follow it. For the
 * same reason an expression is read only up to where "words :" begin a line, or follow a ';' inside its brackets. */
#include "base/utf8.h"
#include "deck/diag_rows.h"
#include "deck/reader_state.h"
#include <stdio.h>
#include <string.h>

const char fold_table[256] = {
    ['0'] = '0', ['1'] = '1', ['2'] = '2', ['3'] = '3', ['4'] = '4', ['5'] = '5', ['6'] = '6', ['7'] = '7',
    ['8'] = '8', ['9'] = '9', ['_'] = '_', ['A'] = 'a', ['B'] = 'b', ['C'] = 'c', ['D'] = 'd', ['E'] = 'e',
    ['F'] = 'f', ['G'] = 'g', ['H'] = 'h', ['I'] = 'i', ['J'] = 'j', ['K'] = 'k', ['L'] = 'l', ['M'] = 'm',
    ['N'] = 'n', ['O'] = 'o', ['P'] = 'p', ['Q'] = 'q', ['R'] = 'r', ['S'] = 's', ['T'] = 't', ['U'] = 'u',
    ['V'] = 'v', ['W'] = 'w', ['X'] = 'x', ['Y'] = 'y', ['Z'] = 'z', ['a'] = 'a', ['b'] = 'b', ['c'] = 'c',
    ['d'] = 'd', ['e'] = 'e', ['f'] = 'f', ['g'] = 'g', ['h'] = 'h', ['i'] = 'i', ['j'] = 'j', ['k'] = 'k',
    ['l'] = 'l', ['m'] = 'm', ['n'] = 'n', ['o'] = 'o', ['p'] = 'p', ['q'] = 'q', ['r'] = 'r', ['s'] = 's',
    ['t'] = 't', ['u'] = 'u', ['v'] = 'v', ['w'] = 'w', ['x'] = 'x', ['y'] = 'y', ['z'] = 'z'};

static const char *line_end(const reader *r, const char *p)
{
    const char *end = memchr(p, '\n', (size_t)(r->end - p));
    return end ? end : r->end;
}

static const char *block_comment_end(const char *p)
{
    const char *end = strstr(p + 2, "*/");
    return end ? end + 2 : NULL;
}

static const char *comment_end(reader *r, const char *p)
{
    const char *end = block_comment_end(p);
    if (end)
        return end;
    if (r->open_comment != p) {
        r->open_comment = p;
        diag_report(r->errors, E_COMMENT_OPEN, scan_place(r, p, p + 2));
    }
    r->failed = true;
    return r->end;
}

const char *scan_skip_comments(reader *r, const char *p)
{
    for (;;) {
        while (is_blank(*p))
            p++;
        if (*p == '#')
            p = line_end(r, p);
        else if (*p == '/' && p[1] == '*')
            p = comment_end(r, p);
        else
            return p;
    }
}

const char *scan_string_end(reader *r, const char *quote)
{
    if (r->open_string && quote >= r->open_string)
        return NULL;
    for (const char *p = quote + 1;; p += 2) {
        p += strcspn(p, "\"\\");
        if (*p == '"')
            return p;
        if (*p == '\0' || p[1] == '\0')
            break;
    }
    r->open_string = quote;
    return NULL;
}

bool scan_begins_card(reader *r, const char *p)
{
    int n = 0;
    while (fold(*p) && n < MOST_WORD) {
        for (; fold(*p) && n < MOST_WORD; n++)
            p++;
        p = scan_skip(r, p);
    }
    return n > 0 && *p == ':' && p[1] != ':';
}

bool scan_begins_line(const reader *r, const char *p)
{
    while (p > r->file->text && is_blank(p[-1]) && p[-1] != '\n')
        p--;
    return p == r->file->text || p[-1] == '\n';
}

/* Over a string; one that is not closed ends with its line. */
static const char *skip_string(reader *r, const char *p)
{
    const char *end = scan_string_end(r, p);
    return end ? end + 1 : line_end(r, p);
}

/* Over a comment, if one begins at p, or else over one character; says nothing when it is not closed. */
static const char *skip_quietly(const reader *r, const char *p)
{
    if (*p == '#')
        return line_end(r, p);
    if (*p != '/' || p[1] != '*')
        return p + 1;
    const char *end = block_comment_end(p);
    return end ? end : r->end;
}

const char *scan_card_end(reader *r, const char *p)
{
    long depth = 0;
    for (;;) {
        p += strcspn(p, "\"#/();");
        switch (*p) {
        case '\0':
            return p;
        case ';':
            if (depth <= 0 || scan_begins_card(r, scan_skip(r, p + 1)))
                return p;
            p++;
            break;
        case '"':
            p = skip_string(r, p);
            break;
        case '(':
        case ')':
            depth += *p++ == '(' ? 1 : -1;
            break;
        default:
            p = skip_quietly(r, p);
        }
    }
}

const char *scan_limit(reader *r, const char *p)
{
    const bool list = *p == '('; /* only a list of expressions may hold ';' */
    for (long depth = 0;;) {
        while (*p > '/' && *p != ';')
            p++;
        if (*p == '\n') {
            p = scan_skip(r, p);
            if (scan_begins_card(r, p))
                return p;
        } else if (*p == ';' && list && depth > 0) {
            if (scan_begins_card(r, scan_skip(r, p + 1)))
                return p;
            p++;
        } else if (*p == '"') {
            p = skip_string(r, p);
        } else if (*p == '\0' || *p == ';' || (*p == ',' && depth <= 0)) {
            return r->end;
        } else {
            depth += *p == '(' ? 1 : *p == ')' ? -1 : 0;
            p = skip_quietly(r, p);
        }
    }
}

place scan_place(const reader *r, const char *from, const char *to)
{
    if (!r->file)
        return (place){0};
    const size_t offset = (size_t)(from - r->file->text), length = to > from ? (size_t)(to - from) : 1;
    return (place){r->file_index, (uint32_t)offset, (uint32_t)length};
}

const char *scan_token_end(reader *r, const char *p)
{
    if (p == r->end)
        return p;
    if (*p == '"') {
        const char *end = scan_string_end(r, p), *line = line_end(r, p);
        return end && end < line ? end + 1 : line;
    }
    if (fold(*p) || *p == '.') {
        while (fold(*p) || *p == '.' || ((*p == '-' || *p == '+') && fold(p[-1]) == 'e' && fold(p[1])))
            p++;
        return p;
    }
    utf8_next(&p, r->end);
    return p;
}

const char *scan_quote(reader *r, const char *p, char out[96])
{
    if (p == r->end)
        return "the end of the file";
    const char *end = scan_token_end(r, p), *next = p;
    const uint32_t c = utf8_next(&next, r->end);
    if (c == UTF8_INVALID || c < ' ' || c == 0x7F)
        snprintf(out, 96, "the byte 0x%02X", (unsigned char)*p);
    else if (c > 0x7F)
        snprintf(out, 96, "the character '%.*s' (U+%04X)", (int)(next - p), p, (unsigned)c);
    else
        snprintf(out, 96, end - p > 60 ? "'%.*s...'" : "'%.*s'", end - p > 60 ? 57 : (int)(end - p), p);
    return out;
}
