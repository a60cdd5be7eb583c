/* expr_emit.c - translation of operands and operations to code.
 *
 * Types are known when an operation is read, so each becomes one instruction of fixed types:
 *     + - * / ^         integer if no operand is real, otherwise real;  "text" + anything is text
 *     %                 integers only
 *     < <= == != >= > && || ~| !      bool
 *
 * An operation on constants is evaluated immediately, by the same machine. Otherwise an operand that is a constant or a
 * real variable stays in memory: lhs op rhs becomes op (both on the stack), op_M or op_MV (rhs in memory), op_R or
 * op_RV (lhs in memory). */
#include "deck/expr_parser.h"
#include "deck/diag_rows.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- instructions ------------------------------------------------------------------------------------------------- */

void expr_emit(expr_parser *parser, instr instr, int pushes)
{
    array_push(&parser->code, instr);
    parser->depth += pushes;
}

static const double *constant_address(expr_parser *parser, value v)
{
    const double number = value_to_real(v);
    return arena_copy(parser->source->memory, &number, sizeof number);
}

bool expr_is_time(const symbol *symbol) { return symbol->type == TYPE_REAL && strcmp(symbol->name, "Time") == 0; }

static instr with_variable(int op, const symbol *symbol, span where)
{
    return (instr){.op = (uint8_t)op,
                   .along_time = expr_is_time(symbol),
                   .where = where.start,
                   .offset = (uint32_t)symbol->index * (uint32_t)sizeof(value),
                   .variable = symbol};
}

/* Returns an instruction that reads an operand in memory, of the form for a constant or for a variable. */
static instr with_memory(expr_parser *parser, int of_constant, int of_variable, const operand *o, span where)
{
    if (o->kind == OPERAND_MEMORY)
        return with_variable(of_variable, o->variable, where);
    return (instr){.op = (uint8_t)of_constant, .where = where.start, .from = constant_address(parser, o->fixed)};
}

void expr_materialise(expr_parser *parser, operand *o)
{
    if (o->kind == OPERAND_CODE)
        return;
    const bool first = parser->depth == 0;
    expr_emit(parser, with_memory(parser, first ? OP_LOAD : OP_PUSH, first ? OP_LOAD_REAL : OP_PUSH_REAL, o, o->where),
              1);
    o->kind = OPERAND_CODE;
}

/* --- operands ----------------------------------------------------------------------------------------------------- */

bool expr_push(expr_parser *parser, operand o)
{
    if (parser->n_operands == ARRAY_LEN(parser->operands) || parser->depth >= EXPR_STACK - 2)
        return expr_error(parser, E_EXPR_TOO_DEEP, o.where, EXPR_DEEPEST);
    parser->operands[parser->n_operands++] = o;
    return true;
}

static operand *last(expr_parser *parser) { return &parser->operands[parser->n_operands - 1]; }

static bool push_constant(expr_parser *parser, value v, span where)
{
    return expr_push(parser, (operand){.kind = OPERAND_CONSTANT, .type = v.type, .fixed = v, .where = where});
}

static bool push_code(expr_parser *parser, instr instr, value_type type, span where)
{
    expr_emit(parser, instr, 1);
    return expr_push(parser, (operand){.kind = OPERAND_CODE, .type = type, .where = where});
}

static bool push_now(expr_parser *parser, const symbol *symbol, span where)
{
    if (!symbol->is_live)
        return push_constant(parser, *symbol_value(symbol), where);
    return push_constant(parser, value_real(symbol->live.get(symbol->live.self, NULL)), where) &&
           expr_convert(parser, symbol->type);
}

bool expr_push_variable(expr_parser *parser, const symbol *symbol, span where)
{
    if (parser->reading || (symbol->is_const && !symbol->is_live) ||
        (symbol->type == TYPE_STRING && parser->source->strings_now))
        return push_now(parser, symbol, where);
    if (symbol->is_live) {
        parser->time_derivative &= symbol->live.derivative != NULL;
        return push_code(parser, with_variable(OP_PUSH_LIVE, symbol, where), TYPE_REAL, where) &&
               expr_convert(parser, symbol->type);
    }
    if (symbol->type == TYPE_REAL || symbol->type == TYPE_STRING)
        return expr_push(parser,
                         (operand){.kind = OPERAND_MEMORY, .type = symbol->type, .variable = symbol, .where = where});
    const opcode op = symbol->type == TYPE_BOOL ? OP_PUSH_BOOL : OP_PUSH_INTEGER;
    return push_code(parser, with_variable(op, symbol, where), symbol->type, where);
}

bool expr_push_argument(expr_parser *parser, span where)
{
    const opcode op = parser->depth == 0 ? OP_LOAD_VAR : OP_PUSH_VAR;
    if (!parser->reading)
        return push_code(parser, (instr){.op = (uint8_t)op, .where = where.start}, TYPE_REAL, where);
    const symbol *symbol = symbols_find(parser->source->names, "Var", 3);
    return symbol ? push_now(parser, symbol, where) : push_constant(parser, value_real(0.0), where);
}

/* --- constants ---------------------------------------------------------------------------------------------------- */

/* Evaluates an operation on one or two constant operands, which its result replaces. */
static bool fold(expr_parser *parser, opcode op, int n, value_type type, span where)
{
    operand *first = &parser->operands[parser->n_operands - n];
    const double x = value_to_real(first[0].fixed), y = value_to_real(first[n - 1].fixed);
    const instr code[] = {
        {.op = OP_LOAD, .from = &x}, {.op = (uint8_t)(n == 1 ? op : op + 1), .from = &y}, {.op = OP_END}};
    expr_run run = {0};
    double result;
    if (!expr_execute(code, &run, &result))
        return expr_error(parser, E_EXPR_VALUE, where, run.why);
    first->type = type;
    first->fixed = expr_number(result, type);
    parser->n_operands -= n - 1;
    return true;
}

static value to_text(expr_parser *parser, value v)
{
    char number[64];
    if (v.type == TYPE_STRING)
        return v;
    const int length = value_format(v, number, sizeof number);
    return value_string(arena_string(parser->source->memory, number, (size_t)length));
}

bool expr_run_time_string(expr_parser *parser, span where)
{
    expr_error(parser, E_EXPR_RUN_TIME_STRING, where);
    diag_hint(parser->source->errors, "use string_eval(...) to build it once, when the expression is read");
    return false;
}

static bool concatenate(expr_parser *parser, span where)
{
    operand *rhs = last(parser), *lhs = rhs - 1;
    if (lhs->kind != OPERAND_CONSTANT || rhs->kind != OPERAND_CONSTANT)
        return expr_run_time_string(parser, where);
    lhs->fixed =
        value_string(arena_printf(parser->source->memory, "%s%s", lhs->fixed.s, to_text(parser, rhs->fixed).s));
    parser->n_operands--;
    return true;
}

/* --- conversion --------------------------------------------------------------------------------------------------- */

bool expr_convert(expr_parser *parser, value_type to)
{
    operand *o = last(parser);
    if (o->type == to || to == TYPE_ANY)
        return true;
    if (o->type == TYPE_STRING)
        return expr_error(parser, E_EXPR_CONVERT, o->where, value_type_name(to));
    if (o->kind == OPERAND_CONSTANT && to == TYPE_STRING) {
        o->fixed = to_text(parser, o->fixed);
        o->type = to;
        return true;
    }
    if (to == TYPE_STRING)
        return expr_run_time_string(parser, o->where);
    const opcode op = to == TYPE_BOOL ? OP_TO_BOOL : OP_TO_INTEGER;
    if (o->kind == OPERAND_CONSTANT)
        return to == TYPE_REAL ? (o->fixed = value_real(value_to_real(o->fixed)), o->type = to, true)
                               : fold(parser, op, 1, to, o->where);
    /* The machine represents bools as integers and integers as reals. */
    if (to == TYPE_BOOL || (to == TYPE_INTEGER && o->type == TYPE_REAL)) {
        expr_materialise(parser, o);
        expr_emit(parser, (instr){.op = (uint8_t)op, .where = o->where.start}, 0);
    }
    o->type = to;
    return true;
}

/* --- operators ---------------------------------------------------------------------------------------------------- */

bool expr_unary(expr_parser *parser, const pending *of)
{
    operand *o = last(parser);
    const char sign[] = {of->sign, '\0'};
    if (o->type == TYPE_STRING)
        return expr_error(parser, E_EXPR_UNARY_TYPE, of->where, sign);
    const span whole = {of->where.start, o->where.start + o->where.length - of->where.start};
    const value_type type = of->sign == '!' ? TYPE_BOOL : o->type == TYPE_REAL ? TYPE_REAL : TYPE_INTEGER;
    if (of->sign == '+')
        return o->where = whole, expr_convert(parser, type);
    const opcode op = type == TYPE_BOOL ? OP_NOT : type == TYPE_REAL ? OP_NEG : OP_INTEGER_NEG;
    o->where = whole;
    if (o->kind == OPERAND_CONSTANT)
        return fold(parser, op, 1, type, whole);
    expr_materialise(parser, o);
    expr_emit(parser, (instr){.op = (uint8_t)op, .where = of->where.start}, 0);
    o->type = type;
    return true;
}

/* A real power with a small integer exponent is a product. */
static int product_for_power(int op, const operand *lhs, const operand *rhs)
{
    static const opcode product[] = {OP_SQUARE, OP_CUBE, OP_FOURTH};
    if (op != OP_POW || lhs->kind == OPERAND_CONSTANT || rhs->kind != OPERAND_CONSTANT)
        return -1;
    const double n = value_to_real(rhs->fixed);
    return n == 2.0 || n == 3.0 || n == 4.0 ? (int)product[(int)n - 2] : -1;
}

static void emit_binary(expr_parser *parser, int op, operand *lhs, operand *rhs, span where)
{
    const int product = product_for_power(op, lhs, rhs);
    if (product >= 0) {
        expr_materialise(parser, lhs);
        expr_emit(parser, (instr){.op = (uint8_t)product, .where = where.start}, 0);
        return;
    }
    if (lhs->kind != OPERAND_CODE && rhs->kind != OPERAND_CODE)
        expr_materialise(parser, lhs);
    if (rhs->kind != OPERAND_CODE)
        expr_emit(parser, with_memory(parser, op + 1, op + 3, rhs, where), 0);
    else if (lhs->kind != OPERAND_CODE)
        expr_emit(parser, with_memory(parser, op + 2, op + 4, lhs, where), 0);
    else
        expr_emit(parser, (instr){.op = (uint8_t)op, .where = where.start}, -1);
    lhs->kind = OPERAND_CODE;
}

static bool wrong_operands(expr_parser *parser, const pending *of, const operand *lhs, const operand *rhs)
{
    const char *left = value_type_name(lhs->type), *right = value_type_name(rhs->type);
    if (of->op->takes == REMAINDER && lhs->type != TYPE_STRING && rhs->type != TYPE_STRING)
        return expr_error(parser, E_EXPR_REMAINDER, of->where, left, right);
    expr_error(parser, E_EXPR_OPERAND_TYPE, of->where, of->op->text, left, right);
    if (strcmp(of->op->text, "+") == 0)
        diag_hint(parser->source->errors,
                  "a number can be added to a string, not a string to a number: \"\" + x + \"text\"");
    else
        diag_hint(parser->source->errors, "strings can only be joined, with +");
    return false;
}

bool expr_binary(expr_parser *parser, const pending *of)
{
    parser->reading = of->was_reading;
    operand *rhs = last(parser), *lhs = rhs - 1;
    const bool any_string = lhs->type == TYPE_STRING || rhs->type == TYPE_STRING;
    const bool any_real = lhs->type == TYPE_REAL || rhs->type == TYPE_REAL;
    const span whole = {lhs->where.start, rhs->where.start + rhs->where.length - lhs->where.start};
    const span at = of->where;
    if (lhs->type == TYPE_STRING && of->op->text[0] == '+')
        return lhs->where = whole, concatenate(parser, at);
    if (any_string || (any_real && of->op->takes == REMAINDER))
        return wrong_operands(parser, of, lhs, rhs);
    const opcode op = any_real ? of->op->real : of->op->integer;
    const value_type type = of->op->takes == COMPARISON          ? TYPE_BOOL
                            : any_real || of->op->takes == POWER ? TYPE_REAL
                                                                 : TYPE_INTEGER;
    lhs->where = whole;
    if (lhs->kind == OPERAND_CONSTANT && rhs->kind == OPERAND_CONSTANT) {
        if (op == OP_INTEGER_DIV && fabs(fmod(value_to_real(lhs->fixed), value_to_real(rhs->fixed))) > 0.0)
            parser->lost = whole;
        return fold(parser, op, 2, type, at);
    }
    emit_binary(parser, (int)op, lhs, rhs, at);
    lhs->type = type;
    parser->n_operands--;
    return true;
}
