/* expr_parser.h - the parser of expressions; private to expr_*.c.
 *
 * Two stacks: complete operands, and pending operators, brackets and calls. An operand is code that leaves its value on
 * the machine's stack, or it is still a constant or a variable (real or string), for which code is generated only when
 * an operation needs it. */
#pragma once
#include "base/array.h"
#include "deck/expr_code.h"

enum { EXPR_DEEPEST = 1000, EXPR_NAME = 200 };

typedef struct {
    uint32_t start, length;
} span; /* of the text */

typedef enum { OPERAND_CONSTANT, OPERAND_MEMORY, OPERAND_CODE } operand_kind;

typedef struct {
    operand_kind kind;
    value_type type;
    value fixed;            /* of a constant */
    const symbol *variable; /* in memory, a real or a string */
    span where;
} operand;

typedef struct {
    char text[3];
    int priority;
    bool from_right;
    enum { ARITHMETIC, POWER, REMAINDER, COMPARISON } takes; /* a power is real, also that of integers */
    opcode real, integer;
} binary_operator;

typedef struct {
    enum { PENDING_UNARY, PENDING_BINARY, PENDING_BRACKET, PENDING_CALL } kind;
    bool may_list, is_list; /* bracket: may contain, or contains, statements */
    bool was_reading;       /* call and binary: restored at its end */
    int n;                  /* call: number of complete arguments */
    char sign;              /* unary: + - ! */
    const binary_operator *op;
    const function *function;
    const name_space *space;
    span where;
} pending;

/* Effect of a statement. */
typedef struct {
    enum { STATEMENT_VALUE, STATEMENT_DECLARES, STATEMENT_ASSIGNS } does;
    bool if_not_defined, is_const, has_value;
    bool begins_anew; /* declares an existing variable again */
    value_type type;
    span name;
} statement;

typedef struct {
    const expr_source *source;
    uint32_t pos;
    bool reading;         /* everything is evaluated immediately: all operands are constants */
    bool closed;          /* a list was closed: nothing may follow */
    bool time_derivative; /* of the code so far */
    span lost;            /* location of a quotient of integers that has lost its remainder; length 0: none */
    statement now;
    ARRAY(instr) code;
    int depth; /* number of values on the machine's stack */
    int n_operands, n_pending;
    operand operands[EXPR_DEEPEST + FUNCTION_MOST_ARGUMENTS];
    pending waiting[EXPR_DEEPEST];
} expr_parser;

/* --- expr_scan.c: the text ---------------------------------------------------------------------------------------- */

bool expr_skip_blanks(expr_parser *parser); /* and comments; false if one is not closed */
char expr_peek(const expr_parser *parser);  /* NUL at the end */
bool expr_is_name_start(char c);
bool expr_is_name_part(char c);
span expr_scan_name(expr_parser *parser);
bool expr_scan_number(expr_parser *parser, operand *o);
bool expr_scan_string(expr_parser *parser, operand *o);
/* Returns the text at the cursor, in quotes, for a message. */
const char *expr_found(const expr_parser *parser, char out[64]);
span expr_found_span(const expr_parser *parser);

/* Reports an error; always returns false. */
bool expr_error(expr_parser *parser, diag_code code, span where, ...);
/* Copies a part of the text to a string, truncated if it is long. */
const char *expr_text(const expr_parser *parser, span where, char out[EXPR_NAME]);

/* --- expr_names.c: variables and functions ------------------------------------------------------------------------ */

bool expr_unknown_variable(expr_parser *parser, span name);
bool expr_unknown_type(expr_parser *parser, span type, span name);
/* Reads what follows a name. Returns its function, or NULL after an error. *at becomes the complete name. */
const function *expr_read_function(expr_parser *parser, span *at, const name_space **space);
bool expr_wrong_count(expr_parser *parser, const pending *call, bool too_many);

/* --- expr_emit.c: operands to code -------------------------------------------------------------------------------- */

bool expr_push(expr_parser *parser, operand o);
bool expr_push_variable(expr_parser *parser, const symbol *symbol, span where);
bool expr_push_argument(expr_parser *parser, span where); /* pushes Var */
bool expr_unary(expr_parser *parser, const pending *of);
bool expr_binary(expr_parser *parser, const pending *of);
bool expr_convert(expr_parser *parser, value_type to);  /* converts the last operand */
void expr_materialise(expr_parser *parser, operand *o); /* generates its code */
void expr_emit(expr_parser *parser, instr instr, int pushes);
bool expr_run_time_string(expr_parser *parser, span where); /* reports an error */

/* --- expr_call.c: calls of functions ------------------------------------------------------------------------------ */

/* Completes the last operand; converts it to the type of the argument. */
bool expr_end_argument(expr_parser *parser, pending *call);
bool expr_call(expr_parser *parser, const pending *call);

/* --- expr_statement.c: declarations, assignments ------------------------------------------------------------------ */

bool expr_is_reserved(const expr_parser *parser, span word); /* a type or a modifier */
/* Reads the head of a statement: `[ifndef] [const] type name [=]` or `name =`. Sets *complete if no value follows. */
bool expr_begin_statement(expr_parser *parser, bool *complete);
/* Executes the statement with the last operand as its value, which becomes the value of the statement. */
bool expr_end_statement(expr_parser *parser);
/* The same for a statement that is followed by others; its value is discarded. */
bool expr_drop_statement(expr_parser *parser);
