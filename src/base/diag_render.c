/* diag_render.c - a message as text.
 *
 *     file:line:column: error E0112: text
 *        41 |   the line, clipped to WIDTH columns around the location
 *           |       ^~~~ under the token
 *        hint: each hint on a line, one that begins with a blank without the word
 *        in: included from file:line, outwards
 *
 * Columns are those of a terminal: tabs advance to the next multiple of 4 and wide characters count twice. Bytes that
 * cannot be shown are replaced by '?'. */
#include "base/diag.h"
#include "base/utf8.h"
#include <stdio.h>
#include <string.h>

enum { WIDTH = 100, BEFORE = 70, TAB = 4, MOST_INCLUDES = 8 };

typedef struct {
    char *cursor;
    size_t size, n; /* n continues to count if the buffer is full */
} output;

static void put_bytes(output *output, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++, output->n++)
        if (output->n + 1 < output->size)
            output->cursor[output->n] = text[i];
}

static void put_text(output *output, const char *text) { put_bytes(output, text, strlen(text)); }

/* Writes a name of external origin. */
static void put_name(output *output, const char *name)
{
    const char *const end = name + strlen(name);
    for (const char *at = name, *from = at; at < end; from = at)
        if (utf8_is_control(utf8_next(&at, end)) || *from == '\n')
            put_text(output, "?");
        else
            put_bytes(output, from, (size_t)(at - from));
}

static void put_times(output *output, char c, int n)
{
    for (int i = 0; i < n; i++)
        put_bytes(output, &c, 1);
}

static void diag_render_put_number(output *output, const char *format, int number)
{
    char text[32];
    put_bytes(output, text, (size_t)snprintf(text, sizeof text, format, number));
}

/* Advances over one character shown at `column`, and returns its width in columns. */
static int next_cell(const char **at, const char *end, int column)
{
    const uint32_t c = utf8_next(at, end);
    if (c == '\t')
        return TAB - column % TAB;
    return utf8_is_control(c) ? 1 : utf8_width(c);
}

static void put_cell(output *output, const char *from, const char *to, int columns)
{
    const char *at = from;
    const uint32_t c = utf8_next(&at, to);
    if (c == '\t')
        put_times(output, ' ', columns);
    else if (utf8_is_control(c))
        put_text(output, "?");
    else
        put_bytes(output, from, (size_t)(to - from));
}

/* An excerpt of a line: the part that is shown, and the columns of the location in it. */
typedef struct {
    const char *begin, *stop, *end; /* the part begin..stop of a line that ends at `end` */
    bool cut;                       /* the beginning of the line is not shown */
    int caret, token;               /* first column and number of columns */
} excerpt;

static int width_between(const char *from, const char *to, int column)
{
    int total = 0;
    while (from < to)
        total += next_cell(&from, to, column + total);
    return total;
}

/* Returns where the shown part of a line begins: the location is within the first BEFORE columns of a long line. */
static const char *clip(const char *from, const char *at, const char *end)
{
    if (end - from <= TAB * WIDTH && width_between(from, end, 0) <= WIDTH)
        return from;
    if (at - from > TAB * BEFORE)
        from = at - TAB * BEFORE;
    while (from < at && ((*from & 0xC0) == 0x80 || width_between(from, at, 0) > BEFORE))
        from++;
    return from;
}

static excerpt find_excerpt(const source *file, uint32_t offset, uint32_t length)
{
    const char *text = file->text, *at = text + offset, *last = text + file->length;
    const char *before = offset ? memrchr(text, '\n', offset) : NULL, *after = memchr(at, '\n', (size_t)(last - at));
    const char *begin = before ? before + 1 : text;
    excerpt span = {.end = after ? after : last};
    if (span.end > at && span.end[-1] == '\r')
        span.end--;
    span.begin = clip(begin, at, span.end);
    span.cut = span.begin > begin;
    span.caret = width_between(span.begin, at, 0);
    int column = 0;
    for (const char *p = span.stop = span.begin; p < span.end && (column += next_cell(&p, span.end, column)) <= WIDTH;)
        span.stop = p;
    const char *token_end = (size_t)(span.stop - at) > length ? at + length : span.stop;
    span.token = width_between(at, token_end, span.caret);
    return span;
}

static void put_excerpt(output *output, const excerpt *span, int line)
{
    diag_render_put_number(output, "%5d | ", line);
    put_text(output, span->cut ? "..." : "");
    int column = 0;
    for (const char *p = span->begin, *begin = p; p < span->stop; begin = p) {
        const int columns = next_cell(&p, span->stop, column);
        put_cell(output, begin, p, columns);
        column += columns;
    }
    put_text(output, span->stop < span->end ? "...\n      | " : "\n      | ");
    put_times(output, ' ', span->caret + (span->cut ? 3 : 0));
    put_text(output, "^");
    put_times(output, '~', span->token - 1);
    put_text(output, "\n");
}

static void put_hints(output *output, const char *hint)
{
    while (*hint) {
        const size_t length = strcspn(hint, "\n");
        put_text(output, *hint == ' ' ? "        " : "   hint: ");
        put_bytes(output, hint, length);
        put_text(output, "\n");
        hint += length + (hint[length] == '\n');
    }
}

static void put_includes(output *output, const sources *texts, const source *file)
{
    int line, column;
    const source *outer;
    for (int i = 0; file && (outer = sources_get(texts, file->included_from.file)); file = outer, i++) {
        if (i == MOST_INCLUDES) {
            put_text(output, "   in: and so on\n");
            return;
        }
        location_line(texts, file->included_from, &line, &column);
        put_text(output, "   in: included from ");
        put_name(output, outer->name);
        diag_render_put_number(output, ":%d\n", line);
    }
}

size_t diag_render(const diag *diagnostics, const diag_message *message, char *out, size_t size)
{
    static const char *const levels[] = {"note ", "warning ", "error "};
    output output = {out, size, 0};
    const sources *texts = diag_sources(diagnostics);
    const source *file = sources_get(texts, message->location.file);
    if (file) {
        put_name(&output, file->name);
        diag_render_put_number(&output, ":%d", message->line);
        diag_render_put_number(&output, ":%d: ", message->column);
    }
    put_text(&output, levels[message->level]);
    put_text(&output, message->code->id);
    put_text(&output, ": ");
    put_text(&output, message->text);
    put_text(&output, "\n");
    if (file) {
        const uint32_t offset =
            message->location.offset < file->length ? message->location.offset : (uint32_t)file->length;
        const excerpt span = find_excerpt(file, offset, message->location.length);
        put_excerpt(&output, &span, message->line);
    }
    put_hints(&output, message->hint);
    put_includes(&output, texts, file);
    if (size > 0)
        out[output.n < size ? output.n : size - 1] = '\0';
    return output.n;
}
