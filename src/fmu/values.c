/* values.c - getting and setting by value reference.
 *
 * Inputs act from the next step on; those that are set before the initialisation is over, on the initial state.
 * Parameters are definitions of the deck: they can be set until the initialisation begins. Before that everything has
 * its start value, and outputs have none. */
#include "fmu/instance.h"
#include <stdlib.h>
#include <string.h>

static bool is_parameter(const variable *v) { return v->kind >= VARIABLE_REAL; }
static bool is_set_early(const variable *v) { return v->kind == VARIABLE_INPUT || is_parameter(v); }

/* --- getting ------------------------------------------------------------------------------------------------------ */

static fmi3Status get_early(const fmu *f, const variable *v, double *to)
{
    if (!is_set_early(v))
        return fmu_tell(f, fmi3Error, "%s has no value before the initialisation", v->name);
    for (int k = 0; k < v->size; k++)
        to[k] = v->early ? v->early[k] : v->start;
    return fmi3OK;
}

static fmi3Status values_get(fmu *f, const variable *v, double *to)
{
    if (!f->a)
        return get_early(f, v, to);
    if (!fmu_settle(f))
        return fmi3Error;
    if (f->is_exchange && !exchange_refresh(f))
        return fmi3Error;
    if (v->kind == VARIABLE_STATES || v->kind == VARIABLE_RATES)
        return exchange_get(f, v, to) ? fmi3OK : fmu_tell(f, fmi3Error, "%s cannot be got", v->name);
    return torsor_get_at(f->a, v->number, to, v->size) == TORSOR_OK
               ? fmi3OK
               : fmu_tell(f, fmi3Error, "%s cannot be got", v->name);
}

static fmi3Status wrong_count(const fmu *f, size_t n)
{
    return fmu_tell(f, fmi3Error, "%zu is not how many values these variables have", n);
}

static fmi3Status wrong_type(const fmu *f, const variable *v)
{
    return fmu_tell(f, fmi3Error, "%s is of another type", v->name);
}

fmi3Status fmi3GetFloat64(FMI3_REFERENCES, fmi3Float64 *values, size_t n)
{
    fmu *f = instance;
    for (size_t i = 0; i < n_references; i++) {
        const variable *v = fmu_variable(f, references[i]);
        if (!v)
            return fmi3Error;
        if (v->kind > VARIABLE_REAL)
            return wrong_type(f, v);
        if ((size_t)v->size > n)
            return wrong_count(f, n);
        const fmi3Status how = values_get(f, v, values);
        if (how != fmi3OK)
            return how;
        values += v->size;
        n -= (size_t)v->size;
    }
    return n == 0 ? fmi3OK : wrong_count(f, n);
}

/* Of a scalar of the given kind; false after a message. */
static bool get_scalar(fmu *f, fmi3ValueReference reference, variable_kind kind, double *to)
{
    const variable *v = fmu_variable(f, reference);
    if (v && v->kind != kind)
        wrong_type(f, v);
    return v && v->kind == kind && values_get(f, v, to) == fmi3OK;
}

fmi3Status fmi3GetInt32(FMI3_REFERENCES, fmi3Int32 *values, size_t n)
{
    double v;
    for (size_t i = 0; i < n_references && n == n_references; i++) {
        if (!get_scalar(instance, references[i], VARIABLE_INTEGER, &v))
            return fmi3Error;
        values[i] = (fmi3Int32)v;
    }
    return n == n_references ? fmi3OK : wrong_count(instance, n);
}

fmi3Status fmi3GetBoolean(FMI3_REFERENCES, fmi3Boolean *values, size_t n)
{
    double v;
    for (size_t i = 0; i < n_references && n == n_references; i++) {
        if (!get_scalar(instance, references[i], VARIABLE_BOOL, &v))
            return fmi3Error;
        values[i] = v != 0;
    }
    return n == n_references ? fmi3OK : wrong_count(instance, n);
}

/* --- setting ------------------------------------------------------------------------------------------------------ */

static fmi3Status values_set(fmu *f, variable *v, const double *from)
{
    if (!is_set_early(v) || (f->a && is_parameter(v)))
        return fmu_tell(f, fmi3Error, "%s cannot be set%s", v->name, is_parameter(v) ? " once the deck is read" : "");
    if (!f->a)
        return variable_keep(v, from) ? fmi3OK : fmu_tell(f, fmi3Error, "no memory");
    f->is_fresh = false;
    if (torsor_set_at(f->a, v->number, from, v->size) != TORSOR_OK)
        return fmu_tell(f, fmi3Error, "%s cannot have such a value", v->name);
    f->is_stale = f->initialises && !f->is_exchange;
    return !f->is_stale || variable_keep(v, from) ? fmi3OK : fmu_tell(f, fmi3Error, "no memory");
}

fmi3Status fmi3SetFloat64(FMI3_REFERENCES, const fmi3Float64 *values, size_t n)
{
    fmu *f = instance;
    for (size_t i = 0; i < n_references; i++) {
        variable *v = fmu_variable(f, references[i]);
        if (!v)
            return fmi3Error;
        if (v->kind > VARIABLE_REAL)
            return wrong_type(f, v);
        if ((size_t)v->size > n)
            return wrong_count(f, n);
        const fmi3Status how = values_set(f, v, values);
        if (how != fmi3OK)
            return how;
        values += v->size;
        n -= (size_t)v->size;
    }
    return n == 0 ? fmi3OK : wrong_count(f, n);
}

static fmi3Status set_scalar(fmu *f, fmi3ValueReference reference, variable_kind kind, double value)
{
    variable *v = fmu_variable(f, reference);
    if (!v)
        return fmi3Error;
    return v->kind == kind ? values_set(f, v, &value) : wrong_type(f, v);
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

/* Numbers of the variables, and how many values they have; NULL after a message. To be freed. */
static int *values_numbers_of(const fmu *f, const fmi3ValueReference *references, size_t n, size_t n_values)
{
    int *numbers = calloc(n + 1, sizeof *numbers);
    size_t values = 0;
    for (size_t i = 0; numbers && i < n; i++) {
        const variable *v = fmu_variable(f, references[i]);
        numbers[i] = v ? v->number : -1;
        values += v ? (size_t)v->size : 0;
    }
    if (numbers && values == n_values)
        return numbers;
    wrong_count(f, n_values);
    free(numbers);
    return NULL;
}

/* NOLINTNEXTLINE(readability-function-size): the parameters of the standard */
fmi3Status fmi3GetDirectionalDerivative(FMI3_DERIVATIVE)
{
    fmu *f = instance;
    if (!f->a || f->is_exchange)
        return fmu_tell(f, fmi3Error, "there are no derivatives %s",
                        f->a ? "in model exchange" : "before the initialisation");
    if (!fmu_settle(f))
        return fmi3Error;
    int *of = values_numbers_of(f, unknowns, n_unknowns, n_sensitivity),
        *by = of ? values_numbers_of(f, knowns, n_knowns, n_seed) : NULL;
    torsor_status how = TORSOR_NO_MEMORY;
    if (by)
        how = torsor_derivative(f->a, &(torsor_slope){.inputs = by,
                                                      .outputs = of,
                                                      .n_by = (int)n_knowns,
                                                      .n_of = (int)n_unknowns,
                                                      .seed = seed,
                                                      .result = sensitivity});
    free(of);
    free(by);
    return how == TORSOR_OK       ? fmi3OK
           : how == TORSOR_MISUSE ? fmu_tell(f, fmi3Error, "derivatives are those by inputs")
                                  : fmu_tell(f, fmi3Discard, "the equations have no derivative here");
}
