/* instance.c - instances: made of what the FMU carries, and freed. */
#include "fmu/instance.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1024 };

fmi3Status fmu_tell(const fmu *f, fmi3Status status, const char *format, ...)
{
    char words[LINE];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    if (f->log && f->logs)
        f->log(f->environment, status, status >= fmi3Error ? "logStatusError" : "logEvents", words);
    return status;
}

variable *fmu_variable(const fmu *f, fmi3ValueReference reference)
{
    if (reference < f->n_variables && f->variables[reference].name)
        return &f->variables[reference];
    fmu_tell(f, fmi3Error, "there is no variable with the value reference %u", (unsigned)reference);
    return NULL;
}

bool variable_keep(variable *v, const double *values)
{
    if (!v->early)
        v->early = calloc((size_t)v->size, sizeof *v->early);
    if (v->early)
        memcpy(v->early, values, (size_t)v->size * sizeof *values);
    return v->early != NULL;
}

/* --- the table of variables --------------------------------------------------------------------------------------- */

static const char *const KINDS[] = {"time", "input", "output", "states", "rates", "real", "integer", "bool"};

static bool add_variable(fmu *f, unsigned reference, const variable *v)
{
    if (!v->name)
        return false;
    if (reference >= f->n_variables) {
        variable *more = realloc(f->variables, (reference + 1) * sizeof *more);
        if (!more)
            return false;
        memset(more + f->n_variables, 0, (reference + 1 - f->n_variables) * sizeof *more);
        f->variables = more;
        f->n_variables = reference + 1;
    }
    f->variables[reference] = *v;
    return true;
}

static bool read_line(fmu *f, const char *line)
{
    enum { MOST = 1 << 24 };
    unsigned reference;
    char kind[16], name[LINE];
    variable v = {.number = -1};
    if (sscanf(line, "%u %15s %d %lg %1023[^\n]", &reference, kind, &v.size, &v.start, name) != 5 || reference > MOST ||
        v.size < 1)
        return false;
    for (int k = 0; k < (int)(sizeof KINDS / sizeof *KINDS); k++)
        if (strcmp(kind, KINDS[k]) == 0) {
            v.kind = (variable_kind)k;
            v.name = strdup(name);
            if (add_variable(f, reference, &v))
                return true;
            free(v.name);
            return false;
        }
    return false;
}

static bool instance_read_table(fmu *f, FILE *from, const char *resources)
{
    char line[LINE], deck[LINE];
    if (!fgets(line, sizeof line, from) || sscanf(line, "deck %1023[^\n]", deck) != 1 ||
        asprintf(&f->deck, "%s/deck/%s", resources, deck) < 0)
        return false;
    bool ok = fgets(line, sizeof line, from) && strncmp(line, "exchange", 8) == 0;
    line[strcspn(line, "\n")] = '\0';
    if (ok && line[8])
        f->no_exchange = strdup(line + 9);
    while (ok && fgets(line, sizeof line, from))
        ok = read_line(f, line);
    return ok;
}

/* The last part of the token, which the description has as well. */
static bool read_resources(fmu *f, const char *resources, const char *token)
{
    char *path = NULL, known[LINE] = "";
    FILE *from = asprintf(&path, "%s/token", resources) < 0 ? NULL : fopen(path, "r");
    const bool is_known = from && fgets(known, sizeof known, from) && token && strcmp(known, token) == 0;
    if (from)
        fclose(from);
    free(path);
    if (!is_known) {
        fmu_tell(f, fmi3Error, "the instantiation token %s is not that of the resources in %s",
                 token ? token : "(none)", resources);
        return false;
    }
    path = NULL;
    from = asprintf(&path, "%s/variables", resources) < 0 ? NULL : fopen(path, "r");
    const bool ok = from && instance_read_table(f, from, resources);
    if (from)
        fclose(from);
    free(path);
    if (!ok)
        fmu_tell(f, fmi3Error, "%s/variables cannot be read", resources);
    return ok;
}

/* --- instances ---------------------------------------------------------------------------------------------------- */

const char *fmi3GetVersion(void) { return "3.0"; }

fmi3Status fmi3SetDebugLogging(fmi3Instance instance, fmi3Boolean on, size_t n, const fmi3String *categories)
{
    fmu *f = instance;
    (void)n, (void)categories;
    f->logs = on;
    return fmi3OK;
}

fmu *fmu_create(const char *resources, const char *token, const fmu *like)
{
    fmu *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    *f = *like;
    f->logs = true;
    if (resources && read_resources(f, resources, token)) {
        f->logs = like->logs;
        return f;
    }
    if (!resources)
        fmu_tell(f, fmi3Error, "no path of the resources is given");
    fmi3FreeInstance(f);
    return NULL;
}

/* NOLINTNEXTLINE(readability-function-size): the parameters of the standard */
fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
                                         fmi3Boolean logs, fmi3Boolean has_events, fmi3Boolean may_return_early,
                                         const fmi3ValueReference *intermediate, size_t n_intermediate,
                                         fmi3InstanceEnvironment environment, fmi3LogMessageCallback *log,
                                         fmi3IntermediateUpdateCallback *update)
{
    (void)name, (void)visible, (void)has_events, (void)may_return_early, (void)intermediate, (void)update;
    const fmu like = {.environment = environment, .log = log, .logs = logs};
    if (n_intermediate == 0)
        return fmu_create(resources, token, &like);
    fmu_tell(&(fmu){.environment = environment, .log = log, .logs = true}, fmi3Error,
             "there are no intermediate variables");
    return NULL;
}

void fmu_end_analysis(fmu *f)
{
    torsor_end(f->a);
    torsor_close(f->m);
    f->a = NULL;
    f->m = NULL;
    f->initialises = f->is_stale = false;
    for (size_t i = 0; i < f->n_variables; i++)
        f->variables[i].number = -1;
}

void fmi3FreeInstance(fmi3Instance instance)
{
    fmu *f = instance;
    if (!f)
        return;
    fmu_end_analysis(f);
    for (size_t i = 0; i < f->n_variables; i++) {
        free(f->variables[i].name);
        free(f->variables[i].early);
    }
    free(f->variables);
    free(f->states);
    free(f->no_exchange);
    free(f->deck);
    free(f);
}
