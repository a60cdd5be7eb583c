/* kernels_avx2.c - the inner loops of the multifrontal solver, compiled for processors with AVX2 and FMA. */
#if defined(__x86_64__)
#pragma GCC target("avx2,fma")
#endif
#define KERNELS kernels_avx2
#if defined(__x86_64__) && !defined(__clang__) /* which ignores the pragma */
#include <immintrin.h>
#define SUBTRACT_PRODUCT(sum, a, b) ((lanes)_mm256_fnmadd_pd((__m256d)(a), (__m256d)(b), (__m256d)(sum)))
#endif
#include "linalg/kernels/kernels_body.h"
