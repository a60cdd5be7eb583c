/* study_tables.c - the results of a study as tables.
 *
 *     results.csv    a row for each case: number, variables, state, checks, statistics of the outputs, message
 *     results.nc     the same as arrays, and all outputs at the times of the extremes of each
 *     summary.csv    statistics over all cases (study_summary.h), and exceedance.csv
 *     report.html    a page with all of these, if requested (study_report.h)
 *     times.csv      key, processor time, steps and host of each case
 *
 * All but the last depend on the plan, the deck and its files alone, not on who has solved which case and when. */
#include "base/text.h"
#include "base/whole_file.h"
#include "output/netcdf_file.h"
#include "study/diag_rows.h"
#include "study/study_internals.h"
#include "study/study_report.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const source_location NOWHERE = {0, 0, 0};
static const char *const STATES[] = {[TORSOR_CASE_OPEN] = "open",
                                     [TORSOR_CASE_TAKEN] = "taken",
                                     [TORSOR_CASE_DONE] = "done",
                                     [TORSOR_CASE_REFUSED] = "refused",
                                     [TORSOR_CASE_FAILED] = "failed"};

typedef struct {
    torsor_study *study;
    text results, times;
    int *states;
    double *variables;               /* cases x variables; NaN for texts */
    double *statistics;              /* cases x outputs x PLAN_STATISTICS */
    double *at_minimum, *at_maximum; /* cases x outputs x outputs */
    double *weights;
    int *group; /* of each case, if the plan has groups */
    name_map groups;
    string_list group_names, messages; /* messages: of each case, "" without one; only for a report */
    int index;
} tables;

/* --- CSV ---------------------------------------------------------------------------------------------------------- */

static void put_field(text *to, const char *words, size_t length)
{
    const bool is_plain = strcspn(words, ",\"\r\n") >= length;
    text_string(to, is_plain ? "" : "\"");
    for (size_t i = 0; i < length; i++) {
        if (words[i] == '"')
            text_char(to, '"');
        text_char(to, words[i]);
    }
    text_string(to, is_plain ? "" : "\"");
}

/* An expression of the deck as it was in the plan: a text without the quotes that the deck needs. */
static void put_value(text *to, const char *expression)
{
    if (*expression != '"') {
        put_field(to, expression, strlen(expression));
        return;
    }
    text plain = {0};
    for (const char *at = expression + 1; at[1]; at++) {
        at += *at == '\\';
        text_char(&plain, *at);
    }
    text_char(&plain, '\0');
    put_field(to, plain.data, plain.n - 1);
    text_free(&plain);
}

/* The same without quotes of CSV, in the memory of the study. */
static char *plain_value(const tables *tables, const char *expression)
{
    text plain = {0};
    put_value(&plain, expression);
    char *words = arena_string(tables->study->memory, plain.data, plain.n);
    text_free(&plain);
    return words;
}

static void put_number(text *to, double value)
{
    if (!isnan(value))
        text_general(to, value, 17);
}

static void put_heads(tables *tables)
{
    const plan *plan = &tables->study->plan;
    text_string(&tables->results, "case");
    for (int i = 0; i < plan->variables.n; i++)
        text_printf(&tables->results, ",%s", plan->variables.items[i].name);
    text_string(&tables->results, ",state,refused");
    for (int i = 0; i < plan->outputs.n; i++)
        for (int j = 0; j < PLAN_STATISTICS; j++) {
            text_char(&tables->results, ',');
            const char *name = plan->outputs.items[i].name;
            put_field(&tables->results, name, strlen(name));
            text_printf(&tables->results, ".%s", plan_statistic_names[j]);
        }
    text_string(&tables->results, ",message\n");
    text_string(&tables->times, "case,key,seconds,steps,host\n");
}

static void put_refused(text *to, const case_record *record)
{
    text all = {0};
    for (int i = 0; i < record->refused.n; i++)
        text_printf(&all, "%s%s", i > 0 ? " " : "", record->refused.items[i]);
    text_char(&all, '\0');
    put_field(to, all.data, all.n - 1);
    text_free(&all);
}

/* The first line of the last message: errors come last. */
static void put_message(text *to, const case_record *record, torsor_case_state state)
{
    if (state == TORSOR_CASE_FAILED && record->messages.n > 0) {
        const char *words = record->messages.items[record->messages.n - 1];
        put_field(to, words, strcspn(words, "\n"));
    }
}

static void put_row(tables *tables, const case_record *record, torsor_case_state state, const char *const *values)
{
    const plan *plan = &tables->study->plan;
    text *to = &tables->results;
    text_integer(to, tables->index + 1);
    for (int i = 0; i < plan->variables.n; i++) {
        text_char(to, ',');
        put_value(to, values[i]);
    }
    text_printf(to, ",%s,", STATES[state]);
    put_refused(to, record);
    for (int i = 0; i < plan->outputs.n * PLAN_STATISTICS; i++) {
        text_char(to, ',');
        put_number(to, state == TORSOR_CASE_OPEN ? (double)NAN : record->statistics[i]);
    }
    text_char(to, ',');
    put_message(to, record, state);
    text_char(to, '\n');
    if (state != TORSOR_CASE_OPEN)
        text_printf(&tables->times, "%d,%s,%.6f,%d,%s\n", tables->index + 1, record->key, record->seconds,
                    record->steps, record->host);
}

/* --- NetCDF ------------------------------------------------------------------------------------------------------- */

static void keep_arrays(tables *tables, const case_record *record, torsor_case_state state, const char *const *values)
{
    const plan *plan = &tables->study->plan;
    const size_t outputs = (size_t)plan->outputs.n, index = (size_t)tables->index, pairs = outputs * outputs,
                 numbers = outputs * PLAN_STATISTICS;
    tables->states[index] = state;
    for (int i = 0; i < plan->variables.n; i++) {
        char *end;
        const double value = strtod(values[i], &end);
        tables->variables[index * (size_t)plan->variables.n + (size_t)i] = *end ? (double)NAN : value;
    }
    for (size_t i = 0; i < numbers; i++)
        tables->statistics[index * numbers + i] = state == TORSOR_CASE_OPEN ? (double)NAN : record->statistics[i];
    for (size_t i = 0; i < pairs; i++) {
        tables->at_minimum[index * pairs + i] = state == TORSOR_CASE_OPEN ? (double)NAN : record->at_minimum[i];
        tables->at_maximum[index * pairs + i] = state == TORSOR_CASE_OPEN ? (double)NAN : record->at_maximum[i];
    }
}

static int define(netcdf_file *file, const char *name, int n, const int *dimensions, const char *words)
{
    const int id = netcdf_variable(file, name, NETCDF_DOUBLE, n, dimensions);
    netcdf_attribute(file, id, "description", words);
    return id;
}

/* Names separated by commas, in the order of a dimension. */
static void name_entries(netcdf_file *file, int variable, const char *attribute, const char *const *names, int n)
{
    text all = {0};
    for (int i = 0; i < n; i++)
        text_printf(&all, "%s%s", i > 0 ? "," : "", names[i]);
    text_char(&all, '\0');
    netcdf_attribute(file, variable, attribute, all.data);
    text_free(&all);
}

static bool write_arrays(tables *tables)
{
    torsor_study *study = tables->study;
    const plan *plan = &study->plan;
    netcdf_file file;
    if (!netcdf_file_create_alone(&file, arena_printf(study->memory, "%s/results", study->folder), study->errors))
        return false;
    const char **names = ARENA_ARRAY(study->memory, const char *, plan->variables.n + plan->outputs.n);
    for (int i = 0; i < plan->variables.n; i++)
        names[i] = plan->variables.items[i].name;
    const char **outputs = names + plan->variables.n;
    for (int i = 0; i < plan->outputs.n; i++)
        outputs[i] = plan->outputs.items[i].name;
    const int cases = netcdf_dimension(&file, "case", (size_t)plan->n_cases),
              output = netcdf_dimension(&file, "output", (size_t)plan->outputs.n),
              other = netcdf_dimension(&file, "other_output", (size_t)plan->outputs.n),
              statistic = netcdf_dimension(&file, "statistic", PLAN_STATISTICS),
              variable = plan->variables.n > 0 ? netcdf_dimension(&file, "variable", (size_t)plan->variables.n) : -1;
    const int state = netcdf_variable(&file, "state", NETCDF_INT, 1, &cases);
    netcdf_attribute(&file, state, "description", "0 open, 2 done, 3 a check is not satisfied, 4 failed");
    const int variables = variable < 0 ? -1
                                       : define(&file, "variables", 2, (int[]){cases, variable},
                                                "values of the variables; texts are not numbers");
    const int statistics =
                  define(&file, "statistics", 3, (int[]){cases, output, statistic}, "statistics of the outputs"),
              at_minimum = define(&file, "at_minimum", 3, (int[]){cases, output, other},
                                  "all outputs at the time of the minimum of each"),
              at_maximum = define(&file, "at_maximum", 3, (int[]){cases, output, other},
                                  "all outputs at the time of the maximum of each");
    if (variables >= 0)
        name_entries(&file, variables, "variables", names, plan->variables.n);
    name_entries(&file, statistics, "outputs", outputs, plan->outputs.n);
    name_entries(&file, statistics, "statistics", plan_statistic_names, PLAN_STATISTICS);
    netcdf_end_definitions(&file);
    netcdf_put_ints(&file, state, tables->states);
    if (variables >= 0)
        netcdf_put_reals(&file, variables, tables->variables);
    netcdf_put_reals(&file, statistics, tables->statistics);
    netcdf_put_reals(&file, at_minimum, tables->at_minimum);
    netcdf_put_reals(&file, at_maximum, tables->at_maximum);
    return netcdf_file_close(&file, study->errors);
}

/* Cases have equal weights unless a variable of the plan has them; one that is no number has no weight. */
static void keep_weight(tables *tables, const char *const *values)
{
    const plan *plan = &tables->study->plan;
    const size_t index = (size_t)tables->index, n = (size_t)plan->variables.n;
    tables->weights[index] = 1.0;
    for (int j = 0; j < plan->variables.n; j++) {
        const char *name = plan->variables.items[j].name;
        if (plan->weight && strcmp(name, plan->weight) == 0)
            tables->weights[index] = tables->variables[index * n + (size_t)j];
        if (!plan->group || strcmp(name, plan->group) != 0)
            continue;
        int group = name_map_find(&tables->groups, values[j], strlen(values[j]));
        if (group == HASH_NONE) {
            group = tables->group_names.n;
            name_map_put(&tables->groups, arena_string(tables->study->memory, values[j], strlen(values[j])), group);
            array_push(&tables->group_names, plain_value(tables, values[j]));
        }
        tables->group[index] = group;
    }
}

/* What a report says of a case that is not done: its last message, or the checks that it does not satisfy. */
static void keep_message(tables *tables, const case_record *record)
{
    text words = {0};
    if (record->refused.n > 0)
        put_refused(&words, record);
    else if (record->messages.n > 0)
        text_string(&words, record->messages.items[record->messages.n - 1]);
    array_push(&tables->messages, arena_string(tables->study->memory, words.n > 0 ? words.data : "", words.n));
    text_free(&words);
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

static void add_case(tables *tables, int index)
{
    torsor_study *study = tables->study;
    arena *memory = arena_create();
    case_record record;
    const char **values = ARENA_ARRAY(memory, const char *, study->plan.variables.n);
    plan_case(&study->plan, study->points, index, memory, values);
    const torsor_case_state state = study_load(study, index, &record, memory);
    tables->index = index;
    if (state == TORSOR_CASE_OPEN) {
        case_record_free(&record);
        case_record_begin(&record, "", study->plan.outputs.n, memory);
    }
    put_row(tables, &record, state, values);
    keep_arrays(tables, &record, state, values);
    keep_weight(tables, values);
    keep_message(tables, &record);
    case_record_free(&record);
    arena_destroy(memory);
}

static bool write_text(torsor_study *study, const char *name, const text *words)
{
    const char *path = arena_printf(study->memory, "%s/%s", study->folder, name);
    const char *why = whole_file_write(path, words->data, words->n);
    if (why)
        diag_report(study->errors, E_STUDY_WRITE, NOWHERE, path, why);
    return !why;
}

static study_arrays arrays_of(const tables *tables)
{
    return (study_arrays){.plan = &tables->study->plan,
                          .states = tables->states,
                          .variables = tables->variables,
                          .statistics = tables->statistics,
                          .weights = tables->weights,
                          .group = tables->group,
                          .group_names = tables->group_names.items,
                          .n_groups = tables->group_names.n};
}

static bool write_summary(const tables *tables)
{
    const study_arrays arrays = arrays_of(tables);
    text summary = {0}, exceedance = {0};
    study_summary_put(&arrays, &summary);
    study_exceedance_put(&arrays, &exceedance);
    const bool ok =
        write_text(tables->study, "summary.csv", &summary) && write_text(tables->study, "exceedance.csv", &exceedance);
    text_free(&summary);
    text_free(&exceedance);
    return ok;
}

static bool write_report(const tables *tables, const char *path)
{
    const study_arrays arrays = arrays_of(tables);
    text page = {0};
    study_report_put(&arrays, tables->messages.items, &page);
    const char *why = whole_file_write(path, page.data, page.n);
    if (why)
        diag_report(tables->study->errors, E_STUDY_WRITE, NOWHERE, path, why);
    text_free(&page);
    return !why;
}

bool study_write_tables(torsor_study *study, const char *report)
{
    const plan *plan = &study->plan;
    const size_t cases = (size_t)plan->n_cases, outputs = (size_t)plan->outputs.n;
    tables tables = {.study = study,
                     .states = heap_integers(cases, 0),
                     .variables = heap_reals(size_product(cases, (size_t)plan->variables.n)),
                     .statistics = heap_reals(size_product(cases, outputs * PLAN_STATISTICS)),
                     .at_minimum = heap_reals(size_product(cases, outputs * outputs)),
                     .at_maximum = heap_reals(size_product(cases, outputs * outputs)),
                     .weights = heap_reals(cases),
                     .group = heap_integers(cases, 0)};
    put_heads(&tables);
    for (int i = 0; i < plan->n_cases; i++)
        add_case(&tables, i);
    const bool ok = write_text(study, "results.csv", &tables.results) &&
                    write_text(study, "times.csv", &tables.times) && write_summary(&tables) && write_arrays(&tables) &&
                    (!report || write_report(&tables, report));
    text_free(&tables.results);
    text_free(&tables.times);
    free(tables.states);
    free(tables.variables);
    free(tables.statistics);
    free(tables.at_minimum);
    free(tables.at_maximum);
    free(tables.weights);
    free(tables.group);
    name_map_free(&tables.groups);
    array_free(&tables.group_names);
    array_free(&tables.messages);
    return ok;
}
