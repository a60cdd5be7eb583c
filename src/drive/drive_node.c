/* drive_node.c - a function of private data of a node: f = g(datum). The rate of the datum is not available,
 * therefore the drive has no derivative. */
#include "names/datum.h"
#include "model/reading.h"

typedef struct {
    const datum *argument;
    const drive *drive;
} function_of_node;

static void drive_node_read(reader *reader, drive *drive)
{
    function_of_node *node = drive->self;
    node->argument = read_node_datum(reader, false);
    node->drive = read_drive(reader, "function of the private datum");
}

static double drive_node_at(const drive *drive, const state *state, double x)
{
    (void)x;
    const function_of_node *node = drive->self;
    const char *why = NULL;
    const double v = datum_value(node->argument, state, &why);
    if (why)
        state_fail(state, node->argument->location, "node %u: %s", node->argument->label, why);
    return drive_at(node->drive, state, v);
}

const drive_type drive_node_type = {
    .keyword = "node",
    .grammar = "node, LABEL, TYPE, [{string, \"DATUM\" | index, N},] (DRIVE) FUNCTION",
    .summary = "A function of private data of a node.",
    .size = sizeof(function_of_node),
    .read = drive_node_read,
    .value = drive_node_at,
};
