/* handles.h - the objects behind the handles of the library; known only to the files of this layer. */
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
    const torsor_drawing *drawing; /* NULL until requested */
    atomic_long analyses;          /* number begun so far */
    atomic_long users;             /* who has it opened, and its analyses: the last to leave frees it */
};

typedef struct quantities quantities;

struct torsor_analysis {
    torsor_model *model;
    diag *errors;
    message_list messages;
    torsor_analysis_options options;
    problem problem; /* of the deck, with additions by the options */
    arena *memory;
    archive *resume;
    source_location resume_where; /* card that names the file, or nowhere */
    run *run;
    output *out;
    energy *balance; /* of energies; NULL: not requested */
    watch *watch;    /* NULL unless there is a balance of energies */
    torsor_status status;
    bool writes;          /* steps are written to the results */
    bool has_written;     /* everything was written without error */
    bool is_moved;        /* the caller has set the motion of a node */
    double progress_time; /* of the last call of `progress`, by the clock of the machine */
    int restarts;         /* restart files written */
    bool is_given_up;     /* canceled before completion: it can only be ended */
    atomic_int interrupted;
    const ranks *ranks;     /* of an MPI job that solve together; NULL: this process is alone */
    bool is_stopped;        /* by any of them */
    atomic_bool is_at_work; /* a call works with it: calls from its callbacks, or from another thread, are refused */
    quantities *names;      /* NULL until requested */
    snapshot *origin;       /* before the beginning; NULL unless it may begin again */
    bool may_begin_again;
    ordinary *ordinary; /* NULL until requested */
};

static inline bool analysis_is_at_work(const torsor_analysis *analysis)
{
    return analysis && atomic_load(&analysis->is_at_work);
}
/* Begins an analysis by several processes, or by this one alone. */
torsor_analysis *analysis_begin_on(torsor_model *model, const torsor_analysis_options *options, const ranks *ranks);
/* Gives up one use of the model. */
void model_leave(torsor_model *model);
/* Executes the work unless there is other work; the outcome is the status of the analysis. */
void analysis_work(torsor_analysis *analysis, void (*work)(void *on), void *on);
/* Does what torsor_begin does; this analysis may begin again, and only keeps its messages. */
torsor_analysis *analysis_begin_repeatable(torsor_model *model, const torsor_analysis_options *options);
/* Returns to the state before the beginning and begins again; calls `prepare`. */
torsor_status analysis_begin_again(torsor_analysis *analysis);
/* Recomputes derivatives after the motion of a node was set; returns false if there are none for that motion. */
bool analysis_reconsider(torsor_analysis *analysis);

struct torsor_snapshot {
    const torsor_model *model;
    snapshot *snapshot;
    bool is_moved; /* as in the analysis */
};
