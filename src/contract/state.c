/* state.c - errors during the evaluation of the state. */
#include "contract/state.h"
#include <stdarg.h>
#include <stdio.h>

const char *state_call(state *state, double parts)
{
    enum { MOST_CALLS = 200 };
    static const double MOST_PARTS = 1e6;
    static _Thread_local double so_far; /* since the first call */
    if (state->calls > 0 && state->failed && state->failed->is_set)
        return "a value that it needs does not exist";
    so_far = state->calls++ == 0 ? parts : so_far + parts;
    return state->calls > MOST_CALLS ? "more than 200 drives call each other here"
           : so_far > MOST_PARTS     ? "more than a million drives are evaluated for one value"
                                     : NULL;
}

void state_fail(const state *state, source_location location, const char *format, ...)
{
    if (!state->failed || state->failed->is_set)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(state->failed->text, sizeof state->failed->text, format, args);
    va_end(args);
    state->failed->is_set = true;
    state->failed->location = location;
}
