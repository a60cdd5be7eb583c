/* expr_statement.c - declarations and assignments.
 *
 *     [ifndef] [const] type name [= value]     declares; ifndef: only if the name is not defined yet
 *     name = value                             assigns
 *
 * A name denotes one variable: declaring it again is an error, unless the symbols allow it; the variable is then
 * reinitialized.
 *
 * Both are executed when they are read, with the current values, also in an expression for the step. The value is
 * converted to the type of the variable. A variable without value is zero. */
#include "deck/expr_parser.h"
#include "deck/diag_rows.h"
#include <stdio.h>
#include <string.h>

static bool is_word(const expr_parser *parser, span s, const char *word)
{
    return s.length == strlen(word) && memcmp(parser->source->text + s.start, word, s.length) == 0;
}

static value_type type_of(const expr_parser *parser, span s)
{
    return value_type_named(parser->source->text + s.start, s.length);
}

bool expr_is_reserved(const expr_parser *parser, span s)
{
    return is_word(parser, s, "const") || is_word(parser, s, "ifndef") || type_of(parser, s) != TYPE_ANY;
}

static symbol *expr_statement_find(const expr_parser *parser, span name)
{
    symbol *symbol = symbols_find(parser->source->names, parser->source->text + name.start, name.length);
    if (symbol)
        symbol->is_named = true;
    return symbol;
}

static bool at_assignment(const expr_parser *parser)
{
    const char *c = parser->source->text + parser->pos;
    return expr_peek(parser) == '=' && !(parser->pos + 1 < parser->source->length && c[1] == '=');
}

/* --- the head of a statement -------------------------------------------------------------------------------------- */

static bool no_name_after(expr_parser *parser, span word)
{
    char name[EXPR_NAME], found[64];
    return expr_error(parser, E_EXPR_NO_NAME, expr_found_span(parser), expr_text(parser, word, name),
                      expr_found(parser, found));
}

/* Skips a modifier, to the next word. */
static bool take_modifier(expr_parser *parser, span *word, const char *modifier, bool *is_there)
{
    *is_there = is_word(parser, *word, modifier);
    if (!*is_there)
        return true;
    if (!expr_skip_blanks(parser))
        return false;
    if (!expr_is_name_start(expr_peek(parser)))
        return no_name_after(parser, *word);
    *word = expr_scan_name(parser);
    return expr_skip_blanks(parser);
}

static bool redefined(expr_parser *parser, const symbol *symbol)
{
    expr_error(parser, E_EXPR_REDEFINED, parser->now.name, symbol->name);
    if (symbol->is_const)
        diag_hint(parser->source->errors, "it is constant; choose another name");
    else
        diag_hint(parser->source->errors, "write %s = ... to assign it, or begin with ifndef to keep its value",
                  symbol->name);
    if (symbol->location.file)
        diag_report(parser->source->errors, N_EXPR_DEFINED_HERE, symbol->location, symbol->name);
    return false;
}

/* After the name of a declaration: a value, or nothing. */
static bool begin_value(expr_parser *parser, const symbol *known)
{
    char name[EXPR_NAME], found[64];
    parser->now.has_value = at_assignment(parser);
    if (parser->now.has_value)
        return parser->pos++, true;
    if (!strchr(",;:)]}", expr_peek(parser)))
        return expr_error(parser, E_EXPR_NO_OPERATOR, expr_found_span(parser), expr_found(parser, found));
    if (parser->now.is_const && (!known || parser->now.begins_anew))
        return expr_error(parser, E_EXPR_CONST_VALUE, parser->now.name, expr_text(parser, parser->now.name, name));
    const value zero = {.type = parser->now.type};
    return expr_push(parser, (operand){.type = parser->now.type,
                                       .fixed = parser->now.type == TYPE_STRING ? value_string("") : zero,
                                       .where = parser->now.name});
}

static bool begin_declaration(expr_parser *parser, span type)
{
    parser->now.does = STATEMENT_DECLARES;
    parser->now.type = type_of(parser, type);
    if (!expr_is_name_start(expr_peek(parser)))
        return no_name_after(parser, type);
    parser->now.name = expr_scan_name(parser);
    if (!expr_skip_blanks(parser))
        return false;
    char name[EXPR_NAME];
    if (parser->now.type == TYPE_ANY)
        return expr_unknown_type(parser, type, parser->now.name);
    if (expr_is_reserved(parser, parser->now.name))
        return expr_error(parser, E_EXPR_RESERVED, parser->now.name, expr_text(parser, parser->now.name, name));
    const symbol *known = expr_statement_find(parser, parser->now.name);
    parser->now.begins_anew = known && !parser->now.if_not_defined && !known->is_given;
    if (parser->now.begins_anew && !symbols_may_redefine(parser->source->names, known, parser->now.type))
        return redefined(parser, known);
    return begin_value(parser, known);
}

static bool begin_assignment(expr_parser *parser, span name)
{
    parser->now.does = STATEMENT_ASSIGNS;
    parser->now.name = name;
    const symbol *symbol = expr_statement_find(parser, name);
    if (!symbol)
        return expr_unknown_variable(parser, name);
    if (symbol->is_live)
        return expr_error(parser, E_EXPR_ASSIGN_LIVE, name, symbol->name);
    if (symbol->is_const) {
        expr_error(parser, E_EXPR_ASSIGN_CONST, name, symbol->name);
        if (symbol->location.file)
            diag_report(parser->source->errors, N_EXPR_DEFINED_HERE, symbol->location, symbol->name);
        return false;
    }
    parser->pos++;
    return true;
}

/* Reads the head, or leaves the cursor if there is none. */
static bool read_head(expr_parser *parser)
{
    const uint32_t start = parser->pos;
    span word = expr_scan_name(parser);
    if (!expr_skip_blanks(parser) || !take_modifier(parser, &word, "ifndef", &parser->now.if_not_defined) ||
        !take_modifier(parser, &word, "const", &parser->now.is_const))
        return false;
    const bool modified = parser->now.if_not_defined || parser->now.is_const;
    const bool name_follows = expr_is_name_start(expr_peek(parser));
    const bool is_type = type_of(parser, word) != TYPE_ANY;
    if (modified || (is_type && expr_peek(parser) != '(') ||
        (!is_type && name_follows && !expr_statement_find(parser, word)))
        return begin_declaration(parser, word);
    if (at_assignment(parser))
        return begin_assignment(parser, word);
    parser->pos = start;
    return true;
}

bool expr_begin_statement(expr_parser *parser, bool *complete)
{
    parser->now = (statement){0};
    *complete = false;
    if (!expr_skip_blanks(parser))
        return false;
    if (expr_is_name_start(expr_peek(parser)) && !read_head(parser))
        return false;
    parser->reading = !parser->source->run_time || parser->now.does != STATEMENT_VALUE;
    *complete = parser->now.does == STATEMENT_DECLARES && !parser->now.has_value;
    return true;
}

/* --- its end ------------------------------------------------------------------------------------------------------ */

static void set_variable(expr_parser *parser, symbol *symbol, value to)
{
    arena *memory = symbols_arena(parser->source->names);
    symbol->now = to.type == TYPE_STRING ? value_string(arena_string(memory, to.s, strlen(to.s))) : to;
}

static symbol *declare(expr_parser *parser, value_type type)
{
    const span name = parser->now.name;
    const source_location location = {parser->source->file, parser->source->base + name.start, name.length};
    symbol *symbol =
        symbols_declare(parser->source->names, parser->source->text + name.start, name.length, type, location);
    symbol->is_const = parser->now.is_const;
    return symbol;
}

static void begin_anew(const expr_parser *parser, symbol *symbol)
{
    symbol->type = parser->now.type;
    symbol->is_const = parser->now.is_const;
    symbol->is_inherited = false;
    symbol->location =
        (source_location){parser->source->file, parser->source->base + parser->now.name.start, parser->now.name.length};
}

/* A value given from outside is converted to the type that the deck declares. */
static bool take_type(expr_parser *parser, symbol *symbol)
{
    const char *why;
    value now;
    if (!value_convert(symbol->now, parser->now.type, &now, &why))
        return expr_error(parser, E_EXPR_VALUE, parser->now.name, why);
    symbol->type = parser->now.type;
    symbol->is_const = parser->now.is_const;
    symbol->now = now;
    return true;
}

bool expr_end_statement(expr_parser *parser)
{
    if (parser->now.does == STATEMENT_VALUE)
        return true;
    operand *o = &parser->operands[parser->n_operands - 1];
    symbol *symbol = expr_statement_find(parser, parser->now.name);
    const bool saved = symbol && parser->now.does == STATEMENT_DECLARES && !parser->now.begins_anew;
    if (!saved && !expr_convert(parser, symbol && !parser->now.begins_anew ? symbol->type : parser->now.type))
        return false;
    if (!symbol)
        symbol = declare(parser, parser->now.type);
    else if (parser->now.begins_anew)
        begin_anew(parser, symbol);
    if (!saved)
        set_variable(parser, symbol, o->fixed);
    else if (symbol->is_given && !take_type(parser, symbol))
        return false;
    parser->n_operands--;
    parser->reading = !parser->source->run_time;
    const bool is_outermost = parser->n_operands == 0 && parser->n_pending == 0;
    symbols_note_result(parser->source->names, is_outermost ? symbol : NULL);
    return expr_push_variable(parser, symbol, parser->now.name);
}

/* Runs the code of an expression whose value is not used, for its side effects. */
static bool run_once(expr_parser *parser)
{
    expr_run run = {0};
    double dropped;
    expr_emit(parser, (instr){.op = OP_END}, 0);
    return expr_execute(parser->code.items, &run, &dropped) ||
           expr_error(parser, E_EXPR_VALUE, (span){run.error_offset, 1}, run.why);
}

bool expr_drop_statement(expr_parser *parser)
{
    if (!expr_end_statement(parser))
        return false;
    const operand *o = &parser->operands[--parser->n_operands];
    if (o->kind == OPERAND_CODE && parser->now.does == STATEMENT_VALUE && !run_once(parser))
        return false;
    if (parser->now.does != STATEMENT_VALUE)
        symbols_drop_result(parser->source->names);
    parser->code.n = parser->depth = 0;
    parser->time_derivative = true;
    return true;
}
