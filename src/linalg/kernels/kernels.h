/* kernels.h - the inner loops of the multifrontal solver, compiled for any processor and again for AVX2 and FMA.
 *
 * Both perform the same operations on the same numbers in the same order. Results are equal to the last bit, except for
 * fronts of LARGE_FRONT or more columns, where FMA does not round a product before it is added. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LANES = 4, LARGE_FRONT = 64 };

static inline int round_to_lanes(int n) { return (n + LANES - 1) / LANES * LANES; }

/* The operation of an instruction of a lane program, with  s = sum a[i] x[k]  over its pairs (i, k). */
typedef enum {
    LANE_END,
    LANE_SUBTRACT,       /* x[to] -= s */
    LANE_SET,            /* x[to] = -s */
    LANE_SUBTRACT_SCALE, /* x[to] = (x[to] - s) a[by] */
    LANE_SET_SCALE,      /* x[to] = -s a[by] */
    LANE_INVERT,         /* x[to] = 1 / (x[to] - s) */
} lane_operation;

/* First word of a run: the operation and, if there are fewer than LANE_MANY, the number of pairs of each target. */
#define LANE_CODE(operation, pairs) ((operation) * (LANE_MANY + 1) + (pairs))
enum { LANE_MANY = 7 };

/* A front: `pivots` steps eliminated together, and `rest` rows and columns that they change.
 *
 *     f         by columns, (pivots + rest) of them; rows: pivots, rounded to LANES, and rest, rounded to LANES.
 *               Afterwards U, above the pivots; L below; and after the pivots the part passed on to the parent.
 *     diagonal  LANES rows for each pivot: L within its panel of LANES pivots, where f contains zeros
 *     inverse   of the pivots */
typedef struct {
    int pivots, rest;
    double *f, *diagonal, *inverse;
} front_block;

/* Rows from .. from + n - 1 of the rest of a child, at most LANES, are rows to .. to + n - 1 in the storage of its
 * parent. */
typedef struct {
    int source, target, n;
} front_piece;

static inline int front_rows(const front_block *block)
{
    return round_to_lanes(block->pivots) + round_to_lanes(block->rest);
}

typedef struct {
    /* A program consists of runs of (code, number of targets, pairs per target) and, for each target, its index, the
     * index of the scale if it has one, and its pairs; LANE_END ends it. It operates either on single numbers or on
     * LANES at once. */
    void (*run_single)(const uint32_t *program, const double *a, double *x);
    void (*run_lanes)(const uint32_t *program, const double *a, double *x);
    /* to[i] = scale[i] a[from[i]];  to[i] = a[from[i]];  to[at[i]] = from[i];  to[at[i]] += from[i] */
    void (*load)(int n, const int *from, const double *scale, const double *a, double *to);
    void (*gather)(int n, const int *from, const double *a, double *to);
    void (*scatter)(int n, const int *at, const double *from, double *to);
    void (*scatter_add)(int n, const int *at, const double *from, double *to);
    /* |v[i]| <= limit, |v[i]| <= limits[i]; false for a NaN */
    bool (*all_within)(int n, const double *v, double limit);
    bool (*each_within)(int n, const double *v, const double *limits);
    bool (*all_finite)(int n, const double *v);
    void (*clear)(int n, double *v);
    /* Adds the contribution of a child: column c of its rest to a column of the parent, its rows piece by piece. */
    void (*front_add)(const front_block *to, const front_block *child, const int *column, int n_pieces,
                      const front_piece *piece);
    /* Returns false if an entry of L exceeds the limit or is not a number. */
    bool (*front_factor)(const front_block *block, double limit);
    /* The same for a large front, to be called for panel = 0, 2 LANES, ... below the number of pivots: front_pivots
     * makes the next 2 LANES pivots, front_columns then eliminates them from the columns begin .. end - 1 after them.
     * The last pivots, fewer than 2 LANES, are also eliminated at once. */
    bool (*front_pivots)(const front_block *block, int panel, double limit);
    void (*front_columns)(const front_block *block, int panel, int begin, int end);
    /* x: values of the pivots; rest: values of the others, to which front_forward adds */
    void (*front_forward)(const front_block *block, double *x, double *rest);
    void (*front_backward)(const front_block *block, double *x, const double *rest);
} kernels;

extern const kernels kernels_plain, kernels_avx2;

/* Returns the best version for this processor. */
const kernels *kernels_best(void);
