/* peer.c - connections of a run: made in the order of the deck, but those on which peers connect before all others. */
#include "contract/peer.h"
#include "contract/diag_rows.h"
#include <errno.h>
#include <stdarg.h>
#include <string.h>

enum { WORDS = 160 };

static const char *address_words(const peer *peer, char *out)
{
    if (peer->plan->is_by_files)
        snprintf(out, WORDS, "files");
    else
        net_describe(&peer->plan->address, out, WORDS);
    return out;
}

bool peer_error(const state *state, peer *peer, const char *format, ...)
{
    char where[WORDS], words[WORDS];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    peer->is_gone = true;
    state_fail(state, peer->plan->location, "%s, peer at %s: %s", peer->plan->whose, address_words(peer, where), words);
    return false;
}

bool peer_failed(const state *state, peer *peer, net_status why, const char *doing)
{
    if (why == NET_STOPPED) {
        peer_error(state, peer, "interrupted");
        state->failed->ends_cleanly = true;
        return false;
    }
    if (why == NET_SILENT)
        return peer_error(state, peer, "%s: no answer within %g s (--limit peer_seconds=S)", doing,
                          peer->message.seconds);
    return peer_error(state, peer, "%s: %s", doing, net_reason(&peer->link, why));
}

/* --- messages ----------------------------------------------------------------------------------------------------- */

bool peer_send(const state *state, peer *peer, const void *bytes, size_t size)
{
    if (peer->is_gone)
        return peer_error(state, peer, "the connection is closed");
    const net_status how = net_send(&peer->link, bytes, size, &peer->message);
    char doing[64];
    snprintf(doing, sizeof doing, "sending a message of %zu bytes", size);
    return how == NET_OK || peer_failed(state, peer, how, doing);
}

bool peer_receive(const state *state, peer *peer, void *bytes, size_t size)
{
    if (peer->is_gone)
        return peer_error(state, peer, "the connection is closed");
    const net_status how = net_receive(&peer->link, bytes, size, &peer->message);
    char doing[64];
    snprintf(doing, sizeof doing, "%zu of %zu bytes have come", peer->link.got, size);
    peer->received += how == NET_OK;
    return how == NET_OK || peer_failed(state, peer, how, doing);
}

/* --- opening and closing ------------------------------------------------------------------------------------------ */

static bool report(const state *state, const peer *peer, net_status why)
{
    char where[WORDS];
    const char *reason = why == NET_SILENT && peer->plan->address.creates ? "no peer connected in time"
                         : why == NET_SILENT                              ? "no peer is listening"
                                                                          : net_reason(&peer->link, why);
    diag_report(state->errors, E_PEER, peer->plan->location, peer->plan->whose, address_words(peer, where), reason);
    if (why == NET_SILENT)
        diag_hint(state->errors, "the waiting time is %g s; change it with --limit meeting_seconds=S",
                  peer->meeting.seconds);
    return false;
}

static bool open_echo(const state *state, peer *peer)
{
    if (!peer->plan->echo)
        return true;
    peer->echo = fopen(peer->plan->echo, "w");
    if (!peer->echo) {
        diag_report(state->errors, E_PEER_ECHO, peer->plan->location, peer->plan->whose, peer->plan->echo,
                    strerror(errno));
        return false;
    }
    if (peer->plan->head)
        peer->plan->head(peer, peer->echo);
    return true;
}

static bool peer_greet(const state *state, peer *peer)
{
    const bool ok = !peer->plan->greet || peer->plan->greet(state, peer);
    peer->is_greeted = ok;
    if (!ok)
        diag_report(state->errors, E_PEER_ERROR, state->failed->location, state->failed->text);
    return ok;
}

bool peers_open(peer *peer, int n, const state *state)
{
    bool ok = true;
    for (int i = 0; i < n && ok; i++) {
        const net_status how = peer[i].plan->is_by_files ? NET_OK : net_open(&peer[i].link, &peer[i].plan->address);
        ok = (how == NET_OK || report(state, &peer[i], how)) && open_echo(state, &peer[i]);
    }
    for (int i = 0; i < n && ok; i++) {
        const bool comes = !peer[i].plan->is_by_files && !peer[i].plan->is_server;
        const net_status how = comes ? net_meet(&peer[i].link, &peer[i].plan->address, &peer[i].meeting) : NET_OK;
        ok = how == NET_OK || report(state, &peer[i], how);
    }
    for (int i = 0; i < n && ok; i++)
        ok = peer_greet(state, &peer[i]);
    return ok;
}

/* Closes the sockets first: a peer that is notified of the end may remove its folder. */
void peers_close(peer *peer, int n)
{
    for (int i = 0; i < n; i++)
        if (!peer[i].plan->is_by_files)
            net_shut(&peer[i].link, &peer[i].plan->address);
    for (int i = 0; i < n; i++) {
        if (peer[i].is_greeted && !peer[i].is_gone && peer[i].plan->farewell)
            peer[i].plan->farewell(&peer[i]);
        if (!peer[i].plan->is_by_files)
            net_close(&peer[i].link, &peer[i].plan->address);
        if (peer[i].echo)
            fclose(peer[i].echo);
        peer[i].echo = NULL;
    }
}
