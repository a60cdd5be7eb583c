/* unit_2.c - calls of FMI 2.0 for co-simulation. Booleans are ints, every other number of a variable is a scalar. */
#include "element/fmu/unit.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

typedef void logger(void *environment, const char *instance, int status, const char *category, const char *message,
                    ...);

/* As the FMU keeps the address of it, it lives as long as the instance. */
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

static void unit_2_hear(void *environment, const char *instance, int status, const char *category, const char *message,
                        ...)
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

static bool unit_2_load(unit *u)
{
    functions *f = u->functions = calloc(1, sizeof *f);
    if (!f)
        return false;
    f->back = (callbacks){.log = unit_2_hear, .allocate = calloc, .release = free, .environment = u};
    return unit_find(u, "fmi2Instantiate", &f->Instantiate) &&
           unit_find(u, "fmi2SetupExperiment", &f->SetupExperiment) &&
           unit_find(u, "fmi2EnterInitializationMode", &f->EnterInitializationMode) &&
           unit_find(u, "fmi2GetReal", &f->GetReal) && unit_find(u, "fmi2SetReal", &f->SetReal) &&
           unit_find(u, "fmi2GetInteger", &f->GetInteger) && unit_find(u, "fmi2SetInteger", &f->SetInteger) &&
           unit_find(u, "fmi2GetBoolean", &f->GetBoolean) && unit_find(u, "fmi2SetBoolean", &f->SetBoolean) &&
           unit_find(u, "fmi2DoStep", &f->DoStep);
}

static bool instantiate(unit *u)
{
    const functions *f = u->functions;
    char address[sizeof u->resources + 8];
    snprintf(address, sizeof address, "file://%s", u->resources);
    u->instance = f->Instantiate("torsor", CO_SIMULATION, u->about->token, address, &f->back, 0, 0);
    return u->instance;
}

static bool unit_2_begin(unit *u, double t)
{
    const functions *f = u->functions;
    return unit_check(u, f->SetupExperiment(u->instance, 0, 0, t, 0, 0), "fmi2SetupExperiment") &&
           unit_check(u, f->EnterInitializationMode(u->instance), "fmi2EnterInitializationMode");
}

static bool unit_2_get(unit *u, const unit_variable *v, double *to)
{
    const functions *f = u->functions;
    int i = 0;
    const int how = v->type == PORT_REAL      ? f->GetReal(u->instance, &v->reference, 1, to)
                    : v->type == PORT_INTEGER ? f->GetInteger(u->instance, &v->reference, 1, &i)
                                              : f->GetBoolean(u->instance, &v->reference, 1, &i);
    if (v->type != PORT_REAL)
        *to = i;
    return unit_check(u, how, "fmi2Get");
}

static bool unit_2_set(unit *u, const unit_variable *v, const double *from)
{
    const functions *f = u->functions;
    const int i = v->type == PORT_BOOL ? *from != 0 : (int)*from;
    const int how = v->type == PORT_REAL      ? f->SetReal(u->instance, &v->reference, 1, from)
                    : v->type == PORT_INTEGER ? f->SetInteger(u->instance, &v->reference, 1, &i)
                                              : f->SetBoolean(u->instance, &v->reference, 1, &i);
    return unit_check(u, how, "fmi2Set");
}

static bool unit_2_step(unit *u, double t, double h)
{
    const functions *f = u->functions;
    return unit_check(u, f->DoStep(u->instance, t, h, !u->about->keeps_states), "fmi2DoStep");
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
