/* precice.h - the coupling library preCICE 3, called in a process of its own.
 *
 * Where the library finds an error it prints a message and aborts, or an exception of C++ ends the process. That must
 * not be the process of the run: a program of its own, torsor-precice, loads the library and calls it, and the run
 * sends requests to it (precice_protocol.h). When that process ends before its time, the participant has failed and
 * the run goes on to report it. When the run ends, however it does, the process ends too. Each run has a process of its
 * own, so that a program may have several participants.
 *
 * Once a call has failed, all others return 0 at once. */
#pragma once
#include "net/link.h"
#include "net/precice_protocol.h"
#include <sys/types.h>

typedef struct {
    net_link link;
    pid_t process;              /* 0: none */
    bool is_waiting;            /* a request has no reply yet */
    char failure[PRECICE_TEXT]; /* why it failed; empty while it has not */
} precice;

typedef enum { PRECICE_STARTED, PRECICE_NO_PROCESS, PRECICE_NO_LIBRARY } precice_start_status;

/* Starts the process, which loads the library from the path, or, NULL, from where the system finds libprecice.so.3.
 * PRECICE_NO_PROCESS: it cannot be started, `failure` says why; PRECICE_NO_LIBRARY: `failure` names what is missing. */
precice_start_status precice_start(precice *p, const char *library);
/* Ends the process; one that has not answered is killed. Nothing without one. */
void precice_stop(precice *precice);
bool precice_has_failed(const precice *precice);

/* A call without arrays: what the function returns, 0 if nothing. `mesh` and `data` may be NULL. */
double precice_call(precice *precice, precice_function function, const char *mesh, const char *data, double time);
void precice_create(precice *precice, const char *participant, const char *configuration);
/* n vertices with n_coordinates numbers; their ids. */
void precice_set_vertices(precice *precice, const char *mesh, int n, const double *x, int n_coordinates, int *ids);
/* One edge, triangle or quadrilateral, by the ids of its 2, 3 or 4 vertices. */
void precice_set_face(precice *precice, const char *mesh, int n_vertices, const int *ids);

typedef struct {
    const char *mesh, *data;
    int n; /* vertices */
    const int *ids;
    int n_values; /* numbers of all of them */
} precice_field;

/* At a time of the step, from its beginning. */
void precice_read(precice *precice, const precice_field *field, double time, double *values);
void precice_write(precice *precice, const precice_field *field, const double *values);
