/* endpoint.h - a socket address. */
#pragma once
#include "net/address.h"
#include <sys/socket.h>

typedef struct {
    struct sockaddr_storage address;
    socklen_t length;
    int family;
} endpoint;

/* Returns false if there is none: *error is an errno, or negative for one of getaddrinfo. */
bool endpoint_find(endpoint *to, const net_address *address, int *error);
const char *endpoint_error(int error); /* its description */
