/* node.c - look-up of node types, and the values of nodes. */
#include "contract/node.h"
#include "base/words.h"

const node_type *node_type_find(const char *keyword)
{
    for (int i = 0; i < node_type_count; i++)
        if (words_equal(node_types[i]->keyword, keyword))
            return node_types[i];
    return NULL;
}

int node_type_index(const node_type *type)
{
    for (int i = 0; i < node_type_count; i++)
        if (node_types[i] == type)
            return i;
    return -1;
}

void node_dof_bind(node_dof *dof)
{
    dof->unknown = dof->node->dof < 0 ? -1 : dof->node->dof + dof->index;
    dof->row = dof->node->row < 0 ? -1 : dof->node->row + dof->index;
    /* The momentum unknowns of a dynamic node correspond to its momentum rows. */
    const int half = dof->node->has_rotation ? 6 : 3;
    if (dof->node->momentum >= 0 && dof->index >= half)
        dof->row = dof->node->momentum_row + dof->index - half;
}

double node_dof_value(const state *state, const node_dof *dof)
{
    const node *node = dof->node;
    if (node->pose >= 0 && dof->index < 3) {
        const pose *pose = &state->poses[node->pose];
        return vec3_get(dof->derivative ? pose->v : pose->x, dof->index);
    }
    if (node->pose >= 0 && node->has_rotation && dof->index < 6 && dof->derivative)
        return vec3_get(state->poses[node->pose].w, dof->index - 3);
    if (node->dof < 0)
        return dof->derivative ? 0.0 : node_value(state, node);
    return dof->derivative ? state->yp[node->dof + dof->index] : state->y[node->dof + dof->index];
}

double node_value(const state *state, const node *node)
{
    return node->dof < 0 ? node->type->private_value(state, node, 1) : state->y[node->dof];
}
