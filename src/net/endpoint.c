/* endpoint.c - socket addresses. */
#include "net/endpoint.h"
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/un.h>

static bool local_endpoint(endpoint *to, const net_address *address, int *error)
{
    struct sockaddr_un *at = (struct sockaddr_un *)&to->address;
    const size_t n = strlen(address->path);
    if (n == 0 || n >= sizeof at->sun_path) {
        *error = n ? ENAMETOOLONG : ENOENT;
        return false;
    }
    at->sun_family = AF_UNIX;
    memcpy(at->sun_path, address->path, n + 1);
    to->length = sizeof *at;
    to->family = AF_UNIX;
    return true;
}

static int look_up(const net_address *address, int family, struct addrinfo **found)
{
    char port[16];
    const struct addrinfo hints = {.ai_family = family,
                                   .ai_socktype = address->is_datagram ? SOCK_DGRAM : SOCK_STREAM,
                                   .ai_flags = AI_NUMERICSERV | (address->creates ? AI_PASSIVE : 0)};
    snprintf(port, sizeof port, "%d", address->port);
    return getaddrinfo(net_host(address), port, &hints, found);
}

/* Prefers IPv4 if the host has both versions: that is where peers connect. */
static bool inet_endpoint(endpoint *to, const net_address *address, int *error)
{
    struct addrinfo *found = NULL;
    int wrong = look_up(address, AF_INET, &found);
    if (wrong)
        wrong = look_up(address, AF_UNSPEC, &found);
    if (wrong) {
        *error = wrong < 0 ? wrong : -wrong;
        return false;
    }
    memcpy(&to->address, found->ai_addr, found->ai_addrlen);
    to->length = found->ai_addrlen;
    to->family = found->ai_family;
    freeaddrinfo(found);
    return true;
}

bool endpoint_find(endpoint *to, const net_address *address, int *error)
{
    *to = (endpoint){.length = 0};
    return address->path ? local_endpoint(to, address, error) : inet_endpoint(to, address, error);
}

const char *endpoint_error(int error) { return error < 0 ? gai_strerror(error) : strerror(error); }
