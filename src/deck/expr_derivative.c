/* expr_derivative.c - runs compiled expressions together with their derivative (forward mode).
 *
 * Every number has its value and its derivative along one direction (dvar in Var, dtime in Time):
 *     d f(x, y) = f_x dx + f_y dy,     with f_x and f_y of expr_ops.def and functions.def
 *
 * A zero factor makes the product zero, even if the other is infinite (sqrt at 0, a comparison with a pole). The
 * derivative of a function with branches is that of the current branch. An unknown dependence on time is refused, not
 * taken as zero. */
#include "deck/expr_code.h"

typedef struct {
    double v, d; /* value and derivative */
} dual;

typedef struct {
    expr_run *run;
    double dvar, dtime;
} direction;

static dual make_dual(double v, double d) { return (dual){v, d}; }

/* The second factor is computed only if it is needed. */
#define CHAIN(d, derivative) ((d) != 0.0 ? times(d, derivative) : 0.0)

static double times(double d, double derivative) { return derivative != 0.0 ? d * derivative : 0.0; }

static double argument_derivative(const call_argument *a, const dual *pushed, double dtime)
{
    if (a->on_stack)
        return pushed->d;
    return a->variable && expr_is_time(a->variable) ? dtime : 0.0;
}

/* Replaces the pushed arguments by the result. */
static bool call(const instr *at, dual *pushed, const direction *along)
{
    const call_site *site = at->call;
    const function *f = site->function;
    value args[FUNCTION_MOST_ARGUMENTS], result;
    double d[FUNCTION_MOST_ARGUMENTS], sum = 0.0;
    const dual *next = pushed;
    for (int i = 0; i < site->n; i++) {
        args[i] = expr_argument(site, i, next->v, along->run);
        d[i] = argument_derivative(&site->arg[i], next, along->dtime);
        next += site->arg[i].on_stack;
    }
    const char *why = "the function is not defined there";
    if (!f->call(f->self, along->run, args, site->n, &result, &why))
        return expr_fail(along->run, at, why);
    bool known = f->derivative || f->pure || along->dtime == 0.0;
    for (int i = 0; i < site->n; i++) {
        if (f->derivative)
            sum += CHAIN(d[i], f->derivative(f->self, along->run, args, site->n, i));
        known &= d[i] == 0.0 || f->derivative;
    }
    if (!known)
        return expr_fail(along->run, at, "the function has no derivative");
    *pushed = (dual){value_to_real(result), sum};
    return true;
}

/* Returns the operand of an instruction that is a real variable or a constant. */
static dual memory(const instr *at, bool is_variable, const direction *along)
{
    if (!is_variable)
        return make_dual(*at->from, 0.0);
    return make_dual(EXPR_VARIABLE(at, along->run, r), at->along_time ? along->dtime : 0.0);
}

static bool push_live(const instr *at, dual *to, const direction *along)
{
    const live_value *live = &at->variable->live;
    if (!live->derivative && along->dtime != 0.0)
        return expr_fail(along->run, at, "the variable is bound to the model and has no derivative");
    to->v = live->get(live->self, along->run->state);
    to->d = live->derivative ? live->derivative(live->self, along->run->state) : 0.0;
    return true;
}

static bool function_one(const instr *at, dual *x, expr_run *run)
{
    if (at->f1->inside && !at->f1->inside(x->v))
        return expr_fail(run, at, at->f1->why);
    x->d = CHAIN(x->d, at->f1->df(x->v));
    x->v = at->f1->f(x->v);
    return true;
}

static void function_two(const function_2 *f, dual x, dual y, dual *result)
{
    result->d = CHAIN(x.d, f->dfdx(x.v, y.v)) + CHAIN(y.d, f->dfdy(x.v, y.v));
    result->v = f->f(x.v, y.v);
}

#define UNARY(NAME, formula, derivative) UNARY_IN(NAME, true, "", formula, derivative)
#define UNARY_IN(NAME, domain, reason, formula, derivative) \
    case OP_##NAME: {                                       \
        const double x = top->v;                            \
        if (!(domain))                                      \
            return expr_fail(run, p, reason);               \
        top->d = CHAIN(top->d, derivative);                 \
        top->v = (formula);                                 \
        break;                                              \
    }
#define BINARY(NAME, formula, derivative_x, derivative_y) BINARY_IN(NAME, true, "", formula, derivative_x, derivative_y)
#define BINARY_IN(NAME, domain, reason, formula, derivative_x, derivative_y) \
    case OP_##NAME: {                                                        \
        const double y = top->v, dy = top->d, x = (--top)->v, dx = top->d;   \
        BINARY_BODY(domain, reason, formula, derivative_x, derivative_y)     \
    }                                                                        \
    case OP_##NAME##_M:                                                      \
    case OP_##NAME##_MV: {                                                   \
        const dual m = memory(p, p->op == OP_##NAME##_MV, along);            \
        const double x = top->v, dx = top->d, y = m.v, dy = m.d;             \
        BINARY_BODY(domain, reason, formula, derivative_x, derivative_y)     \
    }                                                                        \
    case OP_##NAME##_R:                                                      \
    case OP_##NAME##_RV: {                                                   \
        const dual m = memory(p, p->op == OP_##NAME##_RV, along);            \
        const double y = top->v, dy = top->d, x = m.v, dx = m.d;             \
        BINARY_BODY(domain, reason, formula, derivative_x, derivative_y)     \
    }
#define BINARY_BODY(domain, reason, formula, derivative_x, derivative_y) \
    double r = 0.0;                                                      \
    (void)r;                                                             \
    if (!(domain))                                                       \
        return expr_fail(run, p, reason);                                \
    top->d = CHAIN(dx, derivative_x) + CHAIN(dy, derivative_y);          \
    top->v = (formula);                                                  \
    break;

#define OTHER(NAME)

static bool execute(const instr *p, dual *top, const direction *along)
{
    expr_run *run = along->run;
    for (;; p++) {
        switch ((opcode)p->op) {
#include "deck/expr_ops.def"
        case OP_LOAD:
        case OP_PUSH:
            *++top = memory(p, false, along);
            break;
        case OP_LOAD_REAL:
        case OP_PUSH_REAL:
            *++top = memory(p, true, along);
            break;
        case OP_LOAD_VAR:
        case OP_PUSH_VAR:
            *++top = make_dual(run->var, along->dvar);
            break;
        case OP_PUSH_INTEGER:
            *++top = make_dual(EXPR_VARIABLE(p, run, i), 0.0);
            break;
        case OP_PUSH_BOOL:
            *++top = make_dual(EXPR_VARIABLE(p, run, b), 0.0);
            break;
        case OP_PUSH_LIVE:
            if (!push_live(p, ++top, along))
                return false;
            break;
        case OP_FUNCTION_1:
        case OP_FUNCTION_1_IN:
            if (!function_one(p, top, run))
                return false;
            break;
        case OP_FUNCTION_2:
            top--;
            function_two(p->f2, top[0], top[1], top);
            break;
        case OP_FUNCTION_2_SWAPPED:
            top--;
            function_two(p->f2, top[1], top[0], top);
            break;
        case OP_CALL:
            top -= p->call->n_pushed - 1;
            if (!call(p, top, along))
                return false;
            break;
        case OP_STRING:
            return expr_fail(run, p, "a string is not a number");
        case OP_END:
            return true;
        default:
            __builtin_unreachable();
        }
    }
}

bool expr_real_derivative(const expr *e, expr_run *run, double dvar, double dtime, double *result, double *derivative)
{
    dual stack[1 + EXPR_STACK];
    if (!execute(e->code, stack, &(direction){run, dvar, dtime}))
        return false;
    *result = stack[1].v;
    *derivative = stack[1].d;
    return true;
}
