/* expr_code.h - the code of a compiled expression; private to expr_*.c.
 *
 * A stack machine of reals. A binary operation has five forms, which are consecutive in the list of operations: both
 * operands on the stack; the second a constant (_M), the first one (_R); the second a real variable (_MV), the first
 * one (_RV). */
#pragma once
#include "deck/expr.h"
#include "deck/functions.h"
#include "deck/symbol_use.h"
#include <limits.h>
#include <math.h>

enum { EXPR_STACK = 1024 }; /* size of the stack of the machine */

#define BINARY_FORMS(NAME) NAME, NAME##_M, NAME##_R, NAME##_MV, NAME##_RV,

typedef enum {
#define UNARY(NAME, formula, derivative) OP_##NAME,
#define UNARY_IN(NAME, domain, reason, formula, derivative) OP_##NAME,
#define BINARY(NAME, formula, derivative_x, derivative_y) BINARY_FORMS(OP_##NAME)
#define BINARY_IN(NAME, domain, reason, formula, derivative_x, derivative_y) BINARY_FORMS(OP_##NAME)
#define OTHER(NAME) OP_##NAME,
#include "deck/expr_ops.def"
#undef UNARY
#undef UNARY_IN
#undef BINARY
#undef BINARY_IN
#undef OTHER
} opcode;

/* An argument of a call: on the stack, a real or string variable, or constant. */
typedef struct {
    value_type type;
    bool on_stack;
    const symbol *variable; /* if not on the stack */
    value fixed;            /* if neither */
} call_argument;

typedef struct {
    const function *function;
    int n, n_pushed;
    call_argument arg[];
} call_site;

typedef struct {
    uint8_t op;
    bool along_time; /* the variable is Time */
    uint32_t where;  /* position in the text */
    uint32_t offset; /* of the variable, in bytes from the first */
    union {
        const double *from; /* a constant */
        const symbol *variable;
        const function_1 *f1;
        const function_2 *f2;
        const call_site *call;
    };
} instr;

struct expr {
    value_type type;
    bool constant;
    bool time_derivative;
    const instr *code;
    value fixed; /* if constant */
};

/* Runs code that ends with OP_END and needs at most EXPR_STACK numbers. */
bool expr_execute(const instr *code, expr_run *run, double *result);
bool expr_fail(expr_run *run, const instr *at, const char *why);
/* Returns argument `index` of a call; `pushed` is its number if it is on the stack. */
value expr_argument(const call_site *site, int index, double pushed, const expr_run *run);
/* Converts a number of the machine to the value that it represents. */
value expr_number(double r, value_type type);
bool expr_is_time(const symbol *symbol);

/* The variable of an instruction; the member of the union is read in both cases, which saves an addition. */
#define EXPR_VARIABLE(p, run, member)                                                           \
    ((run)->variables ? ((const value *)((const char *)(run)->variables + (p)->offset))->member \
                      : symbol_value((p)->variable)->member)

#define NO_INTEGER "the result is outside the range of integers; with a decimal point the numbers are real"
static inline bool is_integer(double x) { return x > INT_MIN - 1.0 && x < INT_MAX + 1.0; }
