/* model.c - the container: creation, look-up by label, and the cards that may stand in any block. */
#include "model/model.h"
#include "model/cards.h"
#include <string.h>

model *model_create(arena *memory, diag *errors, symbols *names)
{
    model *m = ARENA_NEW(memory, model);
    m->memory = memory;
    m->errors = errors;
    m->names = names;
    m->node_by_label = ARENA_ARRAY(memory, label_map, node_type_count);
    m->elem_by_label = ARENA_ARRAY(memory, label_map, elem_class_count);
    m->plan = ARENA_NEW(memory, memory_plan);
    return m;
}

void model_destroy(model *m)
{
    if (!m)
        return;
    for (int i = 0; i < node_type_count; i++)
        label_map_free(&m->node_by_label[i]);
    for (int i = 0; i < elem_class_count; i++)
        label_map_free(&m->elem_by_label[i]);
    label_map_free(&m->drive_by_label);
    label_map_free(&m->tpl_drive_by_label);
    label_map_free(&m->law_by_label);
    label_map_free(&m->fluid_by_label);
    label_map_free(&m->frame_by_label);
    label_map_free(&m->driver_by_label);
    array_free(&m->nodes);
    array_free(&m->elems);
    array_free(&m->drives);
    array_free(&m->drives_with_history);
    array_free(&m->tpl_drives);
    array_free(&m->laws);
    array_free(&m->fluids);
    array_free(&m->frames);
    array_free(&m->functions);
    array_free(&m->drivers);
    memory_plan_free(m->plan);
    array_free(&m->hints);
    text_free(&m->log);
    csc_destroy(m->matrix);
    free(m->slots);
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

int node_type_index(const node_type *t)
{
    for (int i = 0; i < node_type_count; i++)
        if (node_types[i] == t)
            return i;
    return -1;
}

const node *model_node(const model *m, const node_type *type, unsigned label)
{
    const int i = label_map_find(&m->node_by_label[node_type_index(type)], label);
    return i == HASH_NONE ? NULL : m->nodes.at[i];
}

int elem_card_index(const char *card)
{
    for (int i = 0; i < elem_class_count; i++)
        if ((elem_classes[i].card[0] | 32) == (card[0] | 32) && words_equal(elem_classes[i].card, card))
            return i;
    return -1;
}

/* Cards with the same counter are one class; its index is that of the first of them. */
int elem_class_index(const char *card)
{
    const int row = elem_card_index(card);
    const char *counter = row < 0 ? NULL : elem_classes[row].counter;
    for (int i = 0; counter && i < row; i++)
        if (elem_classes[i].counter && elem_classes[i].counter[0] == counter[0] &&
            words_equal(elem_classes[i].counter, counter))
            return i;
    return row;
}

const elem *model_elem(const model *m, const char *card, unsigned label)
{
    const int c = elem_class_index(card);
    const int i = c < 0 ? HASH_NONE : label_map_find(&m->elem_by_label[c], label);
    return i == HASH_NONE ? NULL : m->elems.at[i];
}

bool words_equal(const char *a, const char *b)
{
    for (;; a++, b++) {
        while (*a == ' ')
            a++;
        while (*b == ' ')
            b++;
        const char p = *a >= 'A' && *a <= 'Z' ? (char)(*a + 32) : *a;
        const char q = *b >= 'A' && *b <= 'Z' ? (char)(*b + 32) : *b;
        if (p != q)
            return false;
        if (!p)
            return true;
    }
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

bool elem_has_private(const elem *e, int index)
{
    if (index < 1 || e->type->has_private)
        return index >= 1 && e->type->has_private(e, index);
    int n = 0;
    while (e->type->private_names && e->type->private_names[n])
        n++;
    return index <= n;
}

int elem_private_index(const elem *e, const char *name)
{
    if (e->type->private_index)
        return e->type->private_index(e, name);
    for (int i = 0; e->type->private_names && e->type->private_names[i]; i++)
        if (strcmp(e->type->private_names[i], name) == 0)
            return i + 1;
    return 0;
}
