/* scalar_function_elastic.c - elastic laws given by a scalar function for each component.
 *
 *     isotropic:    stress_i = f(strain_i)
 *     orthotropic:  stress_i = f_i(strain_i), zero for a component without a function */
#include "law/component_functions.h"
#include "law/laws.h"
#include "model/reading.h"

typedef struct {
    component_functions component_functions;
} function_law;

static void scalar_function_elastic_read_isotropic(reader *reader, law *law)
{
    function_law *self = law->self;
    const scalar_function *function = read_scalar_function(reader, "function");
    for (int i = 0; i < law->dim; i++)
        self->component_functions.f[i] = function;
}

static void read_orthotropic(reader *reader, law *law)
{
    read_component_functions(reader, law->dim, &((function_law *)law->self)->component_functions);
}

static void scalar_function_elastic_eval(const law *law, const state *state, const double *strain, const double *rate,
                                         law_result *out)
{
    (void)rate;
    const function_law *self = law->self;
    add_component_functions(&self->component_functions, law->dim, state, strain, out->stress, out->by_strain);
}

const law_type law_scalar_function_elastic = {
    .keyword = "scalar function elastic",
    .grammar = "scalar function elastic [isotropic], (scalar function) FUNCTION",
    .summary = "Each component of the stress is the same function of its strain.",
    .dims = LAW_ANY,
    .kind = LAW_ELASTIC,
    .size = sizeof(function_law),
    .read = scalar_function_elastic_read_isotropic,
    .eval = scalar_function_elastic_eval,
    .flags = LAW_BARE,
};

const law_type law_scalar_function_elastic_orthotropic = {
    .keyword = "scalar function elastic orthotropic",
    .grammar = "scalar function elastic orthotropic, {null | (scalar function) FUNCTION} [, ...]",
    .summary = "Each component of the stress is a function of its strain.",
    .dims = LAW_ANY,
    .kind = LAW_ELASTIC,
    .size = sizeof(function_law),
    .read = read_orthotropic,
    .eval = scalar_function_elastic_eval,
    .flags = LAW_BARE,
};
