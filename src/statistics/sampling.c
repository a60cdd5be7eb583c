/* sampling.c - points in the unit cube: at random, by Latin hypercubes, by Sobol's sequence.
 *
 *     random            splitmix64: z += 0x9e3779b97f4a7c15, then two multiplications mix its bits
 *     Latin hypercube   dimension by dimension one point in each of n intervals, in random order
 *     Sobol             x_i+1 = x_i xor v_c, c the lowest zero bit of i
 *
 * Sobol's sequence is that of Bratley and Fox (ACM TOMS 14, 1988) in Gray code order, with the primitive polynomials
 * and initial direction numbers of Joe and Kuo (SIAM J. Sci. Comput. 30, 2008). Its first point, 0, is passed over,
 * unless there is a seed: then all points are shifted by one vector modulo 1 (Cranley and Patterson, 1976), which
 * keeps their even spread. */
#include "statistics/sampling.h"
#include "base/arena.h"
#include <math.h>
#include <stdlib.h>

typedef struct {
    uint64_t state;
} generator;

static uint64_t next_bits(generator *generator)
{
    uint64_t z = generator->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Between 0 and 1, both excluded. */
static double next_real(generator *generator) { return ((double)(next_bits(generator) >> 12) + 0.5) * 0x1p-52; }

static void latin_hypercube(generator *generator, int n, int dimensions, double *points)
{
    int *order = heap_integers((size_t)n, 0);
    for (int d = 0; d < dimensions; d++) {
        for (int i = 0; i < n; i++)
            order[i] = i;
        for (int i = n - 1; i > 0; i--) {
            const int j = (int)(next_bits(generator) % (uint64_t)(i + 1)), kept = order[i];
            order[i] = order[j];
            order[j] = kept;
        }
        for (int i = 0; i < n; i++)
            points[(size_t)i * (size_t)dimensions + (size_t)d] = (order[i] + next_real(generator)) / n;
    }
    free(order);
}

/* --- Sobol -------------------------------------------------------------------------------------------------------- */

enum { BITS = 32, MOST_DEGREE = 7 };

/* Degree of the polynomial, its inner coefficients as bits, the first direction numbers; dimension 2 comes first. */
static const struct {
    unsigned degree, coefficients, m[MOST_DEGREE];
} SOBOL[SOBOL_MOST_DIMENSIONS - 1] = {
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
};

static void sobol_directions(int dimension, uint32_t v[BITS])
{
    if (dimension == 0) {
        for (unsigned i = 0; i < BITS; i++)
            v[i] = 1u << (BITS - 1 - i);
        return;
    }
    const unsigned degree = SOBOL[dimension - 1].degree, coefficients = SOBOL[dimension - 1].coefficients;
    for (unsigned i = 0; i < BITS; i++) {
        if (i < degree) {
            v[i] = SOBOL[dimension - 1].m[i] << (BITS - 1 - i);
            continue;
        }
        v[i] = v[i - degree] ^ v[i - degree] >> degree;
        for (unsigned k = 1; k < degree; k++)
            v[i] ^= (coefficients >> (degree - 1 - k) & 1u) * v[i - k];
    }
}

static double shifted(uint32_t x, double shift)
{
    const double sum = (x + 0.5) * 0x1p-32 + shift;
    return sum < 1.0 ? sum : sum - 1.0;
}

static void sobol(uint64_t seed, int n, int dimensions, double *points)
{
    generator generator = {seed};
    for (int d = 0; d < dimensions; d++) {
        uint32_t v[BITS], x = 0;
        sobol_directions(d, v);
        const double shift = seed ? next_real(&generator) : 0.0;
        for (int i = 0; i < n; i++) {
            const uint32_t next = x ^ v[__builtin_ctz(~(unsigned)i)];
            points[(size_t)i * (size_t)dimensions + (size_t)d] = seed ? shifted(x, shift) : next * 0x1p-32;
            x = next;
        }
    }
}

void sampling_points(sampling_kind kind, uint64_t seed, int n, int dimensions, double *points)
{
    generator generator = {seed};
    if (kind == SAMPLING_SOBOL)
        sobol(seed, n, dimensions, points);
    else if (kind == SAMPLING_LATIN_HYPERCUBE)
        latin_hypercube(&generator, n, dimensions, points);
    else
        for (size_t i = 0; i < (size_t)n * (size_t)dimensions; i++)
            points[i] = next_real(&generator);
}
