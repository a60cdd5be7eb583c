/* stream.c - a file that is written in big pieces. */
#include "output/stream.h"
#include "base/arena.h"
#include "element/diag_rows.h"
#include "output/diag_rows.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BIG_PIECE = 1 << 16 };

static const place NOWHERE = {0, 0, 0};

bool stream_open(stream *s, const char *base, const char *extension, diag *errors)
{
    *s = (stream){.fd = -1};
    const size_t n = strlen(base) + strlen(extension) + 2;
    s->path = heap_resize(NULL, n);
    snprintf(s->path, n, "%s.%s", base, extension);
    s->fd = open(s->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (s->fd >= 0)
        return true;
    diag_report(errors, E_NO_OUTPUT_FILE, NOWHERE, s->path, strerror(errno));
    free(s->path);
    s->path = NULL;
    return false;
}

void stream_flush(stream *s)
{
    const char *at = s->rows.at;
    size_t left = s->rows.n;
    while (left > 0 && !s->failed) {
        const ssize_t n = write(s->fd, at, left);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            s->failed = n < 0 ? errno : ENOSPC;
            break;
        }
        at += n;
        left -= (size_t)n;
        s->written += (size_t)n;
    }
    s->rows.n = 0;
}

void stream_breathe(stream *s)
{
    if (s->rows.n >= BIG_PIECE)
        stream_flush(s);
}

bool stream_close(stream *s, bool keep_empty, diag *errors)
{
    if (!s->path)
        return true;
    stream_flush(s);
    if (close(s->fd) != 0 && !s->failed)
        s->failed = errno;
    if (s->failed)
        diag_report(errors, E_OUTPUT_FAILED, NOWHERE, s->path, strerror(s->failed));
    if (s->written == 0 && !keep_empty)
        unlink(s->path);
    const bool is_good = !s->failed;
    free(s->path);
    text_free(&s->rows);
    *s = (stream){.fd = -1};
    return is_good;
}
