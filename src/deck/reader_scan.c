/* reader_scan.c - moving over the text of a deck: blanks, comments, strings, cards.
 *
 *     comment   # to the end of the line, and slash-star to star-slash
 *     string    " ... ", where a backslash makes the next character part of the string
 *     card      words [ : ... ] ;   with strings, comments and brackets inside
 *
 * After an error the end of a card is found by its ';' outside strings, comments and round brackets. A bracket that is
 * never closed must not swallow the rest of the deck, so a ';' inside brackets ends the card if "words :" follow it.
 * For the same reason an expression is read only up to where "words :" begin a line, or follow a ';' inside its
 * brackets. */
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

static const char *line_end(const reader *reader, const char *p)
{
    const char *end = memchr(p, '\n', (size_t)(reader->end - p));
    return end ? end : reader->end;
}

static const char *block_comment_end(const char *p)
{
    const char *end = strstr(p + 2, "*/");
    return end ? end + 2 : NULL;
}

static const char *comment_end(reader *reader, const char *p)
{
    const char *end = block_comment_end(p);
    if (end)
        return end;
    if (reader->open_comment != p) {
        reader->open_comment = p;
        diag_report(reader->errors, E_COMMENT_OPEN, scan_location(reader, p, p + 2));
    }
    reader->failed = true;
    return reader->end;
}

const char *scan_skip_comments(reader *reader, const char *text)
{
    for (;;) {
        while (is_blank(*text))
            text++;
        if (*text == '#')
            text = line_end(reader, text);
        else if (*text == '/' && text[1] == '*')
            text = comment_end(reader, text);
        else
            return text;
    }
}

const char *scan_string_end(reader *reader, const char *quote)
{
    if (reader->open_string && quote >= reader->open_string)
        return NULL;
    for (const char *p = quote + 1;; p += 2) {
        p += strcspn(p, "\"\\");
        if (*p == '"')
            return p;
        if (*p == '\0' || p[1] == '\0')
            break;
    }
    reader->open_string = quote;
    return NULL;
}

bool scan_begins_card(reader *reader, const char *text)
{
    int n = 0;
    while (fold(*text) && n < MOST_WORD) {
        for (; fold(*text) && n < MOST_WORD; n++)
            text++;
        text = scan_skip(reader, text);
    }
    return n > 0 && *text == ':' && text[1] != ':';
}

bool scan_begins_line(const reader *reader, const char *text)
{
    while (text > reader->file->text && is_blank(text[-1]) && text[-1] != '\n')
        text--;
    return text == reader->file->text || text[-1] == '\n';
}

/* Skips a string; one that is not closed ends with its line. */
static const char *skip_string(reader *reader, const char *p)
{
    const char *end = scan_string_end(reader, p);
    return end ? end + 1 : line_end(reader, p);
}

/* Skips a comment, if one begins at p, or else one character; reports nothing if the comment is not closed. */
static const char *skip_quietly(const reader *reader, const char *p)
{
    if (*p == '#')
        return line_end(reader, p);
    if (*p != '/' || p[1] != '*')
        return p + 1;
    const char *end = block_comment_end(p);
    return end ? end : reader->end;
}

const char *scan_card_end(reader *reader, const char *text)
{
    long depth = 0;
    for (;;) {
        text += strcspn(text, "\"#/();");
        switch (*text) {
        case '\0':
            return text;
        case ';':
            if (depth <= 0 || scan_begins_card(reader, scan_skip(reader, text + 1)))
                return text;
            text++;
            break;
        case '"':
            text = skip_string(reader, text);
            break;
        case '(':
        case ')':
            depth += *text++ == '(' ? 1 : -1;
            break;
        default:
            text = skip_quietly(reader, text);
        }
    }
}

const char *scan_limit(reader *reader, const char *text)
{
    const bool list = *text == '('; /* only a list of expressions may contain ';' */
    for (long depth = 0;;) {
        while (*text > '/' && *text != ';')
            text++;
        if (*text == '\n') {
            text = scan_skip(reader, text);
            if (scan_begins_card(reader, text))
                return text;
        } else if (*text == ';' && list && depth > 0) {
            if (scan_begins_card(reader, scan_skip(reader, text + 1)))
                return text;
            text++;
        } else if (*text == '"') {
            text = skip_string(reader, text);
        } else if (*text == '\0' || *text == ';' || (*text == ',' && depth <= 0)) {
            return reader->end;
        } else {
            depth += *text == '(' ? 1 : *text == ')' ? -1 : 0;
            text = skip_quietly(reader, text);
        }
    }
}

source_location scan_location(const reader *reader, const char *from, const char *to)
{
    if (!reader->file)
        return (source_location){0};
    const size_t offset = (size_t)(from - reader->file->text), length = to > from ? (size_t)(to - from) : 1;
    return (source_location){reader->file_index, (uint32_t)offset, (uint32_t)length};
}

const char *scan_token_end(reader *reader, const char *text)
{
    if (text == reader->end)
        return text;
    if (*text == '"') {
        const char *end = scan_string_end(reader, text), *line = line_end(reader, text);
        return end && end < line ? end + 1 : line;
    }
    if (fold(*text) || *text == '.') {
        while (fold(*text) || *text == '.' ||
               ((*text == '-' || *text == '+') && fold(text[-1]) == 'e' && fold(text[1])))
            text++;
        return text;
    }
    utf8_next(&text, reader->end);
    return text;
}

const char *scan_quote(reader *reader, const char *text, char out[96])
{
    if (text == reader->end)
        return "the end of the file";
    const char *end = scan_token_end(reader, text), *next = text;
    const uint32_t c = utf8_next(&next, reader->end);
    if (c == UTF8_INVALID || c < ' ' || c == 0x7F)
        snprintf(out, 96, "the byte 0x%02X", (unsigned char)*text);
    else if (c > 0x7F)
        snprintf(out, 96, "the character '%.*s' (U+%04X)", (int)(next - text), text, (unsigned)c);
    else
        snprintf(out, 96, end - text > 60 ? "'%.*s...'" : "'%.*s'", end - text > 60 ? 57 : (int)(end - text), text);
    return out;
}
