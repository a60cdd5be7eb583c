/* interrupt.h - giving up a call that takes long, wherever it is.
 *
 * Work that may take long passes points; when the flag that the thread watches is raised, from a signal handler or
 * another thread, the next point does not come back but goes to where the call began. What was begun stays as it is:
 * objects can only be closed. Points stand where no other thread is at work for this one. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* The flag, and the way back, which does not return; NULL: nobody watches. */
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

/* Work that passes no points, in a thread of its own where somebody watches: it is ended when the flag is raised, and
 * false says so. It must compute and nothing else: memory, files and locks that it has would stay as they are. */
#define INTERRUPTED_WORK __attribute__((no_sanitize("address"))) /* its frames end without a return */
bool interrupt_during(void (*work)(void *on), void *on);
