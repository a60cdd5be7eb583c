/* products_avx512.c - products of dense blocks, compiled for processors with AVX-512. */
#if defined(__x86_64__)
#pragma GCC target("avx512f")
#endif
#define PRODUCTS products_avx512
enum { LANES = 8, TILE_COLUMNS = 8 };
#if defined(__x86_64__)
#include <immintrin.h>
#define SUBTRACT_PRODUCT(sum, a, b) ((lanes)_mm512_fnmadd_pd((__m512d)(a), (__m512d)(b), (__m512d)(sum)))
#endif
#include "linalg/kernels/products_body.h"
