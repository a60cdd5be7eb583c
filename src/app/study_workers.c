/* study_workers.c - processes that solve the cases of a study.
 *
 * Cases are dealt out by a counter in memory that the processes share. A process that ends before it has stored its
 * case is replaced, and its successor begins with that case. If it was killed, the case is tried again, up to
 * MOST_ATTEMPTS times; if it has crashed, or was killed as often, the case is stored as failed. A byte in a pipe tells
 * that a case is finished. */
#include "app/study_workers.h"
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_ATTEMPTS = 5, NO_CASE = -1, WATCH_MILLISECONDS = 200, WORKER_STOPPED = 1 };

typedef struct {
    atomic_int next;      /* the next case that nobody has begun */
    atomic_int current[]; /* by worker: the case it is solving, or NO_CASE */
} board;

typedef struct {
    torsor_study *study;
    board *board;
    int jobs, running, finished;
    pid_t *pids;
    int *attempts; /* by case: how often its process was killed */
    int pipe[2];
    bool shown, ok;
    double begun, last;
} workers;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* --- a worker ----------------------------------------------------------------------------------------------------- */

static _Noreturn void work(workers *workers, int worker)
{
    board *board = workers->board;
    bool ok = true;
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* nobody would collect what it solves */
    close(workers->pipe[0]);
    for (;;) {
        int index = atomic_load(&board->current[worker]);
        if (index == NO_CASE)
            index = atomic_fetch_add(&board->next, 1);
        if (index >= torsor_study_count(workers->study) || study_gives_up || !ok)
            break;
        atomic_store(&board->current[worker], index);
        ok = torsor_study_solve(workers->study, index) != TORSOR_CASE_OPEN; /* open: it could not be stored */
        atomic_store(&board->current[worker], NO_CASE);
        if (write(workers->pipe[1], "", 1) != 1)
            ok = false;
    }
    _exit(ok || study_gives_up ? 0 : WORKER_STOPPED);
}

/* --- all workers -------------------------------------------------------------------------------------------------- */

static bool start(workers *workers, int worker)
{
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0)
        work(workers, worker);
    if (pid < 0) {
        perror("torsor study: cannot start a process");
        return workers->ok = false;
    }
    workers->pids[worker] = pid;
    workers->running++;
    return true;
}

static void show(workers *workers)
{
    const double now = seconds();
    const int n = torsor_study_count(workers->study);
    if (!workers->shown || now - workers->last < 0.2)
        return;
    workers->last = now;
    fprintf(stderr, "\r\033[K%d of %d cases", workers->finished, n);
    if (workers->finished > 0)
        fprintf(stderr, ", %.0f s left", (now - workers->begun) * (n - workers->finished) / workers->finished);
    fflush(stderr);
}

static void read_pipe(workers *workers, int milliseconds)
{
    char bytes[256];
    struct pollfd poller = {.fd = workers->pipe[0], .events = POLLIN};
    if (poll(&poller, 1, milliseconds) > 0) {
        const ssize_t n = read(workers->pipe[0], bytes, sizeof bytes);
        workers->finished += n > 0 ? (int)n : 0;
    }
}

/* Decides what becomes of the case of a worker that was ended by a signal. */
static void retry_or_abandon(workers *workers, int worker, int signal)
{
    const int index = atomic_load(&workers->board->current[worker]);
    if (index == NO_CASE || index >= torsor_study_count(workers->study))
        return;
    if (signal == SIGKILL && ++workers->attempts[index] < MOST_ATTEMPTS)
        return;
    torsor_study_abandon(workers->study, index, signal);
    workers->finished++;
    atomic_store(&workers->board->current[worker], NO_CASE);
}

static void bury(workers *workers, int worker, int status)
{
    workers->running--;
    workers->pids[worker] = 0;
    if (WIFEXITED(status)) {
        workers->ok = workers->ok && WEXITSTATUS(status) == 0;
        return;
    }
    retry_or_abandon(workers, worker, WTERMSIG(status));
    if (!study_gives_up)
        start(workers, worker);
}

static void watch(workers *workers)
{
    while (workers->running > 0) {
        int status;
        const pid_t pid = waitpid(-1, &status, WNOHANG);
        for (int i = 0; pid > 0 && i < workers->jobs; i++)
            if (workers->pids[i] == pid)
                bury(workers, i, status);
        if (pid <= 0)
            read_pipe(workers, WATCH_MILLISECONDS);
        for (int i = 0; study_gives_up && i < workers->jobs; i++)
            if (workers->pids[i] > 0)
                kill(workers->pids[i], SIGTERM);
        show(workers);
    }
    if (workers->shown)
        fputs("\r\033[K", stderr);
}

static bool workers_prepare(workers *workers)
{
    const size_t size = sizeof(board) + (size_t)workers->jobs * sizeof(atomic_int);
    workers->pids = calloc((size_t)workers->jobs, sizeof *workers->pids);
    workers->attempts = calloc((size_t)torsor_study_count(workers->study) + 1, sizeof *workers->attempts);
    workers->board = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!workers->pids || !workers->attempts || workers->board == MAP_FAILED || pipe(workers->pipe) != 0) {
        perror("torsor study: cannot start processes");
        return false;
    }
    for (int i = 0; i < workers->jobs; i++)
        atomic_init(&workers->board->current[i], NO_CASE);
    return true;
}

/* The end of a worker interrupts waiting for the pipe. */
static void note_end(int number) { (void)number; }

bool study_workers_run(torsor_study *study, int jobs, bool silent)
{
    const int n = torsor_study_count(study);
    workers workers = {.study = study,
                       .jobs = jobs < n ? jobs
                               : n > 0  ? n
                                        : 1,
                       .ok = true,
                       .shown = !silent && isatty(STDERR_FILENO),
                       .begun = seconds()};
    study_listen_to_signals();
    sigaction(SIGCHLD, &(struct sigaction){.sa_handler = note_end}, NULL);
    workers.ok = workers_prepare(&workers);
    for (int i = 0; i < workers.jobs && workers.ok; i++)
        start(&workers, i);
    watch(&workers);
    free(workers.pids);
    free(workers.attempts);
    return workers.ok && !study_gives_up;
}
