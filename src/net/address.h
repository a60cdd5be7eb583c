/* address.h - the address of a peer: a path of the file system, or a host and a port. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

enum { NET_DEFAULT_PORT = 9011 };

typedef struct {
    const char *path; /* of a UNIX socket; NULL: internet */
    const char *host; /* NULL: only this machine */
    int port;
    bool is_datagram; /* UDP, otherwise TCP */
    bool creates;     /* created here, and the peer connects; otherwise created by the peer */
} net_address;

/* "socket in.sock", "127.0.0.1:9011", "udp 127.0.0.1:9011". */
size_t net_describe(const net_address *address, char *out, size_t size);
/* Returns the host, or the default if none is given. */
const char *net_host(const net_address *address);
