/* read_functions.c - scalar functions: look-up by name, the card, definition in place.
 *
 *     card       ::= scalar function : "NAME" , definition ;
 *     definition ::= { TYPE , ARGUMENTS | CONSTANT }
 *     function   ::= "NAME" [ , TYPE , ARGUMENTS ]            defined where it is used when the name is new */
#include "contract/scalar_function.h"
#include "base/nearest.h"
#include "base/words.h"
#include "model/cards.h"
#include "model/diag_rows.h"
#include "model/reading.h"
#include <string.h>

const scalar_function *scalar_function_find(const model *m, const char *name, size_t length)
{
    const int i = name_map_find(&m->function_by_name, name, length);
    return i == HASH_NONE ? NULL : m->functions.items[i];
}

bool scalar_function_is_lost(const model *m, const char *name, size_t length)
{
    return name_map_find(&m->lost_functions, name, length) != HASH_NONE;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static const scalar_function_type *find_type(const reader *r, const char *word)
{
    const scalar_function_type *of_user = user_function_find(&model_of(r)->user, word);
    if (of_user)
        return of_user;
    for (int i = 0; word && i < scalar_function_type_count; i++)
        if (words_equal(scalar_function_types[i]->keyword, word))
            return scalar_function_types[i];
    return NULL;
}

/* The type of a card; without one the function is a constant. */
static const scalar_function_type *read_functions_read_type(reader *r)
{
    enum { MOST = 64 };
    if (read_is_number(r))
        return find_type(r, "const");
    const scalar_function_type *of_user = user_function_find(&model_of(r)->user, read_peek_word(r));
    if (of_user) {
        read_skip(r);
        return of_user;
    }
    const char *words[MOST];
    int n = 0;
    for (; n < scalar_function_type_count && n < MOST - 1; n++)
        words[n] = scalar_function_types[n]->keyword;
    words[n] = NULL;
    const int k = read_choice(r, words, "type of scalar function");
    return k < 0 ? NULL : scalar_function_types[k];
}

static const scalar_function *read_functions_define(reader *r, const char *name, place where,
                                                    const scalar_function_type *type)
{
    model *m = model_of(r);
    scalar_function *f = ARENA_NEW(m->memory, scalar_function);
    *f = (scalar_function){.type = type, .name = name, .where = where};
    f->self = arena_alloc(m->memory, type->size);
    const char *help = reader_set_help(r, type->grammar);
    if (reader_enter(r))
        type->read(r, f);
    f->levels = reader_leave(r);
    if (!read_ok(r)) {
        name_map_put(&m->lost_functions, name, 0);
        return NULL;
    }
    reader_set_help(r, help);
    name_map_put(&m->function_by_name, f->name, m->functions.n);
    array_push(&m->functions, f);
    return f;
}

static void unknown_function(reader *r, const char *name, place where)
{
    const model *m = model_of(r);
    if (scalar_function_is_lost(m, name, strlen(name))) {
        read_follows_error(r);
        return;
    }
    const char *words[256];
    int n = 0;
    while (n < m->functions.n && n < ARRAY_LEN(words)) {
        words[n] = m->functions.items[n]->name;
        n++;
    }
    read_error(r, E_NO_FUNCTION, where, name);
    const char *near = nearest_word(name, words, n);
    if (near)
        diag_hint(reader_diag(r), "did you mean \"%s\"?", near);
}

const scalar_function *read_scalar_function(reader *r, const char *what)
{
    const char *name = read_string(r, what);
    const place where = read_last_place(r);
    if (!read_ok(r))
        return NULL;
    const scalar_function *f = scalar_function_find(model_of(r), name, strlen(name));
    if (f)
        reader_reaches(r, f->levels);
    if (f)
        return f;
    const scalar_function_type *type = find_type(r, read_peek_word(r));
    if (!type) {
        unknown_function(r, name, where);
        return NULL;
    }
    read_skip(r);
    return read_functions_define(r, name, where, type);
}

void read_scalar_function_card(reader *r)
{
    const char *name = read_string(r, "name of the scalar function");
    const place where = read_last_place(r);
    if (!read_ok(r))
        return;
    if (scalar_function_find(model_of(r), name, strlen(name)))
        read_error_last(r, E_FUNCTION_TWICE, name);
    const scalar_function_type *type = read_functions_read_type(r);
    if (read_ok(r))
        read_functions_define(r, name, where, type);
    else
        name_map_put(&model_of(r)->lost_functions, name, 0);
}
