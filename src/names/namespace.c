/* namespace.c - namespace "model": what expressions can ask of the model.
 *
 *     drive(LABEL [, X])                 a labelled drive at X, by default at the current time
 *     drivep(LABEL [, X])                its slope, 0 when it has none
 *     sf::NAME(X [, ORDER])              a scalar function, or its first or second derivative
 *     node::TYPE(LABEL, "DATUM")         a private datum of a node
 *     element::TYPE([LABEL,] "DATUM")    a private datum of an element
 *     current("NAME")                    a value of the element that is being read
 *     position(LABEL) ...                the motion of structural nodes (namespace_motion.c)
 *
 * With _prev behind node::TYPE and element::TYPE the previous step is meant. Calls with constant labels and names are
 * bound when they are compiled, and when the model is complete if what they name comes later in the deck. */
#include "names/namespace.h"
#include "model/diag_rows.h"
#include "model/reading.h"
#include "names/datum.h"
#include <stdio.h>
#include <string.h>

static const value_type DRIVE_ARGUMENTS[] = {TYPE_INTEGER, TYPE_REAL};
static const value_type SF_ARGUMENTS[] = {TYPE_REAL, TYPE_INTEGER};
static const value_type DATUM_ARGUMENTS[] = {TYPE_INTEGER, TYPE_STRING};
static const value_type CURRENT_ARGUMENTS[] = {TYPE_STRING};

static bool namespace_fail(const char **why, const char *reason)
{
    *why = reason;
    return false;
}

static const function *make(model *m, const char *name, size_t length, const function *like)
{
    function *f = arena_copy(m->memory, like, sizeof *like);
    f->name = arena_string(m->memory, name, length);
    f->result = TYPE_REAL;
    return f;
}

/* --- current ------------------------------------------------------------------------------------------------------ */

static bool call_current(void *self, const expr_run *run, const value *args, int n, value *result, const char **why)
{
    (void)run, (void)n;
    double v;
    if (!model_current(self, args[0].s, &v))
        return namespace_fail(why,
                              "nothing of this name is known here: model::current is for what belongs to an element");
    *result = value_real(v);
    return true;
}

/* --- drive -------------------------------------------------------------------------------------------------------- */

typedef struct {
    model *m;
    unsigned label;
    place where;
    const drive *drive; /* of a bound call; NULL: not defined yet */
    bool of_slope;
} drive_function;

static bool evaluate_drive(const drive_function *f, const drive *d, const state *s, const value *args, int n,
                           value *result, const char **why)
{
    enum { MOST_CALLS = 200 };
    fault failed = {0};
    const state *from = state_to_read(s);
    state then = from ? *from : model_input_state(f->m);
    then.failed = &failed;
    if (++then.calls > MOST_CALLS)
        return namespace_fail(why, "more than 200 drives call each other here");
    const double x = n > 1 ? args[1].r : then.t;
    *result = value_real(f->of_slope ? drive_slope(d, &then, x) : drive_at(d, &then, x));
    if (!failed.is_set)
        return true;
    if (s && s->failed && !s->failed->is_set)
        *s->failed = failed;
    return namespace_fail(why, "the drive has no value");
}

static bool call_drive(void *self, const expr_run *run, const value *args, int n, value *result, const char **why)
{
    const drive_function *f = self;
    const int i = label_map_find(&f->m->drive_by_label, (unsigned)args[0].i);
    if (i == HASH_NONE)
        return namespace_fail(why, "there is no drive caller with this label");
    return evaluate_drive(f, f->m->drives.items[i], run->state, args, n, result, why);
}

static bool call_bound_drive(void *self, const expr_run *run, const value *args, int n, value *result, const char **why)
{
    const drive_function *f = self;
    if (!f->drive)
        return namespace_fail(why, "there is no drive caller with this label yet");
    return evaluate_drive(f, f->drive, run->state, args, n, result, why);
}

static void settle_drive(model *m, void *self)
{
    drive_function *f = self;
    const int i = label_map_find(&m->drive_by_label, f->label);
    if (i == HASH_NONE)
        diag_report(m->errors, E_NO_DRIVE, f->where, f->label);
    else
        f->drive = m->drives.items[i];
}

static const function *bind_drive(void *space, const function *f, const value *const *known, int n, place where)
{
    (void)n;
    model *m = space;
    if (!known[0])
        return f;
    drive_function *bound = ARENA_NEW(m->memory, drive_function);
    *bound = (drive_function){.m = m,
                              .label = (unsigned)known[0]->i,
                              .where = where,
                              .of_slope = ((const drive_function *)f->self)->of_slope};
    const int i = label_map_find(&m->drive_by_label, bound->label);
    if (i == HASH_NONE)
        model_later(m, settle_drive, bound);
    else
        bound->drive = m->drives.items[i];
    model_link_drive(m, bound->label, USE_IN_EXPRESSION, where);
    function *g = arena_copy(m->memory, f, sizeof *f);
    g->call = call_bound_drive;
    g->self = bound;
    return g;
}

/* --- scalar functions --------------------------------------------------------------------------------------------- */

static bool call_sf(void *self, const expr_run *run, const value *args, int n, value *result, const char **why)
{
    (void)run;
    const int order = n > 1 ? args[1].i : 0;
    if (order < 0 || order > 2)
        return namespace_fail(why, "the order of the derivative of a scalar function is 0, 1 or 2");
    function_fault bad = {0};
    *result = value_real(function_eval(self, args[0].r, order, &bad));
    return bad.why ? namespace_fail(why, bad.why) : true;
}

/* Of a function whose card failed: nothing is solved after that, and one error is enough. */
static bool call_lost_sf(void *self, const expr_run *run, const value *args, int n, value *result, const char **why)
{
    (void)self, (void)run, (void)args, (void)n, (void)why;
    *result = value_real(0.0);
    return true;
}

static double slope_sf(void *self, const expr_run *run, const value *args, int n, int which)
{
    (void)run;
    function_fault bad = {0};
    const int order = n > 1 ? args[1].i : 0;
    return which == 0 && order < 2 ? function_eval(self, args[0].r, order + 1, &bad) : 0.0;
}

static const function *resolve_sf(model *m, const char *name, size_t length, const char *of, size_t n)
{
    const scalar_function *sf = scalar_function_find(m, of, n);
    if (!sf && !scalar_function_is_lost(m, of, n))
        return NULL;
    const function like = {.n_min = 1,
                           .n_max = 2,
                           .args = SF_ARGUMENTS,
                           .n_types = 2,
                           .pure = true,
                           .call = sf ? call_sf : call_lost_sf,
                           .slope = sf ? slope_sf : NULL,
                           .self = (void *)sf};
    return make(m, name, length, &like);
}

/* --- private data ------------------------------------------------------------------------------------------------- */

static bool evaluate_datum(const datum *d, const void *s, value *result, const char **why)
{
    const char *reason = NULL;
    *result = value_real(datum_value(d, s, &reason));
    return reason ? namespace_fail(why, reason) : true;
}

/* Looked up now: labels or names that change. Its errors are those of the call. */
static bool call_datum(void *self, const expr_run *run, const value *args, int n, value *result, const char **why)
{
    datum d = *(const datum *)self;
    d.label = n > 1 ? (unsigned)args[0].i : 0;
    d.n = d.node_type ? model_node(d.model, d.node_type, d.label) : NULL;
    d.e = d.card ? model_elem(d.model, d.card, d.label) : NULL;
    if (!d.n && !d.e)
        return namespace_fail(why,
                              d.node_type ? "there is no node with this label" : "there is no element with this label");
    const char *name = args[n - 1].s;
    if (d.n)
        d.index = d.n->type->private_index ? d.n->type->private_index(d.n, name) : 0;
    else
        d.index = d.e->type->private_value ? elem_private_index(d.e, name) : 0;
    return d.index ? evaluate_datum(&d, run->state, result, why)
                   : namespace_fail(why, "there is no private datum of this name");
}

static bool call_bound_datum(void *self, const expr_run *run, const value *args, int n, value *result, const char **why)
{
    (void)args, (void)n;
    return evaluate_datum(self, run->state, result, why);
}

/* A call whose label is known only when it is made may read the datum of any node of the type. */
static void want_of_all(model *m, void *self)
{
    const datum *d = self;
    for (int i = 0; d->node_type && d->node_type->want_private && d->name && i < m->nodes.n; i++) {
        node *n = m->nodes.items[i];
        const int index = n->type == d->node_type ? n->type->private_index(n, d->name) : 0;
        if (index > 0)
            n->type->want_private(n, index);
    }
}

static const function *bind_datum(void *space, const function *f, const value *const *known, int n, place where)
{
    model *m = space;
    datum *d = arena_copy(m->memory, f->self, sizeof *d);
    if (!known[0] || !known[n - 1]) {
        d->name = known[n - 1] ? known[n - 1]->s : NULL;
        model_later(m, want_of_all, d);
        return f;
    }
    d->label = n > 1 ? (unsigned)known[0]->i : 0;
    d->name = known[n - 1]->s;
    d->where = d->where_name = where;
    datum_bind(m, d);
    function *g = arena_copy(m->memory, f, sizeof *f);
    g->call = call_bound_datum;
    g->self = d;
    return g;
}

static const char *terminated(const char *word, size_t length, char *out, size_t size)
{
    snprintf(out, size, "%.*s", (int)length, word);
    return out;
}

/* TYPE as it is written in an expression: blanks are left out, or underscores. */
static bool find_type(datum *d, bool of_node, const char *type, size_t length)
{
    char word[64];
    terminated(type, length, word, sizeof word);
    for (char *c = word; *c; c++)
        if (*c == '_')
            *c = ' ';
    if (of_node)
        d->node_type = node_type_find(word);
    else
        d->card = elem_card_find(word);
    return d->node_type || d->card;
}

static const function *resolve_datum(model *m, const char *name, size_t length, const char *type, size_t n,
                                     bool of_node)
{
    static const char PREV[] = "_prev";
    const size_t tail = sizeof PREV - 1;
    datum d = {.model = m, .prev = n > tail && memcmp(type + n - tail, PREV, tail) == 0};
    if (!find_type(&d, of_node, type, d.prev ? n - tail : n))
        return NULL;
    const bool single = d.card && d.card->class->flags & CLASS_IS_SINGLE;
    const function like = {.n_min = single ? 1 : 2,
                           .n_max = single ? 1 : 2,
                           .args = DATUM_ARGUMENTS + single,
                           .n_types = single ? 1 : 2,
                           .call = call_datum,
                           .bind = bind_datum,
                           .self = arena_copy(m->memory, &d, sizeof d)};
    return make(m, name, length, &like);
}

/* --- the namespace ------------------------------------------------------------------------------------------------ */

static bool begins(const char *name, size_t length, const char *with)
{
    const size_t n = strlen(with);
    return length > n && memcmp(name, with, n) == 0;
}

static bool is(const char *name, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(name, word, length) == 0;
}

static const function *resolve(void *self, const char *name, size_t length)
{
    model *m = self;
    if (begins(name, length, "sf::"))
        return resolve_sf(m, name, length, name + 4, length - 4);
    if (begins(name, length, "node::"))
        return resolve_datum(m, name, length, name + 6, length - 6, true);
    if (begins(name, length, "element::"))
        return resolve_datum(m, name, length, name + 9, length - 9, false);
    if (is(name, length, "drive") || is(name, length, "drivep")) {
        const drive_function of = {.m = m, .of_slope = is(name, length, "drivep")};
        const function like = {.n_min = 1,
                               .n_max = 2,
                               .args = DRIVE_ARGUMENTS,
                               .n_types = 2,
                               .call = call_drive,
                               .bind = bind_drive,
                               .self = arena_copy(m->memory, &of, sizeof of)};
        return make(m, name, length, &like);
    }
    if (is(name, length, "current")) {
        const function like = {.n_min = 1,
                               .n_max = 1,
                               .args = CURRENT_ARGUMENTS,
                               .n_types = 1,
                               .pure = true,
                               .call = call_current,
                               .self = m};
        return make(m, name, length, &like);
    }
    return motion_resolve(m, name, length);
}

static void namespace_list(void *self, void (*each)(void *to, const char *name), void *to)
{
    const model *m = self;
    char name[128];
    each(to, "current");
    each(to, "drive");
    each(to, "drivep");
    motion_list(each, to);
    for (int i = 0; i < m->functions.n; i++) {
        snprintf(name, sizeof name, "sf::%s", m->functions.items[i]->name);
        each(to, name);
    }
    for (int i = 0; i < node_type_count; i++) {
        snprintf(name, sizeof name, "node::%s", node_types[i]->keyword);
        each(to, name);
    }
    for (int i = 0; i < CARD_COUNT; i++) {
        snprintf(name, sizeof name, "element::%s", elem_cards[i].name);
        each(to, name);
    }
}

void namespace_add_model(model *m)
{
    symbols_add_namespace(m->names,
                          &(name_space){.name = "model", .self = m, .resolve = resolve, .list = namespace_list});
}
