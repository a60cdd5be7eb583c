/* messages.c - what is said about a deck: for people, with colours on a terminal, or for tools, as JSON.
 *
 *     {"severity":"error","code":"E0112","file":"a.mbd","line":3,"column":5,"length":2,"text":"...","hint":"..."} */
#include "app/messages.h"
#include "base/json.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NORMAL "\033[0m"
#define BOLD "\033[1m"

static const char *const NAMES[] = {"note", "warning", "error"};
static const char *const COLOURS[] = {"\033[36m", "\033[35m", "\033[31m"};

message_form messages_form(bool as_json)
{
    const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
    const bool can = isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
    return as_json ? MESSAGES_JSON : can && !(no_colour && *no_colour) ? MESSAGES_COLOURED : MESSAGES_PLAIN;
}

/* The place in bold, the kind and the code in its colour, carets too; everything else as it is. */
static void print_coloured(const torsor_message *m)
{
    const char *colour = COLOURS[m->severity];
    for (const char *line = m->rendered; *line;) {
        const size_t n = strcspn(line, "\n");
        const char *kind = line == m->rendered ? strstr(line, NAMES[m->severity]) : NULL;
        const char *bar = memchr(line, '|', n);
        if (kind && kind < line + n)
            fprintf(stderr, BOLD "%.*s%s%.*s" NORMAL "%.*s\n", (int)(kind - line), line, colour,
                    (int)strcspn(kind, ":"), kind, (int)(n - (size_t)(kind - line) - strcspn(kind, ":")),
                    kind + strcspn(kind, ":"));
        else if (bar && strspn(line, " ") == (size_t)(bar - line))
            fprintf(stderr, "%.*s%s%.*s" NORMAL "\n", (int)(bar + 1 - line), line, colour, (int)(line + n - bar - 1),
                    bar + 1);
        else
            fprintf(stderr, "%.*s\n", (int)n, line);
        line += n + (line[n] == '\n');
    }
}

static void print_json(const torsor_message *m)
{
    json_writer w = json_begin(json_to_file, stdout);
    json_open_object(&w, NULL);
    json_string(&w, "severity", NAMES[m->severity]);
    json_string(&w, "code", m->code);
    json_string(&w, "file", m->file);
    json_integer(&w, "line", m->line);
    json_integer(&w, "column", m->column);
    json_integer(&w, "length", m->length);
    json_string(&w, "text", m->text);
    json_string(&w, "hint", m->hint);
    json_close(&w);
    putchar('\n');
}

void messages_print(void *to, const torsor_message *m)
{
    switch (*(const message_form *)to) {
    case MESSAGES_COLOURED:
        print_coloured(m);
        break;
    case MESSAGES_JSON:
        print_json(m);
        break;
    default:
        fputs(m->rendered, stderr);
    }
}
