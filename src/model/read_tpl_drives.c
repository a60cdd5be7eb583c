/* read_tpl_drives.c - reading template drives.
 *
 *     tpl ::= null
 *           | reference , LABEL
 *           | [ single , ] ENTITY , DRIVE                      ENTITY * DRIVE; without ENTITY for a scalar
 *           | component , [ { sym | diag } , ] DRIVE , ...     `inactive` for a component that stays 0
 *           | array , N , tpl , ...                            their sum
 *           | green lagrange strain , tpl                      of strains, in six dimensions; not within an array
 *
 * Every form becomes a list of terms. */
#include "base/array.h"
#include "base/words.h"
#include "model/modules.h"
#include "model/cards.h"
#include "model/diag_rows.h"
#include "model/reading.h"
#include <stdio.h>
#include <string.h>

typedef struct {
    int dim;
    read_entity entity; /* NULL: plain */
    const void *context;
    const char *what;
    euler_kind euler;
    bool is_green; /* strains of Green and Lagrange */
    int depth;     /* of arrays */
    ARRAY(tpl_term) terms;
} builder;

static void store_mat3(double *to, mat3 m) { memcpy(to, m.e, sizeof m.e); }

static const double *read_plain_entity(reader *r, const builder *b)
{
    double *e = ARENA_ARRAY(reader_arena(r), double, b->dim);
    if (b->dim == 3)
        vec3_store(e, b->entity ? b->entity(r, b->context, b->what) : read_vec3(r, b->what));
    else if (b->dim == 6)
        read_vec6(r, e, b->what);
    else if (b->dim == 36)
        read_mat6(r, e, b->what);
    else
        store_mat3(e, read_mat3(r, b->what));
    return e;
}

static void read_single(reader *r, builder *b)
{
    const double *entity = b->dim == 1 ? NULL : read_plain_entity(r, b);
    array_push(&b->terms, ((tpl_term){.entity = entity, .drive = read_drive(r, b->what)}));
}

static void read_component(reader *r, builder *b, int component, int twin)
{
    if (read_keyword(r, "inactive") || read_keyword(r, "null"))
        return;
    const drive *by = read_drive(r, b->what);
    array_push(&b->terms, ((tpl_term){.component = component, .drive = by}));
    if (twin != component)
        array_push(&b->terms, ((tpl_term){.component = twin, .drive = by}));
}

static void read_components(reader *r, builder *b)
{
    const int side = b->dim == 9 ? 3 : b->dim == 36 ? 6 : 0;
    if (side && read_keyword(r, "diag")) {
        for (int i = 0; i < side; i++)
            read_component(r, b, i * side + i, i * side + i);
    } else if (side && read_keyword(r, "sym")) {
        for (int i = 0; i < side; i++)
            for (int j = i; j < side; j++)
                read_component(r, b, i * side + j, j * side + i);
    } else {
        for (int i = 0; i < b->dim; i++)
            read_component(r, b, i, i);
    }
}

static const char *dimension_name(int dim)
{
    return dim == 1 ? "1" : dim == 3 ? "3" : dim == 6 ? "6" : dim == 9 ? "3x3" : "6x6";
}

static const int DIMENSIONS[] = {1, 3, 6, 9, 36};

static label_map *map_of(model *m, int dim)
{
    int i = 0;
    while (DIMENSIONS[i] != dim)
        i++;
    return &m->tpl_drive_by_label[i];
}

/* The dimension of a template drive caller with this label, or 0. */
static int dimension_of(model *m, unsigned label)
{
    for (int i = 0; i < ARRAY_LEN(DIMENSIONS); i++)
        if (label_map_find(&m->tpl_drive_by_label[i], label) != HASH_NONE)
            return DIMENSIONS[i];
    return 0;
}

/* It is not linear: a sum of such strains is something else. */
static void set_green(reader *r, builder *b, bool is_green)
{
    if (is_green && (b->dim != 6 || b->depth > 0 || b->is_green))
        read_error_last(r, E_TPL_GREEN);
    b->is_green |= is_green;
}

/* Nor is a rotation vector. */
static void set_euler(reader *r, builder *b, euler_kind kind)
{
    if (kind && (b->dim != 3 || b->depth > 0 || b->euler))
        read_error_last(r, E_TPL_EULER);
    b->euler = kind ? kind : b->euler;
}

static void read_euler(reader *r, builder *b)
{
    static const char *const KINDS[] = {"euler123", "euler313", "euler321", NULL};
    if (!model_of(r)->has_module[MODULE_EU2PHI])
        module_missing(r, MODULE_EU2PHI, "eu2phi", read_last_place(r));
    const int kind = read_keyword(r, "format") ? read_choice(r, KINDS, "format") : 0;
    if (read_ok(r))
        set_euler(r, b, (euler_kind)(EULER_123 + kind));
}

/* For a scalar the label may also be that of a plain drive caller. */
static void read_shared(reader *r, builder *b)
{
    model *m = model_of(r);
    const unsigned label = read_label(r, "label of the template drive caller");
    const int i = label_map_find(map_of(m, b->dim), label), other = dimension_of(m, label);
    const int plain = b->dim == 1 ? label_map_find(&m->drive_by_label, label) : HASH_NONE;
    if (!read_ok(r))
        return;
    if (i == HASH_NONE && plain != HASH_NONE) {
        array_push(&b->terms, ((tpl_term){.drive = m->drives.items[plain]}));
    } else if (i == HASH_NONE && other) {
        read_error_last(r, E_TPL_DRIVE_SIZE, label, dimension_name(other), dimension_name(b->dim));
    } else if (i == HASH_NONE) {
        read_error_last(r, E_NO_TPL_DRIVE, label);
    } else {
        const tpl_drive *d = m->tpl_drives.items[i];
        set_green(r, b, d->is_green);
        set_euler(r, b, d->euler);
        for (int k = 0; k < d->n; k++)
            array_push(&b->terms, d->term[k]);
    }
}

static void read_form(reader *r, builder *b)
{
    if (read_keyword(r, "null"))
        return;
    if (read_keyword(r, "reference")) {
        read_shared(r, b);
    } else if (read_keyword(r, "component")) {
        read_components(r, b);
    } else if (read_keyword(r, "array")) {
        const int n = read_count(r, 1, "number of template drives");
        reader_enter(r);
        b->depth++;
        for (int i = 0; read_ok(r) && i < n; i++)
            read_form(r, b);
        b->depth--;
        reader_leave(r);
    } else if (read_keyword(r, "green lagrange strain")) {
        set_green(r, b, true);
        if (read_ok(r))
            read_form(r, b);
    } else if (read_keyword(r, "eu2phi")) {
        read_euler(r, b);
        if (read_ok(r))
            read_form(r, b);
    } else {
        read_keyword(r, "single");
        read_single(r, b);
    }
}

static tpl_drive *read_tpl_drives_build(reader *r, builder *b)
{
    read_form(r, b);
    tpl_drive *d = ARENA_NEW(reader_arena(r), tpl_drive);
    d->dim = b->dim;
    d->is_green = b->is_green;
    d->euler = b->euler;
    d->n = read_ok(r) ? b->terms.n : 0;
    d->term = d->n ? arena_copy(reader_arena(r), b->terms.items, (size_t)d->n * sizeof *d->term) : NULL;
    array_free(&b->terms);
    return d;
}

tpl_drive *read_tpl_drive(reader *r, int dim, const char *what)
{
    return read_tpl_drives_build(r, &(builder){.dim = dim, .what = what});
}

tpl_drive *read_tpl_drive3(reader *r, read_entity entity, const void *context, const char *what)
{
    return read_tpl_drives_build(r, &(builder){.dim = 3, .entity = entity, .context = context, .what = what});
}

/* --- the card ----------------------------------------------------------------------------------------------------- */

/* "3x3", or a number; 0 after an error. */
static int read_dimension(reader *r)
{
    const value v = read_value(r, "dimension of the template drive");
    char name[32];
    if (v.type == TYPE_STRING)
        snprintf(name, sizeof name, "%s", v.s);
    else
        snprintf(name, sizeof name, "%g", value_to_real(v));
    for (int i = 0; i < ARRAY_LEN(DIMENSIONS); i++)
        if (words_equal(name, dimension_name(DIMENSIONS[i])))
            return DIMENSIONS[i];
    if (read_ok(r))
        read_error_last(r, E_TPL_DIMENSION, name);
    return 0;
}

const char tpl_drive_card_grammar[] = "template drive caller: LABEL, {1 | 3 | 6 | \"3x3\" | \"6x6\"}, TEMPLATE DRIVE";

void read_tpl_drive_card(reader *r)
{
    reader_set_help(r, tpl_drive_card_grammar);
    model *m = model_of(r);
    const unsigned label = read_label(r, "label of the template drive caller");
    const place where = read_last_place(r);
    const int dim = read_dimension(r);
    if (!read_ok(r) || !dim)
        return;
    if (label_map_find(map_of(m, dim), label) != HASH_NONE) {
        read_error(r, E_TPL_DRIVE_TWICE, where, label);
        return;
    }
    tpl_drive *d = read_tpl_drive(r, dim, "template drive caller");
    label_map_put(map_of(m, dim), label, m->tpl_drives.n);
    array_push(&m->tpl_drives, d);
}
