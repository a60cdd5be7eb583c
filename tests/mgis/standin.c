/* standin.c - a small library with the part of the C interface of MGIS that laws use, for tests.
 *
 * Behaviours are those of libraries like behaviours.c, in three dimensions. What a symbol of such a library means is
 * described by MFront's generic interface. */
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int is_failure;
    const char *message;
} status;

typedef struct {
    double stress, tangent;
} options;

typedef struct {
    char *message;
    double dt;
    double *K;
} view_head;

typedef struct {
    void *library;
    char name[64];
    options with;
    int (*integrate)(void *view);
} behaviour;

static status well(void) { return (status){0, NULL}; }

static status fail(const char *what, const char *name)
{
    static _Thread_local char text[512];
    snprintf(text, sizeof text, "%s '%s'\n", what, name);
    return (status){1, text};
}

/* --- symbols ------------------------------------------------------------------------------------------------------ */

static void *find(void *library, const char *name, const char *what)
{
    char symbol[256];
    snprintf(symbol, sizeof symbol, "%s_%s", name, what);
    return dlsym(library, symbol);
}

static size_t count(const behaviour *behaviour, const char *what)
{
    const unsigned short *n = find(behaviour->library, behaviour->name, what);
    return n ? *n : 0;
}

static const char *name_at(const behaviour *behaviour, const char *what, size_t i)
{
    const char *const *names = find(behaviour->library, behaviour->name, what);
    return names[i];
}

static size_t sizes(const behaviour *behaviour, const char *n, const char *types)
{
    static const size_t OF[] = {1, 6, 3, 9};
    const int *type = find(behaviour->library, behaviour->name, types);
    size_t sum = 0;
    for (size_t i = 0; i < count(behaviour, n); i++)
        sum += OF[type[i]];
    return sum;
}

/* --- loading ------------------------------------------------------------------------------------------------------ */

status mgis_bv_create_finite_strain_behaviour_options(options **o);
status mgis_bv_create_finite_strain_behaviour_options(options **o)
{
    *o = calloc(1, sizeof **o);
    return well();
}

status mgis_bv_finite_strain_behaviour_options_set_stress_measure(options *options, int k);
status mgis_bv_finite_strain_behaviour_options_set_stress_measure(options *options, int k)
{
    options->stress = k;
    return well();
}

status mgis_bv_finite_strain_behaviour_options_set_tangent_operator(options *options, int k);
status mgis_bv_finite_strain_behaviour_options_set_tangent_operator(options *options, int k)
{
    options->tangent = k;
    return well();
}

status mgis_bv_free_finite_strain_behaviour_options(options **o);
status mgis_bv_free_finite_strain_behaviour_options(options **o)
{
    free(*o);
    *o = NULL;
    return well();
}

status mgis_bv_load_behaviour(behaviour **to, const char *library, const char *name, const char *hypothesis);
status mgis_bv_load_behaviour(behaviour **to, const char *library, const char *name, const char *hypothesis)
{
    *to = NULL;
    void *l = dlopen(library, RTLD_NOW);
    if (!l)
        return fail("no library", library);
    void *f = find(l, name, hypothesis);
    if (!f)
        return fail("no behaviour", name);
    *to = calloc(1, sizeof **to);
    (*to)->library = l;
    memcpy(&(*to)->integrate, &f, sizeof f);
    snprintf((*to)->name, sizeof(*to)->name, "%s", name);
    return well();
}

status mgis_bv_load_finite_strain_behaviour(behaviour **to, const options *options, const char *library,
                                            const char *name, const char *hypothesis);
status mgis_bv_load_finite_strain_behaviour(behaviour **to, const options *options, const char *library,
                                            const char *name, const char *hypothesis)
{
    const status status = mgis_bv_load_behaviour(to, library, name, hypothesis);
    if (*to)
        (*to)->with = *options;
    return status;
}

status mgis_bv_free_behaviour(behaviour **b);
status mgis_bv_free_behaviour(behaviour **b)
{
    free(*b);
    *b = NULL;
    return well();
}

/* --- questions ---------------------------------------------------------------------------------------------------- */

status mgis_bv_behaviour_get_behaviour_type(int *to, const behaviour *behaviour);
status mgis_bv_behaviour_get_behaviour_type(int *to, const behaviour *behaviour)
{
    *to = (int)count(behaviour, "BehaviourType");
    return well();
}

status mgis_bv_is_standard_finite_strain_behaviour(int *to, const char *library, const char *name);
status mgis_bv_is_standard_finite_strain_behaviour(int *to, const char *library, const char *name)
{
    behaviour *behaviour;
    const status status = mgis_bv_load_behaviour(&behaviour, library, name, "Tridimensional");
    *to = behaviour && count(behaviour, "BehaviourType") == 2 && count(behaviour, "BehaviourKinematic") == 3;
    free(behaviour);
    return status;
}

status mgis_bv_behaviour_get_tangent_operator_array_size(size_t *to, const behaviour *behaviour);
status mgis_bv_behaviour_get_tangent_operator_array_size(size_t *to, const behaviour *behaviour)
{
    *to = count(behaviour, "BehaviourType") == 2 ? 81 : 36;
    return well();
}

/* A number, and the name at a place. */
#define LIST(number_function, name_function, what)                               \
    status number_function(size_t *to, const behaviour *behaviour);              \
    status number_function(size_t *to, const behaviour *behaviour)               \
    {                                                                            \
        *to = count(behaviour, "n" what);                                        \
        return well();                                                           \
    }                                                                            \
    status name_function(const char **to, const behaviour *behaviour, size_t i); \
    status name_function(const char **to, const behaviour *behaviour, size_t i)  \
    {                                                                            \
        *to = name_at(behaviour, what, i);                                       \
        return well();                                                           \
    }

LIST(mgis_bv_behaviour_get_number_of_material_properties, mgis_bv_behaviour_get_material_property_name,
     "MaterialProperties")
LIST(mgis_bv_behaviour_get_number_of_parameters, mgis_bv_behaviour_get_parameter_name, "Parameters")

/* The temperature is not among those that the library names. */
status mgis_bv_behaviour_get_number_of_external_state_variables(size_t *to, const behaviour *behaviour);
status mgis_bv_behaviour_get_number_of_external_state_variables(size_t *to, const behaviour *behaviour)
{
    *to = 1 + count(behaviour, "nExternalStateVariables");
    return well();
}

status mgis_bv_behaviour_get_external_state_variable_name(const char **to, const behaviour *behaviour, size_t i);
status mgis_bv_behaviour_get_external_state_variable_name(const char **to, const behaviour *behaviour, size_t i)
{
    *to = i == 0 ? "Temperature" : name_at(behaviour, "ExternalStateVariables", i - 1);
    return well();
}

status mgis_bv_behaviour_get_internal_state_variables_size(size_t *to, const behaviour *behaviour);
status mgis_bv_behaviour_get_internal_state_variables_size(size_t *to, const behaviour *behaviour)
{
    *to = sizes(behaviour, "nInternalStateVariables", "InternalStateVariablesTypes");
    return well();
}

/* --- parameters, integration -------------------------------------------------------------------------------------- */

status mgis_bv_behaviour_get_parameter_default_value(double *to, const behaviour *behaviour, const char *name);
status mgis_bv_behaviour_get_parameter_default_value(double *to, const behaviour *behaviour, const char *name)
{
    char what[128];
    snprintf(what, sizeof what, "%s_ParameterDefaultValue", name);
    const double *at = find(behaviour->library, behaviour->name, what);
    if (!at)
        return fail("no parameter", name);
    *to = *at;
    return well();
}

status mgis_bv_behaviour_set_parameter(const behaviour *behaviour, const char *name, double value);
status mgis_bv_behaviour_set_parameter(const behaviour *behaviour, const char *name, double value)
{
    int (*set)(const char *, double);
    void *at = find(behaviour->library, behaviour->name, "setParameter");
    memcpy(&set, &at, sizeof at);
    return at && set(name, value) ? well() : fail("no parameter", name);
}

status mgis_bv_integrate(int *result, view_head *head, const behaviour *behaviour);
status mgis_bv_integrate(int *result, view_head *head, const behaviour *behaviour)
{
    head->K[1] = behaviour->with.stress, head->K[2] = behaviour->with.tangent;
    *result = behaviour->integrate(head);
    return well();
}
