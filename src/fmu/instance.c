/* instance.c - creates instances from the resources of the FMU, and frees them. */
#include "fmu/instance.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1024 };

fmi3Status fmu_log(const fmu *fmu, fmi3Status status, const char *format, ...)
{
    char words[LINE];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    if (fmu->log && fmu->logs)
        fmu->log(fmu->environment, status, status >= fmi3Error ? "logStatusError" : "logEvents", words);
    return status;
}

variable *fmu_variable(const fmu *fmu, fmi3ValueReference reference)
{
    if (reference < fmu->n_variables && fmu->variables[reference].name)
        return &fmu->variables[reference];
    fmu_log(fmu, fmi3Error, "no variable has the value reference %u", (unsigned)reference);
    return NULL;
}

bool variable_store(variable *variable, const double *values)
{
    if (!variable->early)
        variable->early = calloc((size_t)variable->size, sizeof *variable->early);
    if (variable->early)
        memcpy(variable->early, values, (size_t)variable->size * sizeof *values);
    return variable->early != NULL;
}

/* --- the table of variables --------------------------------------------------------------------------------------- */

static const char *const KINDS[] = {"time", "input", "output", "states", "rates", "real", "integer", "bool"};

static bool add_variable(fmu *fmu, unsigned reference, const variable *v)
{
    if (!v->name)
        return false;
    if (reference >= fmu->n_variables) {
        variable *more = realloc(fmu->variables, (reference + 1) * sizeof *more);
        if (!more)
            return false;
        memset(more + fmu->n_variables, 0, (reference + 1 - fmu->n_variables) * sizeof *more);
        fmu->variables = more;
        fmu->n_variables = reference + 1;
    }
    fmu->variables[reference] = *v;
    return true;
}

static bool read_line(fmu *fmu, const char *line)
{
    enum { MOST = 1 << 24 };
    unsigned reference;
    char kind[16], name[LINE];
    variable variable = {.number = -1};
    if (sscanf(line, "%u %15s %d %lg %1023[^\n]", &reference, kind, &variable.size, &variable.start, name) != 5 ||
        reference > MOST || variable.size < 1)
        return false;
    for (int k = 0; k < (int)(sizeof KINDS / sizeof *KINDS); k++)
        if (strcmp(kind, KINDS[k]) == 0) {
            variable.kind = (variable_kind)k;
            variable.name = strdup(name);
            if (add_variable(fmu, reference, &variable))
                return true;
            free(variable.name);
            return false;
        }
    return false;
}

static bool instance_read_table(fmu *fmu, FILE *from, const char *resources)
{
    char line[LINE], deck[LINE];
    if (!fgets(line, sizeof line, from) || sscanf(line, "deck %1023[^\n]", deck) != 1 ||
        asprintf(&fmu->deck, "%s/deck/%s", resources, deck) < 0)
        return false;
    bool ok = fgets(line, sizeof line, from) && strncmp(line, "exchange", 8) == 0;
    line[strcspn(line, "\n")] = '\0';
    if (ok && line[8])
        fmu->no_exchange = strdup(line + 9);
    while (ok && fgets(line, sizeof line, from))
        ok = read_line(fmu, line);
    return ok;
}

/* Checks the token, which is also in the description, and reads the table of variables. */
static bool read_resources(fmu *fmu, const char *resources, const char *token)
{
    char *path = NULL, known[LINE] = "";
    FILE *from = asprintf(&path, "%s/token", resources) < 0 ? NULL : fopen(path, "r");
    const bool is_known = from && fgets(known, sizeof known, from) && token && strcmp(known, token) == 0;
    if (from)
        fclose(from);
    free(path);
    if (!is_known) {
        fmu_log(fmu, fmi3Error, "the instantiation token %s does not match the resources in %s",
                token ? token : "(none)", resources);
        return false;
    }
    path = NULL;
    from = asprintf(&path, "%s/variables", resources) < 0 ? NULL : fopen(path, "r");
    const bool ok = from && instance_read_table(fmu, from, resources);
    if (from)
        fclose(from);
    free(path);
    if (!ok)
        fmu_log(fmu, fmi3Error, "cannot read %s/variables", resources);
    return ok;
}

/* --- instances ---------------------------------------------------------------------------------------------------- */

const char *fmi3GetVersion(void) { return "3.0"; }

fmi3Status fmi3SetDebugLogging(fmi3Instance instance, fmi3Boolean on, size_t size, const fmi3String *categories)
{
    fmu *fmu = instance;
    (void)size, (void)categories;
    fmu->logs = on;
    return fmi3OK;
}

fmu *fmu_create(const char *resources, const char *token, const fmu *like)
{
    fmu *fmu = calloc(1, sizeof *fmu);
    if (!fmu)
        return NULL;
    *fmu = *like;
    fmu->logs = true;
    if (resources && read_resources(fmu, resources, token)) {
        fmu->logs = like->logs;
        return fmu;
    }
    if (!resources)
        fmu_log(fmu, fmi3Error, "no resource path given");
    fmi3FreeInstance(fmu);
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
    fmu_log(&(fmu){.environment = environment, .log = log, .logs = true}, fmi3Error,
            "intermediate variables are not supported");
    return NULL;
}

void fmu_end_analysis(fmu *fmu)
{
    torsor_end(fmu->analysis);
    torsor_close(fmu->model);
    fmu->analysis = NULL;
    fmu->model = NULL;
    fmu->initialises = fmu->is_stale = false;
    for (size_t i = 0; i < fmu->n_variables; i++)
        fmu->variables[i].number = -1;
}

void fmi3FreeInstance(fmi3Instance instance)
{
    fmu *fmu = instance;
    if (!fmu)
        return;
    fmu_end_analysis(fmu);
    for (size_t i = 0; i < fmu->n_variables; i++) {
        free(fmu->variables[i].name);
        free(fmu->variables[i].early);
    }
    free(fmu->variables);
    free(fmu->states);
    free(fmu->no_exchange);
    free(fmu->deck);
    free(fmu);
}
