/* link.c - sockets, none of which blocks: all waiting is done here, in slices. */
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

enum { SLICE = 100, BACKLOG = 4 };             /* milliseconds; who may wait at the door */
static const double PARTING = 1.0, IDLE = 0.2; /* seconds that the end may take; that a peer may then be silent */

/* --- waiting ------------------------------------------------------------------------------------------------------ */

static net_status failed(net_link *l)
{
    l->error = errno;
    return NET_FAILED;
}

/* A slice of what is left of the time. */
static net_status wait_slice(int fd, short events, double until, const net_patience *p)
{
    interrupt_point();
    if (p->stop && p->stop(p->context))
        return NET_STOPPED;
    const double left = 1e3 * (until - clock_seconds());
    struct pollfd q = {.fd = fd, .events = events};
    const int n = poll(&q, fd >= 0, left <= 0 ? 0 : left < SLICE ? (int)left + 1 : SLICE);
    if (n > 0)
        return NET_OK;
    return left <= 0 && n == 0 ? NET_SILENT : NET_ABSENT;
}

static net_status wait_for(int fd, short events, double until, const net_patience *p)
{
    net_status s;
    do
        s = wait_slice(fd, events, until, p);
    while (s == NET_ABSENT);
    return s;
}

static bool is_transient(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

/* --- making and meeting ------------------------------------------------------------------------------------------- */

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

/* A socket of that path to which nobody listens any more: left behind by a program that did not come to its end. */
static bool is_left_behind(const endpoint *to, const net_address *a)
{
    struct stat file;
    if (lstat(a->path, &file) != 0 || !S_ISSOCK(file.st_mode))
        return false;
    const int fd = make_socket(to, a->is_datagram);
    const bool nobody = connect(fd, (const struct sockaddr *)&to->address, to->length) != 0 && errno == ECONNREFUSED;
    close(fd);
    return nobody;
}

static bool bind_to(int fd, const endpoint *to, const net_address *a)
{
    const int yes = 1;
    if (a->path)
        fchmod(fd, S_IRUSR | S_IWUSR); /* the file gets the mode of the socket */
    else
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(fd, (const struct sockaddr *)&to->address, to->length) == 0)
        return true;
    return errno == EADDRINUSE && a->path && is_left_behind(to, a) && unlink(a->path) == 0 &&
           bind(fd, (const struct sockaddr *)&to->address, to->length) == 0;
}

net_status net_open(net_link *l, const net_address *a)
{
    *l = net_none();
    l->is_datagram = a->is_datagram;
    if (!a->creates)
        return NET_OK;
    endpoint to;
    if (!endpoint_find(&to, a, &l->error))
        return NET_FAILED;
    const int fd = make_socket(&to, a->is_datagram);
    if (fd < 0)
        return failed(l);
    if (!bind_to(fd, &to, a) || (!a->is_datagram && listen(fd, BACKLOG) != 0)) {
        failed(l);
        close(fd);
        return NET_FAILED;
    }
    l->has_path = a->path != NULL;
    *(a->is_datagram ? &l->fd : &l->listener) = fd;
    return NET_OK;
}

net_status net_next(net_link *l)
{
    const int fd = accept4(l->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0)
        return is_transient(errno) || errno == ECONNABORTED ? NET_ABSENT : failed(l);
    struct sockaddr_storage at;
    socklen_t length = sizeof at;
    l->fd = fd;
    at_once(fd, getsockname(fd, (struct sockaddr *)&at, &length) == 0 && at.ss_family != AF_UNIX);
    return NET_OK;
}

/* Whoever comes later finds the door closed. */
static net_status let_in(net_link *l, const net_patience *p)
{
    const double until = clock_seconds() + p->seconds;
    net_status s;
    do {
        s = wait_for(l->listener, POLLIN, until, p);
        s = s == NET_OK ? net_next(l) : s;
    } while (s == NET_ABSENT);
    if (s == NET_OK) {
        close(l->listener);
        l->listener = -1;
    }
    return s;
}

static net_status try_connect(net_link *l, const endpoint *to, double until, const net_patience *p)
{
    const int fd = make_socket(to, l->is_datagram);
    if (fd < 0)
        return failed(l);
    l->fd = fd;
    int error = connect(fd, (const struct sockaddr *)&to->address, to->length) == 0 ? 0 : errno;
    net_status s = NET_OK;
    if (error == EINPROGRESS || error == EINTR) {
        socklen_t length = sizeof error;
        s = wait_for(fd, POLLOUT, until, p);
        if (s == NET_OK && getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) != 0)
            error = errno;
    }
    if (s == NET_OK && error) {
        l->error = error;
        s = NET_FAILED;
    }
    if (s != NET_OK)
        net_hang_up(l);
    else
        at_once(fd, to->family != AF_UNIX && !l->is_datagram);
    return s;
}

static bool may_still_come(int error)
{
    return error == ECONNREFUSED || error == ENOENT || error == EAGAIN || error == ETIMEDOUT || error == EHOSTUNREACH ||
           error == ENETUNREACH || error == ECONNRESET;
}

static net_status go_there(net_link *l, const net_address *a, const net_patience *p)
{
    const double until = clock_seconds() + p->seconds;
    endpoint to;
    if (!endpoint_find(&to, a, &l->error))
        return NET_FAILED;
    for (;;) {
        const net_status s = try_connect(l, &to, until, p);
        if (s != NET_FAILED || !may_still_come(l->error))
            return s;
        const net_status waited = wait_slice(-1, 0, until, p);
        if (waited != NET_ABSENT)
            return waited;
    }
}

net_status net_meet(net_link *l, const net_address *a, const net_patience *p)
{
    return !a->creates ? go_there(l, a, p) : a->is_datagram ? NET_OK : let_in(l, p);
}

/* --- messages ----------------------------------------------------------------------------------------------------- */

net_status net_send(net_link *l, const void *bytes, size_t n, const net_patience *p)
{
    const double until = clock_seconds() + p->seconds;
    l->got = 0;
    while (l->got < n) {
        const ssize_t k = send(l->fd, (const char *)bytes + l->got, n - l->got, MSG_NOSIGNAL);
        if (k >= 0) {
            l->got += (size_t)k;
            continue;
        }
        if (l->is_datagram && errno == ECONNREFUSED) /* of the one before: nobody listens, which is no fault of ours */
            continue;
        if (!is_transient(errno)) {
            const bool gone = errno == EPIPE || errno == ECONNRESET;
            failed(l);
            return gone ? NET_CLOSED : NET_FAILED;
        }
        const net_status s = wait_for(l->fd, POLLOUT, until, p);
        if (s != NET_OK)
            return s;
    }
    return NET_OK;
}

net_status net_receive_some(net_link *l, void *bytes, size_t n, const net_patience *p, size_t *got)
{
    const double until = clock_seconds() + p->seconds;
    for (;;) {
        const ssize_t k = recv(l->fd, bytes, n, l->is_datagram ? MSG_TRUNC : 0);
        *got = k > 0 ? (size_t)k : 0;
        if (k > 0 || (k == 0 && l->is_datagram))
            return NET_OK;
        if (k == 0 || errno == ECONNRESET)
            return NET_CLOSED;
        if (!is_transient(errno) && errno != ECONNREFUSED)
            return failed(l);
        const net_status s = wait_for(l->fd, POLLIN, until, p);
        if (s != NET_OK)
            return s;
    }
}

net_status net_receive(net_link *l, void *bytes, size_t n, const net_patience *p)
{
    const double until = clock_seconds() + p->seconds;
    l->got = 0;
    while (l->got < n) {
        size_t k;
        const net_patience rest = {.seconds = until - clock_seconds(), .stop = p->stop, .context = p->context};
        const net_status s = net_receive_some(l, (char *)bytes + l->got, n - l->got, &rest, &k);
        if (s != NET_OK)
            return s;
        l->got += k;
        if (l->is_datagram)
            return k == n ? NET_OK : NET_CUT;
    }
    return NET_OK;
}

bool net_has(const net_link *l, size_t n)
{
    int there = 0;
    struct pollfd q = {.fd = l->fd, .events = POLLRDHUP};
    if (ioctl(l->fd, FIONREAD, &there) == 0 && there > 0 && ((size_t)there >= n || l->is_datagram))
        return true;
    return poll(&q, 1, 0) > 0; /* the end of it is there */
}

/* --- the end ------------------------------------------------------------------------------------------------------ */

void net_hang_up(net_link *l)
{
    if (l->fd >= 0)
        close(l->fd);
    l->fd = -1;
}

/* Says that nothing more will come, takes what the peer is still saying: who is cut short loses what it was sent. */
static void part(const net_link *l)
{
    const double until = clock_seconds() + PARTING;
    const net_patience idle = {.seconds = PARTING};
    char some[4096];
    if (shutdown(l->fd, SHUT_WR) != 0)
        return;
    while (clock_seconds() < until && wait_for(l->fd, POLLIN, clock_seconds() + IDLE, &idle) == NET_OK)
        if (recv(l->fd, some, sizeof some, 0) <= 0)
            return;
}

void net_shut(net_link *l, const net_address *a)
{
    if (l->listener >= 0)
        close(l->listener);
    l->listener = -1;
    if (l->has_path)
        unlink(a->path);
    l->has_path = false;
}

void net_close(net_link *l, const net_address *a)
{
    net_shut(l, a);
    if (l->fd >= 0 && !l->is_datagram)
        part(l);
    net_hang_up(l);
}

const char *net_reason(const net_link *l, net_status s)
{
    switch (s) {
    case NET_OK:
        return "nothing is wrong";
    case NET_ABSENT:
        return "nobody is there";
    case NET_CLOSED:
        return "the peer has closed the connection";
    case NET_SILENT:
        return "the time is over";
    case NET_STOPPED:
        return "interrupted";
    case NET_CUT:
        return "the datagram has another length";
    case NET_FAILED:
        break;
    }
    return endpoint_error(l->error);
}
