/* guard.c - the way back of a thread when memory is exhausted. */
#include "api/guard.h"
#include "base/arena.h"
#include <setjmp.h>

typedef struct guard {
    jmp_buf back;
    struct guard *outer;
} guard;

static _Thread_local guard *innermost;

static void go_back(size_t wanted)
{
    (void)wanted;
    if (innermost)
        longjmp(innermost->back, 1);
}

bool guarded(void (*work)(void *on), void *on)
{
    guard g = {.outer = innermost};
    memory_on_exhausted(go_back);
    innermost = &g;
    const bool ok = setjmp(g.back) == 0;
    if (ok)
        work(on);
    innermost = g.outer;
    return ok;
}
