/* fuzz_expr.c - arbitrary text as an expression, and as a formula: it is refused with a message, or it runs.
 *
 * The first byte chooses between one statement and a sequence, and between evaluation at once and compilation for the
 * step. What must hold: a parser that returns nothing has reported an error; the position stays inside the text; an
 * expression without run_time cannot fail; value and derivative come from the same code, so expr_real_derivative
 * repeats expr_real. */
#include "deck/expr.h"
#include "deck/formula.h"
#include "fuzz/fuzz.h"
#include <string.h>

static double live_get(void *self, const void *s)
{
    (void)self, (void)s;
    return 0.5;
}

static void require(bool holds)
{
    if (!holds)
        abort();
}

static void run(const expr *expression, bool run_time, bool repeatable)
{
    expr_run now = {.var = 0.75};
    value v;
    const bool has_value = expr_value(expression, &now, &v);
    require(has_value || (run_time && now.why));
    if (!has_value || v.type == TYPE_STRING)
        return;
    double plain = 0.0, again = 0.0, derivative = 0.0;
    const bool ok = expr_real(expression, &now, &plain);
    if (expr_real_derivative(expression, &now, 1.0, 1.0, &again, &derivative) && ok && repeatable)
        require(memcmp(&plain, &again, sizeof plain) == 0 || (plain != plain && again != again));
}

static void try_formula(const fuzz_world *fuzz_world, const source *file)
{
    static const char *const NAMES[] = {"x", "live"};
    const int before = diag_errors(fuzz_world->errors);
    const formula_source in = {.memory = fuzz_world->memory,
                               .errors = fuzz_world->errors,
                               .location = {.file = sources_index(fuzz_world->texts, file), .offset = UINT32_MAX},
                               .text = file->text,
                               .names = NAMES,
                               .n = 2};
    const formula *formula = formula_parse(&in);
    require(formula || diag_errors(fuzz_world->errors) > before);
    const double at[] = {0.75, -0.5};
    double v, gradient[2];
    const char *why = NULL;
    require(!formula || formula_value(formula, at, &v, gradient, &why) || why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    fuzz_world fuzz_world = fuzz_begin();
    symbol *live = symbols_declare(fuzz_world.names, "live", 4, TYPE_REAL, (source_location){0});
    live->is_live = true;
    live->live.get = live_get;

    const source *file =
        sources_add(fuzz_world.texts, "expression", (const char *)data + 1, size - 1, (source_location){0});
    const expr_source in = {.names = fuzz_world.names,
                            .memory = fuzz_world.memory,
                            .errors = fuzz_world.errors,
                            .file = sources_index(fuzz_world.texts, file),
                            .text = file->text,
                            .length = file->length,
                            .sequence = data[0] & 1,
                            .run_time = data[0] & 2};
    size_t at = 0;
    const expr *expression = expr_parse(&in, &at);
    require(at <= in.length);
    require(expression || diag_errors(fuzz_world.errors) > 0);
    if (expression)
        run(expression, in.run_time, memmem(file->text, file->length, "rand", 4) == NULL);
    try_formula(&fuzz_world, file);
    fuzz_end(&fuzz_world);
    return 0;
}
