/* read_elements.c - the elements block.
 *
 *     element ::= CLASS : [ LABEL , ] [ name , "NAME" , ] [ TYPE , ] ARGUMENTS [ , output , FLAG ] ;
 *     output  : CLASS , { LABEL [ , ... ] | range , FIRST , LAST } ;
 *
 * Every dynamic node gets a hidden `automatic structural` element, which writes the inertia terms of its balance
 * rows. */
#include "model/blocks.h"
#include "model/cards.h"
#include "model/diag_rows.h"
#include "model/element_types.h"
#include <limits.h>

elem *model_add_element(model *model, const elem_type *type, unsigned label, source_location location)
{
    const int c = elem_class_index(type->card);
    elem *element = ARENA_NEW(model->memory, elem);
    *element = (elem){.type = type,
                      .label = label,
                      .location = location,
                      .internal = -1,
                      .memory = MEMORY_NONE,
                      .switched = MEMORY_NONE};
    element->self = arena_alloc(model->memory, type->size);
    element->output = model->options.elem_output && model->options.elem_output[c];
    label_map_put(&model->elem_by_label[c], label, model->elems.n);
    array_push(&model->elems, element);
    return element;
}

/* Reserves the memory of the type. A type that needs more for some of its instances reserves that in read. */
static void reserve_memory(model *model, elem *element)
{
    if (element->memory != MEMORY_NONE)
        return;
    const elem_history history = elem_history_of(element->type);
    element->memory = memory_reserve(model->plan, (memory_area){.size = history.memory,
                                                                .self = element->self,
                                                                .begin = history.begin,
                                                                .valid = history.valid,
                                                                .owner = element->type->card->name,
                                                                .keyword = element->type->keyword,
                                                                .label = element->label});
}

/* Reports a missing or exceeded announcement once; further elements are then read as if they had been announced. */
static void check_announced(model *model, reader *reader, const elem_card *card)
{
    const int c = elem_class_index(card);
    if (!card->class->counter || card->class->flags & CLASS_IS_UNCOUNTED || !model->options.elems_announced)
        return;
    const int announced = model->options.elems_announced[c];
    if (model->elem_by_label[c].n < announced)
        return;
    if (announced < 0)
        diag_report(model->errors, E_ELEMENTS_NOT_ANNOUNCED, reader_card_location(reader), card->class->counter);
    else
        diag_report(model->errors, E_TOO_MANY_ELEMENTS, reader_card_location(reader), card->class->counter, announced);
    const bool is_single = card->class->flags & CLASS_IS_SINGLE;
    diag_hint(model->errors, "add '%s%s to the block 'control data'%s", card->class->counter,
              is_single ? ";'" : ": N;'", is_single ? "" : ", where N is their number");
    model->options.elems_announced[c] = INT_MAX;
}

static void read_tail(reader *reader, elem *element)
{
    if (model_of(reader)->problem.read_element)
        model_of(reader)->problem.read_element(reader, element);
    while (read_ok(reader) && read_more(reader)) {
        if (!read_keyword(reader, "output"))
            return;
        element->output = read_bool(reader, "output flag");
    }
}

/* Returns the label of an element without an explicit one: 1 if there can be only one such element, otherwise the
 * next free number. */
static unsigned own_label(const model *model, const elem_card *card)
{
    return card->class->counter ? ONLY_LABEL : (unsigned)model->elem_by_label[elem_class_index(card)].n + 1;
}

/* Not called after an error, since what the element refers to may have been read only in part. While reading, the
 * element may have selected another type of its class. */
static void log_element(model *model, const elem *element)
{
    record out = {.text = &model->log, .general = true};
    if (diag_errors(model->errors) == 0 && element->type->log)
        element->type->log(element, &out);
    if (out.has_nan)
        diag_report(model->errors, E_LOGGED_NAN, element->location, element->type->card->name, element->label);
}

/* Prints the grammar if the next argument is `help`. Returns whether it was the last one: then nothing is solved. */
static bool read_help(reader *reader, const elem *element)
{
    const elem_card *card = element->type->card;
    const bool has_help = element->type->module != MODULE_NONE || card == &elem_cards[CARD_USER_DEFINED];
    if (!has_help || !read_keyword(reader, "help"))
        return false;
    reader_print(reader, element->type->grammar ? element->type->grammar : element->type->keyword);
    reader_print(reader, "\n");
    return read_ok(reader) && !read_more(reader);
}

static void twice(model *model, reader *reader, const elem_card *card, unsigned label, source_location location,
                  source_location first)
{
    read_error(reader, E_ELEMENT_TWICE, location, card->name, label);
    diag_report(model->errors, N_FIRST_HERE, first, card->name, label);
}

/* Registers an element that could not be read under its label, so that the count is correct and references to it are
 * not reported as well. */
static void lose(model *model, int class, unsigned label)
{
    label_map_put(&model->elem_by_label[class], label, HASH_NONE);
    model_lose(model, &model->elem_by_label[class], label);
}

elem *model_read_element(model *model, reader *reader, const elem_card *card)
{
    const int c = elem_class_index(card);
    const bool is_single = card->class->flags & CLASS_IS_SINGLE;
    const unsigned label = is_single ? own_label(model, card) : read_label(reader, "label of the element");
    const source_location location = is_single ? reader_card_location(reader) : read_last_location(reader);
    const int same = label_map_find(&model->elem_by_label[c], label);
    if (read_ok(reader) && same != HASH_NONE && model->elems.items[same]->is_hidden) {
        model->elems.items[same]->type->read(reader, model->elems.items[same]);
        return model->elems.items[same];
    }
    if (read_ok(reader) && same != HASH_NONE)
        twice(model, reader, card, label, location, model->elems.items[same]->location);
    const char *name = read_keyword(reader, "name") ? read_string(reader, "name") : NULL;
    const elem_type *type = read_ok(reader) ? read_element_type(reader, card) : NULL;
    if (!type) {
        if (same == HASH_NONE)
            lose(model, c, label);
        return NULL;
    }
    check_announced(model, reader, card);
    elem *element = model_add_element(model, type, label, location);
    element->name = name;
    reader_set_help(reader, type->grammar);
    if (read_help(reader, element)) {
        model->is_help_only = true;
        return NULL;
    }
    const int areas = model->plan->areas.n;
    model->late.element_being_read = element;
    type->read(reader, element);
    model->late.element_being_read = NULL;
    read_tail(reader, element);
    reserve_memory(model, element);
    memory_belongs(model->plan, areas, element);
    if (!read_ok(reader) && same == HASH_NONE)
        lose(model, c, label);
    element->is_complete = true;
    log_element(model, element);
    return element;
}

/* For the hidden element of a dynamic node, the output is the second row of the node. */
static void switch_output(model *model, elem *element)
{
    element->output = true;
    if (!element->type->companion || !element->is_hidden)
        return;
    const node *node = element->type->companion->node(element);
    model->nodes.items[label_map_find(&model->node_by_label[node_type_index(node->type)], node->label)]->output_second =
        true;
}

static void read_output_card(model *model, reader *reader)
{
    const char *word = read_peek_word(reader);
    const elem_card *card = word ? elem_card_find(word) : NULL;
    if (!card) {
        read_error(reader, E_ELEMENT_CLASS, read_place(reader), read_shown(reader));
        return;
    }
    read_skip(reader);
    if (read_keyword(reader, "range")) {
        const unsigned first = read_label(reader, "first label"), last = read_label(reader, "last label");
        for (int i = 0; read_ok(reader) && i < model->elems.n; i++) {
            elem *element = model->elems.items[i];
            if (element->type->card->class == card->class && element->label >= first && element->label <= last)
                switch_output(model, element);
        }
        return;
    }
    do {
        const unsigned label = read_label(reader, "label of the element");
        const int i = label_map_find(&model->elem_by_label[elem_class_index(card)], label);
        if (i != HASH_NONE)
            switch_output(model, model->elems.items[i]);
        else if (read_ok(reader))
            diag_report(reader_diag(reader), W_OUTPUT_OF_NOTHING, read_last_location(reader), card->name, label);
    } while (read_more(reader));
}

/* Not called after other errors: what could not be read does not count as missing. */
static void check_complete(model *model, reader *reader)
{
    if (diag_errors(model->errors) > 0)
        return;
    for (int c = 0; model->options.elems_announced && c < CLASS_COUNT; c++)
        if (elem_classes[c].counter && !(elem_classes[c].flags & CLASS_IS_IMPLIED) &&
            model->elem_by_label[c].n < model->options.elems_announced[c])
            read_error(reader, E_TOO_FEW_ELEMENTS, reader_card_location(reader), elem_classes[c].counter,
                       model->options.elems_announced[c], model->elem_by_label[c].n);
}

static void unknown_card(reader *reader)
{
    const char *words[CARD_COUNT + 1];
    int n = 0;
    for (; n < CARD_COUNT; n++)
        words[n] = elem_cards[n].name;
    words[n++] = "output";
    block_unknown_card(reader, "elements", words, n);
}

void model_add_node_inertia(model *model)
{
    const elem_type *type = NULL;
    for (int i = 0; i < elem_type_count; i++)
        if (elem_types[i]->companion)
            type = elem_types[i];
    for (int i = 0; type && i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        if (node->momentum < 0 || model->options.is_static)
            continue;
        elem *element = model_add_element(model, type, node->label, node->location);
        type->companion->attach(element, node);
        element->is_hidden = true;
    }
}

void model_read_elements(model *model, reader *reader)
{
    model_add_node_inertia(model);
    while (!model->is_help_only && block_card(model, reader, "elements")) {
        const elem_card *card = elem_card_find(reader_card_text(reader));
        if (!card && !reader_card_is(reader, "output")) {
            unknown_card(reader);
            continue;
        }
        if (card)
            model_read_element(model, reader, card);
        else
            read_output_card(model, reader);
        reader_card_end(reader);
    }
    if (!model->is_help_only)
        check_complete(model, reader);
}
