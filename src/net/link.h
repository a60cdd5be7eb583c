/* link.h - a connection to a peer: bytes go over it whole, or not in time.
 *
 * A socket that is made here listens to this machine alone unless a host is named; that of a path is for its owner
 * alone, and removed at the end. One peer is served: whoever comes later is turned away. Nothing waits for ever, and
 * whoever waits looks up ten times a second whether it is to stop. No call raises SIGPIPE. */
#pragma once
#include "net/address.h"

typedef enum {
    NET_OK,
    NET_ABSENT,  /* nothing there yet (of calls that do not wait) */
    NET_CLOSED,  /* the peer has closed the connection */
    NET_SILENT,  /* the time is over */
    NET_STOPPED, /* the caller is to stop */
    NET_FAILED,  /* errno is in the link */
    NET_CUT,     /* a datagram of another length */
} net_status;

typedef struct {
    int fd;        /* of the connection; -1: none */
    int observer;  /* -1: none */
    bool has_path; /* the file of the path is ours */
    bool is_datagram;
    int error;  /* errno of what failed, or of getaddrinfo when negative */
    size_t got; /* bytes of the message that did not arrive whole */
} net_link;

typedef struct {
    double seconds;         /* at most; 0: do not wait */
    bool (*stop)(void *to); /* NULL: nobody asks to */
    void *context;
} net_patience;

/* Without a connection; closing it does nothing. */
static inline net_link net_none(void) { return (net_link){.fd = -1, .observer = -1}; }

/* Makes the socket that the peer will come to; nothing to do when the peer has made it. */
net_status net_open(net_link *link, const net_address *address);
/* Waits for the peer to come, or goes there as soon as it is there. */
net_status net_meet(net_link *link, const net_address *address, const net_patience *patience);
/* Takes the next one that waits to be accepted, if there is one; the server goes on listening. */
net_status net_next(net_link *link);
net_status net_send(net_link *link, const void *bytes, size_t size, const net_patience *patience);
net_status net_receive(net_link *link, void *bytes, size_t size, const net_patience *patience);
/* Up to n bytes of what is there; *got: how many. */
net_status net_receive_some(net_link *link, void *bytes, size_t size, const net_patience *patience, size_t *got);
/* Whether the message is there whole, without taking it. */
bool net_has(const net_link *link, size_t size);
void net_hang_up(net_link *link);                          /* the connection alone */
void net_shut(net_link *link, const net_address *address); /* the listening socket alone, and its file */
void net_close(net_link *link, const net_address *address);

/* Why not, in words. */
const char *net_reason(const net_link *link, net_status status);
