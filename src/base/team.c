/* team.c - a few threads that share one piece of work, again and again.
 *
 * Work has a number. The caller raises `given` of each member that is to work; the member claims that number, does its
 * share and raises `done` to it. A caller who is done first claims the shares that nobody has begun and does them
 * himself: on a busy machine he waits for nobody, and whoever does a share, its numbers are the same.
 * Whoever waits looks at the number for a moment and then sleeps. The moment becomes longer when looking was enough and
 * shorter when it was not, for on a busy machine looking keeps the other from working. */
#include "base/team.h"
#include "base/arena.h"
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum {
    MOST_LOOKS = 4000, /* before one sleeps: about a tenth of a millisecond */
    LEAST_LOOKS = 8,
    CACHE_LINE = 64
};

/* A number that one thread raises and another waits for. */
typedef struct {
    atomic_uint value;
    int looks; /* of him who waits */
    atomic_bool is_asleep;
    pthread_mutex_t lock;
    pthread_cond_t raised;
} counter;

typedef struct {
    team *pool;
    int number;
    pthread_t thread;
    atomic_uint claimed; /* the work that someone has begun */
    counter given;
    char apart[CACHE_LINE]; /* members do not write where others look */
    counter done;
    char apart_too[CACHE_LINE];
} member;

struct team {
    int n;
    atomic_bool over;
    team_work *work;
    void *context;
    member member[TEAM_MOST];
};

static void counter_create(counter *c)
{
    atomic_init(&c->value, 0);
    atomic_init(&c->is_asleep, false);
    c->looks = MOST_LOOKS;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->raised, NULL);
}

static void counter_destroy(counter *c)
{
    pthread_cond_destroy(&c->raised);
    pthread_mutex_destroy(&c->lock);
}

/* Either sees the other: the sleeper looks at the value once more after he says that he sleeps. */
static void raise_to(counter *c, unsigned value)
{
    atomic_store(&c->value, value);
    if (!atomic_load(&c->is_asleep))
        return;
    pthread_mutex_lock(&c->lock);
    pthread_cond_signal(&c->raised);
    pthread_mutex_unlock(&c->lock);
}

static bool team_look(const counter *c, unsigned last)
{
    for (int i = 0; i < c->looks; i++) {
        if (atomic_load_explicit(&c->value, memory_order_acquire) != last)
            return true;
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#endif
    }
    return false;
}

static void sleep_on(counter *c, unsigned last)
{
    pthread_mutex_lock(&c->lock);
    atomic_store(&c->is_asleep, true);
    while (atomic_load(&c->value) == last)
        pthread_cond_wait(&c->raised, &c->lock);
    atomic_store(&c->is_asleep, false);
    pthread_mutex_unlock(&c->lock);
}

/* Waits until the value is no longer the last one, and returns it. */
static unsigned await_next(counter *c, unsigned last)
{
    if (team_look(c, last)) {
        c->looks = 2 * c->looks < MOST_LOOKS ? 2 * c->looks : MOST_LOOKS;
    } else {
        c->looks = c->looks / 4 > LEAST_LOOKS ? c->looks / 4 : LEAST_LOOKS;
        sleep_on(c, last);
    }
    return atomic_load_explicit(&c->value, memory_order_acquire);
}

/* Does a member's share of the work with this number, unless another has begun it. */
static bool do_share(team *t, member *m, unsigned number)
{
    unsigned before = number - 1;
    if (!atomic_compare_exchange_strong(&m->claimed, &before, number))
        return false;
    t->work(t->context, m->number);
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

static void member_destroy(member *m)
{
    counter_destroy(&m->given);
    counter_destroy(&m->done);
}

/* Signals are for the caller. */
static void hire(team *t, int members)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (t->n = 1; t->n < members && t->n < TEAM_MOST; t->n++) {
        member *m = &t->member[t->n];
        m->pool = t;
        m->number = t->n;
        counter_create(&m->given);
        counter_create(&m->done);
        if (pthread_create(&m->thread, NULL, serve, m) != 0) {
            member_destroy(m);
            break;
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

team *team_create(int members)
{
    team *t = heap_resize(NULL, sizeof *t);
    *t = (team){0};
    hire(t, members);
    return t;
}

static void raise_given(team *t, int members)
{
    for (int i = 1; i < members; i++) {
        counter *c = &t->member[i].given;
        raise_to(c, atomic_load_explicit(&c->value, memory_order_relaxed) + 1);
    }
}

void team_destroy(team *t)
{
    if (!t)
        return;
    t->over = true;
    raise_given(t, t->n);
    for (int i = 1; i < t->n; i++) {
        pthread_join(t->member[i].thread, NULL);
        member_destroy(&t->member[i]);
    }
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
    const unsigned wanted = atomic_load_explicit(&m->given.value, memory_order_relaxed);
    if (do_share(t, m, wanted))
        atomic_store(&m->done.value, wanted);
    else if (atomic_load_explicit(&m->done.value, memory_order_acquire) != wanted)
        await_next(&m->done, wanted - 1);
}

void crew_do(crew c, team_work *work, void *context)
{
    team_begin(c.team, c.members, work, context);
    work(context, 0);
    for (int m = 1; m < c.members; m++)
        team_wait(c.team, m);
}

int team_processors(void)
{
    cpu_set_t mine;
    return sched_getaffinity(0, sizeof mine, &mine) == 0 ? CPU_COUNT(&mine) : 1;
}
