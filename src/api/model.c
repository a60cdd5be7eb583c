/* model.c - opening and checking decks. */
#include "api/diag_rows.h"
#include "api/handles.h"
#include "api/options.h"
#include "problem/rank_report.h"
#include <stdlib.h>
#include <string.h>

const char *torsor_version(void) { return TORSOR_VERSION; }

static bool define_all(const torsor_model *model)
{
    bool ok = true;
    for (int i = 0; i < model->options.n_definitions; i++) {
        const torsor_definition *definition = &model->options.definitions[i];
        ok = reader_define(model->deck->reader, definition->name, definition->value) && ok;
    }
    return ok;
}

/* Warns about definitions that the deck does not use: a misspelt name would otherwise have no effect unnoticed. */
static void check_definitions(const torsor_model *model)
{
    for (int i = 0; i < model->options.n_definitions; i++) {
        const char *name = model->options.definitions[i].name;
        const symbol *v = symbols_find(model->deck->names, name, strlen(name));
        if (!v || v->is_named)
            continue;
        diag_report(model->deck->errors, W_DEFINITION_UNUSED, v->location, name);
        const symbol *near = symbols_nearest(model->deck->names, name);
        if (near)
            diag_hint(model->deck->errors, "did you mean %s?", near->name);
    }
}

static bool limit_all(const torsor_model *model)
{
    bool ok = true;
    for (int i = 0; i < model->options.n_limits; i++) {
        const torsor_definition *definition = &model->options.limits[i];
        char *end;
        const double to = strtod(definition->value, &end);
        const bool is_set =
            end != definition->value && !*end && limits_set(reader_limits(model->deck->reader), definition->name, to);
        if (!is_set) {
            diag_report(model->deck->errors, E_LIMIT, (source_location){0}, definition->name, definition->value);
            diag_hint(model->deck->errors, "available limits:\n%s", limits_list());
        }
        ok = ok && is_set;
    }
    return ok;
}

static void model_prepare(torsor_model *model)
{
    model->deck = deck_create();
    model->deck->model->is_settable = model->options.settable;
    sources_set_rules(model->deck->texts, (model->options.sandbox ? FILES_CONFINED : 0u) |
                                              (model->options.read_only ? FILES_UNWRITTEN : 0u));
    model->messages.on_message = model->options.message;
    model->messages.context = model->options.context;
    messages_open(&model->messages, model->deck->errors);
    if (model->options.print)
        reader_set_print(model->deck->reader, model->options.print, model->options.context);
    if (model->options.environment && !model->options.sandbox)
        reader_read_environment(model->deck->reader, model->options.environment);
}

/* Called after the definitions, which take precedence. */
static void take_variables(const torsor_model *model)
{
    const torsor_model *from = model->options.variables_of;
    if (from && from->deck)
        symbols_inherit(model->deck->names, from->deck->names);
    if (model->options.may_redefine)
        symbols_allow_redefinition(model->deck->names);
}

typedef struct {
    torsor_model *model;
    const char *name, *words; /* words NULL: read a file */
    size_t length;
    bool has_options; /* the options are valid for this library */
} opening;

static void read_deck(void *on)
{
    const opening *opening = on;
    torsor_model *model = opening->model;
    model_prepare(model);
    if (!opening->has_options)
        diag_report(model->deck->errors, E_OPTIONS, (source_location){0}, sizeof model->options);
    const bool is_defined = define_all(model);
    take_variables(model);
    if (limit_all(model) && is_defined && opening->has_options)
        model->is_good = opening->words ? deck_read_text(model->deck, opening->name, opening->words, opening->length)
                                        : deck_read_file(model->deck, opening->name, opening->name);
    if (model->is_good)
        check_definitions(model);
    diag_flush(model->deck->errors);
}

static torsor_model *model_open_deck(const char *name, const char *words, size_t length, const torsor_options *options)
{
    opening opening = {.model = calloc(1, sizeof *opening.model), .name = name, .words = words, .length = length};
    if (!opening.model)
        return NULL;
    opening.model->users = 1;
    opening.has_options = options_copy(&opening.model->options, sizeof opening.model->options, options);
    const guard_outcome how = guarded_until(read_deck, &opening, opening.model->options.give_up);
    if (how == GUARD_NO_MEMORY) {
        torsor_close(opening.model);
        return NULL;
    }
    opening.model->is_good = opening.model->is_good && how == GUARD_DONE;
    opening.model->options.definitions = opening.model->options.limits = NULL;
    opening.model->options.variables_of = NULL;
    return opening.model;
}

torsor_model *torsor_open(const char *path, const torsor_options *options)
{
    return model_open_deck(path ? path : "", NULL, 0, options);
}

torsor_model *torsor_open_text(const char *name, const char *words, size_t length, const torsor_options *options)
{
    return model_open_deck(name ? name : "text", words ? words : "", words ? length : 0, options);
}

void torsor_close(torsor_model *model) { model_leave(model); }

void model_leave(torsor_model *model)
{
    if (!model || atomic_fetch_sub(&model->users, 1) > 1)
        return;
    deck_destroy(model->deck);
    messages_close(&model->messages);
    free(model);
}

bool torsor_is_good(const torsor_model *model) { return model && model->is_good; }
bool torsor_has_problem(const torsor_model *model) { return torsor_is_good(model) && model->deck->problem; }

int torsor_file_count(const torsor_model *model)
{
    int n = 0;
    while (torsor_file_at(model, n))
        n++;
    return n;
}

const char *torsor_file_at(const torsor_model *model, int index)
{
    const source *file;
    for (uint32_t k = 1; model && index >= 0 && (file = sources_get(model->deck->texts, k)); k++)
        if (*file->path && index-- == 0)
            return file->path;
    return NULL;
}

typedef struct {
    const torsor_model *model;
    rank_findings found;
} checking;

static void check_rank(void *on)
{
    checking *checking = on;
    const problem *problem = checking->model->deck->problem;
    if (problem->abort != ABORT_INPUT)
        checking->found =
            rank_check(checking->model->deck->model, problem->t0, problem->dt, checking->model->deck->errors);
    diag_flush(checking->model->deck->errors);
}

torsor_status torsor_check(torsor_model *model, torsor_findings *findings)
{
    checking checking = {.model = model};
    if (!torsor_has_problem(model))
        return !model || model->is_good ? TORSOR_MISUSE : TORSOR_ERROR;
    if (!guarded(check_rank, &checking))
        return TORSOR_NO_MEMORY;
    if (findings)
        *findings = (torsor_findings){.unknowns = model->deck->model->n_unknowns,
                                      .constraints = checking.found.constraints,
                                      .freedoms = checking.found.freedoms,
                                      .repeated = checking.found.repeated,
                                      .undetermined = checking.found.motions,
                                      .condition = checking.found.scales.condition,
                                      .smallest_row = checking.found.scales.smallest,
                                      .largest_row = checking.found.scales.largest};
    return checking.found.refused == 0 && checking.found.motions == 0 ? TORSOR_OK : TORSOR_ERROR;
}
