/* read_functions.c - scalar functions: lookup by name, the card, and definition in place.
 *
 *     card       ::= scalar function : "NAME" , definition ;
 *     definition ::= { TYPE , ARGUMENTS | CONSTANT }
 *     function   ::= "NAME" [ , TYPE , ARGUMENTS ]            defined where it is used if the name is new */
#include "contract/scalar_function.h"
#include "base/nearest.h"
#include "base/words.h"
#include "model/cards.h"
#include "model/diag_rows.h"
#include "model/reading.h"
#include <string.h>

const scalar_function *scalar_function_find(const model *model, const char *name, size_t length)
{
    const int i = name_map_find(&model->function_by_name, name, length);
    return i == HASH_NONE ? NULL : model->functions.items[i];
}

bool scalar_function_is_lost(const model *model, const char *name, size_t length)
{
    return name_map_find(&model->lost_functions, name, length) != HASH_NONE;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static const scalar_function_type *find_type(const reader *reader, const char *word)
{
    const scalar_function_type *of_user = user_function_find(&model_of(reader)->user, word);
    if (of_user)
        return of_user;
    for (int i = 0; word && i < scalar_function_type_count; i++)
        if (words_equal(scalar_function_types[i]->keyword, word))
            return scalar_function_types[i];
    return NULL;
}

/* Reads the type of a card; a function without a type is a constant. */
static const scalar_function_type *read_functions_read_type(reader *reader)
{
    enum { MOST = 64 };
    if (read_is_number(reader))
        return find_type(reader, "const");
    const scalar_function_type *of_user = user_function_find(&model_of(reader)->user, read_peek_word(reader));
    if (of_user) {
        read_skip(reader);
        return of_user;
    }
    const char *words[MOST];
    int n = 0;
    for (; n < scalar_function_type_count && n < MOST - 1; n++)
        words[n] = scalar_function_types[n]->keyword;
    words[n] = NULL;
    const int k = read_choice(reader, words, "type of scalar function");
    return k < 0 ? NULL : scalar_function_types[k];
}

static const scalar_function *read_functions_define(reader *reader, const char *name, source_location location,
                                                    const scalar_function_type *type)
{
    model *model = model_of(reader);
    scalar_function *function = ARENA_NEW(model->memory, scalar_function);
    *function = (scalar_function){.type = type, .name = name, .location = location};
    function->self = arena_alloc(model->memory, type->size);
    const char *help = reader_set_help(reader, type->grammar);
    const double before = reader_count(reader);
    if (reader_enter(reader))
        type->read(reader, function);
    function->levels = reader_leave(reader);
    function->parts = reader_parts(reader, before);
    if (!read_ok(reader)) {
        name_map_put(&model->lost_functions, name, 0);
        return NULL;
    }
    reader_set_help(reader, help);
    name_map_put(&model->function_by_name, function->name, model->functions.n);
    array_push(&model->functions, function);
    return function;
}

static void unknown_function(reader *reader, const char *name, source_location location)
{
    const model *model = model_of(reader);
    if (scalar_function_is_lost(model, name, strlen(name))) {
        read_follows_error(reader);
        return;
    }
    const char *words[256];
    int n = 0;
    while (n < model->functions.n && n < ARRAY_LEN(words)) {
        words[n] = model->functions.items[n]->name;
        n++;
    }
    read_error(reader, E_NO_FUNCTION, location, name);
    const char *near = nearest_word(name, words, n);
    if (near)
        diag_hint(reader_diag(reader), "did you mean \"%s\"?", near);
}

const scalar_function *read_scalar_function(reader *reader, const char *what)
{
    const char *name = read_string(reader, what);
    const source_location location = read_last_location(reader);
    if (!read_ok(reader))
        return NULL;
    const scalar_function *function = scalar_function_find(model_of(reader), name, strlen(name));
    if (function)
        reader_reaches(reader, function->levels, function->parts);
    if (function)
        return function;
    const scalar_function_type *type = find_type(reader, read_peek_word(reader));
    if (!type) {
        unknown_function(reader, name, location);
        return NULL;
    }
    read_skip(reader);
    return read_functions_define(reader, name, location, type);
}

void read_scalar_function_card(reader *reader)
{
    const char *name = read_string(reader, "name of the scalar function");
    const source_location location = read_last_location(reader);
    if (!read_ok(reader))
        return;
    if (scalar_function_find(model_of(reader), name, strlen(name)))
        read_error_last(reader, E_FUNCTION_TWICE, name);
    const scalar_function_type *type = read_functions_read_type(reader);
    if (read_ok(reader))
        read_functions_define(reader, name, location, type);
    else
        name_map_put(&model_of(reader)->lost_functions, name, 0);
}
