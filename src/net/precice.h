/* precice.h - the coupling library preCICE 3, by its C interface; loaded when a run needs it.
 *
 * The library holds one participant a process, and so does this file: whoever asks for a second one is refused. Where
 * the library finds a fault it says so on standard output, and aborts: precice_try is the way back from there. It
 * cannot be used afterwards. */
#pragma once
#include <stdbool.h>

/* Functions of the interface, with its names. */
typedef struct {
    void (*createParticipant)(const char *name, const char *configuration, int rank, int size);
    void (*initialize)(void);
    void (*advance)(double dt);
    void (*finalize)(void);
    int (*requiresInitialData)(void);
    int (*requiresWritingCheckpoint)(void);
    int (*requiresReadingCheckpoint)(void);
    int (*isCouplingOngoing)(void);
    int (*isTimeWindowComplete)(void);
    double (*getMaxTimeStepSize)(void);
    int (*getMeshDimensions)(const char *mesh);
    int (*getDataDimensions)(const char *mesh, const char *data);
    int (*requiresMeshConnectivityFor)(const char *mesh);
    void (*setMeshVertices)(const char *mesh, int n, const double *x, int *ids);
    void (*setMeshEdges)(const char *mesh, int n, const int *ids);
    void (*setMeshTriangles)(const char *mesh, int n, const int *ids);
    void (*setMeshQuads)(const char *mesh, int n, const int *ids);
    void (*readData)(const char *mesh, const char *data, int n, const int *ids, double at, double *values);
    void (*writeData)(const char *mesh, const char *data, int n, const int *ids, const double *values);
} precice;

/* From the named file, or, NULL, from where the system finds libprecice.so.3. NULL, or what is missing: the library, or
 * a function of it. */
const char *precice_load(precice *to, const char *path);

/* The participant of this process is ours from here to precice_close; false when somebody else has it. */
bool precice_open(void);
void precice_close(void);

/* Calls `f`, which calls the library; false when that has aborted. */
bool precice_try(void (*f)(void *to), void *to);
