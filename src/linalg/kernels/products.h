/* products.h - products of dense blocks, compiled for any processor and again for AVX2 and for AVX-512.
 *
 * All perform the same operations in the same order. Those for AVX2 and AVX-512 do not round a product before it is
 * added, and their results are equal to the last bit. OpenBLAS would be as fast with one thread, but Debian's serial
 * build must not be called by two threads at a time. */
#pragma once

/* C -= A B' of blocks by columns: A is m x k, B is n x k with k up to PRODUCT_DEPTH, packed. Entries of C whose column
 * exceeds their row by more than `above` are undefined. */
enum { PRODUCT_COLUMNS = 8, PRODUCT_DEPTH = 64 };
typedef struct {
    int m, n, k;
    const double *a;
    int lda;
    const double *b;
    double *c;
    int ldc, above;
} block_product;

/* Returns the index of entry (row, index) of B. Rows that pad the last PRODUCT_COLUMNS exist and are finite. */
static inline int packed_at(int row, int index, int depth)
{
    return row / PRODUCT_COLUMNS * PRODUCT_COLUMNS * depth + index * PRODUCT_COLUMNS + row % PRODUCT_COLUMNS;
}
static inline int packed_size(int n, int depth)
{
    return (n + PRODUCT_COLUMNS - 1) / PRODUCT_COLUMNS * PRODUCT_COLUMNS * depth;
}

typedef struct {
    void (*subtract_product)(const block_product *block_product);
    void (*subtract_multiple)(int n, double s, const double *x, double *y); /* y -= s x */
    double (*dot)(int n, const double *x, const double *y);
} products;

extern const products products_plain, products_avx2, products_avx512;

/* Returns the best version for this processor. */
const products *products_best(void);
