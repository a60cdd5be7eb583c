/* precice.c - requests to the process that calls preCICE. */
#include "net/precice.h"
#include "net/precice_process.h"
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Others may take as long as they like: only the end of the process, or somebody who interrupts, ends the waiting. */
static const net_patience ENDLESS = {.seconds = (double)INFINITY};

bool precice_has_failed(const precice *p) { return p->failure[0] != '\0'; }

/* The process has closed the connection: how it ended. */
static void report_end(precice *p)
{
    int status = 0;
    net_hang_up(&p->link);
    const bool is_known = waitpid(p->process, &status, 0) == p->process;
    p->process = 0;
    if (is_known && WIFSIGNALED(status))
        snprintf(p->failure, sizeof p->failure, "the library ended its process by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else if (is_known)
        snprintf(p->failure, sizeof p->failure, "the library ended its process with exit status %d",
                 WEXITSTATUS(status));
    else
        snprintf(p->failure, sizeof p->failure, "the process of the library has ended");
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

static bool send_part(precice *p, const void *bytes, size_t n)
{
    return n == 0 || net_send(&p->link, bytes, n, &ENDLESS) == NET_OK;
}

static bool receive_part(precice *p, void *bytes, size_t n)
{
    return n == 0 || net_receive(&p->link, bytes, n, &ENDLESS) == NET_OK;
}

static bool send_request(precice *p, const exchange *e)
{
    return send_part(p, &e->head, sizeof e->head) && send_part(p, e->mesh, e->head.mesh_length) &&
           send_part(p, e->data, e->head.data_length) &&
           send_part(p, e->integers, e->head.n_integers * sizeof *e->integers) &&
           send_part(p, e->reals, e->head.n_reals * sizeof *e->reals);
}

static bool receive_reply(precice *p, const exchange *e, precice_reply *reply)
{
    return receive_part(p, reply, sizeof *reply) &&
           receive_part(p, e->integers_answered, reply->n_integers * sizeof *e->integers_answered) &&
           receive_part(p, e->reals_answered, reply->n_reals * sizeof *e->reals_answered);
}

/* A request that was given up (interrupt_point) has no reply: nothing more can be asked. */
static double perform(precice *p, exchange *e)
{
    precice_reply reply = {0};
    if (precice_has_failed(p) || p->is_waiting)
        return 0;
    e->head.mesh_length = e->mesh ? strlen(e->mesh) : 0;
    e->head.data_length = e->data ? strlen(e->data) : 0;
    p->is_waiting = true;
    if (!send_request(p, e) || !receive_reply(p, e, &reply))
        report_end(p);
    p->is_waiting = false;
    return precice_has_failed(p) ? 0 : reply.number;
}

double precice_call(precice *p, precice_function function, const char *mesh, const char *data, double time)
{
    return perform(p, &(exchange){.head = {.function = function, .time = time}, .mesh = mesh, .data = data});
}

void precice_create(precice *p, const char *participant, const char *configuration)
{
    precice_call(p, PRECICE_createParticipant, participant, configuration, 0);
}

void precice_set_vertices(precice *p, const char *mesh, int n, const double *x, int n_coordinates, int *ids)
{
    exchange e = {.head = {.function = PRECICE_setMeshVertices, .n = n, .n_answered = (size_t)n},
                  .mesh = mesh,
                  .reals = x,
                  .integers_answered = ids};
    e.head.n_reals = (size_t)n_coordinates;
    perform(p, &e);
}

void precice_set_face(precice *p, const char *mesh, int n_vertices, const int *ids)
{
    static const precice_function FUNCTIONS[] = {PRECICE_setMeshEdges, PRECICE_setMeshTriangles, PRECICE_setMeshQuads};
    exchange e = {.head = {.function = FUNCTIONS[n_vertices - 2], .n = 1, .n_integers = (size_t)n_vertices},
                  .mesh = mesh,
                  .integers = ids};
    perform(p, &e);
}

static exchange exchange_of(precice_function function, const precice_field *f)
{
    return (exchange){.head = {.function = function, .n = f->n, .n_integers = (size_t)f->n},
                      .mesh = f->mesh,
                      .data = f->data,
                      .integers = f->ids};
}

void precice_read(precice *p, const precice_field *field, double time, double *values)
{
    exchange e = exchange_of(PRECICE_readData, field);
    e.head.time = time;
    e.head.n_answered = (size_t)field->n_values;
    e.reals_answered = values;
    perform(p, &e);
}

void precice_write(precice *p, const precice_field *field, const double *values)
{
    exchange e = exchange_of(PRECICE_writeData, field);
    e.head.n_reals = (size_t)field->n_values;
    e.reals = values;
    perform(p, &e);
}

/* --- beginning and end -------------------------------------------------------------------------------------------- */

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

void precice_stop(precice *p)
{
    if (p->process <= 0)
        return;
    if (p->is_waiting)
        kill(p->process, SIGKILL);
    net_hang_up(&p->link);
    waitpid(p->process, NULL, 0);
    p->process = 0;
}
