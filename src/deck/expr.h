/* expr.h - expressions: evaluated once if a number is read, compiled if they are evaluated in the step.
 *
 * One parser serves both: it translates the text to a small stack code, with constants folded, variables bound to their
 * indices and functions to their addresses. Running the code does not parse, allocate or look up names. */
#pragma once
#include "deck/symbols.h"

typedef struct expr expr;

/* Parses one statement that begins at text[*at] (declarations, assignments, expressions, and a bracketed list of them;
 * with `sequence` also several separated by ';') and stops at ',' ';' ')' ']' '}' ':' or the end. *at is advanced to
 * the end, or after an error to its position. Errors are reported at file/offset base + position. Returns NULL after an
 * error. Memory comes from the arena.
 *
 * Without run_time everything is evaluated immediately: the result is a constant and running it cannot fail. With
 * run_time all statements except the last are executed immediately, and so is the last if it declares or assigns. */
typedef struct {
    symbols *names;
    arena *memory;
    diag *errors;
    uint32_t file;    /* of source locations in messages */
    uint32_t base;    /* offset of text[0] in that file */
    const char *text; /* text[length - 1] is followed by a NUL, or by a character that ends the expression */
    size_t length;
    bool sequence;
    bool run_time;       /* compiled for the step: declarations and assignments are executed once, immediately */
    const char *grammar; /* for messages: grammar of the card, or NULL; and the purpose of the value */
    value_type wants;
    bool strings_now; /* with run_time: strings are allowed and evaluated immediately, also as the result */
} expr_source;

expr *expr_parse(const expr_source *in, size_t *at);
/* The same, evaluated immediately whatever run_time is, and without storing code: the usual way to read a number.
 * Returns false after an error. */
bool expr_evaluate(const expr_source *in, size_t *at, value *result);

/* Runs the code; reads and changes only *run. Returns false if a function is outside its domain or an integer is
 * divided by zero: run->why is then the reason. */
bool expr_value(const expr *expression, expr_run *run, value *result);
/* Returns the value as a real number, and its derivative along Var (dvar) and Time (dtime). */
bool expr_real(const expr *expression, expr_run *run, double *result);
bool expr_real_derivative(const expr *expression, expr_run *run, double dvar, double dtime, double *result,
                          double *derivative);
bool expr_is_constant(const expr *expression);
value_type expr_type(const expr *expression);
/* Returns false if expr_real_derivative may fail along Time: the expression calls a function without derivative, or
 * reads a live value. */
bool expr_has_time_derivative(const expr *expression);
