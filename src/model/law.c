/* law.c - reading constitutive laws, and evaluating one with its prestress and prestrain.
 *
 *     law  ::= { NAME , DATA [ , prestress , ENTITY ] [ , prestrain , TEMPLATE DRIVE ] | reference , LABEL }
 *              (prestress and prestrain in either order)
 *     card ::= constitutive law : LABEL , [ name , "NAME" , ] DIM , law ;
 *
 *     stress = prestress + f(strain - prestrain(t), rate)
 *     d stress = by_strain d strain + by_rate d rate
 *
 * A bare number is a linear elastic law in one dimension. */
#include "model/law.h"
#include "model/cards.h"
#include "model/hint.h"
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
    static const char MFRONT[] = "libraries of MFront cannot be loaded";
    static const char GRAALL[] = "no public document describes its data; use the shock absorber";
    static const char *const WORDS[] = {"ann elastic",         "ann viscoelastic",     "GRAALL damper",
                                        "mfront small strain", "mfront finite strain", NULL};
    static const char *const REASONS[] = {ANN, ANN, GRAALL, MFRONT, MFRONT};
    const int k = read_try_choice(r, WORDS);
    if (k >= 0)
        read_error_last(r, E_LAW_UNAVAILABLE, WORDS[k], REASONS[k]);
    return k >= 0;
}

static const law_type *read_type(reader *r, int dim, const char *what)
{
    const char *words[MOST_WORDS];
    int n = 0;
    for (int i = 0; i < law_type_count && n < MOST_WORDS - 1; i++)
        words[n++] = law_types[i]->keyword;
    for (int i = 0; i < law_alias_count && n < MOST_WORDS - 1; i++)
        words[n++] = law_aliases[i].alias;
    words[n] = NULL;
    if (read_unavailable(r))
        return law_type_find("linear elastic");
    const int k = dim == 1 && read_is_number(r) ? read_try_choice(r, words) : read_choice(r, words, what);
    if (k < 0)
        return law_type_find("linear elastic");
    const law_type *type = k < law_type_count ? law_types[k] : law_aliases[k - law_type_count].type;
    if (!(type->dims & 1u << dim))
        read_error_last(r, E_LAW_DIMENSION, words[k], dim);
    return type;
}

void read_law_vector(reader *r, int dim, double *v, const char *what)
{
    if (dim == 1)
        v[0] = read_real(r, what);
    else if (dim == 3)
        vec3_store(v, read_vec3(r, what));
    else
        read_vec6(r, v, what);
}

void read_law_matrix(reader *r, int dim, double *m, const char *what)
{
    if (dim == 1) {
        m[0] = read_real(r, what);
    } else if (dim == 3) {
        const mat3 t = read_mat3(r, what);
        memcpy(m, t.e, sizeof t.e);
    } else {
        read_mat6(r, m, what);
    }
}

static void read_prestress(reader *r, law *l)
{
    if (l->type->flags & LAW_BARE) {
        if (read_keyword(r, "prestress") || read_keyword(r, "prestrain"))
            read_error_last(r, E_LAW_NO_PRESTRESS, l->type->keyword);
        return;
    }
    for (int i = 0; i < 2; i++) {
        if (!l->prestress && read_keyword(r, "prestress")) {
            double *v = ARENA_ARRAY(reader_arena(r), double, l->dim);
            read_law_vector(r, l->dim, v, "prestress");
            l->prestress = v;
        }
        if (!l->prestrain && read_keyword(r, "prestrain"))
            l->prestrain = read_tpl_drive(r, l->dim, "prestrain");
    }
}

static void reserve(model *m, law *l)
{
    l->memory = memory_reserve(m->plan, (memory_area){.size = l->memory_size,
                                                      .self = l->self,
                                                      .begin = l->type->begin,
                                                      .valid = l->type->valid,
                                                      .of = "constitutive law",
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
    const law_type *type = read_type(r, dim, what);
    law *l = law_create(r, dim, type);
    l->where = where;
    if (read_ok(r))
        type->read(r, l);
    read_prestress(r, l);
    if (!read_ok(r))
        return law_create(r, dim, law_type_find("linear elastic"));
    reserve(model_of(r), l);
    return l;
}

static const law *find_card(const model *m, unsigned label, int dim)
{
    const int i = label_map_find(&m->law_by_label, label);
    const law *l = i == HASH_NONE ? NULL : m->laws.at[i];
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
    return card ? law_copy(model_of(r), card) : law_create(r, dim, law_type_find("linear elastic"));
}

law *read_law(reader *r, int dim, const char *what)
{
    return read_keyword(r, "reference") ? read_law_reference(r, dim) : read_definition(r, dim, what);
}

void read_law_card(reader *r)
{
    reader_set_help(r, "constitutive law: LABEL, [name, \"NAME\",] DIM, LAW");
    model *m = model_of(r);
    const unsigned label = read_label(r, "label of the constitutive law");
    const place where = read_last_place(r);
    const char *name = read_keyword(r, "name") ? read_string(r, "name") : NULL;
    const int dim = read_integer(r, "dimension");
    if (read_ok(r) && dim != 1 && dim != 3 && dim != 6)
        read_error_last(r, E_LAW_CARD_DIMENSION, dim);
    if (read_ok(r) && find_card(m, label, dim))
        read_error(r, E_LAW_TWICE, where, label, dim);
    if (!read_ok(r))
        return;
    law *l = read_law(r, dim, "constitutive law");
    l->label = label;
    l->name = name;
    const int same = label_map_find(&m->law_by_label, label);
    l->same_label = same == HASH_NONE ? NULL : m->laws.at[same];
    label_map_put(&m->law_by_label, label, m->laws.n);
    array_push(&m->laws, l);
}

law *law_copy(model *m, const law *from)
{
    law *l = arena_copy(m->memory, from, sizeof *from);
    l->self = arena_copy(m->memory, from->self, from->type->size);
    if (l->type->copy)
        l->type->copy(m, l);
    reserve(m, l);
    return l;
}

/* --- evaluation --------------------------------------------------------------------------------------------------- */

/* The strain without the prestrain; in `own` when there is one. */
static const double *own_strain(const law *l, const state *s, const double *strain, double *own)
{
    if (!l->prestrain)
        return strain;
    tpl_drive_value(l->prestrain, s, own);
    for (int i = 0; i < l->dim; i++)
        own[i] = strain[i] - own[i];
    return own;
}

void law_eval(const law *l, const state *s, const double *strain, const double *rate, law_result *out)
{
    const int n = l->dim;
    double own[LAW_MAX];
    memset(out->stress, 0, (size_t)n * sizeof *out->stress);
    memset(out->by_strain, 0, (size_t)(n * n) * sizeof *out->by_strain);
    memset(out->by_rate, 0, (size_t)(n * n) * sizeof *out->by_rate);
    l->type->eval(l, s, own_strain(l, s, strain, own), rate, out);
    if (l->prestress)
        for (int i = 0; i < n; i++)
            out->stress[i] += l->prestress[i];
}

void law_predict(const state *s, const law *l, memory_block *m, const double *strain, const double *rate)
{
    double own[LAW_MAX];
    if (l->type->predict)
        l->type->predict(s, l, m, own_strain(l, s, strain, own), rate);
}

void law_accept(const state *s, const law *l, memory_block *m, const double *strain, const double *rate)
{
    double own[LAW_MAX];
    if (l->type->accept)
        l->type->accept(s, l, m, own_strain(l, s, strain, own), rate);
}

int law_private_index(const law *l, const char *name)
{
    static const char PREFIX[] = "constitutiveLaw.";
    if (!l->type->private_index || strncmp(name, PREFIX, sizeof PREFIX - 1) != 0)
        return 0;
    return l->type->private_index(l, name + sizeof PREFIX - 1);
}

bool law_has_private(const law *l, int index)
{
    return index >= 1 && l->type->has_private && l->type->has_private(l, index);
}

double law_private_value(const state *s, const law *l, const double *strain, const double *rate, int index)
{
    double own[LAW_MAX];
    return l->type->private_value(s, l, own_strain(l, s, strain, own), rate, index);
}

void law_output(const state *s, const law *l, const double *strain, const double *rate, record *out)
{
    double own[LAW_MAX];
    if (l->type->output)
        l->type->output(s, l, own_strain(l, s, strain, own), rate, out);
}

bool law_hint(reader *r, law *l, const char *name, hint *h)
{
    static const char *const HINTS[] = {[1] = "drive", [3] = "drive3", [6] = "drive6"};
    if (l->type->flags & LAW_BARE || strcmp(name, HINTS[l->dim]) != 0)
        return false;
    l->prestrain = read_hinted_tpl_drive(r, l->prestrain, l->dim, "prestrain", h);
    return read_ok(r);
}

/* --- jets --------------------------------------------------------------------------------------------------------- */

/* out[i] += sum M[i][j] in[j], lane by lane */
static void chain(int n, int dim, const double *M, const double *const *in, double *const *out)
{
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) {
            const double m = M[i * dim + j];
            if (m == 0.0)
                continue;
            const double *from = in[j];
            double *to = out[i];
            JET_LANES(n, l) to[l] += m * from[l];
        }
}

static void chain_law(int n, const law *l, const law_result *f, const double *const *strain, const double *const *rate,
                      double *const *out)
{
    for (int i = 0; i < l->dim; i++)
        JET_LANES(n, k) out[i][k] = 0.0;
    if (n > 0 && l->kind & LAW_ELASTIC)
        chain(n, l->dim, f->by_strain, strain, out);
    if (n > 0 && l->kind & LAW_VISCOUS)
        chain(n, l->dim, f->by_rate, rate, out);
}

void jet_law1(int n, const law *l, const state *s, const jet1 *strain, const jet1 *rate, jet1 *out)
{
    law_result f;
    law_eval(l, s, &strain->v, &rate->v, &f);
    const double *const e = strain->d, *const p = rate->d;
    double *const o = out->d;
    chain_law(n, l, &f, &e, &p, &o);
    out->v = f.stress[0];
}

void jet_law3(int n, const law *l, const state *s, const jet3 *strain, const jet3 *rate, jet3 *out)
{
    law_result f;
    law_eval(l, s, strain->v, rate->v, &f);
    const double *const e[3] = {strain->d[0], strain->d[1], strain->d[2]};
    const double *const p[3] = {rate->d[0], rate->d[1], rate->d[2]};
    double *const o[3] = {out->d[0], out->d[1], out->d[2]};
    chain_law(n, l, &f, e, p, o);
    memcpy(out->v, f.stress, sizeof out->v);
}

void jet_law6(int n, const law *l, const state *s, const jet3 strain[2], const jet3 rate[2], jet3 out[2])
{
    law_result f;
    double now[LAW_MAX], slope[LAW_MAX];
    const double *e[LAW_MAX], *p[LAW_MAX];
    double *o[LAW_MAX];
    for (int i = 0; i < LAW_MAX; i++) {
        now[i] = strain[i / 3].v[i % 3], e[i] = strain[i / 3].d[i % 3];
        slope[i] = rate[i / 3].v[i % 3], p[i] = rate[i / 3].d[i % 3];
        o[i] = out[i / 3].d[i % 3];
    }
    law_eval(l, s, now, slope, &f);
    chain_law(n, l, &f, e, p, o);
    for (int i = 0; i < LAW_MAX; i++)
        out[i / 3].v[i % 3] = f.stress[i];
}
