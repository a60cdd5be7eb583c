/* guard.h - calls of the library that return when memory is exhausted or they are canceled.
 *
 * Both conditions are detected in lower layers that cannot continue; a long jump returns to the current call of the
 * thread. Its work remains unfinished: afterwards the object can only be closed. */
#pragma once
#include <stdbool.h>

typedef enum { GUARD_DONE, GUARD_NO_MEMORY, GUARD_GIVEN_UP } guard_outcome;

/* Executes the work; returns false if memory was exhausted. */
bool guarded(void (*work)(void *on), void *on);
/* The same, but also returns when the flag is raised; `raised` may be NULL. */
guard_outcome guarded_until(void (*work)(void *on), void *on, const volatile int *raised);
