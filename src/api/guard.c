/* guard.c - returns to the call of the library when memory is exhausted or the work is canceled. */
#include "api/guard.h"
#include "base/arena.h"
#include "base/interrupt.h"
#include "linalg/one_at_a_time.h"
#include <setjmp.h>

typedef struct guard {
    jmp_buf back;
    struct guard *outer;
} guard;

static _Thread_local guard *innermost;

static void guard_go_back(size_t wanted)
{
    (void)wanted;
    if (innermost)
        longjmp(innermost->back, GUARD_NO_MEMORY);
}

static void give_up(void) { longjmp(innermost->back, GUARD_GIVEN_UP); }

guard_outcome guarded_until(void (*work)(void *on), void *on, const volatile int *raised)
{
    guard guard = {.outer = innermost};
    const interrupt_watch before = interrupt_now;
    memory_on_exhausted(guard_go_back);
    innermost = &guard;
    interrupt_now = (interrupt_watch){.raised = raised, .restore = give_up};
    const int how = setjmp(guard.back);
    if (how == GUARD_DONE)
        work(on);
    else
        one_at_a_time_leave_all();
    interrupt_now = before;
    innermost = guard.outer;
    return (guard_outcome)how;
}

bool guarded(void (*work)(void *on), void *on) { return guarded_until(work, on, NULL) == GUARD_DONE; }
