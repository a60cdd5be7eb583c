/* bytes.c - bytes that grow. */
#include "app/bytes.h"
#include <stdlib.h>
#include <string.h>

void bytes_add(bytes *b, const void *from, size_t n)
{
    if (!b->failed && b->n + n > b->limit) {
        const size_t limit = 2 * (b->n + n);
        unsigned char *more = realloc(b->data, limit);
        b->failed = !more;
        if (more)
            b->data = more, b->limit = limit;
    }
    if (b->failed || n == 0)
        return;
    memcpy(b->data + b->n, from, n);
    b->n += n;
}

void bytes_add_float(bytes *b, double v)
{
    const float one = (float)v;
    bytes_add(b, &one, sizeof one);
}

void bytes_free(bytes *b)
{
    free(b->data);
    *b = (bytes){0};
}
