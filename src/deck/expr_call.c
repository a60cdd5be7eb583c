/* expr_call.c - translation of function calls to code.
 *
 * Arguments are converted to the types of the function as they are completed. A call whose arguments are all constants
 * is evaluated immediately if the function is pure, or if the whole expression is. Formulas of one and two reals have
 * special instructions; any other call gets a call site that describes its arguments. */
#include "deck/expr_parser.h"
#include "deck/diag_rows.h"

bool expr_end_argument(expr_parser *parser, pending *call)
{
    if (call->n == call->function->n_max || call->n == FUNCTION_MOST_ARGUMENTS)
        return expr_wrong_count(parser, call, true);
    operand *o = &parser->operands[parser->n_operands - 1];
    const value_type wanted = function_argument(call->function, call->n);
    call->n++;
    if (wanted != TYPE_ANY && (o->type == TYPE_STRING) != (wanted == TYPE_STRING)) {
        char name[EXPR_NAME], signature[EXPR_NAME];
        expr_error(parser, E_EXPR_ARGUMENT_TYPE, o->where, call->n, expr_text(parser, call->where, name),
                   value_type_name(wanted), value_type_name(o->type));
        function_signature(call->function, signature, sizeof signature);
        diag_hint(parser->source->errors, "%s", signature);
        return false;
    }
    return expr_convert(parser, wanted);
}

static bool all_constant(const operand *o, int n)
{
    for (int i = 0; i < n; i++) {
        if (o[i].kind != OPERAND_CONSTANT)
            return false;
    }
    return true;
}

static bool fold_call(expr_parser *parser, const pending *call, operand *first)
{
    value args[FUNCTION_MOST_ARGUMENTS], result;
    for (int i = 0; i < call->n; i++)
        args[i] = first[i].fixed;
    const char *why = "the function is not defined there";
    if (!call->function->call(call->function->self, &(expr_run){0}, args, call->n, &result, &why) ||
        !value_convert(result, call->function->result, &result, &why))
        return expr_error(parser, E_EXPR_VALUE, call->where, why);
    parser->n_operands -= call->n;
    return expr_push(parser, (operand){.kind = OPERAND_CONSTANT, .type = result.type, .fixed = result});
}

static void emit_formula_1(expr_parser *parser, const function_1 *f, operand *x, uint32_t where)
{
    expr_materialise(parser, x);
    const opcode op = f->inside ? OP_FUNCTION_1_IN : OP_FUNCTION_1;
    expr_emit(parser, (instr){.op = (uint8_t)op, .where = where, .f1 = f}, 0);
}

static void emit_formula_2(expr_parser *parser, const function_2 *f, operand *x, operand *y, uint32_t where)
{
    const bool swapped = x->kind != OPERAND_CODE && y->kind == OPERAND_CODE;
    expr_materialise(parser, x);
    expr_materialise(parser, y);
    const opcode op = swapped ? OP_FUNCTION_2_SWAPPED : OP_FUNCTION_2;
    expr_emit(parser, (instr){.op = (uint8_t)op, .where = where, .f2 = f}, -1);
}

static const function *bind(expr_parser *parser, const pending *call, const operand *first)
{
    const value *known[FUNCTION_MOST_ARGUMENTS];
    if (!call->function->bind)
        return call->function;
    for (int i = 0; i < call->n; i++)
        known[i] = first[i].kind == OPERAND_CONSTANT ? &first[i].fixed : NULL;
    const source_location location = {parser->source->file, parser->source->base + call->where.start,
                                      call->where.length};
    return call->function->bind(call->space->self, call->function, known, call->n, location);
}

static void emit_call(expr_parser *parser, const pending *call, const operand *first)
{
    call_site *site = arena_alloc(parser->source->memory, sizeof *site + (size_t)call->n * sizeof *site->arg);
    site->function = bind(parser, call, first);
    site->n = call->n;
    for (int i = 0; i < call->n; i++) {
        const operand *o = &first[i];
        call_argument *call_argument = &site->arg[i];
        call_argument->type = o->type;
        call_argument->on_stack = o->kind == OPERAND_CODE;
        call_argument->fixed = o->fixed;
        call_argument->variable = o->kind == OPERAND_MEMORY ? o->variable : NULL;
        site->n_pushed += call_argument->on_stack;
    }
    parser->time_derivative &= site->function->derivative != NULL;
    expr_emit(parser, (instr){.op = OP_CALL, .where = call->where.start, .call = site}, 1 - site->n_pushed);
}

/* Generates code for a call that cannot be evaluated immediately. */
static bool compile_call(expr_parser *parser, const pending *call, operand *first)
{
    const function *function = call->function;
    if (function->result == TYPE_STRING)
        return expr_run_time_string(parser, call->where);
    if (function_as_1(function))
        emit_formula_1(parser, function_as_1(function), first, call->where.start);
    else if (function_as_2(function))
        emit_formula_2(parser, function_as_2(function), first, first + 1, call->where.start);
    else
        emit_call(parser, call, first);
    parser->n_operands -= call->n;
    return expr_push(parser, (operand){.kind = OPERAND_CODE, .type = function->result});
}

bool expr_call(expr_parser *parser, const pending *call)
{
    const function *function = call->function;
    if (call->n < function->n_min)
        return expr_wrong_count(parser, call, false);
    operand *first = &parser->operands[parser->n_operands - call->n];
    bool done = false;
    if (function->kind == FUNCTION_CAST || function->kind == FUNCTION_EVAL)
        done = expr_convert(parser, function->result);
    else if (all_constant(first, call->n) && (function->pure || parser->reading))
        done = fold_call(parser, call, first);
    else
        done = compile_call(parser, call, first);
    if (done)
        parser->operands[parser->n_operands - 1].where = (span){call->where.start, parser->pos - call->where.start};
    return done;
}
