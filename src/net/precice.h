/* precice.h - the coupling library preCICE 3, called in a separate process.
 *
 * If the library detects an error it prints a message and aborts, or a C++ exception ends the process. That must not be
 * the process of the run: a separate program, torsor-precice, loads the library and calls it, and the run sends
 * requests to it (precice_protocol.h). If that process ends prematurely, the participant has failed and the run
 * continues to report it. When the run ends, in whatever way, the process ends too. Each run has its own process, so
 * that a program may have several participants.
 *
 * Once a call has failed, all others return 0 immediately. */
#pragma once
#include "net/link.h"
#include "net/precice_protocol.h"
#include <sys/types.h>

typedef struct {
    net_link link;
    pid_t process;              /* 0: none */
    bool is_waiting;            /* a request has no reply yet */
    char failure[PRECICE_TEXT]; /* reason of the failure; empty if there was none */
} precice;

typedef enum { PRECICE_STARTED, PRECICE_NO_PROCESS, PRECICE_NO_LIBRARY } precice_start_status;

/* Starts the process, which loads the library from the path, or, if NULL, from where the system finds libprecice.so.3.
 * PRECICE_NO_PROCESS: it cannot be started, `failure` has the reason; PRECICE_NO_LIBRARY: `failure` names what is
 * missing. */
precice_start_status precice_start(precice *p, const char *library);
/* Ends the process; kills it if it has not replied. Does nothing without a process. */
void precice_stop(precice *precice);
bool precice_has_failed(const precice *precice);

/* Makes a call without arrays. Returns the result of the function, or 0. `mesh` and `data` may be NULL. */
double precice_call(precice *precice, precice_function function, const char *mesh, const char *data, double time);
void precice_create(precice *precice, const char *participant, const char *configuration);
/* Defines n vertices with n_coordinates numbers, and obtains their ids. */
void precice_set_vertices(precice *precice, const char *mesh, int n, const double *x, int n_coordinates, int *ids);
/* Defines one edge, triangle or quadrilateral by the ids of its 2, 3 or 4 vertices. */
void precice_set_face(precice *precice, const char *mesh, int n_vertices, const int *ids);

typedef struct {
    const char *mesh, *data;
    int n; /* vertices */
    const int *ids;
    int n_values; /* numbers of all vertices */
} precice_field;

/* At a time relative to the beginning of the step. */
void precice_read(precice *precice, const precice_field *field, double time, double *values);
void precice_write(precice *precice, const precice_field *field, const double *values);
