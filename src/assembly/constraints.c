/* constraints.c - rows of constraints, by the kinds of internal unknowns and the nodes that their elements touch. */
#include "assembly/constraints.h"

/* The node that owns each unknown; NULL if an element does. */
static const node **owners(const model *model, arena *memory)
{
    const node **owner = ARENA_ARRAY(memory, const node *, model->n_unknowns + 1);
    for (int i = 0; i < model->nodes.n; i++)
        for (int k = 0; k < model->nodes.items[i]->n_dof; k++)
            owner[model->nodes.items[i]->dof + k] = model->nodes.items[i];
    return owner;
}

/* Tells whether one static node is all that the element touches. */
static bool is_on_ground(const elem *element, const node *const *owner)
{
    const node *only = NULL;
    for (int k = 0; k < element->n; k++) {
        const node *node = element->column[k] >= 0 ? owner[element->column[k]] : NULL;
        if (node && only && node != only)
            return false;
        only = node ? node : only;
    }
    return only && only->pose >= 0 && only->momentum < 0;
}

constraint_kind *constraint_kinds(const model *model, arena *memory)
{
    constraint_kind *kinds = ARENA_ARRAY(memory, constraint_kind, model->n_unknowns + 1);
    const node **owner = owners(model, memory);
    for (int i = 0; i < model->n_unknowns; i++)
        kinds[i] = model->repeats[i] ? CONSTRAINT : NO_CONSTRAINT;
    for (int i = 0; i < model->elems.n; i++) {
        const elem *element = model->elems.items[i];
        const bool is_ground = !model->options.is_static && is_on_ground(element, owner);
        for (int k = 0; k < element->n_internal; k++)
            if (!element->kinds || element->kinds[k] <= INTERNAL_VELOCITY_CONSTRAINT)
                kinds[element->internal + k] = is_ground ? CONSTRAINT_OF_GROUND : CONSTRAINT;
    }
    return kinds;
}
