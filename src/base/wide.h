/* wide.h - functions that are also compiled for processors with vectors of four numbers.
 *
 * The program chooses when it starts. Results are the same: every number is computed by the same operations in the same
 * order, without fused products. Sanitizers do not support functions that are chosen this early. */
#pragma once
#include <stdlib.h>

#if defined __x86_64__ && defined __GLIBC__ && defined __OPTIMIZE__ && defined __GNUC__ && !defined __clang__ && \
    !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

/* A part of such functions, compiled with each of them. */
#define WIDE_PART static inline __attribute__((always_inline))

/* Four numbers, which need not be aligned; arithmetic operations apply to each. */
enum { WIDTH = 4 };
typedef double wide __attribute__((vector_size(WIDTH * sizeof(double)), aligned(sizeof(double)), may_alias));

/* Returns n, rounded up to whole vectors. */
static inline int wide_size(int n) { return (n + WIDTH - 1) / WIDTH * WIDTH; }
