/* address.h - where a peer is: a path of the file system, or a host and a port. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

enum { NET_DEFAULT_PORT = 9011 };

typedef struct {
    const char *path; /* of a UNIX socket; NULL: the internet */
    const char *host; /* NULL: this machine alone */
    int port;
    bool is_datagram; /* udp, else tcp */
    bool creates;     /* it is made here and the peer comes, else the peer has made it */
} net_address;

/* "socket in.sock", "127.0.0.1:9011", "udp 127.0.0.1:9011". */
size_t net_describe(const net_address *address, char *out, size_t size);
/* The name that a host has when none is given. */
const char *net_host(const net_address *address);
