/* state.c - faults found while the state is evaluated. */
#include "contract/state.h"
#include <stdarg.h>
#include <stdio.h>

void state_fail(const state *s, place where, const char *format, ...)
{
    if (!s->failed || s->failed->is_set)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(s->failed->text, sizeof s->failed->text, format, args);
    va_end(args);
    s->failed->is_set = true;
    s->failed->where = where;
}
