/* link.c - non-blocking sockets: all waiting is done here, in slices. */
#include "net/link.h"
#include "net/endpoint.h"
#include "base/clock.h"
#include "base/interrupt.h"
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SLICE = 100, BACKLOG = 4 };             /* milliseconds; connections that may wait to be accepted */
static const double PARTING = 1.0, IDLE = 0.2; /* seconds for closing a connection, and for a silent peer meanwhile */

/* --- waiting ------------------------------------------------------------------------------------------------------ */

static net_status failed(net_link *link)
{
    link->error = errno;
    return NET_FAILED;
}

/* Waits for one slice of the remaining time. */
static net_status wait_slice(int fd, short events, double until, const net_patience *patience)
{
    interrupt_point();
    if (patience->stop && patience->stop(patience->context))
        return NET_STOPPED;
    const double left = 1e3 * (until - clock_seconds());
    struct pollfd q = {.fd = fd, .events = events};
    const int n = poll(&q, fd >= 0, left <= 0 ? 0 : left < SLICE ? (int)left + 1 : SLICE);
    if (n > 0)
        return NET_OK;
    return left <= 0 && n == 0 ? NET_SILENT : NET_ABSENT;
}

static net_status wait_for(int fd, short events, double until, const net_patience *patience)
{
    net_status status;
    do
        status = wait_slice(fd, events, until, patience);
    while (status == NET_ABSENT);
    return status;
}

static bool is_transient(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

/* --- opening and connecting --------------------------------------------------------------------------------------- */

static int make_socket(const endpoint *to, bool is_datagram)
{
    return socket(to->family, (is_datagram ? SOCK_DGRAM : SOCK_STREAM) | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

static void at_once(int fd, bool is_inet)
{
    const int yes = 1;
    if (is_inet)
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

/* Returns whether nobody listens on the socket of that path any more: left by a program that was killed. */
static bool is_left_behind(const endpoint *to, const net_address *address)
{
    struct stat file;
    if (lstat(address->path, &file) != 0 || !S_ISSOCK(file.st_mode))
        return false;
    const int fd = make_socket(to, address->is_datagram);
    const bool nobody = connect(fd, (const struct sockaddr *)&to->address, to->length) != 0 && errno == ECONNREFUSED;
    close(fd);
    return nobody;
}

static bool bind_to(int fd, const endpoint *to, const net_address *address)
{
    const int yes = 1;
    if (address->path)
        fchmod(fd, S_IRUSR | S_IWUSR); /* the file has the mode of the socket */
    else
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(fd, (const struct sockaddr *)&to->address, to->length) == 0)
        return true;
    return errno == EADDRINUSE && address->path && is_left_behind(to, address) && unlink(address->path) == 0 &&
           bind(fd, (const struct sockaddr *)&to->address, to->length) == 0;
}

net_status net_open(net_link *link, const net_address *address)
{
    *link = net_none();
    link->is_datagram = address->is_datagram;
    if (!address->creates)
        return NET_OK;
    endpoint to;
    if (!endpoint_find(&to, address, &link->error))
        return NET_FAILED;
    const int fd = make_socket(&to, address->is_datagram);
    if (fd < 0)
        return failed(link);
    if (!bind_to(fd, &to, address) || (!address->is_datagram && listen(fd, BACKLOG) != 0)) {
        failed(link);
        close(fd);
        return NET_FAILED;
    }
    link->has_path = address->path != NULL;
    *(address->is_datagram ? &link->fd : &link->listening) = fd;
    return NET_OK;
}

net_status net_next(net_link *link)
{
    const int fd = accept4(link->listening, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0)
        return is_transient(errno) || errno == ECONNABORTED ? NET_ABSENT : failed(link);
    struct sockaddr_storage at;
    socklen_t length = sizeof at;
    link->fd = fd;
    at_once(fd, getsockname(fd, (struct sockaddr *)&at, &length) == 0 && at.ss_family != AF_UNIX);
    return NET_OK;
}

/* Accepts the peer; later connections are refused. */
static net_status let_in(net_link *link, const net_patience *patience)
{
    const double until = clock_seconds() + patience->seconds;
    net_status status;
    do {
        status = wait_for(link->listening, POLLIN, until, patience);
        status = status == NET_OK ? net_next(link) : status;
    } while (status == NET_ABSENT);
    if (status == NET_OK) {
        close(link->listening);
        link->listening = -1;
    }
    return status;
}

static net_status try_connect(net_link *link, const endpoint *to, double until, const net_patience *patience)
{
    const int fd = make_socket(to, link->is_datagram);
    if (fd < 0)
        return failed(link);
    link->fd = fd;
    int error = connect(fd, (const struct sockaddr *)&to->address, to->length) == 0 ? 0 : errno;
    net_status status = NET_OK;
    if (error == EINPROGRESS || error == EINTR) {
        socklen_t length = sizeof error;
        status = wait_for(fd, POLLOUT, until, patience);
        if (status == NET_OK && getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) != 0)
            error = errno;
    }
    if (status == NET_OK && error) {
        link->error = error;
        status = NET_FAILED;
    }
    if (status != NET_OK)
        net_hang_up(link);
    else
        at_once(fd, to->family != AF_UNIX && !link->is_datagram);
    return status;
}

static bool may_still_come(int error)
{
    return error == ECONNREFUSED || error == ENOENT || error == EAGAIN || error == ETIMEDOUT || error == EHOSTUNREACH ||
           error == ENETUNREACH || error == ECONNRESET;
}

static net_status go_there(net_link *link, const net_address *address, const net_patience *patience)
{
    const double until = clock_seconds() + patience->seconds;
    endpoint to;
    if (!endpoint_find(&to, address, &link->error))
        return NET_FAILED;
    for (;;) {
        const net_status status = try_connect(link, &to, until, patience);
        if (status != NET_FAILED || !may_still_come(link->error))
            return status;
        const net_status waited = wait_slice(-1, 0, until, patience);
        if (waited != NET_ABSENT)
            return waited;
    }
}

net_status net_meet(net_link *link, const net_address *address, const net_patience *patience)
{
    return !address->creates      ? go_there(link, address, patience)
           : address->is_datagram ? NET_OK
                                  : let_in(link, patience);
}

/* --- messages ----------------------------------------------------------------------------------------------------- */

net_status net_send(net_link *link, const void *bytes, size_t size, const net_patience *patience)
{
    const double until = clock_seconds() + patience->seconds;
    link->got = 0;
    while (link->got < size) {
        const ssize_t k = send(link->fd, (const char *)bytes + link->got, size - link->got, MSG_NOSIGNAL);
        if (k >= 0) {
            link->got += (size_t)k;
            continue;
        }
        if (link->is_datagram &&
            errno == ECONNREFUSED) /* of an earlier datagram: nobody listens, which is not an error here */
            continue;
        if (!is_transient(errno)) {
            const bool gone = errno == EPIPE || errno == ECONNRESET;
            failed(link);
            return gone ? NET_CLOSED : NET_FAILED;
        }
        const net_status status = wait_for(link->fd, POLLOUT, until, patience);
        if (status != NET_OK)
            return status;
    }
    return NET_OK;
}

net_status net_receive_some(net_link *link, void *bytes, size_t size, const net_patience *patience, size_t *got)
{
    const double until = clock_seconds() + patience->seconds;
    for (;;) {
        const ssize_t k = recv(link->fd, bytes, size, link->is_datagram ? MSG_TRUNC : 0);
        *got = k > 0 ? (size_t)k : 0;
        if (k > 0 || (k == 0 && link->is_datagram))
            return NET_OK;
        if (k == 0 || errno == ECONNRESET)
            return NET_CLOSED;
        if (!is_transient(errno) && errno != ECONNREFUSED)
            return failed(link);
        const net_status status = wait_for(link->fd, POLLIN, until, patience);
        if (status != NET_OK)
            return status;
    }
}

net_status net_receive(net_link *link, void *bytes, size_t size, const net_patience *patience)
{
    const double until = clock_seconds() + patience->seconds;
    link->got = 0;
    while (link->got < size) {
        size_t k;
        const net_patience rest = {
            .seconds = until - clock_seconds(), .stop = patience->stop, .context = patience->context};
        const net_status status = net_receive_some(link, (char *)bytes + link->got, size - link->got, &rest, &k);
        if (status != NET_OK)
            return status;
        link->got += k;
        if (link->is_datagram)
            return k == size ? NET_OK : NET_CUT;
    }
    return NET_OK;
}

bool net_has(const net_link *link, size_t size)
{
    int there = 0;
    struct pollfd q = {.fd = link->fd, .events = POLLRDHUP};
    if (ioctl(link->fd, FIONREAD, &there) == 0 && there > 0 && ((size_t)there >= size || link->is_datagram))
        return true;
    return poll(&q, 1, 0) > 0; /* the end of the connection is readable */
}

/* --- closing ------------------------------------------------------------------------------------------------------ */

void net_hang_up(net_link *link)
{
    if (link->fd >= 0)
        close(link->fd);
    link->fd = -1;
}

/* Ends sending, and receives what the peer still sends: a peer that is cut off loses the data sent to it. */
static void part(const net_link *link)
{
    const double until = clock_seconds() + PARTING;
    const net_patience idle = {.seconds = PARTING};
    char some[4096];
    if (shutdown(link->fd, SHUT_WR) != 0)
        return;
    while (clock_seconds() < until && wait_for(link->fd, POLLIN, clock_seconds() + IDLE, &idle) == NET_OK)
        if (recv(link->fd, some, sizeof some, 0) <= 0)
            return;
}

void net_shut(net_link *link, const net_address *address)
{
    if (link->listening >= 0)
        close(link->listening);
    link->listening = -1;
    if (link->has_path)
        unlink(address->path);
    link->has_path = false;
}

void net_close(net_link *link, const net_address *address)
{
    net_shut(link, address);
    if (link->fd >= 0 && !link->is_datagram)
        part(link);
    net_hang_up(link);
}

const char *net_reason(const net_link *link, net_status status)
{
    switch (status) {
    case NET_OK:
        return "no error";
    case NET_ABSENT:
        return "no peer is listening";
    case NET_CLOSED:
        return "the peer has closed the connection";
    case NET_SILENT:
        return "timed out";
    case NET_STOPPED:
        return "interrupted";
    case NET_CUT:
        return "the datagram has a different length";
    case NET_FAILED:
        break;
    }
    return endpoint_error(link->error);
}
