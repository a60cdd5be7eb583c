/* usage.c - prints help about commands and switches, and messages about wrong ones.
 *
 *     usage: torsor view RESULT|DECK [options]
 *
 *       -o, --output-file FILE    name of the page (NAME.html), or of the
 *                                 picture (NAME.svg) */
#include "app/switches.h"
#include "app/messages.h"
#include <string.h>

enum { WIDTH = 80, COLUMN = 28, INDENT = 2, HEAD_SIZE = 128, TEXT_SIZE = 512 };

/* Prints words from column `at` on, in lines of at most WIDTH that begin at column `indent`. Returns the column after
 * the last word. */
static int print_words(const char *words, int at, int indent, bool is_begun)
{
    while (*words) {
        const int n = (int)strcspn(words, " ");
        if (is_begun && at + 1 + n >= WIDTH) {
            printf("\n%*s", indent, "");
            at = indent;
            is_begun = false;
        }
        printf("%s%.*s", is_begun ? " " : "", n, words);
        at += n + is_begun;
        is_begun = true;
        words += n + strspn(words + n, " ");
    }
    return at;
}

/* A row of two columns; a head that is too long is on a separate line. */
static void print_row(const char *head, const char *text)
{
    const int n = (int)strlen(head) + INDENT;
    printf("%*s%s", INDENT, "", head);
    if (n + INDENT > COLUMN)
        printf("\n%*s", COLUMN, "");
    else
        printf("%*s", COLUMN - n, "");
    print_words(text, COLUMN, COLUMN, false);
    putchar('\n');
}

static void print_paragraph(const char *text)
{
    if (*text) {
        print_words(text, 0, 0, false);
        fputs("\n\n", stdout);
    }
}

/* In the table " ..." after the argument marks a repeatable switch. */
static bool is_repeatable(const switch_row *row) { return strstr(row->argument, " ...") != NULL; }

static int argument_length(const switch_row *row)
{
    return (int)(strlen(row->argument) - (is_repeatable(row) ? strlen(" ...") : 0));
}

static void print_switch(const switch_row *row)
{
    char head[HEAD_SIZE] = "", text[TEXT_SIZE];
    size_t n = 0;
    for (const char *letter = row->letters; *letter; letter++)
        n += (size_t)snprintf(head + n, sizeof head - n, "%s-%c", letter == row->letters ? "" : ", ", *letter);
    if (*row->name)
        n += (size_t)snprintf(head + n, sizeof head - n, "%s--%s", n > 0 ? ", " : "    ", row->name);
    const char *blank = *row->argument && strncmp(row->argument, "[=", 2) != 0 ? " " : "";
    snprintf(head + n, sizeof head - n, "%s%.*s", blank, argument_length(row), row->argument);
    snprintf(text, sizeof text, "%s%s", row->summary, is_repeatable(row) ? "; may be repeated" : "");
    print_row(head, text);
}

static void print_command(const command_row *row)
{
    char head[HEAD_SIZE];
    snprintf(head, sizeof head, "torsor %s %s", row->name, row->arguments);
    print_row(head, row->summary);
}

static void print_call(command_id command, FILE *to)
{
    const command_row *row = &command_rows[command];
    fprintf(to, "usage: torsor%s%s %s\n", *row->name ? " " : "", row->name, row->arguments);
}

/* Whether the command has its own switches; otherwise it has those of RUN. */
static bool has_own_switches(command_id command)
{
    for (int i = 0; i < SWITCH_COUNT; i++)
        if (switch_rows[i].command == command)
            return true;
    return false;
}

static void print_switches(command_id command)
{
    puts("Options:");
    for (int i = 0; i < SWITCH_COUNT; i++)
        if (switch_rows[i].command == command)
            print_switch(&switch_rows[i]);
}

static void print_sentence(const char *phrase)
{
    char sentence[TEXT_SIZE];
    snprintf(sentence, sizeof sentence, "%c%s.", *phrase >= 'a' && *phrase <= 'z' ? *phrase - 'a' + 'A' : *phrase,
             *phrase ? phrase + 1 : "");
    print_paragraph(sentence);
}

bool usage_print(command_id command)
{
    print_call(command, stdout);
    putchar('\n');
    print_sentence(command_rows[command].summary);
    print_paragraph(command_rows[command].details);
    if (command == COMMAND_RUN) {
        puts("Commands; `torsor COMMAND --help` lists the options of each:");
        for (int i = COMMAND_RUN + 1; i < COMMAND_COUNT; i++)
            print_command(&command_rows[i]);
        putchar('\n');
    }
    if (has_own_switches(command))
        print_switches(command);
    else
        puts("`torsor --help` lists the options.");
    if (command == COMMAND_RUN)
        puts("\nExit status: 0 success; 1 a deck is wrong or an analysis failed; 2 the command\n"
             "line is wrong; 3 memory ran out.");
    return !ferror(stdout);
}

void usage_hint(command_id command)
{
    const char *name = command_rows[command].name;
    print_call(command, stderr);
    fprintf(stderr, "'torsor%s%s --help' lists the options\n", *name ? " " : "", name);
}

const char *switch_shown(int id, char shown[32])
{
    const switch_row *row = &switch_rows[id - SWITCH_FIRST];
    if (*row->name)
        snprintf(shown, 32, "--%s", row->name);
    else
        snprintf(shown, 32, "-%c", *row->letters);
    return shown;
}

bool switch_refuse(int id, const char *value)
{
    const switch_row *row = &switch_rows[id - SWITCH_FIRST];
    const char *name = command_rows[row->command].name;
    const int n = argument_length(row);
    char shown[32];
    fprintf(stderr, "torsor%s%s: %s ", *name ? " " : "", name, switch_shown(id, shown));
    if (n == 0)
        fputs("cannot be combined with the switches before it\n", stderr);
    else
        print_visible(stderr, "expects %.*s, not '%s': %s\n", n, row->argument, value ? value : "", row->summary);
    return false;
}
