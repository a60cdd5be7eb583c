/* diag.c - collects messages and sends them, one at a time.
 *
 * A message is held until the next one (or a flush), because a hint may follow it. The hints of one message are lines
 * of its hint text. Errors beyond DIAG_MOST_ERRORS, and warnings of one kind beyond DIAG_MOST_ALIKE, are dropped,
 * together with the notes and hints that follow them. Control characters are replaced by '?', and a text that is too
 * long ends in "...". */
#include "base/diag.h"
#include "base/arena.h"
#include "base/utf8.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS_COUNTED = 64 };

struct diag {
    const sources *texts;
    void (*sink)(void *to, const diag *diagnostics, const diag_message *message);
    void *context;
    diag_message last;
    bool waiting; /* `last` has not been sent */
    bool dropped; /* the last error, or warning, exceeded the limit */
    int errors;
    line_cursor reported; /* position of the previous message: most messages are further on */
    struct {
        diag_code code;
        int n;
    } alike[KINDS_COUNTED]; /* counts of warnings by kind */
};

diag *diag_create(const sources *sources)
{
    diag *diagnostics = heap_resize(NULL, sizeof *diagnostics);
    *diagnostics = (diag){.texts = sources};
    return diagnostics;
}

void diag_destroy(diag *diagnostics)
{
    if (diagnostics)
        diag_flush(diagnostics);
    free(diagnostics);
}

const sources *diag_sources(const diag *diagnostics) { return diagnostics->texts; }

void diag_set_sink(diag *diagnostics, void (*sink)(void *to, const diag *diagnostics, const diag_message *message),
                   void *to)
{
    diag_flush(diagnostics);
    diagnostics->sink = sink;
    diagnostics->context = to;
}

/* Writes at out[used], preserves newlines, and marks a text that did not fit. */
static void write_text(char *out, size_t size, size_t used, const char *format, va_list args)
{
    const int length = vsnprintf(out + used, size - used, format, args);
    const char *const end = out + used + strlen(out + used);
    for (const char *at = out + used, *from = at; at < end; from = at)
        if (utf8_is_control(utf8_next(&at, end)) || *from == '\t')
            memset(out + (from - out), '?', (size_t)(at - from));
    if (length >= 0 && used + (size_t)length >= size)
        memcpy(out + size - 4, "...", 4);
}

/* Returns the number of warnings of this kind, including this one; 1 if the table is full. */
static int count_alike(diag *diagnostics, diag_code code)
{
    for (int i = 0; i < KINDS_COUNTED; i++) {
        if (!diagnostics->alike[i].code)
            diagnostics->alike[i].code = code;
        if (diagnostics->alike[i].code == code)
            return ++diagnostics->alike[i].n;
    }
    return 1;
}

void diag_report_v(diag *diagnostics, diag_code code, source_location location, va_list args)
{
    const diag_level level = code->level;
    const int alike = level == DIAG_WARNING ? count_alike(diagnostics, code) : 0;
    if (level != DIAG_NOTE)
        diagnostics->dropped = level == DIAG_ERROR ? diagnostics->errors >= DIAG_MOST_ERRORS : alike > DIAG_MOST_ALIKE;
    if (diagnostics->dropped)
        return;
    diag_flush(diagnostics);
    diagnostics->last = (diag_message){.code = code, .level = level, .location = location};
    write_text(diagnostics->last.text, sizeof diagnostics->last.text, 0, code->text, args);
    diagnostics->waiting = true;
    if (alike == DIAG_MOST_ALIKE)
        diag_hint(diagnostics, "further warnings %s are not shown", code->id);
    diagnostics->errors += level == DIAG_ERROR;
}

void diag_report(diag *diagnostics, diag_code code, source_location location, ...)
{
    va_list args;
    va_start(args, location);
    diag_report_v(diagnostics, code, location, args);
    va_end(args);
}

void diag_hint(diag *diagnostics, const char *format, ...)
{
    if (!diagnostics->waiting || diagnostics->dropped)
        return;
    size_t used = strlen(diagnostics->last.hint);
    if (used + 8 > sizeof diagnostics->last.hint)
        return;
    if (used > 0)
        diagnostics->last.hint[used++] = '\n';
    va_list args;
    va_start(args, format);
    write_text(diagnostics->last.hint, sizeof diagnostics->last.hint, used, format, args);
    va_end(args);
}

void diag_flush(diag *diagnostics)
{
    if (!diagnostics->waiting)
        return;
    diagnostics->waiting = false;
    location_line_from(diagnostics->texts, diagnostics->last.location, &diagnostics->reported, &diagnostics->last.line,
                       &diagnostics->last.column);
    if (diagnostics->sink)
        diagnostics->sink(diagnostics->context, diagnostics, &diagnostics->last);
}

int diag_errors(const diag *diagnostics) { return diagnostics->errors; }
bool diag_full(const diag *diagnostics) { return diagnostics->errors >= DIAG_MOST_ERRORS; }
