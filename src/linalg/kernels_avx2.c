/* kernels_avx2.c - the inner loops of the naive solver, compiled for processors with AVX2. */
#if defined(__x86_64__)
#pragma GCC target("avx2")
#endif
#define KERNELS kernels_avx2
#include "linalg/kernels_body.h"
