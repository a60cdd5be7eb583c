/* exchange.c - model exchange: the importer integrates, z' = f(z, t), and asks for the rates (torsor/ordinary.h).
 *
 * What is set is kept here, and reaches the model when something is asked for. There are no events: what jumps in a
 * drive is for the importer to step over with short steps. */
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
    fmu_tell(f, fmi3Error, "there is no model exchange: %s", f->no_exchange);
    fmi3FreeInstance(f);
    return NULL;
}

/* --- states ------------------------------------------------------------------------------------------------------- */

bool exchange_begin(fmu *f)
{
    const int n = torsor_ordinary_count(f->a);
    size_t wanted = 0;
    for (size_t i = 0; i < f->n_variables; i++)
        if (f->variables[i].name && f->variables[i].kind == VARIABLE_STATES)
            wanted = (size_t)f->variables[i].size;
    if (n < 0 || (size_t)n != wanted) {
        fmu_tell(f, fmi3Error, "with these parameters there is no model exchange: %s",
                 n < 0 ? torsor_ordinary_reason(f->a) : "there is another number of states");
        return false;
    }
    free(f->states);
    f->n_states = wanted;
    f->states = calloc(2 * wanted + 1, sizeof *f->states);
    f->rates = f->states ? f->states + wanted : NULL;
    return f->states && exchange_look(f);
}

bool exchange_look(fmu *f)
{
    f->time = torsor_time(f->a);
    f->is_fresh = false;
    return torsor_ordinary_get(f->a, f->states, (int)f->n_states) == TORSOR_OK;
}

bool exchange_refresh(fmu *f)
{
    const int n = (int)f->n_states;
    if (!f->is_fresh)
        f->is_fresh = torsor_ordinary_set(f->a, f->time, f->states, n) == TORSOR_OK &&
                      torsor_ordinary_rates(f->a, f->rates, n) == TORSOR_OK;
    if (!f->is_fresh)
        fmu_tell(f, fmi3Error, "no rates belong to these states");
    return f->is_fresh;
}

/* For co-simulation, which does not notice. */
static bool get_aside(const fmu *f, const variable *v, double *to)
{
    torsor_snapshot *now = torsor_snapshot_take(f->a);
    bool ok = now && (v->kind == VARIABLE_STATES ? torsor_ordinary_get(f->a, to, v->size)
                                                 : torsor_ordinary_rates(f->a, to, v->size)) == TORSOR_OK;
    ok = now && torsor_return(f->a, now) == TORSOR_OK && ok;
    torsor_snapshot_free(now);
    return ok;
}

bool exchange_get(const fmu *f, const variable *v, double *to)
{
    if (!f->is_exchange)
        return get_aside(f, v, to);
    memcpy(to, v->kind == VARIABLE_STATES ? f->states : f->rates, (size_t)v->size * sizeof *to);
    return true;
}

/* --- the standard's functions ------------------------------------------------------------------------------------- */

/* False after a message. */
static bool fits(const fmu *f, size_t n)
{
    if (f->is_exchange && f->a && n == f->n_states)
        return true;
    fmu_tell(f, fmi3Error,
             !f->is_exchange ? "this instance is for co-simulation"
             : f->a          ? "that is not how many states there are"
                             : "it is not initialised");
    return false;
}

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance)
{
    const fmu *f = instance;
    return fits(f, f->n_states) ? fmi3OK : fmi3Error;
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance, fmi3Boolean never_back, fmi3Boolean *event,
                                       fmi3Boolean *terminate)
{
    const fmu *f = instance;
    (void)never_back;
    *event = *terminate = false;
    return fits(f, f->n_states) ? fmi3OK : fmi3Error;
}

fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64 time)
{
    fmu *f = instance;
    if (!fits(f, f->n_states))
        return fmi3Error;
    f->is_fresh = f->is_fresh && time == f->time;
    f->time = time;
    return fmi3OK;
}

fmi3Status fmi3SetContinuousStates(fmi3Instance instance, const fmi3Float64 *states, size_t n)
{
    fmu *f = instance;
    if (!fits(f, n))
        return fmi3Error;
    memcpy(f->states, states, n * sizeof *states);
    f->is_fresh = false;
    return fmi3OK;
}

fmi3Status fmi3GetContinuousStates(fmi3Instance instance, fmi3Float64 *states, size_t n)
{
    const fmu *f = instance;
    if (!fits(f, n))
        return fmi3Error;
    memcpy(states, f->states, n * sizeof *states);
    return fmi3OK;
}

fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance, fmi3Float64 *derivatives, size_t n)
{
    fmu *f = instance;
    if (!fits(f, n) || !exchange_refresh(f))
        return fmi3Error;
    memcpy(derivatives, f->rates, n * sizeof *derivatives);
    return fmi3OK;
}

fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance, fmi3Float64 *nominals, size_t n)
{
    if (!fits(instance, n))
        return fmi3Error;
    for (size_t i = 0; i < n; i++)
        nominals[i] = 1;
    return fmi3OK;
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance, size_t *n)
{
    const fmu *f = instance;
    *n = f->n_states;
    return fits(f, *n) ? fmi3OK : fmi3Error;
}

fmi3Status fmi3GetEventIndicators(fmi3Instance instance, fmi3Float64 *indicators, size_t n)
{
    (void)instance, (void)indicators;
    return n == 0 ? fmi3OK : fmi3Error;
}

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance, size_t *n)
{
    (void)instance;
    *n = 0;
    return fmi3OK;
}
