/* peer.c - a client of an external force: connects to the solver, negotiates what is exchanged, and exchanges it.
 *
 *     solver listens     7 flags n  ->   <- 8, or 5: it expects something else
 *     solver connects    <- 7 flags n 8
 *     each exchange      <- 2 or 6, motion     2 or 6, loads  ->   or  4  ->
 *     the end            <- 5   or   5  ->
 *
 * A call that fails stores the reason; the connection is then closed, because the state of the protocol is unknown. */
#include "mbc/peer.h"
#include "mbc/message.h"
#include "net/link.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GREETING = 9 }; /* bytes: 7, flags, n */

static const char NO_CONNECTION[] = "not connected", NOT_AGREED[] = "negotiate first";

typedef enum { UNMET, MET, HEARING, SPEAKING, OVER } phase;

struct mbc_peer {
    contents contents;
    net_address address;
    net_link link;
    net_patience patience;
    int (*stop)(void *); /* may be NULL */
    void *context;
    phase phase;
    int command;
    bool data_and_next;
    char *name; /* path or host to which the address points */
    char message[512];
};

/* --- what goes wrong ---------------------------------------------------------------------------------------------- */

static mbc_status peer_fail(mbc_peer *peer, const char *words, ...) __attribute__((format(printf, 2, 3)));
static mbc_status peer_fail(mbc_peer *peer, const char *words, ...)
{
    char where[256] = "";
    va_list more;
    if (peer->phase != UNMET || peer->name || peer->address.port)
        net_describe(&peer->address, where, sizeof where);
    const int n = *where ? snprintf(peer->message, sizeof peer->message, "solver at %s: ", where) : 0;
    va_start(more, words);
    vsnprintf(peer->message + n, sizeof peer->message - (size_t)n, words, more);
    va_end(more);
    net_close(&peer->link, &peer->address);
    peer->phase = OVER;
    return MBC_FAILED;
}

/* Reports a call that is not allowed at this point; nothing changes. */
static mbc_status out_of_turn(mbc_peer *peer, const char *words)
{
    snprintf(peer->message, sizeof peer->message, "%s", words);
    return MBC_FAILED;
}

static bool peer_receive(mbc_peer *peer, void *bytes, size_t n)
{
    const net_status status = net_receive(&peer->link, bytes, n, &peer->patience);
    if (status != NET_OK)
        peer_fail(peer, "received %zu of %zu bytes: %s", peer->link.got, n, net_reason(&peer->link, status));
    return status == NET_OK;
}

static bool say(mbc_peer *peer, const void *bytes, size_t n)
{
    const net_status status = net_send(&peer->link, bytes, n, &peer->patience);
    if (status != NET_OK)
        peer_fail(peer, "sent %zu of %zu bytes: %s", peer->link.got, n, net_reason(&peer->link, status));
    return status == NET_OK;
}

/* --- meeting ------------------------------------------------------------------------------------------------------ */

static void write_greeting(const mbc_peer *peer, unsigned char *to)
{
    const uint32_t of[2] = {contents_wire_flags(&peer->contents), peer->contents.n};
    to[0] = ES_NEGOTIATION;
    memcpy(to + 1, of, sizeof of);
}

static mbc_status peer_greet(mbc_peer *state)
{
    unsigned char greeting[GREETING], answer;
    write_greeting(state, greeting);
    if (!say(state, greeting, sizeof greeting) || !peer_receive(state, &answer, 1))
        return MBC_FAILED;
    if (answer == ES_ABORT)
        return peer_fail(state, "the solver rejected flags 0x%x with %u: they do not match the deck",
                         contents_wire_flags(&state->contents), state->contents.n);
    return answer == ES_OK ? MBC_OK : peer_fail(state, "unexpected answer to the negotiation: %d", answer);
}

static mbc_status receive_greeting(mbc_peer *peer)
{
    unsigned char wanted[GREETING + 1], came[GREETING + 1];
    uint32_t of[2];
    write_greeting(peer, wanted);
    wanted[GREETING] = ES_OK;
    if (!peer_receive(peer, came, sizeof came))
        return MBC_FAILED;
    memcpy(of, came + 1, sizeof of);
    if (came[0] != ES_NEGOTIATION || came[GREETING] != ES_OK)
        return peer_fail(peer, "unexpected first values: %d ... %d", came[0], came[GREETING]);
    if (memcmp(wanted, came, sizeof came) != 0)
        return peer_fail(peer, "the deck has flags 0x%x with %u, not 0x%x with %u", of[0], of[1],
                         contents_wire_flags(&peer->contents), peer->contents.n);
    return MBC_OK;
}

/* `name` is that of a path or a host; a copy is stored. */
static mbc_status meet(mbc_peer *peer, net_address at, const char *name)
{
    if (peer->phase != UNMET)
        return out_of_turn(peer, "already connected");
    if (name && !(peer->name = strdup(name)))
        return out_of_turn(peer, "out of memory");
    at.path = at.path ? peer->name : NULL;
    at.host = at.path ? NULL : peer->name;
    peer->address = at;
    net_status status = net_open(&peer->link, &peer->address);
    status = status == NET_OK ? net_meet(&peer->link, &peer->address, &peer->patience) : status;
    if (status != NET_OK)
        return peer_fail(peer, "%s", net_reason(&peer->link, status));
    peer->phase = MET;
    return MBC_OK;
}

mbc_status mbc_negotiate(mbc_peer *peer)
{
    const char *wrong = contents_error(peer->contents.flags, peer->contents.n);
    if (peer->phase != MET)
        return out_of_turn(peer, peer->phase == HEARING || peer->phase == SPEAKING ? "the negotiation is already done"
                                                                                   : NO_CONNECTION);
    if (wrong)
        return peer_fail(peer, "%s", wrong);
    const mbc_status agreed = peer->address.creates ? receive_greeting(peer) : peer_greet(peer);
    peer->phase = agreed == MBC_OK ? HEARING : OVER;
    return agreed;
}

static mbc_status meet_path(mbc_peer *peer, const char *path, bool creates)
{
    return path ? meet(peer, (net_address){.path = path, .creates = creates}, path)
                : out_of_turn(peer, "no path given");
}

static mbc_status meet_port(mbc_peer *peer, const char *host, int port, bool creates)
{
    return meet(peer, (net_address){.port = port ? port : NET_DEFAULT_PORT, .creates = creates}, host);
}

mbc_status mbc_connect(mbc_peer *peer, const char *path) { return meet_path(peer, path, false); }
mbc_status mbc_connect_port(mbc_peer *peer, const char *host, int port) { return meet_port(peer, host, port, false); }
mbc_status mbc_listen(mbc_peer *peer, const char *path) { return meet_path(peer, path, true); }
mbc_status mbc_listen_port(mbc_peer *peer, const char *host, int port) { return meet_port(peer, host, port, true); }

/* --- exchange ----------------------------------------------------------------------------------------------------- */

static mbc_status receive_end(mbc_peer *peer)
{
    net_close(&peer->link, &peer->address);
    peer->phase = OVER;
    return MBC_END;
}

mbc_status mbc_recv(mbc_peer *peer)
{
    const unsigned char *command = peer->contents.bytes;
    if (peer->phase != HEARING)
        return out_of_turn(peer, peer->phase == SPEAKING ? "the solver is waiting for loads"
                                 : peer->phase == MET    ? NOT_AGREED
                                                         : NO_CONNECTION);
    if (!peer_receive(peer, peer->contents.bytes, 1))
        return MBC_FAILED;
    if (*command == ES_ABORT)
        return receive_end(peer);
    if (*command != ES_REGULAR_DATA && *command != ES_REGULAR_DATA_AND_GOTO_NEXT_STEP)
        return peer_fail(peer, "unexpected command %d", *command);
    if (!peer_receive(peer, peer->contents.bytes + 1, peer->contents.motion_size - 1))
        return MBC_FAILED;
    contents_unpack_motion(&peer->contents);
    peer->command = *command;
    peer->phase = SPEAKING;
    return MBC_MOTION;
}

mbc_status mbc_send(mbc_peer *peer, int converged)
{
    const unsigned char command = !converged            ? ES_REGULAR_DATA
                                  : peer->data_and_next ? ES_REGULAR_DATA_AND_GOTO_NEXT_STEP
                                                        : ES_GOTO_NEXT_STEP;
    if (peer->phase != SPEAKING)
        return out_of_turn(peer, peer->phase == HEARING ? "receive a motion before sending loads"
                                 : peer->phase == MET   ? NOT_AGREED
                                                        : NO_CONNECTION);
    contents_pack_loads(&peer->contents);
    peer->contents.bytes[0] = command;
    if (!say(peer, peer->contents.bytes, command == ES_GOTO_NEXT_STEP ? 1 : peer->contents.loads_size))
        return MBC_FAILED;
    peer->phase = HEARING;
    return MBC_OK;
}

mbc_status mbc_abort(mbc_peer *peer)
{
    const unsigned char command = ES_ABORT;
    if (peer->phase == UNMET || peer->phase == OVER)
        return out_of_turn(peer, NO_CONNECTION);
    if (!say(peer, &command, 1))
        return MBC_FAILED;
    receive_end(peer);
    return MBC_OK;
}

/* --- the object --------------------------------------------------------------------------------------------------- */

mbc_peer *peer_create(void)
{
    mbc_peer *peer = calloc(1, sizeof *peer);
    if (!peer)
        return NULL;
    peer->link = net_none();
    peer->patience.seconds = 600;
    peer->data_and_next = true;
    return peer;
}

bool peer_exchanges(mbc_peer *peer, unsigned flags, unsigned n)
{
    contents_destroy(&peer->contents);
    return contents_create(&peer->contents, flags, n);
}

mbc_peer *mbc_create(unsigned flags, unsigned n)
{
    mbc_peer *peer = peer_create();
    if (peer && peer_exchanges(peer, flags, n))
        return peer;
    mbc_destroy(peer);
    return NULL;
}

void mbc_destroy(mbc_peer *peer)
{
    if (!peer)
        return;
    net_close(&peer->link, &peer->address);
    contents_destroy(&peer->contents);
    free(peer->name);
    free(peer);
}

static bool asks_to_stop(void *of)
{
    const mbc_peer *peer = of;
    return peer->stop(peer->context);
}

void mbc_set_stop(mbc_peer *peer, int (*stop)(void *), void *to)
{
    peer->stop = stop;
    peer->context = to;
    peer->patience.stop = stop ? asks_to_stop : NULL;
    peer->patience.context = peer;
}

void mbc_set_patience(mbc_peer *peer, double seconds)
{
    peer->patience.seconds = seconds < 0 ? (double)INFINITY : seconds;
}
void mbc_set_data_and_next(mbc_peer *peer, int yes) { peer->data_and_next = yes != 0; }

double *mbc_numbers(mbc_peer *peer, mbc_field which, unsigned *count)
{
    const bool is_one = (unsigned)which < MBC_FIELDS;
    if (count)
        *count = is_one ? peer->contents.count[which] : 0;
    return is_one ? contents_numbers(&peer->contents, which) : NULL;
}

const uint32_t *mbc_labels(const mbc_peer *peer) { return peer->contents.labels; }
uint32_t *mbc_load_labels(mbc_peer *peer) { return peer->contents.load_labels; }
uint32_t mbc_reference_label(const mbc_peer *peer) { return peer->contents.reference_label; }
int mbc_command(const mbc_peer *peer) { return peer->command; }
const char *mbc_message(const mbc_peer *peer) { return peer->message; }
