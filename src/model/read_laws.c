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

/* Rejects laws of the language that cannot be implemented from public documents alone. */
static bool read_unavailable(reader *reader)
{
    static const char ANN[] = "no public document describes the file of its network";
    static const char *const WORDS[] = {"ann elastic", "ann viscoelastic", NULL};
    const int k = read_try_choice(reader, WORDS);
    if (k >= 0)
        read_error_last(reader, E_LAW_UNAVAILABLE, WORDS[k], ANN);
    return k >= 0;
}

static const law_type *check_dimension(reader *reader, const law_type *type, int dim, const char *word)
{
    if (!(type->dims & 1u << dim))
        read_error_last(reader, E_LAW_DIMENSION, word, dim);
    return type;
}

static const law_type *read_laws_read_type(reader *reader, int dim, const char *what)
{
    const law_type *of_user = user_law_find(&model_of(reader)->user, read_peek_word(reader));
    if (of_user) {
        read_skip(reader);
        return check_dimension(reader, of_user, dim, of_user->keyword);
    }
    const char *words[MOST_WORDS];
    int n = 0;
    for (int i = 0; i < law_type_count && n < MOST_WORDS - 1; i++)
        words[n++] = law_types[i]->keyword;
    for (int i = 0; i < law_alias_count && n < MOST_WORDS - 1; i++)
        words[n++] = law_aliases[i].alias;
    words[n] = NULL;
    if (read_unavailable(reader))
        return law_type_find("linear elastic");
    const int k =
        dim == 1 && read_is_number(reader) ? read_try_choice(reader, words) : read_choice(reader, words, what);
    if (k < 0)
        return law_type_find("linear elastic");
    return check_dimension(reader, k < law_type_count ? law_types[k] : law_aliases[k - law_type_count].type, dim,
                           words[k]);
}

void read_law_vector(reader *reader, int dim, double *values, const char *what)
{
    if (dim == 1)
        values[0] = read_real(reader, what);
    else if (dim == 3)
        vec3_store(values, read_vec3(reader, what));
    else
        read_vector(reader, dim, values, what);
}

void read_law_matrix(reader *reader, int dim, double *m, const char *what)
{
    if (dim == 1) {
        m[0] = read_real(reader, what);
    } else if (dim == 3) {
        const mat3 t = read_mat3(reader, what);
        memcpy(m, t.e, sizeof t.e);
    } else {
        read_matrix(reader, dim, dim, m, what);
    }
}

static void read_prestress(reader *reader, law *law)
{
    if (law->type->flags & LAW_BARE) {
        if (read_keyword(reader, "prestress") || read_keyword(reader, "prestrain"))
            read_error_last(reader, E_LAW_NO_PRESTRESS, law->type->keyword);
        return;
    }
    const bool is_driven = law->type->flags & LAW_DRIVEN_PRESTRESS;
    for (int i = 0; i < 2; i++) {
        if (is_driven && !law->driven_prestress && read_keyword(reader, "prestress"))
            law->driven_prestress = read_tpl_drive(reader, 6, "prestress");
        if (!is_driven && !law->prestress && read_keyword(reader, "prestress")) {
            double *v = ARENA_ARRAY(reader_arena(reader), double, law->dim);
            read_law_vector(reader, law->dim, v, "prestress");
            law->prestress = v;
        }
        if (!law->prestrain && read_keyword(reader, "prestrain"))
            law->prestrain = read_tpl_drive(reader, law->dim > 6 ? 6 : law->dim, "prestrain");
    }
}

static void read_laws_reserve(model *model, law *law)
{
    law->memory = memory_reserve(model->plan, (memory_area){.size = law->memory_size,
                                                            .self = law->self,
                                                            .begin = law->type->begin,
                                                            .valid = law->type->valid,
                                                            .owner = "constitutive law",
                                                            .keyword = law->type->keyword});
    if (law->type->switches)
        array_push(&model->switching_laws, law);
}

static law *law_create(reader *reader, int dim, const law_type *type)
{
    law *l = ARENA_NEW(reader_arena(reader), law);
    l->type = type;
    l->dim = dim;
    l->kind = type->kind;
    l->memory = MEMORY_NONE;
    l->memory_size = type->memory;
    l->self = arena_alloc(reader_arena(reader), type->size);
    return l;
}

static law *read_definition(reader *reader, int dim, const char *what)
{
    const source_location location = read_place(reader);
    const law_type *type = read_laws_read_type(reader, dim, what);
    law *law = law_create(reader, dim, type);
    law->location = location;
    const double before = reader_count(reader);
    if (reader_enter(reader))
        type->read(reader, law);
    law->levels = reader_leave(reader);
    law->parts = reader_parts(reader, before);
    read_prestress(reader, law);
    if (!read_ok(reader))
        return law_create(reader, dim, law_type_find("linear elastic"));
    read_laws_reserve(model_of(reader), law);
    return law;
}

static const law *find_card(const model *model, unsigned label, int dim)
{
    const int i = label_map_find(&model->law_by_label, label);
    const law *law = i == HASH_NONE ? NULL : model->laws.items[i];
    while (law && law->dim != dim)
        law = law->same_label;
    return law;
}

static law *read_law_reference(reader *reader, int dim)
{
    const unsigned label = read_label(reader, "label of the constitutive law");
    const law *card = find_card(model_of(reader), label, dim);
    if (!card && read_ok(reader))
        read_error_last(reader, E_NO_LAW, label, dim);
    if (card)
        reader_reaches(reader, card->levels, card->parts);
    return card ? law_copy(model_of(reader), card) : law_create(reader, dim, law_type_find("linear elastic"));
}

law *read_law(reader *reader, int dim, const char *what)
{
    return read_keyword(reader, "reference") ? read_law_reference(reader, dim) : read_definition(reader, dim, what);
}

const char law_card_grammar[] = "constitutive law: LABEL, [name, \"NAME\",] DIM, LAW";

void read_law_card(reader *reader)
{
    reader_set_help(reader, law_card_grammar);
    model *model = model_of(reader);
    const unsigned label = read_label(reader, "label of the constitutive law");
    const source_location location = read_last_location(reader);
    const char *name = read_keyword(reader, "name") ? read_string(reader, "name") : NULL;
    const int dim = read_integer(reader, "dimension");
    if (read_ok(reader) && dim != 1 && dim != 3 && dim != 6 && dim != 7 && dim != 9)
        read_error_last(reader, E_LAW_CARD_DIMENSION, dim);
    if (read_ok(reader) && find_card(model, label, dim))
        read_error(reader, E_LAW_TWICE, location, label, dim);
    if (!read_ok(reader))
        return;
    law *law = read_law(reader, dim, "constitutive law");
    law->label = label;
    law->name = name;
    const int same = label_map_find(&model->law_by_label, label);
    law->same_label = same == HASH_NONE ? NULL : model->laws.items[same];
    label_map_put(&model->law_by_label, label, model->laws.n);
    array_push(&model->laws, law);
}

law *law_copy(model *model, const law *from)
{
    law *law = arena_copy(model->memory, from, sizeof *from);
    law->self = arena_copy(model->memory, from->self, from->type->size);
    if (law->type->copy)
        law->type->copy(model, law);
    read_laws_reserve(model, law);
    return law;
}

bool law_hint(reader *reader, law *law, const char *name, hint *hint)
{
    static const char *const HINTS[] = {[1] = "drive", [3] = "drive3", [6] = "drive6"};
    if (law->type->flags & LAW_BARE || strcmp(name, HINTS[law->dim]) != 0)
        return false;
    law->prestrain = read_hinted_tpl_drive(reader, law->prestrain, law->dim, "prestrain", hint);
    return read_ok(reader);
}
