/* products_avx2.c - products of dense blocks, compiled for processors with AVX2 and FMA. */
#if defined(__x86_64__)
#pragma GCC target("avx2,fma")
#endif
#define PRODUCTS products_avx2
enum { LANES = 4, TILE_COLUMNS = 4 };
#if defined(__x86_64__)
#include <immintrin.h>
#define SUBTRACT_PRODUCT(sum, a, b) ((lanes)_mm256_fnmadd_pd((__m256d)(a), (__m256d)(b), (__m256d)(sum)))
#endif
#include "linalg/kernels/products_body.h"
