/* expr_run.c - runs compiled expressions.
 *
 * Each instruction takes its operands from the stack or from memory, leaves its result on the stack, and jumps to the
 * next. The topmost number is in `a`; `top` is the cell where it would be stored. The formulas are in expr_ops.def and
 * functions.def. All look-up, allocation and conversion was done when the expression was compiled. */
#include "deck/expr_code.h"

bool expr_fail(expr_run *run, const instr *at, const char *why)
{
    run->why = why;
    run->error_offset = at->where;
    return false;
}

value expr_number(double r, value_type type)
{
    return type == TYPE_REAL ? value_real(r) : type == TYPE_INTEGER ? value_integer((int)r) : value_bool(r != 0.0);
}

value expr_argument(const call_site *site, int index, double pushed, const expr_run *run)
{
    const call_argument *call_argument = &site->arg[index];
    if (call_argument->on_stack)
        return expr_number(pushed, call_argument->type);
    if (!call_argument->variable)
        return call_argument->fixed;
    return run->variables ? run->variables[call_argument->variable->index] : *symbol_value(call_argument->variable);
}

/* Replaces the pushed arguments by the result. Not inlined, because the machine would have to save registers for it. */
__attribute__((noinline)) static bool expr_run_call(const instr *at, double *pushed, expr_run *run)
{
    const call_site *site = at->call;
    value args[FUNCTION_MOST_ARGUMENTS], result;
    const double *next = pushed;
    for (int i = 0; i < site->n; i++) {
        args[i] = expr_argument(site, i, *next, run);
        next += site->arg[i].on_stack;
    }
    const char *why = "the function is not defined there";
    if (!site->function->call(site->function->self, run, args, site->n, &result, &why))
        return expr_fail(run, at, why);
    *pushed = value_to_real(result);
    return true;
}

#define NEXT goto *label[(++instr)->op]
#define FAIL(reason) return expr_fail(run, instr, reason)
/* The stack is extended last: before the selection of a variable this would cost two more instructions. */
#define PUSH(number)  \
    do {              \
        *top = a;     \
        a = (number); \
        top++;        \
    } while (0)
#define RUN_UNARY(NAME, domain, reason, formula) \
    do_##NAME:                                   \
    {                                            \
        const double x = a;                      \
        if (!(domain))                           \
            FAIL(reason);                        \
        a = (formula);                           \
        NEXT;                                    \
    }
#define RUN_BINARY(NAME, domain, reason, formula)                                 \
    RUN_FORM(NAME, *--top, a, domain, reason, formula)                            \
    RUN_FORM(NAME##_M, a, *instr->from, domain, reason, formula)                  \
    RUN_FORM(NAME##_R, *instr->from, a, domain, reason, formula)                  \
    RUN_FORM(NAME##_MV, a, EXPR_VARIABLE(instr, run, r), domain, reason, formula) \
    RUN_FORM(NAME##_RV, EXPR_VARIABLE(instr, run, r), a, domain, reason, formula)
#define RUN_FORM(NAME, first, second, domain, reason, formula) \
    do_##NAME:                                                 \
    {                                                          \
        const double x = first, y = second;                    \
        double r = 0.0;                                        \
        (void)r;                                               \
        if (!(domain))                                         \
            FAIL(reason);                                      \
        a = (formula);                                         \
        NEXT;                                                  \
    }

/* Labels as values, an extension of gcc and clang: one jump for each instruction, where a switch needs six steps. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"

/* NOLINTNEXTLINE(readability-function-size): a few lines for each instruction. */
bool expr_execute(const instr *instr, expr_run *run, double *result)
{
    static const void *const label[] = {
#define UNARY(NAME, formula, derivative) &&do_##NAME,
#define UNARY_IN(NAME, domain, reason, formula, derivative) &&do_##NAME,
#define BINARY(NAME, formula, derivative_x, derivative_y) BINARY_FORMS(&&do_##NAME)
#define BINARY_IN(NAME, domain, reason, formula, derivative_x, derivative_y) BINARY_FORMS(&&do_##NAME)
#define OTHER(NAME) &&do_##NAME,
#include "deck/expr_ops.def"
    };
#undef UNARY
#undef UNARY_IN
#undef BINARY
#undef BINARY_IN
#undef OTHER
#define UNARY(NAME, formula, derivative) RUN_UNARY(NAME, true, "", formula)
#define UNARY_IN(NAME, domain, reason, formula, derivative) RUN_UNARY(NAME, domain, reason, formula)
#define BINARY(NAME, formula, derivative_x, derivative_y) RUN_BINARY(NAME, true, "", formula)
#define BINARY_IN(NAME, domain, reason, formula, derivative_x, derivative_y) RUN_BINARY(NAME, domain, reason, formula)
#define OTHER(NAME)
    double stack[EXPR_STACK], *top = stack, a = 0.0;
    goto *label[instr->op];
#include "deck/expr_ops.def"
do_LOAD:
    a = *instr->from;
    NEXT;
do_LOAD_REAL:
    a = EXPR_VARIABLE(instr, run, r);
    NEXT;
do_LOAD_VAR:
    a = run->var;
    NEXT;
do_PUSH:
    PUSH(*instr->from);
    NEXT;
do_PUSH_VAR:
    PUSH(run->var);
    NEXT;
do_PUSH_REAL:
    PUSH(EXPR_VARIABLE(instr, run, r));
    NEXT;
do_PUSH_INTEGER:
    PUSH(EXPR_VARIABLE(instr, run, i));
    NEXT;
do_PUSH_BOOL:
    PUSH(EXPR_VARIABLE(instr, run, b));
    NEXT;
do_PUSH_LIVE:
    PUSH(instr->variable->live.get(instr->variable->live.self, run->state));
    NEXT;
do_FUNCTION_1_IN:
    if (!instr->f1->inside(a))
        FAIL(instr->f1->why);
do_FUNCTION_1:
    a = instr->f1->f(a);
    NEXT;
do_FUNCTION_2:
    a = instr->f2->f(*--top, a); /* NOLINT(clang-analyzer-core.CallAndMessage) */
    NEXT;
do_FUNCTION_2_SWAPPED:
    a = instr->f2->f(a, *--top); /* NOLINT(clang-analyzer-core.CallAndMessage) */
    NEXT;
do_CALL:
    *top = a;
    top -= instr->call->n_pushed - 1;
    if (!expr_run_call(instr, top, run))
        return false;
    a = *top;
    NEXT;
do_STRING:
    FAIL("a string is not a number");
do_END:
    *result = a;
    return true;
}
#pragma GCC diagnostic pop

bool expr_value(const expr *expression, expr_run *run, value *result)
{
    double r;
    if (expression->constant)
        *result = expression->fixed;
    else if (expr_execute(expression->code, run, &r))
        *result = expr_number(r, expression->type);
    else
        return false;
    return true;
}

bool expr_real(const expr *expression, expr_run *run, double *result)
{
    return expr_execute(expression->code, run, result);
}

bool expr_is_constant(const expr *expression) { return expression->constant; }

value_type expr_type(const expr *expression) { return expression->type; }

bool expr_has_time_derivative(const expr *expression) { return expression->time_derivative; }
