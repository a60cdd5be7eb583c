/* model.c - the container: creation, look-up by label, and the cards that may stand in any block. */
#include "model/model.h"
#include "model/cards.h"
#include "model/modules.h"

/* So that a card looks at its own types alone. */
static void group_types(model *m)
{
    int *first = m->first_type = ARENA_ARRAY(m->memory, int, CARD_COUNT + 2);
    m->types = ARENA_ARRAY(m->memory, const elem_type *, elem_type_count + 1);
    for (int i = 0; i < elem_type_count; i++)
        first[elem_types[i]->card - elem_cards + 2]++;
    for (int c = 2; c < CARD_COUNT + 2; c++)
        first[c] += first[c - 1];
    for (int i = 0; i < elem_type_count; i++) /* first[card + 1] moves from where the card begins to where it ends */
        m->types[first[elem_types[i]->card - elem_cards + 1]++] = elem_types[i];
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

void model_destroy(model *m)
{
    if (!m)
        return;
    for (int i = 0; i < node_type_count; i++)
        label_map_free(&m->node_by_label[i]);
    for (int i = 0; i < CLASS_COUNT; i++)
        label_map_free(&m->elem_by_label[i]);
    label_map_free(&m->drive_by_label);
    for (int i = 0; i < ARRAY_LEN(m->tpl_drive_by_label); i++)
        label_map_free(&m->tpl_drive_by_label[i]);
    label_map_free(&m->law_by_label);
    label_map_free(&m->fluid_by_label);
    label_map_free(&m->c81_by_label);
    label_map_free(&m->frame_by_label);
    label_map_free(&m->driver_by_label);
    for (int i = 0; i < m->owned.n; i++)
        m->owned.items[i].release(m->owned.items[i].thing);
    array_free(&m->owned);
    array_free(&m->nodes);
    array_free(&m->lost);
    array_free(&m->elems);
    array_free(&m->drives);
    array_free(&m->drives_with_history);
    array_free(&m->tpl_drives);
    array_free(&m->laws);
    array_free(&m->fluids);
    array_free(&m->c81);
    array_free(&m->frames);
    array_free(&m->functions);
    user_free(&m->user);
    name_map_free(&m->function_by_name);
    name_map_free(&m->lost_functions);
    array_free(&m->drivers);
    array_free(&m->peers);
    memory_plan_free(m->plan);
    array_free(&m->hints);
    text_free(&m->log);
    csc_destroy(m->matrix);
    free(m->slots);
}

void model_owns(model *m, void (*release)(void *thing), void *thing)
{
    array_push(&m->owned, ((struct owned_thing){release, thing}));
}

void model_declare_time(model *m, double t)
{
    const place nowhere = {0, 0, 0};
    m->time = symbols_declare(m->names, "Time", 4, TYPE_REAL, nowhere);
    m->time_step = symbols_declare(m->names, "TimeStep", 8, TYPE_REAL, nowhere);
    m->step = symbols_declare(m->names, "Step", 4, TYPE_INTEGER, nowhere);
    if (m->time)
        m->time->now = value_real(t);
}

state model_input_state(const model *m)
{
    return (state){.t = m->time ? m->time->now.r : 0.0, .memory = memory_first(m->plan)};
}

const node *model_node(const model *m, const node_type *type, unsigned label)
{
    const int i = label_map_find(&m->node_by_label[node_type_index(type)], label);
    return i == HASH_NONE ? NULL : m->nodes.items[i];
}

const elem *model_elem(const model *m, const elem_card *card, unsigned label)
{
    const int i = card ? label_map_find(&m->elem_by_label[elem_class_index(card)], label) : HASH_NONE;
    return i == HASH_NONE ? NULL : m->elems.items[i];
}

void model_lose(model *m, const label_map *in, unsigned label)
{
    const struct lost_label l = {in, label};
    array_push(&m->lost, l);
}

void read_if_lost(reader *r, const label_map *in, unsigned label)
{
    const model *m = model_of(r);
    for (int i = 0; i < m->lost.n; i++)
        if (m->lost.items[i].map == in && m->lost.items[i].label == label)
            read_follows_error(r);
}

const elem *read_known_elem(reader *r, const elem_card *card, unsigned label)
{
    const model *m = model_of(r);
    const elem *e = model_elem(m, card, label);
    if (!e && card)
        read_if_lost(r, &m->elem_by_label[elem_class_index(card)], label);
    return e;
}

static const struct {
    const char *description;
    void (*read)(reader *r);
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

bool model_read_card(model *m, reader *r)
{
    (void)m;
    for (int i = 0; i < ARRAY_LEN(CARDS); i++)
        if (reader_card_is(r, CARDS[i].description)) {
            CARDS[i].read(r);
            reader_card_end(r);
            return true;
        }
    return false;
}
