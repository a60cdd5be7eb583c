/* octave.c - requests to Octave. */
#include "net/octave.h"
#include "base/array.h"
#include "base/interrupt.h"
#include "net/link.h"
#include "net/octave_process.h"
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST_LINE = 1 << 24, POLL_MILLISECONDS = 100, MOST_ANSWER = 4096 };

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

octave *octave_start(const char *program, double seconds, char *why, size_t size)
{
    octave_process process = octave_process_start(program, why, size);
    if (process.id == 0)
        return NULL;
    octave *started = heap_resize(NULL, sizeof *started);
    *started = (octave){.process = process.id, .link = net_none(), .replies = process.replies, .seconds = seconds};
    started->link.fd = process.socket;
    array_reserve(&started->line, 4 * MOST_ANSWER);
    pthread_mutex_init(&started->lock, NULL);
    return started;
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
    octave_process_end(octave->process);
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
