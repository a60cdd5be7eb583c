/* files.c - exchange by files: a file of the motion, a file of loads; EDGE's flag says whose turn it is.
 *
 * What is written appears whole: under another name first. A peer that does not do so is read again until the file is
 * complete. */
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
    const external *x;
    peer *p;
} watch;

static watch watch_begin(const external *x, peer *p)
{
    return (watch){.until = clock_seconds() + p->message.seconds, .x = x, .p = p};
}

/* False after a fault: the time is over, or the run is to stop. */
static bool watch_on(const state *s, const watch *w, const char *file)
{
    interrupt_point();
    if (w->p->message.stop && w->p->message.stop(w->p->message.context))
        return peer_failed(s, w->p, NET_STOPPED, file);
    if (clock_seconds() > w->until)
        return peer_failed(s, w->p, NET_SILENT, file);
    const double longest = 0.1, rest = w->x->sleep < longest ? w->x->sleep : longest;
    nanosleep(&(struct timespec){.tv_nsec = (long)(1e9 * rest) + 1000}, NULL);
    return true;
}

/* --- files -------------------------------------------------------------------------------------------------------- */

/* NULL: it is not there, or cannot be read. Freed by the caller. */
static char *file_text(const char *path)
{
    enum { MOST = 1 << 26 };
    FILE *f = fopen(path, "r");
    text t = {0};
    char some[4096];
    size_t n = 0;
    while (f && (n = fread(some, 1, sizeof some, f)) > 0 && t.n < MOST) {
        memcpy(text_room(&t, n), some, n);
        t.n += n;
    }
    if (!f)
        return NULL;
    fclose(f);
    text_char(&t, '\0');
    return t.data;
}

typedef void writer(const state *s, const external *x, FILE *to);

static bool write_whole(const state *s, const external *x, peer *p, const char *path, writer *write)
{
    char *other = text_of("%s.part", path);
    FILE *f = fopen(other, "w");
    bool ok = f != NULL;
    if (ok) {
        write(s, x, f);
        ok = fclose(f) == 0 && rename(other, path) == 0;
    }
    const int error = errno;
    free(other);
    return ok || peer_fault(s, p, "cannot write %s: %s", path, strerror(error));
}

bool files_send(const state *s, const external *x, peer *p)
{
    const watch w = watch_begin(x, p);
    while (x->keeps && access(x->out, F_OK) == 0)
        if (!watch_on(s, &w, x->out))
            return false;
    return write_whole(s, x, p, x->out, x->kind->write);
}

/* Loads in a text that is complete; else why not. */
static const char *files_take(const state *s, const external *x, const char *all, double *loads,
                              const char *(*parse)(const state *s, const external *x, words *from, double *loads))
{
    words w = {.cursor = all};
    double more;
    const char *wrong = parse(s, x, &w, loads);
    return !wrong && words_number(&w, &more) ? "there are more numbers than loads" : wrong;
}

bool files_receive(const state *s, const external *x, peer *p, double *loads, int *command)
{
    const watch w = watch_begin(x, p);
    const char *wrong = "the file is not there";
    while (wrong) {
        char *all = file_text(x->input);
        wrong = all ? files_take(s, x, all, loads, x->kind->parse) : wrong;
        free(all);
        if (wrong && !watch_on(s, &w, wrong))
            return false;
    }
    if (x->unlinks)
        unlink(x->input);
    p->received++;
    *command = COMMAND_DATA;
    return true;
}

/* --- EDGE --------------------------------------------------------------------------------------------------------- */

/* The digit of the flag file; -1: none is there (yet). */
static int edge_flag(const external *x)
{
    char *all = file_text(x->input);
    int flag = -1;
    if (all && sscanf(all, "%*[^\n]\n%*[^\n]\n%d", &flag) != 1)
        flag = -1;
    free(all);
    return flag;
}

enum { EDGE_READY = 2, EDGE_WRITTEN = 3, EDGE_NEXT = 4, EDGE_QUIT = 5 };

static void put_flag(FILE *to, int flag) { fprintf(to, "UPDATE,N,0,0,1\nFLAG,I,1,1,0\n%d", flag); }

static void write_written(const state *s, const external *x, FILE *to)
{
    (void)s, (void)x;
    put_flag(to, EDGE_WRITTEN);
}

/* Until the peer has done what it does. */
static bool edge_wait(const state *s, const external *x, peer *p, int *flag)
{
    const watch w = watch_begin(x, p);
    for (;;) {
        *flag = edge_flag(x);
        if (*flag == EDGE_READY || *flag == EDGE_NEXT || *flag == EDGE_QUIT)
            return true;
        if (*flag > EDGE_QUIT)
            return peer_fault(s, p, "unknown flag %d in %s", *flag, x->input);
        if (!watch_on(s, &w, x->input))
            return false;
    }
}

bool edge_send(const state *s, const external *x, peer *p)
{
    int flag;
    if (!edge_wait(s, x, p, &flag))
        return false;
    if (flag == EDGE_QUIT)
        return peer_fault(s, p, "it has ended the coupling (flag %d)", flag);
    return write_whole(s, x, p, x->out, x->kind->write_edge) && write_whole(s, x, p, x->input, write_written);
}

bool edge_receive(const state *s, const external *x, peer *p, double *loads, int *command)
{
    if (!edge_wait(s, x, p, command))
        return false;
    p->received++;
    if (*command != EDGE_READY)
        return true;
    char *all = file_text(x->out);
    const char *wrong = all ? files_take(s, x, all, loads, x->kind->parse_edge) : "the file is not there";
    free(all);
    return !wrong || peer_fault(s, p, "%s: %s", x->out, wrong);
}

void edge_farewell(peer *p)
{
    const external *x = p->plan->self;
    FILE *f = fopen(x->input, "w");
    if (!f)
        return;
    put_flag(f, EDGE_QUIT);
    fclose(f);
}
