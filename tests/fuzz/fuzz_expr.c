/* fuzz_expr.c - arbitrary text as an expression, and as a formula: it is refused with a message, or it runs.
 *
 * The first byte chooses between one statement and a sequence, and between evaluation at once and compilation for the
 * step. What must hold: a parser that returns nothing has reported an error; the position stays inside the text; an
 * expression without run_time cannot fail; value and slope come from the same code, so expr_real_slope repeats
 * expr_real. */
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

static void run(const expr *e, bool run_time, bool repeatable)
{
    expr_run now = {.var = 0.75};
    value v;
    const bool has_value = expr_value(e, &now, &v);
    require(has_value || (run_time && now.why));
    if (!has_value || v.type == TYPE_STRING)
        return;
    double plain = 0.0, again = 0.0, slope = 0.0;
    const bool ok = expr_real(e, &now, &plain);
    if (expr_real_slope(e, &now, 1.0, 1.0, &again, &slope) && ok && repeatable)
        require(memcmp(&plain, &again, sizeof plain) == 0 || (plain != plain && again != again));
}

static void try_formula(const fuzz_world *w, const source *file)
{
    static const char *const NAMES[] = {"x", "live"};
    const int before = diag_errors(w->errors);
    const formula_source in = {.memory = w->memory,
                               .errors = w->errors,
                               .where = {.file = sources_index(w->texts, file), .offset = UINT32_MAX},
                               .text = file->text,
                               .names = NAMES,
                               .n = 2};
    const formula *f = formula_parse(&in);
    require(f || diag_errors(w->errors) > before);
    const double at[] = {0.75, -0.5};
    double v, gradient[2];
    const char *why = NULL;
    require(!f || formula_value(f, at, &v, gradient, &why) || why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    fuzz_world w = fuzz_begin();
    symbol *live = symbols_declare(w.names, "live", 4, TYPE_REAL, (place){0});
    live->is_live = true;
    live->live.get = live_get;

    const source *file = sources_add(w.texts, "expression", (const char *)data + 1, size - 1, (place){0});
    const expr_source in = {.names = w.names,
                            .memory = w.memory,
                            .errors = w.errors,
                            .file = sources_index(w.texts, file),
                            .text = file->text,
                            .length = file->length,
                            .sequence = data[0] & 1,
                            .run_time = data[0] & 2};
    size_t at = 0;
    const expr *e = expr_parse(&in, &at);
    require(at <= in.length);
    require(e || diag_errors(w.errors) > 0);
    if (e)
        run(e, in.run_time, memmem(file->text, file->length, "rand", 4) == NULL);
    try_formula(&w, file);
    fuzz_end(&w);
    return 0;
}
