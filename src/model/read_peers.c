/* read_peers.c - reading peers: their addresses, and the options of streams. */
#include "model/diag_rows.h"
#include "model/model.h"
#include "model/peers.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

peer_plan *read_peer(reader *reader, const char *of, unsigned label, const char *keyword, int *index)
{
    model *model = model_of(reader);
    peer_plan *plan = ARENA_NEW(model->memory, peer_plan);
    char *words = text_of("%s %u (%s)", of, label, keyword);
    *plan = (peer_plan){.whose = arena_string(model->memory, words, strlen(words)),
                        .location = read_last_location(reader),
                        .address = {.port = NET_DEFAULT_PORT}};
    free(words);
    reader_allows(reader, "peers");
    *index = model->peers.n;
    array_push(&model->peers, plan);
    return plan;
}

bool read_address_option(reader *reader, net_address *address, bool *has_create)
{
    static const char *const TYPES[] = {"tcp", "udp", NULL};
    if (read_keyword(reader, "create")) {
        address->creates = read_bool(reader, "create");
        *has_create = true;
    } else if (read_keyword(reader, "local") || read_keyword(reader, "path")) {
        address->path = read_filename(reader, "path of the socket");
    } else if (read_keyword(reader, "port")) {
        address->port = read_integer_in(reader, 1, 65535, "port");
    } else if (read_keyword(reader, "host")) {
        address->host = read_string(reader, "host");
    } else if (read_keyword(reader, "socket type")) {
        address->is_datagram = read_choice(reader, TYPES, "type of the socket") == 1;
    } else {
        return false;
    }
    return read_ok(reader);
}

/* --- streams ------------------------------------------------------------------------------------------------------ */

static bool read_flag(reader *reader, const char *yes, const char *no, bool *flag)
{
    const bool is_no = read_keyword(reader, no);
    if (!is_no && !read_keyword(reader, yes))
        return false;
    *flag = !is_no;
    return true;
}

static void read_echo(reader *reader, peer_plan *plan, stream_options *options)
{
    plan->echo = read_filename(reader, "echo file");
    if (read_keyword(reader, "precision"))
        options->precision = read_integer_in(reader, 1, 30, "precision");
    if (read_keyword(reader, "shift"))
        options->shift = read_real(reader, "shift");
}

static bool read_stream_option(reader *reader, peer_plan *plan, stream_options *options)
{
    if (read_address_option(reader, &plan->address, &options->has_create) ||
        read_flag(reader, "signal", "no signal", &options->signals) ||
        read_flag(reader, "blocking", "non blocking", &options->blocks) ||
        read_flag(reader, "send first", "no send first", &options->first) ||
        read_flag(reader, "abort if broken", "do not abort if broken", &options->aborts))
        return true;
    if (read_keyword(reader, "output every") || read_keyword(reader, "input every"))
        options->every = read_integer_in(reader, 1, INT_MAX, "steps");
    else if (read_keyword(reader, "receive first"))
        options->first = read_bool(reader, "receive first");
    else if (read_keyword(reader, "timeout"))
        options->seconds = read_not_negative(reader, "timeout");
    else if (read_keyword(reader, "echo"))
        read_echo(reader, plan, options);
    else
        return false;
    return read_ok(reader);
}

void read_stream_options(reader *reader, peer_plan *plan, stream_options *options)
{
    while (read_stream_option(reader, plan, options))
        ;
    plan->seconds = options->seconds;
}

void read_stream(reader *reader, peer_plan *plan, stream_options *options, stream_needs needs)
{
    *options = (stream_options){.signals = true, .blocks = true, .first = true, .every = 1};
    if (read_keyword(reader, "stream name") || read_keyword(reader, "name") ||
        read_keyword(reader, "stream drive name"))
        options->name = read_string(reader, "name of the stream");
    else
        read_error(reader, E_STREAM_NAME, read_place(reader));
    options->has_create = needs == STREAM_NEEDS_NOTHING;
    read_stream_options(reader, plan, options);
    if (read_ok(reader) && !options->has_create && !read_peek(reader, "send after"))
        diag_report(reader_diag(reader), W_STREAM_CREATE, read_place(reader));
}

void read_no_content(reader *reader)
{
    if (read_ok(reader))
        read_error(reader, E_STREAM_CONTENT, read_place(reader), read_shown(reader));
}

void stream_log(const peer_plan *plan, const stream_options *options, record *out)
{
    record_word(out, "stream");
    record_word(out, plan->address.path ? "UNIX" : "INET");
    record_word(out, options->name);
    record_word(out, plan->address.path ? plan->address.path : plan->address.host ? plan->address.host : "");
    if (!plan->address.path)
        record_integer(out, plan->address.port);
    record_word(out, plan->address.is_datagram ? "udp" : "tcp");
    record_integer(out, plan->address.creates);
    record_integer(out, options->signals);
}

void stream_echo(FILE *to, const stream_options *options, const double *values, int n, bool continues)
{
    for (int i = 0; i < n; i++)
        fprintf(to, "%s%.*g", i > 0 || continues ? " " : "", options->precision ? options->precision : 6, values[i]);
    fputc('\n', to);
}
