/* unit_3.c - calls of FMI 3.0 for co-simulation, without event mode and early return: the FMU handles its events. */
#include "element/fmu/unit.h"
#include "base/fmi3.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    fmi3Instance (*InstantiateCoSimulation)(fmi3String name, fmi3String token, fmi3String resources,
                                            fmi3Boolean visible, fmi3Boolean logs, fmi3Boolean events,
                                            fmi3Boolean early, const fmi3ValueReference *intermediate, size_t n,
                                            fmi3InstanceEnvironment environment, fmi3LogMessageCallback *log,
                                            fmi3IntermediateUpdateCallback *update);
    fmi3Status (*EnterInitializationMode)(fmi3Instance i, fmi3Boolean has_tolerance, fmi3Float64 tolerance,
                                          fmi3Float64 start, fmi3Boolean has_stop, fmi3Float64 stop);
    fmi3Status (*GetFloat64)(fmi3Instance i, const fmi3ValueReference *r, size_t n, fmi3Float64 *v, size_t nv);
    fmi3Status (*SetFloat64)(fmi3Instance i, const fmi3ValueReference *r, size_t n, const fmi3Float64 *v, size_t nv);
    fmi3Status (*GetInt32)(fmi3Instance i, const fmi3ValueReference *r, size_t n, fmi3Int32 *v, size_t nv);
    fmi3Status (*SetInt32)(fmi3Instance i, const fmi3ValueReference *r, size_t n, const fmi3Int32 *v, size_t nv);
    fmi3Status (*GetBoolean)(fmi3Instance i, const fmi3ValueReference *r, size_t n, fmi3Boolean *v, size_t nv);
    fmi3Status (*SetBoolean)(fmi3Instance i, const fmi3ValueReference *r, size_t n, const fmi3Boolean *v, size_t nv);
    fmi3Status (*DoStep)(fmi3Instance i, fmi3Float64 t, fmi3Float64 h, fmi3Boolean never_back, fmi3Boolean *event,
                         fmi3Boolean *terminate, fmi3Boolean *early, fmi3Float64 *last);
} functions;

static void unit_3_hear(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category, fmi3String message)
{
    (void)category;
    if (status > fmi3Warning)
        unit_note(environment, message);
}

static bool unit_3_load(unit *u)
{
    functions *f = u->functions = calloc(1, sizeof *f);
    if (!f)
        return false;
    return unit_find(u, "fmi3InstantiateCoSimulation", &f->InstantiateCoSimulation) &&
           unit_find(u, "fmi3EnterInitializationMode", &f->EnterInitializationMode) &&
           unit_find(u, "fmi3GetFloat64", &f->GetFloat64) && unit_find(u, "fmi3SetFloat64", &f->SetFloat64) &&
           unit_find(u, "fmi3GetInt32", &f->GetInt32) && unit_find(u, "fmi3SetInt32", &f->SetInt32) &&
           unit_find(u, "fmi3GetBoolean", &f->GetBoolean) && unit_find(u, "fmi3SetBoolean", &f->SetBoolean) &&
           unit_find(u, "fmi3DoStep", &f->DoStep);
}

static bool instantiate(unit *u)
{
    const functions *f = u->functions;
    char folder[sizeof u->resources + 2];
    snprintf(folder, sizeof folder, "%s/", u->resources);
    u->instance = f->InstantiateCoSimulation("torsor", u->about->token, folder, false, true, false, false, NULL, 0, u,
                                             unit_3_hear, NULL);
    return u->instance;
}

static bool unit_3_begin(unit *u, double t)
{
    const functions *f = u->functions;
    return unit_check(u, (int)f->EnterInitializationMode(u->instance, false, 0, t, false, 0),
                      "fmi3EnterInitializationMode");
}

static bool get_others(unit *u, const unit_variable *v, double *to)
{
    const functions *f = u->functions;
    const size_t n = (size_t)v->size;
    fmi3Int32 *whole = calloc(n, sizeof *whole);
    fmi3Boolean *flags = calloc(n, sizeof *flags);
    fmi3Status how = fmi3Error;
    if (whole && flags)
        how = v->type == PORT_INTEGER ? f->GetInt32(u->instance, &v->reference, 1, whole, n)
                                      : f->GetBoolean(u->instance, &v->reference, 1, flags, n);
    for (size_t k = 0; how <= fmi3Warning && k < n; k++)
        to[k] = v->type == PORT_INTEGER ? whole[k] : flags[k];
    free(whole);
    free(flags);
    return unit_check(u, (int)how, "fmi3Get");
}

static bool unit_3_get(unit *u, const unit_variable *v, double *to)
{
    const functions *f = u->functions;
    if (v->type != PORT_REAL)
        return get_others(u, v, to);
    return unit_check(u, (int)f->GetFloat64(u->instance, &v->reference, 1, to, (size_t)v->size), "fmi3GetFloat64");
}

static bool set_others(unit *u, const unit_variable *v, const double *from)
{
    const functions *f = u->functions;
    const size_t n = (size_t)v->size;
    fmi3Int32 *whole = calloc(n, sizeof *whole);
    fmi3Boolean *flags = calloc(n, sizeof *flags);
    fmi3Status how = fmi3Error;
    for (size_t k = 0; whole && flags && k < n; k++) {
        whole[k] = (fmi3Int32)from[k];
        flags[k] = from[k] != 0;
    }
    if (whole && flags)
        how = v->type == PORT_INTEGER ? f->SetInt32(u->instance, &v->reference, 1, whole, n)
                                      : f->SetBoolean(u->instance, &v->reference, 1, flags, n);
    free(whole);
    free(flags);
    return unit_check(u, (int)how, "fmi3Set");
}

static bool unit_3_set(unit *u, const unit_variable *v, const double *from)
{
    const functions *f = u->functions;
    if (v->type != PORT_REAL)
        return set_others(u, v, from);
    return unit_check(u, (int)f->SetFloat64(u->instance, &v->reference, 1, from, (size_t)v->size), "fmi3SetFloat64");
}

static bool unit_3_step(unit *u, double t, double h)
{
    const functions *f = u->functions;
    bool event = false, terminate = false, early = false;
    double last = t;
    const fmi3Status how = f->DoStep(u->instance, t, h, !u->about->keeps_states, &event, &terminate, &early, &last);
    if (how <= fmi3Warning && (terminate || early)) {
        unit_note(u, "it asks to end the simulation");
        return false;
    }
    return unit_check(u, (int)how, "fmi3DoStep");
}

#ifdef __aarch64__
#define PLATFORM "aarch64-linux"
#else
#define PLATFORM "x86_64-linux"
#endif

const unit_calls unit_calls_3 = {.platform = PLATFORM,
                                 .names = {.exit_initialization = "fmi3ExitInitializationMode",
                                           .terminate = "fmi3Terminate",
                                           .free_instance = "fmi3FreeInstance",
                                           .get_state = "fmi3GetFMUState",
                                           .set_state = "fmi3SetFMUState",
                                           .free_state = "fmi3FreeFMUState",
                                           .state_size = "fmi3SerializedFMUStateSize",
                                           .pack_state = "fmi3SerializeFMUState",
                                           .unpack_state = "fmi3DeserializeFMUState"},
                                 .load = unit_3_load,
                                 .instantiate = instantiate,
                                 .begin = unit_3_begin,
                                 .get = unit_3_get,
                                 .set = unit_3_set,
                                 .step = unit_3_step};
