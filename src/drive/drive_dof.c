/* drive_dof.c - a function of a degree of freedom: f = g(q), or g(q') for the order `differential`. */
#include "names/datum.h"
#include "drive/diag_rows.h"
#include "model/reading.h"

typedef struct {
    node_dof dof;
    const drive *drive;
} dof;

static void drive_dof_read(reader *reader, drive *drive)
{
    dof *dof = drive->self;
    dof->dof = read_node_dof(reader, true, "label of the node");
    if (read_ok(reader)) {
        const node *node = dof->dof.node;
        if (node->pose_wanted && node->has_rotation && dof->dof.index >= 3 && dof->dof.index < 6 &&
            !dof->dof.derivative)
            read_error_last(reader, E_DOF_VALUE, dof->dof.index + 1);
    }
    dof->drive = read_drive(reader, "function of the degree of freedom");
}

static double drive_dof_at(const drive *drive, const state *state, double x)
{
    (void)x;
    const dof *dof = drive->self;
    return drive_at(dof->drive, state, datum_dof(&dof->dof, state));
}

const drive_type drive_dof_type = {
    .keyword = "dof",
    .grammar = "dof, LABEL, NODE TYPE [, INDEX] [, {algebraic | differential}], (DRIVE) FUNCTION",
    .summary = "A function of a degree of freedom of a node.",
    .size = sizeof(dof),
    .read = drive_dof_read,
    .value = drive_dof_at,
};
