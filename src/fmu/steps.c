/* steps.c - from the deck to the initial state, and from one communication point to the next.
 *
 * Steps are those of the deck; the last one before a communication point is cut to end there. Inputs hold from point to
 * point, so that whatever jumps does so between two steps: there is nothing to iterate in the event mode. */
#include "fmu/instance.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* --- initialisation ----------------------------------------------------------------------------------------------- */

static void pass_on(void *to, const torsor_message *m)
{
    const fmi3Status how = m->severity == TORSOR_FAULT     ? fmi3Error
                           : m->severity == TORSOR_WARNING ? fmi3Warning
                                                           : fmi3OK;
    fmu_tell(to, how, "%s", m->rendered);
}

/* Texts of the definitions stand behind them. */
typedef struct {
    torsor_definition definition;
    char name[256], value[40];
} definition;

static void steps_define(const variable *v, definition *to)
{
    snprintf(to->name, sizeof to->name, "%s", v->name + sizeof "variable." - 1);
    if (v->kind == VARIABLE_BOOL)
        snprintf(to->value, sizeof to->value, "%s", *v->early != 0 ? "TRUE" : "FALSE");
    else if (v->kind == VARIABLE_INTEGER)
        snprintf(to->value, sizeof to->value, "%d", (int)*v->early);
    else
        snprintf(to->value, sizeof to->value, "%.17e", *v->early);
}

static bool steps_open_deck(fmu *f)
{
    torsor_options o = {.size = sizeof o, .settable = true, .read_only = true, .message = pass_on, .context = f};
    definition *texts = calloc(f->n_variables + 1, sizeof *texts);
    torsor_definition *all = calloc(f->n_variables + 1, sizeof *all);
    for (size_t i = 0; texts && all && i < f->n_variables; i++)
        if (f->variables[i].kind >= VARIABLE_REAL && f->variables[i].early) {
            definition *d = &texts[o.n_definitions];
            steps_define(&f->variables[i], d);
            all[o.n_definitions++] = (torsor_definition){.name = d->name, .value = d->value};
        }
    o.definitions = all;
    f->m = texts && all ? torsor_open(f->deck, &o) : NULL;
    free(all);
    free(texts);
    return torsor_has_problem(f->m);
}

/* Gives the variables their numbers, and inputs what they were set to: the initial state is to be that of these. */
static void steps_connect(void *to, torsor_analysis *a)
{
    fmu *f = to;
    bool ok = true;
    for (size_t i = 0; i < f->n_variables && ok; i++) {
        variable *v = &f->variables[i];
        if (!v->name || v->kind == VARIABLE_STATES || v->kind == VARIABLE_RATES)
            continue;
        v->number = torsor_find(a, v->name);
        ok = v->number >= 0;
        if (ok && v->early && v->kind == VARIABLE_INPUT)
            ok = torsor_set_at(a, v->number, v->early, v->size) == TORSOR_OK;
        if (!ok)
            fmu_tell(f, fmi3Error, "the deck has no %s", v->name);
    }
    f->is_connected = ok;
}

static bool find_initial_state(fmu *f)
{
    const torsor_analysis_options o = {
        .size = sizeof o, .may_return = true, .endless = true, .prepare = steps_connect, .context = f};
    torsor_end(f->a);
    f->is_connected = f->is_stale = false;
    f->a = torsor_begin(f->m, &o);
    const bool ok = torsor_state(f->a) == TORSOR_OK && f->is_connected;
    if (!ok)
        fmu_tell(f, fmi3Error, "the initial state cannot be found");
    return ok;
}

bool fmu_settle(fmu *f) { return !f->is_stale || find_initial_state(f); }

static bool is_begun(fmu *f, const double *start)
{
    if (!find_initial_state(f))
        return false;
    const double first = torsor_time(f->a);
    if (!start || fabs(*start - first) <= 1e-9 * torsor_time_step(f->a))
        return true;
    fmu_tell(f, fmi3Error, "the deck begins at time %g, not at %g", first, *start);
    return false;
}

bool fmu_begin_analysis(fmu *f, const double *start)
{
    const bool is_open = steps_open_deck(f);
    if (!is_open)
        fmu_tell(f, fmi3Error, "the deck cannot be read");
    if (is_open && is_begun(f, start))
        return true;
    fmu_end_analysis(f);
    return false;
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean has_tolerance, fmi3Float64 tolerance,
                                       fmi3Float64 start, fmi3Boolean has_stop, fmi3Float64 stop)
{
    fmu *f = instance;
    (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
    if (f->a)
        return fmu_tell(f, fmi3Error, "it is initialised already");
    f->initialises = fmu_begin_analysis(f, &start) && (!f->is_exchange || exchange_begin(f));
    return f->initialises ? fmi3OK : fmi3Error;
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance instance)
{
    fmu *f = instance;
    if (!f->a)
        return fmu_tell(f, fmi3Error, "it is not being initialised");
    f->initialises = false;
    return fmu_settle(f) ? fmi3OK : fmi3Error;
}

fmi3Status fmi3Reset(fmi3Instance instance)
{
    fmu *f = instance;
    fmu_end_analysis(f);
    for (size_t i = 0; i < f->n_variables; i++) {
        free(f->variables[i].early);
        f->variables[i].early = NULL;
    }
    return fmi3OK;
}

fmi3Status fmi3Terminate(fmi3Instance instance)
{
    const fmu *f = instance;
    return f->a ? fmi3OK : fmu_tell(f, fmi3Error, "it is not under way");
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
    const fmu *f = instance;
    *again = *nominals = *values = *has_next = false;
    *next = 0;
    *terminate = f->a && torsor_state(f->a) == TORSOR_END;
    return fmi3OK;
}

/* NOLINTNEXTLINE(readability-function-size): the parameters of the standard */
fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 time, fmi3Float64 step, fmi3Boolean never_back,
                      fmi3Boolean *event, fmi3Boolean *terminate, fmi3Boolean *early, fmi3Float64 *last)
{
    const fmu *f = instance;
    (void)never_back;
    *event = *terminate = *early = false;
    if (f->is_exchange)
        return fmu_tell(f, fmi3Error, "this instance is for model exchange");
    if (!f->a || !(step > 0))
        return fmu_tell(f, fmi3Error, f->a ? "a step must have a length" : "it is not initialised");
    const double h = torsor_time_step(f->a);
    *last = torsor_time(f->a);
    if (fabs(time - *last) > 1e-6 * fmax(h, step))
        return fmu_tell(f, fmi3Error, "it is at time %.17g, not at %.17g", *last, time);
    const torsor_status how = torsor_run_until(f->a, time + step);
    *last = torsor_time(f->a);
    *terminate = how == TORSOR_END;
    *early = *terminate && *last < time + step;
    return how == TORSOR_OK || how == TORSOR_END ? fmi3OK
                                                 : fmu_tell(f, fmi3Error, "the step from time %g failed", time);
}
