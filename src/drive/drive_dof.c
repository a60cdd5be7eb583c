/* drive_dof.c - a function of a degree of freedom: f = g(q), or g(q') for the order `differential`.
 *
 * In time f' = g'(q) q', which exists when q is a differential unknown and its value is meant. */
#include "model/datum.h"

typedef struct {
    node_dof q;
    bool has_rate;
    const drive *g;
} dof;

static void read(reader *r, drive *d)
{
    dof *p = d->self;
    p->q = read_node_dof(r, true, "label of the node");
    if (read_ok(r)) {
        const node *n = p->q.node;
        p->has_rate = !p->q.derivative && n->type->kind(n, p->q.index) == DOF_DIFFERENTIAL;
        if (n->pose_wanted && n->has_rotation && p->q.index >= 3 && p->q.index < 6 && !p->q.derivative)
            read_error_last(r, E_DOF_VALUE, p->q.index + 1);
    }
    p->g = read_drive(r, "function of the degree of freedom");
}

static double at(const drive *d, const state *s, double x)
{
    (void)x;
    const dof *p = d->self;
    return drive_at(p->g, s, datum_dof(&p->q, s));
}

static double slope(const drive *d, const state *s, double x)
{
    (void)x;
    const dof *p = d->self;
    node_dof rate = p->q;
    rate.derivative = true;
    return drive_slope(p->g, s, datum_dof(&p->q, s)) * datum_dof(&rate, s);
}

static bool has_slope(const drive *d)
{
    const dof *p = d->self;
    return p->has_rate && drive_has_slope(p->g);
}

const drive_type drive_dof_type = {
    .keyword = "dof",
    .grammar = "dof, LABEL, NODE TYPE [, INDEX] [, {algebraic | differential}], (DRIVE) FUNCTION",
    .summary = "A function of a degree of freedom of a node.",
    .size = sizeof(dof),
    .read = read,
    .value = at,
    .slope = slope,
    .has_slope = has_slope,
};
