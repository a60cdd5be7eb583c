/* expr_run.c - runs compiled expressions.
 *
 * One loop over the code: take the operands from the stack or from memory, put the result on the stack. The formulas
 * stand in expr_ops.def and functions.def. Nothing is looked up, allocated or converted that was not decided when the
 * expression was compiled. */
#include "deck/expr_code.h"

bool expr_fail(expr_run *run, const instr *at, const char *why)
{
    run->why = why;
    run->fault = at->where;
    return false;
}

bool expr_integer_power(int64_t base, int64_t exponent, double *r)
{
    int64_t result = 1;
    if (exponent < 0) {
        if (base != 1 && base != -1)
            return false;
        exponent = -exponent;
    }
    for (;;) {
        if (exponent & 1)
            result *= base;
        if (result > INT_MAX || result < INT_MIN)
            return false;
        exponent >>= 1;
        if (exponent == 0)
            break;
        base *= base;
        if (base > INT_MAX)
            return false;
    }
    *r = (double)result;
    return true;
}

value expr_cell_value(cell c, value_type type)
{
    switch (type) {
    case TYPE_BOOL:
        return value_bool(c.r != 0.0);
    case TYPE_INTEGER:
        return value_integer((int)c.r);
    case TYPE_REAL:
        return value_real(c.r);
    default:
        return value_string(c.s);
    }
}

cell expr_value_cell(value v) { return v.type == TYPE_STRING ? (cell){.s = v.s} : (cell){.r = value_to_real(v)}; }

void expr_gather(const call_site *site, const cell *pushed, size_t stride, value *args)
{
    const char *next = (const char *)pushed;
    for (int i = 0; i < site->n; i++) {
        const call_argument *a = &site->arg[i];
        if (a->on_stack) {
            args[i] = expr_cell_value(*(const cell *)next, a->type);
            next += stride;
        } else {
            args[i] = a->from ? value_real(*a->from) : a->fixed;
        }
    }
}

/* Replaces the pushed arguments by the result. */
static bool call(const instr *at, cell *pushed, expr_run *run)
{
    const call_site *site = at->call;
    value args[FUNCTION_MOST_ARGUMENTS];
    expr_gather(site, pushed, sizeof *pushed, args);
    value result;
    const char *why = "the function is not defined there";
    if (!site->of->call(site->of->self, run->state, args, site->n, &result, &why))
        return expr_fail(run, at, why);
    *pushed = expr_value_cell(result);
    return true;
}

#define UNARY(NAME, formula, slope) UNARY_IN(NAME, true, "", formula, slope)
#define UNARY_IN(NAME, domain, reason, formula, slope) \
    case OP_##NAME: {                                  \
        const double x = top->r;                       \
        if (!(domain))                                 \
            return expr_fail(run, p, reason);          \
        top->r = (formula);                            \
        break;                                         \
    }
#define BINARY(NAME, formula, slope_x, slope_y) BINARY_IN(NAME, true, "", formula, slope_x, slope_y)
#define BINARY_IN(NAME, domain, reason, formula, slope_x, slope_y) \
    case OP_##NAME: {                                              \
        const double y = top->r, x = (--top)->r;                   \
        BINARY_BODY(domain, reason, formula)                       \
    }                                                              \
    case OP_##NAME##_M: {                                          \
        const double x = top->r, y = *p->from;                     \
        BINARY_BODY(domain, reason, formula)                       \
    }                                                              \
    case OP_##NAME##_R: {                                          \
        const double x = *p->from, y = top->r;                     \
        BINARY_BODY(domain, reason, formula)                       \
    }
#define BINARY_BODY(domain, reason, formula) \
    double r = 0.0;                          \
    (void)r;                                 \
    if (!(domain))                           \
        return expr_fail(run, p, reason);    \
    top->r = (formula);                      \
    break;

bool expr_execute(const instr *p, cell *top, expr_run *run)
{
    for (;; p++) {
        switch ((opcode)p->op) {
#include "deck/expr_ops.def"
        case OP_PUSH:
            (++top)->r = *p->from;
            break;
        case OP_PUSH_VAR:
            (++top)->r = run->var;
            break;
        case OP_PUSH_INTEGER:
            (++top)->r = p->variable->now.i;
            break;
        case OP_PUSH_BOOL:
            (++top)->r = p->variable->now.b;
            break;
        case OP_PUSH_STRING:
            (++top)->s = p->variable->now.s;
            break;
        case OP_PUSH_LIVE:
            (++top)->r = p->variable->live.get(p->variable->live.self, run->state);
            break;
        case OP_FUNCTION_1_IN:
            if (!p->f1->inside(top->r))
                return expr_fail(run, p, p->f1->why);
            /* fall through */
        case OP_FUNCTION_1:
            top->r = p->f1->f(top->r);
            break;
        case OP_FUNCTION_2:
            top--;
            top->r = p->f2->f(top[0].r, top[1].r);
            break;
        case OP_FUNCTION_2_SWAPPED:
            top--;
            top->r = p->f2->f(top[1].r, top[0].r);
            break;
        case OP_CALL:
            top -= p->call->n_pushed - 1;
            if (!call(p, top, run))
                return false;
            break;
        case OP_END:
            return true;
        default:
            __builtin_unreachable();
        }
    }
}

bool expr_value(const expr *e, expr_run *run, value *result)
{
    if (e->constant) {
        *result = e->fixed;
        return true;
    }
    cell stack[EXPR_STACK];
    if (!expr_execute(e->code, stack, run))
        return false;
    *result = expr_cell_value(stack[1], e->type);
    return true;
}

bool expr_real(const expr *e, expr_run *run, double *result)
{
    if (e->type == TYPE_STRING)
        return expr_fail(run, e->code, "a string is not a number");
    cell stack[EXPR_STACK];
    if (!expr_execute(e->code, stack, run))
        return false;
    *result = stack[1].r;
    return true;
}

bool expr_is_constant(const expr *e) { return e->constant; }

value_type expr_type(const expr *e) { return e->type; }

bool expr_has_time_slope(const expr *e) { return e->time_slope; }
