/* strategy.c - how the length of the time step changes.
 *
 *     no change   never
 *     factor      times `reduction` after a step with more than max iterations, though not below the shortest length,
 *                 or to repeat one that failed; times `raise` after a step with no more than min iterations;
 *                 neither before more than the given number of steps since it was last done
 *     change      the value of a drive at the beginning of the step
 *
 * The first step always has the length of the `time step` card. */
#include "problem/strategy.h"
#include "contract/drive.h"
#include "model/reading.h"
#include "problem/diag_rows.h"

const char strategy_grammar[] =
    "strategy: no change;\n"
    "strategy: factor, REDUCTION, STEPS BEFORE REDUCTION, RAISE, STEPS BEFORE RAISE, MIN ITERATIONS "
    "[, MAX ITERATIONS];\n"
    "strategy: change, (drive) TIME STEP;";

void read_strategy(reader *r, strategy *to)
{
    static const char *const KINDS[] = {"no change", "factor", "change", NULL};
    reader_set_help(r, strategy_grammar);
    const int kind = read_choice(r, KINDS, "strategy");
    *to = (strategy){.kind = kind < 0 ? STRATEGY_NONE : (strategy_kind)(STRATEGY_NO_CHANGE + kind)};
    if (to->kind == STRATEGY_CHANGE)
        to->pattern = read_drive(r, "time step");
    if (to->kind != STRATEGY_FACTOR)
        return;
    to->reduction = read_positive(r, "reduction factor");
    if (read_ok(r) && to->reduction >= 1)
        read_error_last(r, E_STRATEGY_FACTOR, "reduction", "below", to->reduction);
    to->steps_before_reduction = read_integer_in(r, 0, 1000000000, "steps before a reduction");
    to->raise = read_positive(r, "raise factor");
    if (read_ok(r) && to->raise < 1)
        read_error_last(r, E_STRATEGY_FACTOR, "raise", "above", to->raise);
    to->steps_before_raise = read_integer_in(r, 0, 1000000000, "steps before a raise");
    to->min_iterations = read_integer_in(r, 0, 1000000000, "minimum number of iterations");
    if (read_more(r))
        to->max_iterations = read_integer_in(r, 1, 1000000000, "maximum number of iterations");
}

static double by_factor(const strategy *g, strategy_memory *now, double h, const nonlinear_report *r)
{
    now->since_reduction++;
    now->since_raise++;
    if (g->max_iterations > 0 && r->iterations > g->max_iterations &&
        now->since_reduction > g->steps_before_reduction) {
        now->since_reduction = now->since_raise = 0;
        return g->reduction * h;
    }
    if (r->iterations <= g->min_iterations && now->since_raise > g->steps_before_raise) {
        now->since_raise = 0;
        return g->raise * h;
    }
    return h;
}

double strategy_next(const strategy *g, strategy_memory *now, const state *s, double h, const nonlinear_report *r)
{
    switch (g->kind) {
    case STRATEGY_FACTOR:
        return by_factor(g, now, h, r);
    case STRATEGY_CHANGE:
        return drive_now(g->pattern, s);
    default:
        return h;
    }
}

double strategy_repeat(const strategy *g, strategy_memory *now, const state *s, double h)
{
    switch (g->kind) {
    case STRATEGY_FACTOR:
        now->since_reduction = now->since_raise = 0;
        return g->reduction * h;
    case STRATEGY_CHANGE:
        return drive_now(g->pattern, s);
    default:
        return h;
    }
}
