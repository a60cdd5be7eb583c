/* guard.h - calls of the library that come back when memory is exhausted, or when they are to be given up.
 *
 * Both are noticed far below, where nobody can go on; the way back is a jump to the call at hand of the thread. What it
 * had begun stays as it is: the object can only be closed. */
#pragma once
#include <stdbool.h>

typedef enum { GUARD_DONE, GUARD_NO_MEMORY, GUARD_GIVEN_UP } guard_outcome;

/* Does the work; false when there was no memory for it. */
bool guarded(void (*work)(void *on), void *on);
/* The same until the flag is raised; NULL: nobody can. */
guard_outcome guarded_until(void (*work)(void *on), void *on, const volatile int *raised);
