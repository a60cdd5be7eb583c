/* description.c - modelDescription.xml.
 *
 *     2.0   <ScalarVariable name valueReference causality> <Real/> | <Integer/> | <Boolean/> | ...
 *     3.0   <Float64 name valueReference causality> <Dimension start/> ... */
#include "element/fmu/description.h"
#include "base/array.h"
#include "base/xml.h"
#include <stdlib.h>
#include <string.h>

enum { WORD = 1024, MOST_NUMBERS = 1 << 20 };

typedef ARRAY(unit_variable) variable_list;

static const char *own(arena *memory, const char *word) { return arena_string(memory, word, strlen(word)); }

static port_type type_named(const xml *x)
{
    static const struct {
        const char *name;
        port_type is;
    } TYPES[] = {{"Real", PORT_REAL},
                 {"Float64", PORT_REAL},
                 {"Integer", PORT_INTEGER},
                 {"Int32", PORT_INTEGER},
                 {"Boolean", PORT_BOOL}};
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++)
        if (xml_is(x, TYPES[i].name))
            return TYPES[i].is;
    return PORT_OTHER;
}

static bool is_true(const xml *x, const char *name)
{
    char word[16];
    return xml_attribute(x, name, word, sizeof word) && (strcmp(word, "true") == 0 || strcmp(word, "1") == 0);
}

static void take_variable(const xml *x, arena *memory, variable_list *to)
{
    char word[WORD];
    unit_variable v = {.type = type_named(x), .size = 1};
    if (!xml_attribute(x, "name", word, sizeof word))
        return;
    v.name = own(memory, word);
    if (!xml_attribute(x, "valueReference", word, sizeof word))
        return;
    v.reference = (unsigned)strtoul(word, NULL, 10);
    if (xml_attribute(x, "causality", word, sizeof word)) {
        v.is_input = strcmp(word, "input") == 0;
        v.is_parameter = strcmp(word, "parameter") == 0;
    }
    array_push(to, v);
}

/* What stands inside a variable: its type (2.0), a dimension (3.0). */
static void take_inner(const xml *x, unit_variable *v)
{
    char word[32];
    if (!xml_is(x, "Dimension")) {
        v->type = v->type == PORT_OTHER ? type_named(x) : v->type;
        return;
    }
    const long n = xml_attribute(x, "start", word, sizeof word) ? strtol(word, NULL, 10) : 0;
    v->size = n > 0 && n <= MOST_NUMBERS && v->size <= MOST_NUMBERS / n ? (int)(v->size * n) : 0;
}

static void take_root(const xml *x, arena *memory, unit_description *to)
{
    char word[WORD];
    if (xml_attribute(x, "fmiVersion", word, sizeof word))
        to->version = word[0] == '2' ? 2 : word[0] == '3' ? 3 : 0;
    if (xml_attribute(x, to->version == 2 ? "guid" : "instantiationToken", word, sizeof word))
        to->token = own(memory, word);
}

static void take_coupling(const xml *x, arena *memory, unit_description *to)
{
    char word[WORD];
    if (xml_attribute(x, "modelIdentifier", word, sizeof word))
        to->identifier = own(memory, word);
    to->keeps_states = is_true(x, to->version == 2 ? "canGetAndSetFMUstate" : "canGetAndSetFMUState");
    to->packs_states =
        to->keeps_states && is_true(x, to->version == 2 ? "canSerializeFMUstate" : "canSerializeFMUState");
}

const char *unit_description_read(const char *text, size_t length, arena *memory, unit_description *to)
{
    xml x = xml_begin(text, length);
    variable_list all = {0};
    bool is_inside = false;
    *to = (unit_description){0};
    while (xml_next(&x)) {
        if (x.depth == 1)
            take_root(&x, memory, to);
        else if (x.depth == 2)
            is_inside = xml_is(&x, "ModelVariables");
        if (x.depth == 2 && xml_is(&x, "CoSimulation"))
            take_coupling(&x, memory, to);
        else if (x.depth == 3 && is_inside)
            take_variable(&x, memory, &all);
        else if (x.depth == 4 && is_inside && all.n > 0)
            take_inner(&x, &all.at[all.n - 1]);
    }
    to->variables = all.n > 0 ? arena_copy(memory, all.at, (size_t)all.n * sizeof *all.at) : NULL;
    to->n = all.n;
    array_free(&all);
    return x.failed           ? "its description is no XML"
           : to->version == 0 ? "it is neither of FMI 2.0 nor of FMI 3.0"
           : !to->identifier  ? "it is not for co-simulation"
           : !to->token       ? "its description has no token"
                              : NULL;
}

const unit_variable *unit_description_find(const unit_description *d, const char *name)
{
    for (int i = 0; i < d->n; i++)
        if (strcmp(d->variables[i].name, name) == 0)
            return &d->variables[i];
    return NULL;
}
