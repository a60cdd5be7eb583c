/* model.c - opening and checking decks. */
#include "api/diag_rows.h"
#include "api/handles.h"
#include "api/options.h"
#include "problem/rank_report.h"
#include <stdlib.h>
#include <string.h>

const char *torsor_version(void) { return TORSOR_VERSION; }

static bool define_all(const torsor_model *m)
{
    bool ok = true;
    for (int i = 0; i < m->options.n_definitions; i++) {
        const torsor_definition *d = &m->options.definitions[i];
        ok = reader_define(m->deck->reader, d->name, d->value) && ok;
    }
    return ok;
}

/* A misspelt name would change nothing, and nobody would see it. */
static void check_definitions(const torsor_model *m)
{
    for (int i = 0; i < m->options.n_definitions; i++) {
        const char *name = m->options.definitions[i].name;
        const symbol *v = symbols_find(m->deck->names, name, strlen(name));
        if (!v || v->is_named)
            continue;
        diag_report(m->deck->errors, W_DEFINITION_UNUSED, v->where, name);
        const symbol *near = symbols_nearest(m->deck->names, name);
        if (near)
            diag_hint(m->deck->errors, "did you mean %s?", near->name);
    }
}

static bool limit_all(const torsor_model *m)
{
    bool ok = true;
    for (int i = 0; i < m->options.n_limits; i++) {
        const torsor_definition *l = &m->options.limits[i];
        char *end;
        const double to = strtod(l->value, &end);
        const bool is_set = end != l->value && !*end && limits_set(reader_limits(m->deck->reader), l->name, to);
        if (!is_set) {
            diag_report(m->deck->errors, E_LIMIT, (place){0}, l->name, l->value);
            diag_hint(m->deck->errors, "there are:\n%s", limits_list());
        }
        ok = ok && is_set;
    }
    return ok;
}

static void model_prepare(torsor_model *m)
{
    m->deck = deck_create();
    m->deck->model->is_settable = m->options.settable;
    sources_set_rules(m->deck->texts,
                      (m->options.sandbox ? FILES_CONFINED : 0u) | (m->options.read_only ? FILES_UNWRITTEN : 0u));
    m->messages.hear = m->options.message;
    m->messages.context = m->options.context;
    messages_open(&m->messages, m->deck->errors);
    if (m->options.print)
        reader_set_print(m->deck->reader, m->options.print, m->options.context);
    if (m->options.environment && !m->options.sandbox)
        reader_read_environment(m->deck->reader, m->options.environment);
}

/* After the definitions, which count more. */
static void take_variables(const torsor_model *m)
{
    const torsor_model *from = m->options.variables_of;
    if (from && from->deck)
        symbols_inherit(m->deck->names, from->deck->names);
    if (m->options.may_redefine)
        symbols_allow_redefinition(m->deck->names);
}

typedef struct {
    torsor_model *m;
    const char *name, *words; /* words NULL: a file */
    size_t length;
    bool has_options; /* this library understands them */
} opening;

static void read_deck(void *on)
{
    const opening *o = on;
    torsor_model *m = o->m;
    model_prepare(m);
    if (!o->has_options)
        diag_report(m->deck->errors, E_OPTIONS, (place){0}, sizeof m->options);
    const bool is_defined = define_all(m);
    take_variables(m);
    if (limit_all(m) && is_defined && o->has_options)
        m->is_good = o->words ? deck_read_text(m->deck, o->name, o->words, o->length)
                              : deck_read_file(m->deck, o->name, o->name);
    if (m->is_good)
        check_definitions(m);
    diag_flush(m->deck->errors);
}

static torsor_model *model_open_deck(const char *name, const char *words, size_t length, const torsor_options *options)
{
    opening o = {.m = calloc(1, sizeof *o.m), .name = name, .words = words, .length = length};
    if (!o.m)
        return NULL;
    o.has_options = options_copy(&o.m->options, sizeof o.m->options, options);
    const guard_outcome how = guarded_until(read_deck, &o, o.m->options.give_up);
    if (how == GUARD_NO_MEMORY) {
        torsor_close(o.m);
        return NULL;
    }
    o.m->is_good = o.m->is_good && how == GUARD_DONE;
    o.m->options.definitions = o.m->options.limits = NULL;
    o.m->options.variables_of = NULL;
    return o.m;
}

torsor_model *torsor_open(const char *path, const torsor_options *options)
{
    return model_open_deck(path ? path : "", NULL, 0, options);
}

torsor_model *torsor_open_text(const char *name, const char *words, size_t length, const torsor_options *options)
{
    return model_open_deck(name ? name : "text", words ? words : "", words ? length : 0, options);
}

void torsor_close(torsor_model *m)
{
    if (!m)
        return;
    deck_destroy(m->deck);
    messages_close(&m->messages);
    free(m);
}

bool torsor_is_good(const torsor_model *m) { return m && m->is_good; }
bool torsor_has_problem(const torsor_model *m) { return torsor_is_good(m) && m->deck->problem; }

int torsor_file_count(const torsor_model *m)
{
    int n = 0;
    while (torsor_file_at(m, n))
        n++;
    return n;
}

const char *torsor_file_at(const torsor_model *m, int i)
{
    const source *file;
    for (uint32_t k = 1; m && i >= 0 && (file = sources_get(m->deck->texts, k)); k++)
        if (*file->path && i-- == 0)
            return file->path;
    return NULL;
}

typedef struct {
    const torsor_model *m;
    rank_findings found;
} checking;

static void check_rank(void *on)
{
    checking *c = on;
    const problem *p = c->m->deck->problem;
    if (p->abort != ABORT_INPUT)
        c->found = rank_check(c->m->deck->model, p->t0, p->dt, c->m->deck->errors);
    diag_flush(c->m->deck->errors);
}

torsor_status torsor_check(torsor_model *m, torsor_findings *findings)
{
    checking c = {.m = m};
    if (!torsor_has_problem(m))
        return !m || m->is_good ? TORSOR_MISUSE : TORSOR_ERROR;
    if (!guarded(check_rank, &c))
        return TORSOR_NO_MEMORY;
    if (findings)
        *findings = (torsor_findings){.unknowns = m->deck->model->n_unknowns,
                                      .constraints = c.found.constraints,
                                      .freedoms = c.found.freedoms,
                                      .repeated = c.found.repeated,
                                      .undetermined = c.found.motions,
                                      .condition = c.found.scales.condition,
                                      .smallest_row = c.found.scales.smallest,
                                      .largest_row = c.found.scales.largest};
    return c.found.repeated == 0 && c.found.motions == 0 ? TORSOR_OK : TORSOR_ERROR;
}
