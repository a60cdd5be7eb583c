/* node.c - look-up of node types, and the numbers of nodes. */
#include "contract/node.h"
#include "base/words.h"

const node_type *node_type_find(const char *keyword)
{
    for (int i = 0; i < node_type_count; i++)
        if (words_equal(node_types[i]->keyword, keyword))
            return node_types[i];
    return NULL;
}

int node_type_index(const node_type *t)
{
    for (int i = 0; i < node_type_count; i++)
        if (node_types[i] == t)
            return i;
    return -1;
}

void node_dof_bind(node_dof *d)
{
    d->unknown = d->node->dof < 0 ? -1 : d->node->dof + d->index;
    d->row = d->node->row < 0 ? -1 : d->node->row + d->index;
    /* The momentum unknowns of a dynamic node pair with its momentum rows. */
    const int half = d->node->has_rotation ? 6 : 3;
    if (d->node->momentum >= 0 && d->index >= half)
        d->row = d->node->momentum_row + d->index - half;
}

double node_dof_value(const state *s, const node_dof *d)
{
    const node *n = d->node;
    if (n->pose >= 0 && d->index < 3) {
        const pose *p = &s->poses[n->pose];
        return vec3_get(d->derivative ? p->v : p->x, d->index);
    }
    if (n->pose >= 0 && n->has_rotation && d->index < 6 && d->derivative)
        return vec3_get(s->poses[n->pose].w, d->index - 3);
    return d->derivative ? s->yp[n->dof + d->index] : s->y[n->dof + d->index];
}

double node_value(const state *s, const node *n) { return n->dof < 0 ? n->type->private_value(s, n, 1) : s->y[n->dof]; }
