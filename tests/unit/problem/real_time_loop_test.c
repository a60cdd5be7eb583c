/* real_time_loop_test.c - a model of more than a hundred unknowns at 1 kHz: what its loop does not do, and how well it
 * keeps the pace; and what is said where rights are missing.
 *
 * The chain has eight links, 96 unknowns of nodes and 24 of hinges. How late steps begin depends on who else runs on
 * the machine: the histogram is printed, and what is asked of it is that the processor would have had time. */
#include "run_world.h"
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINKS = 8, FIRST = 20, LAST = 400 };
#define AT_1_KHZ "real time: POSIX, mode, period, time step, 1000000, output, no;"

/* As the process was before a run in real time. */
static void let_go(void)
{
    sched_setscheduler(0, SCHED_OTHER, &(struct sched_param){0});
    munlockall();
}

static bool run_chain(world *world, const char *card)
{
    static char words[8192];
    int n = snprintf(words, sizeof words,
                     "begin: data; problem: initial value; end: data; begin: initial value; initial time: 0.; final "
                     "time: 0.4995; time step: 1.e-3; method: ms, 0.6; tolerance: 1.e-6; max iterations: 10; "
                     "derivatives tolerance: 1.e-4; derivatives max iterations: 20; %s end: initial value; begin: "
                     "control data; structural nodes: %d; rigid bodies: %d; joints: %d; gravity; end: control data; "
                     "begin: nodes; ",
                     card, LINKS, LINKS, LINKS);
    for (int i = 1; i <= LINKS; i++)
        n += snprintf(words + n, sizeof words - (size_t)n, "structural: %d, dynamic, %d., 0., 0., eye, null, null; ", i,
                      i);
    n += snprintf(words + n, sizeof words - (size_t)n,
                  "end: nodes; begin: elements; gravity: uniform, 0., 0., -1., const, 9.81; joint: 1, spherical pin, "
                  "1, position, -1., 0., 0., position, null; ");
    for (int i = 1; i <= LINKS; i++)
        n += snprintf(words + n, sizeof words - (size_t)n, "body: %d, %d, 1., null, diag, 0.1, 0.1, 0.1; ", i, i);
    for (int i = 2; i <= LINKS; i++)
        n += snprintf(words + n, sizeof words - (size_t)n,
                      "joint: %d, spherical hinge, %d, position, null, %d, position, -1., 0., 0.; ", i, i - 1, i);
    snprintf(words + n, sizeof words - (size_t)n, "end: elements;");
    return world_run(world, words);
}

#ifndef TORSOR_SANITIZED

/* --- what is counted ---------------------------------------------------------------------------------------------- */

/* NOLINTBEGIN(bugprone-reserved-identifier): what the C library calls them */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);
/* NOLINTEND(bugprone-reserved-identifier) */
void *malloc(size_t size);
void *calloc(size_t n, size_t size);
void *realloc(void *old, size_t size);

static bool is_counting;
static long allocations, locks, first_errors, last_errors;
static double first_seconds, last_seconds;

void *malloc(size_t size)
{
    allocations += is_counting;
    return __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    allocations += is_counting;
    return __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
    allocations += is_counting;
    return __libc_realloc(old, size);
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    static int (*next)(pthread_mutex_t *);
    if (!next) {
        void *address = dlsym(RTLD_NEXT, "pthread_mutex_lock");
        memcpy(&next, &address, sizeof next);
    }
    locks += is_counting;
    return next(mutex);
}

static void look(long *errors, double *seconds)
{
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    *errors = use.ru_minflt + use.ru_majflt;
    *seconds = (double)clock() / CLOCKS_PER_SEC;
}

static void at_step(int n)
{
    if (n == FIRST) {
        allocations = locks = 0;
        look(&first_errors, &first_seconds);
    }
    if (n == LAST)
        look(&last_errors, &last_seconds);
    is_counting = n >= FIRST && n < LAST;
}

static void test_the_loop(void **of)
{
    world *world = *of;
    world->at_step = at_step;
    memset(world->rows, 1, sizeof world->rows); /* the pages of the rows belong to the test */
    if (!run_chain(world, AT_1_KHZ))
        fail_msg("%s", world->said);
    is_counting = false;
    let_go();
    assert_true(world->deck->model->n_unknowns >= 100);
    assert_int_equal(allocations, 0);
    assert_int_equal(locks, 0);
    assert_int_equal(last_errors, first_errors);
    const double used = (last_seconds - first_seconds) / (LAST - FIRST);
    printf("%d unknowns, %.0f us of processor time a step\n%s", world->deck->model->n_unknowns, 1e6 * used,
           world->printed);
}

#else

static void test_the_loop(void **of) { (void)of; }

#define LOCKS_NOTHING /* the sanitizers' own functions lock no memory and call that success */

#endif

/* --- without rights ----------------------------------------------------------------------------------------------- */

/* What the run said, and how it went; in a process that may neither lock memory nor have priority. */
static int without_rights(world *world)
{
    const struct rlimit none = {0};
    enum { NOBODY = 65534 };
    setrlimit(RLIMIT_MEMLOCK, &none);
    setrlimit(RLIMIT_RTPRIO, &none);
    let_go();
    if (getuid() == 0 && setuid(NOBODY) != 0)
        return 1;
    if (!run_chain(world, "real time: POSIX, mode, IO;"))
        return 2;
#ifdef LOCKS_NOTHING
    const bool reports_of_memory = true;
#else
    const bool reports_of_memory = strstr(world->said, "cannot lock the memory");
#endif
    const bool reports = reports_of_memory && strstr(world->said, "cannot get real-time priority");
    return reports && world->n == 501 ? 0 : 3;
}

static void test_without_rights(void **of)
{
    const pid_t child = fork();
    int status = -1;
    assert_true(child >= 0);
    if (child == 0)
        _exit(without_rights(*of));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(test_the_loop), TEST(test_without_rights)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
