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
    fmi3Status (*EnterInitializationMode)(fmi3Instance instance, fmi3Boolean has_tolerance, fmi3Float64 tolerance,
                                          fmi3Float64 start, fmi3Boolean has_stop, fmi3Float64 stop);
    fmi3Status (*GetFloat64)(fmi3Instance instance, const fmi3ValueReference *fmi3ValueReference, size_t n,
                             fmi3Float64 *fmi3Float64, size_t nv);
    fmi3Status (*SetFloat64)(fmi3Instance instance, const fmi3ValueReference *fmi3ValueReference, size_t n,
                             const fmi3Float64 *fmi3Float64, size_t nv);
    fmi3Status (*GetInt32)(fmi3Instance instance, const fmi3ValueReference *fmi3ValueReference, size_t n,
                           fmi3Int32 *fmi3Int32, size_t nv);
    fmi3Status (*SetInt32)(fmi3Instance instance, const fmi3ValueReference *fmi3ValueReference, size_t n,
                           const fmi3Int32 *fmi3Int32, size_t nv);
    fmi3Status (*GetBoolean)(fmi3Instance instance, const fmi3ValueReference *fmi3ValueReference, size_t n,
                             fmi3Boolean *fmi3Boolean, size_t nv);
    fmi3Status (*SetBoolean)(fmi3Instance instance, const fmi3ValueReference *fmi3ValueReference, size_t n,
                             const fmi3Boolean *fmi3Boolean, size_t nv);
    fmi3Status (*DoStep)(fmi3Instance instance, fmi3Float64 t, fmi3Float64 h, fmi3Boolean never_back,
                         fmi3Boolean *event, fmi3Boolean *terminate, fmi3Boolean *early, fmi3Float64 *last);
} functions;

static void unit_3_on_log(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category,
                          fmi3String message)
{
    (void)category;
    if (status > fmi3Warning)
        unit_note(environment, message);
}

static bool unit_3_load(unit *unit)
{
    functions *functions = unit->functions = calloc(1, sizeof *functions);
    if (!functions)
        return false;
    return unit_find(unit, "fmi3InstantiateCoSimulation", &functions->InstantiateCoSimulation) &&
           unit_find(unit, "fmi3EnterInitializationMode", &functions->EnterInitializationMode) &&
           unit_find(unit, "fmi3GetFloat64", &functions->GetFloat64) &&
           unit_find(unit, "fmi3SetFloat64", &functions->SetFloat64) &&
           unit_find(unit, "fmi3GetInt32", &functions->GetInt32) &&
           unit_find(unit, "fmi3SetInt32", &functions->SetInt32) &&
           unit_find(unit, "fmi3GetBoolean", &functions->GetBoolean) &&
           unit_find(unit, "fmi3SetBoolean", &functions->SetBoolean) &&
           unit_find(unit, "fmi3DoStep", &functions->DoStep);
}

static bool instantiate(unit *unit)
{
    const functions *functions = unit->functions;
    char folder[sizeof unit->resources + 2];
    snprintf(folder, sizeof folder, "%s/", unit->resources);
    unit->instance = functions->InstantiateCoSimulation("torsor", unit->about->token, folder, false, true, false, false,
                                                        NULL, 0, unit, unit_3_on_log, NULL);
    return unit->instance;
}

static bool unit_3_begin(unit *unit, double t)
{
    const functions *functions = unit->functions;
    return unit_check(unit, (int)functions->EnterInitializationMode(unit->instance, false, 0, t, false, 0),
                      "fmi3EnterInitializationMode");
}

static bool get_others(unit *unit, const unit_variable *variable, double *to)
{
    const functions *functions = unit->functions;
    const size_t n = (size_t)variable->size;
    fmi3Int32 *whole = calloc(n, sizeof *whole);
    fmi3Boolean *flags = calloc(n, sizeof *flags);
    fmi3Status how = fmi3Error;
    if (whole && flags)
        how = variable->type == PORT_INTEGER ? functions->GetInt32(unit->instance, &variable->reference, 1, whole, n)
                                             : functions->GetBoolean(unit->instance, &variable->reference, 1, flags, n);
    for (size_t k = 0; how <= fmi3Warning && k < n; k++)
        to[k] = variable->type == PORT_INTEGER ? whole[k] : flags[k];
    free(whole);
    free(flags);
    return unit_check(unit, (int)how, "fmi3Get");
}

static bool unit_3_get(unit *unit, const unit_variable *variable, double *to)
{
    const functions *functions = unit->functions;
    if (variable->type != PORT_REAL)
        return get_others(unit, variable, to);
    return unit_check(unit,
                      (int)functions->GetFloat64(unit->instance, &variable->reference, 1, to, (size_t)variable->size),
                      "fmi3GetFloat64");
}

static bool set_others(unit *unit, const unit_variable *variable, const double *from)
{
    const functions *functions = unit->functions;
    const size_t n = (size_t)variable->size;
    fmi3Int32 *whole = calloc(n, sizeof *whole);
    fmi3Boolean *flags = calloc(n, sizeof *flags);
    fmi3Status how = fmi3Error;
    for (size_t k = 0; whole && flags && k < n; k++) {
        whole[k] = (fmi3Int32)from[k];
        flags[k] = from[k] != 0;
    }
    if (whole && flags)
        how = variable->type == PORT_INTEGER ? functions->SetInt32(unit->instance, &variable->reference, 1, whole, n)
                                             : functions->SetBoolean(unit->instance, &variable->reference, 1, flags, n);
    free(whole);
    free(flags);
    return unit_check(unit, (int)how, "fmi3Set");
}

static bool unit_3_set(unit *unit, const unit_variable *variable, const double *from)
{
    const functions *functions = unit->functions;
    if (variable->type != PORT_REAL)
        return set_others(unit, variable, from);
    return unit_check(unit,
                      (int)functions->SetFloat64(unit->instance, &variable->reference, 1, from, (size_t)variable->size),
                      "fmi3SetFloat64");
}

static bool unit_3_step(unit *unit, double t, double h)
{
    const functions *functions = unit->functions;
    bool event = false, terminate = false, early = false;
    double last = t;
    const fmi3Status how =
        functions->DoStep(unit->instance, t, h, !unit->about->keeps_states, &event, &terminate, &early, &last);
    if (how <= fmi3Warning && (terminate || early)) {
        unit_note(unit, "it asks to end the simulation");
        return false;
    }
    return unit_check(unit, (int)how, "fmi3DoStep");
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
