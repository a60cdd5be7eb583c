/* drive_ginac.c - an expression of one variable, with its exact derivative.
 *
 * The expression sees its variable (Var, or what `symbol` names), the constants and the functions, and no variable of
 * the deck. Numbers are real: 1/2 is 0.5. The variable is a live value that reads the argument, handed over as the
 * state. */
#include "base/array.h"
#include "deck/expr.h"
#include "model/drive.h"
#include <ctype.h>
#include <math.h>
#include <string.h>

typedef struct {
    const expr *code;
    place where;
} expression;

static double argument(void *self, const void *x)
{
    (void)self;
    return *(const double *)x;
}

static double argument_slope(void *self, const void *x)
{
    (void)self, (void)x;
    return 1.0;
}

static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* The text with a point behind every whole number. */
static const char *with_real_numbers(arena *memory, const char *formula)
{
    ARRAY(char) out = {0};
    for (const char *c = formula; *c;) {
        const char *from = c;
        if (isdigit((unsigned char)*c) || *c == '.') {
            c += strspn(c, "0123456789");
            const bool whole = *c != '.' && *c != 'e' && *c != 'E';
            c += strspn(c, ".0123456789");
            if ((*c == 'e' || *c == 'E') && (isdigit((unsigned char)c[1]) || c[1] == '+' || c[1] == '-'))
                c += 2 + strspn(c + 2, "0123456789");
            for (; from < c; from++)
                array_push(&out, *from);
            if (whole)
                array_push(&out, '.');
            continue;
        }
        do
            c++;
        while (is_name(from[0]) && is_name(*c));
        for (; from < c; from++)
            array_push(&out, *from);
    }
    const char *result = arena_string(memory, out.at ? out.at : "", (size_t)out.n);
    array_free(&out);
    return result;
}

static symbols *make_names(arena *memory, const char *variable, place where)
{
    symbols *names = symbols_create(memory);
    symbol *pi = symbols_declare(names, "Pi", 2, TYPE_REAL, where);
    pi->now = value_real(M_PI);
    pi->is_const = true;
    symbol *x = symbols_declare(names, variable, strlen(variable), TYPE_REAL, where);
    if (x) {
        x->is_live = true;
        x->live = (live_value){.get = argument, .slope = argument_slope};
    }
    return names;
}

static void read(reader *r, drive *d)
{
    expression *p = d->self;
    arena *memory = reader_arena(r);
    const char *variable = read_keyword(r, "symbol") ? read_string(r, "name of the variable") : "Var";
    const char *formula = read_string(r, "expression");
    p->where = read_last_place(r);
    if (!read_ok(r))
        return;
    symbols *names = make_names(memory, variable, p->where);
    const char *code = with_real_numbers(memory, formula);
    const expr_source in = {.names = names,
                            .memory = memory,
                            .errors = reader_diag(r),
                            .file = p->where.file,
                            .base = p->where.offset + 1,
                            .text = code,
                            .length = strlen(code),
                            .run_time = true};
    size_t at = 0;
    p->code = expr_parse(&in, &at);
    symbols_destroy(names);
    if (p->code && code[at])
        read_error_last(r, E_EXPR_NO_OPERATOR, code + at);
}

static double at(const drive *d, const state *s, double x)
{
    const expression *p = d->self;
    expr_run run = {.state = &x, .var = x};
    double v = 0.0;
    if (!expr_real(p->code, &run, &v))
        state_fail(s, p->where, "ginac drive at %g: %s", x, run.why);
    else if (!isfinite(v))
        state_fail(s, p->where, "ginac drive at %g: the result is not a finite number", x);
    return v;
}

static double slope(const drive *d, const state *s, double x)
{
    const expression *p = d->self;
    expr_run run = {.state = &x, .var = x};
    double v = 0.0, dv = 0.0;
    if (!expr_real_slope(p->code, &run, 0.0, 0.0, &v, &dv))
        state_fail(s, p->where, "ginac drive at %g: %s", x, run.why);
    else if (!isfinite(dv))
        state_fail(s, p->where, "ginac drive at %g: the derivative is not a finite number", x);
    return dv;
}

const drive_type drive_ginac_type = {
    .keyword = "ginac",
    .grammar = "ginac, [symbol, \"VARIABLE\",] \"EXPRESSION\"",
    .summary = "An expression of one variable, with its derivative.",
    .size = sizeof(expression),
    .read = read,
    .value = at,
    .slope = slope,
};
