/* participant.h - a run as a participant of a coupling by preCICE (docs/manual/precice.md).
 *
 * Elements with a mesh of the participant have `couple` in the facet `exchange`. It is called with
 *
 *     COUPLE_MESH     before the coupling begins: define vertices, and check the configuration
 *     COUPLE_WRITE    when the state is accepted, and for the initial state if others require it: write data
 *     COUPLE_READ     when the state is the initial or a predicted one, before the step is solved: read data
 *
 * The data read are memory of the solution, so that a checkpoint is a copy of it. Data that belong to the connection,
 * such as the ids of vertices, are in the workspace of the participant. */
#pragma once
#include "contract/state.h"
#include "net/precice.h"

typedef enum { COUPLE_MESH, COUPLE_WRITE, COUPLE_READ } couple_point;

/* The configuration given in the deck; the same for all elements of a model. */
typedef struct participant_plan {
    const char *name, *configuration;
    const char *library; /* path of the library; NULL: searched for by the system */
    source_location location;
    size_t workspace; /* bytes that elements have requested */
} participant_plan;

typedef struct participant {
    const participant_plan *plan;
    precice library;
    bool is_there;       /* created, and must be finalized */
    bool has_checkpoint; /* the steps since then may be repeated */
    double t;            /* time of the run that the coupling has reached */
    unsigned char *workspace;
} participant;

/* Returns the time of the state as the library counts it: since the last advance, and not beyond the window. */
double participant_time(participant *participant, const state *state);
