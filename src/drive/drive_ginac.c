/* drive_ginac.c - a formula of one variable, with its exact derivative.
 *
 * The formula can use its variable (Var, or the one named by `symbol`) and the constants and functions of symbolic
 * algebra, but no variables of the deck. */
#include "deck/formula.h"
#include "contract/drive.h"

typedef struct {
    const formula *formula;
    source_location location;
} expression;

static void drive_ginac_read(reader *reader, drive *drive)
{
    expression *expression = drive->self;
    const char *variable = read_keyword(reader, "symbol") ? read_string(reader, "name of the variable") : "Var";
    const char *body = read_string(reader, "expression");
    expression->location = read_last_location(reader);
    if (!read_ok(reader))
        return;
    const formula_source in = {.memory = reader_arena(reader),
                               .errors = reader_diag(reader),
                               .location = expression->location,
                               .text = body,
                               .names = &variable,
                               .n = 1};
    expression->formula = formula_parse(&in);
}

static double run(const drive *drive, const state *state, double x, double *derivative)
{
    const expression *expression = drive->self;
    const char *why = NULL;
    double v = 0.0;
    if (!formula_value(expression->formula, &x, &v, derivative, &why))
        state_fail(state, expression->location, "ginac drive at %g: %s", x, why);
    return v;
}

static double drive_ginac_at(const drive *drive, const state *state, double x) { return run(drive, state, x, NULL); }

static double drive_ginac_derivative(const drive *drive, const state *state, double x)
{
    double dv = 0.0;
    run(drive, state, x, &dv);
    return dv;
}

const drive_type drive_ginac_type = {
    .keyword = "ginac",
    .grammar = "ginac, [symbol, \"VARIABLE\",] \"EXPRESSION\"",
    .summary = "An expression of one variable, with its derivative.",
    .size = sizeof(expression),
    .read = drive_ginac_read,
    .value = drive_ginac_at,
    .derivative = drive_ginac_derivative,
};
