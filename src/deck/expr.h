/* expr.h - expressions: evaluated once where a number stands in the deck, compiled where they run in the step.
 *
 * Both come from one parser: source text to a small stack code, constants folded, variables bound
 * to their numbers and functions to their addresses. Running it neither parses, nor allocates, nor looks up a name. */
#pragma once
#include "deck/symbols.h"

typedef struct expr expr;

/* Parses one statement that begins at text[*at] (declarations, assignments, expressions, and a bracketed list of them;
 * with `sequence` also several separated by ';') and stops at ',' ';' ')' ']' '}' ':' or the end. *at is moved there,
 * and after an error to where it was found. Errors are reported at file/offset base + position. NULL on error. Memory
 * comes from the arena.
 *
 * Without run_time everything is carried out at once: the result is a constant and running it cannot fail. With
 * run_time all statements but the last are carried out at once, and so is the last when it declares or assigns. */
typedef struct {
    symbols *names;
    arena *memory;
    diag *errors;
    uint32_t file;    /* of the places in error messages */
    uint32_t base;    /* offset of text[0] in that file */
    const char *text; /* a NUL follows text[length - 1], or a character that ends the expression */
    size_t length;
    bool sequence;
    bool run_time;       /* compiled for the step: declarations and assignments are carried out once, now */
    const char *grammar; /* for messages: of the card, or NULL; and what the value is for */
    value_type wants;
    bool strings_now; /* with run_time: strings are made once, now, and not refused; so may the result be one */
} expr_source;

expr *expr_parse(const expr_source *in, size_t *at);
/* The same, carried out at once whatever run_time says, and nothing kept: the usual way to read a number. False on
 * error. */
bool expr_evaluate(const expr_source *in, size_t *at, value *result);

/* Runs it; nothing but *run is read or changed. False when a function is outside its domain or an integer is divided
 * by zero: run->why then says what. */
bool expr_value(const expr *expression, expr_run *run, value *result);
/* The value as a real number, and its derivative along Var (dvar) and Time (dtime). */
bool expr_real(const expr *expression, expr_run *run, double *result);
bool expr_real_derivative(const expr *expression, expr_run *run, double dvar, double dtime, double *result,
                          double *derivative);
bool expr_is_constant(const expr *expression);
value_type expr_type(const expr *expression);
/* False when expr_real_derivative may refuse a derivative along Time: it calls a function that has none, or reads a
 * live value. */
bool expr_has_time_derivative(const expr *expression);
