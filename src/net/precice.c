/* precice.c - requests to the process that calls preCICE. */
#include "net/precice.h"
#include "net/precice_process.h"
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Other participants may take any time: only the end of the process, or an interruption, ends the waiting. */
static const net_patience ENDLESS = {.seconds = (double)INFINITY};

bool precice_has_failed(const precice *precice) { return precice->failure[0] != '\0'; }

/* Reports how the process ended, after it has closed the connection. */
static void report_end(precice *precice)
{
    int status = 0;
    net_hang_up(&precice->link);
    const bool is_known = waitpid(precice->process, &status, 0) == precice->process;
    precice->process = 0;
    if (is_known && WIFSIGNALED(status))
        snprintf(precice->failure, sizeof precice->failure, "the library ended its process by signal %d (%s)",
                 WTERMSIG(status), strsignal(WTERMSIG(status)));
    else if (is_known)
        snprintf(precice->failure, sizeof precice->failure, "the library ended its process with exit status %d",
                 WEXITSTATUS(status));
    else
        snprintf(precice->failure, sizeof precice->failure, "the process of the library has ended");
}

/* --- requests and replies ----------------------------------------------------------------------------------------- */

typedef struct {
    precice_request head;
    const char *mesh, *data;
    const int *integers;
    const double *reals;
    int *integers_answered; /* as many as the reply has */
    double *reals_answered;
} exchange;

static bool send_part(precice *precice, const void *bytes, size_t n)
{
    return n == 0 || net_send(&precice->link, bytes, n, &ENDLESS) == NET_OK;
}

static bool receive_part(precice *precice, void *bytes, size_t n)
{
    return n == 0 || net_receive(&precice->link, bytes, n, &ENDLESS) == NET_OK;
}

static bool send_request(precice *precice, const exchange *exchange)
{
    return send_part(precice, &exchange->head, sizeof exchange->head) &&
           send_part(precice, exchange->mesh, exchange->head.mesh_length) &&
           send_part(precice, exchange->data, exchange->head.data_length) &&
           send_part(precice, exchange->integers, exchange->head.n_integers * sizeof *exchange->integers) &&
           send_part(precice, exchange->reals, exchange->head.n_reals * sizeof *exchange->reals);
}

static bool receive_reply(precice *precice, const exchange *exchange, precice_reply *reply)
{
    return receive_part(precice, reply, sizeof *reply) &&
           receive_part(precice, exchange->integers_answered,
                        reply->n_integers * sizeof *exchange->integers_answered) &&
           receive_part(precice, exchange->reals_answered, reply->n_reals * sizeof *exchange->reals_answered);
}

/* A request that was aborted (interrupt_point) has no reply: further requests are not possible. */
static double perform(precice *precice, exchange *exchange)
{
    precice_reply reply = {0};
    if (precice_has_failed(precice) || precice->is_waiting)
        return 0;
    exchange->head.mesh_length = exchange->mesh ? strlen(exchange->mesh) : 0;
    exchange->head.data_length = exchange->data ? strlen(exchange->data) : 0;
    precice->is_waiting = true;
    if (!send_request(precice, exchange) || !receive_reply(precice, exchange, &reply))
        report_end(precice);
    precice->is_waiting = false;
    return precice_has_failed(precice) ? 0 : reply.number;
}

double precice_call(precice *precice, precice_function function, const char *mesh, const char *data, double time)
{
    return perform(precice, &(exchange){.head = {.function = function, .time = time}, .mesh = mesh, .data = data});
}

void precice_create(precice *precice, const char *participant, const char *configuration)
{
    precice_call(precice, PRECICE_createParticipant, participant, configuration, 0);
}

void precice_set_vertices(precice *precice, const char *mesh, int n, const double *x, int n_coordinates, int *ids)
{
    exchange exchange = {.head = {.function = PRECICE_setMeshVertices, .n = n, .n_answered = (size_t)n},
                         .mesh = mesh,
                         .reals = x,
                         .integers_answered = ids};
    exchange.head.n_reals = (size_t)n_coordinates;
    perform(precice, &exchange);
}

void precice_set_face(precice *precice, const char *mesh, int n_vertices, const int *ids)
{
    static const precice_function FUNCTIONS[] = {PRECICE_setMeshEdges, PRECICE_setMeshTriangles, PRECICE_setMeshQuads};
    exchange exchange = {.head = {.function = FUNCTIONS[n_vertices - 2], .n = 1, .n_integers = (size_t)n_vertices},
                         .mesh = mesh,
                         .integers = ids};
    perform(precice, &exchange);
}

static exchange exchange_of(precice_function function, const precice_field *field)
{
    return (exchange){.head = {.function = function, .n = field->n, .n_integers = (size_t)field->n},
                      .mesh = field->mesh,
                      .data = field->data,
                      .integers = field->ids};
}

void precice_read(precice *precice, const precice_field *field, double time, double *values)
{
    exchange exchange = exchange_of(PRECICE_readData, field);
    exchange.head.time = time;
    exchange.head.n_answered = (size_t)field->n_values;
    exchange.reals_answered = values;
    perform(precice, &exchange);
}

void precice_write(precice *precice, const precice_field *field, const double *values)
{
    exchange exchange = exchange_of(PRECICE_writeData, field);
    exchange.head.n_reals = (size_t)field->n_values;
    exchange.reals = values;
    perform(precice, &exchange);
}

/* --- start and stop ----------------------------------------------------------------------------------------------- */

precice_start_status precice_start(precice *p, const char *library)
{
    precice_reply reply = {0};
    *p = (precice){.link = net_none()};
    p->process = precice_process_start(library, &p->link.fd, p->failure, sizeof p->failure);
    if (!p->process)
        return PRECICE_NO_PROCESS;
    p->is_waiting = true;
    char missing[sizeof p->failure] = "";
    const bool is_there = receive_part(p, &reply, sizeof reply) && reply.text_length < sizeof missing &&
                          receive_part(p, missing, reply.text_length);
    p->is_waiting = false;
    if (!is_there) {
        report_end(p);
        return PRECICE_NO_PROCESS;
    }
    memcpy(p->failure, missing, sizeof missing);
    return precice_has_failed(p) ? PRECICE_NO_LIBRARY : PRECICE_STARTED;
}

void precice_stop(precice *precice)
{
    if (precice->process <= 0)
        return;
    if (precice->is_waiting)
        kill(precice->process, SIGKILL);
    net_hang_up(&precice->link);
    waitpid(precice->process, NULL, 0);
    precice->process = 0;
}
