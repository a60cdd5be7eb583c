/* description.c - modelDescription.xml.
 *
 *     2.0   <ScalarVariable name valueReference causality> <Real/> | <Integer/> | <Boolean/> | ...
 *     3.0   <Float64 name valueReference causality> <Dimension start/> ... */
#include "element/fmu/description.h"
#include "base/array.h"
#include "base/xml.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_NUMBERS = 1 << 20 };

typedef struct {
    arena *memory;
    unit_description *description;
    ARRAY(unit_variable) variables;
    bool is_in_variables; /* inside ModelVariables */
} description_reader;

static const char *description_copy(description_reader *reader, const char *text)
{
    return text ? arena_string(reader->memory, text, strlen(text)) : NULL;
}

static bool has_value(const char *text, const char *value) { return text && strcmp(text, value) == 0; }

static bool is_true(const char *text) { return has_value(text, "true") || has_value(text, "1"); }

static port_type type_named(const xml_element *element)
{
    static const struct {
        const char *name;
        port_type type;
    } TYPES[] = {{"Real", PORT_REAL},
                 {"Float64", PORT_REAL},
                 {"Integer", PORT_INTEGER},
                 {"Int32", PORT_INTEGER},
                 {"Boolean", PORT_BOOL}};
    for (int i = 0; i < ARRAY_LEN(TYPES); i++)
        if (xml_is(element, TYPES[i].name))
            return TYPES[i].type;
    return PORT_OTHER;
}

static void read_variable(description_reader *reader, const xml_element *element)
{
    const char *name = xml_attribute(element, "name"), *reference = xml_attribute(element, "valueReference");
    const char *causality = xml_attribute(element, "causality");
    if (!name || !reference)
        return;
    const unit_variable variable = {.name = description_copy(reader, name),
                                    .reference = (unsigned)strtoul(reference, NULL, 10),
                                    .type = type_named(element),
                                    .size = 1,
                                    .is_input = has_value(causality, "input"),
                                    .is_parameter = has_value(causality, "parameter")};
    array_push(&reader->variables, variable);
}

/* Reads an element inside a variable: its type (2.0) or a dimension (3.0). */
static void description_read_part(unit_variable *variable, const xml_element *element)
{
    if (!xml_is(element, "Dimension")) {
        variable->type = variable->type == PORT_OTHER ? type_named(element) : variable->type;
        return;
    }
    const char *start = xml_attribute(element, "start");
    const long n = start ? strtol(start, NULL, 10) : 0;
    const bool fits = n > 0 && n <= MAX_NUMBERS && variable->size <= MAX_NUMBERS / n;
    variable->size = fits ? (int)(variable->size * n) : 0;
}

static void read_root(description_reader *reader, const xml_element *element)
{
    const char *version = xml_attribute(element, "fmiVersion");
    unit_description *to = reader->description;
    to->version = version && *version == '2' ? 2 : version && *version == '3' ? 3 : 0;
    to->token = description_copy(reader, xml_attribute(element, to->version == 2 ? "guid" : "instantiationToken"));
}

static void read_co_simulation(description_reader *reader, const xml_element *element)
{
    unit_description *to = reader->description;
    const bool is_2 = to->version == 2;
    to->identifier = description_copy(reader, xml_attribute(element, "modelIdentifier"));
    to->keeps_states = is_true(xml_attribute(element, is_2 ? "canGetAndSetFMUstate" : "canGetAndSetFMUState"));
    to->packs_states =
        to->keeps_states && is_true(xml_attribute(element, is_2 ? "canSerializeFMUstate" : "canSerializeFMUState"));
}

static void on_element(void *context, const xml_element *element)
{
    description_reader *reader = context;
    if (element->depth == 1)
        read_root(reader, element);
    else if (element->depth == 2)
        reader->is_in_variables = xml_is(element, "ModelVariables");
    if (element->depth == 2 && xml_is(element, "CoSimulation"))
        read_co_simulation(reader, element);
    else if (element->depth == 3 && reader->is_in_variables)
        read_variable(reader, element);
    else if (element->depth == 4 && reader->is_in_variables && reader->variables.n > 0)
        description_read_part(&reader->variables.items[reader->variables.n - 1], element);
}

/* Returns what a coupling needs and the description lacks, or NULL. */
static const char *missing(const unit_description *description)
{
    return description->version == 0  ? "its fmiVersion is neither 2.0 nor 3.0"
           : !description->identifier ? "it is not for co-simulation: its description has no CoSimulation element "
                                        "with a modelIdentifier"
           : !description->token
               ? description->version == 2 ? "its description has no guid" : "its description has no instantiationToken"
               : NULL;
}

const char *unit_description_read(const char *text, size_t length, arena *memory, unit_description *to)
{
    description_reader reader = {.memory = memory, .description = to};
    xml_error error;
    *to = (unit_description){0};
    const bool ok = xml_read(text, length, on_element, &reader, &error);
    to->n = reader.variables.n;
    if (to->n > 0)
        to->variables = arena_copy(memory, reader.variables.items, (size_t)to->n * sizeof *to->variables);
    array_free(&reader.variables);
    return ok ? missing(to)
              : arena_printf(memory, "modelDescription.xml:%d:%d: %s", error.line, error.column, error.text);
}

const unit_variable *unit_description_find(const unit_description *description, const char *name)
{
    for (int i = 0; i < description->n; i++)
        if (strcmp(description->variables[i].name, name) == 0)
            return &description->variables[i];
    return NULL;
}
