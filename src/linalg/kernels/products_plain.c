/* products_plain.c - products of dense blocks for any processor, and the choice of the best ones. */
#define PRODUCTS products_plain
enum { LANES = 2, TILE_COLUMNS = 4 };
#include "linalg/kernels/products_body.h"

const products *products_best(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        return &products_avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return &products_avx2;
#endif
    return &products_plain;
}
