/* namespace.c - namespace "model": access to the model from expressions.
 *
 *     drive(LABEL [, X])                 a labelled drive at X, by default at the current time
 *     drivep(LABEL [, X])                its derivative, 0 if it has none
 *     sf::NAME(X [, ORDER])              a scalar function, or its first or second derivative
 *     node::TYPE(LABEL, "DATUM")         a private datum of a node
 *     element::TYPE([LABEL,] "DATUM")    a private datum of an element
 *     current("NAME")                    a value of the element that is being read
 *     position(LABEL) ...                the motion of structural nodes (namespace_motion.c)
 *
 * The suffix _prev of node::TYPE and element::TYPE selects the previous step. Calls with constant labels and names
 * are bound when they are compiled, or when the model is complete if what they name is defined later in the deck. */
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

static const function *make(model *model, const char *name, size_t length, const function *like)
{
    function *function = arena_copy(model->memory, like, sizeof *like);
    function->name = arena_string(model->memory, name, length);
    function->result = TYPE_REAL;
    return function;
}

/* --- current ------------------------------------------------------------------------------------------------------ */

static bool call_current(void *self, const expr_run *run, const value *args, int n, value *result, const char **why)
{
    (void)run, (void)n;
    double v;
    if (!model_current(self, args[0].s, &v))
        return namespace_fail(why, "unknown name: model::current is only available within elements");
    *result = value_real(v);
    return true;
}

/* --- drive -------------------------------------------------------------------------------------------------------- */

typedef struct {
    model *model;
    unsigned label;
    source_location location;
    const drive *drive; /* of a bound call; NULL: not defined yet */
    bool of_derivative;
} drive_function;

static bool evaluate_drive(const drive_function *function, const drive *drive, const state *s, const value *args, int n,
                           value *result, const char **why)
{
    evaluation_error failed = {0};
    const state *from = state_to_read(s);
    state then = from ? *from : model_input_state(function->model);
    then.failed = &failed;
    const char *refused = state_call(&then, drive->parts);
    if (refused)
        return namespace_fail(why, refused);
    const double x = n > 1 ? args[1].r : then.t;
    *result = value_real(function->of_derivative ? drive_derivative(drive, &then, x) : drive_at(drive, &then, x));
    if (!failed.is_set)
        return true;
    if (s && s->failed && !s->failed->is_set)
        *s->failed = failed;
    return namespace_fail(why, "the drive has no value");
}

static bool call_drive(void *self, const expr_run *run, const value *args, int n, value *result, const char **why)
{
    const drive_function *function = self;
    const int i = label_map_find(&function->model->drive_by_label, (unsigned)args[0].i);
    if (i == HASH_NONE)
        return namespace_fail(why, "no drive caller has this label");
    return evaluate_drive(function, function->model->drives.items[i], run->state, args, n, result, why);
}

static bool call_bound_drive(void *self, const expr_run *run, const value *args, int n, value *result, const char **why)
{
    const drive_function *function = self;
    if (!function->drive)
        return namespace_fail(why, "no drive caller with this label is defined yet");
    return evaluate_drive(function, function->drive, run->state, args, n, result, why);
}

static void settle_drive(model *model, void *self)
{
    drive_function *function = self;
    const int i = label_map_find(&model->drive_by_label, function->label);
    if (i == HASH_NONE)
        diag_report(model->errors, E_NO_DRIVE, function->location, function->label);
    else
        function->drive = model->drives.items[i];
}

static const function *bind_drive(void *space, const function *f, const value *const *known, int n,
                                  source_location location)
{
    (void)n;
    model *model = space;
    if (!known[0])
        return f;
    drive_function *bound = ARENA_NEW(model->memory, drive_function);
    *bound = (drive_function){.model = model,
                              .label = (unsigned)known[0]->i,
                              .location = location,
                              .of_derivative = ((const drive_function *)f->self)->of_derivative};
    const int i = label_map_find(&model->drive_by_label, bound->label);
    if (i == HASH_NONE)
        model_later(model, settle_drive, bound);
    else
        bound->drive = model->drives.items[i];
    model_link_drive(model, bound->label, USE_IN_EXPRESSION, location);
    function *g = arena_copy(model->memory, f, sizeof *f);
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
        return namespace_fail(why, "the order of the derivative of a scalar function must be 0, 1 or 2");
    function_error bad = {0};
    *result = value_real(function_eval(self, args[0].r, order, &bad));
    return bad.why ? namespace_fail(why, bad.why) : true;
}

/* Call of a function whose card failed: one error is enough, and nothing will be solved. */
static bool call_lost_sf(void *self, const expr_run *run, const value *args, int n, value *result, const char **why)
{
    (void)self, (void)run, (void)args, (void)n, (void)why;
    *result = value_real(0.0);
    return true;
}

static double derivative_sf(void *self, const expr_run *run, const value *args, int n, int which)
{
    (void)run;
    function_error bad = {0};
    const int order = n > 1 ? args[1].i : 0;
    return which == 0 && order < 2 ? function_eval(self, args[0].r, order + 1, &bad) : 0.0;
}

static const function *resolve_sf(model *model, const char *name, size_t length, const char *of, size_t n)
{
    const scalar_function *sf = scalar_function_find(model, of, n);
    if (!sf && !scalar_function_is_lost(model, of, n))
        return NULL;
    const function like = {.n_min = 1,
                           .n_max = 2,
                           .args = SF_ARGUMENTS,
                           .n_types = 2,
                           .pure = true,
                           .call = sf ? call_sf : call_lost_sf,
                           .derivative = sf ? derivative_sf : NULL,
                           .self = (void *)sf};
    return make(model, name, length, &like);
}

/* --- private data ------------------------------------------------------------------------------------------------- */

static bool evaluate_datum(const datum *datum, const void *s, value *result, const char **why)
{
    const char *reason = NULL;
    *result = value_real(datum_value(datum, s, &reason));
    return reason ? namespace_fail(why, reason) : true;
}

/* Looks up the datum at each call, for labels or names that are not constant; errors are reported as errors of the
 * call. */
static bool call_datum(void *self, const expr_run *run, const value *args, int n, value *result, const char **why)
{
    datum d = *(const datum *)self;
    d.label = n > 1 ? (unsigned)args[0].i : ONLY_LABEL;
    d.node = d.node_type ? model_node(d.model, d.node_type, d.label) : NULL;
    d.element = d.card ? model_elem(d.model, d.card, d.label) : NULL;
    if (d.element && d.element == d.model->late.element_being_read)
        return namespace_fail(why, "the element is being read");
    if (!d.node && !d.element)
        return namespace_fail(why, d.node_type ? "no node has this label" : "no element has this label");
    const char *name = args[n - 1].s;
    if (d.node)
        d.index = d.node->type->private_index ? d.node->type->private_index(d.node, name) : 0;
    else
        d.index = d.element->type->private_value ? elem_private_index(d.element, name) : 0;
    return d.index ? evaluate_datum(&d, run->state, result, why)
                   : namespace_fail(why, "no private datum has this name");
}

static bool call_bound_datum(void *self, const expr_run *run, const value *args, int n, value *result, const char **why)
{
    (void)args, (void)n;
    return evaluate_datum(self, run->state, result, why);
}

/* If the label is known only when the call is made, the datum of any node of the type may be read. */
static void want_of_all(model *model, void *self)
{
    const datum *datum = self;
    for (int i = 0; datum->node_type && datum->node_type->want_private && datum->name && i < model->nodes.n; i++) {
        node *node = model->nodes.items[i];
        const int index = node->type == datum->node_type ? node->type->private_index(node, datum->name) : 0;
        if (index > 0)
            node->type->want_private(node, index);
    }
}

static const function *bind_datum(void *space, const function *f, const value *const *known, int n,
                                  source_location location)
{
    model *model = space;
    datum *datum = arena_copy(model->memory, f->self, sizeof *datum);
    if (!known[0] || !known[n - 1]) {
        datum->name = known[n - 1] ? known[n - 1]->s : NULL;
        model_later(model, want_of_all, datum);
        return f;
    }
    datum->label = n > 1 ? (unsigned)known[0]->i : ONLY_LABEL;
    datum->name = known[n - 1]->s;
    datum->location = datum->where_name = location;
    datum_bind(model, datum);
    function *g = arena_copy(model->memory, f, sizeof *f);
    g->call = call_bound_datum;
    g->self = datum;
    return g;
}

static const char *terminated(const char *word, size_t length, char *out, size_t size)
{
    snprintf(out, size, "%.*s", (int)length, word);
    return out;
}

/* Finds TYPE as it is written in an expression: blanks are omitted or replaced by underscores. */
static bool find_type(datum *datum, bool of_node, const char *type, size_t length)
{
    char word[64];
    terminated(type, length, word, sizeof word);
    for (char *c = word; *c; c++)
        if (*c == '_')
            *c = ' ';
    if (of_node)
        datum->node_type = node_type_find(word);
    else
        datum->card = elem_card_find(word);
    return datum->node_type || datum->card;
}

static const function *resolve_datum(model *model, const char *name, size_t length, const char *type, size_t n,
                                     bool of_node)
{
    static const char PREV[] = "_prev";
    const size_t tail = sizeof PREV - 1;
    datum datum = {.model = model, .prev = n > tail && memcmp(type + n - tail, PREV, tail) == 0};
    if (!find_type(&datum, of_node, type, datum.prev ? n - tail : n))
        return NULL;
    const bool single = datum.card && datum.card->class->flags & CLASS_IS_SINGLE;
    const function like = {.n_min = single ? 1 : 2,
                           .n_max = single ? 1 : 2,
                           .args = DATUM_ARGUMENTS + single,
                           .n_types = single ? 1 : 2,
                           .call = call_datum,
                           .bind = bind_datum,
                           .self = arena_copy(model->memory, &datum, sizeof datum)};
    return make(model, name, length, &like);
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
    model *model = self;
    if (begins(name, length, "sf::"))
        return resolve_sf(model, name, length, name + 4, length - 4);
    if (begins(name, length, "node::"))
        return resolve_datum(model, name, length, name + 6, length - 6, true);
    if (begins(name, length, "element::"))
        return resolve_datum(model, name, length, name + 9, length - 9, false);
    if (is(name, length, "drive") || is(name, length, "drivep")) {
        const drive_function of = {.model = model, .of_derivative = is(name, length, "drivep")};
        const function like = {.n_min = 1,
                               .n_max = 2,
                               .args = DRIVE_ARGUMENTS,
                               .n_types = 2,
                               .call = call_drive,
                               .bind = bind_drive,
                               .self = arena_copy(model->memory, &of, sizeof of)};
        return make(model, name, length, &like);
    }
    if (is(name, length, "current")) {
        const function like = {.n_min = 1,
                               .n_max = 1,
                               .args = CURRENT_ARGUMENTS,
                               .n_types = 1,
                               .pure = true,
                               .call = call_current,
                               .self = model};
        return make(model, name, length, &like);
    }
    return motion_resolve(model, name, length);
}

static void namespace_list(void *self, void (*each)(void *to, const char *name), void *to)
{
    const model *model = self;
    char name[128];
    each(to, "current");
    each(to, "drive");
    each(to, "drivep");
    motion_list(each, to);
    for (int i = 0; i < model->functions.n; i++) {
        snprintf(name, sizeof name, "sf::%s", model->functions.items[i]->name);
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

void namespace_add_model(model *model)
{
    symbols_add_namespace(model->names,
                          &(name_space){.name = "model", .self = model, .resolve = resolve, .list = namespace_list});
}
