/* peer.c - a client of an external force: meets the solver, agrees with it on what is exchanged, and exchanges it.
 *
 *     solver listens     7 flags n  ->   <- 8, or 5: it wants something else
 *     solver comes       <- 7 flags n 8
 *     each exchange      <- 2 or 6, motion     2 or 6, loads  ->   or  4  ->
 *     the end            <- 5   or   5  ->
 *
 * A call that fails says why; after that the connection is closed, since nobody knows what would come next. */
#include "mbc/peer.h"
#include "mbc/message.h"
#include "net/link.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GREETING = 9 }; /* bytes: 7, flags, n */

static const char NO_CONNECTION[] = "there is no connection", NOT_AGREED[] = "negotiate first";

typedef enum { UNMET, MET, HEARING, SPEAKING, OVER } turn;

struct mbc_peer {
    contents contents;
    net_address address;
    net_link link;
    net_patience patience;
    int (*stop)(void *); /* NULL: nobody asks to */
    void *context;
    turn turn;
    int command;
    bool data_and_next;
    char *name; /* what the address points to */
    char message[512];
};

/* --- what goes wrong ---------------------------------------------------------------------------------------------- */

static mbc_status peer_fail(mbc_peer *p, const char *words, ...) __attribute__((format(printf, 2, 3)));
static mbc_status peer_fail(mbc_peer *p, const char *words, ...)
{
    char where[256] = "";
    va_list more;
    if (p->turn != UNMET || p->name || p->address.port)
        net_describe(&p->address, where, sizeof where);
    const int n = *where ? snprintf(p->message, sizeof p->message, "solver at %s: ", where) : 0;
    va_start(more, words);
    vsnprintf(p->message + n, sizeof p->message - (size_t)n, words, more);
    va_end(more);
    net_close(&p->link, &p->address);
    p->turn = OVER;
    return MBC_FAILED;
}

/* A call out of turn leaves everything as it is. */
static mbc_status out_of_turn(mbc_peer *p, const char *words)
{
    snprintf(p->message, sizeof p->message, "%s", words);
    return MBC_FAILED;
}

static bool peer_hear(mbc_peer *p, void *bytes, size_t n)
{
    const net_status s = net_receive(&p->link, bytes, n, &p->patience);
    if (s != NET_OK)
        peer_fail(p, "%zu of %zu bytes have come: %s", p->link.got, n, net_reason(&p->link, s));
    return s == NET_OK;
}

static bool say(mbc_peer *p, const void *bytes, size_t n)
{
    const net_status s = net_send(&p->link, bytes, n, &p->patience);
    if (s != NET_OK)
        peer_fail(p, "%zu of %zu bytes were sent: %s", p->link.got, n, net_reason(&p->link, s));
    return s == NET_OK;
}

/* --- meeting ------------------------------------------------------------------------------------------------------ */

static void write_greeting(const mbc_peer *p, unsigned char *to)
{
    const uint32_t of[2] = {contents_wire_flags(&p->contents), p->contents.n};
    to[0] = ES_NEGOTIATION;
    memcpy(to + 1, of, sizeof of);
}

static mbc_status peer_greet(mbc_peer *p)
{
    unsigned char greeting[GREETING], answer;
    write_greeting(p, greeting);
    if (!say(p, greeting, sizeof greeting) || !peer_hear(p, &answer, 1))
        return MBC_FAILED;
    if (answer == ES_ABORT)
        return peer_fail(p, "it refuses flags 0x%x with %u: they are not those of the deck",
                         contents_wire_flags(&p->contents), p->contents.n);
    return answer == ES_OK ? MBC_OK : peer_fail(p, "its answer to the negotiation is %d", answer);
}

static mbc_status hear_greeting(mbc_peer *p)
{
    unsigned char wanted[GREETING + 1], came[GREETING + 1];
    uint32_t of[2];
    write_greeting(p, wanted);
    wanted[GREETING] = ES_OK;
    if (!peer_hear(p, came, sizeof came))
        return MBC_FAILED;
    memcpy(of, came + 1, sizeof of);
    if (came[0] != ES_NEGOTIATION || came[GREETING] != ES_OK)
        return peer_fail(p, "it begins with %d ... %d", came[0], came[GREETING]);
    if (memcmp(wanted, came, sizeof came) != 0)
        return peer_fail(p, "the deck has flags 0x%x with %u, not 0x%x with %u", of[0], of[1],
                         contents_wire_flags(&p->contents), p->contents.n);
    return MBC_OK;
}

/* name: of a path or a host, kept. */
static mbc_status meet(mbc_peer *p, net_address at, const char *name)
{
    if (p->turn != UNMET)
        return out_of_turn(p, "there has been a connection already");
    if (name && !(p->name = strdup(name)))
        return out_of_turn(p, "there is no memory");
    at.path = at.path ? p->name : NULL;
    at.host = at.path ? NULL : p->name;
    p->address = at;
    net_status s = net_open(&p->link, &p->address);
    s = s == NET_OK ? net_meet(&p->link, &p->address, &p->patience) : s;
    if (s != NET_OK)
        return peer_fail(p, "%s", net_reason(&p->link, s));
    p->turn = MET;
    return MBC_OK;
}

mbc_status mbc_negotiate(mbc_peer *p)
{
    const char *wrong = contents_fault(p->contents.flags, p->contents.n);
    if (p->turn != MET)
        return out_of_turn(p, p->turn == HEARING || p->turn == SPEAKING ? "this has been agreed on already"
                                                                        : NO_CONNECTION);
    if (wrong)
        return peer_fail(p, "%s", wrong);
    const mbc_status agreed = p->address.creates ? hear_greeting(p) : peer_greet(p);
    p->turn = agreed == MBC_OK ? HEARING : OVER;
    return agreed;
}

static mbc_status meet_path(mbc_peer *p, const char *path, bool creates)
{
    return path ? meet(p, (net_address){.path = path, .creates = creates}, path) : out_of_turn(p, "there is no path");
}

static mbc_status meet_port(mbc_peer *p, const char *host, int port, bool creates)
{
    return meet(p, (net_address){.port = port ? port : NET_DEFAULT_PORT, .creates = creates}, host);
}

mbc_status mbc_connect(mbc_peer *p, const char *path) { return meet_path(p, path, false); }
mbc_status mbc_connect_port(mbc_peer *p, const char *host, int port) { return meet_port(p, host, port, false); }
mbc_status mbc_listen(mbc_peer *p, const char *path) { return meet_path(p, path, true); }
mbc_status mbc_listen_port(mbc_peer *p, const char *host, int port) { return meet_port(p, host, port, true); }

/* --- exchange ----------------------------------------------------------------------------------------------------- */

static mbc_status hear_end(mbc_peer *p)
{
    net_close(&p->link, &p->address);
    p->turn = OVER;
    return MBC_END;
}

mbc_status mbc_recv(mbc_peer *p)
{
    const unsigned char *command = p->contents.bytes;
    if (p->turn != HEARING)
        return out_of_turn(p, p->turn == SPEAKING ? "the solver waits for loads"
                              : p->turn == MET    ? NOT_AGREED
                                                  : NO_CONNECTION);
    if (!peer_hear(p, p->contents.bytes, 1))
        return MBC_FAILED;
    if (*command == ES_ABORT)
        return hear_end(p);
    if (*command != ES_REGULAR_DATA && *command != ES_REGULAR_DATA_AND_GOTO_NEXT_STEP)
        return peer_fail(p, "its command is %d", *command);
    if (!peer_hear(p, p->contents.bytes + 1, p->contents.motion_size - 1))
        return MBC_FAILED;
    contents_unpack_motion(&p->contents);
    p->command = *command;
    p->turn = SPEAKING;
    return MBC_MOTION;
}

mbc_status mbc_send(mbc_peer *p, int converged)
{
    const unsigned char command = !converged         ? ES_REGULAR_DATA
                                  : p->data_and_next ? ES_REGULAR_DATA_AND_GOTO_NEXT_STEP
                                                     : ES_GOTO_NEXT_STEP;
    if (p->turn != SPEAKING)
        return out_of_turn(p, p->turn == HEARING ? "loads answer a motion: receive it first"
                              : p->turn == MET   ? NOT_AGREED
                                                 : NO_CONNECTION);
    contents_pack_loads(&p->contents);
    p->contents.bytes[0] = command;
    if (!say(p, p->contents.bytes, command == ES_GOTO_NEXT_STEP ? 1 : p->contents.loads_size))
        return MBC_FAILED;
    p->turn = HEARING;
    return MBC_OK;
}

mbc_status mbc_abort(mbc_peer *p)
{
    const unsigned char command = ES_ABORT;
    if (p->turn == UNMET || p->turn == OVER)
        return out_of_turn(p, NO_CONNECTION);
    if (!say(p, &command, 1))
        return MBC_FAILED;
    hear_end(p);
    return MBC_OK;
}

/* --- the object --------------------------------------------------------------------------------------------------- */

mbc_peer *peer_create(void)
{
    mbc_peer *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->link = net_none();
    p->patience.seconds = 600;
    p->data_and_next = true;
    return p;
}

bool peer_exchanges(mbc_peer *p, unsigned flags, unsigned n)
{
    contents_destroy(&p->contents);
    return contents_create(&p->contents, flags, n);
}

mbc_peer *mbc_create(unsigned flags, unsigned n)
{
    mbc_peer *p = peer_create();
    if (p && peer_exchanges(p, flags, n))
        return p;
    mbc_destroy(p);
    return NULL;
}

void mbc_destroy(mbc_peer *p)
{
    if (!p)
        return;
    net_close(&p->link, &p->address);
    contents_destroy(&p->contents);
    free(p->name);
    free(p);
}

static bool asks_to_stop(void *of)
{
    const mbc_peer *p = of;
    return p->stop(p->context);
}

void mbc_set_stop(mbc_peer *p, int (*stop)(void *), void *to)
{
    p->stop = stop;
    p->context = to;
    p->patience.stop = stop ? asks_to_stop : NULL;
    p->patience.context = p;
}

void mbc_set_patience(mbc_peer *p, double seconds) { p->patience.seconds = seconds < 0 ? (double)INFINITY : seconds; }
void mbc_set_data_and_next(mbc_peer *p, int yes) { p->data_and_next = yes != 0; }

double *mbc_numbers(mbc_peer *p, mbc_field which, unsigned *count)
{
    const bool is_one = (unsigned)which < MBC_FIELDS;
    if (count)
        *count = is_one ? p->contents.count[which] : 0;
    return is_one ? contents_numbers(&p->contents, which) : NULL;
}

const uint32_t *mbc_labels(const mbc_peer *p) { return p->contents.labels; }
uint32_t *mbc_load_labels(mbc_peer *p) { return p->contents.load_labels; }
uint32_t mbc_reference_label(const mbc_peer *p) { return p->contents.reference_label; }
int mbc_command(const mbc_peer *p) { return p->command; }
const char *mbc_message(const mbc_peer *p) { return p->message; }
