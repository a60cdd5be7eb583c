/* drive_dof.c - a function of a degree of freedom: f = g(q), or g(q') for the order `differential`. */
#include "names/datum.h"
#include "drive/diag_rows.h"
#include "model/reading.h"

typedef struct {
    node_dof q;
    const drive *g;
} dof;

static void drive_dof_read(reader *r, drive *d)
{
    dof *p = d->self;
    p->q = read_node_dof(r, true, "label of the node");
    if (read_ok(r)) {
        const node *n = p->q.node;
        if (n->pose_wanted && n->has_rotation && p->q.index >= 3 && p->q.index < 6 && !p->q.derivative)
            read_error_last(r, E_DOF_VALUE, p->q.index + 1);
    }
    p->g = read_drive(r, "function of the degree of freedom");
}

static double drive_dof_at(const drive *d, const state *s, double x)
{
    (void)x;
    const dof *p = d->self;
    return drive_at(p->g, s, datum_dof(&p->q, s));
}

const drive_type drive_dof_type = {
    .keyword = "dof",
    .grammar = "dof, LABEL, NODE TYPE [, INDEX] [, {algebraic | differential}], (DRIVE) FUNCTION",
    .summary = "A function of a degree of freedom of a node.",
    .size = sizeof(dof),
    .read = drive_dof_read,
    .value = drive_dof_at,
};
