/* drive_string.c - an expression, compiled when it is read and run whenever the drive is called.
 *
 * Var is the argument of the drive, Time the time. Declarations and assignments in the text are carried out once, when
 * it is read. It counts as not differentiable, so that a joint moved by it starts as in the original program. */
#include "contract/drive.h"
#include <math.h>

typedef struct {
    const expr *code;
    place where;
} expression;

static void drive_string_read(reader *r, drive *d)
{
    expression *p = d->self;
    p->code = read_run_time_expression(r, "expression");
    p->where = read_last_place(r);
}

/* Where in the text it failed. */
static place spot(const expression *p, uint32_t at)
{
    const uint32_t from = at + 1 < p->where.length ? at + 1 : 0;
    return (place){p->where.file, p->where.offset + from, 1};
}

static double drive_string_at(const drive *d, const state *s, double x)
{
    const expression *p = d->self;
    expr_run run = {.state = s, .variables = s->variables, .random = s->random, .var = x};
    double v = 0.0;
    if (!expr_real(p->code, &run, &v))
        state_fail(s, spot(p, run.fault), "string drive at %g: %s", x, run.why);
    else if (!isfinite(v))
        state_fail(s, p->where, "string drive at %g: the result is not a finite number", x);
    return v;
}

const drive_type drive_string_type = {
    .keyword = "string",
    .grammar = "string, \"EXPRESSION\"",
    .summary = "An expression in Time, Var and data of the model, evaluated at every call.",
    .size = sizeof(expression),
    .read = drive_string_read,
    .value = drive_string_at,
};
