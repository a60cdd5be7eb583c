/* peers.c - when a run talks to those outside.
 *
 *     before anything is solved    connections are made, peers greeted
 *     initial state                file drivers receive, elements exchange
 *     predicted state of a step    file drivers receive, elements exchange
 *     each correction              elements exchange, until none of them asks for more
 *     end                          connections are closed
 *
 * Connections are of the run, not of its solution: a peer cannot be taken back. */
#include "contract/file_driver.h"
#include "problem/diag_rows.h"
#include "problem/run_internals.h"

static void exchange_corrected(void *to);

void peers_prepare(run *x)
{
    const int n = x->m->peers.n;
    if (n == 0)
        return;
    x->couplings.peers = ARENA_ARRAY(x->memory, peer, n);
    for (int i = 0; i < n; i++) {
        const peer_plan *p = x->m->peers.items[i];
        const net_patience wait = {.stop = x->listen->stop, .context = x->listen->context};
        x->couplings.peers[i] = (peer){.plan = p, .link = net_none(), .meeting = wait, .message = wait, .told = -1};
        x->couplings.peers[i].meeting.seconds = x->m->limits.meeting_seconds;
        x->couplings.peers[i].message.seconds = p->seconds > 0 ? p->seconds : x->m->limits.peer_seconds;
        x->couplings.peers[i].room = p->room ? ARENA_ARRAY(x->memory, unsigned char, (int)p->room) : NULL;
    }
    x->u->s.peers = x->couplings.peers;
    x->couplings.exchange = (coupling){.context = x, .talk = &x->couplings.talk, .exchange = exchange_corrected};
}

bool peers_begin(run *x)
{
    x->u->failed.is_set = false;
    return peers_open(x->couplings.peers, x->m->peers.n, &x->u->s);
}

void peers_end(run *x)
{
    if (x->couplings.peers)
        peers_close(x->couplings.peers, x->m->peers.n);
}

/* --- talking ------------------------------------------------------------------------------------------------------ */

static void peers_tell(run *x, exchange_point at)
{
    for (int i = 0; i < x->m->elems.n && !x->u->failed.is_set; i++) {
        const elem *e = x->m->elems.items[i];
        if (e->type->exchange && e->type->exchange->send && elem_is_on(&x->u->s, e))
            e->type->exchange->send(&x->u->s, e, x->u->memory, at);
    }
}

static void peers_exchange(run *x, exchange_point at)
{
    exchange_talk talk = EXCHANGE_OVER;
    peers_tell(x, at);
    for (int i = 0; i < x->m->elems.n && !x->u->failed.is_set; i++) {
        const elem *e = x->m->elems.items[i];
        if (!e->type->exchange || !e->type->exchange->exchange || !elem_is_on(&x->u->s, e))
            continue;
        const exchange_talk its = e->type->exchange->exchange(&x->u->s, e, x->u->memory, at);
        talk = its > talk ? its : talk;
    }
    x->couplings.talk = x->u->failed.is_set ? EXCHANGE_OVER : talk;
}

static void exchange_corrected(void *to) { peers_exchange(to, EXCHANGE_CORRECTED); }

static long count_received(const run *x)
{
    long n = 0;
    for (int i = 0; i < x->m->peers.n; i++)
        n += x->couplings.peers[i].received;
    return n;
}

/* Also without peers: a file may hold what one has sent. */
void peers_receive(run *x)
{
    for (int i = 0; i < x->m->drivers.n; i++)
        if (x->m->drivers.items[i]->type->receive && !x->u->failed.is_set)
            x->m->drivers.items[i]->type->receive(x->m->drivers.items[i], &x->u->s, x->u->memory);
    x->now->received = count_received(x);
}

void peers_predicted(run *x)
{
    if (!x->couplings.peers)
        return;
    peers_exchange(x, EXCHANGE_PREDICTED);
    x->now->received = count_received(x);
}

outcome peers_start(run *x)
{
    x->u->failed.is_set = false;
    peers_receive(x);
    if (x->couplings.peers)
        peers_exchange(x, EXCHANGE_START);
    x->couplings.talk = EXCHANGE_OVER;
    x->now->received = count_received(x);
    if (!x->u->failed.is_set)
        return SOLVED;
    if (x->u->failed.ends_cleanly)
        return ENDED;
    report_failure(x, FAULT, NULL, NULL);
    return FAULT;
}

bool peers_accepted(const run *x)
{
    const fault *f = &x->u->failed;
    return !x->couplings.peers || !f->is_set || f->ends_cleanly || report_failure(x, FAULT, NULL, NULL);
}

bool peers_may_return(run *x, const solution *to)
{
    if (x->couplings.participant && to->s.t != x->u->s.t) {
        diag_report(x->errors, E_PEER_RETURN, x->m->participant->where, to->s.t, x->u->s.t);
        return false;
    }
    if (!x->couplings.peers || ((const run_progress *)to->extra)->received == count_received(x))
        return true;
    diag_report(x->errors, E_PEER_RETURN, x->m->peers.items[0]->where, to->s.t, x->u->s.t);
    return false;
}
