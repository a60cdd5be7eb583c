/* read_elements.c - the elements block.
 *
 *     element ::= CLASS : [ LABEL , ] [ name , "NAME" , ] [ TYPE , ] ARGUMENTS [ , output , FLAG ] ;
 *     output  : CLASS , { LABEL [ , ... ] | range , FIRST , LAST } ;
 *
 * Every dynamic node gets a hidden `automatic structural` element, which writes the inertia terms of its balance. */
#include "model/blocks.h"
#include "model/cards.h"
#include "base/nearest.h"
#include "base/words.h"
#include "model/modules.h"
#include "model/diag_rows.h"
#include <limits.h>
#include <stdio.h>

elem *model_add_element(model *m, const elem_type *type, unsigned label, place where)
{
    const int c = elem_class_index(type->card);
    elem *e = ARENA_NEW(m->memory, elem);
    *e =
        (elem){.type = type, .label = label, .where = where, .own = -1, .memory = MEMORY_NONE, .switched = MEMORY_NONE};
    e->self = arena_alloc(m->memory, type->size);
    e->output = m->options.elem_output && m->options.elem_output[c];
    label_map_put(&m->elem_by_label[c], label, m->elems.n);
    array_push(&m->elems, e);
    return e;
}

/* A type that needs more for some of its instances reserves it in read. */
static void reserve_memory(model *m, elem *e)
{
    if (e->memory != MEMORY_NONE)
        return;
    const elem_history history = elem_history_of(e->type);
    e->memory = memory_reserve(m->plan, (memory_area){.size = history.memory,
                                                      .self = e->self,
                                                      .begin = history.begin,
                                                      .valid = history.valid,
                                                      .owner = e->type->card->name,
                                                      .keyword = e->type->keyword,
                                                      .label = e->label});
}

/* Said once: what follows is read as if it were announced. */
static void check_announced(model *m, reader *r, const elem_card *card)
{
    const int c = elem_class_index(card);
    if (!card->class->counter || card->class->flags & CLASS_IS_UNCOUNTED || !m->options.elems_announced)
        return;
    const int announced = m->options.elems_announced[c];
    if (m->elem_by_label[c].n < announced)
        return;
    if (announced < 0)
        diag_report(m->errors, E_ELEMENTS_NOT_ANNOUNCED, reader_card_place(r), card->class->counter);
    else
        diag_report(m->errors, E_TOO_MANY_ELEMENTS, reader_card_place(r), card->class->counter, announced);
    const bool is_single = card->class->flags & CLASS_IS_SINGLE;
    diag_hint(m->errors, "the block 'control data' needs '%s%s", card->class->counter,
              is_single ? ";'" : ": N;', N being how many there are");
    m->options.elems_announced[c] = INT_MAX;
}

/* Types whose name has the word in it: there is no `hinge`, but many of them. */
static void hint_types_with(reader *r, const char *word, const char *const *words, int n)
{
    char list[512] = "";
    size_t used = 0;
    for (int i = 0; i < n && used < sizeof list; i++)
        if (words_contain(words[i], word))
            used += (size_t)snprintf(list + used, sizeof list - used, "%s'%s'", used ? ", " : "", words[i]);
    if (used)
        diag_hint(reader_diag(r), "there are %s", list);
}

static void unknown_type(reader *r, const elem_card *card, const elem_type *unloaded)
{
    const user_types *u = &model_of(r)->user;
    if (unloaded) {
        module_missing(r, unloaded->module, unloaded->keyword, read_place(r));
        return;
    }
    const char *words[512];
    int n = 0;
    for (int i = 0; i < elem_type_count && n < 512; i++)
        if (elem_types[i]->keyword && elem_types[i]->card == card)
            words[n++] = elem_types[i]->keyword;
    for (int i = 0; i < elem_alias_count && n < 512; i++)
        if (elem_aliases[i].card == card)
            words[n++] = elem_aliases[i].keyword;
    for (int i = 0; card == &elem_cards[CARD_USER_DEFINED] && i < u->elements.n && n < 512; i++)
        words[n++] = u->elements.items[i]->keyword;
    const char *word = read_peek_word(r);
    read_error(r, E_ELEMENT_TYPE, read_place(r), card->name, read_shown(r));
    const char *near = word ? nearest_word(word, words, n) : NULL;
    if (near)
        diag_hint(reader_diag(r), "did you mean '%s'?", near);
    else if (word)
        hint_types_with(r, word, words, n);
}

/* The word of the type an old or short spelling means; the word itself when it is none. */
static const char *unalias(const elem_card *card, const char *word)
{
    for (int i = 0; i < elem_alias_count; i++)
        if (elem_aliases[i].card == card && words_equal(elem_aliases[i].keyword, word))
            return elem_aliases[i].means;
    return word;
}

/* The type named by the next argument, or the one type (or default type) of a class that needs no name. */
static const elem_type *read_elements_read_type(reader *r, const elem_card *card)
{
    const char *given = read_peek_word(r);
    const char *word = given ? unalias(card, given) : NULL;
    const elem_type *unnamed = NULL, *unloaded = NULL;
    const model *m = model_of(r);
    const int *first = m->first_type + (card - elem_cards);
    for (int i = first[0]; i < first[1]; i++) {
        const elem_type *t = m->types[i];
        if (!t->keyword) {
            unnamed = t;
        } else if (word && words_equal(t->keyword, word)) {
            if (model_knows(m, t->module)) {
                read_skip(r);
                return t;
            }
            unloaded = t;
        }
    }
    if (!unnamed && read_ok(r))
        unknown_type(r, card, unloaded);
    return unnamed;
}

/* The old form, loadable: LABEL, "libmodule-NAME": the type that is called like its module. */
static const elem_type *read_module_type(reader *r)
{
    const place where = read_place(r);
    const char *file = read_string(r, "type");
    char name[64] = "";
    for (int i = 0; read_ok(r) && module_bare_name(file, name, sizeof name) && i < elem_type_count; i++) {
        const elem_type *t = elem_types[i];
        if (t->card != &elem_cards[CARD_USER_DEFINED] || !words_equal(t->keyword, name))
            continue;
        if (model_knows(model_of(r), t->module))
            return t;
        module_missing(r, t->module, t->keyword, where);
    }
    if (read_ok(r))
        read_error(r, E_ELEMENT_TYPE, where, "loadable", file);
    return NULL;
}

/* The same, or a type of a user's module. */
static const elem_type *read_any_type(reader *r, const elem_card *card)
{
    const bool is_users = card == &elem_cards[CARD_USER_DEFINED] || card == &elem_cards[CARD_LOADABLE];
    if (is_users && read_peek(r, "python"))
        return user_python_type(r);
    if (card == &elem_cards[CARD_LOADABLE] && !read_peek_word(r))
        return read_module_type(r);
    const elem_type *t = is_users ? user_element_find(&model_of(r)->user, read_peek_word(r)) : NULL;
    if (!t)
        return read_elements_read_type(r, card == &elem_cards[CARD_LOADABLE] ? &elem_cards[CARD_USER_DEFINED] : card);
    read_skip(r);
    return t;
}

static void read_tail(reader *r, elem *e)
{
    if (model_of(r)->problem.read_element)
        model_of(r)->problem.read_element(r, e);
    while (read_ok(r) && read_more(r)) {
        if (!read_keyword(r, "output"))
            return;
        e->output = read_bool(r, "output flag");
    }
}

/* The label of an element that is given none: 1 for what can be there only once, else the next number. */
static unsigned own_label(const model *m, const elem_card *card)
{
    return card->class->counter ? 1 : (unsigned)m->elem_by_label[elem_class_index(card)].n + 1;
}

/* Not after an error: what it refers to may have been read in part. Reading may have settled on another type of the
 * class. */
static void log_element(model *m, const elem *e)
{
    record out = {.text = &m->log, .general = true};
    if (diag_errors(m->errors) == 0 && e->type->log)
        e->type->log(e, &out);
    if (out.has_nan)
        diag_report(m->errors, E_LOGGED_NAN, e->where, e->type->card->name, e->label);
}

static void print_grammar(const reader *r, const char *grammar)
{
    reader_print(r, grammar);
    reader_print(r, "\n");
}

static void twice(model *m, reader *r, const elem_card *card, unsigned label, place where, place first)
{
    read_error(r, E_ELEMENT_TWICE, where, card->name, label);
    diag_report(m->errors, N_FIRST_HERE, first, card->name, label);
}

/* One that failed to read stays known by its label, so that the count is right and what refers to it is not an error as
 * well. */
static void lose(model *m, int class, unsigned label)
{
    label_map_put(&m->elem_by_label[class], label, HASH_NONE);
    model_lose(m, &m->elem_by_label[class], label);
}

elem *model_read_element(model *m, reader *r, const elem_card *card)
{
    const int c = elem_class_index(card);
    const bool is_single = card->class->flags & CLASS_IS_SINGLE;
    const unsigned label = is_single ? own_label(m, card) : read_label(r, "label of the element");
    const place where = is_single ? reader_card_place(r) : read_last_place(r);
    const int same = label_map_find(&m->elem_by_label[c], label);
    if (read_ok(r) && same != HASH_NONE && m->elems.items[same]->is_hidden) {
        m->elems.items[same]->type->read(r, m->elems.items[same]);
        return m->elems.items[same];
    }
    if (read_ok(r) && same != HASH_NONE)
        twice(m, r, card, label, where, m->elems.items[same]->where);
    const char *name = read_keyword(r, "name") ? read_string(r, "name") : NULL;
    const elem_type *type = read_ok(r) ? read_any_type(r, card) : NULL;
    if (!type) {
        if (same == HASH_NONE)
            lose(m, c, label);
        return NULL;
    }
    check_announced(m, r, card);
    elem *e = model_add_element(m, type, label, where);
    e->name = name;
    reader_set_help(r, type->grammar);
    if (type->module != MODULE_NONE && read_keyword(r, "help"))
        print_grammar(r, type->grammar);
    const int areas = m->plan->areas.n;
    type->read(r, e);
    read_tail(r, e);
    reserve_memory(m, e);
    memory_belongs(m->plan, areas, e);
    if (!read_ok(r) && same == HASH_NONE)
        lose(m, c, label);
    log_element(m, e);
    return e;
}

/* Of the hidden element of a dynamic node the output is the node's second row. */
static void switch_output(model *m, elem *e)
{
    e->output = true;
    if (!e->type->companion || !e->is_hidden)
        return;
    const node *n = e->type->companion->node(e);
    m->nodes.items[label_map_find(&m->node_by_label[node_type_index(n->type)], n->label)]->output_second = true;
}

static void read_output_card(model *m, reader *r)
{
    const char *word = read_peek_word(r);
    const elem_card *card = word ? elem_card_find(word) : NULL;
    if (!card) {
        read_error(r, E_ELEMENT_CLASS, read_place(r), read_shown(r));
        return;
    }
    read_skip(r);
    if (read_keyword(r, "range")) {
        const unsigned first = read_label(r, "first label"), last = read_label(r, "last label");
        for (int i = 0; read_ok(r) && i < m->elems.n; i++) {
            elem *e = m->elems.items[i];
            if (e->type->card->class == card->class && e->label >= first && e->label <= last)
                switch_output(m, e);
        }
        return;
    }
    do {
        const unsigned label = read_label(r, "label of the element");
        const int i = label_map_find(&m->elem_by_label[elem_class_index(card)], label);
        if (i != HASH_NONE)
            switch_output(m, m->elems.items[i]);
        else if (read_ok(r))
            diag_report(reader_diag(r), W_OUTPUT_OF_NOTHING, read_last_place(r), card->name, label);
    } while (read_more(r));
}

/* Not after other errors: what could not be read is not missing. */
static void check_complete(model *m, reader *r)
{
    if (diag_errors(m->errors) > 0)
        return;
    for (int c = 0; m->options.elems_announced && c < CLASS_COUNT; c++)
        if (elem_classes[c].counter && !(elem_classes[c].flags & CLASS_IS_IMPLIED) &&
            m->elem_by_label[c].n < m->options.elems_announced[c])
            read_error(r, E_TOO_FEW_ELEMENTS, reader_card_place(r), elem_classes[c].counter,
                       m->options.elems_announced[c], m->elem_by_label[c].n);
}

static void unknown_card(reader *r)
{
    const char *words[CARD_COUNT + 1];
    int n = 0;
    for (; n < CARD_COUNT; n++)
        words[n] = elem_cards[n].name;
    words[n++] = "output";
    block_unknown_card(r, "elements", words, n);
}

void model_add_node_inertia(model *m)
{
    const elem_type *type = NULL;
    for (int i = 0; i < elem_type_count; i++)
        if (elem_types[i]->companion)
            type = elem_types[i];
    for (int i = 0; type && i < m->nodes.n; i++) {
        const node *n = m->nodes.items[i];
        if (n->momentum < 0 || m->options.is_static)
            continue;
        elem *e = model_add_element(m, type, n->label, n->where);
        type->companion->attach(e, n);
        e->is_hidden = true;
    }
}

void model_read_elements(model *m, reader *r)
{
    model_add_node_inertia(m);
    while (block_card(m, r, "elements")) {
        const elem_card *card = elem_card_find(reader_card_text(r));
        if (!card && !reader_card_is(r, "output")) {
            unknown_card(r);
            continue;
        }
        if (card)
            model_read_element(m, r, card);
        else
            read_output_card(m, r);
        reader_card_end(r);
    }
    check_complete(m, r);
}
