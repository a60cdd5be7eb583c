/* sequence.h - random numbers by their index: u_n = h(seed, n) 2^-53, h: the finalizer of splitmix64. */
#pragma once
#include <stdint.h>

static inline uint64_t sequence_mix(uint64_t seed, uint64_t n)
{
    uint64_t z = seed + (n + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* In [0, 1). */
static inline double sequence_real(uint64_t seed, uint64_t n)
{
    return (double)(sequence_mix(seed, n) >> 11) * 0x1p-53;
}
