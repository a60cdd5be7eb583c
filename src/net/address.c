/* address.c - descriptions of addresses of peers. */
#include "net/address.h"
#include <stdio.h>

const char *net_host(const net_address *address) { return address->host ? address->host : "127.0.0.1"; }

size_t net_describe(const net_address *address, char *out, size_t size)
{
    const char *kind = address->is_datagram ? "udp " : "";
    const int n = address->path ? snprintf(out, size, "%ssocket %s", kind, address->path)
                                : snprintf(out, size, "%s%s:%d", kind, net_host(address), address->port);
    return n < 0 ? 0 : (size_t)n;
}
