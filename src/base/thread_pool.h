/* thread_pool.h - a fixed set of threads that execute tasks together.
 *
 * The caller is member 0 and does its share itself; the others start when the task is given and can be waited for one
 * by one, so that their results can be used in order. If a share has not been started when it is waited for, the caller
 * does it. Between tasks the workers wait: first polling, because in a time step the next task comes soon, and then
 * asleep. */
#pragma once

enum { THREAD_POOL_MAX = 64 };

typedef struct thread_pool thread_pool;
typedef void worker_task(void *context, int member);

/* Creates members, including the caller; fewer if not enough threads can be created. Never returns NULL. */
thread_pool *thread_pool_create(int members);
void thread_pool_destroy(thread_pool *pool);
/* Returns how many of the wanted members it has, at least the caller; 1 if pool is NULL. */
int thread_pool_workers(const thread_pool *pool, int wanted);
/* Starts members 1 .. members - 1; does nothing if there are none. All of them must have been waited for before the
 * next task. */
void thread_pool_begin(thread_pool *pool, int members, worker_task *work, void *context);
void thread_pool_wait(thread_pool *pool, int member);

/* A number of members of a thread pool that work on the same data; one: only the caller. */
typedef struct {
    thread_pool *pool;
    int members;
} workers;

/* Executes the shares of all members and returns when the last one has finished. */
void workers_run(workers workers, worker_task *work, void *context);
/* Returns the beginning of the part of n items of a member; it ends where that of the next member begins. */
static inline int workers_begin(workers workers, int n, int member)
{
    return (int)((long)n * member / workers.members);
}

/* Returns the number of processors that this program may use. */
int processor_count(void);
