/* kernels_test.c - the inner loops for any processor and those for AVX2 and FMA do what they say, with the same
 * bits but for large fronts. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "linalg/kernels/kernels.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 1;

static double draw(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)(seed >> 11) / 4503599627370496.0 - 1.0;
}

static double *numbers(int n)
{
    double *v = malloc(((size_t)n + LANES) * sizeof *v);
    for (int i = 0; i < n + LANES; i++)
        v[i] = draw();
    return v;
}

static void assert_same_bits(const double *a, const double *b, int n)
{
    assert_memory_equal(a, b, (size_t)n * sizeof *a);
}

static const kernels *both[] = {&kernels_plain, &kernels_avx2};

static int n_kernels(void) { return kernels_best() == &kernels_avx2 ? 2 : 1; }

static void move_and_check(void **state)
{
    (void)state;
    for (int k = 0; k < n_kernels(); k++)
        for (int n = 0; n < 40; n++) {
            double *a = numbers(50), *scale = numbers(n), *to = numbers(50), *before = numbers(50);
            int at[40];
            for (int i = 0; i < n; i++)
                at[i] = (7 * i + n) % 41;
            memcpy(before, to, 50 * sizeof(double));
            both[k]->load(n, at, scale, a, to);
            for (int i = 0; i < 50; i++)
                assert_true(to[i] == (i < n ? scale[i] * a[at[i]] : before[i]));
            both[k]->gather(n, at, a, to);
            for (int i = 0; i < n; i++)
                assert_true(to[i] == a[at[i]]);
            memcpy(to, before, 50 * sizeof(double));
            both[k]->scatter_add(n, at, scale, to);
            for (int i = 0; i < n; i++)
                assert_true(to[at[i]] == before[at[i]] + scale[i]);
            both[k]->scatter(n, at, scale, to);
            for (int i = 0; i < n; i++)
                assert_true(to[at[i]] == scale[i]);
            both[k]->clear(n, to);
            for (int i = 0; i < n; i++)
                assert_true(to[i] == 0.0);
            free(a), free(scale), free(to), free(before);
        }
}

static void see_every_place(void **state)
{
    (void)state;
    for (int k = 0; k < n_kernels(); k++)
        for (int n = 1; n < 23; n++)
            for (int bad = 0; bad < n; bad++) {
                double v[32], limits[32];
                for (int i = 0; i < 32; i++) {
                    v[i] = i < n ? 1.0 : (double)NAN;
                    limits[i] = 2.0;
                }
                assert_true(both[k]->all_within(n, v, 1.0) && both[k]->each_within(n, v, limits));
                assert_true(both[k]->all_finite(n, v));
                v[bad] = -1.5;
                assert_false(both[k]->all_within(n, v, 1.0));
                limits[bad] = 1.25;
                assert_false(both[k]->each_within(n, v, limits));
                v[bad] = (double)NAN;
                assert_false(both[k]->all_within(n, v, 1.0) || both[k]->each_within(n, v, limits));
                assert_false(both[k]->all_finite(n, v));
                v[bad] = -(double)INFINITY;
                assert_false(both[k]->all_finite(n, v));
            }
}

/* --- fronts ------------------------------------------------------------------------------------------------------- */

static front_block create_front(int pivots, int rest)
{
    front_block block = {.pivots = pivots, .rest = rest};
    const int rows = front_rows(&block), first = round_to_lanes(pivots);
    block.f = calloc((size_t)(rows * (pivots + rest) + LANES), sizeof(double));
    block.diagonal = calloc((size_t)(LANES * pivots + 1), sizeof(double));
    block.inverse = calloc((size_t)pivots + 1, sizeof(double));
    for (int j = 0; j < pivots + rest; j++)
        for (int i = 0; i < pivots + rest; i++)
            block.f[j * rows + (i < pivots ? i : first + i - pivots)] = draw() + (i == j ? 4.0 : 0.0);
    return block;
}

static front_block copy_front(const front_block *block)
{
    front_block g = create_front(block->pivots, block->rest);
    memcpy(g.f, block->f, (size_t)(front_rows(block) * (block->pivots + block->rest)) * sizeof(double));
    return g;
}

static void destroy_front(front_block *block)
{
    free(block->f);
    free(block->diagonal);
    free(block->inverse);
}

/* Entry (i, j) of L U; of the rest also what is passed on. */
static double product(const front_block *block, int i, int j)
{
    const int rows = front_rows(block), first = round_to_lanes(block->pivots);
    const int row = i < block->pivots ? i : first + i - block->pivots;
    double sum = i >= block->pivots && j >= block->pivots ? block->f[j * rows + row] : 0.0;
    for (int k = 0; k <= i && k <= j && k < block->pivots; k++) {
        const double inside = i / LANES == k / LANES && i < block->pivots ? block->diagonal[k * LANES + i % LANES]
                                                                          : block->f[k * rows + row];
        const double l = i == k ? 1.0 : inside, u = j == k ? 1.0 / block->inverse[k] : block->f[j * rows + k];
        sum += l * u;
    }
    return sum;
}

static void assert_factors(const front_block *block, const front_block *given)
{
    const int rows = front_rows(given), first = round_to_lanes(given->pivots), n = given->pivots + given->rest;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const double entry = given->f[j * rows + (i < given->pivots ? i : first + i - given->pivots)];
            assert_true(fabs(product(block, i, j) - entry) < 1e-12);
        }
}

static void factor_fronts(void **state)
{
    (void)state;
    for (int pivots = 1; pivots <= 22; pivots++)
        for (int rest = 0; rest <= 9; rest += 1 + pivots % 2) {
            front_block a = create_front(pivots, rest), f = copy_front(&a), g = copy_front(&a);
            assert_true(kernels_plain.front_factor(&f, 1e3));
            assert_factors(&f, &a);
            kernels_best()->front_factor(&g, 1e3);
            assert_same_bits(f.f, g.f, front_rows(&a) * (pivots + rest));
            assert_same_bits(f.diagonal, g.diagonal, LANES * pivots);
            assert_same_bits(f.inverse, g.inverse, pivots);
            double *x = numbers(pivots), *y = numbers(pivots), *r = numbers(rest), *s = numbers(rest);
            memcpy(y, x, (size_t)(pivots + LANES) * sizeof(double));
            memcpy(s, r, (size_t)(rest + LANES) * sizeof(double));
            kernels_plain.front_forward(&f, x, r);
            kernels_best()->front_forward(&g, y, s);
            kernels_plain.front_backward(&f, x, r);
            kernels_best()->front_backward(&g, y, s);
            assert_same_bits(x, y, pivots);
            assert_same_bits(r, s, rest);
            destroy_front(&a), destroy_front(&f), destroy_front(&g);
            free(x), free(y), free(r), free(s);
        }
}

/* Here products may be rounded or not. */
static void factor_large_fronts(void **state)
{
    (void)state;
    for (int k = 0; k < n_kernels(); k++)
        for (int pivots = 1; pivots <= 70; pivots += 3)
            for (int more = 0; more <= 5; more++) {
                const int rest = (pivots < LARGE_FRONT ? LARGE_FRONT - pivots : 0) + more;
                front_block a = create_front(pivots, rest), f = copy_front(&a);
                for (int i = 0; i < pivots; i++) /* keeps multipliers small */
                    a.f[i * (front_rows(&a) + 1)] += 30.0, f.f[i * (front_rows(&f) + 1)] += 30.0;
                assert_true(both[k]->front_factor(&f, 1e3));
                assert_factors(&f, &a);
                destroy_front(&a), destroy_front(&f);
            }
}

static void report_growth(void **state)
{
    (void)state;
    for (int k = 0; k < n_kernels(); k++)
        for (int bad = 1; bad < 11; bad++) {
            front_block block = create_front(7, 4);
            const int row = bad < 7 ? bad : round_to_lanes(7) + bad - 7;
            block.f[row] = 1e6;
            assert_false(both[k]->front_factor(&block, 1e3));
            destroy_front(&block);
        }
}

static void add_children(void **state)
{
    (void)state;
    const int column[] = {0, 1, 3, 4, 5, 9};
    const front_piece piece[] = {{0, 0, 2}, {2, 3, 2}, {4, 8, 1}, {5, 12, 1}};
    for (int k = 0; k < n_kernels(); k++) {
        front_block child = create_front(3, 6), to = create_front(5, 8), before = copy_front(&to);
        const int rows = front_rows(&to);
        both[k]->front_add(&to, &child, column, 4, piece);
        double sum = 0.0, expected = 0.0;
        for (int i = 0; i < rows * 13; i++)
            sum += to.f[i] - before.f[i];
        for (int c = 0; c < 6; c++)
            for (int i = 0; i < 6; i++)
                expected += child.f[(3 + c) * front_rows(&child) + LANES + i];
        assert_true(fabs(sum - expected) < 1e-12);
        assert_true(fabs(to.f[9 * rows + 12] - before.f[9 * rows + 12] - child.f[8 * front_rows(&child) + LANES + 5]) <
                    1e-15);
        assert_true(to.f[9 * rows + 2] == before.f[9 * rows + 2]);
        destroy_front(&child), destroy_front(&to), destroy_front(&before);
    }
}

/* --- lane programs ------------------------------------------------------------------------------------------------ */

/* Every operation with 0 to 9 pairs, against sums by hand, in all lanes. */
static void run_programs(void **state)
{
    (void)state;
    for (int operation = LANE_SUBTRACT; operation <= LANE_INVERT; operation++)
        for (uint32_t pairs = 0; pairs < 10; pairs++)
            for (int wide = 0; wide < 2; wide++) {
                const uint32_t stride = wide ? LANES : 1;
                const bool scaled = operation == LANE_SUBTRACT_SCALE || operation == LANE_SET_SCALE;
                const bool set = operation == LANE_SET || operation == LANE_SET_SCALE;
                uint32_t program[64] = {(uint32_t)LANE_CODE(operation, (int)pairs < LANE_MANY ? (int)pairs : LANE_MANY),
                                        1, pairs};
                uint32_t *p = program + 3;
                *p++ = 5 * stride;
                if (scaled)
                    *p++ = 3 * stride;
                for (uint32_t k = 0; k < pairs; k++) {
                    *p++ = (20 + k) * stride;
                    *p++ = (10 + k) * stride;
                }
                *p = LANE_END;
                double *a = numbers(160), *x = numbers(160), expected[LANES];
                for (uint32_t lane = 0; lane < stride; lane++) {
                    double sum = set ? 0.0 : x[5 * stride + lane];
                    for (uint32_t k = 0; k < pairs; k++)
                        sum -= a[(20 + k) * stride + lane] * x[(10 + k) * stride + lane];
                    sum = scaled ? sum * a[3 * stride + lane] : sum;
                    expected[lane] = operation == LANE_INVERT ? 1.0 / sum : sum;
                }
                for (int k = 0; k < n_kernels(); k++) {
                    double *y = numbers(160);
                    memcpy(y, x, 160 * sizeof(double));
                    (wide ? both[k]->run_lanes : both[k]->run_single)(program, a, y);
                    assert_same_bits(y + 5 * stride, expected, (int)stride);
                    free(y);
                }
                free(a), free(x);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(move_and_check),      cmocka_unit_test(see_every_place), cmocka_unit_test(factor_fronts),
        cmocka_unit_test(factor_large_fronts), cmocka_unit_test(report_growth),   cmocka_unit_test(add_children),
        cmocka_unit_test(run_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
