/* words.c - what commands have in common. */
#include "app/words.h"
#include "app/exit_status.h"
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

static bool add_labels(label_list *l, unsigned long first, unsigned long last)
{
    const unsigned long n = last - first + 1;
    if (n > MOST_LABELS || (unsigned long)l->n + n > MOST_LABELS)
        return false;
    unsigned *more = realloc(l->at, ((size_t)l->n + n) * sizeof *more);
    if (!more)
        return false;
    l->at = more;
    for (unsigned long label = first; label <= last; label++)
        l->at[l->n++] = (unsigned)label;
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

int word_obey(const word_command *c, void *request, int argc, char **argv)
{
    optind = 0; /* begins anew, with argv[1] */
    for (int letter; (letter = getopt_long(argc, argv, c->letters, c->switches, NULL)) != -1;) {
        if (letter == 'h')
            return fputs(c->usage(), stdout) < 0;
        if (!c->take(request, letter)) {
            if (letter != '?')
                fprintf(stderr, "torsor %s: '%s' is no value of this option\n", c->name, optarg);
            fputs(c->usage(), stderr);
            return EXIT_WRONG_COMMAND;
        }
    }
    const int n = argc - optind;
    if (n == 0 || (n > 1 && !c->takes_many)) {
        word_complain(c->name, c->question);
        return EXIT_WRONG_COMMAND;
    }
    return c->carry_out(request, argv + optind, n);
}

bool word_complain(const char *command, const char *words)
{
    fprintf(stderr, "torsor %s: %s\n", command, words);
    return false;
}
