/* octave.c - requests to Octave. */
#include "net/octave.h"
#include "base/array.h"
#include "base/interrupt.h"
#include "net/child.h"
#include "net/link.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static const char DEFAULT_PROGRAM[] = "octave-cli";
enum { MOST_LINE = 1 << 24, POLL_MILLISECONDS = 100, MOST_ANSWER = 4096, END_SECONDS = 2 };

struct octave {
    pthread_mutex_t lock;
    pid_t process;
    net_link link; /* requests */
    int replies;   /* -1: the process has failed */
    double seconds;
    ARRAY(char) line; /* of the reply; bytes behind its end are those of the next one */
    int used;         /* bytes of `line` that were returned as a line */
    char failure[OCTAVE_WHY];
};

/* --- the process -------------------------------------------------------------------------------------------------- */

static int set_files(posix_spawn_file_actions_t *files, int socket, int replies)
{
    int error = posix_spawn_file_actions_init(files);
    error = error ? error : posix_spawn_file_actions_adddup2(files, replies, OCTAVE_REPLIES);
    error = error ? error : posix_spawn_file_actions_adddup2(files, socket, STDIN_FILENO);
    error = error ? error : posix_spawn_file_actions_adddup2(files, STDERR_FILENO, STDOUT_FILENO);
    return error ? error : posix_spawn_file_actions_addclosefrom_np(files, OCTAVE_REPLIES + 1);
}

static pid_t octave_spawn(const char *program, int socket, int replies, int *error)
{
    const char *const words[] = {program,  "--quiet",     "--norc", "--no-history", "--no-init-file", "--no-gui",
                                 "--eval", octave_script, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    pid_t process = 0;
    *error = set_files(&files, socket, replies);
    if (*error == 0) {
        *error = child_set_attributes(&attributes);
        if (*error == 0)
            *error = posix_spawnp(&process, program, &files, &attributes, (char *const *)(void *)words, environ);
        posix_spawnattr_destroy(&attributes);
        posix_spawn_file_actions_destroy(&files);
    }
    return *error == 0 ? process : 0;
}

/* Creates the socket of requests and the pipe of replies, whose descriptors must not be among the first few: those of
 * the process are copied there. */
static bool make_channels(int ends[2], int pipe_ends[2])
{
    enum { FIRST = 10 };
    int socket[2], reply[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, socket) != 0)
        return false;
    if (pipe2(reply, O_CLOEXEC) != 0) {
        close(socket[0]), close(socket[1]);
        return false;
    }
    bool ok = true;
    for (int i = 0; i < 2; i++) {
        ends[i] = fcntl(socket[i], F_DUPFD_CLOEXEC, FIRST), pipe_ends[i] = fcntl(reply[i], F_DUPFD_CLOEXEC, FIRST);
        close(socket[i]), close(reply[i]);
        ok = ok && ends[i] >= 0 && pipe_ends[i] >= 0;
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    fcntl(pipe_ends[0], F_SETFL, O_NONBLOCK);
    return ok;
}

octave *octave_start(const char *program, double seconds, char *why, size_t size)
{
    int ends[2], pipe_ends[2], error = 0;
    program = program && *program ? program : DEFAULT_PROGRAM;
    if (!make_channels(ends, pipe_ends)) {
        snprintf(why, size, "cannot create a socket: %s", strerror(errno));
        return NULL;
    }
    const pid_t process = octave_spawn(program, ends[1], pipe_ends[1], &error);
    close(ends[1]);
    close(pipe_ends[1]);
    if (!process) {
        close(ends[0]);
        close(pipe_ends[0]);
        snprintf(why, size, "%.150s: %s", program, strerror(error));
        return NULL;
    }
    octave *started = heap_resize(NULL, sizeof *started);
    *started = (octave){.process = process, .link = net_none(), .replies = pipe_ends[0], .seconds = seconds};
    started->link.fd = ends[0];
    array_reserve(&started->line, 4 * MOST_ANSWER);
    pthread_mutex_init(&started->lock, NULL);
    return started;
}

/* Waits for the process to end by itself, and kills it if it does not. */
static void reap(pid_t process)
{
    const struct timespec moment = {.tv_nsec = POLL_MILLISECONDS * 1000000L};
    for (int i = 0; i < END_SECONDS * 1000 / POLL_MILLISECONDS; i++) {
        if (waitpid(process, NULL, WNOHANG) != 0)
            return;
        nanosleep(&moment, NULL);
    }
    kill(process, SIGKILL);
    waitpid(process, NULL, 0);
}

static void octave_hang_up(octave *octave)
{
    net_hang_up(&octave->link);
    if (octave->replies >= 0)
        close(octave->replies);
    octave->replies = -1;
}

void octave_stop(octave *octave)
{
    if (!octave)
        return;
    octave_hang_up(octave);
    reap(octave->process);
    pthread_mutex_destroy(&octave->lock);
    array_free(&octave->line);
    free(octave);
}

/* --- lines -------------------------------------------------------------------------------------------------------- */

static bool fail(octave *octave, char *why, const char *reason)
{
    snprintf(octave->failure, sizeof octave->failure, "%s", reason);
    snprintf(why, OCTAVE_WHY, "%s", reason);
    octave_hang_up(octave);
    return false;
}

static bool is_interrupted(void) { return interrupt_now.raised && *interrupt_now.raised; }

/* Reads what has come of the reply. Returns false after a failure. */
static bool receive_some(octave *octave, double *waited, char *why)
{
    struct pollfd wait = {.fd = octave->replies, .events = POLLIN};
    if (poll(&wait, 1, POLL_MILLISECONDS) == 0) {
        *waited += POLL_MILLISECONDS * 1e-3;
        return is_interrupted()            ? fail(octave, why, "interrupted")
               : *waited > octave->seconds ? fail(octave, why, "Octave has not replied in time (--limit peer_seconds)")
                                           : true;
    }
    array_reserve(&octave->line, octave->line.n + MOST_ANSWER);
    const ssize_t n = read(octave->replies, octave->line.items + octave->line.n, MOST_ANSWER);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        return fail(octave, why, "Octave has ended");
    octave->line.n += n > 0 ? (int)n : 0;
    return octave->line.n < MOST_LINE || fail(octave, why, "the reply of Octave is too long");
}

/* Returns the next line of the replies, valid until the next call; NULL after a failure. */
static char *next_line(octave *octave, char *why)
{
    double waited = 0;
    if (octave->used > 0)
        memmove(octave->line.items, octave->line.items + octave->used, (size_t)(octave->line.n - octave->used));
    octave->line.n -= octave->used;
    octave->used = 0;
    char *end = NULL;
    while (!(end = octave->line.n > 0 ? memchr(octave->line.items, '\n', (size_t)octave->line.n) : NULL))
        if (!receive_some(octave, &waited, why))
            return NULL;
    *end = '\0';
    octave->used = (int)(end - octave->line.items) + 1;
    return octave->line.items;
}

static bool send_line(octave *octave, const char *const *pieces, char *why)
{
    const net_patience patience = {.seconds = octave->seconds};
    bool ok = true;
    for (; ok && *pieces; pieces++)
        ok = net_send(&octave->link, *pieces, strlen(*pieces), &patience) == NET_OK;
    return (ok && net_send(&octave->link, "\n ", 2, &patience) == NET_OK) || fail(octave, why, "Octave has ended");
}

/* --- requests ----------------------------------------------------------------------------------------------------- */

/* Reads "= N NUMBER ...". */
static bool read_numbers(const char *line, double *numbers, int n, char *why)
{
    char *at;
    const long count = strtol(line + 1, &at, 10);
    if (count != n) {
        snprintf(why, OCTAVE_WHY, "the result has %ld numbers, expected %d", count, n);
        return false;
    }
    for (int i = 0; i < n; i++) {
        char *end;
        numbers[i] = strtod(at, &end);
        if (end == at) {
            snprintf(why, OCTAVE_WHY, "the reply is not understood");
            return false;
        }
        at = end;
    }
    return true;
}

static bool answer_question(octave *octave, const char *line, octave_answer *answer, void *context, char *why)
{
    char kind[16] = "", reply[MOST_ANSWER] = "!";
    const char *blank = strchr(line + 2, ' ');
    snprintf(kind, sizeof kind, "%.*s", (int)(blank ? blank - line - 2 : (long)strlen(line + 2)), line + 2);
    if (!answer || !answer(context, kind, blank ? blank + 1 : "", reply, sizeof reply))
        snprintf(reply, sizeof reply, "!");
    return send_line(octave, (const char *const[]){reply, NULL}, why);
}

static bool exchange(octave *octave, const char *const *pieces, octave_answer *answer, void *context, double *numbers,
                     int n, char *why)
{
    if (octave->replies < 0) {
        snprintf(why, OCTAVE_WHY, "%s", octave->failure);
        return false;
    }
    for (bool ok = send_line(octave, pieces, why); ok;) {
        const char *line = next_line(octave, why);
        if (!line)
            return false;
        if (line[0] == '=')
            return read_numbers(line, numbers, n, why);
        if (strncmp(line, "? ", 2) != 0) {
            snprintf(why, OCTAVE_WHY, "%s", strncmp(line, "! ", 2) == 0 ? line + 2 : "the reply is not understood");
            return false;
        }
        ok = answer_question(octave, line, answer, context, why);
    }
    return false;
}

bool octave_request(octave *octave, const char *const *pieces, octave_answer *answer, void *context, double *numbers,
                    int n, char *why)
{
    pthread_mutex_lock(&octave->lock);
    const bool ok = exchange(octave, pieces, answer, context, numbers, n, why);
    pthread_mutex_unlock(&octave->lock);
    interrupt_point();
    return ok;
}
