/* drive_element.c - a function of private data of an element: f = g(datum). The rate of the datum is not known, so the
 * drive has no derivative. */
#include "names/datum.h"
#include "model/reading.h"

typedef struct {
    const datum *argument;
    const drive *g;
} function_of_element;

static void drive_element_read(reader *r, drive *d)
{
    function_of_element *p = d->self;
    p->argument = read_element_datum(r, false);
    p->g = read_drive(r, "function of the private datum");
}

static double drive_element_at(const drive *d, const state *s, double x)
{
    (void)x;
    const function_of_element *p = d->self;
    const char *why = NULL;
    const double v = datum_value(p->argument, s, &why);
    if (why)
        state_fail(s, p->argument->where, "element %u: %s", p->argument->label, why);
    return drive_at(p->g, s, v);
}

const drive_type drive_element_type = {
    .keyword = "element",
    .grammar = "element, LABEL, TYPE, [{string, \"DATUM\" | index, N},] (DRIVE) FUNCTION",
    .summary = "A function of private data of an element.",
    .size = sizeof(function_of_element),
    .read = drive_element_read,
    .value = drive_element_at,
};
