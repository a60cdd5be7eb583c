/* fuzz_peer.c - whatever a peer sends: the first byte chooses who listens, the rest is what it says.
 *
 * What must hold: the run ends in time, and no socket is left. */
#include "fuzz/external_deck.h"
#include "base/array.h"
#include "problem/run.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const char DRIVEN[] = "force: 1, absolute, 1, position, null, 1., 0., 0., file, 1, 2;";

/* Who listens: a file driver and its force, or an external force. @ stands for the address. */
static const struct {
    const char *driver, *force;
} OBSERVERS[] = {
    {"", "force: 1, external structural, socket, create, yes, @, coupling, loose, 2, 1, 2;"},
    {"", "force: 1, external structural, socket, create, yes, @, coupling, tight, reference node, 1, labels, yes, "
         "sorted, no, accelerations, yes, 1, 2, offset, 0., 0., 1.;"},
    {"", "force: 1, external structural mapping, socket, create, yes, @, coupling, 2, points number, 2, 1, offset, "
         "null, 2, offset, 1., 0., 0.;"},
    {"file: 1, stream, name, \"IN\", create, yes, @, 2;", DRIVEN},
    {"file: 1, stream, name, \"IN\", create, yes, @, non blocking, 2, modifier, copy cast, swap, detect, int16_t, "
     "skip, 3, float;",
     DRIVEN},
    {"file: 1, socket, 2, @;", DRIVEN},
    {"file: 1, socket, 2, @, password, user, \"me\", credentials, \"{CRYPT}$1$ab$\";", DRIVEN},
    {"", "force: 1, external modal, socket, create, yes, @, coupling, tight, 3;"},
    {"", "force: 1, external modal, socket, create, yes, @, coupling, loose, 3, type, rigid;"},
    {"", "force: 1, external modal mapping, socket, create, yes, @, coupling, loose, reference node, 2, nodes number, "
         "1, 1, modes number, 2, full mapping file, \"" TEST_FOLDER "/contract/mapping.dat\";"},
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
    speech *speech = to;
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    char received[4096];
    strncpy(at.sun_path, path, sizeof at.sun_path - 1);
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    while (connect(fd, (const struct sockaddr *)&at, sizeof at) != 0 && !atomic_load(&speech->is_over))
        usleep(100);
    send(fd, speech->data, speech->size, MSG_NOSIGNAL);
    shutdown(fd, SHUT_WR);
    while (recv(fd, received, sizeof received, 0) > 0)
        ;
    close(fd);
    return NULL;
}

static void run_against(deck *deck, speech *speech)
{
    const run_options unheard = {.errors = deck->errors};
    run_summary summary;
    pthread_t peer;
    deck->model->limits.meeting_seconds = 2;
    deck->model->limits.peer_seconds = 0.05;
    if (pthread_create(&peer, NULL, speak, speech) != 0)
        return;
    problem_solve(deck->problem, deck->model, &unheard, &summary);
    atomic_store(&speech->is_over, 1);
    pthread_join(peer, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const int which = data[0] % ARRAY_LEN(OBSERVERS);
    char address[96];
    snprintf(path, sizeof path, "/tmp/torsor-fuzz-%ld.sock", (long)getpid());
    snprintf(address, sizeof address, "local, \"%s\"", path);
    speech speech = {.data = data + 1, .size = size - 1};
    deck *deck = external_deck(OBSERVERS[which].driver, OBSERVERS[which].force, address);
    run_against(deck, &speech);
    if (access(path, F_OK) == 0)
        abort();
    deck_destroy(deck);
    return 0;
}
