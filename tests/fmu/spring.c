/* spring.c - a small FMU, of FMI 2.0 and 3.0 at once: f = -k x along the first axis, z' = x, and a count of steps.
 *
 *     1 x (input)   3 k   4 f (three numbers; 4, 5, 6 in 2.0)   7 z   8 steps (integer)   9 on (boolean)   10 fail at
 *
 * A step that reaches the time `fail at` fails, with a message. */
#include "base/fmi3.h"
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

typedef struct {
    double x, k, z, fail_at;
    int steps, on;
} values;

typedef void old_logger(void *environment, const char *name, int status, const char *category, const char *message,
                        ...);

typedef struct {
    values now;
    void *environment;
    fmi3LogMessageCallback *log;
    old_logger *old_log;
} spring;

static spring *create(const char *token)
{
    spring *spring = strcmp(token, "{spring}") == 0 ? calloc(1, sizeof *spring) : NULL;
    if (spring)
        spring->now = (values){.k = 100, .fail_at = 1e9, .on = 1};
    return spring;
}

static int step(spring *spring, double t, double h)
{
    if (t + h > spring->now.fail_at) {
        if (spring->log) {
            spring->log(spring->environment, fmi3Error, "all", "the spring breaks\nand more");
            spring->log(spring->environment, fmi3Warning, "all", "a warning");
        }
        if (spring->old_log) {
            spring->old_log(spring->environment, "spring", fmi3Error, "all", "the spring %s", "breaks");
            spring->old_log(spring->environment, "spring", fmi3Warning, "all", "a warning");
        }
        return fmi3Error;
    }
    spring->now.z += h * spring->now.x;
    spring->now.steps++;
    return fmi3OK;
}

static double *number(spring *spring, unsigned reference)
{
    return reference == 1   ? &spring->now.x
           : reference == 3 ? &spring->now.k
           : reference == 7 ? &spring->now.z
                            : &spring->now.fail_at;
}

static double force(const spring *spring) { return spring->now.on ? -spring->now.k * spring->now.x : 0; }

static int keep(const spring *spring, void **state)
{
    if (!*state)
        *state = malloc(sizeof spring->now);
    memcpy(*state, &spring->now, sizeof spring->now);
    return fmi3OK;
}

static int invalidate(void **state)
{
    free(*state);
    *state = NULL;
    return fmi3OK;
}

/* Bytes begin with a mark, to be recognised. */
static const char MARK[8] = "spring 1";

static int pack(const void *state, void *to, size_t n)
{
    if (n != sizeof MARK + sizeof(values))
        return fmi3Error;
    memcpy(to, MARK, sizeof MARK);
    memcpy((char *)to + sizeof MARK, state, sizeof(values));
    return fmi3OK;
}

static int unpack(const char *from, size_t n, void **state)
{
    if (n != sizeof MARK + sizeof(values) || memcmp(from, MARK, sizeof MARK) != 0)
        return fmi3Error;
    if (!*state)
        *state = malloc(sizeof(values));
    memcpy(*state, from + sizeof MARK, sizeof(values));
    return fmi3OK;
}

/* --- 3.0 ---------------------------------------------------------------------------------------------------------- */

/* NOLINTBEGIN(readability-function-size): the parameters of the standard */
EXPORT fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                                fmi3Boolean visible, fmi3Boolean logs, fmi3Boolean events,
                                                fmi3Boolean early, const fmi3ValueReference *intermediate, size_t n,
                                                fmi3InstanceEnvironment environment, fmi3LogMessageCallback *log,
                                                fmi3IntermediateUpdateCallback *update);
fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
                                         fmi3Boolean logs, fmi3Boolean events, fmi3Boolean early,
                                         const fmi3ValueReference *intermediate, size_t n,
                                         fmi3InstanceEnvironment environment, fmi3LogMessageCallback *log,
                                         fmi3IntermediateUpdateCallback *update)
{
    (void)name, (void)resources, (void)visible, (void)logs, (void)events, (void)early, (void)intermediate, (void)n;
    (void)update;
    spring *spring = create(token);
    if (spring) {
        spring->environment = environment;
        spring->log = log;
    }
    return spring;
}
/* NOLINTEND(readability-function-size) */

#define CALL(name, ...)           \
    EXPORT int name(__VA_ARGS__); \
    int name(__VA_ARGS__)

EXPORT void fmi3FreeInstance(void *s);
void fmi3FreeInstance(void *s) { free(s); }
CALL(fmi3EnterInitializationMode, void *s, bool a, double b, double c, bool d, double e)
{
    (void)s, (void)a, (void)b, (void)c, (void)d, (void)e;
    return fmi3OK;
}
CALL(fmi3ExitInitializationMode, const void *s) { return s ? fmi3OK : fmi3Error; }
CALL(fmi3Terminate, const void *s) { return s ? fmi3OK : fmi3Error; }

CALL(fmi3GetFloat64, void *s, const unsigned *r, size_t n, double *v, size_t nv)
{
    (void)n;
    if (*r != 4) {
        *v = *number(s, *r);
        return nv == 1 ? fmi3OK : fmi3Error;
    }
    v[0] = force(s), v[1] = v[2] = 0;
    return nv == 3 ? fmi3OK : fmi3Error;
}
CALL(fmi3SetFloat64, void *s, const unsigned *r, size_t n, const double *v, size_t nv)
{
    (void)n;
    *number(s, *r) = *v;
    return nv == 1 ? fmi3OK : fmi3Error;
}
CALL(fmi3GetInt32, void *s, const unsigned *r, size_t n, int *v, size_t nv)
{
    (void)r, (void)n, (void)nv;
    *v = ((spring *)s)->now.steps;
    return fmi3OK;
}
CALL(fmi3SetInt32, void *s, const unsigned *r, size_t n, const int *v, size_t nv)
{
    (void)r, (void)n, (void)nv;
    ((spring *)s)->now.steps = *v;
    return fmi3OK;
}
CALL(fmi3GetBoolean, void *s, const unsigned *r, size_t n, bool *v, size_t nv)
{
    (void)r, (void)n, (void)nv;
    *v = ((spring *)s)->now.on;
    return fmi3OK;
}
CALL(fmi3SetBoolean, void *s, const unsigned *r, size_t n, const bool *v, size_t nv)
{
    (void)r, (void)n, (void)nv;
    ((spring *)s)->now.on = *v;
    return fmi3OK;
}
/* NOLINTNEXTLINE(readability-function-size): the parameters of the standard */
CALL(fmi3DoStep, void *s, double t, double h, bool back, bool *event, bool *terminate, bool *early, double *last)
{
    (void)back;
    *event = *terminate = *early = false;
    *last = t + h;
    return step(s, t, h);
}
CALL(fmi3GetFMUState, void *s, void **state) { return keep(s, state); }
CALL(fmi3SetFMUState, void *s, const void *state)
{
    memcpy(&((spring *)s)->now, state, sizeof(values));
    return fmi3OK;
}
CALL(fmi3FreeFMUState, const void *s, void **state) { return s ? invalidate(state) : fmi3Error; }
CALL(fmi3SerializedFMUStateSize, const void *s, const void *state, size_t *n)
{
    *n = sizeof MARK + sizeof(values);
    return s && state ? fmi3OK : fmi3Error;
}
CALL(fmi3SerializeFMUState, const void *s, const void *state, unsigned char *to, size_t n)
{
    return s ? pack(state, to, n) : fmi3Error;
}
CALL(fmi3DeserializeFMUState, const void *s, const unsigned char *from, size_t n, void **state)
{
    return s ? unpack((const char *)from, n, state) : fmi3Error;
}

/* --- 2.0 ---------------------------------------------------------------------------------------------------------- */

typedef struct {
    old_logger *log;
    void *(*allocate)(size_t n, size_t size);
    void (*release)(void *p);
    void (*step_finished)(void *environment, int status);
    void *environment;
} callbacks;

EXPORT void *fmi2Instantiate(const char *name, int type, const char *guid, const char *resources, const callbacks *back,
                             int visible, int logs);
void *fmi2Instantiate(const char *name, int type, const char *guid, const char *resources, const callbacks *back,
                      int visible, int logs)
{
    (void)name, (void)visible, (void)logs;
    spring *spring = type == 1 && strncmp(resources, "file:///", 8) == 0 ? create(guid) : NULL;
    if (spring) {
        spring->environment = back->environment;
        spring->old_log = back->log;
    }
    return spring;
}
EXPORT void fmi2FreeInstance(void *s);
void fmi2FreeInstance(void *s) { free(s); }
CALL(fmi2SetupExperiment, void *s, int a, double b, double c, int d, double e)
{
    (void)s, (void)a, (void)b, (void)c, (void)d, (void)e;
    return fmi3OK;
}
CALL(fmi2EnterInitializationMode, const void *s) { return s ? fmi3OK : fmi3Error; }
CALL(fmi2ExitInitializationMode, const void *s) { return s ? fmi3OK : fmi3Error; }
CALL(fmi2Terminate, const void *s) { return s ? fmi3OK : fmi3Error; }
CALL(fmi2GetReal, void *s, const unsigned *r, size_t n, double *v)
{
    (void)n;
    *v = *r == 4 ? force(s) : *r == 5 || *r == 6 ? 0 : *number(s, *r);
    return fmi3OK;
}
CALL(fmi2SetReal, void *s, const unsigned *r, size_t n, const double *v)
{
    (void)n;
    *number(s, *r) = *v;
    return fmi3OK;
}
CALL(fmi2GetInteger, void *s, const unsigned *r, size_t n, int *v) { return fmi3GetInt32(s, r, n, v, 1); }
CALL(fmi2SetInteger, void *s, const unsigned *r, size_t n, const int *v) { return fmi3SetInt32(s, r, n, v, 1); }
CALL(fmi2GetBoolean, void *s, const unsigned *r, size_t n, int *v)
{
    (void)r, (void)n;
    *v = ((spring *)s)->now.on;
    return fmi3OK;
}
CALL(fmi2SetBoolean, void *s, const unsigned *r, size_t n, const int *v)
{
    (void)r, (void)n;
    ((spring *)s)->now.on = *v;
    return fmi3OK;
}
CALL(fmi2DoStep, void *s, double t, double h, int back)
{
    (void)back;
    return step(s, t, h);
}
CALL(fmi2GetFMUstate, void *s, void **state) { return keep(s, state); }
CALL(fmi2SetFMUstate, void *s, const void *state) { return fmi3SetFMUState(s, state); }
CALL(fmi2FreeFMUstate, const void *s, void **state) { return s ? invalidate(state) : fmi3Error; }
CALL(fmi2SerializedFMUstateSize, const void *s, const void *state, size_t *n)
{
    return fmi3SerializedFMUStateSize(s, state, n);
}
CALL(fmi2SerializeFMUstate, const void *s, const void *state, char *to, size_t n)
{
    return s ? pack(state, to, n) : fmi3Error;
}
CALL(fmi2DeSerializeFMUstate, const void *s, const char *from, size_t n, void **state)
{
    return s ? unpack(from, n, state) : fmi3Error;
}
