/* expr_names.c - resolution of names in expressions, and messages about unknown names.
 *
 *     name                variable
 *     name (              function of namespace "default"
 *     space :: name (     function of a namespace, which may accept further "::" as part of the name
 *
 * An unknown name is compared with all names that are known at its location. */
#include "base/nearest.h"
#include "deck/diag_rows.h"
#include "deck/expr_parser.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* --- the nearest known name --------------------------------------------------------------------------------------- */

typedef struct {
    const char *wrong;
    int distance;
    char word[EXPR_NAME];
} nearest_name;

static void consider(void *to, const char *name)
{
    nearest_name *nearest_name = to;
    int distance = 0;
    if (!nearest_distance(nearest_name->wrong, name, &distance) ||
        (nearest_name->word[0] && distance >= nearest_name->distance))
        return;
    nearest_name->distance = distance;
    snprintf(nearest_name->word, sizeof nearest_name->word, "%s", name);
}

static const char *const VALUE_WORDS[] = {"null",        "eye",       "diag",   "sym",   "matr",
                                          "node",        "reference", "global", "local", "position",
                                          "orientation", "const",     "yes",    "no",    "output"};

/* Returns whether it is a word of the input language: of vectors and frames, or a keyword of the card. */
static bool is_word_of_language(const expr_parser *parser, const char *name)
{
    for (int i = 0; i < ARRAY_LEN(VALUE_WORDS); i++)
        if (strcmp(name, VALUE_WORDS[i]) == 0)
            return true;
    const size_t n = strlen(name);
    for (const char *at = parser->source->grammar; at && (at = strstr(at, name)); at += n)
        if (at > parser->source->grammar && strchr(" [{", at[-1]) && strchr(" ,}];", at[n]) &&
            islower((unsigned char)*name))
            return true;
    return false;
}

static void hint_declaration(const expr_parser *parser, const char *name)
{
    const char *near = nearest_word(name, VALUE_WORDS, ARRAY_LEN(VALUE_WORDS));
    if (is_word_of_language(parser, name))
        diag_hint(
            parser->source->errors,
            "'%s' is a word of the input language, and a number is expected here: is an argument missing before it?",
            name);
    else if (near)
        diag_hint(parser->source->errors, "did you mean '%s'?", near);
    else if (parser->source->wants == TYPE_INTEGER)
        diag_hint(parser->source->errors, "declare it before its first use: set: integer %s = ...;", name);
    else
        diag_hint(parser->source->errors, "declare it before its first use: set: real %s = ...;", name);
}

bool expr_unknown_variable(expr_parser *parser, span name)
{
    const symbols *names = parser->source->names;
    char wrong[EXPR_NAME];
    expr_error(parser, E_EXPR_UNKNOWN_VARIABLE, name, expr_text(parser, name, wrong));
    const function *function =
        symbols_namespace_at(names, 0)->resolve(symbols_namespace_at(names, 0)->self, wrong, strlen(wrong));
    if (function) {
        char signature[EXPR_NAME];
        function_signature(function, signature, sizeof signature);
        diag_hint(parser->source->errors, "it is a function: %s", signature);
        return false;
    }
    const symbol *nearest = symbols_nearest(names, wrong);
    if (nearest)
        diag_hint(parser->source->errors, "did you mean %s?", nearest->name);
    else
        hint_declaration(parser, wrong);
    return false;
}

/* Words that are not followed by a value are no declaration, but a keyword in place of a value. */
bool expr_unknown_type(expr_parser *parser, span type, span name)
{
    char wrong[EXPR_NAME], of[EXPR_NAME];
    if (expr_peek(parser) != '=') {
        const span both = {type.start, name.start + name.length - type.start};
        const bool is_one_line = !memchr(parser->source->text + both.start, '\n', both.length);
        if (!is_one_line) {
            snprintf(wrong, sizeof wrong, "'%s'", expr_text(parser, type, of));
            expr_error(parser, E_EXPR_NO_VALUE, type, wrong);
            diag_hint(parser->source->errors, "is a ',' missing at the end of the line?");
            return false;
        }
        snprintf(wrong, sizeof wrong, "'%s'", expr_text(parser, both, of));
        return expr_error(parser, E_EXPR_NO_VALUE, both, wrong);
    }
    expr_error(parser, E_EXPR_UNKNOWN_TYPE, type, expr_text(parser, type, wrong), expr_text(parser, name, of));
    diag_hint(parser->source->errors, "the types are bool, integer, real and string");
    return false;
}

static bool unknown_namespace(expr_parser *parser, const char *wrong, span where)
{
    nearest_name nearest = {.wrong = wrong};
    char known[EXPR_NAME] = "";
    for (int i = 0; i < symbols_namespace_count(parser->source->names); i++) {
        const char *name = symbols_namespace_at(parser->source->names, i)->name;
        const size_t used = strlen(known);
        consider(&nearest, name);
        snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", name);
    }
    expr_error(parser, E_EXPR_UNKNOWN_NAMESPACE, where, wrong);
    if (nearest.word[0])
        diag_hint(parser->source->errors, "did you mean %s?", nearest.word);
    else
        diag_hint(parser->source->errors, "known namespaces: %s", known);
    return false;
}

static bool unknown_function(expr_parser *parser, const name_space *space, const char *wrong, span where)
{
    nearest_name nearest = {.wrong = wrong};
    char full[EXPR_NAME];
    expr_error(parser, E_EXPR_UNKNOWN_FUNCTION, where, expr_text(parser, where, full));
    if (space->list)
        space->list(space->self, consider, &nearest);
    if (nearest.word[0])
        diag_hint(parser->source->errors, "did you mean %s?", nearest.word);
    else if (symbols_find(parser->source->names, wrong, strlen(wrong)))
        diag_hint(parser->source->errors, "%s is a variable; a product is written with *", wrong);
    return false;
}

/* --- functions ---------------------------------------------------------------------------------------------------- */

static bool at_double_colon(const expr_parser *parser)
{
    return parser->source->length - parser->pos >= 2 && memcmp(parser->source->text + parser->pos, "::", 2) == 0;
}

/* Reads what follows "space ::" as "name" or "name::name", and its end; the cursor is after the name of the space. */
static bool read_rest(expr_parser *parser, char rest[EXPR_NAME], uint32_t *end)
{
    size_t used = 0;
    while (at_double_colon(parser)) {
        parser->pos += 2;
        if (!expr_skip_blanks(parser))
            return false;
        const span part = expr_scan_name(parser);
        char found[64];
        if (part.length == 0 || used + part.length + 3 > EXPR_NAME)
            return expr_error(parser, E_EXPR_NO_NAME, expr_found_span(parser), "::", expr_found(parser, found));
        used += (size_t)snprintf(rest + used, EXPR_NAME - used, "%s%.*s", used ? "::" : "", (int)part.length,
                                 parser->source->text + part.start);
        *end = parser->pos;
        if (!expr_skip_blanks(parser))
            return false;
    }
    return true;
}

/* Reads "space :: name" from the space on; returns NULL after an error. */
static const function *read_qualified(expr_parser *parser, span *at, const name_space **space)
{
    char first[EXPR_NAME], rest[EXPR_NAME];
    uint32_t end = 0;
    *space = symbols_namespace(parser->source->names, parser->source->text + at->start, at->length);
    if (!*space)
        return unknown_namespace(parser, expr_text(parser, *at, first), *at), NULL;
    if (!read_rest(parser, rest, &end))
        return NULL;
    at->length = end - at->start;
    const function *function = (*space)->resolve((*space)->self, rest, strlen(rest));
    return function ? function : (unknown_function(parser, *space, rest, *at), NULL);
}

const function *expr_read_function(expr_parser *parser, span *at, const name_space **space)
{
    char name[EXPR_NAME];
    const function *function;
    if (at_double_colon(parser)) {
        function = read_qualified(parser, at, space);
    } else {
        *space = symbols_namespace_at(parser->source->names, 0);
        function = (*space)->resolve((*space)->self, parser->source->text + at->start, at->length);
        if (!function)
            unknown_function(parser, *space, expr_text(parser, *at, name), *at);
    }
    if (!function || expr_peek(parser) == '(')
        return function;
    expr_error(parser, E_EXPR_NO_CALL, *at, expr_text(parser, *at, name));
    return NULL;
}

bool expr_wrong_count(expr_parser *parser, const pending *call, bool too_many)
{
    const function *function = call->function;
    char name[EXPR_NAME], wanted[64], got[16] = "more", signature[EXPR_NAME];
    if (function->n_min == function->n_max)
        snprintf(wanted, sizeof wanted, "%d argument%s", function->n_max, function->n_max == 1 ? "" : "s");
    else
        snprintf(wanted, sizeof wanted, "%d to %d arguments", function->n_min, function->n_max);
    if (!too_many)
        snprintf(got, sizeof got, "%d", call->n);
    expr_error(parser, E_EXPR_ARGUMENT_COUNT, call->where, expr_text(parser, call->where, name), wanted, got);
    function_signature(function, signature, sizeof signature);
    diag_hint(parser->source->errors, "%s", signature);
    return false;
}
