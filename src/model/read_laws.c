/* read_laws.c - reading constitutive laws.
 *
 *     law  ::= { NAME , DATA [ , prestress , ENTITY ] [ , prestrain , TEMPLATE DRIVE ] | reference , LABEL }
 *              (prestress and prestrain in either order; the prestress of laws of solids is a template drive as well)
 *     card ::= constitutive law : LABEL , [ name , "NAME" , ] DIM , law ;
 *
 * A bare number is a linear elastic law in one dimension. */
#include "base/words.h"
#include "model/cards.h"
#include "model/diag_rows.h"
#include "model/hints.h"
#include "model/modules.h"
#include <string.h>

enum { MOST_WORDS = 128 };

static const law_type *law_type_find(const char *keyword)
{
    for (int i = 0; i < law_type_count; i++)
        if (words_equal(law_types[i]->keyword, keyword))
            return law_types[i];
    for (int i = 0; i < law_alias_count; i++)
        if (words_equal(law_aliases[i].alias, keyword))
            return law_aliases[i].type;
    return NULL;
}

/* Laws of the language that no program can read from public documents alone. */
static bool read_unavailable(reader *r)
{
    static const char ANN[] = "no public document describes the file of its network";
    static const char *const WORDS[] = {"ann elastic", "ann viscoelastic", NULL};
    const int k = read_try_choice(r, WORDS);
    if (k >= 0)
        read_error_last(r, E_LAW_UNAVAILABLE, WORDS[k], ANN);
    return k >= 0;
}

/* A law of a module that is not loaded. */
static bool read_unloaded(reader *r)
{
    const char *word = read_peek_word(r);
    const law_type *type = word ? law_type_find(word) : NULL;
    const bool is_unloaded = type && !model_knows(model_of(r), type->module);
    if (is_unloaded)
        module_missing(r, type->module, type->keyword, read_place(r));
    return is_unloaded;
}

static const law_type *check_dimension(reader *r, const law_type *type, int dim, const char *word)
{
    if (!(type->dims & 1u << dim))
        read_error_last(r, E_LAW_DIMENSION, word, dim);
    return type;
}

static const law_type *read_laws_read_type(reader *r, int dim, const char *what)
{
    const law_type *of_user = user_law_find(&model_of(r)->user, read_peek_word(r));
    if (of_user) {
        read_skip(r);
        return check_dimension(r, of_user, dim, of_user->keyword);
    }
    const char *words[MOST_WORDS];
    int n = 0;
    for (int i = 0; i < law_type_count && n < MOST_WORDS - 1; i++)
        words[n++] = law_types[i]->keyword;
    for (int i = 0; i < law_alias_count && n < MOST_WORDS - 1; i++)
        words[n++] = law_aliases[i].alias;
    words[n] = NULL;
    if (read_unavailable(r) || (!(dim == 1 && read_is_number(r)) && read_unloaded(r)))
        return law_type_find("linear elastic");
    const int k = dim == 1 && read_is_number(r) ? read_try_choice(r, words) : read_choice(r, words, what);
    if (k < 0)
        return law_type_find("linear elastic");
    return check_dimension(r, k < law_type_count ? law_types[k] : law_aliases[k - law_type_count].type, dim, words[k]);
}

void read_law_vector(reader *r, int dim, double *v, const char *what)
{
    if (dim == 1)
        v[0] = read_real(r, what);
    else if (dim == 3)
        vec3_store(v, read_vec3(r, what));
    else
        read_vector(r, dim, v, what);
}

void read_law_matrix(reader *r, int dim, double *m, const char *what)
{
    if (dim == 1) {
        m[0] = read_real(r, what);
    } else if (dim == 3) {
        const mat3 t = read_mat3(r, what);
        memcpy(m, t.e, sizeof t.e);
    } else {
        read_matrix(r, dim, dim, m, what);
    }
}

static void read_prestress(reader *r, law *l)
{
    if (l->type->flags & LAW_BARE) {
        if (read_keyword(r, "prestress") || read_keyword(r, "prestrain"))
            read_error_last(r, E_LAW_NO_PRESTRESS, l->type->keyword);
        return;
    }
    const bool is_driven = l->type->flags & LAW_DRIVEN_PRESTRESS;
    for (int i = 0; i < 2; i++) {
        if (is_driven && !l->driven_prestress && read_keyword(r, "prestress"))
            l->driven_prestress = read_tpl_drive(r, 6, "prestress");
        if (!is_driven && !l->prestress && read_keyword(r, "prestress")) {
            double *v = ARENA_ARRAY(reader_arena(r), double, l->dim);
            read_law_vector(r, l->dim, v, "prestress");
            l->prestress = v;
        }
        if (!l->prestrain && read_keyword(r, "prestrain"))
            l->prestrain = read_tpl_drive(r, l->dim > 6 ? 6 : l->dim, "prestrain");
    }
}

static void read_laws_reserve(model *m, law *l)
{
    l->memory = memory_reserve(m->plan, (memory_area){.size = l->memory_size,
                                                      .self = l->self,
                                                      .begin = l->type->begin,
                                                      .valid = l->type->valid,
                                                      .owner = "constitutive law",
                                                      .keyword = l->type->keyword});
}

static law *law_create(reader *r, int dim, const law_type *type)
{
    law *l = ARENA_NEW(reader_arena(r), law);
    l->type = type;
    l->dim = dim;
    l->kind = type->kind;
    l->memory = MEMORY_NONE;
    l->memory_size = type->memory;
    l->self = arena_alloc(reader_arena(r), type->size);
    return l;
}

static law *read_definition(reader *r, int dim, const char *what)
{
    const place where = read_place(r);
    const law_type *type = read_laws_read_type(r, dim, what);
    law *l = law_create(r, dim, type);
    l->where = where;
    if (reader_enter(r))
        type->read(r, l);
    l->levels = reader_leave(r);
    read_prestress(r, l);
    if (!read_ok(r))
        return law_create(r, dim, law_type_find("linear elastic"));
    read_laws_reserve(model_of(r), l);
    return l;
}

static const law *find_card(const model *m, unsigned label, int dim)
{
    const int i = label_map_find(&m->law_by_label, label);
    const law *l = i == HASH_NONE ? NULL : m->laws.items[i];
    while (l && l->dim != dim)
        l = l->same_label;
    return l;
}

static law *read_law_reference(reader *r, int dim)
{
    const unsigned label = read_label(r, "label of the constitutive law");
    const law *card = find_card(model_of(r), label, dim);
    if (!card && read_ok(r))
        read_error_last(r, E_NO_LAW, label, dim);
    if (card)
        reader_reaches(r, card->levels);
    return card ? law_copy(model_of(r), card) : law_create(r, dim, law_type_find("linear elastic"));
}

law *read_law(reader *r, int dim, const char *what)
{
    return read_keyword(r, "reference") ? read_law_reference(r, dim) : read_definition(r, dim, what);
}

const char law_card_grammar[] = "constitutive law: LABEL, [name, \"NAME\",] DIM, LAW";

void read_law_card(reader *r)
{
    reader_set_help(r, law_card_grammar);
    model *m = model_of(r);
    const unsigned label = read_label(r, "label of the constitutive law");
    const place where = read_last_place(r);
    const char *name = read_keyword(r, "name") ? read_string(r, "name") : NULL;
    const int dim = read_integer(r, "dimension");
    if (read_ok(r) && dim != 1 && dim != 3 && dim != 6 && dim != 7 && dim != 9)
        read_error_last(r, E_LAW_CARD_DIMENSION, dim);
    if (read_ok(r) && find_card(m, label, dim))
        read_error(r, E_LAW_TWICE, where, label, dim);
    if (!read_ok(r))
        return;
    law *l = read_law(r, dim, "constitutive law");
    l->label = label;
    l->name = name;
    const int same = label_map_find(&m->law_by_label, label);
    l->same_label = same == HASH_NONE ? NULL : m->laws.items[same];
    label_map_put(&m->law_by_label, label, m->laws.n);
    array_push(&m->laws, l);
}

law *law_copy(model *m, const law *from)
{
    law *l = arena_copy(m->memory, from, sizeof *from);
    l->self = arena_copy(m->memory, from->self, from->type->size);
    if (l->type->copy)
        l->type->copy(m, l);
    read_laws_reserve(m, l);
    return l;
}

bool law_hint(reader *r, law *l, const char *name, hint *h)
{
    static const char *const HINTS[] = {[1] = "drive", [3] = "drive3", [6] = "drive6"};
    if (l->type->flags & LAW_BARE || strcmp(name, HINTS[l->dim]) != 0)
        return false;
    l->prestrain = read_hinted_tpl_drive(r, l->prestrain, l->dim, "prestrain", h);
    return read_ok(r);
}
