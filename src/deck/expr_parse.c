/* expr_parse.c - the parser of expressions, driven by a table of priorities.
 *
 *     statement  ::= head value | ( statement ; ... ; statement )
 *     value      ::= operand { operator operand }
 *     operand    ::= { + | - | ! } ( number | "string" | name | function ( value , ... ) | ( value ) )
 *
 * Signs bind tightest, then ^ (from the right), * / %, + -, comparisons, and && || ~| on one level. An operator waits
 * until one of lower or equal priority, a bracket or the end follows. Nothing recurses: what waits is on a stack of
 * limited height. A bracket at the very start may hold statements; nothing may follow it then. */
#include "deck/expr_parser.h"
#include "base/utf8.h"
#include "deck/diag_rows.h"
#include <ctype.h>
#include <string.h>

typedef enum { NEXT_OPERAND, NEXT_OPERATOR, NEXT_END, NEXT_ERROR } next;

/* Longer ones first where one is the beginning of the other. */
static const binary_operator operators[] = {
    {"^", 5, true, POWER, OP_POW, OP_POW},
    {"*", 4, false, ARITHMETIC, OP_MUL, OP_INTEGER_MUL},
    {"/", 4, false, ARITHMETIC, OP_DIV, OP_INTEGER_DIV},
    {"%", 4, false, REMAINDER, OP_INTEGER_MOD, OP_INTEGER_MOD},
    {"+", 3, false, ARITHMETIC, OP_ADD, OP_INTEGER_ADD},
    {"-", 3, false, ARITHMETIC, OP_SUB, OP_INTEGER_SUB},
    {">=", 2, false, COMPARISON, OP_GREATER_EQUAL, OP_GREATER_EQUAL},
    {">", 2, false, COMPARISON, OP_GREATER, OP_GREATER},
    {"<=", 2, false, COMPARISON, OP_LESS_EQUAL, OP_LESS_EQUAL},
    {"<", 2, false, COMPARISON, OP_LESS, OP_LESS},
    {"==", 2, false, COMPARISON, OP_EQUAL, OP_EQUAL},
    {"!=", 2, false, COMPARISON, OP_NOT_EQUAL, OP_NOT_EQUAL},
    {"&&", 1, false, COMPARISON, OP_AND, OP_AND},
    {"||", 1, false, COMPARISON, OP_OR, OP_OR},
    {"~|", 1, false, COMPARISON, OP_XOR, OP_XOR},
};

static next error_if(bool failed, next otherwise) { return failed ? NEXT_ERROR : otherwise; }

/* --- what waits --------------------------------------------------------------------------------------------------- */

static pending *top(expr_parser *p) { return p->n_pending ? &p->waiting[p->n_pending - 1] : NULL; }

static bool expr_parse_hold(expr_parser *p, pending what)
{
    if (p->n_pending == EXPR_DEEPEST)
        return expr_error(p, E_EXPR_TOO_DEEP, what.where, EXPR_DEEPEST);
    p->waiting[p->n_pending++] = what;
    return true;
}

/* Carries out the waiting operators down to a priority; 0 goes to the innermost bracket or call. */
static bool reduce(expr_parser *p, int priority, bool from_right)
{
    for (;;) {
        const pending *t = top(p);
        if (!t || t->kind != PENDING_BINARY || t->op->priority < priority ||
            (t->op->priority == priority && from_right))
            return true;
        if (!expr_binary(p, t))
            return false;
        p->n_pending--;
    }
}

/* An operand is complete: its signs bind tightest. */
static next after_operand(expr_parser *p)
{
    while (top(p) && top(p)->kind == PENDING_UNARY) {
        if (!expr_unary(p, top(p)))
            return NEXT_ERROR;
        p->n_pending--;
    }
    return NEXT_OPERATOR;
}

static next begin_statement(expr_parser *p)
{
    bool complete;
    if (!expr_begin_statement(p, &complete))
        return NEXT_ERROR;
    return complete ? NEXT_OPERATOR : NEXT_OPERAND;
}

/* --- operands ----------------------------------------------------------------------------------------------------- */

static next open_bracket(expr_parser *p)
{
    const bool first = p->n_pending == 0 && p->n_operands == 0 && p->now.does == STATEMENT_VALUE;
    if (!expr_parse_hold(p, (pending){.kind = PENDING_BRACKET, .may_list = first, .where = {p->pos, 1}}))
        return NEXT_ERROR;
    p->pos++;
    if (!first)
        return NEXT_OPERAND;
    const next n = begin_statement(p);
    top(p)->is_list = p->now.does != STATEMENT_VALUE;
    return n;
}

static next close_call(expr_parser *p)
{
    pending *call = top(p);
    p->pos++;
    if (!expr_call(p, call))
        return NEXT_ERROR;
    p->reading = call->was_reading;
    p->n_pending--;
    return after_operand(p);
}

static next open_call(expr_parser *p, span name)
{
    const name_space *space;
    const function *f = expr_read_function(p, &name, &space);
    if (!f)
        return NEXT_ERROR;
    p->pos++;
    const pending call = {
        .kind = PENDING_CALL, .was_reading = p->reading, .function = f, .space = space, .where = name};
    if (!expr_parse_hold(p, call) || !expr_skip_blanks(p))
        return NEXT_ERROR;
    p->reading = p->reading || f->kind == FUNCTION_EVAL || (p->source->strings_now && f->result == TYPE_STRING);
    return expr_peek(p) == ')' ? close_call(p) : NEXT_OPERAND;
}

static next expr_parse_read_word(expr_parser *p)
{
    const span name = expr_scan_name(p);
    const char *text = p->source->text + name.start;
    if (!expr_skip_blanks(p))
        return NEXT_ERROR;
    const bool qualified = p->pos + 1 < p->source->length && memcmp(p->source->text + p->pos, "::", 2) == 0;
    if (qualified || expr_peek(p) == '(')
        return open_call(p, name);
    if (expr_is_reserved(p, name))
        return error_if(!expr_error(p, E_EXPR_ASSIGN_PLACE, name), NEXT_END);
    symbol *v = symbols_find(p->source->names, text, name.length);
    if (v)
        v->is_named = true;
    bool done = false;
    if (name.length == 3 && memcmp(text, "Var", 3) == 0 && !(v && v->is_live))
        done = expr_push_argument(p, name);
    else
        done = v ? expr_push_variable(p, v, name) : expr_unknown_variable(p, name);
    return done ? after_operand(p) : NEXT_ERROR;
}

/* What a word processor or a printed page puts in the place of plain characters. */
static bool hint_typography(expr_parser *p)
{
    static const struct {
        uint32_t first, last;
        const char *hint;
    } KINDS[] = {
        {0x2010, 0x2015, "a minus sign is written -"},
        {0x2212, 0x2212, "a minus sign is written -"},
        {0x2018, 0x201F, "a string stands in plain quotes, \""},
        {0xAB, 0xAB, "a string stands in plain quotes, \""},
        {0xD7, 0xD7, "a product is written *"},
        {0xB7, 0xB7, "a product is written *"},
        {0xB2, 0xB3, "a power is written ^"},
        {0xA0, 0xA0, "it is a blank that no line breaks at: write a plain one"},
    };
    const char *at = p->source->text + p->pos;
    const uint32_t c = p->pos < p->source->length ? utf8_next(&at, p->source->text + p->source->length) : 0;
    for (int i = 0; i < ARRAY_LEN(KINDS); i++)
        if (c >= KINDS[i].first && c <= KINDS[i].last)
            return diag_hint(p->source->errors, "%s", KINDS[i].hint), true;
    return false;
}

static next no_value(expr_parser *p)
{
    char found[64];
    const char c = expr_peek(p), before = p->pos > 0 ? p->source->text[p->pos - 1] : '\0';
    expr_error(p, E_EXPR_NO_VALUE, expr_found_span(p), expr_found(p, found));
    if (hint_typography(p))
        return NEXT_ERROR;
    if (c == '*' && before == '*')
        diag_hint(p->source->errors, "a power is written ^");
    else if (c == ')' && top(p) && top(p)->is_list)
        diag_hint(p->source->errors, "the last statement of a list gives its value; 0 will do");
    return NEXT_ERROR;
}

static next read_operand(expr_parser *p)
{
    const char c = expr_peek(p);
    operand o;
    if (isdigit((unsigned char)c) || c == '.')
        return expr_scan_number(p, &o) && expr_push(p, o) ? after_operand(p) : NEXT_ERROR;
    if (c == '"')
        return expr_scan_string(p, &o) && expr_push(p, o) ? after_operand(p) : NEXT_ERROR;
    if (expr_is_name_start(c))
        return expr_parse_read_word(p);
    if (c == '(')
        return open_bracket(p);
    if (c != '+' && c != '-' && c != '!')
        return no_value(p);
    const pending sign = {.kind = PENDING_UNARY, .sign = c, .where = {p->pos, 1}};
    p->pos++;
    return error_if(!expr_parse_hold(p, sign), NEXT_OPERAND);
}

/* --- what follows an operand -------------------------------------------------------------------------------------- */

static next not_closed(expr_parser *p)
{
    char found[64];
    const span opened = top(p)->where;
    expr_error(p, E_EXPR_NOT_CLOSED, expr_found_span(p), expr_found(p, found));
    const place where = {p->source->file, p->source->base + opened.start, opened.length};
    diag_report(p->source->errors, N_EXPR_OPENED_HERE, where);
    return NEXT_ERROR;
}

static next close_bracket(expr_parser *p)
{
    const pending bracket = *top(p);
    p->pos++;
    p->n_pending--;
    if (bracket.is_list) {
        p->closed = true;
        const bool done = expr_end_statement(p);
        p->now = (statement){0};
        return error_if(!done, NEXT_OPERATOR);
    }
    p->operands[p->n_operands - 1].where = (span){bracket.where.start, p->pos - bracket.where.start};
    return after_operand(p);
}

/* A ',' ';' ')' or another end of the expression. */
static next expr_parse_read_end(expr_parser *p, char c)
{
    if (!reduce(p, 0, false))
        return NEXT_ERROR;
    pending *t = top(p);
    if (!t)
        return NEXT_END;
    if (t->kind == PENDING_CALL && (c == ',' || c == ')')) {
        if (!expr_end_argument(p, t))
            return NEXT_ERROR;
        return c == ')' ? close_call(p) : (p->pos++, NEXT_OPERAND);
    }
    if (t->kind == PENDING_BRACKET && c == ')')
        return close_bracket(p);
    if (t->kind != PENDING_BRACKET || !t->may_list || c != ';')
        return not_closed(p);
    t->is_list = true;
    p->pos++;
    return expr_drop_statement(p) ? begin_statement(p) : NEXT_ERROR;
}

static next no_operator(expr_parser *p)
{
    static const struct {
        char found;
        const char *hint;
    } hints[] = {{'&', "and is written &&"},
                 {'|', "or is written ||"},
                 {'~', "exclusive or is written ~|"},
                 {'"', "strings are joined with +"},
                 {'(', "a product is written with *"}};
    char found[64];
    const char c = expr_peek(p);
    if (c == '=') {
        expr_error(p, E_EXPR_ASSIGN_PLACE, (span){p->pos, 1});
        diag_hint(p->source->errors, "to compare write ==");
        return NEXT_ERROR;
    }
    expr_error(p, E_EXPR_NO_OPERATOR, expr_found_span(p), expr_found(p, found));
    hint_typography(p);
    for (int i = 0; i < ARRAY_LEN(hints); i++) {
        if (hints[i].found == c)
            diag_hint(p->source->errors, "%s", hints[i].hint);
    }
    return NEXT_ERROR;
}

static const binary_operator *find_operator(const expr_parser *p)
{
    for (int i = 0; i < ARRAY_LEN(operators); i++) {
        const size_t n = strlen(operators[i].text);
        if (p->source->length - p->pos >= n && memcmp(p->source->text + p->pos, operators[i].text, n) == 0)
            return &operators[i];
    }
    return NULL;
}

static next read_operator(expr_parser *p)
{
    const char c = expr_peek(p);
    const bool double_colon = c == ':' && p->pos + 1 < p->source->length && p->source->text[p->pos + 1] == ':';
    if (p->pos >= p->source->length || (c && strchr(",;:)]}", c) && !double_colon))
        return expr_parse_read_end(p, c);
    const binary_operator *op = find_operator(p);
    if (!op)
        return no_operator(p);
    const span where = {p->pos, (uint32_t)strlen(op->text)};
    if (p->closed)
        return error_if(!expr_error(p, E_EXPR_LIST_INSIDE, where), NEXT_END);
    p->pos += where.length;
    if (!reduce(p, op->priority, op->from_right))
        return NEXT_ERROR;
    const pending binary = {.kind = PENDING_BINARY, .was_reading = p->reading, .op = op, .where = where};
    const bool joins = p->source->strings_now && p->operands[p->n_operands - 1].type == TYPE_STRING;
    p->reading = p->reading || joins;
    return error_if(!expr_parse_hold(p, binary), NEXT_OPERAND);
}

/* --- whole texts -------------------------------------------------------------------------------------------------- */

static bool parse_statement(expr_parser *p)
{
    p->closed = false;
    next n = begin_statement(p);
    while (n < NEXT_END) {
        if (!expr_skip_blanks(p))
            return false;
        n = n == NEXT_OPERAND ? read_operand(p) : read_operator(p);
    }
    return n == NEXT_END;
}

/* The statements of a sequence; the last stays as the only operand. A ';' at the end of the text is no statement. */
static bool expr_parse_parse(expr_parser *p)
{
    while (parse_statement(p)) {
        if (!p->source->sequence || expr_peek(p) != ';')
            return expr_end_statement(p);
        p->pos++;
        if (!expr_skip_blanks(p))
            return false;
        if (p->pos >= p->source->length)
            return expr_end_statement(p);
        if (!expr_drop_statement(p))
            return false;
    }
    return false;
}

static expr *expr_parse_build(expr_parser *p)
{
    operand *o = p->operands;
    if (p->source->run_time && !p->source->strings_now && o->type == TYPE_STRING) {
        expr_error(p, E_EXPR_STRING_RESULT, o->where);
        return NULL;
    }
    expr *e = ARENA_NEW(p->source->memory, expr);
    e->type = o->type;
    e->constant = o->kind == OPERAND_CONSTANT;
    e->time_slope = p->time_slope;
    if (e->constant)
        e->fixed = o->fixed;
    if (o->type == TYPE_STRING)
        expr_emit(p, (instr){.op = OP_STRING}, 0);
    else
        expr_materialise(p, o);
    expr_emit(p, (instr){.op = OP_END}, 0);
    e->code = arena_copy(p->source->memory, p->code.items, (size_t)p->code.n * sizeof *p->code.items);
    return e;
}

/* A real number that was meant to have a fraction: 1/12*m is 0. */
static void warn_of_lost_remainder(expr_parser *p)
{
    char quotient[EXPR_NAME];
    const value_type is = p->operands[0].type;
    if (is == TYPE_REAL || (is == TYPE_INTEGER && p->source->wants == TYPE_REAL)) {
        expr_error(p, W_EXPR_LOST_REMAINDER, p->lost, expr_text(p, p->lost, quotient));
        diag_hint(p->source->errors, "a decimal point makes it a quotient of real numbers: 1./2");
    }
}

/* The two stacks are not cleared: a short expression pays for what it uses. */
static bool expr_parse_begin(expr_parser *p, const expr_source *in, size_t at)
{
    p->source = in;
    p->pos = (uint32_t)at;
    p->time_slope = true;
    p->code.items = NULL;
    p->code.n = p->code.limit = 0;
    p->depth = p->n_operands = p->n_pending = 0;
    p->lost.length = 0;
    const bool ok = expr_parse_parse(p);
    if (ok && p->lost.length > 0 && p->n_operands > 0)
        warn_of_lost_remainder(p);
    return ok;
}

static void expr_parse_end(expr_parser *p, size_t *at)
{
    *at = p->pos < p->source->length ? p->pos : p->source->length;
    array_free(&p->code);
}

expr *expr_parse(const expr_source *in, size_t *at)
{
    expr_parser p;
    expr *e = expr_parse_begin(&p, in, *at) ? expr_parse_build(&p) : NULL;
    expr_parse_end(&p, at);
    return e;
}

bool expr_evaluate(const expr_source *in, size_t *at, value *result)
{
    expr_parser p;
    expr_source now = *in;
    now.run_time = false;
    const bool done = expr_parse_begin(&p, &now, *at);
    if (done)
        *result = p.operands[0].fixed;
    expr_parse_end(&p, at);
    return done;
}
