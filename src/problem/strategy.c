/* strategy.c - how the length of the time step changes.
 *
 *     no change   never
 *     factor      times `reduction` after a step with more than max iterations, though not below the shortest length,
 *                 or to repeat one that failed; times `raise` after a step with no more than min iterations;
 *                 each only if more than the given number of steps have passed since it was last done
 *     change      the value of a drive at the beginning of the step
 *     error       such that the error of a step is within a tolerance (error_control.h)
 *
 * The first step has the length of the `time step` card, except with `error`. */
#include "problem/strategy.h"
#include "contract/drive.h"
#include "model/reading.h"
#include "problem/diag_rows.h"

const char strategy_grammar[] =
    "strategy: no change;\n"
    "strategy: factor, REDUCTION, STEPS BEFORE REDUCTION, RAISE, STEPS BEFORE RAISE, MIN ITERATIONS "
    "[, MAX ITERATIONS];\n"
    "strategy: change, (drive) TIME STEP;\n"
    "strategy: error, TOLERANCE [, absolute, ABSOLUTE TOLERANCE];";

/* A tolerance below the rounding errors of a step cannot be met. */
static double read_accuracy(reader *reader, const char *what)
{
    const double tolerance = read_positive(reader, what);
    if (read_ok(reader) && !(tolerance >= ACCURACY_LEAST && tolerance <= ACCURACY_MOST))
        read_error_last(reader, E_ACCURACY, what, ACCURACY_LEAST, ACCURACY_MOST, tolerance);
    return tolerance;
}

void read_strategy(reader *reader, strategy *to)
{
    static const char *const KINDS[] = {"no change", "factor", "change", "error", NULL};
    reader_set_help(reader, strategy_grammar);
    const int kind = read_choice(reader, KINDS, "strategy");
    *to = (strategy){.kind = kind < 0 ? STRATEGY_NONE : (strategy_kind)(STRATEGY_NO_CHANGE + kind)};
    if (to->kind == STRATEGY_CHANGE)
        to->pattern = read_drive(reader, "time step");
    if (to->kind == STRATEGY_ERROR) {
        to->tolerance = to->absolute = read_accuracy(reader, "tolerance of the error");
        if (read_keyword(reader, "absolute"))
            to->absolute = read_positive(reader, "absolute tolerance of the error");
    }
    if (to->kind != STRATEGY_FACTOR)
        return;
    to->reduction = read_positive(reader, "reduction factor");
    if (read_ok(reader) && to->reduction >= 1)
        read_error_last(reader, E_STRATEGY_FACTOR, "reduction", "below", to->reduction);
    to->steps_before_reduction = read_integer_in(reader, 0, 1000000000, "steps before a reduction");
    to->raise = read_positive(reader, "raise factor");
    if (read_ok(reader) && to->raise < 1)
        read_error_last(reader, E_STRATEGY_FACTOR, "raise", "above", to->raise);
    to->steps_before_raise = read_integer_in(reader, 0, 1000000000, "steps before a raise");
    to->min_iterations = read_integer_in(reader, 0, 1000000000, "minimum number of iterations");
    if (read_more(reader))
        to->max_iterations = read_integer_in(reader, 1, 1000000000, "maximum number of iterations");
}

static double by_factor(const strategy *strategy, strategy_memory *now, double h, const nonlinear_report *report)
{
    now->since_reduction++;
    now->since_raise++;
    if (strategy->max_iterations > 0 && report->iterations > strategy->max_iterations &&
        now->since_reduction > strategy->steps_before_reduction) {
        now->since_reduction = now->since_raise = 0;
        return strategy->reduction * h;
    }
    if (report->iterations <= strategy->min_iterations && now->since_raise > strategy->steps_before_raise) {
        now->since_raise = 0;
        return strategy->raise * h;
    }
    return h;
}

double strategy_next(const strategy *strategy, strategy_memory *now, const state *state, double h,
                     const nonlinear_report *report)
{
    switch (strategy->kind) {
    case STRATEGY_FACTOR:
        return by_factor(strategy, now, h, report);
    case STRATEGY_CHANGE:
        return drive_now(strategy->pattern, state);
    default:
        return h;
    }
}

double strategy_repeat(const strategy *strategy, strategy_memory *now, const state *state, double h)
{
    switch (strategy->kind) {
    case STRATEGY_FACTOR:
        now->since_reduction = now->since_raise = 0;
        return strategy->reduction * h;
    case STRATEGY_CHANGE:
        return drive_now(strategy->pattern, state);
    default:
        return h;
    }
}
