/* model.c - the model container: creation, lookup by label, and the cards that are allowed in any block. */
#include "model/model.h"
#include "model/cards.h"
#include "model/modules.h"
#include "model/reading.h"

/* Groups the types by card, so that a card searches its own types only. */
static void group_types(model *model)
{
    int *first = model->first_type = ARENA_ARRAY(model->memory, int, CARD_COUNT + 2);
    model->types = ARENA_ARRAY(model->memory, const elem_type *, elem_type_count + 1);
    for (int i = 0; i < elem_type_count; i++)
        first[elem_types[i]->card - elem_cards + 2]++;
    for (int c = 2; c < CARD_COUNT + 2; c++)
        first[c] += first[c - 1];
    for (int i = 0; i < elem_type_count; i++) /* moves first[card + 1] to the end of the types of the card */
        model->types[first[elem_types[i]->card - elem_cards + 1]++] = elem_types[i];
}

model *model_create(arena *memory, diag *errors, symbols *names)
{
    model *m = ARENA_NEW(memory, model);
    m->memory = memory;
    m->errors = errors;
    m->names = names;
    m->node_by_label = ARENA_ARRAY(memory, label_map, node_type_count);
    m->elem_by_label = ARENA_ARRAY(memory, label_map, CLASS_COUNT);
    m->has_module = ARENA_ARRAY(memory, bool, MODULE_COUNT);
    m->plan = ARENA_NEW(memory, memory_plan);
    group_types(m);
    m->limits = limits_default();
    return m;
}

void model_destroy(model *model)
{
    if (!model)
        return;
    for (int i = 0; i < node_type_count; i++)
        label_map_free(&model->node_by_label[i]);
    for (int i = 0; i < CLASS_COUNT; i++)
        label_map_free(&model->elem_by_label[i]);
    label_map_free(&model->drive_by_label);
    for (int i = 0; i < ARRAY_LEN(model->tpl_drive_by_label); i++)
        label_map_free(&model->tpl_drive_by_label[i]);
    label_map_free(&model->law_by_label);
    label_map_free(&model->fluid_by_label);
    label_map_free(&model->c81_by_label);
    label_map_free(&model->frame_by_label);
    label_map_free(&model->driver_by_label);
    for (int i = 0; i < model->owned.n; i++)
        model->owned.items[i].release(model->owned.items[i].thing);
    array_free(&model->owned);
    array_free(&model->nodes);
    array_free(&model->lost);
    array_free(&model->elems);
    array_free(&model->drives);
    array_free(&model->drives_with_history);
    array_free(&model->drives_with_corners);
    array_free(&model->switching_drives);
    array_free(&model->switching_laws);
    array_free(&model->tpl_drives);
    array_free(&model->laws);
    array_free(&model->fluids);
    array_free(&model->c81);
    array_free(&model->frames);
    array_free(&model->functions);
    user_free(&model->user);
    name_map_free(&model->function_by_name);
    name_map_free(&model->lost_functions);
    array_free(&model->drivers);
    array_free(&model->peers);
    memory_plan_free(model->plan);
    array_free(&model->hints);
    text_free(&model->log);
    csc_destroy(model->matrix);
    free(model->slots);
}

void model_owns(model *model, void (*release)(void *thing), void *thing)
{
    array_push(&model->owned, ((struct owned_thing){release, thing}));
}

void model_declare_time(model *model, double t)
{
    const source_location nowhere = {0, 0, 0};
    model->time = symbols_declare(model->names, "Time", 4, TYPE_REAL, nowhere);
    model->time_step = symbols_declare(model->names, "TimeStep", 8, TYPE_REAL, nowhere);
    model->step = symbols_declare(model->names, "Step", 4, TYPE_INTEGER, nowhere);
    if (model->time)
        model->time->now = value_real(t);
}

state model_input_state(const model *model)
{
    return (state){.t = model->time ? model->time->now.r : 0.0, .memory = memory_first(model->plan)};
}

const node *model_node(const model *model, const node_type *type, unsigned label)
{
    const int i = label_map_find(&model->node_by_label[node_type_index(type)], label);
    return i == HASH_NONE ? NULL : model->nodes.items[i];
}

const elem *model_elem(const model *model, const elem_card *card, unsigned label)
{
    const int i = card ? label_map_find(&model->elem_by_label[elem_class_index(card)], label) : HASH_NONE;
    return i == HASH_NONE ? NULL : model->elems.items[i];
}

void model_lose(model *model, const label_map *in, unsigned label)
{
    const struct lost_label lost_label = {in, label};
    array_push(&model->lost, lost_label);
}

void read_if_lost(reader *reader, const label_map *in, unsigned label)
{
    const model *model = model_of(reader);
    for (int i = 0; i < model->lost.n; i++)
        if (model->lost.items[i].map == in && model->lost.items[i].label == label)
            read_follows_error(reader);
}

const elem *read_known_elem(reader *reader, const elem_card *card, unsigned label)
{
    const model *model = model_of(reader);
    const elem *element = model_elem(model, card, label);
    if (!element && card)
        read_if_lost(reader, &model->elem_by_label[elem_class_index(card)], label);
    return element;
}

unsigned read_elem_label(reader *reader)
{
    const char *word = read_is_number(reader) ? NULL : read_peek_word(reader);
    const elem_card *card = word ? elem_card_find(word) : NULL;
    return card && card->class->flags & CLASS_IS_SINGLE ? ONLY_LABEL : read_label(reader, "label of the element");
}

static const struct {
    const char *description;
    void (*read)(reader *reader);
} CARDS[] = {
    {"reference", read_reference_card},
    {"drive caller", read_drive_card},
    {"template drive caller", read_tpl_drive_card},
    {"scalar function", read_scalar_function_card},
    {"constitutive law", read_law_card},
    {"hydraulic fluid", read_fluid_card},
    {"c81 data", read_c81_card},
    {"module load", read_module_card},
};

bool model_read_card(model *model, reader *reader)
{
    (void)model;
    for (int i = 0; i < ARRAY_LEN(CARDS); i++)
        if (reader_card_is(reader, CARDS[i].description)) {
            CARDS[i].read(reader);
            reader_card_end(reader);
            return true;
        }
    return false;
}
