/* participant.c - the run as a participant of a preCICE coupling.
 *
 *     initial state    define meshes, write initial data, initialize the coupling; read data at its beginning
 *     each step        no longer than the time window, which is filled by steps of equal length
 *                      predicted state: read data at the time of the state, then solve the step
 *                      accepted state: write data, advance the coupling
 *                      if it is taken back: restore the checkpoint; otherwise the state is kept
 *
 * A checkpoint is a snapshot. Steps since then may be taken back: their output waits, in copies of the solution, until
 * the window is complete. Without checkpoints, in explicit coupling, nothing waits. */
#include "problem/diag_rows.h"
#include "problem/run_internals.h"

typedef struct coupled {
    participant participant;
    snapshot *checkpoint;
    arena *copies;
    ARRAY(solution *) pending; /* accepted steps of the window; those from n_pending on are unused */
    int n_pending;
    solution *latest;
} coupled;

/* --- calls of the library ----------------------------------------------------------------------------------------- */

typedef struct {
    run *run;
    couple_point point;
    double dt;
    bool asks; /* out: the library requests a checkpoint, or a return to it */
} call;

/* Returns false after an error of the library or of an element, which is stored in the state. */
static bool try_call(run *run, void (*f)(call *), call *call)
{
    participant *participant = &run->couplings.participant->participant;
    call->run = run;
    f(call);
    if (!precice_has_failed(&participant->library))
        return !run->solution->failed.is_set;
    participant->is_there = false;
    state_fail(&run->solution->state, participant->plan->location,
               "preCICE, participant %s: %s; see the message of preCICE", participant->plan->name,
               participant->library.failure);
    return false;
}

static bool participant_ask(precice *library, precice_function question)
{
    return precice_call(library, question, NULL, NULL, 0) != 0;
}

static precice *library_of(const call *call) { return &call->run->couplings.participant->participant.library; }

static void couple_elements(call *call)
{
    run *run = call->run;
    for (int i = 0; i < run->model->elems.n && !run->solution->failed.is_set; i++) {
        const elem *element = run->model->elems.items[i];
        if (element->type->exchange && element->type->exchange->couple && !element->is_hidden)
            element->type->exchange->couple(&run->solution->state, element, run->solution->memory, call->point);
    }
}

static void participant_create(call *call)
{
    participant *participant = &call->run->couplings.participant->participant;
    precice_create(&participant->library, participant->plan->name, participant->plan->configuration);
    participant->is_there = true;
}

static void initialize(call *call)
{
    if (participant_ask(library_of(call), PRECICE_requiresInitialData)) {
        call->point = COUPLE_WRITE;
        couple_elements(call);
    }
    if (call->run->solution->failed.is_set)
        return;
    precice_call(library_of(call), PRECICE_initialize, NULL, NULL, 0);
    call->asks = participant_ask(library_of(call), PRECICE_requiresWritingCheckpoint);
}

static void participant_type_advance(call *call)
{
    call->point = COUPLE_WRITE;
    couple_elements(call);
    if (!call->run->solution->failed.is_set)
        precice_call(library_of(call), PRECICE_advance, NULL, NULL, call->dt);
}

static void ask_for_return(call *call)
{
    call->asks = participant_ask(library_of(call), PRECICE_requiresReadingCheckpoint);
}
static void ask_for_checkpoint(call *call)
{
    call->asks = participant_ask(library_of(call), PRECICE_requiresWritingCheckpoint);
}

/* --- the beginning and the end ------------------------------------------------------------------------------------ */

static outcome error_of(const run *run)
{
    report_failure(run, EVALUATION_FAILED, NULL, NULL);
    return EVALUATION_FAILED;
}

static bool participant_load(run *run)
{
    participant *participant = &run->couplings.participant->participant;
    const precice_start_status status = precice_start(&participant->library, participant->plan->library);
    if (status == PRECICE_NO_LIBRARY)
        diag_report(run->errors, E_PARTICIPANT_LIBRARY, participant->plan->location, participant->library.failure);
    else if (status == PRECICE_NO_PROCESS)
        diag_report(run->errors, E_PARTICIPANT_PROCESS, participant->plan->location, participant->library.failure);
    return status == PRECICE_STARTED;
}

static bool look_for_file(run *run)
{
    const participant_plan *plan = run->model->participant;
    FILE *file = fopen(plan->configuration, "r");
    if (file)
        fclose(file);
    else
        diag_report(run->errors, E_PARTICIPANT_FILE, plan->location, plan->configuration);
    return file;
}

void participant_prepare(run *run)
{
    if (!run->model->participant)
        return;
    run->couplings.participant = ARENA_NEW(run->memory, coupled);
    *run->couplings.participant = (coupled){.participant = {.plan = run->model->participant}};
    run->couplings.participant->participant.workspace =
        ARENA_ARRAY(run->memory, unsigned char, (int)run->model->participant->workspace + 1);
    run->solution->state.participant = &run->couplings.participant->participant;
}

outcome participant_begin(run *run)
{
    coupled *coupled = run->couplings.participant;
    call call = {.point = COUPLE_MESH};
    if (!coupled)
        return SOLVED;
    run->solution->failed.is_set = false;
    if (!look_for_file(run) || !participant_load(run))
        return EVALUATION_FAILED;
    if (!try_call(run, participant_create, &call) || !try_call(run, couple_elements, &call) ||
        !try_call(run, initialize, &call))
        return error_of(run);
    coupled->participant.has_checkpoint = call.asks;
    coupled->participant.t = run->solution->state.t;
    if (call.asks && run->couplings.peers) {
        diag_report(run->errors, E_PARTICIPANT_PEERS, run->model->peers.items[0]->location,
                    run->model->peers.items[0]->whose);
        return EVALUATION_FAILED;
    }
    participant_read(run);
    return run->solution->failed.is_set ? error_of(run) : SOLVED;
}

void participant_read(run *run)
{
    call call = {.point = COUPLE_READ};
    if (run->couplings.participant && run->couplings.participant->participant.is_there)
        try_call(run, couple_elements, &call);
}

static void take_checkpoint(run *run)
{
    coupled *coupled = run->couplings.participant;
    if (!coupled->checkpoint)
        coupled->checkpoint = snapshot_create(run);
    snapshot_take(coupled->checkpoint, run);
    coupled->participant.has_checkpoint = true;
    coupled->n_pending = 0;
}

void participant_start(run *run)
{
    if (!run->couplings.participant)
        return;
    run->couplings.participant->participant.t = run->solution->state.t;
    if (run->couplings.participant->participant.has_checkpoint)
        take_checkpoint(run);
}

void participant_end(run *run)
{
    coupled *coupled = run->couplings.participant;
    if (!coupled)
        return;
    precice *library = &coupled->participant.library;
    if (coupled->participant.is_there && run->sum->complete && participant_ask(library, PRECICE_isCouplingOngoing))
        diag_report(run->errors, W_PARTICIPANT_EARLY, run->model->participant->location, run->solution->state.t);
    if (coupled->participant.is_there)
        precice_call(library, PRECICE_finalize, NULL, NULL, 0);
    coupled->participant.is_there = false;
    precice_stop(library);
}

void participant_destroy(run *run)
{
    coupled *coupled = run->couplings.participant;
    if (!coupled)
        return;
    participant_end(run);
    snapshot_destroy(coupled->checkpoint);
    for (int i = 0; i < coupled->pending.n; i++)
        solution_destroy(coupled->pending.items[i]);
    solution_destroy(coupled->latest);
    array_free(&coupled->pending);
    arena_destroy(coupled->copies);
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

double participant_limit(const run *run, double h)
{
    if (!run->couplings.participant)
        return h;
    precice *library = &run->couplings.participant->participant.library;
    const double left = precice_call(library, PRECICE_getMaxTimeStepSize, NULL, NULL, 0);
    if (precice_has_failed(library)) /* reported by the next call that can */
        return h;
    const double steps = ceil(left / h * (1 - 1e-9));
    return steps > 1 ? left / steps : left;
}

bool participant_continues(const run *run)
{
    precice *library = run->couplings.participant ? &run->couplings.participant->participant.library : NULL;
    return !library || participant_ask(library, PRECICE_isCouplingOngoing) || precice_has_failed(library);
}

static solution *copy_of(run *run, solution *into)
{
    coupled *coupled = run->couplings.participant;
    if (!coupled->copies)
        coupled->copies = arena_create();
    if (!into)
        return solution_clone(run->solution, coupled->copies);
    solution_copy(into, run->solution);
    return into;
}

/* Holds the accepted step back until the window is complete. */
static void participant_hold(run *run)
{
    coupled *coupled = run->couplings.participant;
    if (coupled->n_pending == coupled->pending.n)
        array_push(&coupled->pending, copy_of(run, NULL));
    else
        copy_of(run, coupled->pending.items[coupled->n_pending]);
    coupled->n_pending++;
}

/* Outputs the steps that have waited, in order; then restores the present state of the run. */
static bool output_fixed(run *run, step_output *output)
{
    coupled *coupled = run->couplings.participant;
    bool ok = true;
    if (coupled->n_pending == 0)
        return true;
    coupled->latest = copy_of(run, coupled->latest);
    for (int i = 0; i < coupled->n_pending && ok; i++) {
        solution_copy(run->solution, coupled->pending.items[i]);
        ok = output(run);
    }
    coupled->n_pending = 0;
    run_carry_done(coupled->latest, run);
    return solution_copy(run->solution, coupled->latest) && ok;
}

static step_fate participant_go_back(run *run)
{
    coupled *coupled = run->couplings.participant;
    coupled->n_pending = 0;
    if (!snapshot_restore(coupled->checkpoint, run))
        return STEP_FAILED;
    coupled->participant.t = run->solution->state.t;
    return STEP_TAKEN_BACK;
}

step_fate participant_advance(run *run, step_output *output)
{
    coupled *coupled = run->couplings.participant;
    call call = {.dt = run->solution->state.dt};
    if (!coupled)
        return STEP_STAYS;
    if (!try_call(run, participant_type_advance, &call) || !try_call(run, ask_for_return, &call)) {
        error_of(run);
        return STEP_FAILED;
    }
    coupled->participant.t = run->solution->state.t;
    if (call.asks)
        return participant_go_back(run);
    if (!participant_ask(&coupled->participant.library, PRECICE_isTimeWindowComplete) &&
        coupled->participant.has_checkpoint) {
        participant_hold(run);
        return STEP_WAITS;
    }
    return output_fixed(run, output) ? STEP_STAYS : STEP_FAILED;
}

bool participant_commit(run *run)
{
    call call = {0};
    if (!run->couplings.participant ||
        !participant_ask(&run->couplings.participant->participant.library, PRECICE_isTimeWindowComplete))
        return true;
    if (!try_call(run, ask_for_checkpoint, &call)) {
        error_of(run);
        return false;
    }
    if (call.asks)
        take_checkpoint(run);
    return true;
}
