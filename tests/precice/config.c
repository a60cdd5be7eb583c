/* config.c - reads the part of a preCICE configuration that the stand-in follows.
 *
 * Elements are taken one after the other with their attributes; where one belongs to another, the last one opened is
 * remembered. What would change results and is not known here is refused. */
#include "config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void standin_fail(const char *what, const char *name)
{
    fprintf(stderr, "preCICE stand-in: %s: %s\n", what, name);
    exit(3);
}

typedef struct {
    configuration *configuration;
    char participant[NAME], mesh[NAME]; /* opened last */
    const char *cursor, *end;           /* the element at hand */
} scanner;

/* The value of an attribute of the element at hand; false: it has none. */
static bool attribute(const scanner *scanner, const char *name, char *to, size_t size)
{
    const size_t n = strlen(name);
    for (const char *p = scanner->cursor; p + n + 2 < scanner->end; p++)
        if ((p[-1] == ' ' || p[-1] == '\n' || p[-1] == '\t') && strncmp(p, name, n) == 0 && p[n] == '=') {
            const char *from = p + n + 2, *to_end = memchr(from, p[n + 1], (size_t)(scanner->end - from));
            const size_t length = to_end ? (size_t)(to_end - from) : 0;
            if (length + 1 > size)
                standin_fail("an attribute is too long", name);
            memcpy(to, from, length);
            to[length] = 0;
            return true;
        }
    return false;
}

static void text(const scanner *scanner, const char *name, char to[NAME])
{
    if (!attribute(scanner, name, to, NAME))
        standin_fail("an attribute is missing", name);
}

static double number(const scanner *scanner, const char *name, double otherwise)
{
    char word[NAME];
    return attribute(scanner, name, word, sizeof word) ? strtod(word, NULL) : otherwise;
}

static bool yes(const scanner *scanner, const char *name, bool otherwise)
{
    char word[NAME];
    if (!attribute(scanner, name, word, sizeof word))
        return otherwise;
    return strcmp(word, "true") == 0 || strcmp(word, "yes") == 0 || strcmp(word, "on") == 0 || strcmp(word, "1") == 0;
}

static data_rule *datum(configuration *configuration, const char *name)
{
    for (int i = 0; i < configuration->n_data; i++)
        if (strcmp(configuration->data[i].name, name) == 0)
            return &configuration->data[i];
    standin_fail("there are no such data", name);
}

static bool is(const scanner *scanner, const char *tag)
{
    const size_t n = strlen(tag);
    return (size_t)(scanner->end - scanner->cursor) >= n && strncmp(scanner->cursor, tag, n) == 0 &&
           !strchr("-abcdefghijklmnopqrstuvwxyz", scanner->cursor[n]);
}

static bool begins(const scanner *scanner, const char *tag) { return strncmp(scanner->cursor, tag, strlen(tag)) == 0; }

static void take_data(scanner *scanner)
{
    data_rule *data_rule = &scanner->configuration->data[scanner->configuration->n_data++];
    text(scanner, "name", data_rule->name);
    data_rule->components = begins(scanner, "data:scalar") ? 1 : 0;
    const double degree = number(scanner, "waveform-degree", 1);
    data_rule->is_constant = degree == 0;
    if (degree > 1)
        standin_fail("waveforms are of degree 0 or 1 here", data_rule->name);
}

static void take_mesh(scanner *scanner)
{
    mesh_rule *mesh_rule = &scanner->configuration->meshes[scanner->configuration->n_meshes++];
    text(scanner, "name", mesh_rule->name);
    mesh_rule->dimensions = (int)number(scanner, "dimensions", 0);
}

static void take_access(scanner *scanner, bool writes)
{
    char name[NAME];
    text(scanner, "name", name);
    data_rule *data_rule = datum(scanner->configuration, name);
    memcpy(writes ? data_rule->writer : data_rule->reader, scanner->participant, NAME);
    text(scanner, "mesh", writes ? data_rule->from : data_rule->text);
}

static void take_mapping(scanner *scanner)
{
    char from[NAME], to[NAME], kind[NAME];
    text(scanner, "from", from);
    text(scanner, "to", to);
    text(scanner, "constraint", kind);
    for (int i = 0; i < scanner->configuration->n_data; i++) {
        data_rule *data_rule = &scanner->configuration->data[i];
        if (strcmp(data_rule->from, from) == 0 && strcmp(data_rule->text, to) == 0)
            data_rule->is_conservative = strcmp(kind, "conservative") == 0;
    }
}

static void take_exchange(scanner *scanner)
{
    char name[NAME];
    text(scanner, "data", name);
    data_rule *data_rule = datum(scanner->configuration, name);
    data_rule->is_initialized = yes(scanner, "initialize", false);
    data_rule->has_substeps = yes(scanner, "substeps", true);
}

static void take_scheme(scanner *scanner)
{
    static const char *const KINDS[] = {"serial-explicit", "serial-implicit", "parallel-explicit", "parallel-implicit"};
    for (int i = 0; i < 4; i++)
        if (strncmp(scanner->cursor + strlen("coupling-scheme:"), KINDS[i], strlen(KINDS[i])) == 0) {
            scanner->configuration->is_implicit = i % 2 == 1;
            scanner->configuration->is_parallel = i >= 2;
            return;
        }
    standin_fail("this coupling scheme is not known here", "coupling-scheme");
}

static void take_acceleration(scanner *scanner)
{
    scanner->configuration->is_aitken = begins(scanner, "acceleration:aitken");
    if (!scanner->configuration->is_aitken && !begins(scanner, "acceleration:constant"))
        standin_fail("acceleration is constant or by Aitken here", "acceleration");
    for (int i = 0; i < scanner->configuration->n_data; i++)
        scanner->configuration->data[i].is_accelerated = !scanner->configuration->is_aitken;
}

static void take_measure(scanner *scanner)
{
    char name[NAME];
    text(scanner, "data", name);
    datum(scanner->configuration, name)->limit = number(scanner, "limit", 0);
}

static void take(scanner *scanner)
{
    configuration *configuration = scanner->configuration;
    if (begins(scanner, "data:"))
        take_data(scanner);
    else if (is(scanner, "mesh"))
        take_mesh(scanner);
    else if (is(scanner, "participant"))
        text(scanner, "name", scanner->participant);
    else if (is(scanner, "write-data") || is(scanner, "read-data"))
        take_access(scanner, is(scanner, "write-data"));
    else if (begins(scanner, "mapping:"))
        take_mapping(scanner);
    else if (begins(scanner, "m2n:"))
        text(scanner, "acceptor", configuration->acceptor),
            attribute(scanner, "exchange-directory", configuration->folder, sizeof configuration->folder);
    else if (begins(scanner, "coupling-scheme:"))
        take_scheme(scanner);
    else if (is(scanner, "participants"))
        text(scanner, "first", configuration->first), text(scanner, "second", configuration->second);
    else if (is(scanner, "max-time"))
        configuration->max_time = number(scanner, "value", 0);
    else if (is(scanner, "time-window-size"))
        configuration->window = number(scanner, "value", 0);
    else if (is(scanner, "max-iterations"))
        configuration->max_iterations = (int)number(scanner, "value", 0);
    else if (is(scanner, "min-iterations"))
        configuration->min_iterations = (int)number(scanner, "value", 1);
    else if (is(scanner, "exchange"))
        take_exchange(scanner);
    else if (is(scanner, "relative-convergence-measure"))
        take_measure(scanner);
    else if (begins(scanner, "acceleration:"))
        take_acceleration(scanner);
    else if (is(scanner, "relaxation") || is(scanner, "initial-relaxation"))
        configuration->relaxation = number(scanner, "value", 1);
    else if (is(scanner, "data")) {
        char name[NAME];
        text(scanner, "name", name);
        datum(configuration, name)->is_accelerated = true;
    }
}

static char *load(const char *path)
{
    FILE *file = fopen(path, "r");
    char *all = calloc(1, 1 << 16);
    if (!file || !all)
        standin_fail("the configuration cannot be read", path);
    const size_t n = fread(all, 1, (1 << 16) - 1, file);
    all[n] = 0;
    fclose(file);
    return all;
}

static void complete(configuration *configuration)
{
    for (int i = 0; i < configuration->n_data; i++)
        for (int k = 0; configuration->data[i].components == 0 && k < configuration->n_meshes; k++)
            if (strcmp(configuration->meshes[k].name, configuration->data[i].from) == 0)
                configuration->data[i].components = configuration->meshes[k].dimensions;
}

/* Mappings may stand before what they map: the elements are gone through twice, data being taken once. */
void configuration_read(configuration *c, const char *path)
{
    char *all = load(path);
    *c = (configuration){.folder = ".", .relaxation = 1, .max_iterations = 1000, .min_iterations = 1};
    for (int pass = 0; pass < 2; pass++) {
        scanner scanner = {.configuration = c};
        for (char *p = all; (p = strchr(p, '<')); p++) {
            if (strncmp(p, "<!--", 4) == 0) {
                p = strstr(p, "-->");
                continue;
            }
            scanner.cursor = p + 1;
            scanner.end = strchr(p, '>');
            if (pass == 0 || begins(&scanner, "mapping:"))
                take(&scanner);
        }
    }
    free(all);
    complete(c);
}
