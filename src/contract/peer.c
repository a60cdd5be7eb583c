/* peer.c - connections of a run: made in the order of the deck, those that peers come to before all others. */
#include "contract/peer.h"
#include "contract/diag_rows.h"
#include <errno.h>
#include <stdarg.h>
#include <string.h>

enum { WORDS = 160 };

static const char *address_words(const peer *p, char *out)
{
    if (p->plan->is_by_files)
        snprintf(out, WORDS, "files");
    else
        net_describe(&p->plan->address, out, WORDS);
    return out;
}

bool peer_fault(const state *s, peer *p, const char *format, ...)
{
    char where[WORDS], words[WORDS];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    p->is_gone = true;
    state_fail(s, p->plan->where, "%s, peer at %s: %s", p->plan->whose, address_words(p, where), words);
    return false;
}

bool peer_failed(const state *s, peer *p, net_status why, const char *doing)
{
    if (why == NET_STOPPED) {
        peer_fault(s, p, "interrupted");
        s->failed->ends_cleanly = true;
        return false;
    }
    if (why == NET_SILENT)
        return peer_fault(s, p, "%s: no answer within %g s (--limit peer_seconds=S)", doing, p->message.seconds);
    return peer_fault(s, p, "%s: %s", doing, net_reason(&p->link, why));
}

/* --- messages ----------------------------------------------------------------------------------------------------- */

bool peer_send(const state *s, peer *p, const void *bytes, size_t n)
{
    if (p->is_gone)
        return peer_fault(s, p, "there is no connection any more");
    const net_status how = net_send(&p->link, bytes, n, &p->message);
    char doing[64];
    snprintf(doing, sizeof doing, "sending a message of %zu bytes", n);
    return how == NET_OK || peer_failed(s, p, how, doing);
}

bool peer_receive(const state *s, peer *p, void *bytes, size_t n)
{
    if (p->is_gone)
        return peer_fault(s, p, "there is no connection any more");
    const net_status how = net_receive(&p->link, bytes, n, &p->message);
    char doing[64];
    snprintf(doing, sizeof doing, "%zu of %zu bytes have come", p->link.got, n);
    p->received += how == NET_OK;
    return how == NET_OK || peer_failed(s, p, how, doing);
}

/* --- the beginning and the end ------------------------------------------------------------------------------------ */

static bool report(const state *s, const peer *p, net_status why)
{
    char where[WORDS];
    const char *reason = why == NET_SILENT && p->plan->address.creates ? "nobody has come in time"
                         : why == NET_SILENT                           ? "nobody is there"
                                                                       : net_reason(&p->link, why);
    diag_report(s->errors, E_PEER, p->plan->where, p->plan->whose, address_words(p, where), reason);
    if (why == NET_SILENT)
        diag_hint(s->errors, "it is waited for %g s: --limit meeting_seconds=S", p->meeting.seconds);
    return false;
}

static bool open_echo(const state *s, peer *p)
{
    if (!p->plan->echo)
        return true;
    p->echo = fopen(p->plan->echo, "w");
    if (!p->echo) {
        diag_report(s->errors, E_PEER_ECHO, p->plan->where, p->plan->whose, p->plan->echo, strerror(errno));
        return false;
    }
    if (p->plan->head)
        p->plan->head(p, p->echo);
    return true;
}

static bool peer_greet(const state *s, peer *p)
{
    const bool ok = !p->plan->greet || p->plan->greet(s, p);
    p->is_greeted = ok;
    if (!ok)
        diag_report(s->errors, E_PEER_FAULT, s->failed->where, s->failed->text);
    return ok;
}

bool peers_open(peer *p, int n, const state *s)
{
    bool ok = true;
    for (int i = 0; i < n && ok; i++) {
        const net_status how = p[i].plan->is_by_files ? NET_OK : net_open(&p[i].link, &p[i].plan->address);
        ok = (how == NET_OK || report(s, &p[i], how)) && open_echo(s, &p[i]);
    }
    for (int i = 0; i < n && ok; i++) {
        const bool comes = !p[i].plan->is_by_files && !p[i].plan->is_a_door;
        const net_status how = comes ? net_meet(&p[i].link, &p[i].plan->address, &p[i].meeting) : NET_OK;
        ok = how == NET_OK || report(s, &p[i], how);
    }
    for (int i = 0; i < n && ok; i++)
        ok = peer_greet(s, &p[i]);
    return ok;
}

/* Who hears of the end finds no socket any more, and may remove its folder. */
void peers_close(peer *p, int n)
{
    for (int i = 0; i < n; i++)
        if (!p[i].plan->is_by_files)
            net_shut(&p[i].link, &p[i].plan->address);
    for (int i = 0; i < n; i++) {
        if (p[i].is_greeted && !p[i].is_gone && p[i].plan->farewell)
            p[i].plan->farewell(&p[i]);
        if (!p[i].plan->is_by_files)
            net_close(&p[i].link, &p[i].plan->address);
        if (p[i].echo)
            fclose(p[i].echo);
        p[i].echo = NULL;
    }
}
