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
    participant is;
    snapshot *checkpoint;
    arena *copies;
    ARRAY(solution *) held; /* accepted steps of the window; those from n_held on are free */
    int n_held;
    solution *latest;
    bool is_open; /* the library is ours */
} coupled;

/* --- calls of the library ----------------------------------------------------------------------------------------- */

typedef struct {
    run *x;
    couple_point at;
    double dt;
    bool asks; /* out: for a checkpoint, or to return to it */
} call;

/* False after a fault, of the library or of an element, which the state has. */
static bool try_call(run *x, void (*f)(void *), call *c)
{
    participant *p = &x->couplings.participant->is;
    c->x = x;
    if (precice_try(f, c))
        return !x->u->failed.is_set;
    p->is_there = false;
    state_fail(&x->u->s, p->plan->where, "preCICE, participant %s: the library has failed, its message says why",
               p->plan->name);
    return false;
}

static void couple_elements(void *of)
{
    const call *c = of;
    run *x = c->x;
    for (int i = 0; i < x->m->elems.n && !x->u->failed.is_set; i++) {
        const elem *e = x->m->elems.at[i];
        if (e->type->exchange && e->type->exchange->couple && !e->is_hidden)
            e->type->exchange->couple(&x->u->s, e, x->u->memory, c->at);
    }
}

static void create(void *of)
{
    const call *c = of;
    participant *p = &c->x->couplings.participant->is;
    p->call.createParticipant(p->plan->name, p->plan->configuration, 0, 1);
    p->is_there = true;
}

static void initialize(void *of)
{
    call *c = of;
    const precice *lib = &c->x->couplings.participant->is.call;
    if (lib->requiresInitialData()) {
        c->at = COUPLE_WRITE;
        couple_elements(c);
    }
    if (c->x->u->failed.is_set)
        return;
    lib->initialize();
    c->asks = lib->requiresWritingCheckpoint();
}

static void advance(void *of)
{
    call *c = of;
    c->at = COUPLE_WRITE;
    couple_elements(c);
    if (!c->x->u->failed.is_set)
        c->x->couplings.participant->is.call.advance(c->dt);
}

static const precice *library_of(const call *c) { return &c->x->couplings.participant->is.call; }

static void ask_for_return(void *of)
{
    call *c = of;
    c->asks = library_of(c)->requiresReadingCheckpoint();
}

static void ask_for_checkpoint(void *of)
{
    call *c = of;
    c->asks = library_of(c)->requiresWritingCheckpoint();
}

static void finalize(void *of) { library_of(of)->finalize(); }

/* --- the beginning and the end ------------------------------------------------------------------------------------ */

static outcome fault_of(const run *x)
{
    report_failure(x, FAULT, NULL, NULL);
    return FAULT;
}

static bool load(run *x)
{
    participant *p = &x->couplings.participant->is;
    const char *missing = precice_load(&p->call, p->plan->library);
    if (missing) {
        diag_report(x->errors, E_PARTICIPANT_LIBRARY, p->plan->where, missing);
        return false;
    }
    if (!precice_open()) {
        diag_report(x->errors, E_PARTICIPANT_TAKEN, p->plan->where);
        return false;
    }
    x->couplings.participant->is_open = true;
    return true;
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
    *x->couplings.participant = (coupled){.is = {.plan = x->m->participant}};
    x->couplings.participant->is.room = ARENA_ARRAY(x->memory, unsigned char, (int)x->m->participant->room + 1);
    x->u->s.participant = &x->couplings.participant->is;
}

outcome participant_begin(run *x)
{
    coupled *k = x->couplings.participant;
    call c = {.at = COUPLE_MESH};
    if (!k)
        return SOLVED;
    x->u->failed.is_set = false;
    if (!look_for_file(x) || !load(x))
        return FAULT;
    if (!try_call(x, create, &c) || !try_call(x, couple_elements, &c) || !try_call(x, initialize, &c))
        return fault_of(x);
    k->is.has_checkpoint = c.asks;
    k->is.t = x->u->s.t;
    if (c.asks && x->couplings.peers) {
        diag_report(x->errors, E_PARTICIPANT_PEERS, x->m->peers.at[0]->where, x->m->peers.at[0]->whose);
        return FAULT;
    }
    participant_read(x);
    return x->u->failed.is_set ? fault_of(x) : SOLVED;
}

void participant_read(run *x)
{
    call c = {.at = COUPLE_READ};
    if (x->couplings.participant && x->couplings.participant->is.is_there)
        try_call(x, couple_elements, &c);
}

static void take_checkpoint(run *x)
{
    coupled *k = x->couplings.participant;
    if (!k->checkpoint)
        k->checkpoint = snapshot_create(x);
    snapshot_take(k->checkpoint, x);
    k->is.has_checkpoint = true;
    k->n_held = 0;
}

void participant_start(run *x)
{
    if (!x->couplings.participant)
        return;
    x->couplings.participant->is.t = x->u->s.t;
    if (x->couplings.participant->is.has_checkpoint)
        take_checkpoint(x);
}

void participant_end(run *x)
{
    coupled *k = x->couplings.participant;
    call c = {.x = x};
    if (!k)
        return;
    if (k->is.is_there && x->sum->complete && k->is.call.isCouplingOngoing())
        diag_report(x->errors, W_PARTICIPANT_EARLY, x->m->participant->where, x->u->s.t);
    if (k->is.is_there)
        precice_try(finalize, &c);
    k->is.is_there = false;
    if (k->is_open)
        precice_close();
    k->is_open = false;
}

void participant_destroy(run *x)
{
    coupled *k = x->couplings.participant;
    if (!k)
        return;
    participant_end(x);
    snapshot_destroy(k->checkpoint);
    for (int i = 0; i < k->held.n; i++)
        solution_destroy(k->held.at[i]);
    solution_destroy(k->latest);
    array_free(&k->held);
    arena_destroy(k->copies);
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

double participant_limit(const run *x, double h)
{
    if (!x->couplings.participant)
        return h;
    const double left = x->couplings.participant->is.call.getMaxTimeStepSize();
    const double steps = ceil(left / h * (1 - 1e-9));
    return steps > 1 ? left / steps : left;
}

bool participant_goes_on(const run *x)
{
    return !x->couplings.participant || x->couplings.participant->is.call.isCouplingOngoing();
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
static void hold(run *x)
{
    coupled *k = x->couplings.participant;
    if (k->n_held == k->held.n)
        array_push(&k->held, copy_of(x, NULL));
    else
        copy_of(x, k->held.at[k->n_held]);
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
        solution_copy(x->u, k->held.at[i]);
        ok = output(x);
    }
    k->n_held = 0;
    run_carry_done(k->latest, x);
    return solution_copy(x->u, k->latest) && ok;
}

static step_fate go_back(run *x)
{
    coupled *k = x->couplings.participant;
    k->n_held = 0;
    if (!snapshot_restore(k->checkpoint, x))
        return STEP_FAILED;
    k->is.t = x->u->s.t;
    return STEP_TAKEN_BACK;
}

step_fate participant_advance(run *x, step_output *output)
{
    coupled *k = x->couplings.participant;
    call c = {.dt = x->u->s.dt};
    if (!k)
        return STEP_STAYS;
    if (!try_call(x, advance, &c) || !try_call(x, ask_for_return, &c)) {
        fault_of(x);
        return STEP_FAILED;
    }
    k->is.t = x->u->s.t;
    if (c.asks)
        return go_back(x);
    if (!k->is.call.isTimeWindowComplete() && k->is.has_checkpoint) {
        hold(x);
        return STEP_WAITS;
    }
    return output_held(x, output) ? STEP_STAYS : STEP_FAILED;
}

bool participant_commit(run *x)
{
    call c = {0};
    if (!x->couplings.participant || !x->couplings.participant->is.call.isTimeWindowComplete())
        return true;
    if (!try_call(x, ask_for_checkpoint, &c)) {
        fault_of(x);
        return false;
    }
    if (c.asks)
        take_checkpoint(x);
    return true;
}
