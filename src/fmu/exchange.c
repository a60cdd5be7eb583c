/* exchange.c - model exchange: the importer integrates z' = f(z, t) and requests the rates (torsor/ordinary.h).
 *
 * Values that are set are stored here, and passed to the model when something is requested. There are no events: the
 * importer has to integrate discontinuities of drives with short steps. */
#include "fmu/instance.h"
#include <stdlib.h>
#include <string.h>

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
                                          fmi3Boolean logs, fmi3InstanceEnvironment environment,
                                          fmi3LogMessageCallback *log)
{
    (void)name, (void)visible;
    fmu *f = fmu_create(resources, token, &(fmu){.environment = environment, .log = log, .logs = logs});
    if (!f)
        return NULL;
    f->is_exchange = true;
    if (!f->no_exchange)
        return f;
    f->logs = true;
    fmu_log(f, fmi3Error, "model exchange is not supported: %s", f->no_exchange);
    fmi3FreeInstance(f);
    return NULL;
}

/* --- states ------------------------------------------------------------------------------------------------------- */

bool exchange_begin(fmu *fmu)
{
    const int n = torsor_ordinary_count(fmu->analysis);
    size_t wanted = 0;
    for (size_t i = 0; i < fmu->n_variables; i++)
        if (fmu->variables[i].name && fmu->variables[i].kind == VARIABLE_STATES)
            wanted = (size_t)fmu->variables[i].size;
    if (n < 0 || (size_t)n != wanted) {
        fmu_log(fmu, fmi3Error, "model exchange is not supported with these parameters: %s",
                n < 0 ? torsor_ordinary_reason(fmu->analysis) : "the number of states is different");
        return false;
    }
    free(fmu->states);
    fmu->n_states = wanted;
    fmu->states = calloc(2 * wanted + 1, sizeof *fmu->states);
    fmu->rates = fmu->states ? fmu->states + wanted : NULL;
    return fmu->states && exchange_look(fmu);
}

bool exchange_look(fmu *fmu)
{
    fmu->time = torsor_time(fmu->analysis);
    fmu->is_fresh = false;
    return torsor_ordinary_get(fmu->analysis, fmu->states, (int)fmu->n_states) == TORSOR_OK;
}

bool exchange_refresh(fmu *fmu)
{
    const int n = (int)fmu->n_states;
    if (!fmu->is_fresh)
        fmu->is_fresh = torsor_ordinary_set(fmu->analysis, fmu->time, fmu->states, n) == TORSOR_OK &&
                        torsor_ordinary_rates(fmu->analysis, fmu->rates, n) == TORSOR_OK;
    if (!fmu->is_fresh)
        fmu_log(fmu, fmi3Error, "the derivatives of these states cannot be computed");
    return fmu->is_fresh;
}

/* For co-simulation: restores the analysis afterwards. */
static bool get_aside(const fmu *fmu, const variable *variable, double *to)
{
    torsor_snapshot *now = torsor_snapshot_take(fmu->analysis);
    bool ok = now && (variable->kind == VARIABLE_STATES
                          ? torsor_ordinary_get(fmu->analysis, to, variable->size)
                          : torsor_ordinary_rates(fmu->analysis, to, variable->size)) == TORSOR_OK;
    ok = now && torsor_restore(fmu->analysis, now) == TORSOR_OK && ok;
    torsor_snapshot_free(now);
    return ok;
}

bool exchange_get(const fmu *fmu, const variable *variable, double *to)
{
    if (!fmu->is_exchange)
        return get_aside(fmu, variable, to);
    memcpy(to, variable->kind == VARIABLE_STATES ? fmu->states : fmu->rates, (size_t)variable->size * sizeof *to);
    return true;
}

/* --- the standard's functions ------------------------------------------------------------------------------------- */

/* Whether this instance is for model exchange with n states; returns false after a message. */
static bool fits(const fmu *fmu, size_t n)
{
    if (fmu->is_exchange && fmu->analysis && n == fmu->n_states)
        return true;
    fmu_log(fmu, fmi3Error,
            !fmu->is_exchange ? "this instance is for co-simulation"
            : fmu->analysis   ? "wrong number of states"
                              : "not initialised");
    return false;
}

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance)
{
    const fmu *fmu = instance;
    return fits(fmu, fmu->n_states) ? fmi3OK : fmi3Error;
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance, fmi3Boolean never_back, fmi3Boolean *event,
                                       fmi3Boolean *terminate)
{
    const fmu *fmu = instance;
    (void)never_back;
    *event = *terminate = false;
    return fits(fmu, fmu->n_states) ? fmi3OK : fmi3Error;
}

fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64 time)
{
    fmu *fmu = instance;
    if (!fits(fmu, fmu->n_states))
        return fmi3Error;
    fmu->is_fresh = fmu->is_fresh && time == fmu->time;
    fmu->time = time;
    return fmi3OK;
}

fmi3Status fmi3SetContinuousStates(fmi3Instance instance, const fmi3Float64 *states, size_t size)
{
    fmu *fmu = instance;
    if (!fits(fmu, size))
        return fmi3Error;
    memcpy(fmu->states, states, size * sizeof *states);
    fmu->is_fresh = false;
    return fmi3OK;
}

fmi3Status fmi3GetContinuousStates(fmi3Instance instance, fmi3Float64 *states, size_t size)
{
    const fmu *fmu = instance;
    if (!fits(fmu, size))
        return fmi3Error;
    memcpy(states, fmu->states, size * sizeof *states);
    return fmi3OK;
}

fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance, fmi3Float64 *derivatives, size_t size)
{
    fmu *fmu = instance;
    if (!fits(fmu, size) || !exchange_refresh(fmu))
        return fmi3Error;
    memcpy(derivatives, fmu->rates, size * sizeof *derivatives);
    return fmi3OK;
}

fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance, fmi3Float64 *nominals, size_t size)
{
    if (!fits(instance, size))
        return fmi3Error;
    for (size_t i = 0; i < size; i++)
        nominals[i] = 1;
    return fmi3OK;
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance, size_t *count)
{
    const fmu *fmu = instance;
    *count = fmu->n_states;
    return fits(fmu, *count) ? fmi3OK : fmi3Error;
}

fmi3Status fmi3GetEventIndicators(fmi3Instance instance, fmi3Float64 *indicators, size_t size)
{
    (void)instance, (void)indicators;
    return size == 0 ? fmi3OK : fmi3Error;
}

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance, size_t *count)
{
    (void)instance;
    *count = 0;
    return fmi3OK;
}
