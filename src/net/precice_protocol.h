/* precice_protocol.h - the messages between a run and the process that calls preCICE for it.
 *
 *     run -> process    precice_request, then its texts (mesh, data), its integers, its reals
 *     process -> run    precice_reply, then its text, its integers, its reals
 *
 * The process is started as `torsor-precice VERSION [LIBRARY]` with the socket as file PRECICE_SOCKET. Its first reply
 * is not preceded by a request: a text that is not empty names what is missing, the library or a function of it. Each
 * request has one reply, sent when the library has returned. Both sides have the same version and run on the same
 * machine: numbers are sent in their representation in memory. */
#pragma once
#include <stddef.h>

enum { PRECICE_SOCKET = 3, PRECICE_TEXT = 200 }; /* file descriptor; size of the text of a reply */

/* Functions of the C interface of preCICE 3, with its names: precicec_createParticipant ... */
#define PRECICE_FUNCTIONS(F)       \
    F(createParticipant)           \
    F(initialize)                  \
    F(advance)                     \
    F(finalize)                    \
    F(requiresInitialData)         \
    F(requiresWritingCheckpoint)   \
    F(requiresReadingCheckpoint)   \
    F(isCouplingOngoing)           \
    F(isTimeWindowComplete)        \
    F(getMaxTimeStepSize)          \
    F(getMeshDimensions)           \
    F(getDataDimensions)           \
    F(requiresMeshConnectivityFor) \
    F(setMeshVertices)             \
    F(setMeshEdges)                \
    F(setMeshTriangles)            \
    F(setMeshQuads)                \
    F(readData)                    \
    F(writeData)

typedef enum {
#define PRECICE_NAME(name) PRECICE_##name,
    PRECICE_FUNCTIONS(PRECICE_NAME)
#undef PRECICE_NAME
        PRECICE_FUNCTION_COUNT
} precice_function;

typedef struct {
    precice_function function;
    int n;                           /* vertices, edges, triangles, quadrilaterals */
    double time;                     /* length of a step, or time within it */
    size_t mesh_length, data_length; /* of the names, without NUL */
    size_t n_integers, n_reals;      /* numbers that follow */
    size_t n_answered;               /* number of integers (setMeshVertices) or reals (readData) of the reply */
} precice_request;

typedef struct {
    double number; /* result of the function */
    size_t text_length, n_integers, n_reals;
} precice_reply;
