/* participant.h - a run as a participant of a coupling by preCICE (docs/manual/precice.md).
 *
 * Elements with a mesh of the participant have `couple` in the facet `exchange`. It is called
 *
 *     COUPLE_MESH     before the coupling begins: vertices, and whether the configuration fits
 *     COUPLE_WRITE    the state is accepted, and the initial one where others want it: data go out
 *     COUPLE_READ     the state is the initial or a predicted one: data come in, before the step is solved
 *
 * What they have read is memory of the solution, so that a checkpoint is a copy of it. Numbers that belong to the
 * connection, such as those of vertices, lie in the room of the participant. */
#pragma once
#include "contract/state.h"
#include "net/precice.h"

typedef enum { COUPLE_MESH, COUPLE_WRITE, COUPLE_READ } couple_point;

/* What the deck says; the same for all elements of a model. */
typedef struct participant_plan {
    const char *name, *configuration;
    const char *library; /* NULL: where the system finds it */
    source_location location;
    size_t workspace; /* bytes that elements have asked for */
} participant_plan;

typedef struct participant {
    const participant_plan *plan;
    precice library;
    bool is_there;       /* it has been created, and is to be finalized */
    bool has_checkpoint; /* the steps since may be taken back */
    double t;            /* of the run, that the coupling has reached */
    unsigned char *workspace;
} participant;

/* Time of the state, as the library counts it: since the last advance, and not beyond the window. */
double participant_time(participant *participant, const state *state);
