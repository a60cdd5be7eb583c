/* fmu_description.c - the description of an FMU: modelDescription.xml of FMI 3.0, and the table of its variables. */
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

static bool is_first_with_unit(const fmu_plan *plan, int i)
{
    for (int k = 0; k < i; k++)
        if (strcmp(plan->variables[k].quantity.unit, plan->variables[i].quantity.unit) == 0)
            return false;
    return *plan->variables[i].quantity.unit != '\0';
}

static void put_units(const fmu_plan *plan, FILE *to)
{
    int n = 0;
    for (int i = 0; i < plan->n; i++) {
        if (!is_first_with_unit(plan, i))
            continue;
        fputs(n++ == 0 ? "  <UnitDefinitions>\n" : "", to);
        fputs("    <Unit", to);
        put_attribute(to, "name", plan->variables[i].quantity.unit);
        fputs("/>\n", to);
    }
    fputs(n > 0 ? "  </UnitDefinitions>\n" : "", to);
}

/* --- variables ---------------------------------------------------------------------------------------------------- */

static void put_start(const fmu_variable *variable, FILE *to)
{
    if (variable->quantity.type == TORSOR_BOOL) {
        fprintf(to, " start=\"%s\"", variable->start != 0 ? "true" : "false");
        return;
    }
    for (int k = 0; k < variable->quantity.size; k++)
        fprintf(to, "%s%.17g", k == 0 ? " start=\"" : " ", variable->start);
    fputc('"', to);
}

static const char *parameter_name(const fmu_variable *variable)
{
    return variable->causality == FMU_PARAMETER ? variable->quantity.name + sizeof "variable." - 1
                                                : variable->quantity.name;
}

static void put_variable(const fmu_variable *variable, int reference, FILE *to)
{
    static const char *const TYPES[] = {
        [TORSOR_REAL] = "Float64", [TORSOR_INTEGER] = "Int32", [TORSOR_BOOL] = "Boolean"};
    static const char *const WORDS[] = {
        [FMU_INPUT] = "causality=\"input\" variability=\"continuous\"",
        [FMU_OUTPUT] = "causality=\"output\" variability=\"continuous\" initial=\"calculated\"",
        [FMU_PARAMETER] = "causality=\"parameter\" variability=\"fixed\" initial=\"exact\""};
    const char *type = variable->causality == FMU_PARAMETER ? TYPES[variable->quantity.type] : "Float64";
    fprintf(to, "    <%s", type);
    put_attribute(to, "name", parameter_name(variable));
    fprintf(to, " valueReference=\"%d\" %s", reference, WORDS[variable->causality]);
    put_attribute(to, "description", variable->quantity.description);
    if (*variable->quantity.unit)
        put_attribute(to, "unit", variable->quantity.unit);
    if (variable->causality != FMU_OUTPUT)
        put_start(variable, to);
    if (variable->quantity.size > 1)
        fprintf(to, ">\n      <Dimension start=\"%d\"/>\n    </%s>\n", variable->quantity.size, type);
    else
        fputs("/>\n", to);
}

/* States and their rates, each an array. */
static void put_states(const fmu_plan *plan, FILE *to)
{
    static const char *const NAMES[] = {"states", "rates"};
    for (int k = 0; !plan->no_exchange && k < 2; k++) {
        fprintf(
            to,
            "    <Float64 name=\"ordinary.%s\" valueReference=\"%d\" causality=\"local\" variability=\"continuous\" "
            "initial=\"calculated\"",
            NAMES[k], plan->n + 1 + k);
        if (k == 1)
            fprintf(to, " derivative=\"%d\"", plan->n + 1);
        fprintf(to, ">\n      <Dimension start=\"%d\"/>\n    </Float64>\n", plan->n_states);
    }
}

static void put_unknown(FILE *to, const char *part, int reference)
{
    fprintf(to, "    <%s valueReference=\"%d\"/>\n", part, reference);
}

static void put_outputs(const fmu_plan *plan, const char *part, FILE *to)
{
    for (int i = 0; i < plan->n; i++)
        if (plan->variables[i].causality == FMU_OUTPUT)
            put_unknown(to, part, i + 1);
}

static void put_structure(const fmu_plan *plan, FILE *to)
{
    fputs("  <ModelStructure>\n", to);
    put_outputs(plan, "Output", to);
    if (!plan->no_exchange)
        put_unknown(to, "ContinuousStateDerivative", plan->n + 2);
    put_outputs(plan, "InitialUnknown", to);
    for (int k = 1; !plan->no_exchange && k <= 2; k++)
        put_unknown(to, "InitialUnknown", plan->n + k);
    fputs("  </ModelStructure>\n", to);
}

static void put_experiment(const fmu_plan *plan, FILE *to)
{
    const double from = torsor_time(plan->analysis), until = torsor_final_time(plan->analysis);
    fprintf(to, "  <DefaultExperiment startTime=\"%.17g\"", from);
    if (isfinite(until) && until > from)
        fprintf(to, " stopTime=\"%.17g\"", until);
    fprintf(to, " stepSize=\"%.17g\"/>\n", torsor_time_step(plan->analysis));
}

void fmu_put_description(const fmu_plan *plan, FILE *to)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"3.0\"", to);
    put_attribute(to, "modelName", plan->identifier);
    put_attribute(to, "instantiationToken", plan->token);
    fprintf(to, " generationTool=\"Torsor %s\" variableNamingConvention=\"flat\">\n", torsor_version());
    if (!plan->no_exchange)
        fprintf(to, "  <ModelExchange modelIdentifier=\"%s\" canGetAndSetFMUState=\"true\"/>\n", plan->identifier);
    fprintf(to,
            "  <CoSimulation modelIdentifier=\"%s\" canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\"\n"
            "    providesDirectionalDerivatives=\"true\" canHandleVariableCommunicationStepSize=\"true\"\n"
            "    fixedInternalStepSize=\"%.17g\" hasEventMode=\"true\"/>\n",
            plan->identifier, torsor_time_step(plan->analysis));
    put_units(plan, to);
    fputs("  <LogCategories>\n    <Category name=\"logEvents\" description=\"notes and warnings\"/>\n"
          "    <Category name=\"logStatusError\" description=\"errors\"/>\n  </LogCategories>\n",
          to);
    put_experiment(plan, to);
    fputs("  <ModelVariables>\n    <Float64 name=\"time\" valueReference=\"0\" causality=\"independent\" "
          "variability=\"continuous\"/>\n",
          to);
    for (int i = 0; i < plan->n; i++)
        put_variable(&plan->variables[i], i + 1, to);
    put_states(plan, to);
    fputs("  </ModelVariables>\n", to);
    put_structure(plan, to);
    fputs("</fmiModelDescription>\n", to);
}

void fmu_put_table(const fmu_plan *plan, const char *deck, FILE *to)
{
    static const char *const PARAMETERS[] = {"real", "integer", "bool"};
    fprintf(to, "deck %s\nexchange%s%s\n0 time 1 nan time\n", deck, plan->no_exchange ? " " : "",
            plan->no_exchange ? plan->no_exchange : "");
    for (int i = 0; i < plan->n; i++) {
        const fmu_variable *variable = &plan->variables[i];
        const char *kind = variable->causality == FMU_INPUT    ? "input"
                           : variable->causality == FMU_OUTPUT ? "output"
                                                               : PARAMETERS[variable->quantity.type];
        fprintf(to, "%d %s %d %.17g %s\n", i + 1, kind, variable->quantity.size, variable->start,
                variable->quantity.name);
    }
    if (!plan->no_exchange)
        fprintf(to, "%d states %d nan ordinary.states\n%d rates %d nan ordinary.rates\n", plan->n + 1, plan->n_states,
                plan->n + 2, plan->n_states);
}
