/* drive_ginac.c - a formula of one variable, with its exact derivative.
 *
 * The formula sees its variable (Var, or what `symbol` names), the constants and functions of symbolic algebra, and no
 * variable of the deck. */
#include "deck/formula.h"
#include "contract/drive.h"

typedef struct {
    const formula *formula;
    place where;
} expression;

static void drive_ginac_read(reader *r, drive *d)
{
    expression *p = d->self;
    const char *variable = read_keyword(r, "symbol") ? read_string(r, "name of the variable") : "Var";
    const char *body = read_string(r, "expression");
    p->where = read_last_place(r);
    if (!read_ok(r))
        return;
    const formula_source in = {.memory = reader_arena(r),
                               .errors = reader_diag(r),
                               .where = p->where,
                               .text = body,
                               .names = &variable,
                               .n = 1};
    p->formula = formula_parse(&in);
}

static double run(const drive *d, const state *s, double x, double *slope)
{
    const expression *p = d->self;
    const char *why = NULL;
    double v = 0.0;
    if (!formula_value(p->formula, &x, &v, slope, &why))
        state_fail(s, p->where, "ginac drive at %g: %s", x, why);
    return v;
}

static double drive_ginac_at(const drive *d, const state *s, double x) { return run(d, s, x, NULL); }

static double drive_ginac_slope(const drive *d, const state *s, double x)
{
    double dv = 0.0;
    run(d, s, x, &dv);
    return dv;
}

const drive_type drive_ginac_type = {
    .keyword = "ginac",
    .grammar = "ginac, [symbol, \"VARIABLE\",] \"EXPRESSION\"",
    .summary = "An expression of one variable, with its derivative.",
    .size = sizeof(expression),
    .read = drive_ginac_read,
    .value = drive_ginac_at,
    .slope = drive_ginac_slope,
};
