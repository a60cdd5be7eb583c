/* first_value.c - private data of an element while the deck is read.
 *
 * Nothing has been solved yet: nodes have the motion given in the deck, the unknowns of elements their initial values.
 * All nodes and elements read so far are numbered, and get a state for this one question. */
#include "model/first_value.h"
#include "model/model.h"

static void fill(const model *model, const state *state, initial_values *initial)
{
    for (int i = 0; i < model->nodes.n; i++)
        model->nodes.items[i]->type->initial(model->nodes.items[i], initial);
    for (int i = 0; i < model->elems.n; i++)
        if (model->elems.items[i]->is_complete && model->elems.items[i]->type->initial)
            model->elems.items[i]->type->initial(state, model->elems.items[i], initial);
}

double elem_first_value(model *model, const elem *element, int index)
{
    model_number(model);
    arena *memory = arena_create();
    initial_values initial = {.y = ARENA_ARRAY(memory, double, model->n_unknowns + 1),
                              .yp = ARENA_ARRAY(memory, double, model->n_unknowns + 1),
                              .poses = ARENA_ARRAY(memory, pose, model->n_poses + 1)};
    state state = model_input_state(model);
    state.model = model;
    state.y = state.y_prev = initial.y;
    state.yp = state.yp_prev = initial.yp;
    state.poses = state.poses_prev = initial.poses;
    fill(model, &state, &initial);
    const double value = element->type->private_value(&state, element, index);
    arena_destroy(memory);
    return value;
}
