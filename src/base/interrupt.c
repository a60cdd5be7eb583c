/* interrupt.c - the flag that each thread watches, and interruption of libraries that do not watch it. */
#include "base/interrupt.h"
#include <pthread.h>
#include <signal.h>
#include <time.h>

_Thread_local interrupt_watch interrupt_now;

enum { LOOK_EVERY = 50 }; /* ms */

typedef struct {
    void (*work)(void *on);
    void *context;
} task;

static void *do_task(void *argument)
{
    const task *task = argument;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    task->work(task->context);
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL);
    return NULL;
}

/* Signals are left to the caller. */
static bool start_threads(pthread_t *thread, task *task)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool is_there = pthread_create(thread, NULL, do_task, task) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_there;
}

static bool is_over_soon(pthread_t thread)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += LOOK_EVERY * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    return pthread_timedjoin_np(thread, NULL, &until) == 0;
}

bool interrupt_during(void (*work)(void *on), void *on)
{
    task task = {work, on};
    pthread_t thread;
    if (!interrupt_now.raised || !start_threads(&thread, &task)) {
        work(on);
        return true;
    }
    while (!is_over_soon(thread))
        if (*interrupt_now.raised) {
            pthread_cancel(thread);
            pthread_join(thread, NULL);
            return false;
        }
    return true;
}
