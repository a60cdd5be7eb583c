/* products_body.h - products of dense blocks; included once for each instruction set, as PRODUCTS, with LANES numbers
 * in a register and TILE_COLUMNS columns of sums in registers.
 *
 *     C -= A B'        A: m x k,  B: n x k
 *
 * B is packed: PRODUCT_COLUMNS of its rows side by side, k after k. Some rows of A are packed in the same way, and a
 * tile of sums stays in registers (Goto and van de Geijn, ACM TOMS 34, 2008). Sums in DOT_SUMS parts make the dot
 * product the same on every processor. */
#include "linalg/kernels/products.h"
#include <stddef.h>

typedef double lanes __attribute__((vector_size(8 * LANES), aligned(8), may_alias));

/* Lanes are passed only to functions that are always inlined, so their calling convention does not matter. */
#pragma GCC diagnostic ignored "-Wpsabi"
#define INLINE static inline __attribute__((always_inline))
enum { TILE_HIGH = 3, TILE_ROWS = TILE_HIGH * LANES, DOT_SUMS = 8 };

INLINE lanes *at(double *values) { return (lanes *)values; }
INLINE const lanes *at_const(const double *values) { return (const lanes *)values; }
INLINE lanes all_of(double v) { return v - (lanes){0}; }

#ifndef SUBTRACT_PRODUCT
#define SUBTRACT_PRODUCT(sum, a, b) ((sum) - (a) * (b))
#endif

static void pack_rows(const block_product *block_product, int row, double *to)
{
    const int n = block_product->m - row;
    for (int k = 0; k < block_product->k; k++, to += TILE_ROWS) {
        const double *from = block_product->a + (size_t)k * (size_t)block_product->lda + row;
        for (int i = 0; n >= TILE_ROWS && i < TILE_ROWS; i += LANES)
            *at(to + i) = *at_const(from + i);
        for (int i = 0; n < TILE_ROWS && i < TILE_ROWS; i++)
            to[i] = i < n ? from[i] : 0.0;
    }
}

/* -A B' of a tile. */
INLINE void tile_sums(int depth, const double *a, const double *b, lanes sum[TILE_COLUMNS][TILE_HIGH])
{
    lanes s[TILE_COLUMNS][TILE_HIGH] = {{{0}}};
    for (int k = 0; k < depth; k++, a += TILE_ROWS, b += PRODUCT_COLUMNS) {
        const lanes a0 = *at_const(a), a1 = *at_const(a + LANES), a2 = *at_const(a + 2 * LANES);
#pragma GCC unroll 8
        for (int j = 0; j < TILE_COLUMNS; j++) {
            const lanes all = all_of(b[j]);
            s[j][0] = SUBTRACT_PRODUCT(s[j][0], a0, all);
            s[j][1] = SUBTRACT_PRODUCT(s[j][1], a1, all);
            s[j][2] = SUBTRACT_PRODUCT(s[j][2], a2, all);
        }
    }
#pragma GCC unroll 8
    for (int j = 0; j < TILE_COLUMNS; j++)
        for (int i = 0; i < TILE_HIGH; i++)
            sum[j][i] = s[j][i];
}

static void add_tile(const block_product *block_product, int row, int column, const double *a)
{
    lanes sum[TILE_COLUMNS][TILE_HIGH];
    const int m = block_product->m - row, n = block_product->n - column;
    double *c = block_product->c + (size_t)column * (size_t)block_product->ldc + row;
    tile_sums(block_product->k, a, block_product->b + packed_at(column, 0, block_product->k), sum);
    for (int j = 0; j < TILE_COLUMNS && j < n; j++, c += block_product->ldc) {
        const double *s = (const double *)sum[j];
        for (int i = 0; m >= TILE_ROWS && i < TILE_ROWS; i += LANES)
            *at(c + i) += *at_const(s + i);
        for (int i = 0; m < TILE_ROWS && i < m; i++)
            c[i] += s[i];
    }
}

static void subtract_product(const block_product *block_product)
{
    double a[TILE_ROWS * PRODUCT_DEPTH];
    for (int row = 0; row < block_product->m; row += TILE_ROWS) {
        pack_rows(block_product, row, a);
        for (int column = 0; column < block_product->n && column < row + TILE_ROWS + block_product->above;
             column += TILE_COLUMNS)
            add_tile(block_product, row, column, a);
    }
}

static void subtract_multiple(int n, double s, const double *x, double *y)
{
    const lanes all = all_of(s);
    int i = 0;
#pragma GCC unroll 2
    for (; i + LANES <= n; i += LANES)
        *at(y + i) -= *at_const(x + i) * all;
    for (; i < n; i++)
        y[i] -= s * x[i];
}

static double dot(int n, const double *x, const double *y)
{
    double sum[DOT_SUMS] = {0}, whole = 0.0;
    int i = 0;
    for (; i + DOT_SUMS <= n; i += DOT_SUMS)
        for (int k = 0; k < DOT_SUMS; k += LANES)
            *at(sum + k) += *at_const(x + i + k) * *at_const(y + i + k);
    for (; i < n; i++)
        whole += x[i] * y[i];
    for (int k = 0; k < DOT_SUMS; k++)
        whole += sum[k];
    return whole;
}

const products PRODUCTS = {
    .subtract_product = subtract_product,
    .subtract_multiple = subtract_multiple,
    .dot = dot,
};
