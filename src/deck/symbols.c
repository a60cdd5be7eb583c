/* symbols.c - the table of variables, constants, functions and namespaces.
 *
 * Symbols are allocated one by one, so that their addresses stay; an array keeps their order and a map finds them by
 * name. Names are case-sensitive. The first namespace is "default": the functions of functions.def. */
#include "deck/symbols.h"
#include "base/array.h"
#include "base/hash.h"
#include "base/nearest.h"
#include "deck/functions.h"
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct symbols {
    arena *memory;
    ARRAY(symbol *) all;
    name_map by_name;
    ARRAY(const name_space *) spaces;
    function_context context;
    const function *functions; /* of "default" */
    int n_functions;
    bool may_redefine;
};

/* --- predefined constants ----------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    value value;
} constants[] = {
    {"FALSE", {.type = TYPE_BOOL, .b = false}},
    {"TRUE", {.type = TYPE_BOOL, .b = true}},
    {"INT_MAX", {.type = TYPE_INTEGER, .i = INT_MAX}},
    {"INT_MIN", {.type = TYPE_INTEGER, .i = INT_MIN}},
    {"RAND_MAX", {.type = TYPE_INTEGER, .i = 2147483647}},
    {"REAL_MAX", {.type = TYPE_REAL, .r = DBL_MAX}},
    {"REAL_MIN", {.type = TYPE_REAL, .r = DBL_MIN}},
    {"e", {.type = TYPE_REAL, .r = M_E}},
    {"pi", {.type = TYPE_REAL, .r = M_PI}},
    {"in2m", {.type = TYPE_REAL, .r = 0.0254}},
    {"m2in", {.type = TYPE_REAL, .r = 1.0 / 0.0254}},
    {"in2mm", {.type = TYPE_REAL, .r = 25.4}},
    {"mm2in", {.type = TYPE_REAL, .r = 1.0 / 25.4}},
    {"ft2m", {.type = TYPE_REAL, .r = 0.3048}},
    {"m2ft", {.type = TYPE_REAL, .r = 1.0 / 0.3048}},
    {"lb2kg", {.type = TYPE_REAL, .r = 0.45359237}},
    {"kg2lb", {.type = TYPE_REAL, .r = 1.0 / 0.45359237}},
    {"deg2rad", {.type = TYPE_REAL, .r = M_PI / 180.0}},
    {"rad2deg", {.type = TYPE_REAL, .r = 180.0 / M_PI}},
    {"slug2kg", {.type = TYPE_REAL, .r = 14.593902937}},
    {"kg2slug", {.type = TYPE_REAL, .r = 1.0 / 14.593902937}},
};

static void declare_constants(symbols *s)
{
    for (int i = 0; i < ARRAY_LEN(constants); i++) {
        const char *name = constants[i].name;
        symbol *v = symbols_declare(s, name, strlen(name), constants[i].value.type, (place){0});
        v->now = constants[i].value;
        v->is_const = true;
    }
}

/* --- namespace "default" ------------------------------------------------------------------------------------------ */

static const function *resolve_default(void *self, const char *name, size_t length)
{
    const symbols *s = self;
    return functions_find(s->functions, s->n_functions, name, length);
}

static void list_default(void *self, void (*each)(void *to, const char *name), void *to)
{
    const symbols *s = self;
    for (int i = 0; i < s->n_functions; i++)
        each(to, s->functions[i].name);
}

/* --- the table ---------------------------------------------------------------------------------------------------- */

symbols *symbols_create(arena *a)
{
    symbols *s = ARENA_NEW(a, symbols);
    s->memory = a;
    s->context.memory = a;
    s->functions = functions_create(&s->context, &s->n_functions);
    declare_constants(s);
    symbols_add_namespace(
        s, &(name_space){.name = "default", .self = s, .resolve = resolve_default, .list = list_default});
    return s;
}

void symbols_destroy(symbols *s)
{
    if (!s)
        return;
    array_free(&s->all);
    array_free(&s->spaces);
    name_map_free(&s->by_name);
}

symbol *symbols_find(const symbols *s, const char *name, size_t length)
{
    const int i = name_map_find(&s->by_name, name, length);
    return i == HASH_NONE ? NULL : s->all.items[i];
}

const symbol *symbols_nearest(const symbols *s, const char *wrong)
{
    const symbol *nearest = NULL;
    int least = INT_MAX, distance;
    for (int i = 0; i < s->all.n; i++)
        if (strcmp(s->all.items[i]->name, wrong) != 0 && nearest_distance(wrong, s->all.items[i]->name, &distance) &&
            distance < least) {
            least = distance;
            nearest = s->all.items[i];
        }
    return nearest;
}

symbol *symbols_declare(symbols *s, const char *name, size_t length, value_type type, place where)
{
    if (symbols_find(s, name, length))
        return NULL;
    symbol *v = ARENA_NEW(s->memory, symbol);
    v->name = arena_string(s->memory, name, length);
    v->index = s->all.n;
    v->type = type;
    v->now.type = type;
    if (type == TYPE_STRING)
        v->now.s = "";
    v->where = where;
    name_map_put(&s->by_name, v->name, s->all.n);
    array_push(&s->all, v);
    return v;
}

static bool is_of_the_deck(const symbol *v) { return (v->where.file || v->is_inherited) && !v->is_live; }

void symbols_inherit(symbols *s, const symbols *from)
{
    for (int i = 0; i < from->all.n; i++) {
        const symbol *v = from->all.items[i];
        const size_t length = strlen(v->name);
        symbol *copy = is_of_the_deck(v) ? symbols_declare(s, v->name, length, v->type, (place){0}) : NULL;
        if (!copy)
            continue;
        copy->now = v->type == TYPE_STRING ? value_string(arena_string(s->memory, v->now.s, strlen(v->now.s))) : v->now;
        copy->is_const = v->is_const;
        copy->is_inherited = true;
    }
}

void symbols_allow_redefinition(symbols *s) { s->may_redefine = true; }

/* Expressions compiled so far know the type of what they read. */
bool symbols_may_redefine(const symbols *s, const symbol *v, value_type type)
{
    return s->may_redefine && is_of_the_deck(v) && (v->is_inherited || v->type == type);
}

int symbols_count(const symbols *s) { return s->all.n; }

symbol *symbols_at(const symbols *s, int i) { return s->all.items[i]; }

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const symbol *const *)a)->name, (*(const symbol *const *)b)->name);
}

void symbols_sorted(const symbols *s, const symbol **out)
{
    for (int i = 0; i < s->all.n; i++)
        out[i] = s->all.items[i];
    qsort(out, (size_t)s->all.n, sizeof *out, by_name);
}

void symbols_values(const symbols *s, value *out)
{
    for (int i = 0; i < s->all.n; i++)
        out[i] = s->all.items[i]->now;
}

uint64_t symbols_random(const symbols *s) { return s->context.random; }

int symbol_format(const symbol *v, const void *state, char *out, size_t size)
{
    const value now = v->is_live ? value_real(v->live.get(v->live.self, state)) : v->now;
    const int head = snprintf(out, size, "%s%s %s = %s", v->is_const ? "const " : "", value_type_name(v->type), v->name,
                              now.type == TYPE_STRING ? "\"" : "");
    const size_t used = (size_t)head < size ? (size_t)head : size;
    const int body = value_format(now, size ? out + used : out, size - used);
    if (now.type != TYPE_STRING)
        return head + body;
    const size_t whole = used + (size_t)body;
    if (whole + 1 < size)
        memcpy(out + whole, "\"", 2);
    return head + body + 1;
}

arena *symbols_arena(const symbols *s) { return s->memory; }

void symbols_set_print(symbols *s, void (*print)(void *to, const char *text), void *to)
{
    s->context.print = print;
    s->context.context = to;
}

/* --- namespaces and functions ------------------------------------------------------------------------------------- */

void symbols_add_namespace(symbols *s, const name_space *ns)
{
    array_push(&s->spaces, arena_copy(s->memory, ns, sizeof *ns));
}

const name_space *symbols_namespace(const symbols *s, const char *name, size_t length)
{
    for (int i = 0; i < s->spaces.n; i++) {
        const name_space *ns = s->spaces.items[i];
        if (strlen(ns->name) == length && memcmp(ns->name, name, length) == 0)
            return ns;
    }
    return NULL;
}

int symbols_namespace_count(const symbols *s) { return s->spaces.n; }

const name_space *symbols_namespace_at(const symbols *s, int i) { return s->spaces.items[i]; }

int symbols_function_count(const symbols *s) { return s->n_functions; }

const function *symbols_function_at(const symbols *s, int i) { return &s->functions[i]; }

value_type function_argument(const function *f, int which)
{
    const int n = f->n_types > 0 ? f->n_types : f->n_max;
    return n == 0 ? TYPE_ANY : f->args[which < n ? which : n - 1];
}

int function_signature(const function *f, char *out, size_t size)
{
    int length = snprintf(out, size, "%s %s(", value_type_name(f->result), f->name);
    for (int i = 0; i < f->n_max; i++) {
        const size_t used = (size_t)length < size ? (size_t)length : size;
        length += snprintf(out + used, size - used, "%s%s%s", i < f->n_min ? "" : "[", i ? ", " : "",
                           value_type_name(function_argument(f, i)));
    }
    const size_t used = (size_t)length < size ? (size_t)length : size;
    return length + snprintf(out + used, size - used, "%.*s)", f->n_max - f->n_min, "]]]]]]]]]]]]]]]]");
}
