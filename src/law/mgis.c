/* mgis.c - MFront behaviours: looks up the functions of the library by name, and checks that a behaviour suits a
 * solid. */
#include "law/mgis.h"
#include "base/shared_library.h"
#include <stdio.h>
#include <string.h>

const char mgis_library[] = "libMFrontGenericInterface-c.so";

typedef struct {
    const char *name;
    size_t offset;
} entry;

#define ENTRY(name)                            \
    {                                          \
        "mgis_bv_" #name, offsetof(mgis, name) \
    }

static const entry ENTRIES[] = {
    ENTRY(load_behaviour),
    ENTRY(load_finite_strain_behaviour),
    ENTRY(free_behaviour),
    ENTRY(create_finite_strain_behaviour_options),
    ENTRY(finite_strain_behaviour_options_set_stress_measure),
    ENTRY(finite_strain_behaviour_options_set_tangent_operator),
    ENTRY(free_finite_strain_behaviour_options),
    ENTRY(is_standard_finite_strain_behaviour), /* introduced together with the current order of the structures, 1.2 */
    ENTRY(behaviour_get_behaviour_type),
    ENTRY(behaviour_get_tangent_operator_array_size),
    ENTRY(behaviour_get_number_of_material_properties),
    ENTRY(behaviour_get_material_property_name),
    ENTRY(behaviour_get_internal_state_variables_size),
    ENTRY(behaviour_get_number_of_external_state_variables),
    ENTRY(behaviour_get_external_state_variable_name),
    ENTRY(behaviour_get_number_of_parameters),
    ENTRY(behaviour_get_parameter_name),
    ENTRY(behaviour_get_parameter_default_value),
    ENTRY(behaviour_set_parameter),
    ENTRY(integrate),
};

const char *mgis_load(mgis *to)
{
    void *library = shared_library(mgis_library);
    if (!library)
        return mgis_library;
    for (size_t i = 0; i < sizeof ENTRIES / sizeof *ENTRIES; i++)
        if (!shared_library_find(library, ENTRIES[i].name, (char *)to + ENTRIES[i].offset))
            return ENTRIES[i].name;
    return NULL;
}

/* --- behaviours --------------------------------------------------------------------------------------------------- */

static const char HYPOTHESIS[] = "Tridimensional";

/* Copies the message of a failure to one line. */
static bool is_well(mgis_status status, char why[MGIS_MESSAGE])
{
    if (!status.is_failure)
        return true;
    snprintf(why, MGIS_MESSAGE, "%s", status.message ? status.message : "no reason given");
    for (char *end = why + strlen(why); end > why && strchr("\n ", end[-1]); end--)
        end[-1] = '\0';
    for (char *c = why; *c; c++)
        *c = *c == '\n' ? ' ' : *c;
    return false;
}

static mgis_behaviour *open_finite(const mgis *call, const char *library, const char *name, char why[MGIS_MESSAGE])
{
    enum { PIOLA = 2, PIOLA_BY_GRADIENT = 2 };
    mgis_options *options = NULL;
    mgis_behaviour *mgis_behaviour = NULL;
    if (!is_well(call->create_finite_strain_behaviour_options(&options), why))
        return NULL;
    if (!is_well(call->finite_strain_behaviour_options_set_stress_measure(options, PIOLA), why) ||
        !is_well(call->finite_strain_behaviour_options_set_tangent_operator(options, PIOLA_BY_GRADIENT), why) ||
        !is_well(call->load_finite_strain_behaviour(&mgis_behaviour, options, library, name, HYPOTHESIS), why))
        mgis_behaviour = NULL;
    call->free_finite_strain_behaviour_options(&options);
    return mgis_behaviour;
}

static mgis_behaviour *open_small(const mgis *call, const char *library, const char *name, char why[MGIS_MESSAGE])
{
    mgis_behaviour *mgis_behaviour = NULL;
    return is_well(call->load_behaviour(&mgis_behaviour, library, name, HYPOTHESIS), why) ? mgis_behaviour : NULL;
}

/* The tangent must consist of the derivative of stress with respect to strain only: behaviours of other kinds, or
 * with more blocks, are rejected. */
static bool is_standard(const mgis *call, const mgis_behaviour *mgis_behaviour, bool is_finite, char why[MGIS_MESSAGE])
{
    enum { SMALL_STRAIN = 1, FINITE_STRAIN = 2 };
    const size_t wanted_size = is_finite ? 81 : 36;
    int type = 0;
    size_t size = 0;
    if (!is_well(call->behaviour_get_behaviour_type(&type, mgis_behaviour), why) ||
        !is_well(call->behaviour_get_tangent_operator_array_size(&size, mgis_behaviour), why))
        return false;
    if (type == (is_finite ? FINITE_STRAIN : SMALL_STRAIN) && size == wanted_size)
        return true;
    snprintf(why, MGIS_MESSAGE,
             "it is not a behaviour of %s strains whose tangent is the derivative of stress with respect to strain",
             is_finite ? "finite" : "small");
    return false;
}

mgis_behaviour *mgis_open(const mgis *call, bool is_finite, const char *library, const char *name,
                          char why[MGIS_MESSAGE])
{
    int has_gradient = 0;
    if (!is_well(call->is_standard_finite_strain_behaviour(&has_gradient, library, name), why))
        return NULL;
    if (is_finite != (has_gradient != 0)) {
        snprintf(why, MGIS_MESSAGE, "it is not a behaviour of %s strains", is_finite ? "finite" : "small");
        return NULL;
    }
    mgis_behaviour *mgis_behaviour = (is_finite ? open_finite : open_small)(call, library, name, why);
    if (mgis_behaviour && !is_standard(call, mgis_behaviour, is_finite, why))
        call->free_behaviour(&mgis_behaviour);
    return mgis_behaviour;
}
