/* drive_node.c - a function of private data of a node: f = g(datum). The rate of the datum is not known, so the drive
 * has no derivative. */
#include "names/datum.h"
#include "model/reading.h"

typedef struct {
    const datum *argument;
    const drive *g;
} function_of_node;

static void drive_node_read(reader *r, drive *d)
{
    function_of_node *p = d->self;
    p->argument = read_node_datum(r, false);
    p->g = read_drive(r, "function of the private datum");
}

static double drive_node_at(const drive *d, const state *s, double x)
{
    (void)x;
    const function_of_node *p = d->self;
    const char *why = NULL;
    const double v = datum_value(p->argument, s, &why);
    if (why)
        state_fail(s, p->argument->where, "node %u: %s", p->argument->label, why);
    return drive_at(p->g, s, v);
}

const drive_type drive_node_type = {
    .keyword = "node",
    .grammar = "node, LABEL, TYPE, [{string, \"DATUM\" | index, N},] (DRIVE) FUNCTION",
    .summary = "A function of private data of a node.",
    .size = sizeof(function_of_node),
    .read = drive_node_read,
    .value = drive_node_at,
};
