/* handles.h - what stands behind the handles of the library; known only to the files of this layer. */
#pragma once
#include "api/guard.h"
#include "api/messages.h"
#include "api/watch.h"
#include "output/output.h"
#include "problem/deck.h"
#include "problem/ordinary.h"
#include <stdatomic.h>

struct torsor_model {
    deck *deck;
    message_list messages;
    torsor_options options;
    bool is_good;
    const torsor_drawing *drawing; /* NULL until somebody asks */
    atomic_long analyses;          /* begun so far */
};

typedef struct quantities quantities;

struct torsor_analysis {
    torsor_model *model;
    diag *errors;
    message_list messages;
    torsor_analysis_options options;
    problem problem; /* the deck's, with what the options add */
    arena *memory;
    archive *resume;
    source_location resume_where; /* the card that names the file, or nowhere */
    run *run;
    output *out;
    energy *balance; /* of energies; NULL: not wanted */
    watch *watch;    /* with it */
    torsor_status status;
    bool writes;      /* steps go to the results */
    bool has_written; /* all of it arrived */
    bool is_moved;    /* somebody has set the motion of a node */
    int restarts;     /* files written */
    bool is_given_up; /* in the middle of something: it can only be ended */
    atomic_int interrupted;
    quantities *names;  /* NULL until somebody asks */
    ordinary *ordinary; /* the same */
};

/* Does the work; what became of it is the state of the analysis. */
void analysis_work(torsor_analysis *analysis, void (*work)(void *on), void *on);
/* After the motion of a node was set: false when no derivatives belong to it. */
bool analysis_reconsider(torsor_analysis *analysis);

struct torsor_snapshot {
    const torsor_model *model;
    snapshot *snapshot;
    bool is_moved; /* as in the analysis */
};
