/* expr_emit.c - operands and operations to code.
 *
 * Types are known when an operation is read, so each becomes one instruction of fixed types:
 *     + - * / ^         integer when no operand is real, else real;  "text" + anything is text
 *     %                 integers only
 *     < <= == != >= > && || ~| !      bool
 *
 * An operation on constants is carried out at once, by the same machine. Otherwise an operand that is a constant or a
 * real variable stays in memory: lhs op rhs becomes op (both on the stack), op_M or op_MV (rhs in memory), op_R or
 * op_RV (lhs in memory). */
#include "deck/expr_parser.h"
#include "deck/diag_rows.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- instructions ------------------------------------------------------------------------------------------------- */

void expr_emit(expr_parser *p, instr i, int pushes)
{
    array_push(&p->code, i);
    p->depth += pushes;
}

static const double *constant_address(expr_parser *p, value v)
{
    const double number = value_to_real(v);
    return arena_copy(p->source->memory, &number, sizeof number);
}

bool expr_is_time(const symbol *v) { return v->type == TYPE_REAL && strcmp(v->name, "Time") == 0; }

static instr with_variable(int op, const symbol *v, span where)
{
    return (instr){.op = (uint8_t)op,
                   .along_time = expr_is_time(v),
                   .where = where.start,
                   .offset = (uint32_t)v->index * (uint32_t)sizeof(value),
                   .variable = v};
}

/* An instruction that reads an operand in memory: the one for a constant or the one for a variable. */
static instr with_memory(expr_parser *p, int of_constant, int of_variable, const operand *o, span where)
{
    if (o->kind == OPERAND_MEMORY)
        return with_variable(of_variable, o->variable, where);
    return (instr){.op = (uint8_t)of_constant, .where = where.start, .from = constant_address(p, o->fixed)};
}

void expr_materialise(expr_parser *p, operand *o)
{
    if (o->kind == OPERAND_CODE)
        return;
    const bool first = p->depth == 0;
    expr_emit(p, with_memory(p, first ? OP_LOAD : OP_PUSH, first ? OP_LOAD_REAL : OP_PUSH_REAL, o, o->where), 1);
    o->kind = OPERAND_CODE;
}

/* --- operands ----------------------------------------------------------------------------------------------------- */

bool expr_push(expr_parser *p, operand o)
{
    if (p->n_operands == ARRAY_LEN(p->operands) || p->depth >= EXPR_STACK - 2)
        return expr_error(p, E_EXPR_TOO_DEEP, o.where, EXPR_DEEPEST);
    p->operands[p->n_operands++] = o;
    return true;
}

static operand *last(expr_parser *p) { return &p->operands[p->n_operands - 1]; }

static bool push_constant(expr_parser *p, value v, span where)
{
    return expr_push(p, (operand){.kind = OPERAND_CONSTANT, .type = v.type, .fixed = v, .where = where});
}

static bool push_code(expr_parser *p, instr i, value_type type, span where)
{
    expr_emit(p, i, 1);
    return expr_push(p, (operand){.kind = OPERAND_CODE, .type = type, .where = where});
}

static bool push_now(expr_parser *p, const symbol *v, span where)
{
    if (!v->is_live)
        return push_constant(p, v->now, where);
    return push_constant(p, value_real(v->live.get(v->live.self, NULL)), where) && expr_convert(p, v->type);
}

bool expr_push_variable(expr_parser *p, const symbol *v, span where)
{
    if (p->reading || (v->is_const && !v->is_live) || (v->type == TYPE_STRING && p->source->strings_now))
        return push_now(p, v, where);
    if (v->is_live) {
        p->time_slope &= v->live.slope != NULL;
        return push_code(p, with_variable(OP_PUSH_LIVE, v, where), TYPE_REAL, where) && expr_convert(p, v->type);
    }
    if (v->type == TYPE_REAL || v->type == TYPE_STRING)
        return expr_push(p, (operand){.kind = OPERAND_MEMORY, .type = v->type, .variable = v, .where = where});
    const opcode op = v->type == TYPE_BOOL ? OP_PUSH_BOOL : OP_PUSH_INTEGER;
    return push_code(p, with_variable(op, v, where), v->type, where);
}

bool expr_push_argument(expr_parser *p, span where)
{
    const opcode op = p->depth == 0 ? OP_LOAD_VAR : OP_PUSH_VAR;
    if (!p->reading)
        return push_code(p, (instr){.op = (uint8_t)op, .where = where.start}, TYPE_REAL, where);
    const symbol *v = symbols_find(p->source->names, "Var", 3);
    return v ? push_now(p, v, where) : push_constant(p, value_real(0.0), where);
}

/* --- constants ---------------------------------------------------------------------------------------------------- */

/* Carries out an operation on one or two constant operands, which its result replaces. */
static bool fold(expr_parser *p, opcode op, int n, value_type type, span where)
{
    operand *first = &p->operands[p->n_operands - n];
    const double x = value_to_real(first[0].fixed), y = value_to_real(first[n - 1].fixed);
    const instr code[] = {
        {.op = OP_LOAD, .from = &x}, {.op = (uint8_t)(n == 1 ? op : op + 1), .from = &y}, {.op = OP_END}};
    expr_run run = {0};
    double result;
    if (!expr_execute(code, &run, &result))
        return expr_error(p, E_EXPR_VALUE, where, run.why);
    first->type = type;
    first->fixed = expr_number(result, type);
    p->n_operands -= n - 1;
    return true;
}

static value to_text(expr_parser *p, value v)
{
    char number[64];
    if (v.type == TYPE_STRING)
        return v;
    const int length = value_format(v, number, sizeof number);
    return value_string(arena_string(p->source->memory, number, (size_t)length));
}

bool expr_run_time_string(expr_parser *p, span where)
{
    expr_error(p, E_EXPR_RUN_TIME_STRING, where);
    diag_hint(p->source->errors, "string_eval(...) makes it once, when the expression is read");
    return false;
}

static bool concatenate(expr_parser *p, span where)
{
    operand *rhs = last(p), *lhs = rhs - 1;
    if (lhs->kind != OPERAND_CONSTANT || rhs->kind != OPERAND_CONSTANT)
        return expr_run_time_string(p, where);
    lhs->fixed = value_string(arena_printf(p->source->memory, "%s%s", lhs->fixed.s, to_text(p, rhs->fixed).s));
    p->n_operands--;
    return true;
}

/* --- conversion --------------------------------------------------------------------------------------------------- */

bool expr_convert(expr_parser *p, value_type to)
{
    operand *o = last(p);
    if (o->type == to || to == TYPE_ANY)
        return true;
    if (o->type == TYPE_STRING)
        return expr_error(p, E_EXPR_CONVERT, o->where, value_type_name(to));
    if (o->kind == OPERAND_CONSTANT && to == TYPE_STRING) {
        o->fixed = to_text(p, o->fixed);
        o->type = to;
        return true;
    }
    if (to == TYPE_STRING)
        return expr_run_time_string(p, o->where);
    const opcode op = to == TYPE_BOOL ? OP_TO_BOOL : OP_TO_INTEGER;
    if (o->kind == OPERAND_CONSTANT)
        return to == TYPE_REAL ? (o->fixed = value_real(value_to_real(o->fixed)), o->type = to, true)
                               : fold(p, op, 1, to, o->where);
    /* Bools are integers and integers are reals in the machine. */
    if (to == TYPE_BOOL || (to == TYPE_INTEGER && o->type == TYPE_REAL)) {
        expr_materialise(p, o);
        expr_emit(p, (instr){.op = (uint8_t)op, .where = o->where.start}, 0);
    }
    o->type = to;
    return true;
}

/* --- operators ---------------------------------------------------------------------------------------------------- */

bool expr_unary(expr_parser *p, const pending *of)
{
    operand *o = last(p);
    const char sign[] = {of->sign, '\0'};
    if (o->type == TYPE_STRING)
        return expr_error(p, E_EXPR_UNARY_TYPE, of->where, sign);
    const span whole = {of->where.start, o->where.start + o->where.length - of->where.start};
    const value_type type = of->sign == '!' ? TYPE_BOOL : o->type == TYPE_REAL ? TYPE_REAL : TYPE_INTEGER;
    if (of->sign == '+')
        return o->where = whole, expr_convert(p, type);
    const opcode op = type == TYPE_BOOL ? OP_NOT : type == TYPE_REAL ? OP_NEG : OP_INTEGER_NEG;
    o->where = whole;
    if (o->kind == OPERAND_CONSTANT)
        return fold(p, op, 1, type, whole);
    expr_materialise(p, o);
    expr_emit(p, (instr){.op = (uint8_t)op, .where = of->where.start}, 0);
    o->type = type;
    return true;
}

/* A real power with a small whole exponent is a product. */
static int product_for_power(int op, const operand *lhs, const operand *rhs)
{
    static const opcode product[] = {OP_SQUARE, OP_CUBE, OP_FOURTH};
    if (op != OP_POW || lhs->kind == OPERAND_CONSTANT || rhs->kind != OPERAND_CONSTANT)
        return -1;
    const double n = value_to_real(rhs->fixed);
    return n == 2.0 || n == 3.0 || n == 4.0 ? (int)product[(int)n - 2] : -1;
}

static void emit_binary(expr_parser *p, int op, operand *lhs, operand *rhs, span where)
{
    const int product = product_for_power(op, lhs, rhs);
    if (product >= 0) {
        expr_materialise(p, lhs);
        expr_emit(p, (instr){.op = (uint8_t)product, .where = where.start}, 0);
        return;
    }
    if (lhs->kind != OPERAND_CODE && rhs->kind != OPERAND_CODE)
        expr_materialise(p, lhs);
    if (rhs->kind != OPERAND_CODE)
        expr_emit(p, with_memory(p, op + 1, op + 3, rhs, where), 0);
    else if (lhs->kind != OPERAND_CODE)
        expr_emit(p, with_memory(p, op + 2, op + 4, lhs, where), 0);
    else
        expr_emit(p, (instr){.op = (uint8_t)op, .where = where.start}, -1);
    lhs->kind = OPERAND_CODE;
}

static bool wrong_operands(expr_parser *p, const pending *of, const operand *lhs, const operand *rhs)
{
    const char *left = value_type_name(lhs->type), *right = value_type_name(rhs->type);
    if (of->op->takes == REMAINDER && lhs->type != TYPE_STRING && rhs->type != TYPE_STRING)
        return expr_error(p, E_EXPR_REMAINDER, of->where, left, right);
    expr_error(p, E_EXPR_OPERAND_TYPE, of->where, of->op->text, left, right);
    if (strcmp(of->op->text, "+") == 0)
        diag_hint(p->source->errors,
                  "a number can be added to a string, not a string to a number: \"\" + x + \"text\"");
    else
        diag_hint(p->source->errors, "strings can only be joined, with +");
    return false;
}

bool expr_binary(expr_parser *p, const pending *of)
{
    p->reading = of->was_reading;
    operand *rhs = last(p), *lhs = rhs - 1;
    const bool any_string = lhs->type == TYPE_STRING || rhs->type == TYPE_STRING;
    const bool any_real = lhs->type == TYPE_REAL || rhs->type == TYPE_REAL;
    const span whole = {lhs->where.start, rhs->where.start + rhs->where.length - lhs->where.start};
    const span at = of->where;
    if (lhs->type == TYPE_STRING && of->op->text[0] == '+')
        return lhs->where = whole, concatenate(p, at);
    if (any_string || (any_real && of->op->takes == REMAINDER))
        return wrong_operands(p, of, lhs, rhs);
    const opcode op = any_real ? of->op->real : of->op->integer;
    const value_type type = of->op->takes == COMPARISON          ? TYPE_BOOL
                            : any_real || of->op->takes == POWER ? TYPE_REAL
                                                                 : TYPE_INTEGER;
    lhs->where = whole;
    if (lhs->kind == OPERAND_CONSTANT && rhs->kind == OPERAND_CONSTANT) {
        if (op == OP_INTEGER_DIV && fabs(fmod(value_to_real(lhs->fixed), value_to_real(rhs->fixed))) > 0.0)
            p->lost = whole;
        return fold(p, op, 2, type, at);
    }
    emit_binary(p, (int)op, lhs, rhs, at);
    lhs->type = type;
    p->n_operands--;
    return true;
}
