/* bulk.h - clearing and copying the vectors of a step.
 *
 * The pieces are smaller than the size (2 kB) from which the C library uses microcoded string instructions: for vectors
 * of this length these take longer to start than a few dozen vector moves. */
#pragma once
#include <stddef.h>
#include <string.h>

enum { BULK_SMALL = 1 << 14, BULK_PAGES = 1 << 26 };

/* Not a constant to the compiler, which would write such an instruction itself. */
extern const size_t bulk_piece;

/* Clears large memory of the heap or of an arena: its pages are given back, and those that are used are new. */
void bulk_clear_pages(void *to, size_t size);

static inline void bulk_zero(void *to, size_t size)
{
    char *p = to;
    for (size_t piece; size > 0; size -= piece, p += piece) {
        piece = size < bulk_piece ? size : bulk_piece;
        memset(p, 0, piece);
    }
}

/* Clears a matrix. If it is large, most of it has not been written. */
static inline void bulk_clear(void *to, size_t size)
{
    if (size <= BULK_SMALL)
        bulk_zero(to, size);
    else if (size < BULK_PAGES)
        memset(to, 0, size);
    else
        bulk_clear_pages(to, size);
}

static inline void bulk_copy(void *restrict to, const void *restrict from, size_t size)
{
    char *p = to;
    const char *q = from;
    for (size_t piece; size > 0; size -= piece, p += piece, q += piece) {
        piece = size < bulk_piece ? size : bulk_piece;
        memcpy(p, q, piece);
    }
}
