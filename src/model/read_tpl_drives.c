/* read_tpl_drives.c - reading template drives.
 *
 *     tpl ::= { null | zero }
 *           | reference , LABEL
 *           | [ single , ] ENTITY , DRIVE                      ENTITY * DRIVE; without ENTITY for a scalar
 *           | component , [ { sym | diag } , ] DRIVE , ...     `inactive` for a component that remains 0
 *           | array , N , tpl , ...                            sum
 *           | octave , "FUNCTION" , ...                         all components at once (model/octave.h)
 *           | green lagrange strain , tpl                      of strains, in six dimensions; not within an array
 *
 * Every form is converted to a list of terms. */
#include "base/array.h"
#include "base/words.h"
#include "model/modules.h"
#include "model/cards.h"
#include "model/diag_rows.h"
#include "model/octave.h"
#include "model/reading.h"
#include <stdio.h>
#include <string.h>

typedef struct {
    int dim;
    read_entity entity; /* NULL: plain */
    const void *context;
    const char *what;
    euler_kind euler;
    bool is_green; /* Green-Lagrange strains */
    int depth;     /* nesting depth of arrays */
    ARRAY(tpl_term) terms;
} builder;

static void store_mat3(double *to, mat3 m) { memcpy(to, m.e, sizeof m.e); }

static const double *read_plain_entity(reader *reader, const builder *builder)
{
    double *e = ARENA_ARRAY(reader_arena(reader), double, builder->dim);
    if (builder->dim == 3)
        vec3_store(e, builder->entity ? builder->entity(reader, builder->context, builder->what)
                                      : read_vec3(reader, builder->what));
    else if (builder->dim == 6)
        read_vec6(reader, e, builder->what);
    else if (builder->dim == 36)
        read_mat6(reader, e, builder->what);
    else
        store_mat3(e, read_mat3(reader, builder->what));
    return e;
}

static void read_single(reader *reader, builder *builder)
{
    const double *entity = builder->dim == 1 ? NULL : read_plain_entity(reader, builder);
    array_push(&builder->terms, ((tpl_term){.entity = entity, .drive = read_drive(reader, builder->what)}));
}

static void read_component(reader *reader, builder *builder, int component, int twin)
{
    if (read_keyword(reader, "inactive") || read_keyword(reader, "null"))
        return;
    const drive *by = read_drive(reader, builder->what);
    array_push(&builder->terms, ((tpl_term){.component = component, .drive = by}));
    if (twin != component)
        array_push(&builder->terms, ((tpl_term){.component = twin, .drive = by}));
}

static void read_components(reader *reader, builder *builder)
{
    const int side = builder->dim == 9 ? 3 : builder->dim == 36 ? 6 : 0;
    if (side && read_keyword(reader, "diag")) {
        for (int i = 0; i < side; i++)
            read_component(reader, builder, i * side + i, i * side + i);
    } else if (side && read_keyword(reader, "sym")) {
        for (int i = 0; i < side; i++)
            for (int j = i; j < side; j++)
                read_component(reader, builder, i * side + j, j * side + i);
    } else {
        for (int i = 0; i < builder->dim; i++)
            read_component(reader, builder, i, i);
    }
}

static const char *dimension_name(int dim)
{
    return dim == 1 ? "1" : dim == 3 ? "3" : dim == 6 ? "6" : dim == 9 ? "3x3" : "6x6";
}

static const int DIMENSIONS[] = {1, 3, 6, 9, 36};

static label_map *map_of(model *model, int dim)
{
    int i = 0;
    while (DIMENSIONS[i] != dim)
        i++;
    return &model->tpl_drive_by_label[i];
}

/* Returns the dimension of a template drive caller with this label, or 0. */
static int dimension_of(model *model, unsigned label)
{
    for (int i = 0; i < ARRAY_LEN(DIMENSIONS); i++)
        if (label_map_find(&model->tpl_drive_by_label[i], label) != HASH_NONE)
            return DIMENSIONS[i];
    return 0;
}

/* The strain is not linear in the terms, therefore it is rejected within arrays, which are sums. */
static void set_green(reader *reader, builder *builder, bool is_green)
{
    if (is_green && (builder->dim != 6 || builder->depth > 0 || builder->is_green))
        read_error_last(reader, E_TPL_GREEN);
    builder->is_green |= is_green;
}

/* The same for rotation vectors, which are not linear in the angles either. */
static void set_euler(reader *reader, builder *builder, euler_kind kind)
{
    if (kind && (builder->dim != 3 || builder->depth > 0 || builder->euler))
        read_error_last(reader, E_TPL_EULER);
    builder->euler = kind ? kind : builder->euler;
}

static void read_euler(reader *reader, builder *builder)
{
    static const char *const KINDS[] = {"euler123", "euler313", "euler321", NULL};
    const int kind = read_keyword(reader, "format") ? read_choice(reader, KINDS, "format") : 0;
    if (read_ok(reader))
        set_euler(reader, builder, (euler_kind)(EULER_123 + kind));
}

/* For a scalar, the label may also be that of a plain drive caller. */
static void read_shared(reader *reader, builder *builder)
{
    model *model = model_of(reader);
    const unsigned label = read_label(reader, "label of the template drive caller");
    const int i = label_map_find(map_of(model, builder->dim), label), other = dimension_of(model, label);
    const int plain = builder->dim == 1 ? label_map_find(&model->drive_by_label, label) : HASH_NONE;
    if (!read_ok(reader))
        return;
    if (i == HASH_NONE && plain != HASH_NONE) {
        array_push(&builder->terms, ((tpl_term){.drive = model->drives.items[plain]}));
    } else if (i == HASH_NONE && other) {
        read_error_last(reader, E_TPL_DRIVE_SIZE, label, dimension_name(other), dimension_name(builder->dim));
    } else if (i == HASH_NONE) {
        read_error_last(reader, E_NO_TPL_DRIVE, label);
    } else {
        const tpl_drive *drive = model->tpl_drives.items[i];
        set_green(reader, builder, drive->is_green);
        set_euler(reader, builder, drive->euler);
        read_limited(reader, builder->terms.n + drive->n, 1, "terms of a template drive");
        for (int k = 0; read_ok(reader) && k < drive->n; k++)
            array_push(&builder->terms, drive->term[k]);
    }
}

/* One drive for each component of the result of a function. */
static void read_octave(reader *reader, builder *builder)
{
    octave_function function = {0};
    read_octave_function(reader, &function, builder->dim);
    for (int i = 0; read_ok(reader) && i < builder->dim; i++) {
        drive *component = ARENA_NEW(reader_arena(reader), drive);
        function.component = i;
        component->type = drive_type_find("octave");
        component->location = function.entity.location;
        component->memory = MEMORY_NONE;
        component->self = arena_copy(reader_arena(reader), &function, sizeof function);
        array_push(&builder->terms, ((tpl_term){.component = i, .drive = component}));
    }
}

/* A variable `zero` is a number. */
static bool is_null(reader *reader)
{
    return read_keyword(reader, "null") || (!read_is_number(reader) && read_keyword(reader, "zero"));
}

static void read_form(reader *reader, builder *builder)
{
    if (is_null(reader))
        return;
    if (read_keyword(reader, "reference")) {
        read_shared(reader, builder);
    } else if (read_keyword(reader, "component")) {
        read_components(reader, builder);
    } else if (read_keyword(reader, "array")) {
        const int n = read_count(reader, 1, "number of template drives");
        reader_enter(reader);
        builder->depth++;
        for (int i = 0; read_ok(reader) && i < n; i++)
            read_form(reader, builder);
        builder->depth--;
        reader_leave(reader);
    } else if (builder->dim > 1 && read_keyword(reader, "octave")) {
        read_octave(reader, builder);
    } else if (read_keyword(reader, "green lagrange strain")) {
        set_green(reader, builder, true);
        if (read_ok(reader))
            read_form(reader, builder);
    } else if (read_keyword(reader, "eu2phi")) {
        read_euler(reader, builder);
        if (read_ok(reader))
            read_form(reader, builder);
    } else {
        read_keyword(reader, "single");
        read_single(reader, builder);
    }
}

static tpl_drive *read_tpl_drives_build(reader *reader, builder *builder)
{
    read_form(reader, builder);
    tpl_drive *drive = ARENA_NEW(reader_arena(reader), tpl_drive);
    drive->dim = builder->dim;
    drive->is_green = builder->is_green;
    drive->euler = builder->euler;
    drive->n = read_ok(reader) ? builder->terms.n : 0;
    drive->term = drive->n
                      ? arena_copy(reader_arena(reader), builder->terms.items, (size_t)drive->n * sizeof *drive->term)
                      : NULL;
    array_free(&builder->terms);
    return drive;
}

tpl_drive *read_tpl_drive(reader *reader, int dim, const char *what)
{
    return read_tpl_drives_build(reader, &(builder){.dim = dim, .what = what});
}

tpl_drive *read_tpl_drive3(reader *reader, read_entity entity, const void *context, const char *what)
{
    return read_tpl_drives_build(reader, &(builder){.dim = 3, .entity = entity, .context = context, .what = what});
}

/* --- the card ----------------------------------------------------------------------------------------------------- */

/* Reads "3x3" or a number; returns 0 after an error. */
static int read_dimension(reader *reader)
{
    const value v = read_value(reader, "dimension of the template drive");
    char name[32];
    if (v.type == TYPE_STRING)
        snprintf(name, sizeof name, "%s", v.s);
    else
        snprintf(name, sizeof name, "%g", value_to_real(v));
    for (int i = 0; i < ARRAY_LEN(DIMENSIONS); i++)
        if (words_equal(name, dimension_name(DIMENSIONS[i])))
            return DIMENSIONS[i];
    if (read_ok(reader))
        read_error_last(reader, E_TPL_DIMENSION, name);
    return 0;
}

const char tpl_drive_card_grammar[] = "template drive caller: LABEL, {1 | 3 | 6 | \"3x3\" | \"6x6\"}, TEMPLATE DRIVE";

void read_tpl_drive_card(reader *reader)
{
    reader_set_help(reader, tpl_drive_card_grammar);
    model *model = model_of(reader);
    const unsigned label = read_label(reader, "label of the template drive caller");
    const source_location location = read_last_location(reader);
    const int dim = read_dimension(reader);
    if (!read_ok(reader) || !dim)
        return;
    if (label_map_find(map_of(model, dim), label) != HASH_NONE) {
        read_error(reader, E_TPL_DRIVE_TWICE, location, label);
        return;
    }
    tpl_drive *drive = read_tpl_drive(reader, dim, "template drive caller");
    label_map_put(map_of(model, dim), label, model->tpl_drives.n);
    array_push(&model->tpl_drives, drive);
}
