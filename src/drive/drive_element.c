/* drive_element.c - a function of private data of an element: f = g(datum). The rate of the datum is not available,
 * therefore the drive has no derivative. */
#include "names/datum.h"
#include "model/reading.h"

typedef struct {
    const datum *argument;
    const drive *drive;
} function_of_element;

static void drive_element_read(reader *reader, drive *drive)
{
    function_of_element *element = drive->self;
    element->argument = read_element_datum(reader, false);
    element->drive = read_drive(reader, "function of the private datum");
}

static double drive_element_at(const drive *drive, const state *state, double x)
{
    (void)x;
    const function_of_element *element = drive->self;
    const char *why = NULL;
    const double v = datum_value(element->argument, state, &why);
    if (why)
        state_fail(state, element->argument->location, "element %u: %s", element->argument->label, why);
    return drive_at(element->drive, state, v);
}

const drive_type drive_element_type = {
    .keyword = "element",
    .grammar = "element, LABEL, TYPE, [{string, \"DATUM\" | index, N},] (DRIVE) FUNCTION",
    .summary = "A function of private data of an element.",
    .size = sizeof(function_of_element),
    .read = drive_element_read,
    .value = drive_element_at,
};
