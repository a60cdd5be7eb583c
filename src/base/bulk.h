/* bulk.h - clearing and copying the vectors of a step.
 *
 * The pieces are smaller than the size (2 kB) from which the C library uses microcoded string instructions: for vectors
 * of this length these take longer to start than a few dozen vector moves. */
#pragma once
#include <stddef.h>
#include <string.h>

enum { BULK_PIECE = 1536, BULK_PAGES = 1 << 26 };

/* Clears large memory of the heap or of an arena: its pages are given back, and those that are used are new. */
void bulk_clear_pages(void *to, size_t size);

/* Clears a matrix. If it is large, most of it has not been written. */
static inline void bulk_clear(void *to, size_t size)
{
    if (size < BULK_PAGES)
        memset(to, 0, size);
    else
        bulk_clear_pages(to, size);
}

static inline void bulk_zero(void *to, size_t size)
{
    char *p = to;
    for (; size > BULK_PIECE; size -= BULK_PIECE, p += BULK_PIECE)
        memset(p, 0, BULK_PIECE);
    if (size > 0)
        memset(p, 0, size);
}

static inline void bulk_copy(void *restrict to, const void *restrict from, size_t size)
{
    char *p = to;
    const char *q = from;
    for (; size > BULK_PIECE; size -= BULK_PIECE, p += BULK_PIECE, q += BULK_PIECE)
        memcpy(p, q, BULK_PIECE);
    if (size > 0)
        memcpy(p, q, size);
}
