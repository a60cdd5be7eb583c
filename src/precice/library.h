/* library.h - the functions of preCICE's C interface, looked up by name. */
#pragma once

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
    void (*readData)(const char *mesh, const char *data, int n, const int *ids, double time, double *values);
    void (*writeData)(const char *mesh, const char *data, int n, const int *ids, const double *values);
} precice_library;

/* Loads the library from the file `path`, or, if it is NULL, libprecice.so.3 from the search path of the system.
 * Returns NULL, or what is missing: the library or one of its functions. */
const char *precice_library_load(precice_library *library, const char *path);
