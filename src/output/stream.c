/* stream.c - a buffered output file. */
#include "output/stream.h"
#include "base/confine.h"
#include "deck/diag_rows.h"
#include "output/diag_rows.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BIG_PIECE = 1 << 16 };

static const source_location NOWHERE = {0, 0, 0};

const char *result_file_refused(const char *path, const diag *errors)
{
    const sources *of = diag_sources(errors);
    const char *why = sources_rules(of) & FILES_CONFINED ? confine_file(path) : NULL;
    return why ? why : sources_has_file(of, path) ? "it is a file of the deck" : NULL;
}

/* Locks a file, so that no other run writes to it, and empties it. Returns NULL, or the reason for a failure. File
 * systems without locks, and devices, are not locked. */
static const char *stream_take(int fd)
{
    struct stat is;
    if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return "another run is writing it";
    if (fstat(fd, &is) != 0)
        return strerror(errno);
    return S_ISREG(is.st_mode) && ftruncate(fd, 0) != 0 ? strerror(errno) : NULL;
}

bool stream_open(stream *s, const char *base, const char *extension, diag *errors)
{
    *s = (stream){.fd = -1};
    s->path = extension ? text_of("%s.%s", base, extension) : text_of("%s", base);
    const char *why = result_file_refused(s->path, errors);
    if (!why && (s->fd = open(s->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666)) < 0)
        why = strerror(errno);
    why = why ? why : stream_take(s->fd);
    if (!why)
        return true;
    diag_report(errors, E_NO_OUTPUT_FILE, NOWHERE, s->path, why);
    if (s->fd >= 0)
        close(s->fd);
    s->fd = -1;
    free(s->path);
    s->path = NULL;
    return false;
}

static void write_all(stream *stream, const char *at, size_t left)
{
    while (left > 0 && !stream->failed) {
        const ssize_t n = write(stream->fd, at, left);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            stream->failed = n < 0 ? errno : ENOSPC;
            break;
        }
        at += n;
        left -= (size_t)n;
        stream->written += (size_t)n;
    }
}

void stream_flush(stream *stream)
{
    write_all(stream, stream->rows.data, stream->rows.n);
    stream->rows.n = 0;
}

void stream_breathe(stream *stream)
{
    if (stream->rows.n >= BIG_PIECE)
        stream_flush(stream);
}

/* Replaces the end of the file by the mark, starting at the beginning of a row. */
static void overwrite_end(stream *stream)
{
    char tail[4096];
    const int fd = open(stream->path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return;
    const size_t size = stream->written, n = strlen(stream->mark), from = size > sizeof tail ? size - sizeof tail : 0;
    const ssize_t got = size >= n ? pread(fd, tail, size - n - from, (off_t)from) : 0;
    size_t saved = got > 0 ? (size_t)got : 0;
    while (saved > 0 && tail[saved - 1] != '\n')
        saved--;
    const off_t at = (off_t)(saved > 0 ? from + saved : 0);
    const bool is_there = size >= n && pwrite(fd, stream->mark, n, at) == (ssize_t)n;
    if (ftruncate(fd, is_there ? at + (off_t)n : 0) != 0)
        stream->failed = errno;
    close(fd);
}

/* Whether the file that was opened still has its name; devices and pipes have no other. */
static bool stream_is_there(const char *path, int fd)
{
    struct stat open, named;
    if (fstat(fd, &open) != 0 || !S_ISREG(open.st_mode))
        return true;
    if (stat(path, &named) != 0)
        return errno != ENOENT && errno != ENOTDIR;
    return named.st_ino == open.st_ino && named.st_dev == open.st_dev;
}

bool stream_close(stream *s, bool keep_empty, diag *errors)
{
    if (!s->path)
        return true;
    while (s->rows.n > 0 && s->rows.data[s->rows.n - 1] != '\n')
        s->rows.n--;
    stream_flush(s);
    if (s->is_marked)
        write_all(s, s->mark, strlen(s->mark));
    const bool is_there = s->written == 0 || stream_is_there(s->path, s->fd);
    if (!is_there)
        diag_report(errors, E_OUTPUT_DELETED, NOWHERE, s->path);
    if (close(s->fd) != 0 && !s->failed)
        s->failed = errno;
    if (s->failed && s->mark)
        overwrite_end(s);
    if (s->failed)
        diag_report(errors, E_OUTPUT_FAILED, NOWHERE, s->path, strerror(s->failed));
    if (s->written == 0 && !keep_empty)
        unlink(s->path);
    const bool is_good = !s->failed && is_there;
    free(s->path);
    text_free(&s->rows);
    *s = (stream){.fd = -1};
    return is_good;
}
