/* read_fluids.c - reading hydraulic fluids.
 *
 *     card     ::= hydraulic fluid : LABEL , fluid ;
 *     fluid    ::= { TYPE , property [ , ... ] | reference , LABEL }
 *     property ::= { density , RHO [ , { BETA | sound celerity , C } , P [ , ALPHA , T ] ] | viscosity , MU
 *                  | pressure , P | temperature , T }
 *
 * With the celerity c of sound the bulk modulus is  beta = rho c^2. */
#include "contract/fluid.h"
#include "model/cards.h"
#include "model/diag_rows.h"
#include "model/reading.h"

static const fluid_type *read_fluids_read_type(reader *r, const char *what)
{
    enum { MOST = 16 };
    const char *words[MOST];
    int n = 0;
    for (; n < fluid_type_count && n < MOST - 1; n++)
        words[n] = fluid_types[n]->keyword;
    words[n] = NULL;
    const int k = read_choice(r, words, what);
    return fluid_types[k < 0 ? 0 : k];
}

static void read_density(reader *r, fluid *f, bool compressible, bool thermal)
{
    f->density = read_positive(r, "density");
    if (!compressible)
        return;
    if (read_keyword(r, "sound celerity")) {
        const double c = read_positive(r, "speed of sound");
        f->beta = f->density * c * c;
    } else {
        f->beta = read_positive(r, "bulk modulus");
    }
    f->pressure = read_real(r, "reference pressure");
    if (thermal) {
        f->alpha = read_real(r, "coefficient of thermal expansion");
        f->temperature = read_real(r, "reference temperature");
    }
}

void read_fluid_properties(reader *r, fluid *f, bool compressible, bool thermal)
{
    static const char *const WORDS[] = {"density", "viscosity", "pressure", "temperature", NULL};
    const place where = read_place(r);
    for (int k; (k = read_try_choice(r, WORDS)) >= 0;) {
        if (k == 0)
            read_density(r, f, compressible, thermal);
        else if (k == 1)
            f->viscosity = read_positive(r, "viscosity");
        else if (k == 2)
            f->pressure = read_real(r, "pressure");
        else
            f->temperature = read_real(r, "temperature");
    }
    if (read_ok(r) && f->density == 0.0)
        read_error(r, E_FLUID_NO_DENSITY, where);
}

static fluid *read_fluids_create(reader *r, const fluid_type *type)
{
    fluid *f = ARENA_NEW(reader_arena(r), fluid);
    f->type = type;
    return f;
}

static const fluid *read_definition(reader *r, const char *what)
{
    fluid *f = read_fluids_create(r, read_fluids_read_type(r, what));
    if (read_ok(r))
        f->type->read(r, f);
    if (!read_ok(r))
        f->density = 1.0;
    return f;
}

static const fluid *read_fluid_reference(reader *r)
{
    const model *m = model_of(r);
    const unsigned label = read_label(r, "label of the hydraulic fluid");
    const int i = label_map_find(&m->fluid_by_label, label);
    if (i != HASH_NONE)
        return m->fluids.items[i];
    if (read_ok(r))
        read_error_last(r, E_NO_FLUID, label);
    fluid *none = read_fluids_create(r, fluid_types[0]);
    none->density = 1.0;
    return none;
}

const fluid *read_fluid(reader *r, const char *what)
{
    return read_keyword(r, "reference") ? read_fluid_reference(r) : read_definition(r, what);
}

const char fluid_card_grammar[] = "hydraulic fluid: LABEL, FLUID";

void read_fluid_card(reader *r)
{
    reader_set_help(r, fluid_card_grammar);
    model *m = model_of(r);
    const unsigned label = read_label(r, "label of the hydraulic fluid");
    if (read_ok(r) && label_map_find(&m->fluid_by_label, label) != HASH_NONE)
        read_error_last(r, E_FLUID_TWICE, label);
    const fluid *f = read_fluid(r, "type of hydraulic fluid");
    if (!read_ok(r))
        return;
    label_map_put(&m->fluid_by_label, label, m->fluids.n);
    array_push(&m->fluids, f);
}
