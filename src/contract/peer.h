/* peer.h - the external programs that a run exchanges data with.
 *
 * An element or file driver that has a peer requests one while it is read, and stores the index: the configuration in
 * the deck is constant, like the whole model. A run has a connection for each peer (state.h), made before the first
 * step and closed at its end. Received data are memory of the solution; the connection is not, and cannot be restored
 * (docs/manual/coupling.md). */
#pragma once
#include "base/arena.h"
#include "base/source.h"
#include "contract/state.h"
#include "net/link.h"
#include <stdio.h>

typedef struct peer peer;

typedef struct peer_plan {
    const char *whose; /* "force 5 (external structural)" */
    source_location location;
    net_address address;
    bool is_by_files; /* no connection: messages are exchanged through files */
    bool is_server;   /* listens without waiting: peers may connect and disconnect */
    double seconds;   /* timeout for a message; 0: according to the limits */
    const char *echo; /* log file of the exchanged data; NULL: none */
    size_t workspace; /* bytes for messages */
    const void *self; /* data of the type */
    /* Called when the echo file is open; when the peer is connected (returns false after an error); at the end of the
     * run. Each may be NULL. */
    void (*head)(const peer *peer, FILE *echo);
    bool (*greet)(const state *state, peer *peer);
    void (*farewell)(peer *peer);
    /* Serializes the state of the peer for a restart file: sets bytes, to be freed, or returns the reason why it
     * cannot. NULL: not required. */
    const char *(*serialize)(const state *state, peer *peer, void **bytes, size_t *n);
} peer_plan;

struct peer {
    const peer_plan *plan;
    net_link link;
    net_patience meeting, message; /* for the connection, and for a message */
    bool is_gone;                  /* it has closed the connection, or did not connect in time */
    bool is_greeted;               /* must be notified of the end */
    long received;                 /* number of messages, for restoring */
    int reported;                  /* the last step that was reported to it; -1: none */
    FILE *echo;
    unsigned char *workspace;
    /* Its state in the restart file from which the run continues, before it is greeted; NULL: none. */
    const void *saved;
    size_t n_saved;
};

/* Opens all connections of a run. Returns false after reporting to the errors of the state. */
bool peers_open(peer *peer, int n, const state *state);
void peers_close(peer *peer, int n);

/* Sends or receives a whole message. Returns false after an error, which names the element and the peer. */
bool peer_send(const state *state, peer *peer, const void *bytes, size_t size);
bool peer_receive(const state *state, peer *peer, void *bytes, size_t size);
/* Reports a failure of the peer as an error. Always returns false. */
bool peer_error(const state *state, peer *peer, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool peer_failed(const state *state, peer *peer, net_status why, const char *doing);
