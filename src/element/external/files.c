/* files.c - exchange by files: a file with the motion, a file with loads; the flag file of EDGE says whose turn it is.
 *
 * Files are written under another name and renamed, so that they appear complete. If the peer does not do so, its file
 * is read again until it is complete. */
#include "base/clock.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "element/external/external.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* --- waiting ------------------------------------------------------------------------------------------------------ */

typedef struct {
    double until;
    const external *external;
    peer *peer;
} watch;

static watch watch_begin(const external *external, peer *peer)
{
    return (watch){.until = clock_seconds() + peer->message.seconds, .external = external, .peer = peer};
}

/* Returns false after an error: the time limit is exceeded, or the run is to stop. */
static bool watch_on(const state *state, const watch *watch, const char *file)
{
    interrupt_point();
    if (watch->peer->message.stop && watch->peer->message.stop(watch->peer->message.context))
        return peer_failed(state, watch->peer, NET_STOPPED, file);
    if (clock_seconds() > watch->until)
        return peer_failed(state, watch->peer, NET_SILENT, file);
    const double longest = 0.1, rest = watch->external->sleep < longest ? watch->external->sleep : longest;
    nanosleep(&(struct timespec){.tv_nsec = (long)(1e9 * rest) + 1000}, NULL);
    return true;
}

/* --- files -------------------------------------------------------------------------------------------------------- */

/* Returns NULL if the file does not exist or cannot be read. The caller must free() the result. */
static char *file_text(const char *path)
{
    enum { MOST = 1 << 26 };
    FILE *file = fopen(path, "r");
    text text = {0};
    char some[4096];
    size_t n = 0;
    while (file && (n = fread(some, 1, sizeof some, file)) > 0 && text.n < MOST) {
        memcpy(text_reserve(&text, n), some, n);
        text.n += n;
    }
    if (!file)
        return NULL;
    fclose(file);
    text_char(&text, '\0');
    return text.data;
}

typedef void writer(const state *state, const external *external, FILE *to);

static bool write_whole(const state *state, const external *external, peer *peer, const char *path, writer *write)
{
    char *other = text_of("%s.part", path);
    FILE *file = fopen(other, "w");
    bool ok = file != NULL;
    if (ok) {
        write(state, external, file);
        ok = fclose(file) == 0 && rename(other, path) == 0;
    }
    const int error = errno;
    free(other);
    return ok || peer_error(state, peer, "cannot write %s: %s", path, strerror(error));
}

bool files_send(const state *state, const external *external, peer *peer)
{
    const watch watch = watch_begin(external, peer);
    while (external->never_overwrites && access(external->out, F_OK) == 0)
        if (!watch_on(state, &watch, external->out))
            return false;
    return write_whole(state, external, peer, external->out, external->kind->write);
}

/* Reads the loads from a text. Returns NULL, or why the text is not complete. */
static const char *files_take(const state *s, const external *x, const char *all, double *loads,
                              const char *(*parse)(const state *state, const external *external, words *from,
                                                   double *loads))
{
    words words = {.cursor = all};
    double more;
    const char *wrong = parse(s, x, &words, loads);
    return !wrong && words_number(&words, &more) ? "more numbers than loads" : wrong;
}

bool files_receive(const state *state, const external *external, peer *peer, double *loads, int *command)
{
    const watch watch = watch_begin(external, peer);
    const char *wrong = "the file does not exist";
    while (wrong) {
        char *all = file_text(external->input);
        wrong = all ? files_take(state, external, all, loads, external->kind->parse) : wrong;
        free(all);
        if (wrong && !watch_on(state, &watch, wrong))
            return false;
    }
    if (external->unlinks)
        unlink(external->input);
    peer->received++;
    *command = COMMAND_DATA;
    return true;
}

/* --- EDGE --------------------------------------------------------------------------------------------------------- */

/* Returns the digit in the flag file; -1 if there is none (yet). */
static int edge_flag(const external *external)
{
    char *all = file_text(external->input);
    int flag = -1;
    if (all && sscanf(all, "%*[^\n]\n%*[^\n]\n%d", &flag) != 1)
        flag = -1;
    free(all);
    return flag;
}

enum { EDGE_READY = 2, EDGE_WRITTEN = 3, EDGE_NEXT = 4, EDGE_QUIT = 5 };

static void put_flag(FILE *to, int flag) { fprintf(to, "UPDATE,N,0,0,1\nFLAG,I,1,1,0\n%d", flag); }

static void write_written(const state *state, const external *external, FILE *to)
{
    (void)state, (void)external;
    put_flag(to, EDGE_WRITTEN);
}

/* Waits until the peer has finished its turn. */
static bool edge_wait(const state *state, const external *external, peer *peer, int *flag)
{
    const watch watch = watch_begin(external, peer);
    for (;;) {
        *flag = edge_flag(external);
        if (*flag == EDGE_READY || *flag == EDGE_NEXT || *flag == EDGE_QUIT)
            return true;
        if (*flag > EDGE_QUIT)
            return peer_error(state, peer, "unknown flag %d in %s", *flag, external->input);
        if (!watch_on(state, &watch, external->input))
            return false;
    }
}

bool edge_send(const state *state, const external *external, peer *peer)
{
    int flag;
    if (!edge_wait(state, external, peer, &flag))
        return false;
    if (flag == EDGE_QUIT)
        return peer_error(state, peer, "the peer has ended the coupling (flag %d)", flag);
    return write_whole(state, external, peer, external->out, external->kind->write_edge) &&
           write_whole(state, external, peer, external->input, write_written);
}

bool edge_receive(const state *state, const external *external, peer *peer, double *loads, int *command)
{
    if (!edge_wait(state, external, peer, command))
        return false;
    peer->received++;
    if (*command != EDGE_READY)
        return true;
    char *all = file_text(external->out);
    const char *wrong =
        all ? files_take(state, external, all, loads, external->kind->parse_edge) : "the file does not exist";
    free(all);
    return !wrong || peer_error(state, peer, "%s: %s", external->out, wrong);
}

void edge_farewell(peer *peer)
{
    const external *external = peer->plan->self;
    FILE *file = fopen(external->input, "w");
    if (!file)
        return;
    put_flag(file, EDGE_QUIT);
    fclose(file);
}
