/* peers.c - when a run exchanges data with peers.
 *
 *     before anything is solved    connections are opened, with a handshake
 *     initial state                file drivers receive, elements exchange
 *     predicted state of a step    file drivers receive, elements exchange
 *     each correction              elements exchange, until none of them requires more; so do elements without peers
 *                                  whose forces are found between corrections
 *     end                          connections are closed
 *
 * Connections belong to the run, not to its solution: an exchange with a peer cannot be undone. */
#include "contract/file_driver.h"
#include "problem/diag_rows.h"
#include "problem/run_internals.h"

static void exchange_corrected(void *to);

static bool has_exchange(const model *model)
{
    bool has = false;
    for (int i = 0; !has && i < model->elems.n; i++)
        has = model->elems.items[i]->type->exchange && model->elems.items[i]->type->exchange->exchange;
    return has;
}

void peers_prepare(run *run)
{
    const int n = run->model->peers.n;
    if (n > 0 || has_exchange(run->model))
        run->couplings.exchange =
            (coupling){.context = run, .status = &run->couplings.status, .exchange = exchange_corrected};
    if (n == 0)
        return;
    run->couplings.peers = ARENA_ARRAY(run->memory, peer, n);
    for (int i = 0; i < n; i++) {
        const peer_plan *plan = run->model->peers.items[i];
        const net_patience wait = {.stop = run->observer->stop, .context = run->observer->context};
        run->couplings.peers[i] =
            (peer){.plan = plan, .link = net_none(), .meeting = wait, .message = wait, .reported = -1};
        run->couplings.peers[i].meeting.seconds = run->model->limits.meeting_seconds;
        run->couplings.peers[i].message.seconds = plan->seconds > 0 ? plan->seconds : run->model->limits.peer_seconds;
        run->couplings.peers[i].workspace =
            plan->workspace ? ARENA_ARRAY(run->memory, unsigned char, (int)plan->workspace) : NULL;
    }
    run->solution->state.peers = run->couplings.peers;
}

bool peers_begin(run *run)
{
    run->solution->failed.is_set = false;
    return peers_open(run->couplings.peers, run->model->peers.n, &run->solution->state);
}

void peers_end(run *run)
{
    if (run->couplings.peers)
        peers_close(run->couplings.peers, run->model->peers.n);
}

/* --- exchange ----------------------------------------------------------------------------------------------------- */

static void peers_send(run *run, exchange_point at)
{
    for (int i = 0; i < run->model->elems.n && !run->solution->failed.is_set; i++) {
        const elem *element = run->model->elems.items[i];
        if (element->type->exchange && element->type->exchange->send && elem_is_on(&run->solution->state, element))
            element->type->exchange->send(&run->solution->state, element, run->solution->memory, at);
    }
}

static void peers_exchange(run *run, exchange_point at)
{
    exchange_status status = EXCHANGE_DONE;
    peers_send(run, at);
    for (int i = 0; i < run->model->elems.n && !run->solution->failed.is_set; i++) {
        const elem *element = run->model->elems.items[i];
        if (!element->type->exchange || !element->type->exchange->exchange ||
            !elem_is_on(&run->solution->state, element))
            continue;
        const exchange_status its =
            element->type->exchange->exchange(&run->solution->state, element, run->solution->memory, at);
        status = its > status ? its : status;
    }
    run->couplings.status = run->solution->failed.is_set ? EXCHANGE_DONE : status;
}

static void exchange_corrected(void *to) { peers_exchange(to, EXCHANGE_CORRECTED); }

static long count_received(const run *run)
{
    long n = 0;
    for (int i = 0; i < run->model->peers.n; i++)
        n += run->couplings.peers[i].received;
    return n;
}

/* Also called without peers: a file may contain what one has sent. */
void peers_receive(run *run)
{
    for (int i = 0; i < run->model->drivers.n; i++)
        if (run->model->drivers.items[i]->type->receive && !run->solution->failed.is_set)
            run->model->drivers.items[i]->type->receive(run->model->drivers.items[i], &run->solution->state,
                                                        run->solution->memory);
    run->now->received = count_received(run);
}

void peers_predicted(run *run)
{
    if (!run->couplings.exchange.exchange)
        return;
    peers_exchange(run, EXCHANGE_PREDICTED);
    run->now->received = count_received(run);
}

outcome peers_start(run *run)
{
    run->solution->failed.is_set = false;
    peers_receive(run);
    if (run->couplings.exchange.exchange)
        peers_exchange(run, EXCHANGE_START);
    run->couplings.status = EXCHANGE_DONE;
    run->now->received = count_received(run);
    if (!run->solution->failed.is_set)
        return SOLVED;
    if (run->solution->failed.ends_cleanly)
        return ENDED;
    report_failure(run, EVALUATION_FAILED, NULL, NULL);
    return EVALUATION_FAILED;
}

bool peers_accepted(const run *run)
{
    const evaluation_error *failure = &run->solution->failed;
    return !run->couplings.peers || !failure->is_set || failure->ends_cleanly ||
           report_failure(run, EVALUATION_FAILED, NULL, NULL);
}

bool peers_may_restore(run *run, const solution *to)
{
    if (run->couplings.participant && to->state.t != run->solution->state.t) {
        diag_report(run->errors, E_PEER_RETURN, run->model->participant->location, to->state.t, run->solution->state.t);
        return false;
    }
    if (!run->couplings.peers || ((const run_progress *)to->extra)->received == count_received(run))
        return true;
    diag_report(run->errors, E_PEER_RETURN, run->model->peers.items[0]->location, to->state.t, run->solution->state.t);
    return false;
}
