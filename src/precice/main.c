/* main.c - torsor-precice: loads preCICE and calls it for a run (net/precice_protocol.h).
 *
 *     torsor-precice VERSION [LIBRARY]      started by the library of Torsor, with a socket as file 3
 *
 * One thread performs the calls. The other waits for the run to close the socket, which it does at its end, also when
 * it is killed: the process then ends at once, even in the middle of a call. */
#include "net/precice_protocol.h"
#include "precice/library.h"
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* --- the socket --------------------------------------------------------------------------------------------------- */

/* Without the run there is nothing left to do. What the library has printed goes out. */
static _Noreturn void main_end(void)
{
    fflush(NULL);
    _exit(EXIT_SUCCESS);
}

static void *wait_for_end(void *unused)
{
    struct pollfd run = {.fd = PRECICE_SOCKET, .events = POLLRDHUP};
    while (poll(&run, 1, -1) <= 0) {
    }
    _exit(EXIT_SUCCESS);
    return unused;
}

static void main_receive(void *bytes, size_t n)
{
    for (size_t got = 0; got < n;) {
        const ssize_t k = recv(PRECICE_SOCKET, (char *)bytes + got, n - got, 0);
        if (k <= 0)
            main_end();
        got += (size_t)k;
    }
}

static void send_all(const void *bytes, size_t n)
{
    for (size_t sent = 0; sent < n;) {
        const ssize_t k = send(PRECICE_SOCKET, (const char *)bytes + sent, n - sent, MSG_NOSIGNAL);
        if (k <= 0)
            main_end();
        sent += (size_t)k;
    }
}

/* --- requests ----------------------------------------------------------------------------------------------------- */

typedef struct {
    precice_request head;
    char *mesh, *data; /* terminated */
    int *integers, *integers_answered;
    double *reals, *reals_answered;
} request;

static void *allocate(size_t n, size_t size)
{
    void *memory = calloc(n + 1, size);
    if (!memory) {
        fputs("torsor-precice: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return memory;
}

static void *receive_array(size_t n, size_t size)
{
    void *array = allocate(n, size);
    main_receive(array, n * size);
    return array;
}

static void receive_request(request *q)
{
    main_receive(&q->head, sizeof q->head);
    q->mesh = receive_array(q->head.mesh_length, 1);
    q->data = receive_array(q->head.data_length, 1);
    q->integers = receive_array(q->head.n_integers, sizeof *q->integers);
    q->reals = receive_array(q->head.n_reals, sizeof *q->reals);
    q->integers_answered = allocate(q->head.n_answered, sizeof *q->integers_answered);
    q->reals_answered = allocate(q->head.n_answered, sizeof *q->reals_answered);
}

static void free_request(request *q)
{
    free(q->mesh);
    free(q->data);
    free(q->integers);
    free(q->reals);
    free(q->integers_answered);
    free(q->reals_answered);
}

/* --- calls -------------------------------------------------------------------------------------------------------- */

static double call_of_coupling(const precice_library *l, const request *q)
{
    switch (q->head.function) {
    case PRECICE_createParticipant:
        l->createParticipant(q->mesh, q->data, 0, 1);
        return 0;
    case PRECICE_initialize:
        l->initialize();
        return 0;
    case PRECICE_advance:
        l->advance(q->head.time);
        return 0;
    case PRECICE_finalize:
        l->finalize();
        return 0;
    case PRECICE_requiresInitialData:
        return l->requiresInitialData();
    case PRECICE_requiresWritingCheckpoint:
        return l->requiresWritingCheckpoint();
    case PRECICE_requiresReadingCheckpoint:
        return l->requiresReadingCheckpoint();
    case PRECICE_isCouplingOngoing:
        return l->isCouplingOngoing();
    case PRECICE_isTimeWindowComplete:
        return l->isTimeWindowComplete();
    default:
        return l->getMaxTimeStepSize();
    }
}

static double call_of_mesh(const precice_library *l, const request *q)
{
    switch (q->head.function) {
    case PRECICE_getMeshDimensions:
        return l->getMeshDimensions(q->mesh);
    case PRECICE_getDataDimensions:
        return l->getDataDimensions(q->mesh, q->data);
    case PRECICE_requiresMeshConnectivityFor:
        return l->requiresMeshConnectivityFor(q->mesh);
    case PRECICE_setMeshVertices:
        l->setMeshVertices(q->mesh, q->head.n, q->reals, q->integers_answered);
        return 0;
    case PRECICE_setMeshEdges:
        l->setMeshEdges(q->mesh, q->head.n, q->integers);
        return 0;
    case PRECICE_setMeshTriangles:
        l->setMeshTriangles(q->mesh, q->head.n, q->integers);
        return 0;
    case PRECICE_setMeshQuads:
        l->setMeshQuads(q->mesh, q->head.n, q->integers);
        return 0;
    case PRECICE_readData:
        l->readData(q->mesh, q->data, q->head.n, q->integers, q->head.time, q->reals_answered);
        return 0;
    default:
        l->writeData(q->mesh, q->data, q->head.n, q->integers, q->reals);
        return 0;
    }
}

static void serve(const precice_library *l)
{
    request q;
    receive_request(&q);
    precice_reply reply = {0};
    reply.number = q.head.function < PRECICE_getMeshDimensions ? call_of_coupling(l, &q) : call_of_mesh(l, &q);
    reply.n_integers = q.head.function == PRECICE_setMeshVertices ? q.head.n_answered : 0;
    reply.n_reals = q.head.function == PRECICE_readData ? q.head.n_answered : 0;
    send_all(&reply, sizeof reply);
    send_all(q.integers_answered, reply.n_integers * sizeof *q.integers_answered);
    send_all(q.reals_answered, reply.n_reals * sizeof *q.reals_answered);
    free_request(&q);
}

int main(int argc, char **argv)
{
    precice_library library;
    pthread_t watcher;
    if (argc < 2 || argc > 3 || strcmp(argv[1], TORSOR_VERSION) != 0) {
        fputs("torsor-precice: only the library of Torsor " TORSOR_VERSION " starts this program\n", stderr);
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);       /* what is printed before an abort arrives */
    setrlimit(RLIMIT_CORE, &(struct rlimit){0}); /* an abort is how the library reports errors */
    if (pthread_create(&watcher, NULL, wait_for_end, NULL) != 0)
        return 2;
    const char *missing = precice_library_load(&library, argv[2]);
    const precice_reply reply = {.text_length = missing ? strnlen(missing, PRECICE_TEXT - 1) : 0};
    send_all(&reply, sizeof reply);
    send_all(missing, reply.text_length);
    for (;;)
        serve(&library);
}
