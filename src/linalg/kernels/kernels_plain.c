/* kernels_plain.c - the inner loops of the multifrontal solver for any processor, and the choice of the best ones. */
#define KERNELS kernels_plain
#include "linalg/kernels/kernels_body.h"

const kernels *kernels_best(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return &kernels_avx2;
#endif
    return &kernels_plain;
}
