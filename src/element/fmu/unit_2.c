/* unit_2.c - calls of FMI 2.0 for co-simulation. Booleans are ints, every other number of a variable is a scalar. */
#include "element/fmu/unit.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

typedef void logger(void *environment, const char *instance, int status, const char *category, const char *message,
                    ...);

/* The FMU stores its address: it must live as long as the instance. */
typedef struct {
    logger *log;
    void *(*allocate)(size_t n, size_t size);
    void (*release)(void *p);
    void (*step_finished)(void *environment, int status);
    void *environment;
} callbacks;

typedef struct {
    callbacks back;
    void *(*Instantiate)(const char *name, int type, const char *guid, const char *resources, const callbacks *back,
                         int visible, int logs);
    int (*SetupExperiment)(void *c, int has_tolerance, double tolerance, double start, int has_stop, double stop);
    int (*EnterInitializationMode)(void *c);
    int (*GetReal)(void *c, const unsigned *r, size_t n, double *v);
    int (*SetReal)(void *c, const unsigned *r, size_t n, const double *v);
    int (*GetInteger)(void *c, const unsigned *r, size_t n, int *v);
    int (*SetInteger)(void *c, const unsigned *r, size_t n, const int *v);
    int (*GetBoolean)(void *c, const unsigned *r, size_t n, int *v);
    int (*SetBoolean)(void *c, const unsigned *r, size_t n, const int *v);
    int (*DoStep)(void *c, double t, double h, int never_back);
} functions;

enum { CO_SIMULATION = 1, WARNING = 1 };

static void unit_2_on_log(void *environment, const char *instance, int status, const char *category,
                          const char *message, ...)
{
    char words[UNIT_WORDS];
    va_list args;
    (void)instance, (void)category;
    va_start(args, message);
    vsnprintf(words, sizeof words, message, args);
    va_end(args);
    if (status > WARNING)
        unit_note(environment, words);
}

static bool unit_2_load(unit *unit)
{
    functions *functions = unit->functions = calloc(1, sizeof *functions);
    if (!functions)
        return false;
    functions->back = (callbacks){.log = unit_2_on_log, .allocate = calloc, .release = free, .environment = unit};
    return unit_find(unit, "fmi2Instantiate", &functions->Instantiate) &&
           unit_find(unit, "fmi2SetupExperiment", &functions->SetupExperiment) &&
           unit_find(unit, "fmi2EnterInitializationMode", &functions->EnterInitializationMode) &&
           unit_find(unit, "fmi2GetReal", &functions->GetReal) && unit_find(unit, "fmi2SetReal", &functions->SetReal) &&
           unit_find(unit, "fmi2GetInteger", &functions->GetInteger) &&
           unit_find(unit, "fmi2SetInteger", &functions->SetInteger) &&
           unit_find(unit, "fmi2GetBoolean", &functions->GetBoolean) &&
           unit_find(unit, "fmi2SetBoolean", &functions->SetBoolean) &&
           unit_find(unit, "fmi2DoStep", &functions->DoStep);
}

static bool instantiate(unit *unit)
{
    const functions *functions = unit->functions;
    char address[sizeof unit->resources + 8];
    snprintf(address, sizeof address, "file://%s", unit->resources);
    unit->instance =
        functions->Instantiate("torsor", CO_SIMULATION, unit->about->token, address, &functions->back, 0, 0);
    return unit->instance;
}

static bool unit_2_begin(unit *unit, double t)
{
    const functions *functions = unit->functions;
    return unit_check(unit, functions->SetupExperiment(unit->instance, 0, 0, t, 0, 0), "fmi2SetupExperiment") &&
           unit_check(unit, functions->EnterInitializationMode(unit->instance), "fmi2EnterInitializationMode");
}

static bool unit_2_get(unit *unit, const unit_variable *variable, double *to)
{
    const functions *functions = unit->functions;
    int i = 0;
    const int how = variable->type == PORT_REAL ? functions->GetReal(unit->instance, &variable->reference, 1, to)
                    : variable->type == PORT_INTEGER
                        ? functions->GetInteger(unit->instance, &variable->reference, 1, &i)
                        : functions->GetBoolean(unit->instance, &variable->reference, 1, &i);
    if (variable->type != PORT_REAL)
        *to = i;
    return unit_check(unit, how, "fmi2Get");
}

static bool unit_2_set(unit *unit, const unit_variable *variable, const double *from)
{
    const functions *functions = unit->functions;
    const int i = variable->type == PORT_BOOL ? *from != 0 : (int)*from;
    const int how = variable->type == PORT_REAL ? functions->SetReal(unit->instance, &variable->reference, 1, from)
                    : variable->type == PORT_INTEGER
                        ? functions->SetInteger(unit->instance, &variable->reference, 1, &i)
                        : functions->SetBoolean(unit->instance, &variable->reference, 1, &i);
    return unit_check(unit, how, "fmi2Set");
}

static bool unit_2_step(unit *unit, double t, double h)
{
    const functions *functions = unit->functions;
    return unit_check(unit, functions->DoStep(unit->instance, t, h, !unit->about->keeps_states), "fmi2DoStep");
}

const unit_calls unit_calls_2 = {.platform = "linux64",
                                 .names = {.exit_initialization = "fmi2ExitInitializationMode",
                                           .terminate = "fmi2Terminate",
                                           .free_instance = "fmi2FreeInstance",
                                           .get_state = "fmi2GetFMUstate",
                                           .set_state = "fmi2SetFMUstate",
                                           .free_state = "fmi2FreeFMUstate",
                                           .state_size = "fmi2SerializedFMUstateSize",
                                           .pack_state = "fmi2SerializeFMUstate",
                                           .unpack_state = "fmi2DeSerializeFMUstate"},
                                 .load = unit_2_load,
                                 .instantiate = instantiate,
                                 .begin = unit_2_begin,
                                 .get = unit_2_get,
                                 .set = unit_2_set,
                                 .step = unit_2_step};
