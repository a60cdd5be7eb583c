/* steps.c - from the deck to the initial state, and from one communication point to the next.
 *
 * The steps are those of the deck; the last one before a communication point is shortened to end there. Inputs are
 * constant between points, so that discontinuities are between two steps: there is nothing to iterate in the event
 * mode. */
#include "fmu/instance.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* --- initialisation ----------------------------------------------------------------------------------------------- */

static void pass_on(void *to, const torsor_message *message)
{
    const fmi3Status how = message->severity == TORSOR_SEVERITY_ERROR     ? fmi3Error
                           : message->severity == TORSOR_SEVERITY_WARNING ? fmi3Warning
                                                                          : fmi3OK;
    fmu_log(to, how, "%s", message->rendered);
}

/* The texts of the definitions are stored after them. */
typedef struct {
    torsor_definition definition;
    char name[256], value[40];
} definition;

static void steps_define(const variable *variable, definition *to)
{
    snprintf(to->name, sizeof to->name, "%s", variable->name + sizeof "variable." - 1);
    if (variable->kind == VARIABLE_BOOL)
        snprintf(to->value, sizeof to->value, "%s", *variable->early != 0 ? "TRUE" : "FALSE");
    else if (variable->kind == VARIABLE_INTEGER)
        snprintf(to->value, sizeof to->value, "%d", (int)*variable->early);
    else
        snprintf(to->value, sizeof to->value, "%.17e", *variable->early);
}

static bool steps_open_deck(fmu *fmu)
{
    torsor_options options = {
        .size = sizeof options, .settable = true, .read_only = true, .message = pass_on, .context = fmu};
    definition *texts = calloc(fmu->n_variables + 1, sizeof *texts);
    torsor_definition *all = calloc(fmu->n_variables + 1, sizeof *all);
    for (size_t i = 0; texts && all && i < fmu->n_variables; i++)
        if (fmu->variables[i].kind >= VARIABLE_REAL && fmu->variables[i].early) {
            definition *definition = &texts[options.n_definitions];
            steps_define(&fmu->variables[i], definition);
            all[options.n_definitions++] = (torsor_definition){.name = definition->name, .value = definition->value};
        }
    options.definitions = all;
    fmu->model = texts && all ? torsor_open(fmu->deck, &options) : NULL;
    free(all);
    free(texts);
    return torsor_has_problem(fmu->model);
}

/* Assigns numbers to the variables, and sets inputs to their values, so that the initial state is consistent with
 * them. */
static void steps_connect(void *to, torsor_analysis *analysis)
{
    fmu *fmu = to;
    bool ok = true;
    for (size_t i = 0; i < fmu->n_variables && ok; i++) {
        variable *variable = &fmu->variables[i];
        if (!variable->name || variable->kind == VARIABLE_STATES || variable->kind == VARIABLE_RATES)
            continue;
        variable->number = torsor_find(analysis, variable->name);
        ok = variable->number >= 0;
        if (ok && variable->early && variable->kind == VARIABLE_INPUT)
            ok = torsor_set_at(analysis, variable->number, variable->early, variable->size) == TORSOR_OK;
        if (!ok)
            fmu_log(fmu, fmi3Error, "the deck has no %s", variable->name);
    }
    fmu->is_connected = ok;
}

static bool find_initial_state(fmu *fmu)
{
    const torsor_analysis_options options = {
        .size = sizeof options, .may_restore = true, .endless = true, .prepare = steps_connect, .context = fmu};
    torsor_end(fmu->analysis);
    fmu->is_connected = fmu->is_stale = false;
    fmu->analysis = torsor_begin(fmu->model, &options);
    const bool ok = torsor_state(fmu->analysis) == TORSOR_OK && fmu->is_connected;
    if (!ok)
        fmu_log(fmu, fmi3Error, "cannot compute the initial state");
    return ok;
}

bool fmu_settle(fmu *fmu) { return !fmu->is_stale || find_initial_state(fmu); }

static bool is_begun(fmu *fmu, const double *start)
{
    if (!find_initial_state(fmu))
        return false;
    const double first = torsor_time(fmu->analysis);
    if (!start || fabs(*start - first) <= 1e-9 * torsor_time_step(fmu->analysis))
        return true;
    fmu_log(fmu, fmi3Error, "the deck begins at time %g, not at %g", first, *start);
    return false;
}

bool fmu_begin_analysis(fmu *fmu, const double *start)
{
    const bool is_open = steps_open_deck(fmu);
    if (!is_open)
        fmu_log(fmu, fmi3Error, "cannot read the deck");
    if (is_open && is_begun(fmu, start))
        return true;
    fmu_end_analysis(fmu);
    return false;
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean has_tolerance, fmi3Float64 tolerance,
                                       fmi3Float64 start, fmi3Boolean has_stop, fmi3Float64 stop)
{
    fmu *fmu = instance;
    (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
    if (fmu->analysis)
        return fmu_log(fmu, fmi3Error, "already initialised");
    fmu->initialises = fmu_begin_analysis(fmu, &start) && (!fmu->is_exchange || exchange_begin(fmu));
    return fmu->initialises ? fmi3OK : fmi3Error;
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance instance)
{
    fmu *fmu = instance;
    if (!fmu->analysis)
        return fmu_log(fmu, fmi3Error, "not in initialisation mode");
    fmu->initialises = false;
    return fmu_settle(fmu) ? fmi3OK : fmi3Error;
}

fmi3Status fmi3Reset(fmi3Instance instance)
{
    fmu *fmu = instance;
    fmu_end_analysis(fmu);
    for (size_t i = 0; i < fmu->n_variables; i++) {
        free(fmu->variables[i].early);
        fmu->variables[i].early = NULL;
    }
    return fmi3OK;
}

fmi3Status fmi3Terminate(fmi3Instance instance)
{
    const fmu *fmu = instance;
    return fmu->analysis ? fmi3OK : fmu_log(fmu, fmi3Error, "not in step mode");
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

fmi3Status fmi3EnterStepMode(fmi3Instance instance)
{
    (void)instance;
    return fmi3OK;
}

fmi3Status fmi3EnterEventMode(fmi3Instance instance)
{
    (void)instance;
    return fmi3OK;
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance, fmi3Boolean *again, fmi3Boolean *terminate,
                                    fmi3Boolean *nominals, fmi3Boolean *values, fmi3Boolean *has_next,
                                    fmi3Float64 *next)
{
    const fmu *fmu = instance;
    *again = *nominals = *values = *has_next = false;
    *next = 0;
    *terminate = fmu->analysis && torsor_state(fmu->analysis) == TORSOR_END;
    return fmi3OK;
}

/* NOLINTNEXTLINE(readability-function-size): the parameters of the standard */
fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 time, fmi3Float64 step, fmi3Boolean never_back,
                      fmi3Boolean *event, fmi3Boolean *terminate, fmi3Boolean *early, fmi3Float64 *last)
{
    const fmu *fmu = instance;
    (void)never_back;
    *event = *terminate = *early = false;
    if (fmu->is_exchange)
        return fmu_log(fmu, fmi3Error, "this instance is for model exchange");
    if (!fmu->analysis || !(step > 0))
        return fmu_log(fmu, fmi3Error, fmu->analysis ? "the step size must be positive" : "not initialised");
    const double h = torsor_time_step(fmu->analysis);
    *last = torsor_time(fmu->analysis);
    if (fabs(time - *last) > 1e-6 * fmax(h, step))
        return fmu_log(fmu, fmi3Error, "the current time is %.17g, not %.17g", *last, time);
    const torsor_status how = torsor_run_exactly_to(fmu->analysis, time + step);
    *last = torsor_time(fmu->analysis);
    *terminate = how == TORSOR_END;
    *early = *terminate && *last < time + step;
    return how == TORSOR_OK || how == TORSOR_END ? fmi3OK
                                                 : fmu_log(fmu, fmi3Error, "the step from time %g failed", time);
}
