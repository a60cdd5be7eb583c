/* thread_pool.c - a fixed set of threads that execute tasks together.
 *
 * Each task has a number. The caller sets `given` of each worker of the task to it; the worker claims that number, does
 * its share and sets `done` to it. A caller that finishes first claims the shares that have not been started and does
 * them itself: on a busy machine it does not wait for sleeping threads, and the results do not depend on who does a
 * share. A waiting thread polls the number for a short time and then sleeps. The time is increased if polling was
 * sufficient and decreased if it was not, because on a busy machine polling keeps other threads from working. */
#include "base/thread_pool.h"
#include "base/arena.h"
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum {
    MOST_LOOKS = 4000, /* before sleeping: about a tenth of a millisecond */
    LEAST_LOOKS = 8,
    CACHE_LINE = 64
};

/* A number that one thread raises and another waits for. */
typedef struct {
    atomic_uint value;
    int looks; /* number of polls of the waiting thread */
    atomic_bool is_asleep;
    pthread_mutex_t lock;
    pthread_cond_t raised;
} counter;

typedef struct {
    thread_pool *pool;
    int number;
    pthread_t thread;
    atomic_uint claimed; /* the task that a thread has started */
    counter given;
    char apart[CACHE_LINE]; /* separates the data that different threads write */
    counter done;
    char apart_too[CACHE_LINE];
} member;

struct thread_pool {
    int n;
    atomic_bool over;
    worker_task *work;
    void *context;
    member member[THREAD_POOL_MAX];
};

static void counter_create(counter *counter)
{
    atomic_init(&counter->value, 0);
    atomic_init(&counter->is_asleep, false);
    counter->looks = MOST_LOOKS;
    pthread_mutex_init(&counter->lock, NULL);
    pthread_cond_init(&counter->raised, NULL);
}

static void counter_destroy(counter *counter)
{
    pthread_cond_destroy(&counter->raised);
    pthread_mutex_destroy(&counter->lock);
}

/* Wake-ups are not lost: the sleeper reads the value once more after it has announced that it sleeps. */
static void raise_to(counter *counter, unsigned value)
{
    atomic_store(&counter->value, value);
    if (!atomic_load(&counter->is_asleep))
        return;
    pthread_mutex_lock(&counter->lock);
    pthread_cond_signal(&counter->raised);
    pthread_mutex_unlock(&counter->lock);
}

static bool pool_check(const counter *counter, unsigned last)
{
    for (int i = 0; i < counter->looks; i++) {
        if (atomic_load_explicit(&counter->value, memory_order_acquire) != last)
            return true;
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#endif
    }
    return false;
}

static void sleep_on(counter *counter, unsigned last)
{
    pthread_mutex_lock(&counter->lock);
    atomic_store(&counter->is_asleep, true);
    while (atomic_load(&counter->value) == last)
        pthread_cond_wait(&counter->raised, &counter->lock);
    atomic_store(&counter->is_asleep, false);
    pthread_mutex_unlock(&counter->lock);
}

/* Waits until the value differs from the last one, and returns it. */
static unsigned await_next(counter *counter, unsigned last)
{
    if (pool_check(counter, last)) {
        counter->looks = 2 * counter->looks < MOST_LOOKS ? 2 * counter->looks : MOST_LOOKS;
    } else {
        counter->looks = counter->looks / 4 > LEAST_LOOKS ? counter->looks / 4 : LEAST_LOOKS;
        sleep_on(counter, last);
    }
    return atomic_load_explicit(&counter->value, memory_order_acquire);
}

/* Does the share of a worker of the task with this number, unless another thread has started it. */
static bool do_share(thread_pool *pool, member *member, unsigned number)
{
    unsigned before = number - 1;
    if (!atomic_compare_exchange_strong(&member->claimed, &before, number))
        return false;
    pool->work(pool->context, member->number);
    return true;
}

static void *serve(void *argument)
{
    member *self = argument;
    for (unsigned number = 0;;) {
        number = await_next(&self->given, number);
        if (self->pool->over)
            return NULL;
        if (do_share(self->pool, self, number))
            raise_to(&self->done, number);
    }
}

static void member_destroy(member *member)
{
    counter_destroy(&member->given);
    counter_destroy(&member->done);
}

/* Signals are left to the caller. */
static void start_threads(thread_pool *pool, int members)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (pool->n = 1; pool->n < members && pool->n < THREAD_POOL_MAX; pool->n++) {
        member *member = &pool->member[pool->n];
        member->pool = pool;
        member->number = pool->n;
        counter_create(&member->given);
        counter_create(&member->done);
        if (pthread_create(&member->thread, NULL, serve, member) != 0) {
            member_destroy(member);
            break;
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

thread_pool *thread_pool_create(int members)
{
    thread_pool *pool = heap_resize(NULL, sizeof *pool);
    *pool = (thread_pool){0};
    start_threads(pool, members);
    return pool;
}

static void raise_given(thread_pool *pool, int members)
{
    for (int i = 1; i < members; i++) {
        counter *counter = &pool->member[i].given;
        raise_to(counter, atomic_load_explicit(&counter->value, memory_order_relaxed) + 1);
    }
}

void thread_pool_destroy(thread_pool *pool)
{
    if (!pool)
        return;
    pool->over = true;
    raise_given(pool, pool->n);
    for (int i = 1; i < pool->n; i++) {
        pthread_join(pool->member[i].thread, NULL);
        member_destroy(&pool->member[i]);
    }
    free(pool);
}

int thread_pool_workers(const thread_pool *pool, int wanted)
{
    const int size = pool ? pool->n : 1;
    return wanted < 1 ? 1 : wanted < size ? wanted : size;
}

void thread_pool_begin(thread_pool *pool, int members, worker_task *work, void *context)
{
    if (members < 2)
        return;
    pool->work = work;
    pool->context = context;
    raise_given(pool, members);
}

void thread_pool_wait(thread_pool *pool, int number)
{
    member *member = &pool->member[number];
    const unsigned wanted = atomic_load_explicit(&member->given.value, memory_order_relaxed);
    if (do_share(pool, member, wanted))
        atomic_store(&member->done.value, wanted);
    else if (atomic_load_explicit(&member->done.value, memory_order_acquire) != wanted)
        await_next(&member->done, wanted - 1);
}

void workers_run(workers workers, worker_task *work, void *context)
{
    thread_pool_begin(workers.pool, workers.members, work, context);
    work(context, 0);
    for (int m = 1; m < workers.members; m++)
        thread_pool_wait(workers.pool, m);
}

int processor_count(void)
{
    cpu_set_t mine;
    return sched_getaffinity(0, sizeof mine, &mine) == 0 ? CPU_COUNT(&mine) : 1;
}
