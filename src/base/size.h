/* size.h - products of counts as sizes of memory, computed in size_t.
 *
 * Two ints wrap above 46,340 x 46,340 entries, two counts of a hostile file also in size_t. A size above SIZE_LARGEST,
 * which no machine has, counts as exhausted memory; below it, the product with the size of an entry cannot wrap. */
#pragma once
#include <limits.h>
#include <stddef.h>

#define SIZE_LARGEST ((size_t)1 << 48)

/* Calls the handler of exhausted memory (arena.h). */
_Noreturn void memory_exhausted(size_t wanted);

/* A negative count is larger than any other. */
static inline size_t size_product(size_t n, size_t m)
{
    size_t product;
    if (__builtin_mul_overflow(n, m, &product) || product > SIZE_LARGEST)
        memory_exhausted(product > SIZE_LARGEST ? product : SIZE_LARGEST);
    return product;
}

/* A number of items that ints index. */
static inline int size_index(size_t n)
{
    if (n > INT_MAX)
        memory_exhausted(n);
    return (int)n;
}
