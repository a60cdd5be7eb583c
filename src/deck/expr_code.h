/* expr_code.h - the code of a compiled expression; private to expr_*.c.
 *
 * A stack machine of reals. A binary operation comes in three forms, which follow each other in the list of
 * operations: both operands on the stack; the second in memory (_M); the first in memory (_R). Memory is a
 * constant or a real variable. */
#pragma once
#include "deck/expr.h"
#include "deck/functions.h"
#include <limits.h>
#include <math.h>

enum { EXPR_STACK = 1024 }; /* cells of the machine */

typedef enum {
#define UNARY(NAME, formula, slope) OP_##NAME,
#define UNARY_IN(NAME, domain, reason, formula, slope) OP_##NAME,
#define BINARY(NAME, formula, slope_x, slope_y) OP_##NAME, OP_##NAME##_M, OP_##NAME##_R,
#define BINARY_IN(NAME, domain, reason, formula, slope_x, slope_y) OP_##NAME, OP_##NAME##_M, OP_##NAME##_R,
#include "deck/expr_ops.def"
#undef UNARY
#undef UNARY_IN
#undef BINARY
#undef BINARY_IN
    OP_PUSH,         /* from memory */
    OP_PUSH_VAR,     /* the argument of the drive */
    OP_PUSH_INTEGER, /* a variable of another type */
    OP_PUSH_BOOL,
    OP_PUSH_STRING,
    OP_PUSH_LIVE,
    OP_FUNCTION_1,
    OP_FUNCTION_1_IN, /* with a domain */
    OP_FUNCTION_2,
    OP_FUNCTION_2_SWAPPED, /* the second argument was pushed first */
    OP_CALL,
    OP_END
} opcode;

/* An argument of a call: on the stack, in memory, or fixed. */
typedef struct {
    value_type type;
    bool on_stack, along_time;
    const double *from; /* when not on the stack */
    value fixed;        /* when neither */
} call_argument;

typedef struct {
    const function *of;
    int n, n_pushed;
    call_argument arg[];
} call_site;

typedef struct {
    uint8_t op;
    bool along_time; /* the memory is the variable Time */
    uint32_t where;  /* position in the text */
    union {
        const double *from;
        const symbol *variable;
        const function_1 *f1;
        const function_2 *f2;
        const call_site *call;
    };
} instr;

typedef union {
    double r;
    const char *s;
} cell;

struct expr {
    value_type type;
    bool constant;
    bool time_slope;
    value fixed; /* when constant */
    const instr *code;
};

/* Runs code on a stack of EXPR_STACK cells; the result is stack[1]. */
bool expr_execute(const instr *code, cell *stack, expr_run *run);
bool expr_fail(expr_run *run, const instr *at, const char *why);
/* The arguments of a call as values; `pushed` is the first of those on the stack, `stride` bytes apart. */
void expr_gather(const call_site *site, const cell *pushed, size_t stride, value *args);
value expr_cell_value(cell c, value_type type);
cell expr_value_cell(value v);

/* INT_MAX + 1 is INT_MIN. */
static inline double wrap(int64_t i) { return (double)(int32_t)(uint32_t)(uint64_t)i; }

/* base^exponent in *r, when it is an integer in range. */
bool expr_integer_power(int64_t base, int64_t exponent, double *r);
