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
    configuration *c;
    char participant[NAME], mesh[NAME]; /* opened last */
    const char *cursor, *end;           /* the element at hand */
} scanner;

/* The value of an attribute of the element at hand; false: it has none. */
static bool attribute(const scanner *s, const char *name, char *to, size_t size)
{
    const size_t n = strlen(name);
    for (const char *p = s->cursor; p + n + 2 < s->end; p++)
        if ((p[-1] == ' ' || p[-1] == '\n' || p[-1] == '\t') && strncmp(p, name, n) == 0 && p[n] == '=') {
            const char *from = p + n + 2, *to_end = memchr(from, p[n + 1], (size_t)(s->end - from));
            const size_t length = to_end ? (size_t)(to_end - from) : 0;
            if (length + 1 > size)
                standin_fail("an attribute is too long", name);
            memcpy(to, from, length);
            to[length] = 0;
            return true;
        }
    return false;
}

static void text(const scanner *s, const char *name, char to[NAME])
{
    if (!attribute(s, name, to, NAME))
        standin_fail("an attribute is missing", name);
}

static double number(const scanner *s, const char *name, double otherwise)
{
    char word[NAME];
    return attribute(s, name, word, sizeof word) ? strtod(word, NULL) : otherwise;
}

static bool yes(const scanner *s, const char *name, bool otherwise)
{
    char word[NAME];
    if (!attribute(s, name, word, sizeof word))
        return otherwise;
    return strcmp(word, "true") == 0 || strcmp(word, "yes") == 0 || strcmp(word, "on") == 0 || strcmp(word, "1") == 0;
}

static data_rule *datum(configuration *c, const char *name)
{
    for (int i = 0; i < c->n_data; i++)
        if (strcmp(c->data[i].name, name) == 0)
            return &c->data[i];
    standin_fail("there are no such data", name);
}

static bool is(const scanner *s, const char *tag)
{
    const size_t n = strlen(tag);
    return (size_t)(s->end - s->cursor) >= n && strncmp(s->cursor, tag, n) == 0 &&
           !strchr("-abcdefghijklmnopqrstuvwxyz", s->cursor[n]);
}

static bool begins(const scanner *s, const char *tag) { return strncmp(s->cursor, tag, strlen(tag)) == 0; }

static void take_data(scanner *s)
{
    data_rule *d = &s->c->data[s->c->n_data++];
    text(s, "name", d->name);
    d->components = begins(s, "data:scalar") ? 1 : 0;
    const double degree = number(s, "waveform-degree", 1);
    d->is_constant = degree == 0;
    if (degree > 1)
        standin_fail("waveforms are of degree 0 or 1 here", d->name);
}

static void take_mesh(scanner *s)
{
    mesh_rule *m = &s->c->meshes[s->c->n_meshes++];
    text(s, "name", m->name);
    m->dimensions = (int)number(s, "dimensions", 0);
}

static void take_access(scanner *s, bool writes)
{
    char name[NAME];
    text(s, "name", name);
    data_rule *d = datum(s->c, name);
    memcpy(writes ? d->writer : d->reader, s->participant, NAME);
    text(s, "mesh", writes ? d->from : d->text);
}

static void take_mapping(scanner *s)
{
    char from[NAME], to[NAME], kind[NAME];
    text(s, "from", from);
    text(s, "to", to);
    text(s, "constraint", kind);
    for (int i = 0; i < s->c->n_data; i++) {
        data_rule *d = &s->c->data[i];
        if (strcmp(d->from, from) == 0 && strcmp(d->text, to) == 0)
            d->is_conservative = strcmp(kind, "conservative") == 0;
    }
}

static void take_exchange(scanner *s)
{
    char name[NAME];
    text(s, "data", name);
    data_rule *d = datum(s->c, name);
    d->is_initialized = yes(s, "initialize", false);
    d->has_substeps = yes(s, "substeps", true);
}

static void take_scheme(scanner *s)
{
    static const char *const KINDS[] = {"serial-explicit", "serial-implicit", "parallel-explicit", "parallel-implicit"};
    for (int i = 0; i < 4; i++)
        if (strncmp(s->cursor + strlen("coupling-scheme:"), KINDS[i], strlen(KINDS[i])) == 0) {
            s->c->is_implicit = i % 2 == 1;
            s->c->is_parallel = i >= 2;
            return;
        }
    standin_fail("this coupling scheme is not known here", "coupling-scheme");
}

static void take_acceleration(scanner *s)
{
    s->c->is_aitken = begins(s, "acceleration:aitken");
    if (!s->c->is_aitken && !begins(s, "acceleration:constant"))
        standin_fail("acceleration is constant or by Aitken here", "acceleration");
    for (int i = 0; i < s->c->n_data; i++)
        s->c->data[i].is_accelerated = !s->c->is_aitken;
}

static void take_measure(scanner *s)
{
    char name[NAME];
    text(s, "data", name);
    datum(s->c, name)->limit = number(s, "limit", 0);
}

static void take(scanner *s)
{
    configuration *c = s->c;
    if (begins(s, "data:"))
        take_data(s);
    else if (is(s, "mesh"))
        take_mesh(s);
    else if (is(s, "participant"))
        text(s, "name", s->participant);
    else if (is(s, "write-data") || is(s, "read-data"))
        take_access(s, is(s, "write-data"));
    else if (begins(s, "mapping:"))
        take_mapping(s);
    else if (begins(s, "m2n:"))
        text(s, "acceptor", c->acceptor), attribute(s, "exchange-directory", c->folder, sizeof c->folder);
    else if (begins(s, "coupling-scheme:"))
        take_scheme(s);
    else if (is(s, "participants"))
        text(s, "first", c->first), text(s, "second", c->second);
    else if (is(s, "max-time"))
        c->max_time = number(s, "value", 0);
    else if (is(s, "time-window-size"))
        c->window = number(s, "value", 0);
    else if (is(s, "max-iterations"))
        c->max_iterations = (int)number(s, "value", 0);
    else if (is(s, "min-iterations"))
        c->min_iterations = (int)number(s, "value", 1);
    else if (is(s, "exchange"))
        take_exchange(s);
    else if (is(s, "relative-convergence-measure"))
        take_measure(s);
    else if (begins(s, "acceleration:"))
        take_acceleration(s);
    else if (is(s, "relaxation") || is(s, "initial-relaxation"))
        c->relaxation = number(s, "value", 1);
    else if (is(s, "data")) {
        char name[NAME];
        text(s, "name", name);
        datum(c, name)->is_accelerated = true;
    }
}

static char *load(const char *path)
{
    FILE *f = fopen(path, "r");
    char *all = calloc(1, 1 << 16);
    if (!f || !all)
        standin_fail("the configuration cannot be read", path);
    const size_t n = fread(all, 1, (1 << 16) - 1, f);
    all[n] = 0;
    fclose(f);
    return all;
}

static void complete(configuration *c)
{
    for (int i = 0; i < c->n_data; i++)
        for (int k = 0; c->data[i].components == 0 && k < c->n_meshes; k++)
            if (strcmp(c->meshes[k].name, c->data[i].from) == 0)
                c->data[i].components = c->meshes[k].dimensions;
}

/* Mappings may stand before what they map: the elements are gone through twice, data being taken once. */
void configuration_read(configuration *c, const char *path)
{
    char *all = load(path);
    *c = (configuration){.folder = ".", .relaxation = 1, .max_iterations = 1000, .min_iterations = 1};
    for (int pass = 0; pass < 2; pass++) {
        scanner s = {.c = c};
        for (char *p = all; (p = strchr(p, '<')); p++) {
            if (strncmp(p, "<!--", 4) == 0) {
                p = strstr(p, "-->");
                continue;
            }
            s.cursor = p + 1;
            s.end = strchr(p, '>');
            if (pass == 0 || begins(&s, "mapping:"))
                take(&s);
        }
    }
    free(all);
    complete(c);
}
