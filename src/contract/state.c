/* state.c - nested evaluations of the state, and errors in them. */
#include "contract/state.h"
#include <stdarg.h>
#include <stdio.h>

bool state_nested(const state *state, struct state *inner)
{
    enum { MOST_CALLS = 200 };
    *inner = *state;
    return ++inner->calls <= MOST_CALLS && !(state->failed && state->failed->is_set);
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
