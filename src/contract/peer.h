/* peer.h - those outside that a run talks to.
 *
 * An element or file driver that has a peer asks for one while it is read, and keeps the index: what the deck says of
 * it is constant, as all of the model is. A run has a connection for each (state.h), made before the first step is
 * taken and closed at its end. What was received is memory of the solution; the connection is not, and cannot be taken
 * back (docs/manual/coupling.md). */
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
    bool is_by_files; /* nothing to connect: files carry the messages */
    bool is_server;   /* peers come and go: it listens, nobody is waited for */
    double seconds;   /* to wait for a message; 0: as the limits say */
    const char *echo; /* file for what is exchanged; NULL: none */
    size_t workspace; /* bytes for messages */
    const void *self; /* of the type */
    /* Any may be NULL: the echo file is there; the peer is there, false after an error; the run is at its end. */
    void (*head)(const peer *peer, FILE *echo);
    bool (*greet)(const state *state, peer *peer);
    void (*farewell)(peer *peer);
    /* Where the other side is, for a restart file: bytes to be freed, or why there are none. NULL: nobody asks. */
    const char *(*serialize)(const state *state, peer *peer, void **bytes, size_t *n);
} peer_plan;

struct peer {
    const peer_plan *plan;
    net_link link;
    net_patience meeting, message; /* for it to come, and for a message of it */
    bool is_gone;                  /* it has closed the connection, or was not there in time */
    bool is_greeted;               /* it is to are notified of the end */
    long received;                 /* messages, for whoever goes back */
    int reported;                  /* the last step that it was told of; -1: none */
    FILE *echo;
    unsigned char *workspace;
    const void
        *saved; /* where it was, of the restart file that the run goes on from, before it is greeted; NULL: none */
    size_t n_saved;
};

/* All of a run; false after a report to the state's errors. */
bool peers_open(peer *peer, int n, const state *state);
void peers_close(peer *peer, int n);

/* A whole message; false after an error, which names the element and the peer. */
bool peer_send(const state *state, peer *peer, const void *bytes, size_t size);
bool peer_receive(const state *state, peer *peer, void *bytes, size_t size);
/* What is wrong with the peer, as an error. Always false. */
bool peer_error(const state *state, peer *peer, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool peer_failed(const state *state, peer *peer, net_status why, const char *doing);
