/* team.c - a few threads that share one piece of work, again and again.
 *
 * The caller raises the number `given` of each member that is to work; the member then does its share and raises `done`
 * to the same number. Whoever waits looks at the number for a while and then sleeps on a condition. */
#include "base/team.h"
#include "base/arena.h"
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum {
    LOOKS = 10000,   /* before one sleeps: some tenths of a millisecond */
    FEW_LOOKS = 100, /* when there are fewer processors than members: looking keeps another from working */
    CACHE_LINE = 64
};

typedef struct {
    team *of;
    int number;
    pthread_t thread;
    atomic_uint given, done;
    char apart[CACHE_LINE]; /* members do not write where others look */
} member;

struct team {
    int n, looks;
    bool over;
    team_work *work;
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    member member[TEAM_MOST];
};

static void await_number(team *t, atomic_uint *number, unsigned wanted)
{
    for (int i = 0; i < t->looks; i++) {
        if (atomic_load_explicit(number, memory_order_acquire) == wanted)
            return;
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#endif
    }
    pthread_mutex_lock(&t->lock);
    while (atomic_load_explicit(number, memory_order_acquire) != wanted)
        pthread_cond_wait(&t->changed, &t->lock);
    pthread_mutex_unlock(&t->lock);
}

static void raise_done(team *t, member *m, unsigned to)
{
    pthread_mutex_lock(&t->lock);
    atomic_store_explicit(&m->done, to, memory_order_release);
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
}

static void raise_given(team *t, int members)
{
    pthread_mutex_lock(&t->lock);
    for (int i = 1; i < members; i++)
        atomic_fetch_add_explicit(&t->member[i].given, 1, memory_order_release);
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
}

static void *serve(void *argument)
{
    member *self = argument;
    team *t = self->of;
    for (unsigned next = 1;; next++) {
        await_number(t, &self->given, next);
        if (t->over)
            return NULL;
        t->work(t->context, self->number);
        raise_done(t, self, next);
    }
}

/* Signals are for the caller. */
static void hire(team *t, int members)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (t->n = 1; t->n < members && t->n < TEAM_MOST; t->n++) {
        member *m = &t->member[t->n];
        m->of = t;
        m->number = t->n;
        if (pthread_create(&m->thread, NULL, serve, m) != 0)
            break;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

team *team_create(int members)
{
    team *t = heap_resize(NULL, sizeof *t);
    *t = (team){.looks = members <= team_processors() ? LOOKS : FEW_LOOKS,
                .lock = PTHREAD_MUTEX_INITIALIZER,
                .changed = PTHREAD_COND_INITIALIZER};
    hire(t, members);
    return t;
}

void team_destroy(team *t)
{
    if (!t)
        return;
    t->over = true;
    raise_given(t, t->n);
    for (int i = 1; i < t->n; i++)
        pthread_join(t->member[i].thread, NULL);
    pthread_cond_destroy(&t->changed);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

int team_share(const team *t, int wanted)
{
    const int size = t ? t->n : 1;
    return wanted < 1 ? 1 : wanted < size ? wanted : size;
}

void team_begin(team *t, int members, team_work *work, void *context)
{
    if (members < 2)
        return;
    t->work = work;
    t->context = context;
    raise_given(t, members);
}

void team_wait(team *t, int number)
{
    member *m = &t->member[number];
    await_number(t, &m->done, atomic_load_explicit(&m->given, memory_order_relaxed));
}

int team_processors(void)
{
    cpu_set_t mine;
    return sched_getaffinity(0, sizeof mine, &mine) == 0 ? CPU_COUNT(&mine) : 1;
}
