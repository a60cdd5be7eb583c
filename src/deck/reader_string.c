/* reader_string.c - strings, file names, and expressions for the run time.
 *
 *     string      "..." with \" for ", \\ for \, backslash newline for nothing, \<two hex digits> for that character;
 *                 or an expression whose value is a string
 *     file name   a string with $NAME and ${NAME} replaced from the environment, then ~/ and ~user/ by the home
 *                 directory; relative paths start from the directory of the file that is being read
 *     run time    the text of a string is an expression. So that errors refer to the deck itself, the text keeps its
 *                 length: escapes are padded with blanks, inside a nested string after it. */
#include "base/confine.h"
#include "deck/reader_state.h"
#include "deck/diag_rows.h"
#include <ctype.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_FILE_NAME = 65536 };

static int hex_digit(char c)
{
    const char small = (char)(c | 0x20);
    return c >= '0' && c <= '9' ? c - '0' : small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

/* Returns the character of the escape after a backslash at *p, and advances *p. -1: none, -2: not an escape. */
static int read_escape(const char **p)
{
    const char *q = *p + 1;
    const int high = hex_digit(*q), low = high < 0 ? -1 : hex_digit(q[1]);
    const bool plain = *q == '"' || *q == '\\', new_line = *q == '\n' || (*q == '\r' && q[1] == '\n');
    if (!plain && !new_line && low < 0)
        return -2;
    *p = q + (low >= 0 || *q == '\r' ? 2 : 1);
    return plain ? *q : new_line ? -1 : 16 * high + low;
}

/* Returns the characters between two quotes. */
static char *unescape(reader *reader, const char *from, const char *to)
{
    char *text = arena_alloc(reader->memory, (size_t)(to - from) + 1), *out = text;
    for (const char *p = from; p < to;) {
        const char *begin = p;
        const int c = *p == '\\' ? read_escape(&p) : -2;
        if (c == 0)
            read_error(reader, E_STRING_ZERO, scan_location(reader, begin, p));
        if (c == -2)
            *out++ = *p++;
        else if (c > 0)
            *out++ = (char)c;
    }
    return text;
}

/* Returns the closing quote of the string at the cursor; NULL after an error if there is none. */
static const char *string_end(reader *reader)
{
    const char *end = scan_string_end(reader, reader->cursor);
    if (!end)
        argument_string_open(reader, reader->cursor);
    return end;
}

/* Returns whether the text after a string shows that it was closed by the quote of another one. */
static bool swallowed_lines(reader *reader, const char *quote, const char *end)
{
    const char *next = scan_skip(reader, end + 1);
    return memchr(quote, '\n', (size_t)(end - quote)) && (fold(*next) || *next == '\\' || *next == '"' || !*next);
}

/* Returns the closing quote if the argument is a single string, not the first term of a sum; otherwise NULL. */
static const char *lone_string(reader *reader)
{
    if (*reader->cursor != '"')
        return NULL;
    const char *end = string_end(reader);
    if (!end)
        return NULL;
    const char next = *scan_skip(reader, end + 1);
    if (next == '+')
        return NULL;
    if (next == ',' || next == reader->closing || !swallowed_lines(reader, reader->cursor, end))
        return end;
    argument_string_open(reader, reader->cursor);
    return NULL;
}

static const char *read_string_value(reader *reader, const char *what)
{
    char quote[96];
    const source_location location = read_place(reader);
    const char *found = scan_quote(reader, reader->cursor, quote);
    const bool empty = argument_is_empty(reader);
    const value v = read_value(reader, what);
    if (!reader->failed && v.type != TYPE_STRING && !empty)
        read_error(reader, E_EXPECTED_STRING, location, what, found);
    return reader->failed || empty ? "" : v.s;
}

const char *read_string(reader *reader, const char *what)
{
    if (!argument_begin(reader, what))
        return "";
    const char *from = reader->cursor, *end = reader->replay ? NULL : lone_string(reader);
    if (!end)
        return reader->failed ? "" : read_string_value(reader, what);
    const char *text = unescape(reader, from + 1, end);
    if (!reader->failed)
        argument_end(reader, from, end + 1, false);
    if (reader->record)
        record_value(reader, value_string(text));
    return reader->failed ? "" : text;
}

const char *read_bare_string(reader *reader, const char *what)
{
    if (!argument_begin(reader, what))
        return "";
    const char *from = reader->cursor;
    if (*from == '"')
        return read_string(reader, what);
    if (reader->replay)
        return replay_bare(reader, what);
    const char *end = from;
    while (*end && *end != ',' && *end != reader->closing && *end != '#' && *end != '\n')
        end++;
    while (end > from && is_blank(end[-1]))
        end--;
    const char *text = arena_string(reader->memory, from, (size_t)(end - from));
    argument_end(reader, from, end, false);
    if (reader->record)
        record_bare(reader, text);
    return reader->failed ? "" : text;
}

/* --- file names --------------------------------------------------------------------------------------------------- */

static void reader_string_add(reader *reader, const char *text, size_t length)
{
    if (length > LONGEST_FILE_NAME || reader->buffer.n > LONGEST_FILE_NAME) {
        read_error_last(reader, E_FILE_NAME_LONG, LONGEST_FILE_NAME);
        return;
    }
    array_reserve(&reader->buffer, reader->buffer.n + (int)length + 1);
    memcpy(reader->buffer.items + reader->buffer.n, text, length);
    reader->buffer.n += (int)length;
    reader->buffer.items[reader->buffer.n] = '\0';
}

static size_t name_length(const char *p)
{
    size_t n = 0;
    if (*p != '_' && !isalpha((unsigned char)*p))
        return 0;
    while (p[n] == '_' || isalnum((unsigned char)p[n]))
        n++;
    return n;
}

/* Expands the variable after the '$' at p into the buffer. Returns the end of its name. Any other '$' is copied. */
static const char *expand_variable(reader *reader, const char *p)
{
    const bool brace = p[1] == '{';
    const char *name = p + 1 + brace;
    const size_t length = name_length(name);
    if (brace && (length == 0 || name[length] != '}')) {
        read_error_last(reader, E_FILE_NAME_BRACE);
        return name;
    }
    if (length == 0) {
        reader_string_add(reader, p, 1);
        return p + 1;
    }
    char *variable = arena_string(reader->memory, name, length);
    const char *text = environment_get(reader->environment, variable);
    if (!text)
        read_error_last(reader, E_FILE_NAME_VARIABLE, variable);
    else
        reader_string_add(reader, text, strlen(text));
    return name + length + brace;
}

static const char *expand_variables(reader *reader, const char *name)
{
    reader->buffer.n = 0;
    reader_string_add(reader, "", 0);
    for (const char *p = name; *p && !reader->failed;) {
        const size_t plain = strcspn(p, "$");
        reader_string_add(reader, p, plain);
        p += plain;
        if (*p == '$')
            p = expand_variable(reader, p);
    }
    return arena_string(reader->memory, reader->buffer.items, (size_t)reader->buffer.n);
}

static const char *expand_home(reader *reader, const char *name)
{
    if (*name != '~')
        return name;
    const size_t length = strcspn(name + 1, "/");
    const char *user = arena_string(reader->memory, name + 1, length);
    char workspace[4096];
    struct passwd about, *entry = NULL;
    const char *home = length == 0 ? environment_get(reader->environment, "HOME") : NULL;
    if (length > 0)
        getpwnam_r(user, &about, workspace, sizeof workspace, &entry);
    else if (!home)
        getpwuid_r(getuid(), &about, workspace, sizeof workspace, &entry);
    if (entry)
        home = entry->pw_dir;
    if (!home)
        read_error_last(reader, E_FILE_NAME_HOME, user);
    return home ? arena_printf(reader->memory, "%s%s", home, name + 1 + length) : name;
}

const char *path_beside(reader *reader, const char *other, const char *name)
{
    const char *slash = strrchr(other, '/');
    if (!slash || *name == '/')
        return name;
    return arena_printf(reader->memory, "%.*s/%s", (int)(slash - other), other, name);
}

bool reader_allows(reader *reader, const char *what)
{
    if (sources_rules(reader->texts) & FILES_CONFINED)
        read_error_last(reader, E_SANDBOX, what);
    return !(sources_rules(reader->texts) & FILES_CONFINED);
}

/* Checks the name in an untrusted deck. */
static const char *confined(reader *reader, const char *name)
{
    const char *folder = reader->file ? reader->file->path : "", *slash = strrchr(folder, '/');
    if (strchr(name, '$')) {
        reader_allows(reader, "environment variables");
        return "";
    }
    const char *why = confine_name(folder, slash ? (int)(slash - folder) : 0, name);
    if (why)
        read_error_last(reader, E_NO_FILE, name, why);
    return why ? "" : name;
}

static const char *expanded(reader *reader, const char *name)
{
    if (!reader->failed && sources_rules(reader->texts) & FILES_CONFINED)
        return confined(reader, name);
    return reader->failed ? "" : expand_home(reader, expand_variables(reader, name));
}

const char *read_filename_given(reader *reader, const char *what)
{
    return expanded(reader, read_string(reader, what));
}

static const char *beside_deck(reader *reader, const char *name)
{
    return reader->failed || !reader->file ? "" : path_beside(reader, reader->file->path, name);
}

const char *read_filename(reader *reader, const char *what)
{
    return beside_deck(reader, read_filename_given(reader, what));
}

const char *reader_path(reader *reader, const char *name) { return beside_deck(reader, expanded(reader, name)); }

/* --- run time ----------------------------------------------------------------------------------------------------- */

/* Returns the text between the quotes without its escapes, with the same length. */
static const char *same_length(reader *reader, const char *from, const char *to)
{
    char *text = arena_string(reader->memory, from, (size_t)(to - from)), *out = text;
    bool inside = false, quoted = false; /* in a nested string; after a backslash there */
    for (const char *p = from; p < to;) {
        const char *begin = p;
        const int escape = *p == '\\' ? read_escape(&p) : -2;
        const char c = (char)(escape == -2 ? *p++ : escape);
        if (escape == 0)
            read_error(reader, E_STRING_ZERO, scan_location(reader, begin, p));
        if (escape != -1) {
            for (; !inside && out - text < p - from - 1;)
                *out++ = ' ';
            *out++ = c;
        }
        if (c == '"' && !quoted)
            inside = !inside;
        quoted = inside && c == '\\' && !quoted;
    }
    memset(out, ' ', (size_t)(to - from) - (size_t)(out - text));
    return text;
}

static expr *parse_run_time(reader *reader, expr_source in, const char *what)
{
    size_t n = 0;
    in.names = reader->names;
    in.memory = reader->memory;
    in.errors = reader->errors;
    in.sequence = in.run_time = true;
    expr *expression = expr_parse(&in, &n);
    while (n < in.length && is_blank(in.text[n]))
        n++;
    if (expression && n < in.length) {
        const char found[] = {'\'', in.text[n], '\'', '\0'};
        read_error(reader, E_EXPR_NO_OPERATOR, (source_location){in.file, in.base + (uint32_t)n, 1}, found);
    }
    if (!expression || reader->failed) {
        reader->failed = true;
        diag_hint(reader->errors, "while reading %s", what);
        return NULL;
    }
    return expression;
}

/* The text is the value of an expression: it becomes a separate source. */
static expr *parse_composed(reader *reader, const char *what)
{
    const char *text = read_string_value(reader, what);
    if (reader->failed)
        return NULL;
    const source *file = sources_add(reader->texts, "(string)", text, strlen(text), reader->last);
    const expr_source in = {.file = sources_index(reader->texts, file), .text = file->text, .length = file->length};
    expr *expression = parse_run_time(reader, in, what);
    if (reader->record)
        record_run_time(reader, expression);
    return expression;
}

expr *read_run_time_expression(reader *reader, const char *what)
{
    if (!argument_begin(reader, what))
        return NULL;
    if (reader->replay)
        return replay_run_time(reader, what);
    const char *from = reader->cursor, *end = lone_string(reader);
    if (!end)
        return reader->failed ? NULL : parse_composed(reader, what);
    const size_t length = (size_t)(end - from) - 1;
    const bool escapes = memchr(from, '\\', length + 1);
    const expr_source in = {.file = reader->file_index,
                            .base = (uint32_t)(from + 1 - reader->file->text),
                            .text = escapes ? same_length(reader, from + 1, end) : from + 1,
                            .length = length};
    expr *expression = parse_run_time(reader, in, what);
    if (expression)
        argument_end(reader, from, end + 1, false);
    if (reader->record)
        record_run_time(reader, expression);
    return expression;
}
