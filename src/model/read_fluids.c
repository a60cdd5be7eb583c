/* read_fluids.c - reading hydraulic fluids.
 *
 *     card     ::= hydraulic fluid : LABEL , fluid ;
 *     fluid    ::= { TYPE , property [ , ... ] | reference , LABEL }
 *     property ::= { density , RHO [ , { BETA | sound celerity , C } , P [ , ALPHA , T ] ] | viscosity , MU
 *                  | pressure , P | temperature , T }
 *
 * If the speed of sound c is given, the bulk modulus is  beta = rho c^2. */
#include "contract/fluid.h"
#include "model/cards.h"
#include "model/diag_rows.h"
#include "model/reading.h"

static const fluid_type *read_fluids_read_type(reader *reader, const char *what)
{
    enum { MOST = 16 };
    const char *words[MOST];
    int n = 0;
    for (; n < fluid_type_count && n < MOST - 1; n++)
        words[n] = fluid_types[n]->keyword;
    words[n] = NULL;
    const int k = read_choice(reader, words, what);
    return fluid_types[k < 0 ? 0 : k];
}

static void read_density(reader *reader, fluid *fluid, bool compressible, bool thermal)
{
    fluid->density = read_positive(reader, "density");
    if (!compressible)
        return;
    if (read_keyword(reader, "sound celerity")) {
        const double c = read_positive(reader, "speed of sound");
        fluid->beta = fluid->density * c * c;
    } else {
        fluid->beta = read_positive(reader, "bulk modulus");
    }
    fluid->pressure = read_real(reader, "reference pressure");
    if (thermal) {
        fluid->alpha = read_real(reader, "coefficient of thermal expansion");
        fluid->temperature = read_real(reader, "reference temperature");
    }
}

void read_fluid_properties(reader *reader, fluid *fluid, bool compressible, bool thermal)
{
    static const char *const WORDS[] = {"density", "viscosity", "pressure", "temperature", NULL};
    const source_location location = read_place(reader);
    for (int k; (k = read_try_choice(reader, WORDS)) >= 0;) {
        if (k == 0)
            read_density(reader, fluid, compressible, thermal);
        else if (k == 1)
            fluid->viscosity = read_positive(reader, "viscosity");
        else if (k == 2)
            fluid->pressure = read_real(reader, "pressure");
        else
            fluid->temperature = read_real(reader, "temperature");
    }
    if (read_ok(reader) && fluid->density == 0.0)
        read_error(reader, E_FLUID_NO_DENSITY, location);
}

static fluid *read_fluids_create(reader *reader, const fluid_type *type)
{
    fluid *f = ARENA_NEW(reader_arena(reader), fluid);
    f->type = type;
    return f;
}

static const fluid *read_definition(reader *reader, const char *what)
{
    fluid *fluid = read_fluids_create(reader, read_fluids_read_type(reader, what));
    if (read_ok(reader))
        fluid->type->read(reader, fluid);
    if (!read_ok(reader))
        fluid->density = 1.0;
    return fluid;
}

static const fluid *read_fluid_reference(reader *reader)
{
    const model *model = model_of(reader);
    const unsigned label = read_label(reader, "label of the hydraulic fluid");
    const int i = label_map_find(&model->fluid_by_label, label);
    if (i != HASH_NONE)
        return model->fluids.items[i];
    if (read_ok(reader))
        read_error_last(reader, E_NO_FLUID, label);
    fluid *none = read_fluids_create(reader, fluid_types[0]);
    none->density = 1.0;
    return none;
}

const fluid *read_fluid(reader *reader, const char *what)
{
    return read_keyword(reader, "reference") ? read_fluid_reference(reader) : read_definition(reader, what);
}

const char fluid_card_grammar[] = "hydraulic fluid: LABEL, FLUID";

void read_fluid_card(reader *reader)
{
    reader_set_help(reader, fluid_card_grammar);
    model *model = model_of(reader);
    const unsigned label = read_label(reader, "label of the hydraulic fluid");
    if (read_ok(reader) && label_map_find(&model->fluid_by_label, label) != HASH_NONE)
        read_error_last(reader, E_FLUID_TWICE, label);
    const fluid *fluid = read_fluid(reader, "type of hydraulic fluid");
    if (!read_ok(reader))
        return;
    label_map_put(&model->fluid_by_label, label, model->fluids.n);
    array_push(&model->fluids, fluid);
}
