/* drive_string.c - an expression, compiled when it is read and evaluated whenever the drive is.
 *
 * Var is the argument of the drive, Time the time. Declarations and assignments in the text are executed once, when
 * it is read. The drive is treated as not differentiable, so that a joint driven by it starts as in MBDyn. */
#include "contract/drive.h"
#include <math.h>

typedef struct {
    const expr *code;
    source_location location;
} expression;

static void drive_string_read(reader *reader, drive *drive)
{
    expression *expression = drive->self;
    expression->code = read_run_time_expression(reader, "expression");
    expression->location = read_last_location(reader);
}

/* Returns the source location of a failure in the text. */
static source_location spot(const expression *expression, uint32_t at)
{
    const uint32_t from = at + 1 < expression->location.length ? at + 1 : 0;
    return (source_location){expression->location.file, expression->location.offset + from, 1};
}

static double drive_string_at(const drive *drive, const state *state, double x)
{
    const expression *expression = drive->self;
    expr_run run = {.state = state, .variables = state->variables, .random = state->random, .var = x};
    double v = 0.0;
    if (!expr_real(expression->code, &run, &v))
        state_fail(state, spot(expression, run.error_offset), "string drive at %g: %s", x, run.why);
    else if (!isfinite(v))
        state_fail(state, expression->location, "string drive at %g: the result is not a finite number", x);
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
