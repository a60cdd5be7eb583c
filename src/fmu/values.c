/* values.c - gets and sets values by value reference.
 *
 * Inputs take effect from the next step on; those that are set before the end of the initialization affect the initial
 * state. Parameters are definitions of the deck: they can be set until the initialization begins. Before that every
 * variable has its start value, and outputs have none. */
#include "fmu/instance.h"
#include <stdlib.h>
#include <string.h>

static bool is_parameter(const variable *variable) { return variable->kind >= VARIABLE_REAL; }
static bool is_set_early(const variable *variable)
{
    return variable->kind == VARIABLE_INPUT || is_parameter(variable);
}

/* --- getting ------------------------------------------------------------------------------------------------------ */

static fmi3Status get_early(const fmu *fmu, const variable *variable, double *to)
{
    if (!is_set_early(variable))
        return fmu_log(fmu, fmi3Error, "%s has no value before the initialisation", variable->name);
    for (int k = 0; k < variable->size; k++)
        to[k] = variable->early ? variable->early[k] : variable->start;
    return fmi3OK;
}

static fmi3Status values_get(fmu *fmu, const variable *variable, double *to)
{
    if (!fmu->analysis)
        return get_early(fmu, variable, to);
    if (!fmu_settle(fmu))
        return fmi3Error;
    if (fmu->is_exchange && !exchange_refresh(fmu))
        return fmi3Error;
    if (variable->kind == VARIABLE_STATES || variable->kind == VARIABLE_RATES)
        return exchange_get(fmu, variable, to) ? fmi3OK : fmu_log(fmu, fmi3Error, "cannot get %s", variable->name);
    return torsor_get_at(fmu->analysis, variable->number, to, variable->size) == TORSOR_OK
               ? fmi3OK
               : fmu_log(fmu, fmi3Error, "cannot get %s", variable->name);
}

static fmi3Status wrong_count(const fmu *fmu, size_t n)
{
    return fmu_log(fmu, fmi3Error, "wrong number of values for these variables: %zu", n);
}

static fmi3Status wrong_type(const fmu *fmu, const variable *variable)
{
    return fmu_log(fmu, fmi3Error, "%s has a different type", variable->name);
}

fmi3Status fmi3GetFloat64(FMI3_REFERENCES, fmi3Float64 *values, size_t size)
{
    fmu *fmu = instance;
    for (size_t i = 0; i < n_references; i++) {
        const variable *variable = fmu_variable(fmu, references[i]);
        if (!variable)
            return fmi3Error;
        if (variable->kind > VARIABLE_REAL)
            return wrong_type(fmu, variable);
        if ((size_t)variable->size > size)
            return wrong_count(fmu, size);
        const fmi3Status how = values_get(fmu, variable, values);
        if (how != fmi3OK)
            return how;
        values += variable->size;
        size -= (size_t)variable->size;
    }
    return size == 0 ? fmi3OK : wrong_count(fmu, size);
}

/* Gets a scalar of the given kind; returns false after a message. */
static bool get_scalar(fmu *fmu, fmi3ValueReference reference, variable_kind kind, double *to)
{
    const variable *variable = fmu_variable(fmu, reference);
    if (variable && variable->kind != kind)
        wrong_type(fmu, variable);
    return variable && variable->kind == kind && values_get(fmu, variable, to) == fmi3OK;
}

fmi3Status fmi3GetInt32(FMI3_REFERENCES, fmi3Int32 *values, size_t size)
{
    double v;
    for (size_t i = 0; i < n_references && size == n_references; i++) {
        if (!get_scalar(instance, references[i], VARIABLE_INTEGER, &v))
            return fmi3Error;
        values[i] = (fmi3Int32)v;
    }
    return size == n_references ? fmi3OK : wrong_count(instance, size);
}

fmi3Status fmi3GetBoolean(FMI3_REFERENCES, fmi3Boolean *values, size_t size)
{
    double v;
    for (size_t i = 0; i < n_references && size == n_references; i++) {
        if (!get_scalar(instance, references[i], VARIABLE_BOOL, &v))
            return fmi3Error;
        values[i] = v != 0;
    }
    return size == n_references ? fmi3OK : wrong_count(instance, size);
}

/* --- setting ------------------------------------------------------------------------------------------------------ */

static fmi3Status values_set(fmu *fmu, variable *variable, const double *from)
{
    if (!is_set_early(variable) || (fmu->analysis && is_parameter(variable)))
        return fmu_log(fmu, fmi3Error, "cannot set %s%s", variable->name,
                       is_parameter(variable) ? " after the deck has been read" : "");
    if (!fmu->analysis)
        return variable_store(variable, from) ? fmi3OK : fmu_log(fmu, fmi3Error, "no memory");
    fmu->is_fresh = false;
    if (torsor_set_at(fmu->analysis, variable->number, from, variable->size) != TORSOR_OK)
        return fmu_log(fmu, fmi3Error, "invalid value for %s", variable->name);
    fmu->is_stale = fmu->initialises && !fmu->is_exchange;
    return !fmu->is_stale || variable_store(variable, from) ? fmi3OK : fmu_log(fmu, fmi3Error, "no memory");
}

fmi3Status fmi3SetFloat64(FMI3_REFERENCES, const fmi3Float64 *values, size_t n)
{
    fmu *fmu = instance;
    for (size_t i = 0; i < n_references; i++) {
        variable *variable = fmu_variable(fmu, references[i]);
        if (!variable)
            return fmi3Error;
        if (variable->kind > VARIABLE_REAL)
            return wrong_type(fmu, variable);
        if ((size_t)variable->size > n)
            return wrong_count(fmu, n);
        const fmi3Status how = values_set(fmu, variable, values);
        if (how != fmi3OK)
            return how;
        values += variable->size;
        n -= (size_t)variable->size;
    }
    return n == 0 ? fmi3OK : wrong_count(fmu, n);
}

static fmi3Status set_scalar(fmu *fmu, fmi3ValueReference reference, variable_kind kind, double value)
{
    variable *variable = fmu_variable(fmu, reference);
    if (!variable)
        return fmi3Error;
    return variable->kind == kind ? values_set(fmu, variable, &value) : wrong_type(fmu, variable);
}

fmi3Status fmi3SetInt32(FMI3_REFERENCES, const fmi3Int32 *values, size_t n)
{
    fmi3Status how = n == n_references ? fmi3OK : wrong_count(instance, n);
    for (size_t i = 0; i < n_references && how == fmi3OK; i++)
        how = set_scalar(instance, references[i], VARIABLE_INTEGER, values[i]);
    return how;
}

fmi3Status fmi3SetBoolean(FMI3_REFERENCES, const fmi3Boolean *values, size_t n)
{
    fmi3Status how = n == n_references ? fmi3OK : wrong_count(instance, n);
    for (size_t i = 0; i < n_references && how == fmi3OK; i++)
        how = set_scalar(instance, references[i], VARIABLE_BOOL, values[i]);
    return how;
}

/* --- derivatives -------------------------------------------------------------------------------------------------- */

/* Returns the numbers of the variables after checking their number of values; NULL after a message. The caller frees
 * it. */
static int *values_numbers_of(const fmu *fmu, const fmi3ValueReference *references, size_t n, size_t n_values)
{
    int *numbers = calloc(n + 1, sizeof *numbers);
    size_t values = 0;
    for (size_t i = 0; numbers && i < n; i++) {
        const variable *variable = fmu_variable(fmu, references[i]);
        numbers[i] = variable ? variable->number : -1;
        values += variable ? (size_t)variable->size : 0;
    }
    if (numbers && values == n_values)
        return numbers;
    wrong_count(fmu, n_values);
    free(numbers);
    return NULL;
}

/* NOLINTNEXTLINE(readability-function-size): the parameters of the standard */
fmi3Status fmi3GetDirectionalDerivative(FMI3_DERIVATIVE)
{
    fmu *fmu = instance;
    if (!fmu->analysis || fmu->is_exchange)
        return fmu_log(fmu, fmi3Error, "derivatives are not available %s",
                       fmu->analysis ? "in model exchange" : "before the initialisation");
    if (!fmu_settle(fmu))
        return fmi3Error;
    int *of = values_numbers_of(fmu, unknowns, n_unknowns, n_sensitivity),
        *by = of ? values_numbers_of(fmu, knowns, n_knowns, n_seed) : NULL;
    torsor_status how = TORSOR_NO_MEMORY;
    if (by)
        how = torsor_derivative(fmu->analysis, &(torsor_directional_derivative){.inputs = by,
                                                                                .outputs = of,
                                                                                .n_inputs = (int)n_knowns,
                                                                                .n_outputs = (int)n_unknowns,
                                                                                .seed = seed,
                                                                                .result = sensitivity});
    free(of);
    free(by);
    return how == TORSOR_OK       ? fmi3OK
           : how == TORSOR_MISUSE ? fmu_log(fmu, fmi3Error, "only derivatives with respect to inputs are available")
                                  : fmu_log(fmu, fmi3Discard, "the equations are not differentiable here");
}
