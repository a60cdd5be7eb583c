/* expr_parse.c - the parser of expressions, controlled by a table of priorities.
 *
 *     statement  ::= head value | ( statement ; ... ; statement )
 *     value      ::= operand { operator operand }
 *     operand    ::= { + | - | ! } ( number | "string" | name | function ( value , ... ) | ( value ) )
 *
 * Signs bind tightest, then ^ (from the right), * / %, + -, comparisons, and && || ~| on one level. An operator is
 * pending until one of lower or equal priority, a bracket or the end follows. The parser is not recursive: pending
 * operators are on a stack of limited height. A bracket at the very start may contain statements; nothing may follow it
 * then. */
#include "deck/expr_parser.h"
#include "base/utf8.h"
#include "deck/diag_rows.h"
#include <ctype.h>
#include <string.h>

typedef enum { NEXT_OPERAND, NEXT_OPERATOR, NEXT_END, NEXT_ERROR } next;

/* Longer operators precede those that they begin with. */
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

/* --- pending operators -------------------------------------------------------------------------------------------- */

static pending *top(expr_parser *parser) { return parser->n_pending ? &parser->waiting[parser->n_pending - 1] : NULL; }

static bool expr_parse_hold(expr_parser *parser, pending what)
{
    if (parser->n_pending == EXPR_DEEPEST)
        return expr_error(parser, E_EXPR_TOO_DEEP, what.where, EXPR_DEEPEST);
    parser->waiting[parser->n_pending++] = what;
    return true;
}

/* Applies the pending operators down to a priority; 0 continues to the innermost bracket or call. */
static bool reduce(expr_parser *parser, int priority, bool from_right)
{
    for (;;) {
        const pending *pending = top(parser);
        if (!pending || pending->kind != PENDING_BINARY || pending->op->priority < priority ||
            (pending->op->priority == priority && from_right))
            return true;
        if (!expr_binary(parser, pending))
            return false;
        parser->n_pending--;
    }
}

/* Completes an operand: its signs bind tightest. */
static next after_operand(expr_parser *parser)
{
    while (top(parser) && top(parser)->kind == PENDING_UNARY) {
        if (!expr_unary(parser, top(parser)))
            return NEXT_ERROR;
        parser->n_pending--;
    }
    return NEXT_OPERATOR;
}

static next begin_statement(expr_parser *parser)
{
    bool complete;
    if (!expr_begin_statement(parser, &complete))
        return NEXT_ERROR;
    return complete ? NEXT_OPERATOR : NEXT_OPERAND;
}

/* --- operands ----------------------------------------------------------------------------------------------------- */

static next open_bracket(expr_parser *parser)
{
    const bool first = parser->n_pending == 0 && parser->n_operands == 0 && parser->now.does == STATEMENT_VALUE;
    if (!expr_parse_hold(parser, (pending){.kind = PENDING_BRACKET, .may_list = first, .where = {parser->pos, 1}}))
        return NEXT_ERROR;
    parser->pos++;
    if (!first)
        return NEXT_OPERAND;
    const next next = begin_statement(parser);
    top(parser)->is_list = parser->now.does != STATEMENT_VALUE;
    return next;
}

static next close_call(expr_parser *parser)
{
    pending *call = top(parser);
    parser->pos++;
    if (!expr_call(parser, call))
        return NEXT_ERROR;
    parser->reading = call->was_reading;
    parser->n_pending--;
    return after_operand(parser);
}

static next open_call(expr_parser *parser, span name)
{
    const name_space *space;
    const function *function = expr_read_function(parser, &name, &space);
    if (!function)
        return NEXT_ERROR;
    parser->pos++;
    const pending call = {
        .kind = PENDING_CALL, .was_reading = parser->reading, .function = function, .space = space, .where = name};
    if (!expr_parse_hold(parser, call) || !expr_skip_blanks(parser))
        return NEXT_ERROR;
    parser->reading = parser->reading || function->kind == FUNCTION_EVAL ||
                      (parser->source->strings_now && function->result == TYPE_STRING);
    return expr_peek(parser) == ')' ? close_call(parser) : NEXT_OPERAND;
}

static next expr_parse_read_word(expr_parser *parser)
{
    const span name = expr_scan_name(parser);
    const char *text = parser->source->text + name.start;
    if (!expr_skip_blanks(parser))
        return NEXT_ERROR;
    const bool qualified =
        parser->pos + 1 < parser->source->length && memcmp(parser->source->text + parser->pos, "::", 2) == 0;
    if (qualified || expr_peek(parser) == '(')
        return open_call(parser, name);
    if (expr_is_reserved(parser, name))
        return error_if(!expr_error(parser, E_EXPR_ASSIGN_TARGET, name), NEXT_END);
    symbol *symbol = symbols_find(parser->source->names, text, name.length);
    if (symbol)
        symbol->is_named = true;
    bool done = false;
    if (name.length == 3 && memcmp(text, "Var", 3) == 0 && !(symbol && symbol->is_live))
        done = expr_push_argument(parser, name);
    else
        done = symbol ? expr_push_variable(parser, symbol, name) : expr_unknown_variable(parser, name);
    return done ? after_operand(parser) : NEXT_ERROR;
}

/* Detects characters that a word processor or a printed page substitutes for plain ones. */
static bool hint_typography(expr_parser *parser)
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
    const char *at = parser->source->text + parser->pos;
    const uint32_t c =
        parser->pos < parser->source->length ? utf8_next(&at, parser->source->text + parser->source->length) : 0;
    for (int i = 0; i < ARRAY_LEN(KINDS); i++)
        if (c >= KINDS[i].first && c <= KINDS[i].last)
            return diag_hint(parser->source->errors, "%s", KINDS[i].hint), true;
    return false;
}

static next no_value(expr_parser *parser)
{
    char found[64];
    const char c = expr_peek(parser), before = parser->pos > 0 ? parser->source->text[parser->pos - 1] : '\0';
    expr_error(parser, E_EXPR_NO_VALUE, expr_found_span(parser), expr_found(parser, found));
    if (hint_typography(parser))
        return NEXT_ERROR;
    if (c == '*' && before == '*')
        diag_hint(parser->source->errors, "a power is written ^");
    else if (c == ')' && top(parser) && top(parser)->is_list)
        diag_hint(parser->source->errors, "the last statement of a list is its value; write 0 if it is not needed");
    return NEXT_ERROR;
}

static next read_operand(expr_parser *parser)
{
    const char c = expr_peek(parser);
    operand o;
    if (isdigit((unsigned char)c) || c == '.')
        return expr_scan_number(parser, &o) && expr_push(parser, o) ? after_operand(parser) : NEXT_ERROR;
    if (c == '"')
        return expr_scan_string(parser, &o) && expr_push(parser, o) ? after_operand(parser) : NEXT_ERROR;
    if (expr_is_name_start(c))
        return expr_parse_read_word(parser);
    if (c == '(')
        return open_bracket(parser);
    if (c != '+' && c != '-' && c != '!')
        return no_value(parser);
    const pending sign = {.kind = PENDING_UNARY, .sign = c, .where = {parser->pos, 1}};
    parser->pos++;
    return error_if(!expr_parse_hold(parser, sign), NEXT_OPERAND);
}

/* --- after an operand --------------------------------------------------------------------------------------------- */

static next not_closed(expr_parser *parser)
{
    char found[64];
    const span opened = top(parser)->where;
    expr_error(parser, E_EXPR_NOT_CLOSED, expr_found_span(parser), expr_found(parser, found));
    const source_location location = {parser->source->file, parser->source->base + opened.start, opened.length};
    diag_report(parser->source->errors, N_EXPR_OPENED_HERE, location);
    return NEXT_ERROR;
}

static next close_bracket(expr_parser *parser)
{
    const pending bracket = *top(parser);
    parser->pos++;
    parser->n_pending--;
    if (bracket.is_list) {
        parser->closed = true;
        const bool done = expr_end_statement(parser);
        parser->now = (statement){0};
        return error_if(!done, NEXT_OPERATOR);
    }
    parser->operands[parser->n_operands - 1].where = (span){bracket.where.start, parser->pos - bracket.where.start};
    return after_operand(parser);
}

/* Reads a ',' ';' ')' or another end of the expression. */
static next expr_parse_read_end(expr_parser *parser, char c)
{
    if (!reduce(parser, 0, false))
        return NEXT_ERROR;
    pending *pending = top(parser);
    if (!pending)
        return NEXT_END;
    if (pending->kind == PENDING_CALL && (c == ',' || c == ')')) {
        if (!expr_end_argument(parser, pending))
            return NEXT_ERROR;
        return c == ')' ? close_call(parser) : (parser->pos++, NEXT_OPERAND);
    }
    if (pending->kind == PENDING_BRACKET && c == ')')
        return close_bracket(parser);
    if (pending->kind != PENDING_BRACKET || !pending->may_list || c != ';')
        return not_closed(parser);
    pending->is_list = true;
    parser->pos++;
    return expr_drop_statement(parser) ? begin_statement(parser) : NEXT_ERROR;
}

static next no_operator(expr_parser *parser)
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
    const char c = expr_peek(parser);
    if (c == '=') {
        expr_error(parser, E_EXPR_ASSIGN_TARGET, (span){parser->pos, 1});
        diag_hint(parser->source->errors, "use == to compare");
        return NEXT_ERROR;
    }
    expr_error(parser, E_EXPR_NO_OPERATOR, expr_found_span(parser), expr_found(parser, found));
    hint_typography(parser);
    for (int i = 0; i < ARRAY_LEN(hints); i++) {
        if (hints[i].found == c)
            diag_hint(parser->source->errors, "%s", hints[i].hint);
    }
    return NEXT_ERROR;
}

static const binary_operator *find_operator(const expr_parser *parser)
{
    for (int i = 0; i < ARRAY_LEN(operators); i++) {
        const size_t n = strlen(operators[i].text);
        if (parser->source->length - parser->pos >= n &&
            memcmp(parser->source->text + parser->pos, operators[i].text, n) == 0)
            return &operators[i];
    }
    return NULL;
}

static next read_operator(expr_parser *parser)
{
    const char c = expr_peek(parser);
    const bool double_colon =
        c == ':' && parser->pos + 1 < parser->source->length && parser->source->text[parser->pos + 1] == ':';
    if (parser->pos >= parser->source->length || (c && strchr(",;:)]}", c) && !double_colon))
        return expr_parse_read_end(parser, c);
    const binary_operator *op = find_operator(parser);
    if (!op)
        return no_operator(parser);
    const span where = {parser->pos, (uint32_t)strlen(op->text)};
    if (parser->closed)
        return error_if(!expr_error(parser, E_EXPR_LIST_INSIDE, where), NEXT_END);
    parser->pos += where.length;
    if (!reduce(parser, op->priority, op->from_right))
        return NEXT_ERROR;
    const pending binary = {.kind = PENDING_BINARY, .was_reading = parser->reading, .op = op, .where = where};
    const bool joins = parser->source->strings_now && parser->operands[parser->n_operands - 1].type == TYPE_STRING;
    parser->reading = parser->reading || joins;
    return error_if(!expr_parse_hold(parser, binary), NEXT_OPERAND);
}

/* --- statements and sequences ------------------------------------------------------------------------------------- */

static bool parse_statement(expr_parser *parser)
{
    parser->closed = false;
    next next = begin_statement(parser);
    while (next < NEXT_END) {
        if (!expr_skip_blanks(parser))
            return false;
        next = next == NEXT_OPERAND ? read_operand(parser) : read_operator(parser);
    }
    return next == NEXT_END;
}

/* Parses the statements of a sequence; the last one remains as the only operand. A ';' at the end is no statement. */
static bool expr_parse_parse(expr_parser *parser)
{
    while (parse_statement(parser)) {
        if (!parser->source->sequence || expr_peek(parser) != ';')
            return expr_end_statement(parser);
        parser->pos++;
        if (!expr_skip_blanks(parser))
            return false;
        if (parser->pos >= parser->source->length)
            return expr_end_statement(parser);
        if (!expr_drop_statement(parser))
            return false;
    }
    return false;
}

static expr *expr_parse_build(expr_parser *parser)
{
    operand *o = parser->operands;
    if (parser->source->run_time && !parser->source->strings_now && o->type == TYPE_STRING) {
        expr_error(parser, E_EXPR_STRING_RESULT, o->where);
        return NULL;
    }
    expr *expression = ARENA_NEW(parser->source->memory, expr);
    expression->type = o->type;
    expression->constant = o->kind == OPERAND_CONSTANT;
    expression->time_derivative = parser->time_derivative;
    if (expression->constant)
        expression->fixed = o->fixed;
    if (o->type == TYPE_STRING)
        expr_emit(parser, (instr){.op = OP_STRING}, 0);
    else
        expr_materialise(parser, o);
    expr_emit(parser, (instr){.op = OP_END}, 0);
    expression->code =
        arena_copy(parser->source->memory, parser->code.items, (size_t)parser->code.n * sizeof *parser->code.items);
    return expression;
}

/* Warns of a real number that was meant to have a fraction: 1/12*m is 0. */
static void warn_of_lost_remainder(expr_parser *parser)
{
    char quotient[EXPR_NAME];
    const value_type is = parser->operands[0].type;
    if (is == TYPE_REAL || (is == TYPE_INTEGER && parser->source->wants == TYPE_REAL)) {
        expr_error(parser, W_EXPR_LOST_REMAINDER, parser->lost, expr_text(parser, parser->lost, quotient));
        diag_hint(parser->source->errors, "a decimal point makes it a quotient of real numbers: 1./2");
    }
}

/* The two stacks are not cleared, so that a short expression costs only what it uses. */
static bool expr_parse_begin(expr_parser *parser, const expr_source *in, size_t at)
{
    parser->source = in;
    parser->pos = (uint32_t)at;
    parser->time_derivative = true;
    parser->code.items = NULL;
    parser->code.n = parser->code.limit = 0;
    parser->depth = parser->n_operands = parser->n_pending = 0;
    parser->lost.length = 0;
    const bool ok = expr_parse_parse(parser);
    if (ok && parser->lost.length > 0 && parser->n_operands > 0)
        warn_of_lost_remainder(parser);
    return ok;
}

static void expr_parse_end(expr_parser *parser, size_t *at)
{
    *at = parser->pos < parser->source->length ? parser->pos : parser->source->length;
    array_free(&parser->code);
}

expr *expr_parse(const expr_source *in, size_t *at)
{
    expr_parser parser;
    expr *expression = expr_parse_begin(&parser, in, *at) ? expr_parse_build(&parser) : NULL;
    expr_parse_end(&parser, at);
    return expression;
}

bool expr_evaluate(const expr_source *in, size_t *at, value *result)
{
    expr_parser parser;
    expr_source now = *in;
    now.run_time = false;
    const bool done = expr_parse_begin(&parser, &now, *at);
    if (done)
        *result = parser.operands[0].fixed;
    expr_parse_end(&parser, at);
    return done;
}
