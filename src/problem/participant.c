/* participant.c - the run as a participant of a coupling by preCICE.
 *
 *     initial state    meshes, initial data, the coupling begins; data are read at its beginning
 *     each step        no longer than the window, which steps of equal length fill
 *                      predicted state: data are read at the time of the state, then the step is solved
 *                      accepted state: data are written, the coupling advances
 *                      taken back: the state of the checkpoint; else it is kept
 *
 * A checkpoint is a snapshot. Steps since then may be taken back: what is to be heard of them outside waits, in copies
 * of the solution, until the window is complete. Without checkpoints, in explicit coupling, nothing waits. */
#include "problem/diag_rows.h"
#include "problem/run_internals.h"

typedef struct coupled {
    participant participant;
    snapshot *checkpoint;
    arena *copies;
    ARRAY(solution *) held; /* accepted steps of the window; those from n_held on are free */
    int n_held;
    solution *latest;
} coupled;

/* --- calls of the library ----------------------------------------------------------------------------------------- */

typedef struct {
    run *x;
    couple_point point;
    double dt;
    bool asks; /* out: for a checkpoint, or to return to it */
} call;

/* False after an error, of the library or of an element, which the state has. */
static bool try_call(run *x, void (*f)(call *), call *c)
{
    participant *p = &x->couplings.participant->participant;
    c->x = x;
    f(c);
    if (!precice_has_failed(&p->library))
        return !x->u->failed.is_set;
    p->is_there = false;
    state_fail(&x->u->s, p->plan->where, "preCICE, participant %s: %s; its own message says why", p->plan->name,
               p->library.failure);
    return false;
}

static bool participant_ask(precice *library, precice_function question)
{
    return precice_call(library, question, NULL, NULL, 0) != 0;
}

static precice *library_of(const call *c) { return &c->x->couplings.participant->participant.library; }

static void couple_elements(call *c)
{
    run *x = c->x;
    for (int i = 0; i < x->m->elems.n && !x->u->failed.is_set; i++) {
        const elem *e = x->m->elems.items[i];
        if (e->type->exchange && e->type->exchange->couple && !e->is_hidden)
            e->type->exchange->couple(&x->u->s, e, x->u->memory, c->point);
    }
}

static void participant_create(call *c)
{
    participant *p = &c->x->couplings.participant->participant;
    precice_create(&p->library, p->plan->name, p->plan->configuration);
    p->is_there = true;
}

static void initialize(call *c)
{
    if (participant_ask(library_of(c), PRECICE_requiresInitialData)) {
        c->point = COUPLE_WRITE;
        couple_elements(c);
    }
    if (c->x->u->failed.is_set)
        return;
    precice_call(library_of(c), PRECICE_initialize, NULL, NULL, 0);
    c->asks = participant_ask(library_of(c), PRECICE_requiresWritingCheckpoint);
}

static void participant_type_advance(call *c)
{
    c->point = COUPLE_WRITE;
    couple_elements(c);
    if (!c->x->u->failed.is_set)
        precice_call(library_of(c), PRECICE_advance, NULL, NULL, c->dt);
}

static void ask_for_return(call *c) { c->asks = participant_ask(library_of(c), PRECICE_requiresReadingCheckpoint); }
static void ask_for_checkpoint(call *c) { c->asks = participant_ask(library_of(c), PRECICE_requiresWritingCheckpoint); }

/* --- the beginning and the end ------------------------------------------------------------------------------------ */

static outcome fault_of(const run *x)
{
    report_failure(x, FAULT, NULL, NULL);
    return FAULT;
}

static bool participant_load(run *x)
{
    participant *p = &x->couplings.participant->participant;
    const precice_start_status status = precice_start(&p->library, p->plan->library);
    if (status == PRECICE_NO_LIBRARY)
        diag_report(x->errors, E_PARTICIPANT_LIBRARY, p->plan->where, p->library.failure);
    else if (status == PRECICE_NO_PROCESS)
        diag_report(x->errors, E_PARTICIPANT_PROCESS, p->plan->where, p->library.failure);
    return status == PRECICE_STARTED;
}

static bool look_for_file(run *x)
{
    const participant_plan *p = x->m->participant;
    FILE *f = fopen(p->configuration, "r");
    if (f)
        fclose(f);
    else
        diag_report(x->errors, E_PARTICIPANT_FILE, p->where, p->configuration);
    return f;
}

void participant_prepare(run *x)
{
    if (!x->m->participant)
        return;
    x->couplings.participant = ARENA_NEW(x->memory, coupled);
    *x->couplings.participant = (coupled){.participant = {.plan = x->m->participant}};
    x->couplings.participant->participant.room =
        ARENA_ARRAY(x->memory, unsigned char, (int)x->m->participant->room + 1);
    x->u->s.participant = &x->couplings.participant->participant;
}

outcome participant_begin(run *x)
{
    coupled *k = x->couplings.participant;
    call c = {.point = COUPLE_MESH};
    if (!k)
        return SOLVED;
    x->u->failed.is_set = false;
    if (!look_for_file(x) || !participant_load(x))
        return FAULT;
    if (!try_call(x, participant_create, &c) || !try_call(x, couple_elements, &c) || !try_call(x, initialize, &c))
        return fault_of(x);
    k->participant.has_checkpoint = c.asks;
    k->participant.t = x->u->s.t;
    if (c.asks && x->couplings.peers) {
        diag_report(x->errors, E_PARTICIPANT_PEERS, x->m->peers.items[0]->where, x->m->peers.items[0]->whose);
        return FAULT;
    }
    participant_read(x);
    return x->u->failed.is_set ? fault_of(x) : SOLVED;
}

void participant_read(run *x)
{
    call c = {.point = COUPLE_READ};
    if (x->couplings.participant && x->couplings.participant->participant.is_there)
        try_call(x, couple_elements, &c);
}

static void take_checkpoint(run *x)
{
    coupled *k = x->couplings.participant;
    if (!k->checkpoint)
        k->checkpoint = snapshot_create(x);
    snapshot_take(k->checkpoint, x);
    k->participant.has_checkpoint = true;
    k->n_held = 0;
}

void participant_start(run *x)
{
    if (!x->couplings.participant)
        return;
    x->couplings.participant->participant.t = x->u->s.t;
    if (x->couplings.participant->participant.has_checkpoint)
        take_checkpoint(x);
}

void participant_end(run *x)
{
    coupled *k = x->couplings.participant;
    if (!k)
        return;
    precice *library = &k->participant.library;
    if (k->participant.is_there && x->sum->complete && participant_ask(library, PRECICE_isCouplingOngoing))
        diag_report(x->errors, W_PARTICIPANT_EARLY, x->m->participant->where, x->u->s.t);
    if (k->participant.is_there)
        precice_call(library, PRECICE_finalize, NULL, NULL, 0);
    k->participant.is_there = false;
    precice_stop(library);
}

void participant_destroy(run *x)
{
    coupled *k = x->couplings.participant;
    if (!k)
        return;
    participant_end(x);
    snapshot_destroy(k->checkpoint);
    for (int i = 0; i < k->held.n; i++)
        solution_destroy(k->held.items[i]);
    solution_destroy(k->latest);
    array_free(&k->held);
    arena_destroy(k->copies);
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

double participant_limit(const run *x, double h)
{
    if (!x->couplings.participant)
        return h;
    precice *library = &x->couplings.participant->participant.library;
    const double left = precice_call(library, PRECICE_getMaxTimeStepSize, NULL, NULL, 0);
    if (precice_has_failed(library)) /* reported by the next call that can */
        return h;
    const double steps = ceil(left / h * (1 - 1e-9));
    return steps > 1 ? left / steps : left;
}

bool participant_goes_on(const run *x)
{
    precice *library = x->couplings.participant ? &x->couplings.participant->participant.library : NULL;
    return !library || participant_ask(library, PRECICE_isCouplingOngoing) || precice_has_failed(library);
}

static solution *copy_of(run *x, solution *into)
{
    coupled *k = x->couplings.participant;
    if (!k->copies)
        k->copies = arena_create();
    if (!into)
        return solution_clone(x->u, k->copies);
    solution_copy(into, x->u);
    return into;
}

/* The accepted step waits until the window is complete. */
static void participant_hold(run *x)
{
    coupled *k = x->couplings.participant;
    if (k->n_held == k->held.n)
        array_push(&k->held, copy_of(x, NULL));
    else
        copy_of(x, k->held.items[k->n_held]);
    k->n_held++;
}

/* What has waited is output, in its order; then the run is where it was. */
static bool output_held(run *x, step_output *output)
{
    coupled *k = x->couplings.participant;
    bool ok = true;
    if (k->n_held == 0)
        return true;
    k->latest = copy_of(x, k->latest);
    for (int i = 0; i < k->n_held && ok; i++) {
        solution_copy(x->u, k->held.items[i]);
        ok = output(x);
    }
    k->n_held = 0;
    run_carry_done(k->latest, x);
    return solution_copy(x->u, k->latest) && ok;
}

static step_fate participant_go_back(run *x)
{
    coupled *k = x->couplings.participant;
    k->n_held = 0;
    if (!snapshot_restore(k->checkpoint, x))
        return STEP_FAILED;
    k->participant.t = x->u->s.t;
    return STEP_TAKEN_BACK;
}

step_fate participant_advance(run *x, step_output *output)
{
    coupled *k = x->couplings.participant;
    call c = {.dt = x->u->s.dt};
    if (!k)
        return STEP_STAYS;
    if (!try_call(x, participant_type_advance, &c) || !try_call(x, ask_for_return, &c)) {
        fault_of(x);
        return STEP_FAILED;
    }
    k->participant.t = x->u->s.t;
    if (c.asks)
        return participant_go_back(x);
    if (!participant_ask(&k->participant.library, PRECICE_isTimeWindowComplete) && k->participant.has_checkpoint) {
        participant_hold(x);
        return STEP_WAITS;
    }
    return output_held(x, output) ? STEP_STAYS : STEP_FAILED;
}

bool participant_commit(run *x)
{
    call c = {0};
    if (!x->couplings.participant ||
        !participant_ask(&x->couplings.participant->participant.library, PRECICE_isTimeWindowComplete))
        return true;
    if (!try_call(x, ask_for_checkpoint, &c)) {
        fault_of(x);
        return false;
    }
    if (c.asks)
        take_checkpoint(x);
    return true;
}
