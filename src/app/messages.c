/* messages.c - prints messages about a deck: as text, with colours on a terminal, or as JSON for tools.
 *
 *     {"severity":"error","code":"E0112","file":"a.mbd","line":3,"column":5,"length":2,"text":"...","hint":"..."} */
#include "app/messages.h"
#include "base/json.h"
#include <stdarg.h>
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

/* Prints the source location in bold, severity, code and carets in the colour of the severity, and everything else
 * plain. */
static void print_coloured(const torsor_message *message)
{
    const char *colour = COLOURS[message->severity];
    for (const char *line = message->rendered; *line;) {
        const size_t n = strcspn(line, "\n");
        const char *kind = line == message->rendered ? strstr(line, NAMES[message->severity]) : NULL;
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

static void print_json(const torsor_message *message)
{
    json_writer writer = json_begin(json_to_file, stdout);
    json_open_object(&writer, NULL);
    json_string(&writer, "severity", NAMES[message->severity]);
    json_string(&writer, "code", message->code);
    json_string(&writer, "file", message->file);
    json_integer(&writer, "line", message->line);
    json_integer(&writer, "column", message->column);
    json_integer(&writer, "length", message->length);
    json_string(&writer, "text", message->text);
    json_string(&writer, "hint", message->hint);
    json_close(&writer);
    putchar('\n');
}

void messages_print(void *to, const torsor_message *message)
{
    switch (*(const message_form *)to) {
    case MESSAGES_COLOURED:
        print_coloured(message);
        break;
    case MESSAGES_JSON:
        print_json(message);
        break;
    default:
        fputs(message->rendered, stderr);
    }
}

/* Bytes of characters above 7 bits are left alone, but for the controls among them, U+0080 to U+009F. */
static bool is_control(const unsigned char *at)
{
    return (*at < ' ' && *at != '\n') || *at == 0x7f || (at[0] == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0);
}

void print_visible(FILE *to, const char *format, ...)
{
    char line[8192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    for (unsigned char *at = (unsigned char *)line; *at; at++)
        if (is_control(at))
            *at = '?';
    fputs(line, to);
}
