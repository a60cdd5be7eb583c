/* guard.h - calls of the library that come back when memory is exhausted.
 *
 * Memory runs out far below, where nobody can go on; the way back is a jump to the call at hand of the thread. What it
 * had begun stays as it is: the object can only be closed. */
#pragma once
#include <stdbool.h>

/* Does the work; false when there was no memory for it. */
bool guarded(void (*work)(void *on), void *on);
