/* address.c - where a peer is, in words. */
#include "net/address.h"
#include <stdio.h>

const char *net_host(const net_address *a) { return a->host ? a->host : "127.0.0.1"; }

size_t net_describe(const net_address *a, char *out, size_t size)
{
    const char *kind = a->is_datagram ? "udp " : "";
    const int n = a->path ? snprintf(out, size, "%ssocket %s", kind, a->path)
                          : snprintf(out, size, "%s%s:%d", kind, net_host(a), a->port);
    return n < 0 ? 0 : (size_t)n;
}
