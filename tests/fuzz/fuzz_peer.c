/* fuzz_peer.c - whatever a peer sends: the first byte chooses who listens, the rest is what it says.
 *
 * What must hold: the run ends in time, and no socket is left. */
#include "fuzz/fuzz.h"
#include "base/array.h"
#include "problem/deck.h"
#include "problem/initial_value.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const char HEAD[] =
    "begin: data; problem: initial value; end: data; begin: initial value; initial time: 0.; final time: 0.03; time "
    "step: 0.01; tolerance: 1.e-6; max iterations: 10; end: initial value; begin: control data; structural nodes: 2; "
    "rigid bodies: 2; forces: 1; file drivers: %d; end: control data; begin: nodes; structural: 1, dynamic, null, eye, "
    "null, null; structural: 2, dynamic, 1., 2., 3., eye, null, null; end: nodes; %s begin: elements; body: 1, 1, 2., "
    "null, eye; body: 2, 2, 3., null, eye; %s end: elements;";

/* @ stands for the address. */
static const char *const DRIVERS[] = {
    "begin: drivers; file: 1, stream, name, \"IN\", create, yes, @, 2; end: drivers;",
    "begin: drivers; file: 1, stream, name, \"IN\", create, yes, @, non blocking, 2, modifier, copy cast, swap, "
    "detect, int16_t, skip, 3, float; end: drivers;",
    "begin: drivers; file: 1, socket, 2, @; end: drivers;",
    "begin: drivers; file: 1, socket, 2, @, password, user, \"me\", credentials, \"{CRYPT}$1$ab$\"; end: drivers;",
};
static const char *const FORCES[] = {
    "force: 1, external structural, socket, create, yes, @, coupling, loose, 2, 1, 2;",
    "force: 1, external structural, socket, create, yes, @, coupling, tight, reference node, 1, labels, yes, sorted, "
    "no, accelerations, yes, 1, 2, offset, 0., 0., 1.;",
    "force: 1, external structural mapping, socket, create, yes, @, coupling, 2, points number, 2, 1, offset, null, 2, "
    "offset, 1., 0., 0.;",
};

static char path[64];

typedef struct {
    const uint8_t *data;
    size_t size;
    atomic_int is_over;
} speech;

/* Comes as soon as there is somebody, says it all, listens a while and goes. */
static void *speak(void *to)
{
    speech *s = to;
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    char heard[4096];
    strncpy(at.sun_path, path, sizeof at.sun_path - 1);
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    while (connect(fd, (const struct sockaddr *)&at, sizeof at) != 0 && !atomic_load(&s->is_over))
        usleep(100);
    send(fd, s->data, s->size, MSG_NOSIGNAL);
    shutdown(fd, SHUT_WR);
    while (recv(fd, heard, sizeof heard, 0) > 0)
        ;
    close(fd);
    return NULL;
}

static void put(text *t, const char *words)
{
    for (; *words; words++)
        if (*words == '@')
            text_printf(t, "local, \"%s\"", path);
        else
            text_char(t, *words);
    text_char(t, '\0');
}

static void run_against(deck *d, speech *s)
{
    const run_options unheard = {.errors = d->errors};
    run_summary summary;
    pthread_t peer;
    d->model->limits.meeting_seconds = 2;
    d->model->limits.peer_seconds = 0.05;
    if (pthread_create(&peer, NULL, speak, s) != 0)
        return;
    initial_value_solve(d->problem, d->model, &unheard, &summary);
    atomic_store(&s->is_over, 1);
    pthread_join(peer, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const int n_forces = ARRAY_LEN(FORCES), which = data[0] % (ARRAY_LEN(DRIVERS) + n_forces);
    snprintf(path, sizeof path, "/tmp/torsor-fuzz-%ld.sock", (long)getpid());
    speech s = {.data = data + 1, .size = size - 1};
    text driver = {0}, force = {0}, all = {0};
    put(&force, which < n_forces ? FORCES[which] : "force: 1, absolute, 1, position, null, 1., 0., 0., file, 1, 2;");
    put(&driver, which < n_forces ? "" : DRIVERS[which - n_forces]);
    text_printf(&all, HEAD, which >= n_forces, driver.at, force.at);
    deck *d = deck_create();
    if (!deck_read_text(d, "fuzz", all.at, all.n) || !d->problem)
        abort();
    run_against(d, &s);
    if (access(path, F_OK) == 0)
        abort();
    deck_destroy(d);
    text_free(&driver);
    text_free(&force);
    text_free(&all);
    return 0;
}
