/* toml.c - reads TOML: a reader by recursive descent.
 *
 *     document = { line },   line = [key = value | '[' key ']'] [# comment] newline
 *     value = text | number | true | false | '[' [value {, value} [,]] ']' | '{' [key = value {, key = value}] '}' */
#include "study/toml.h"
#include "base/decimal.h"
#include "base/text.h"
#include "base/utf8.h"
#include "study/diag_rows.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 32 };

typedef struct {
    const source *source;
    uint32_t file;
    const char *at;
    arena *memory;
    diag *errors;
    int depth;
    bool failed;
} reader;

static source_location here(const reader *reader, const char *from)
{
    const size_t length = (size_t)(reader->at - from);
    return (source_location){reader->file, (uint32_t)(from - reader->source->text), length > 0 ? (uint32_t)length : 1};
}

static bool fail(reader *reader, const char *from, const char *expected)
{
    if (!reader->failed)
        diag_report(reader->errors, E_TOML_SYNTAX, here(reader, from), expected);
    reader->failed = true;
    return false;
}

static void skip_blanks(reader *reader)
{
    while (*reader->at == ' ' || *reader->at == '\t')
        reader->at++;
}

/* Blanks, comments and, where they may stand, ends of lines. */
static void skip_space(reader *reader, bool also_lines)
{
    for (;;) {
        skip_blanks(reader);
        if (*reader->at == '#')
            reader->at += strcspn(reader->at, "\n");
        else if (also_lines && (*reader->at == '\n' || *reader->at == '\r'))
            reader->at++;
        else
            return;
    }
}

static bool accept(reader *reader, char c)
{
    if (*reader->at != c)
        return false;
    reader->at++;
    return true;
}

/* --- texts and keys ----------------------------------------------------------------------------------------------- */

static bool read_unicode(reader *reader, int digits, text *to)
{
    char word[9] = "", bytes[4];
    for (int i = 0; i < digits; i++)
        if (isxdigit((unsigned char)*reader->at))
            word[i] = *reader->at++;
        else
            return fail(reader, reader->at, "a hexadecimal digit");
    const unsigned long code = strtoul(word, NULL, 16);
    if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
        return fail(reader, reader->at - digits, "the number of a character");
    const int n = utf8_write((uint32_t)code, bytes);
    for (int i = 0; i < n; i++)
        text_char(to, bytes[i]);
    return true;
}

static bool read_escape(reader *reader, text *to)
{
    static const char LETTERS[] = "btnfr\"\\", MEANING[] = "\b\t\n\f\r\"\\";
    const char *from = reader->at - 1, letter = *reader->at;
    const char *found = letter ? strchr(LETTERS, letter) : NULL;
    if (letter == 'u' || letter == 'U') {
        reader->at++;
        return read_unicode(reader, letter == 'u' ? 4 : 8, to);
    }
    if (!found)
        return fail(reader, from, "one of \\b \\t \\n \\f \\r \\\" \\\\ \\u \\U");
    reader->at++;
    text_char(to, MEANING[found - LETTERS]);
    return true;
}

/* A text between " and ", or between ' and ', where a backslash has no meaning. */
static const char *read_quoted(reader *reader)
{
    const char *from = reader->at, quote = *reader->at++;
    text words = {0};
    while (!reader->failed && *reader->at != quote) {
        if (*reader->at == '\n' || *reader->at == '\0')
            fail(reader, from, quote == '"' ? "\" at the end of the text" : "' at the end of the text");
        else if (quote == '"' && *reader->at == '\\')
            reader->at++, read_escape(reader, &words);
        else
            text_char(&words, *reader->at++);
    }
    reader->at += !reader->failed;
    const char *kept = arena_string(reader->memory, words.n > 0 ? words.data : "", words.n);
    text_free(&words);
    return kept;
}

static bool is_bare(char c) { return isalnum((unsigned char)c) || c == '_' || c == '-'; }

static const char *read_key(reader *reader)
{
    const char *from = reader->at;
    if (*from == '"' || *from == '\'')
        return read_quoted(reader);
    while (is_bare(*reader->at))
        reader->at++;
    if (reader->at == from)
        fail(reader, from, "a key");
    return arena_string(reader->memory, from, (size_t)(reader->at - from));
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static void add(toml *to, toml *entry)
{
    if (to->end)
        ((toml *)to->end)->next = entry;
    else
        to->first = entry;
    to->end = entry;
    to->count++;
}

static bool read_value(reader *reader, toml *to);

static bool read_array(reader *reader, toml *to)
{
    const char *from = reader->at++;
    to->kind = TOML_ARRAY;
    for (;;) {
        skip_space(reader, true);
        if (reader->failed || accept(reader, ']'))
            return !reader->failed;
        toml *entry = ARENA_NEW(reader->memory, toml);
        if (!read_value(reader, entry))
            return false;
        add(to, entry);
        skip_space(reader, true);
        if (*reader->at != ']' && !accept(reader, ','))
            return fail(reader, *reader->at ? reader->at : from, "',' or ']'");
    }
}

static bool read_entry(reader *reader, toml *to)
{
    toml *entry = ARENA_NEW(reader->memory, toml);
    const char *from = reader->at;
    entry->key = read_key(reader);
    const source_location location = here(reader, from);
    if (!reader->failed && toml_find(to, entry->key)) {
        diag_report(reader->errors, E_TOML_TWICE, location, entry->key);
        return !(reader->failed = true);
    }
    skip_blanks(reader);
    if (reader->failed || (!accept(reader, '=') && !fail(reader, reader->at, "'='")))
        return false;
    skip_blanks(reader);
    if (!read_value(reader, entry))
        return false;
    entry->key_location = location;
    add(to, entry);
    return true;
}

static bool read_inline_table(reader *reader, toml *to)
{
    reader->at++;
    to->kind = TOML_TABLE;
    skip_blanks(reader);
    if (accept(reader, '}'))
        return true;
    for (;;) {
        skip_blanks(reader);
        if (!read_entry(reader, to))
            return false;
        skip_blanks(reader);
        if (accept(reader, '}'))
            return true;
        if (!accept(reader, ','))
            return fail(reader, reader->at, "',' or '}'");
    }
}

/* A word that is not quoted: a number, inf, nan, true or false. */
static bool read_plain(reader *reader, toml *to)
{
    const char *from = reader->at;
    while (is_bare(*reader->at) || *reader->at == '+' || *reader->at == '.')
        reader->at++;
    const char *word = to->text = arena_string(reader->memory, from, (size_t)(reader->at - from));
    const bool has_sign = *word == '+' || *word == '-';
    const double sign = *word == '-' ? -1.0 : 1.0;
    const char *rest = word + has_sign;
    decimal number;
    to->kind = strcmp(word, "true") == 0 || strcmp(word, "false") == 0 ? TOML_BOOL : TOML_NUMBER;
    if (to->kind == TOML_BOOL)
        to->number = *word == 't';
    else if (strcmp(rest, "inf") == 0)
        to->number = sign * HUGE_VAL;
    else if (strcmp(rest, "nan") == 0)
        to->number = (double)NAN;
    else if (decimal_read(rest, &number) && *number.end == '\0')
        to->number = sign * number.value;
    else
        return fail(reader, from, "a number, true, false, a text in quotes, [ or {");
    return true;
}

static bool read_value(reader *reader, toml *to)
{
    const char *from = reader->at;
    if (++reader->depth > MAX_DEPTH)
        return fail(reader, from, "less nesting");
    bool ok;
    if (*from == '[') {
        ok = read_array(reader, to);
    } else if (*from == '{') {
        ok = read_inline_table(reader, to);
    } else if (*from == '"' || *from == '\'') {
        to->kind = TOML_TEXT;
        to->text = read_quoted(reader);
        ok = !reader->failed;
    } else {
        ok = read_plain(reader, to);
    }
    reader->depth--;
    to->location = to->key_location = here(reader, from);
    return ok;
}

/* --- the document ------------------------------------------------------------------------------------------------- */

/* Reads [key]; returns the table, or NULL. */
static toml *read_header(reader *reader, toml *to)
{
    const char *from = reader->at++;
    toml *table = ARENA_NEW(reader->memory, toml);
    table->kind = TOML_TABLE;
    skip_blanks(reader);
    table->key = read_key(reader);
    skip_blanks(reader);
    if (reader->failed || (!accept(reader, ']') && !fail(reader, reader->at, "']'")))
        return NULL;
    table->location = table->key_location = here(reader, from);
    if (toml_find(to, table->key)) {
        diag_report(reader->errors, E_TOML_TWICE, table->location, table->key);
        return NULL;
    }
    add(to, table);
    return table;
}

static bool read_lines(reader *reader, toml *document)
{
    toml *table = document;
    for (;;) {
        skip_space(reader, true);
        if (*reader->at == '\0')
            return reader->at == reader->source->text + reader->source->length ||
                   fail(reader, reader->at, "a text without NUL");
        if (*reader->at == '[')
            table = read_header(reader, document);
        else if (!read_entry(reader, table))
            return false;
        if (!table)
            return false;
        skip_space(reader, false);
        if (*reader->at != '\0' && *reader->at != '\n' && *reader->at != '\r')
            return fail(reader, reader->at, "the end of the line");
    }
}

const toml *toml_read(const source *text, sources *sources, arena *memory, diag *errors)
{
    reader reader = {
        .source = text, .file = sources_index(sources, text), .at = text->text, .memory = memory, .errors = errors};
    toml *document = ARENA_NEW(memory, toml);
    document->kind = TOML_TABLE;
    return read_lines(&reader, document) ? document : NULL;
}

const toml *toml_find(const toml *table, const char *key)
{
    for (const toml *entry = table ? table->first : NULL; entry; entry = entry->next)
        if (entry->key && strcmp(entry->key, key) == 0)
            return entry;
    return NULL;
}
