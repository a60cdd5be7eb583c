/* link.h - a connection to a peer: messages are transferred completely, or time out.
 *
 * A socket that is created here listens on this machine only, unless a host is given; that of a path is accessible to
 * its owner only, and removed at the end. One peer is served: later connections are refused. No call waits without
 * limit, and a waiting call checks ten times a second whether it must stop. No call raises SIGPIPE. */
#pragma once
#include "net/address.h"

typedef enum {
    NET_OK,
    NET_ABSENT,  /* nothing yet (calls that do not wait) */
    NET_CLOSED,  /* the peer has closed the connection */
    NET_SILENT,  /* timeout */
    NET_STOPPED, /* the caller must stop */
    NET_FAILED,  /* see net_link.error */
    NET_CUT,     /* a datagram of another length */
} net_status;

typedef struct {
    int fd;        /* of the connection; -1: none */
    int listening; /* the listening socket; -1: none */
    bool has_path; /* the file of the path was created here */
    bool is_datagram;
    int error;  /* errno of the failure, or negative for getaddrinfo */
    size_t got; /* bytes received of an incomplete message */
} net_link;

typedef struct {
    double seconds;         /* maximum; 0: do not wait */
    bool (*stop)(void *to); /* whether to stop; NULL: never */
    void *context;
} net_patience;

/* Returns a link without a connection; closing it does nothing. */
static inline net_link net_none(void) { return (net_link){.fd = -1, .listening = -1}; }

/* Creates the socket that the peer will connect to; does nothing if the peer creates it. */
net_status net_open(net_link *link, const net_address *address);
/* Waits for the peer to connect, or connects as soon as the peer listens. */
net_status net_meet(net_link *link, const net_address *address, const net_patience *patience);
/* Accepts the next pending connection, if there is one; the server continues to listen. */
net_status net_next(net_link *link);
net_status net_send(net_link *link, const void *bytes, size_t size, const net_patience *patience);
net_status net_receive(net_link *link, void *bytes, size_t size, const net_patience *patience);
/* Receives up to `size` available bytes; *got is their number. */
net_status net_receive_some(net_link *link, void *bytes, size_t size, const net_patience *patience, size_t *got);
/* Returns whether the message has arrived completely, without receiving it. */
bool net_has(const net_link *link, size_t size);
void net_hang_up(net_link *link);                          /* closes only the connection */
void net_shut(net_link *link, const net_address *address); /* closes only the listening socket, and removes its file */
void net_close(net_link *link, const net_address *address);

/* Returns a description of the failure. */
const char *net_reason(const net_link *link, net_status status);
