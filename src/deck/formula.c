/* formula.c - formulas of symbolic algebra, compiled to a stack code that also computes derivatives.
 *
 *     sum     ::= product { { + | - } product }
 *     product ::= signed { { * | / } signed }
 *     signed  ::= { + | - } power
 *     power   ::= primary [ ^ signed ]
 *     primary ::= number | variable | constant | function ( sum [ , sum ] ) | ( sum )
 *
 * Each entry of the stack has v and dv/dx_1 ... dv/dx_n:
 *     d(a b) = a db + b da      d(a/b) = (da - a/b db) / b      d(a^b) = b a^(b-1) da + a^b log a db
 *     d f(a) = f'(a) da         d g(a, b) = g_a da + g_b db */
#include "deck/formula.h"
#include "base/array.h"
#include "base/decimal.h"
#include "deck/diag_rows.h"
#include "deck/functions.h"
#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DEEPEST = 64 };

typedef enum { PUT_NUMBER, PUT_VARIABLE, ADD, SUBTRACT, MULTIPLY, DIVIDE, POWER, NEGATE, CALL_1, CALL_2 } operation;

typedef struct {
    operation does;
    union {
        double number;
        int variable;
        const function_1 *of_one;
        const function_2 *of_two;
    };
} step;

struct formula {
    const step *steps;
    int n_steps, n; /* number of steps, of variables */
};

typedef struct {
    const formula_source *source;
    size_t cursor;
    int depth; /* of the stack, and of nesting */
    int nested;
    bool failed;
    ARRAY(step) steps;
} parser;

/* --- text --------------------------------------------------------------------------------------------------------- */

static char peek(parser *parser)
{
    while (isspace((unsigned char)parser->source->text[parser->cursor]))
        parser->cursor++;
    return parser->source->text[parser->cursor];
}

static bool formula_take(parser *parser, char c)
{
    if (parser->failed || peek(parser) != c)
        return false;
    parser->cursor++;
    return true;
}

static bool is_name_part(char c) { return isalnum((unsigned char)c) || c == '_'; }

static size_t name_length(const parser *parser)
{
    size_t n = 0;
    while (is_name_part(parser->source->text[parser->cursor + n]))
        n++;
    return n;
}

static source_location place_of(const parser *parser, size_t at, size_t length)
{
    return (source_location){parser->source->location.file, parser->source->location.offset + 1 + (uint32_t)at,
                             (uint32_t)length};
}

/* Returns the text at the cursor, in quotes. */
static const char *found(parser *parser, char out[64])
{
    const char c = peek(parser);
    const size_t n = name_length(parser);
    if (c == '\0')
        snprintf(out, 64, "the end");
    else
        snprintf(out, 64, "'%.*s'", (int)(n == 0 ? 1 : n < 60 ? n : 60), parser->source->text + parser->cursor);
    return out;
}

static void fail_found(parser *parser, diag_code code)
{
    char what[64];
    if (parser->failed)
        return;
    found(parser, what);
    diag_report(parser->source->errors, code /* E_EXPR_NOT_CLOSED, E_EXPR_NO_VALUE, E_EXPR_NO_OPERATOR */,
                place_of(parser, parser->cursor, 1), what);
    parser->failed = true;
}

static void fail_name(parser *parser, diag_code code, size_t at, size_t length)
{
    diag_report(parser->source->errors, code /* E_EXPR_NUMBER, E_EXPR_UNKNOWN_FUNCTION, E_EXPR_UNKNOWN_VARIABLE */,
                place_of(parser, at, length), arena_string(parser->source->memory, parser->source->text + at, length));
    parser->failed = true;
}

/* --- parser ------------------------------------------------------------------------------------------------------- */

static void emit(parser *parser, step step, int pushes)
{
    parser->depth += pushes;
    if (parser->depth > DEEPEST && !parser->failed) {
        diag_report(parser->source->errors, E_EXPR_TOO_DEEP, place_of(parser, parser->cursor, 1), DEEPEST);
        parser->failed = true;
    }
    array_push(&parser->steps, step);
}

static void read_sum(parser *parser);
static void read_signed(parser *parser);

static void close_bracket(parser *parser)
{
    if (!formula_take(parser, ')'))
        fail_found(parser, E_EXPR_NOT_CLOSED);
}

static void formula_read_number(parser *parser)
{
    decimal d;
    const char *text = parser->source->text + parser->cursor;
    const size_t from = parser->cursor;
    if (!decimal_read(text, &d) || is_name_part(*d.end) || *d.end == '.' || !isfinite(d.value)) {
        fail_name(parser, E_EXPR_NUMBER, from, strspn(text, ".0123456789") + 1);
        return;
    }
    parser->cursor += (size_t)(d.end - text);
    emit(parser, (step){.does = PUT_NUMBER, .number = d.value}, 1);
}

static void read_arguments(parser *parser, int wanted, const char *name)
{
    int n = 0;
    const size_t at = parser->cursor;
    do {
        read_sum(parser);
        n++;
    } while (formula_take(parser, ','));
    close_bracket(parser);
    if (parser->failed || n == wanted)
        return;
    char got[16];
    snprintf(got, sizeof got, "%d", n);
    diag_report(parser->source->errors, E_EXPR_ARGUMENT_COUNT, place_of(parser, at, 1), name,
                wanted == 1 ? "1 argument" : "2 arguments", got);
    parser->failed = true;
}

static bool is_word(const char *name, size_t n, const char *word)
{
    return strlen(word) == n && !memcmp(name, word, n);
}

/* Reads a call; the cursor is after the bracket. */
static void read_call(parser *parser, size_t at, size_t length)
{
    const char *name = parser->source->text + at;
    if (is_word(name, length, "pow") || is_word(name, length, "power")) {
        read_arguments(parser, 2, "pow");
        emit(parser, (step){.does = POWER}, -1);
        return;
    }
    const bool is_sign = is_word(name, length, "csgn");
    const function *function = is_sign ? functions_row("sign", 4) : functions_row(name, length);
    const function_1 *of_one = function ? function_as_1(function) : NULL;
    const function_2 *of_two = function ? function_as_2(function) : NULL;
    if (!of_one && !of_two) {
        fail_name(parser, E_EXPR_UNKNOWN_FUNCTION, at, length);
        return;
    }
    read_arguments(parser, of_one ? 1 : 2, function->name);
    if (of_one)
        emit(parser, (step){.does = CALL_1, .of_one = of_one}, 0);
    else
        emit(parser, (step){.does = CALL_2, .of_two = of_two}, -1);
}

static bool find_constant(const char *name, size_t length, double *result)
{
    static const struct {
        const char *name;
        double value;
    } CONSTANTS[] = {
        {"Pi", M_PI}, {"pi", M_PI}, {"Euler", 0.57721566490153286061}, {"Catalan", 0.91596559417721901505}};
    for (int i = 0; i < ARRAY_LEN(CONSTANTS); i++)
        if (is_word(name, length, CONSTANTS[i].name)) {
            *result = CONSTANTS[i].value;
            return true;
        }
    return false;
}

static void read_name(parser *parser)
{
    const size_t at = parser->cursor, length = name_length(parser);
    const char *name = parser->source->text + at;
    double fixed;
    parser->cursor += length;
    if (formula_take(parser, '(')) {
        read_call(parser, at, length);
        return;
    }
    for (int i = 0; i < parser->source->n; i++)
        if (is_word(name, length, parser->source->names[i])) {
            emit(parser, (step){.does = PUT_VARIABLE, .variable = i}, 1);
            return;
        }
    if (find_constant(name, length, &fixed))
        emit(parser, (step){.does = PUT_NUMBER, .number = fixed}, 1);
    else
        fail_name(parser, E_EXPR_UNKNOWN_VARIABLE, at, length);
}

static void read_primary(parser *parser)
{
    const char c = peek(parser);
    if (isdigit((unsigned char)c) || c == '.') {
        formula_read_number(parser);
    } else if (isalpha((unsigned char)c) || c == '_') {
        read_name(parser);
    } else if (formula_take(parser, '(')) {
        read_sum(parser);
        close_bracket(parser);
    } else {
        fail_found(parser, E_EXPR_NO_VALUE);
    }
}

static void read_power(parser *parser)
{
    read_primary(parser);
    if (!formula_take(parser, '^'))
        return;
    read_signed(parser);
    emit(parser, (step){.does = POWER}, -1);
}

static void read_signed(parser *parser)
{
    bool negative = false;
    for (;;) {
        const bool is_minus = formula_take(parser, '-');
        if (!is_minus && !formula_take(parser, '+'))
            break;
        negative = negative != is_minus;
    }
    if (++parser->nested > DEEPEST && !parser->failed) {
        diag_report(parser->source->errors, E_EXPR_TOO_DEEP, place_of(parser, parser->cursor, 1), DEEPEST);
        parser->failed = true;
    }
    if (!parser->failed)
        read_power(parser);
    parser->nested--;
    if (negative)
        emit(parser, (step){.does = NEGATE}, 0);
}

static void read_product(parser *parser)
{
    read_signed(parser);
    for (;;) {
        const bool times = formula_take(parser, '*');
        if (!times && !formula_take(parser, '/'))
            return;
        read_signed(parser);
        emit(parser, (step){.does = times ? MULTIPLY : DIVIDE}, -1);
    }
}

static void read_sum(parser *parser)
{
    read_product(parser);
    for (;;) {
        const bool plus = formula_take(parser, '+');
        if (!plus && !formula_take(parser, '-'))
            return;
        read_product(parser);
        emit(parser, (step){.does = plus ? ADD : SUBTRACT}, -1);
    }
}

const formula *formula_parse(const formula_source *in)
{
    parser parser = {.source = in};
    read_sum(&parser);
    if (!parser.failed && peek(&parser) != '\0')
        fail_found(&parser, E_EXPR_NO_OPERATOR);
    formula *f = NULL;
    if (!parser.failed) {
        f = ARENA_NEW(in->memory, formula);
        f->n = in->n;
        f->n_steps = parser.steps.n;
        f->steps = arena_copy(in->memory, parser.steps.items, (size_t)parser.steps.n * sizeof *parser.steps.items);
    }
    array_free(&parser.steps);
    return f;
}

/* --- machine ------------------------------------------------------------------------------------------------------ */

typedef struct {
    double v, d[FORMULA_VARIABLES];
} number;

/* a = v with the derivatives s da + t db; zero derivatives remain zero, even if the factor is infinite. */
static void formula_set(number *a, int n, double v, double s, double t, const number *b)
{
    for (int i = 0; i < n; i++)
        a->d[i] = (a->d[i] != 0.0 ? s * a->d[i] : 0.0) + (b && b->d[i] != 0.0 ? t * b->d[i] : 0.0);
    a->v = v;
}

static bool is_constant(const number *a, int n)
{
    for (int i = 0; i < n; i++)
        if (a->d[i] != 0.0)
            return false;
    return true;
}

static bool raise(number *a, int n, const number *b, const char **why)
{
    const bool fixed = is_constant(b, n);
    if (a->v < 0.0 && rint(b->v) != b->v) {
        *why = "power of a negative number with a non-integer exponent";
        return false;
    }
    if (a->v <= 0.0 && !fixed) {
        *why = "power of a non-positive number with a variable exponent";
        return false;
    }
    const double v = pow(a->v, b->v), derivative = b->v == 0.0 ? 0.0 : b->v * pow(a->v, b->v - 1.0);
    formula_set(a, n, v, derivative, fixed ? 0.0 : v * log(a->v), b);
    return true;
}

static bool call_one(number *a, int n, const function_1 *f, const char **why)
{
    if (f->inside && !f->inside(a->v)) {
        *why = f->why;
        return false;
    }
    formula_set(a, n, f->f(a->v), f->df(a->v), 0.0, NULL);
    return true;
}

/* Applies an operation to the last two entries, a and b, with its result in a; to a alone if it is unary. */
static bool operate(const step *step, number *a, const number *b, int n, const char **why)
{
    switch (step->does) {
    case ADD:
        formula_set(a, n, a->v + b->v, 1.0, 1.0, b);
        return true;
    case SUBTRACT:
        formula_set(a, n, a->v - b->v, 1.0, -1.0, b);
        return true;
    case MULTIPLY:
        formula_set(a, n, a->v * b->v, b->v, a->v, b);
        return true;
    case DIVIDE:
        if (b->v == 0.0)
            return *why = "division by zero", false;
        formula_set(a, n, a->v / b->v, 1.0 / b->v, -a->v / (b->v * b->v), b);
        return true;
    case POWER:
        return raise(a, n, b, why);
    case NEGATE:
        formula_set(a, n, -a->v, -1.0, 0.0, NULL);
        return true;
    case CALL_1:
        return call_one(a, n, step->of_one, why);
    default:
        formula_set(a, n, step->of_two->f(a->v, b->v), step->of_two->dfdx(a->v, b->v), step->of_two->dfdy(a->v, b->v),
                    b);
        return true;
    }
}

bool formula_value(const formula *formula, const double *x, double *result, double *gradient, const char **why)
{
    number stack[DEEPEST];
    int top = -1;
    for (int k = 0; k < formula->n_steps; k++) {
        const step *step = &formula->steps[k];
        if (step->does <= PUT_VARIABLE) {
            stack[++top] = (number){.v = step->does == PUT_NUMBER ? step->number : x[step->variable]};
            if (step->does == PUT_VARIABLE)
                stack[top].d[step->variable] = 1.0;
            continue;
        }
        top -= step->does != NEGATE && step->does != CALL_1;
        assert(top >= 0); /* the parser emits operands before operations */
        if (!operate(step, &stack[top], &stack[top + 1], formula->n, why))
            return false;
    }
    assert(top == 0);
    bool ok = isfinite(stack[0].v);
    *result = stack[0].v;
    for (int i = 0; gradient && i < formula->n; i++) {
        gradient[i] = stack[0].d[i];
        ok = ok && isfinite(gradient[i]);
    }
    if (!ok)
        *why = isfinite(*result) ? "the derivative is not a finite number" : "the result is not a finite number";
    return ok;
}
