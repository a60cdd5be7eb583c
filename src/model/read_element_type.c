/* read_element_type.c - the type of an element: the keyword behind its label, and old ways to name a type of a module.
 *
 *     CLASS : LABEL , TYPE , ...
 *     user defined : LABEL , TYPE , ...                   types of modules
 *     joint : LABEL , TYPE , ...                          the same, as a joint
 *     loadable : LABEL , TYPE , ...
 *     loadable : LABEL , reference , "TYPE" , ...
 *     loadable : LABEL , "FILE" [ , name , "TYPE" ] , ... loads the module
 *     { user defined | loadable } : LABEL , { python | octave } , ... */
#include "model/element_types.h"
#include "base/nearest.h"
#include "base/words.h"
#include "model/diag_rows.h"
#include "model/modules.h"
#include "model/octave.h"
#include "model/reading.h"
#include <stdio.h>

/* Suggests types whose names contain the word: there is no `hinge`, but there are several types with this word. */
static void hint_types_with(reader *reader, const char *word, const char *const *words, int n)
{
    char list[512] = "";
    size_t used = 0;
    for (int i = 0; i < n && used < sizeof list; i++)
        if (words_contain(words[i], word))
            used += (size_t)snprintf(list + used, sizeof list - used, "%s'%s'", used ? ", " : "", words[i]);
    if (used)
        diag_hint(reader_diag(reader), "available types: %s", list);
}

static void unknown_type(reader *reader, const elem_card *card)
{
    const user_types *user_types = &model_of(reader)->user;
    const char *words[512];
    int n = 0;
    for (int i = 0; i < elem_type_count && n < 512; i++)
        if (elem_types[i]->keyword && elem_types[i]->card == card)
            words[n++] = elem_types[i]->keyword;
    for (int i = 0; i < elem_alias_count && n < 512; i++)
        if (elem_aliases[i].card == card)
            words[n++] = elem_aliases[i].keyword;
    for (int i = 0; card == &elem_cards[CARD_USER_DEFINED] && i < user_types->elements.n && n < 512; i++)
        words[n++] = user_types->elements.items[i]->keyword;
    const char *word = read_peek_word(reader);
    read_error(reader, E_ELEMENT_TYPE, read_place(reader), card->name, read_shown(reader));
    const char *near = word ? nearest_word(word, words, n) : NULL;
    if (near)
        diag_hint(reader_diag(reader), "did you mean '%s'?", near);
    else if (word)
        hint_types_with(reader, word, words, n);
}

/* Returns the current keyword for an old or abbreviated one, or the word itself if it is neither. */
static const char *unalias(const elem_card *card, const char *word)
{
    for (int i = 0; i < elem_alias_count; i++)
        if (elem_aliases[i].card == card && words_equal(elem_aliases[i].keyword, word))
            return elem_aliases[i].means;
    return word;
}

/* Returns the type of a card with this keyword; NULL: none. */
static const elem_type *find_type(const model *model, const elem_card *card, const char *word)
{
    const int *first = model->first_type + (card - elem_cards);
    for (int i = first[0]; word && i < first[1]; i++)
        if (model->types[i]->keyword && words_equal(model->types[i]->keyword, word))
            return model->types[i];
    return NULL;
}

/* Returns the only type (or default type) of a card that needs no keyword; NULL: none. */
static const elem_type *unnamed_type(const model *model, const elem_card *card)
{
    const int *first = model->first_type + (card - elem_cards);
    const elem_type *unnamed = NULL;
    for (int i = first[0]; i < first[1]; i++)
        unnamed = model->types[i]->keyword ? unnamed : model->types[i];
    return unnamed;
}

/* Returns the type of `user defined` with this keyword, of a user's or a built-in module; NULL: none. */
static const elem_type *find_user_defined(const model *model, const char *word)
{
    const elem_type *type = user_element_find(&model->user, word);
    return type ? type : find_type(model, &elem_cards[CARD_USER_DEFINED], word);
}

/* joint: LABEL, TYPE OF A MODULE: the element is counted and written as a joint. */
static const elem_type *as_joint(reader *reader, const char *word)
{
    const model *model = model_of(reader);
    const elem_type *of_user = user_element_find(&model->user, word);
    if (of_user)
        return user_element_as(model->memory, of_user, &elem_cards[CARD_JOINT]);
    const elem_type *type = find_type(model, &elem_cards[CARD_USER_DEFINED], word);
    elem_type *joint = type ? arena_copy(model->memory, type, sizeof *type) : NULL;
    if (joint)
        joint->card = &elem_cards[CARD_JOINT];
    return joint;
}

/* Returns the type named by the next argument, or that of a card that needs no keyword. A rotor may omit its keyword:
 * induced velocity: LABEL, NODE, ... */
static const elem_type *read_type(reader *reader, const elem_card *card)
{
    const char *given = read_peek_word(reader);
    const elem_type *type = find_type(model_of(reader), card, given ? unalias(card, given) : NULL);
    if (!type && given && card == &elem_cards[CARD_JOINT])
        type = as_joint(reader, given);
    if (type) {
        read_skip(reader);
        return type;
    }
    type = unnamed_type(model_of(reader), card);
    if (!type && card == &elem_cards[CARD_INDUCED_VELOCITY] && read_is_number(reader))
        type = unnamed_type(model_of(reader), &elem_cards[CARD_ROTOR]);
    if (!type && read_ok(reader))
        unknown_type(reader, card);
    return type;
}

/* loadable: LABEL, reference, "NAME", ... */
static const elem_type *read_type_by_name(reader *reader)
{
    const char *name = read_string(reader, "name of the element");
    const elem_type *type = read_ok(reader) ? find_user_defined(model_of(reader), name) : NULL;
    if (!type && read_ok(reader))
        read_error_last(reader, E_ELEMENT_TYPE, "loadable", name);
    return type;
}

/* loadable: LABEL, "FILE" [, name, "NAME"], ...: the element NAME of a module, or the one with the name of the module,
 * or its only one. */
static const elem_type *read_module_type(reader *reader)
{
    const source_location location = read_place(reader);
    const char *file = read_string(reader, "type");
    char bare[64] = "";
    if (!read_ok(reader))
        return NULL;
    const bool is_named = module_bare_name(file, bare, sizeof bare);
    const user_object *object = module_load_object(reader, file);
    const char *name = read_keyword(reader, "name") ? read_string(reader, "name of the element") : NULL;
    const elem_type *type = find_user_defined(model_of(reader), name ? name : is_named ? bare : NULL);
    if (!type && !name && object && object->n == 1)
        type = model_of(reader)->user.elements.items[object->first];
    if (!type && read_ok(reader))
        read_error(reader, E_ELEMENT_TYPE, location, "loadable", name ? name : file);
    return type;
}

const elem_type *read_element_type(reader *reader, const elem_card *card)
{
    const bool is_loadable = card == &elem_cards[CARD_LOADABLE];
    if (!is_loadable && card != &elem_cards[CARD_USER_DEFINED])
        return read_type(reader, card);
    if (read_peek(reader, "python"))
        return user_python_type(reader);
    if (read_peek(reader, "octave"))
        return octave_element_type(reader);
    if (is_loadable && read_keyword(reader, "reference"))
        return read_type_by_name(reader);
    if (is_loadable && !read_peek_word(reader))
        return read_module_type(reader);
    const elem_type *type = user_element_find(&model_of(reader)->user, read_peek_word(reader));
    if (!type)
        return read_type(reader, &elem_cards[CARD_USER_DEFINED]);
    read_skip(reader);
    return type;
}
