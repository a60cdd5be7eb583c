/* read_peers.c - peers in the deck: their addresses, and the options of streams. */
#include "model/diag_rows.h"
#include "model/model.h"
#include "model/peers.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

peer_plan *read_peer(reader *r, const char *of, unsigned label, const char *keyword, int *index)
{
    model *m = model_of(r);
    peer_plan *p = ARENA_NEW(m->memory, peer_plan);
    char *words = text_of("%s %u (%s)", of, label, keyword);
    *p = (peer_plan){.whose = arena_string(m->memory, words, strlen(words)),
                     .where = read_last_place(r),
                     .address = {.port = NET_DEFAULT_PORT}};
    free(words);
    reader_allows(r, "peers");
    *index = m->peers.n;
    array_push(&m->peers, p);
    return p;
}

bool read_address_option(reader *r, net_address *a, bool *has_create)
{
    static const char *const TYPES[] = {"tcp", "udp", NULL};
    if (read_keyword(r, "create")) {
        a->creates = read_bool(r, "create");
        *has_create = true;
    } else if (read_keyword(r, "local") || read_keyword(r, "path")) {
        a->path = read_filename(r, "path of the socket");
    } else if (read_keyword(r, "port")) {
        a->port = read_integer_in(r, 1, 65535, "port");
    } else if (read_keyword(r, "host")) {
        a->host = read_string(r, "host");
    } else if (read_keyword(r, "socket type")) {
        a->is_datagram = read_choice(r, TYPES, "type of the socket") == 1;
    } else {
        return false;
    }
    return read_ok(r);
}

/* --- streams ------------------------------------------------------------------------------------------------------ */

static bool read_flag(reader *r, const char *yes, const char *no, bool *flag)
{
    const bool is_no = read_keyword(r, no);
    if (!is_no && !read_keyword(r, yes))
        return false;
    *flag = !is_no;
    return true;
}

static void read_echo(reader *r, peer_plan *p, stream_options *o)
{
    p->echo = read_filename(r, "echo file");
    if (read_keyword(r, "precision"))
        o->precision = read_integer_in(r, 1, 30, "precision");
    if (read_keyword(r, "shift"))
        o->shift = read_real(r, "shift");
}

static bool read_stream_option(reader *r, peer_plan *p, stream_options *o)
{
    if (read_address_option(r, &p->address, &o->has_create) || read_flag(r, "signal", "no signal", &o->signals) ||
        read_flag(r, "blocking", "non blocking", &o->blocks) ||
        read_flag(r, "send first", "no send first", &o->first) ||
        read_flag(r, "abort if broken", "do not abort if broken", &o->aborts))
        return true;
    if (read_keyword(r, "output every") || read_keyword(r, "input every"))
        o->every = read_integer_in(r, 1, INT_MAX, "steps");
    else if (read_keyword(r, "receive first"))
        o->first = read_bool(r, "receive first");
    else if (read_keyword(r, "timeout"))
        o->seconds = read_not_negative(r, "timeout");
    else if (read_keyword(r, "echo"))
        read_echo(r, p, o);
    else
        return false;
    return read_ok(r);
}

void read_stream_options(reader *r, peer_plan *p, stream_options *o)
{
    while (read_stream_option(r, p, o))
        ;
    p->seconds = o->seconds;
}

void read_stream(reader *r, peer_plan *p, stream_options *o, stream_needs needs)
{
    *o = (stream_options){.signals = true, .blocks = true, .first = true, .every = 1};
    if (read_keyword(r, "stream name") || read_keyword(r, "name") || read_keyword(r, "stream drive name"))
        o->name = read_string(r, "name of the stream");
    else
        read_error(r, E_STREAM_NAME, read_place(r));
    o->has_create = needs == STREAM_NEEDS_NOTHING;
    read_stream_options(r, p, o);
    if (read_ok(r) && !o->has_create && !read_peek(r, "send after"))
        read_error(r, E_STREAM_CREATE, read_place(r));
}

void read_no_content(reader *r)
{
    if (read_ok(r))
        read_error(r, E_STREAM_CONTENT, read_place(r), read_shown(r));
}

void stream_log(const peer_plan *p, const stream_options *o, record *out)
{
    record_word(out, "stream");
    record_word(out, p->address.path ? "UNIX" : "INET");
    record_word(out, o->name);
    record_word(out, p->address.path ? p->address.path : p->address.host ? p->address.host : "");
    if (!p->address.path)
        record_integer(out, p->address.port);
    record_word(out, p->address.is_datagram ? "udp" : "tcp");
    record_integer(out, p->address.creates);
    record_integer(out, o->signals);
}

void stream_echo(FILE *to, const stream_options *o, const double *v, int n, bool goes_on)
{
    for (int i = 0; i < n; i++)
        fprintf(to, "%s%.*g", i > 0 || goes_on ? " " : "", o->precision ? o->precision : 6, v[i]);
    fputc('\n', to);
}
