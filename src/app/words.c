/* words.c - functions shared by commands. */
#include "app/words.h"
#include "app/messages.h"
#include "app/exit_status.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LABELS = 1000000 };

bool word_number(const char *word, double least, double most, double *to)
{
    char *end;
    *to = strtod(word, &end);
    return end != word && *end == '\0' && *to >= least && *to <= most;
}

bool word_count(const char *word, int *to)
{
    double v;
    const bool ok = word_number(word, 1.0, 1e6, &v) && v == floor(v);
    *to = ok ? (int)v : 0;
    return ok;
}

static bool add_labels(label_list *list, unsigned long first, unsigned long last)
{
    const unsigned long n = last - first + 1;
    if (n > MOST_LABELS || (unsigned long)list->n + n > MOST_LABELS)
        return false;
    unsigned *more = realloc(list->labels, ((size_t)list->n + n) * sizeof *more);
    if (!more)
        return false;
    list->labels = more;
    for (unsigned long label = first; label <= last; label++)
        list->labels[list->n++] = (unsigned)label;
    return true;
}

bool word_labels(const char *word, label_list *to)
{
    for (const char *at = word; *at;) {
        char *end;
        const unsigned long first = strtoul(at, &end, 10);
        unsigned long last = first;
        if (end == at)
            return false;
        if (*end == '-') {
            at = end + 1;
            last = strtoul(at, &end, 10);
            if (end == at)
                return false;
        }
        if ((*end && *end != ',') || last < first)
            return false;
        if (!add_labels(to, first, last))
            return false;
        at = end + (*end == ',');
    }
    return to->n > 0;
}

static bool add_number(number_list *list, double number)
{
    double *more = list->n < MOST_LABELS ? realloc(list->numbers, ((size_t)list->n + 1) * sizeof *more) : NULL;
    if (!more)
        return false;
    list->numbers = more;
    list->numbers[list->n++] = number;
    return true;
}

static bool add_range(number_list *list, double from, double to, int n)
{
    bool ok = true;
    for (int i = 0; ok && i < n; i++)
        ok = add_number(list, n == 1 ? from : from + (to - from) * i / (n - 1));
    return ok;
}

bool word_numbers(const char *word, number_list *to)
{
    double from, until;
    int n, used = 0;
    if (sscanf(word, "%lf:%lf:%d%n", &from, &until, &n, &used) == 3 && !word[used])
        return n >= 1 && isfinite(from) && isfinite(until) && add_range(to, from, until, n);
    for (const char *at = word; *at;) {
        char *end;
        const double number = strtod(at, &end);
        if (end == at || !isfinite(number) || (*end && *end != ',') || !add_number(to, number))
            return false;
        at = end + (*end == ',');
    }
    return to->n > 0;
}

bool word_definition(char *word, torsor_definition *to)
{
    char *equal = strchr(word, '=');
    if (!equal || equal == word || !equal[1])
        return false;
    *equal = '\0';
    *to = (torsor_definition){.name = word, .value = equal + 1};
    return true;
}

int word_status(torsor_status status)
{
    if (status == TORSOR_NO_MEMORY)
        fputs("torsor: out of memory\n", stderr);
    return status == TORSOR_OK || status == TORSOR_END ? EXIT_ALL_WELL
           : status == TORSOR_NO_MEMORY                ? EXIT_NO_MEMORY
                                                       : EXIT_WRONG_DECK;
}

int word_print(char *table, torsor_status status)
{
    fputs(table ? table : "", stdout);
    torsor_free(table);
    return word_status(status);
}

/* Returns the exit status after a wrong switch. */
static int refuse_switch(command_id command, int id, const char *value)
{
    if (id != SWITCH_WRONG)
        switch_refuse(id, value);
    usage_hint(command);
    return EXIT_WRONG_COMMAND;
}

static int refuse_count(command_id command, int n)
{
    const char *noun = command_rows[command].noun;
    char message[128];
    if (n == 0)
        snprintf(message, sizeof message, "no %s given", noun);
    else
        snprintf(message, sizeof message, "expected one %s, got %d", noun, n);
    word_complain(command, message);
    usage_hint(command);
    return EXIT_WRONG_COMMAND;
}

int word_obey(const word_command *word_command, void *request, int argc, char **argv)
{
    char program[32]; /* name that getopt_long prints */
    switch_parser parser;
    snprintf(program, sizeof program, "torsor %s", command_rows[word_command->command].name);
    argv[0] = program;
    switch_parser_begin(&parser, word_command->command);
    for (int id; (id = switch_parser_next(&parser, argc, argv)) != SWITCH_END;) {
        char value[128]; /* a copy, because `take` may modify it */
        snprintf(value, sizeof value, "%s", optarg ? optarg : "");
        if (switch_is_help(id))
            return usage_print(word_command->command) ? EXIT_ALL_WELL : EXIT_WRONG_DECK;
        if (id == SWITCH_WRONG || !word_command->take(request, id))
            return refuse_switch(word_command->command, id, value);
    }
    const int n = argc - optind;
    if (n == 0 || (n > 1 && !word_command->takes_many))
        return refuse_count(word_command->command, n);
    return word_command->execute(request, argv + optind, n);
}

bool word_complain(command_id command, const char *message)
{
    print_visible(stderr, "torsor %s: %s\n", command_rows[command].name, message);
    return false;
}

void word_cannot_open(const char *deck)
{
    print_visible(stderr, "torsor: cannot open %s: %s\n", deck, strerror(errno));
}
