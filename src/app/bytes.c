/* bytes.c - a growing buffer of bytes. */
#include "app/bytes.h"
#include <stdlib.h>
#include <string.h>

void bytes_add(bytes *bytes, const void *from, size_t size)
{
    if (!bytes->failed && bytes->n + size > bytes->limit) {
        const size_t limit = 2 * (bytes->n + size);
        unsigned char *more = realloc(bytes->data, limit);
        bytes->failed = !more;
        if (more)
            bytes->data = more, bytes->limit = limit;
    }
    if (bytes->failed || size == 0)
        return;
    memcpy(bytes->data + bytes->n, from, size);
    bytes->n += size;
}

void bytes_add_float(bytes *bytes, double v)
{
    const float one = (float)v;
    bytes_add(bytes, &one, sizeof one);
}

void bytes_free(bytes *b)
{
    free(b->data);
    *b = (bytes){0};
}
