/* interrupt.h - aborting a long call at any depth.
 *
 * Long computations pass interruption points. If the flag that the thread watches is set, by a signal handler or
 * another thread, the next point does not return but jumps to where the call began. Objects are left as they are and
 * can only be closed. A point must not be passed while other threads work for this one. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* The flag, and the jump, which does not return; NULL: the thread watches no flag. */
typedef struct {
    const volatile int *raised;
    void (*restore)(void);
} interrupt_watch;

extern _Thread_local interrupt_watch interrupt_now;

static inline void interrupt_point(void)
{
    if (interrupt_now.raised && *interrupt_now.raised)
        interrupt_now.restore();
}

/* Executes work that passes no points, in a separate thread if a flag is watched. If the flag is set, the work is ended
 * and the result is false. It must only compute: memory, files and locks that it has acquired would not be released. */
#define INTERRUPTED_WORK __attribute__((no_sanitize("address"))) /* its frames end without returning */
bool interrupt_during(void (*work)(void *on), void *on);
