/* force_applied.c - force and moment on a node that are set through the API; no card creates it.
 *
 *     node: F, M       the values set last, in global axes; initially zero */
#include "model/model.h"
#include "model/settable.h"

static const node *force_applied_node_of(const elem *element) { return *(const node **)element->self; }

static void force_applied_connect(const elem *element, layout *layout)
{
    layout_node(layout, force_applied_node_of(element));
    layout_clear(layout);
}

static void force_applied_eval(int lanes, const state *state, const elem *element, local *out)
{
    const applied_memory *now = remembered(state, element->memory);
    (void)lanes;
    for (int i = 0; i < (force_applied_node_of(element)->has_rotation ? 6 : 3); i++)
        out->r[i] += now->force[i];
}

static const elem_type APPLIED = {
    .card = &elem_cards[CARD_FORCE],
    .keyword = "applied",
    .summary = "Force and moment on a node, set from outside.",
    .size = sizeof(const node *),
    .history = &(const elem_history){.memory = sizeof(applied_memory)},
    .connect = force_applied_connect,
    .eval = force_applied_eval,
};

const node *applied_node(const elem *element)
{
    return element->type == &APPLIED ? force_applied_node_of(element) : NULL;
}

void model_add_applied_forces(model *model)
{
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        if (!node->pose_wanted || node->n_dof == 0)
            continue;
        elem *element = ARENA_NEW(model->memory, elem);
        *element = (elem){.type = &APPLIED,
                          .label = node->label,
                          .location = node->location,
                          .is_hidden = true,
                          .switched = MEMORY_NONE};
        element->self = arena_copy(model->memory, &node, sizeof node);
        element->memory = memory_reserve(model->plan, (memory_area){.size = sizeof(applied_memory),
                                                                    .self = element->self,
                                                                    .owner = "force",
                                                                    .label = node->label});
        array_push(&model->elems, element);
    }
}
