/* fmu_description.c - what an FMU says of itself: modelDescription.xml of FMI 3.0, and the table of its variables. */
#include "app/fmu.h"
#include <math.h>
#include <string.h>

static void put_escaped(FILE *to, const char *words)
{
    for (const unsigned char *c = (const unsigned char *)words; *c; c++)
        if (strchr("<>&\"", *c) || *c < ' ' || *c == 127)
            fprintf(to, "&#%d;", *c < ' ' ? ' ' : *c);
        else
            fputc(*c, to);
}

static void put_attribute(FILE *to, const char *name, const char *words)
{
    fprintf(to, " %s=\"", name);
    put_escaped(to, words);
    fputc('"', to);
}

/* --- units -------------------------------------------------------------------------------------------------------- */

static bool is_first_with_unit(const fmu_plan *p, int i)
{
    for (int k = 0; k < i; k++)
        if (strcmp(p->variables[k].quantity.unit, p->variables[i].quantity.unit) == 0)
            return false;
    return *p->variables[i].quantity.unit != '\0';
}

static void put_units(const fmu_plan *p, FILE *to)
{
    int n = 0;
    for (int i = 0; i < p->n; i++) {
        if (!is_first_with_unit(p, i))
            continue;
        fputs(n++ == 0 ? "  <UnitDefinitions>\n" : "", to);
        fputs("    <Unit", to);
        put_attribute(to, "name", p->variables[i].quantity.unit);
        fputs("/>\n", to);
    }
    fputs(n > 0 ? "  </UnitDefinitions>\n" : "", to);
}

/* --- variables ---------------------------------------------------------------------------------------------------- */

static void put_start(const fmu_variable *v, FILE *to)
{
    if (v->quantity.type == TORSOR_BOOL) {
        fprintf(to, " start=\"%s\"", v->start != 0 ? "true" : "false");
        return;
    }
    for (int k = 0; k < v->quantity.size; k++)
        fprintf(to, "%s%.17g", k == 0 ? " start=\"" : " ", v->start);
    fputc('"', to);
}

static const char *parameter_name(const fmu_variable *v)
{
    return v->causality == FMU_PARAMETER ? v->quantity.name + sizeof "variable." - 1 : v->quantity.name;
}

static void put_variable(const fmu_variable *v, int reference, FILE *to)
{
    static const char *const TYPES[] = {
        [TORSOR_REAL] = "Float64", [TORSOR_INTEGER] = "Int32", [TORSOR_BOOL] = "Boolean"};
    static const char *const WORDS[] = {
        [FMU_INPUT] = "causality=\"input\" variability=\"continuous\"",
        [FMU_OUTPUT] = "causality=\"output\" variability=\"continuous\" initial=\"calculated\"",
        [FMU_PARAMETER] = "causality=\"parameter\" variability=\"fixed\" initial=\"exact\""};
    const char *type = v->causality == FMU_PARAMETER ? TYPES[v->quantity.type] : "Float64";
    fprintf(to, "    <%s", type);
    put_attribute(to, "name", parameter_name(v));
    fprintf(to, " valueReference=\"%d\" %s", reference, WORDS[v->causality]);
    put_attribute(to, "description", v->quantity.description);
    if (*v->quantity.unit)
        put_attribute(to, "unit", v->quantity.unit);
    if (v->causality != FMU_OUTPUT)
        put_start(v, to);
    if (v->quantity.size > 1)
        fprintf(to, ">\n      <Dimension start=\"%d\"/>\n    </%s>\n", v->quantity.size, type);
    else
        fputs("/>\n", to);
}

/* States and their rates, each an array. */
static void put_states(const fmu_plan *p, FILE *to)
{
    static const char *const NAMES[] = {"states", "rates"};
    for (int k = 0; !p->no_exchange && k < 2; k++) {
        fprintf(
            to,
            "    <Float64 name=\"ordinary.%s\" valueReference=\"%d\" causality=\"local\" variability=\"continuous\" "
            "initial=\"calculated\"",
            NAMES[k], p->n + 1 + k);
        if (k == 1)
            fprintf(to, " derivative=\"%d\"", p->n + 1);
        fprintf(to, ">\n      <Dimension start=\"%d\"/>\n    </Float64>\n", p->n_states);
    }
}

static void put_unknown(FILE *to, const char *part, int reference)
{
    fprintf(to, "    <%s valueReference=\"%d\"/>\n", part, reference);
}

static void put_outputs(const fmu_plan *p, const char *part, FILE *to)
{
    for (int i = 0; i < p->n; i++)
        if (p->variables[i].causality == FMU_OUTPUT)
            put_unknown(to, part, i + 1);
}

static void put_structure(const fmu_plan *p, FILE *to)
{
    fputs("  <ModelStructure>\n", to);
    put_outputs(p, "Output", to);
    if (!p->no_exchange)
        put_unknown(to, "ContinuousStateDerivative", p->n + 2);
    put_outputs(p, "InitialUnknown", to);
    for (int k = 1; !p->no_exchange && k <= 2; k++)
        put_unknown(to, "InitialUnknown", p->n + k);
    fputs("  </ModelStructure>\n", to);
}

static void put_experiment(const fmu_plan *p, FILE *to)
{
    const double from = torsor_time(p->a), until = torsor_final_time(p->a);
    fprintf(to, "  <DefaultExperiment startTime=\"%.17g\"", from);
    if (isfinite(until) && until > from)
        fprintf(to, " stopTime=\"%.17g\"", until);
    fprintf(to, " stepSize=\"%.17g\"/>\n", torsor_time_step(p->a));
}

void fmu_put_description(const fmu_plan *p, FILE *to)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"3.0\"", to);
    put_attribute(to, "modelName", p->identifier);
    put_attribute(to, "instantiationToken", p->token);
    fprintf(to, " generationTool=\"Torsor %s\" variableNamingConvention=\"flat\">\n", torsor_version());
    if (!p->no_exchange)
        fprintf(to, "  <ModelExchange modelIdentifier=\"%s\" canGetAndSetFMUState=\"true\"/>\n", p->identifier);
    fprintf(to,
            "  <CoSimulation modelIdentifier=\"%s\" canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\"\n"
            "    providesDirectionalDerivatives=\"true\" canHandleVariableCommunicationStepSize=\"true\"\n"
            "    fixedInternalStepSize=\"%.17g\" hasEventMode=\"true\"/>\n",
            p->identifier, torsor_time_step(p->a));
    put_units(p, to);
    fputs("  <LogCategories>\n    <Category name=\"logEvents\" description=\"notes and warnings\"/>\n"
          "    <Category name=\"logStatusError\" description=\"errors\"/>\n  </LogCategories>\n",
          to);
    put_experiment(p, to);
    fputs("  <ModelVariables>\n    <Float64 name=\"time\" valueReference=\"0\" causality=\"independent\" "
          "variability=\"continuous\"/>\n",
          to);
    for (int i = 0; i < p->n; i++)
        put_variable(&p->variables[i], i + 1, to);
    put_states(p, to);
    fputs("  </ModelVariables>\n", to);
    put_structure(p, to);
    fputs("</fmiModelDescription>\n", to);
}

void fmu_put_table(const fmu_plan *p, const char *deck, FILE *to)
{
    static const char *const PARAMETERS[] = {"real", "integer", "bool"};
    fprintf(to, "deck %s\nexchange%s%s\n0 time 1 nan time\n", deck, p->no_exchange ? " " : "",
            p->no_exchange ? p->no_exchange : "");
    for (int i = 0; i < p->n; i++) {
        const fmu_variable *v = &p->variables[i];
        const char *kind = v->causality == FMU_INPUT    ? "input"
                           : v->causality == FMU_OUTPUT ? "output"
                                                        : PARAMETERS[v->quantity.type];
        fprintf(to, "%d %s %d %.17g %s\n", i + 1, kind, v->quantity.size, v->start, v->quantity.name);
    }
    if (!p->no_exchange)
        fprintf(to, "%d states %d nan ordinary.states\n%d rates %d nan ordinary.rates\n", p->n + 1, p->n_states,
                p->n + 2, p->n_states);
}
