/* fuzz_plan.c - plans of studies: arbitrary text as TOML or, behind a comma, as a table.
 *
 * What must hold: the plan is refused with a message, or it has cases, each with a value for every variable. */
#include "fuzz/fuzz.h"
#include "study/plan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const OUTPUTS[] = {"x=time"};
    const plan_additions additions = {.deck = "deck.mbd", .outputs = OUTPUTS, .n_outputs = 1};
    const bool is_table = size > 0 && data[0] == ',';
    fuzz_world fuzz_world = fuzz_begin();
    const source *file = sources_add(fuzz_world.texts, is_table ? "fuzz.csv" : "fuzz.toml",
                                     (const char *)data + is_table, size - is_table, (source_location){0});
    plan plan;
    const bool ok = plan_read_text(&plan, file, &additions, fuzz_world.texts, fuzz_world.memory, fuzz_world.errors);
    if (ok != (diag_errors(fuzz_world.errors) == 0) || (ok && plan.n_cases < 1))
        abort();
    if (ok && plan.n_cases < 100000) {
        double *points = plan_points(&plan);
        const char **values = ARENA_ARRAY(fuzz_world.memory, const char *, plan.variables.n + 1);
        const int cases[] = {0, plan.n_cases / 2, plan.n_cases - 1};
        for (int i = 0; i < ARRAY_LEN(cases); i++)
            plan_case(&plan, points, cases[i], fuzz_world.memory, values);
        for (int i = 0; i < plan.variables.n; i++)
            if (!values[i])
                abort();
        free(points);
    }
    plan_free(&plan);
    fuzz_end(&fuzz_world);
    return 0;
}
