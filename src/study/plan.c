/* plan.c - reads the plan of a study.
 *
 * Cases are numbered with the table outermost, then lists and ranges in their order, the last one fastest, and samples
 * innermost:
 *
 *     product    cases = rows x values_1 x ... x values_k x samples
 *     paired     cases = rows = values_1 = ... = values_k, times samples */
#include "study/plan.h"
#include "base/nearest.h"
#include "base/text.h"
#include "study/diag_rows.h"
#include "study/plan_table.h"
#include "study/toml.h"
#include <glob.h>
#include <math.h>
#include <string.h>

enum { MOST_CASES = 10000000 };

const char *const plan_statistic_names[PLAN_STATISTICS] = {
    [PLAN_LAST] = "last",
    [PLAN_MEAN] = "mean",
    [PLAN_DEVIATION] = "deviation",
    [PLAN_RMS] = "rms",
    [PLAN_MINIMUM] = "minimum",
    [PLAN_MINIMUM_TIME] = "minimum_time",
    [PLAN_MAXIMUM] = "maximum",
    [PLAN_MAXIMUM_TIME] = "maximum_time",
    [PLAN_EQUIVALENT_LOAD] = "equivalent_load",
};

typedef struct {
    plan *plan;
    sources *sources;
    arena *memory;
    diag *errors;
} plan_reader;

/* --- entries of tables -------------------------------------------------------------------------------------------- */

/* Reports every key that is not among the words. */
static bool knows_keys(const plan_reader *reader, const toml *table, const char *const *words, int n)
{
    bool ok = true;
    for (const toml *entry = table->first; entry; entry = entry->next) {
        bool is_known = false;
        for (int i = 0; i < n; i++)
            is_known = is_known || strcmp(entry->key, words[i]) == 0;
        if (is_known)
            continue;
        diag_report(reader->errors, E_PLAN_KEY, entry->key_location, entry->key);
        const char *near = nearest_word(entry->key, words, n);
        if (near)
            diag_hint(reader->errors, "did you mean '%s'?", near);
        ok = false;
    }
    return ok;
}

static bool has_kind(const plan_reader *reader, const toml *entry, toml_kind kind)
{
    static const char *const KINDS[] = {[TOML_TEXT] = "a text in quotes",
                                        [TOML_NUMBER] = "a number",
                                        [TOML_BOOL] = "true or false",
                                        [TOML_ARRAY] = "a list in brackets",
                                        [TOML_TABLE] = "a table"};
    if (entry->kind == kind && (kind != TOML_NUMBER || isfinite(entry->number)))
        return true;
    diag_report(reader->errors, E_PLAN_KIND, entry->location, entry->key ? entry->key : "each value", KINDS[kind]);
    return false;
}

/* Each of these leaves `to` as it is if there is no such entry. */
static bool take_text(const plan_reader *reader, const toml *table, const char *key, const char **to)
{
    const toml *entry = toml_find(table, key);
    if (!entry)
        return true;
    *to = entry->text;
    return has_kind(reader, entry, TOML_TEXT);
}

static bool take_number(const plan_reader *reader, const toml *table, const char *key, double *to)
{
    const toml *entry = toml_find(table, key);
    if (!entry)
        return true;
    *to = entry->number;
    return has_kind(reader, entry, TOML_NUMBER);
}

static bool take_count(const plan_reader *reader, const toml *table, const char *key, double most, double *to)
{
    const toml *entry = toml_find(table, key);
    if (!take_number(reader, table, key, to))
        return false;
    if (!entry || (*to >= 0.0 && *to == floor(*to) && *to <= most))
        return true;
    diag_report(reader->errors, E_PLAN_KIND, entry->location, key, "a whole number that is not negative");
    return false;
}

/* Writes the index of the word. */
static bool take_word(const plan_reader *reader, const toml *table, const char *key, const char *const *words, int *to)
{
    const toml *entry = toml_find(table, key);
    if (!entry)
        return true;
    if (!has_kind(reader, entry, TOML_TEXT))
        return false;
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], entry->text) == 0) {
            *to = i;
            return true;
        }
    text all = {0};
    for (int i = 0; words[i]; i++)
        text_printf(&all, "%s%s", i > 0 ? ", " : "", words[i]);
    text_char(&all, '\0');
    diag_report(reader->errors, E_PLAN_WORD, entry->location, entry->text, all.data);
    text_free(&all);
    return false;
}

/* --- variables ---------------------------------------------------------------------------------------------------- */

static void alloc_values(const plan_reader *reader, plan_variable *variable, int n)
{
    variable->values = ARENA_ARRAY(reader->memory, const char *, n);
    variable->n_values = n;
}

static bool read_scalar(const plan_reader *reader, const toml *value, const char **to)
{
    if (value->kind == TOML_TEXT) {
        const char *quoted = plan_expression(value->text, reader->memory);
        *to = *quoted == '"' ? quoted : arena_printf(reader->memory, "\"%s\"", value->text);
        return true;
    }
    if (value->kind == TOML_BOOL) {
        *to = value->number != 0.0 ? "TRUE" : "FALSE";
        return true;
    }
    *to = value->text;
    return has_kind(reader, value, TOML_NUMBER);
}

static bool read_list(const plan_reader *reader, const toml *list, plan_variable *variable)
{
    alloc_values(reader, variable, list->count);
    if (list->count == 0) {
        diag_report(reader->errors, E_PLAN_EMPTY, list->location, variable->name);
        return false;
    }
    int n = 0;
    for (const toml *value = list->first; value; value = value->next)
        if (!read_scalar(reader, value, &variable->values[n++]))
            return false;
    return true;
}

static bool read_range(const plan_reader *reader, const toml *entry, plan_variable *variable)
{
    static const char *const KEYS[] = {"from", "n", "to"};
    double first = (double)NAN, last = (double)NAN, n = 0.0;
    if (!knows_keys(reader, entry, KEYS, ARRAY_LEN(KEYS)) || !take_number(reader, entry, "from", &first) ||
        !take_number(reader, entry, "to", &last) || !take_count(reader, entry, "n", MOST_CASES, &n))
        return false;
    if (isnan(first) || isnan(last) || n < 1.0) {
        diag_report(reader->errors, E_PLAN_RANGE, entry->location);
        return false;
    }
    alloc_values(reader, variable, (int)n);
    for (int i = 0; i < variable->n_values; i++) {
        const double part = n > 1.0 ? i / (n - 1.0) : 0.0;
        variable->values[i] = arena_printf(reader->memory, "%.17g", (1.0 - part) * first + part * last);
    }
    return true;
}

/* Path of a file that the plan names, relative to the folder of the plan. */
static const char *beside_plan(const plan_reader *reader, const char *name)
{
    const char *slash = strrchr(reader->plan->path, '/');
    return *name == '/' || !slash
               ? name
               : arena_printf(reader->memory, "%.*s/%s", (int)(slash - reader->plan->path), reader->plan->path, name);
}

static bool read_files(const plan_reader *reader, const toml *entry, plan_variable *variable)
{
    const toml *files = toml_find(entry, "files");
    if (!has_kind(reader, files, TOML_TEXT))
        return false;
    glob_t found;
    const char *pattern = beside_plan(reader, files->text);
    const bool ok = glob(pattern, 0, NULL, &found) == 0;
    if (ok) {
        alloc_values(reader, variable, (int)found.gl_pathc);
        for (int i = 0; i < variable->n_values; i++) {
            char *path = realpath(found.gl_pathv[i], NULL);
            variable->values[i] = plan_expression(path ? path : found.gl_pathv[i], reader->memory);
            free(path);
        }
        globfree(&found);
    } else {
        diag_report(reader->errors, E_PLAN_FILES, files->location, files->text);
    }
    return ok;
}

static bool read_distribution(const plan_reader *reader, const toml *entry, plan_variable *variable)
{
    static const char *const KEYS[] = {"expression", "files", "from",    "lognormal",  "n",
                                       "normal",     "to",    "uniform", "triangular", "weibull"};
    const toml *parameters = entry->first;
    int n = 0;
    const int kind = parameters && entry->count == 1 ? distribution_named(parameters->key, &n) : -1;
    if (kind < 0) {
        if (knows_keys(reader, entry, KEYS, ARRAY_LEN(KEYS)))
            diag_report(reader->errors, E_PLAN_KIND, entry->location, variable->name,
                        "one of a range, files, an expression and a distribution");
        return false;
    }
    if (!has_kind(reader, parameters, TOML_ARRAY))
        return false;
    if (parameters->count != n) {
        diag_report(reader->errors, E_PLAN_PARAMETERS, parameters->location, parameters->key, n, parameters->count);
        return false;
    }
    variable->is_sampled = true;
    variable->distribution.kind = (distribution_kind)kind;
    int i = 0;
    for (const toml *value = parameters->first; value; value = value->next)
        if (has_kind(reader, value, TOML_NUMBER))
            variable->distribution.parameters[i++] = value->number;
        else
            return false;
    if (!distribution_is_valid(&variable->distribution))
        diag_report(reader->errors, E_PLAN_DISTRIBUTION, parameters->location);
    return distribution_is_valid(&variable->distribution);
}

static bool read_variable(const plan_reader *reader, const toml *entry)
{
    plan_variable variable = {.name = entry->key, .location = entry->key_location};
    bool ok;
    if (entry->kind == TOML_ARRAY) {
        ok = read_list(reader, entry, &variable);
    } else if (entry->kind != TOML_TABLE) {
        alloc_values(reader, &variable, 1);
        ok = read_scalar(reader, entry, &variable.values[0]);
    } else if (toml_find(entry, "from")) {
        ok = read_range(reader, entry, &variable);
    } else if (toml_find(entry, "files") && entry->count == 1) {
        ok = read_files(reader, entry, &variable);
    } else if (toml_find(entry, "expression") && entry->count == 1) {
        alloc_values(reader, &variable, 1);
        variable.is_expression = true;
        ok = take_text(reader, entry, "expression", &variable.values[0]);
    } else {
        ok = read_distribution(reader, entry, &variable);
    }
    for (int i = 0; ok && i < reader->plan->variables.n; i++)
        if (strcmp(reader->plan->variables.items[i].name, variable.name) == 0) {
            diag_report(reader->errors, E_PLAN_TWICE, variable.location, variable.name);
            ok = false;
        }
    array_push(&reader->plan->variables, variable);
    return ok;
}

/* --- outputs and checks ------------------------------------------------------------------------------------------- */

static bool read_output(const plan_reader *reader, const toml *entry)
{
    static const char *const KEYS[] = {"cycles", "end", "exponent", "quantity", "start", "ultimate"};
    plan_output output = {
        .name = entry->key, .location = entry->location, .start = -HUGE_VAL, .end = HUGE_VAL, .cycles = 1.0};
    bool ok = true;
    if (entry->kind == TOML_TABLE) {
        ok = knows_keys(reader, entry, KEYS, ARRAY_LEN(KEYS)) &&
             take_text(reader, entry, "quantity", &output.quantity) &&
             take_number(reader, entry, "start", &output.start) && take_number(reader, entry, "end", &output.end) &&
             take_number(reader, entry, "exponent", &output.exponent) &&
             take_number(reader, entry, "cycles", &output.cycles) &&
             take_number(reader, entry, "ultimate", &output.ultimate);
        if (ok && !output.quantity)
            diag_report(reader->errors, E_PLAN_MISSING, entry->location, output.name, "quantity");
        ok = ok && output.quantity;
    } else {
        output.quantity = entry->text;
        ok = has_kind(reader, entry, TOML_TEXT);
    }
    if (ok && (output.exponent < 0.0 || !(output.cycles > 0.0) || output.ultimate < 0.0)) {
        diag_report(reader->errors, E_PLAN_KIND, entry->location, "exponent, cycles or ultimate", "positive");
        ok = false;
    }
    array_push(&reader->plan->outputs, output);
    return ok;
}

static bool find_checked(const plan_reader *reader, const toml *entry, plan_check *check)
{
    const char *dot = strrchr(entry->key, '.');
    check->statistic = PLAN_STATISTICS;
    for (int i = 0; dot && i < PLAN_STATISTICS; i++)
        if (strcmp(plan_statistic_names[i], dot + 1) == 0)
            check->statistic = (plan_statistic)i;
    if (check->statistic == PLAN_STATISTICS) {
        diag_report(reader->errors, E_PLAN_CHECK, entry->key_location, entry->key);
        diag_hint(reader->errors, "statistics are last, mean, deviation, rms, minimum, minimum_time, maximum, "
                                  "maximum_time, equivalent_load");
        return false;
    }
    const int length = (int)(dot - entry->key);
    check->output = -1;
    for (int i = 0; i < reader->plan->outputs.n; i++)
        if ((int)strlen(reader->plan->outputs.items[i].name) == length &&
            strncmp(reader->plan->outputs.items[i].name, entry->key, (size_t)length) == 0)
            check->output = i;
    if (check->output < 0)
        diag_report(reader->errors, E_PLAN_CHECK_OUTPUT, entry->key_location,
                    arena_string(reader->memory, entry->key, (size_t)length));
    return check->output >= 0;
}

static bool read_check(const plan_reader *reader, const toml *entry)
{
    static const char *const KEYS[] = {"above", "below"};
    plan_check check = {.name = entry->key, .above = -HUGE_VAL, .below = HUGE_VAL};
    if (!has_kind(reader, entry, TOML_TABLE) || !knows_keys(reader, entry, KEYS, ARRAY_LEN(KEYS)) ||
        !take_number(reader, entry, "above", &check.above) || !take_number(reader, entry, "below", &check.below) ||
        !find_checked(reader, entry, &check))
        return false;
    if (entry->count == 0)
        diag_report(reader->errors, E_PLAN_CHECK_EMPTY, entry->location, entry->key);
    array_push(&reader->plan->checks, check);
    return entry->count > 0;
}

/* Reads all entries, also after one that is wrong, so that every mistake is reported. */
static bool read_each(const plan_reader *reader, const toml *document, const char *key,
                      bool (*read)(const plan_reader *reader, const toml *entry))
{
    const toml *table = toml_find(document, key);
    bool ok = !table || has_kind(reader, table, TOML_TABLE);
    for (const toml *entry = ok && table ? table->first : NULL; entry; entry = entry->next)
        ok = read(reader, entry) && ok;
    return ok;
}

/* --- the whole plan ----------------------------------------------------------------------------------------------- */

static const source *load(const plan_reader *reader, const char *path, source_location location)
{
    const char *why = NULL;
    const source *file = sources_load(reader->sources, path, path, location, &why);
    if (!file)
        diag_report(reader->errors, E_PLAN_FILE, location, path, why);
    return file;
}

static bool read_table(const plan_reader *reader, const toml *document)
{
    const toml *entry = toml_find(document, "table");
    if (!entry)
        return true;
    const source *file =
        has_kind(reader, entry, TOML_TEXT) ? load(reader, beside_plan(reader, entry->text), entry->location) : NULL;
    return file && plan_table_read(reader->plan, file, reader->sources, reader->memory, reader->errors);
}

static bool read_settings(const plan_reader *reader, const toml *document)
{
    static const char *const COMBINE[] = {"product", "paired", NULL},
                             *const SAMPLING[] = {"random", "latin", "sobol", NULL},
                             *const KEEP[] = {"nothing", "results", NULL};
    plan *plan = reader->plan;
    int is_paired = 0, sampling = SAMPLING_LATIN_HYPERCUBE, keeps = 0;
    double samples = 0.0, seed = 1.0;
    const char *deck = NULL;
    const bool ok = take_text(reader, document, "deck", &deck) &&
                    take_text(reader, document, "weight", &plan->weight) &&
                    take_text(reader, document, "group", &plan->group) &&
                    take_word(reader, document, "combine", COMBINE, &is_paired) &&
                    take_word(reader, document, "sampling", SAMPLING, &sampling) &&
                    take_word(reader, document, "keep", KEEP, &keeps) &&
                    take_count(reader, document, "samples", MOST_CASES, &samples) &&
                    take_count(reader, document, "seed", 0x1p53, &seed);
    if (toml_find(document, "weight"))
        plan->weight_location = toml_find(document, "weight")->location;
    if (toml_find(document, "group"))
        plan->group_location = toml_find(document, "group")->location;
    if (ok && deck) {
        plan->deck = beside_plan(reader, deck);
        plan->deck_location = toml_find(document, "deck")->location;
    }
    plan->is_paired = is_paired != 0;
    plan->sampling = (sampling_kind)sampling;
    plan->keeps_results = keeps != 0;
    plan->samples = (int)samples;
    plan->seed = (uint64_t)seed;
    return ok;
}

static bool read_document(const plan_reader *reader, const toml *document)
{
    static const char *const KEYS[] = {"checks",  "combine",  "deck", "group", "keep",      "outputs",
                                       "samples", "sampling", "seed", "table", "variables", "weight"};
    bool ok = knows_keys(reader, document, KEYS, ARRAY_LEN(KEYS));
    ok = read_settings(reader, document) && ok;
    ok = read_table(reader, document) && ok;
    ok = read_each(reader, document, "variables", read_variable) && ok;
    ok = read_each(reader, document, "outputs", read_output) && ok;
    return ok && read_each(reader, document, "checks", read_check);
}

/* NAME=QUANTITY; a quantity alone is its own name. */
static void add_output(const plan_reader *reader, const char *word)
{
    const char *equal = strchr(word, '=');
    plan_output output = {.name = equal ? arena_string(reader->memory, word, (size_t)(equal - word)) : word,
                          .quantity = equal ? equal + 1 : word,
                          .start = -HUGE_VAL,
                          .end = HUGE_VAL,
                          .cycles = 1.0};
    array_push(&reader->plan->outputs, output);
}

/* --- the number of cases ------------------------------------------------------------------------------------------ */

static int count_sampled(const plan *plan)
{
    int n = 0;
    for (int i = 0; i < plan->variables.n; i++)
        n += plan->variables.items[i].is_sampled;
    return n;
}

static bool check_samples(const plan_reader *reader)
{
    const plan *plan = reader->plan;
    const int sampled = count_sampled(plan);
    if (sampled == 0 && plan->samples > 0)
        diag_report(reader->errors, E_PLAN_NO_DISTRIBUTION, (source_location){1, 0, 1});
    for (int i = 0; i < plan->variables.n && plan->samples == 0; i++)
        if (plan->variables.items[i].is_sampled)
            diag_report(reader->errors, E_PLAN_SAMPLES, plan->variables.items[i].location,
                        plan->variables.items[i].name);
    if (plan->sampling == SAMPLING_SOBOL && sampled > SOBOL_MOST_DIMENSIONS)
        diag_report(reader->errors, E_PLAN_SOBOL, (source_location){1, 0, 1}, SOBOL_MOST_DIMENSIONS, sampled);
    return diag_errors(reader->errors) == 0;
}

/* Lists and ranges, without the columns of the table. */
static bool is_listed(const plan *plan, int i) { return i >= plan->n_columns && !plan->variables.items[i].is_sampled; }

static bool count_cases(const plan_reader *reader)
{
    plan *plan = reader->plan;
    double n = plan->n_rows > 0 ? plan->n_rows : 1.0;
    for (int i = 0; i < plan->variables.n; i++) {
        const plan_variable *variable = &plan->variables.items[i];
        if (!is_listed(plan, i) || variable->n_values == 1)
            continue;
        if (!plan->is_paired) {
            n *= variable->n_values;
        } else if (n == 1.0) {
            n = variable->n_values;
        } else if (n != variable->n_values) {
            diag_report(reader->errors, E_PLAN_PAIRED, variable->location, variable->name, variable->n_values, (int)n);
            return false;
        }
    }
    n *= plan->samples > 0 ? plan->samples : 1.0;
    if (n > MOST_CASES)
        diag_report(reader->errors, E_PLAN_MANY, (source_location){1, 0, 1}, MOST_CASES);
    plan->n_cases = n > MOST_CASES ? 0 : (int)n;
    return n <= MOST_CASES;
}

static bool is_complete(const plan_reader *reader, const plan_additions *additions)
{
    plan *plan = reader->plan;
    plan->deck = additions->deck ? additions->deck : plan->deck;
    plan->keeps_results = plan->keeps_results || additions->keeps_results;
    for (int i = 0; i < additions->n_outputs; i++)
        add_output(reader, additions->outputs[i]);
    if (!plan->deck)
        diag_report(reader->errors, E_PLAN_MISSING, (source_location){1, 0, 1}, plan->path, "deck");
    if (plan->outputs.n == 0)
        diag_report(reader->errors, E_PLAN_OUTPUTS, (source_location){1, 0, 1}, plan->path);
    return plan->deck && plan->outputs.n > 0;
}

static bool has_weight(const plan_reader *reader)
{
    const plan *plan = reader->plan;
    bool is_known = !plan->weight;
    for (int i = 0; i < plan->variables.n && !is_known; i++)
        is_known = strcmp(plan->variables.items[i].name, plan->weight) == 0;
    if (!is_known)
        diag_report(reader->errors, E_PLAN_WEIGHT, plan->weight_location, plan->weight);
    return is_known;
}

/* Samples are all different: they make no groups. */
static bool has_group(const plan_reader *reader)
{
    const plan *plan = reader->plan;
    bool is_known = !plan->group;
    for (int i = 0; !is_known && i < plan->variables.n; i++)
        is_known = strcmp(plan->variables.items[i].name, plan->group) == 0 && !plan->variables.items[i].is_sampled;
    if (!is_known)
        diag_report(reader->errors, E_PLAN_GROUP, plan->group_location, plan->group);
    return is_known;
}

static bool ends_with(const char *path, const char *end)
{
    const size_t n = strlen(path), length = strlen(end);
    return n > length && strcmp(path + n - length, end) == 0;
}

bool plan_read_text(plan *plan, const source *file, const plan_additions *additions, sources *sources, arena *memory,
                    diag *errors)
{
    *plan = (struct plan){.path = file->name, .sampling = SAMPLING_LATIN_HYPERCUBE, .seed = 1};
    const plan_reader reader = {.plan = plan, .sources = sources, .memory = memory, .errors = errors};
    bool ok;
    if (ends_with(file->name, ".csv")) {
        ok = plan_table_read(plan, file, sources, memory, errors);
    } else {
        const toml *document = toml_read(file, sources, memory, errors);
        ok = document && read_document(&reader, document);
    }
    return ok && is_complete(&reader, additions) && has_weight(&reader) && has_group(&reader) &&
           check_samples(&reader) && count_cases(&reader);
}

bool plan_read(plan *plan, const char *path, const plan_additions *additions, sources *sources, arena *memory,
               diag *errors)
{
    *plan = (struct plan){.path = path};
    const plan_reader reader = {.plan = plan, .sources = sources, .memory = memory, .errors = errors};
    const source *file = load(&reader, path, (source_location){0, 0, 0});
    return file && plan_read_text(plan, file, additions, sources, memory, errors);
}

void plan_free(plan *plan)
{
    array_free(&plan->variables);
    array_free(&plan->outputs);
    array_free(&plan->checks);
}

/* --- cases -------------------------------------------------------------------------------------------------------- */

double *plan_points(const plan *plan)
{
    const int sampled = count_sampled(plan);
    if (sampled == 0)
        return NULL;
    double *points = heap_reals(size_product((size_t)plan->samples, (size_t)sampled));
    sampling_points(plan->sampling, plan->seed, plan->samples, sampled, points);
    return points;
}

static void sample_case(const plan *plan, const double *point, arena *memory, const char **values)
{
    int dimension = 0;
    for (int i = 0; i < plan->variables.n; i++) {
        const plan_variable *variable = &plan->variables.items[i];
        if (variable->is_sampled)
            values[i] =
                arena_printf(memory, "%.17g", distribution_quantile(&variable->distribution, point[dimension++]));
    }
}

void plan_case(const plan *plan, const double *points, int index, arena *memory, const char **values)
{
    const int samples = plan->samples > 0 ? plan->samples : 1;
    int rest = index / samples;
    if (points)
        sample_case(plan, points + (size_t)(index % samples) * (size_t)count_sampled(plan), memory, values);
    const int row = rest;
    for (int i = plan->variables.n - 1; i >= plan->n_columns; i--) {
        const plan_variable *variable = &plan->variables.items[i];
        if (!is_listed(plan, i))
            continue;
        values[i] = variable->values[variable->n_values == 1 ? 0 : plan->is_paired ? row : rest % variable->n_values];
        rest /= plan->is_paired ? 1 : variable->n_values;
    }
    for (int i = 0; i < plan->n_columns; i++)
        values[i] = plan->variables.items[i].values[rest];
}
