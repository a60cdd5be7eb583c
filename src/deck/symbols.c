/* symbols.c - the table of variables, constants, functions and namespaces.
 *
 * Symbols are allocated one by one, so that their addresses are constant; an array has their order and a map finds them
 * by name. Names are case-sensitive. The first namespace is "default": the functions of functions.def. */
#include "deck/symbols.h"
#include "base/array.h"
#include "base/hash.h"
#include "base/nearest.h"
#include "deck/functions.h"
#include "deck/symbol_use.h"
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
    const symbol *result; /* variable of the last statement that declares or assigns one, */
    bool result_was_used; /* and whether it was used before */
};

/* What is known of a symbol besides its value. */
typedef struct {
    symbol symbol;
    bool was_used; /* its value, while the deck was read */
} known_symbol;

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

static void declare_constants(symbols *symbols)
{
    for (int i = 0; i < ARRAY_LEN(constants); i++) {
        const char *name = constants[i].name;
        symbol *symbol = symbols_declare(symbols, name, strlen(name), constants[i].value.type, (source_location){0});
        symbol->now = constants[i].value;
        symbol->is_const = true;
    }
}

/* --- namespace "default" ------------------------------------------------------------------------------------------ */

static const function *resolve_default(void *self, const char *name, size_t length)
{
    const symbols *symbols = self;
    return functions_find(symbols->functions, symbols->n_functions, name, length);
}

static void list_default(void *self, void (*each)(void *to, const char *name), void *to)
{
    const symbols *symbols = self;
    for (int i = 0; i < symbols->n_functions; i++)
        each(to, symbols->functions[i].name);
}

/* --- the table ---------------------------------------------------------------------------------------------------- */

symbols *symbols_create(arena *arena)
{
    symbols *s = ARENA_NEW(arena, symbols);
    s->memory = arena;
    s->context.memory = arena;
    s->functions = functions_create(&s->context, &s->n_functions);
    declare_constants(s);
    symbols_add_namespace(
        s, &(name_space){.name = "default", .self = s, .resolve = resolve_default, .list = list_default});
    return s;
}

void symbols_destroy(symbols *symbols)
{
    if (!symbols)
        return;
    array_free(&symbols->all);
    array_free(&symbols->spaces);
    name_map_free(&symbols->by_name);
}

/* --- use of variables --------------------------------------------------------------------------------------------- */

static bool *use_of(const symbol *symbol) { return &((known_symbol *)symbol)->was_used; }

void symbol_note_use(const symbol *symbol) { *use_of(symbol) = true; }

bool symbol_was_used(const symbol *symbol) { return *use_of(symbol); }

void symbols_note_result(symbols *symbols, const symbol *symbol)
{
    symbols->result = symbol;
    symbols->result_was_used = symbol && symbol_was_used(symbol);
}

void symbols_drop_result(symbols *symbols)
{
    if (symbols->result)
        *use_of(symbols->result) = symbols->result_was_used;
    symbols->result = NULL;
}

/* --- names -------------------------------------------------------------------------------------------------------- */

symbol *symbols_find(const symbols *symbols, const char *name, size_t length)
{
    const int i = name_map_find(&symbols->by_name, name, length);
    return i == HASH_NONE ? NULL : symbols->all.items[i];
}

const symbol *symbols_nearest(const symbols *symbols, const char *wrong)
{
    const symbol *nearest = NULL;
    int least = INT_MAX, distance;
    for (int i = 0; i < symbols->all.n; i++)
        if (strcmp(symbols->all.items[i]->name, wrong) != 0 &&
            nearest_distance(wrong, symbols->all.items[i]->name, &distance) && distance < least) {
            least = distance;
            nearest = symbols->all.items[i];
        }
    return nearest;
}

symbol *symbols_declare(symbols *symbols, const char *name, size_t length, value_type type, source_location location)
{
    if (symbols_find(symbols, name, length))
        return NULL;
    symbol *v = &ARENA_NEW(symbols->memory, known_symbol)->symbol;
    v->name = arena_string(symbols->memory, name, length);
    v->index = symbols->all.n;
    v->type = type;
    v->now.type = type;
    if (type == TYPE_STRING)
        v->now.s = "";
    v->location = location;
    name_map_put(&symbols->by_name, v->name, symbols->all.n);
    array_push(&symbols->all, v);
    return v;
}

static bool is_of_the_deck(const symbol *symbol)
{
    return (symbol->location.file || symbol->is_inherited) && !symbol->is_live;
}

void symbols_inherit(symbols *s, const symbols *from)
{
    for (int i = 0; i < from->all.n; i++) {
        const symbol *v = from->all.items[i];
        const size_t length = strlen(v->name);
        symbol *copy = is_of_the_deck(v) ? symbols_declare(s, v->name, length, v->type, (source_location){0}) : NULL;
        if (!copy)
            continue;
        copy->now = v->type == TYPE_STRING ? value_string(arena_string(s->memory, v->now.s, strlen(v->now.s))) : v->now;
        copy->is_const = v->is_const;
        copy->is_inherited = true;
    }
}

void symbols_allow_redefinition(symbols *symbols) { symbols->may_redefine = true; }

/* Expressions that are already compiled depend on the types of their variables. */
bool symbols_may_redefine(const symbols *symbols, const symbol *symbol, value_type type)
{
    return symbols->may_redefine && is_of_the_deck(symbol) && (symbol->is_inherited || symbol->type == type);
}

int symbols_count(const symbols *symbols) { return symbols->all.n; }

symbol *symbols_at(const symbols *symbols, int index) { return symbols->all.items[index]; }

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const symbol *const *)a)->name, (*(const symbol *const *)b)->name);
}

void symbols_sorted(const symbols *symbols, const symbol **out)
{
    for (int i = 0; i < symbols->all.n; i++)
        out[i] = symbols->all.items[i];
    qsort(out, (size_t)symbols->all.n, sizeof *out, by_name);
}

void symbols_values(const symbols *symbols, value *out)
{
    for (int i = 0; i < symbols->all.n; i++)
        out[i] = symbols->all.items[i]->now;
}

uint64_t symbols_random(const symbols *symbols) { return symbols->context.random; }

int symbol_format(const symbol *symbol, const void *state, char *out, size_t size)
{
    const value now = symbol->is_live ? value_real(symbol->live.get(symbol->live.self, state)) : symbol->now;
    const int head = snprintf(out, size, "%s%s %s = %s", symbol->is_const ? "const " : "",
                              value_type_name(symbol->type), symbol->name, now.type == TYPE_STRING ? "\"" : "");
    const size_t used = (size_t)head < size ? (size_t)head : size;
    const int body = value_format(now, size ? out + used : out, size - used);
    if (now.type != TYPE_STRING)
        return head + body;
    const size_t whole = used + (size_t)body;
    if (whole + 1 < size)
        memcpy(out + whole, "\"", 2);
    return head + body + 1;
}

arena *symbols_arena(const symbols *symbols) { return symbols->memory; }

void symbols_set_print(symbols *symbols, void (*print)(void *to, const char *text), void *to)
{
    symbols->context.print = print;
    symbols->context.context = to;
}

/* --- namespaces and functions ------------------------------------------------------------------------------------- */

void symbols_add_namespace(symbols *symbols, const name_space *ns)
{
    array_push(&symbols->spaces, arena_copy(symbols->memory, ns, sizeof *ns));
}

const name_space *symbols_namespace(const symbols *symbols, const char *name, size_t length)
{
    for (int i = 0; i < symbols->spaces.n; i++) {
        const name_space *ns = symbols->spaces.items[i];
        if (strlen(ns->name) == length && memcmp(ns->name, name, length) == 0)
            return ns;
    }
    return NULL;
}

int symbols_namespace_count(const symbols *symbols) { return symbols->spaces.n; }

const name_space *symbols_namespace_at(const symbols *symbols, int index) { return symbols->spaces.items[index]; }

int symbols_function_count(const symbols *symbols) { return symbols->n_functions; }

const function *symbols_function_at(const symbols *symbols, int index) { return &symbols->functions[index]; }

value_type function_argument(const function *function, int which)
{
    const int n = function->n_types > 0 ? function->n_types : function->n_max;
    return n == 0 ? TYPE_ANY : function->args[which < n ? which : n - 1];
}

int function_signature(const function *function, char *out, size_t size)
{
    int length = snprintf(out, size, "%s %s(", value_type_name(function->result), function->name);
    for (int i = 0; i < function->n_max; i++) {
        const size_t used = (size_t)length < size ? (size_t)length : size;
        length += snprintf(out + used, size - used, "%s%s%s", i < function->n_min ? "" : "[", i ? ", " : "",
                           value_type_name(function_argument(function, i)));
    }
    const size_t used = (size_t)length < size ? (size_t)length : size;
    return length + snprintf(out + used, size - used, "%.*s)", function->n_max - function->n_min, "]]]]]]]]]]]]]]]]");
}
