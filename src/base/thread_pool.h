/* thread_pool.h - a few threads that share one piece of work, again and again.
 *
 * The caller is member 0 and does its share itself; the others begin when the work is given out and can be waited for
 * one by one, so that their results can be used in order. A share that its member has not begun when it is waited for
 * is done by the caller. Between two pieces of work members wait: awake for a moment, because in a time step the next
 * piece comes soon, and then asleep. */
#pragma once

enum { THREAD_POOL_MAX = 64 };

typedef struct thread_pool thread_pool;
typedef void worker_task(void *context, int member);

/* Members, the caller among them; fewer when no more threads can be had. Never NULL. */
thread_pool *thread_pool_create(int members);
void thread_pool_destroy(thread_pool *pool);
/* How many of the wanted members it has, at least the caller; NULL: him alone. */
int thread_pool_workers(const thread_pool *pool, int wanted);
/* Members 1 .. members - 1 begin; nothing happens when there are none. All of them must have been waited for before the
 * next work. */
void thread_pool_begin(thread_pool *pool, int members, worker_task *work, void *context);
void thread_pool_wait(thread_pool *pool, int member);

/* So many members of a thread pool, who work at the same things; one: the caller alone. */
typedef struct {
    thread_pool *pool;
    int members;
} workers;

/* All do their shares; over when the last one is done. */
void workers_run(workers workers, worker_task *work, void *context);
/* Where a member's part of n things begins; it ends where that of the next begins. */
static inline int workers_begin(workers workers, int n, int member)
{
    return (int)((long)n * member / workers.members);
}

/* Processors that this program may use. */
int processor_count(void);
