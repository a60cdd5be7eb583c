/* expr_statement.c - declarations and assignments.
 *
 *     [ifndef] [const] type name [= value]     declares; ifndef: only when the name is not defined yet
 *     name = value                             assigns
 *
 * A name stands for one variable: declaring it again is an error, unless the symbols allow it; then it begins anew.
 *
 * Both are carried out when they are read, with values as they are then, also in an expression for the step. The value
 * is converted to the type of the variable. A variable without value is zero. */
#include "deck/expr_parser.h"
#include "deck/diag_rows.h"
#include <stdio.h>
#include <string.h>

static bool is_word(const expr_parser *p, span s, const char *word)
{
    return s.length == strlen(word) && memcmp(p->source->text + s.start, word, s.length) == 0;
}

static value_type type_of(const expr_parser *p, span s)
{
    return value_type_named(p->source->text + s.start, s.length);
}

bool expr_is_reserved(const expr_parser *p, span s)
{
    return is_word(p, s, "const") || is_word(p, s, "ifndef") || type_of(p, s) != TYPE_ANY;
}

static symbol *expr_statement_find(const expr_parser *p, span name)
{
    symbol *v = symbols_find(p->source->names, p->source->text + name.start, name.length);
    if (v)
        v->is_named = true;
    return v;
}

static bool at_assignment(const expr_parser *p)
{
    const char *c = p->source->text + p->pos;
    return expr_peek(p) == '=' && !(p->pos + 1 < p->source->length && c[1] == '=');
}

/* --- the head of a statement -------------------------------------------------------------------------------------- */

static bool no_name_after(expr_parser *p, span word)
{
    char name[EXPR_NAME], found[64];
    return expr_error(p, E_EXPR_NO_NAME, expr_found_span(p), expr_text(p, word, name), expr_found(p, found));
}

/* Moves over a modifier to the word behind it. */
static bool take_modifier(expr_parser *p, span *word, const char *modifier, bool *is_there)
{
    *is_there = is_word(p, *word, modifier);
    if (!*is_there)
        return true;
    if (!expr_skip_blanks(p))
        return false;
    if (!expr_is_name_start(expr_peek(p)))
        return no_name_after(p, *word);
    *word = expr_scan_name(p);
    return expr_skip_blanks(p);
}

static bool redefined(expr_parser *p, const symbol *v)
{
    expr_error(p, E_EXPR_REDEFINED, p->now.name, v->name);
    if (v->is_const)
        diag_hint(p->source->errors, "it is constant; choose another name");
    else
        diag_hint(p->source->errors, "to assign it write %s = ...; to keep a value it has, begin with ifndef", v->name);
    if (v->where.file)
        diag_report(p->source->errors, N_EXPR_DEFINED_HERE, v->where, v->name);
    return false;
}

/* Behind the name of a declaration: a value, or nothing at all. */
static bool begin_value(expr_parser *p, const symbol *known)
{
    char name[EXPR_NAME], found[64];
    p->now.has_value = at_assignment(p);
    if (p->now.has_value)
        return p->pos++, true;
    if (!strchr(",;:)]}", expr_peek(p)))
        return expr_error(p, E_EXPR_NO_OPERATOR, expr_found_span(p), expr_found(p, found));
    if (p->now.is_const && (!known || p->now.begins_anew))
        return expr_error(p, E_EXPR_CONST_VALUE, p->now.name, expr_text(p, p->now.name, name));
    const value zero = {.type = p->now.type};
    return expr_push(p, (operand){.type = p->now.type,
                                  .fixed = p->now.type == TYPE_STRING ? value_string("") : zero,
                                  .where = p->now.name});
}

static bool begin_declaration(expr_parser *p, span type)
{
    p->now.does = STATEMENT_DECLARES;
    p->now.type = type_of(p, type);
    if (!expr_is_name_start(expr_peek(p)))
        return no_name_after(p, type);
    p->now.name = expr_scan_name(p);
    if (!expr_skip_blanks(p))
        return false;
    char name[EXPR_NAME];
    if (p->now.type == TYPE_ANY)
        return expr_unknown_type(p, type, p->now.name);
    if (expr_is_reserved(p, p->now.name))
        return expr_error(p, E_EXPR_RESERVED, p->now.name, expr_text(p, p->now.name, name));
    const symbol *known = expr_statement_find(p, p->now.name);
    p->now.begins_anew = known && !p->now.if_not_defined && !known->is_given;
    if (p->now.begins_anew && !symbols_may_redefine(p->source->names, known, p->now.type))
        return redefined(p, known);
    return begin_value(p, known);
}

static bool begin_assignment(expr_parser *p, span name)
{
    p->now.does = STATEMENT_ASSIGNS;
    p->now.name = name;
    const symbol *v = expr_statement_find(p, name);
    if (!v)
        return expr_unknown_variable(p, name);
    if (v->is_live)
        return expr_error(p, E_EXPR_ASSIGN_LIVE, name, v->name);
    if (v->is_const) {
        expr_error(p, E_EXPR_ASSIGN_CONST, name, v->name);
        if (v->where.file)
            diag_report(p->source->errors, N_EXPR_DEFINED_HERE, v->where, v->name);
        return false;
    }
    p->pos++;
    return true;
}

/* Reads the head, or leaves the cursor where it is when there is none. */
static bool read_head(expr_parser *p)
{
    const uint32_t start = p->pos;
    span word = expr_scan_name(p);
    if (!expr_skip_blanks(p) || !take_modifier(p, &word, "ifndef", &p->now.if_not_defined) ||
        !take_modifier(p, &word, "const", &p->now.is_const))
        return false;
    const bool modified = p->now.if_not_defined || p->now.is_const;
    const bool name_follows = expr_is_name_start(expr_peek(p));
    const bool is_type = type_of(p, word) != TYPE_ANY;
    if (modified || (is_type && expr_peek(p) != '(') || (!is_type && name_follows && !expr_statement_find(p, word)))
        return begin_declaration(p, word);
    if (at_assignment(p))
        return begin_assignment(p, word);
    p->pos = start;
    return true;
}

bool expr_begin_statement(expr_parser *p, bool *complete)
{
    p->now = (statement){0};
    *complete = false;
    if (!expr_skip_blanks(p))
        return false;
    if (expr_is_name_start(expr_peek(p)) && !read_head(p))
        return false;
    p->reading = !p->source->run_time || p->now.does != STATEMENT_VALUE;
    *complete = p->now.does == STATEMENT_DECLARES && !p->now.has_value;
    return true;
}

/* --- its end ------------------------------------------------------------------------------------------------------ */

static void set_variable(expr_parser *p, symbol *v, value to)
{
    arena *memory = symbols_arena(p->source->names);
    v->now = to.type == TYPE_STRING ? value_string(arena_string(memory, to.s, strlen(to.s))) : to;
}

static symbol *declare(expr_parser *p, value_type type)
{
    const span name = p->now.name;
    const place where = {p->source->file, p->source->base + name.start, name.length};
    symbol *v = symbols_declare(p->source->names, p->source->text + name.start, name.length, type, where);
    v->is_const = p->now.is_const;
    return v;
}

static void begin_anew(const expr_parser *p, symbol *v)
{
    v->type = p->now.type;
    v->is_const = p->now.is_const;
    v->is_inherited = false;
    v->where = (place){p->source->file, p->source->base + p->now.name.start, p->now.name.length};
}

/* A value from outside becomes what the deck declares it to be. */
static bool take_type(expr_parser *p, symbol *v)
{
    const char *why;
    value now;
    if (!value_convert(v->now, p->now.type, &now, &why))
        return expr_error(p, E_EXPR_VALUE, p->now.name, why);
    v->type = p->now.type;
    v->is_const = p->now.is_const;
    v->now = now;
    return true;
}

bool expr_end_statement(expr_parser *p)
{
    if (p->now.does == STATEMENT_VALUE)
        return true;
    operand *o = &p->operands[p->n_operands - 1];
    symbol *v = expr_statement_find(p, p->now.name);
    const bool kept = v && p->now.does == STATEMENT_DECLARES && !p->now.begins_anew;
    if (!kept && !expr_convert(p, v && !p->now.begins_anew ? v->type : p->now.type))
        return false;
    if (!v)
        v = declare(p, p->now.type);
    else if (p->now.begins_anew)
        begin_anew(p, v);
    if (!kept)
        set_variable(p, v, o->fixed);
    else if (v->is_given && !take_type(p, v))
        return false;
    p->n_operands--;
    p->reading = !p->source->run_time;
    return expr_push_variable(p, v, p->now.name);
}

/* Runs the code of an expression whose value nobody asks for, for what it does besides. */
static bool run_once(expr_parser *p)
{
    expr_run run = {0};
    double dropped;
    expr_emit(p, (instr){.op = OP_END}, 0);
    return expr_execute(p->code.items, &run, &dropped) || expr_error(p, E_EXPR_VALUE, (span){run.fault, 1}, run.why);
}

bool expr_drop_statement(expr_parser *p)
{
    if (!expr_end_statement(p))
        return false;
    const operand *o = &p->operands[--p->n_operands];
    if (o->kind == OPERAND_CODE && p->now.does == STATEMENT_VALUE && !run_once(p))
        return false;
    p->code.n = p->depth = 0;
    p->time_slope = true;
    return true;
}
