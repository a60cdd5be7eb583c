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

/* Ends the process, since nothing remains to be done without the run. Flushes what the library has printed. */
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

static void receive_request(request *request)
{
    main_receive(&request->head, sizeof request->head);
    request->mesh = receive_array(request->head.mesh_length, 1);
    request->data = receive_array(request->head.data_length, 1);
    request->integers = receive_array(request->head.n_integers, sizeof *request->integers);
    request->reals = receive_array(request->head.n_reals, sizeof *request->reals);
    request->integers_answered = allocate(request->head.n_answered, sizeof *request->integers_answered);
    request->reals_answered = allocate(request->head.n_answered, sizeof *request->reals_answered);
}

static void free_request(request *request)
{
    free(request->mesh);
    free(request->data);
    free(request->integers);
    free(request->reals);
    free(request->integers_answered);
    free(request->reals_answered);
}

/* --- calls -------------------------------------------------------------------------------------------------------- */

static double call_of_coupling(const precice_library *library, const request *request)
{
    switch (request->head.function) {
    case PRECICE_createParticipant:
        library->createParticipant(request->mesh, request->data, 0, 1);
        return 0;
    case PRECICE_initialize:
        library->initialize();
        return 0;
    case PRECICE_advance:
        library->advance(request->head.time);
        return 0;
    case PRECICE_finalize:
        library->finalize();
        return 0;
    case PRECICE_requiresInitialData:
        return library->requiresInitialData();
    case PRECICE_requiresWritingCheckpoint:
        return library->requiresWritingCheckpoint();
    case PRECICE_requiresReadingCheckpoint:
        return library->requiresReadingCheckpoint();
    case PRECICE_isCouplingOngoing:
        return library->isCouplingOngoing();
    case PRECICE_isTimeWindowComplete:
        return library->isTimeWindowComplete();
    default:
        return library->getMaxTimeStepSize();
    }
}

static double call_of_mesh(const precice_library *library, const request *request)
{
    switch (request->head.function) {
    case PRECICE_getMeshDimensions:
        return library->getMeshDimensions(request->mesh);
    case PRECICE_getDataDimensions:
        return library->getDataDimensions(request->mesh, request->data);
    case PRECICE_requiresMeshConnectivityFor:
        return library->requiresMeshConnectivityFor(request->mesh);
    case PRECICE_setMeshVertices:
        library->setMeshVertices(request->mesh, request->head.n, request->reals, request->integers_answered);
        return 0;
    case PRECICE_setMeshEdges:
        library->setMeshEdges(request->mesh, request->head.n, request->integers);
        return 0;
    case PRECICE_setMeshTriangles:
        library->setMeshTriangles(request->mesh, request->head.n, request->integers);
        return 0;
    case PRECICE_setMeshQuads:
        library->setMeshQuads(request->mesh, request->head.n, request->integers);
        return 0;
    case PRECICE_readData:
        library->readData(request->mesh, request->data, request->head.n, request->integers, request->head.time,
                          request->reals_answered);
        return 0;
    default:
        library->writeData(request->mesh, request->data, request->head.n, request->integers, request->reals);
        return 0;
    }
}

static void serve(const precice_library *library)
{
    request request;
    receive_request(&request);
    precice_reply reply = {0};
    reply.number = request.head.function < PRECICE_getMeshDimensions ? call_of_coupling(library, &request)
                                                                     : call_of_mesh(library, &request);
    reply.n_integers = request.head.function == PRECICE_setMeshVertices ? request.head.n_answered : 0;
    reply.n_reals = request.head.function == PRECICE_readData ? request.head.n_answered : 0;
    send_all(&reply, sizeof reply);
    send_all(request.integers_answered, reply.n_integers * sizeof *request.integers_answered);
    send_all(request.reals_answered, reply.n_reals * sizeof *request.reals_answered);
    free_request(&request);
}

int main(int argc, char **argv)
{
    precice_library library;
    pthread_t watcher;
    if (argc < 2 || argc > 3 || strcmp(argv[1], TORSOR_VERSION) != 0) {
        fputs("torsor-precice: only the library of Torsor " TORSOR_VERSION " starts this program\n", stderr);
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);       /* so that output before an abort is not lost */
    setrlimit(RLIMIT_CORE, &(struct rlimit){0}); /* the library reports errors by aborting */
    if (pthread_create(&watcher, NULL, wait_for_end, NULL) != 0)
        return 2;
    const char *missing = precice_library_load(&library, argv[2]);
    const precice_reply reply = {.text_length = missing ? strnlen(missing, PRECICE_TEXT - 1) : 0};
    send_all(&reply, sizeof reply);
    send_all(missing, reply.text_length);
    for (;;)
        serve(&library);
}
