/* kernels_body.h - the inner loops of the naive solver; included once for each set of instructions, as KERNELS.
 *
 * Fronts are eliminated in panels of LANES pivots. With the panel's pivots k and any later column j
 *     u_kj = (L_panel^-1 a)_kj,   a_ij -= sum_k l_ik u_kj,
 * rows by LANES at once: rows are padded with zeros to a multiple of LANES. There is no sum across lanes anywhere, so
 * that the width of the machine's registers does not change a result. */
#include "linalg/kernels.h"
#include <math.h>

typedef double lanes __attribute__((vector_size(8 * LANES), aligned(8), may_alias));
typedef int64_t lane_bits __attribute__((vector_size(8 * LANES), aligned(8), may_alias));

/* Lanes are passed to functions that are always inlined: how they would be passed does not matter. */
#pragma GCC diagnostic ignored "-Wpsabi"
#define INLINE static inline __attribute__((always_inline))

INLINE lanes *at(double *v) { return (lanes *)v; }
INLINE const lanes *at_const(const double *v) { return (const lanes *)v; }

/* ---- lane programs ----------------------------------------------------------------------------------------------- */

#define NUMBER double
#define NAMED(name) name##_single
#include "linalg/kernels_run.h"
#undef NUMBER
#undef NAMED
#define NUMBER lanes
#define NAMED(name) name##_lanes
#include "linalg/kernels_run.h"
#undef NUMBER
#undef NAMED

/* ---- moving and checking ----------------------------------------------------------------------------------------- */

static void load(int n, const int *from, const double *scale, const double *a, double *to)
{
    int i = 0;
    for (; i + LANES <= n; i += LANES) {
        const lanes v = {a[from[i]], a[from[i + 1]], a[from[i + 2]], a[from[i + 3]]};
        *at(to + i) = *at_const(scale + i) * v;
    }
    for (; i < n; i++)
        to[i] = scale[i] * a[from[i]];
}

static void gather(int n, const int *from, const double *a, double *to)
{
    int i = 0;
    for (; i + LANES <= n; i += LANES) {
        const lanes v = {a[from[i]], a[from[i + 1]], a[from[i + 2]], a[from[i + 3]]};
        *at(to + i) = v;
    }
    for (; i < n; i++)
        to[i] = a[from[i]];
}

static void scatter(int n, const int *places, const double *from, double *to)
{
#pragma GCC unroll 4
    for (int i = 0; i < n; i++)
        to[places[i]] = from[i];
}

static void scatter_add(int n, const int *places, const double *from, double *to)
{
#pragma GCC unroll 4
    for (int i = 0; i < n; i++)
        to[places[i]] += from[i];
}

INLINE lane_bits not_within(const lanes *v, lanes limit)
{
    const lanes magnitude = (lanes)(*(const lane_bits *)v & INT64_MAX);
    return ~(magnitude <= limit);
}

INLINE bool is_nothing(lane_bits b) { return (b[0] | b[1] | b[2] | b[3]) == 0; }

static bool all_within(int n, const double *v, double limit)
{
    const lanes limits = {limit, limit, limit, limit};
    lane_bits beyond = {0};
    int i = 0;
    for (; i + LANES <= n; i += LANES)
        beyond |= not_within(at_const(v + i), limits);
    bool within = is_nothing(beyond);
    for (; i < n; i++)
        within &= fabs(v[i]) <= limit;
    return within;
}

static bool each_within(int n, const double *v, const double *limits)
{
    lane_bits beyond = {0};
    int i = 0;
#pragma GCC unroll 4
    for (; i + LANES <= n; i += LANES)
        beyond |= not_within(at_const(v + i), *at_const(limits + i));
    bool within = is_nothing(beyond);
    for (; i < n; i++)
        within &= fabs(v[i]) <= limits[i];
    return within;
}

/* v - v is zero for every finite number and for no other. */
static bool all_finite(int n, const double *v)
{
    lane_bits any = {0};
    int i = 0;
#pragma GCC unroll 4
    for (; i + LANES <= n; i += LANES)
        any |= (lane_bits)(*at_const(v + i) - *at_const(v + i)); /* NOLINT(misc-redundant-expression) */
    bool finite = is_nothing(any);
    for (; i < n; i++)
        finite &= v[i] - v[i] == 0.0;
    return finite;
}

/* The compiler must not make this a call of memset, which is slow to start for so few numbers. */
__attribute__((optimize("no-tree-loop-distribute-patterns"))) static void clear(int n, double *v)
{
    int i = 0;
#pragma GCC unroll 4
    for (; i + LANES <= n; i += LANES)
        *at(v + i) = (lanes){0};
    for (; i < n; i++)
        v[i] = 0.0;
}

/* ---- fronts ------------------------------------------------------------------------------------------------------ */

static const lane_bits below[LANES] = {{0, -1, -1, -1}, {0, 0, -1, -1}, {0, 0, 0, -1}, {0, 0, 0, 0}};
static const lane_bits above[LANES] = {{0, 0, 0, 0}, {-1, 0, 0, 0}, {-1, -1, 0, 0}, {-1, -1, -1, 0}};

INLINE lanes masked(lanes v, lane_bits mask) { return (lanes)((lane_bits)v & mask); }

INLINE lanes all_of(double v) { return (lanes){v, v, v, v}; }

/* to[0 .. n) -= sum_k l_k u_k over the columns k of l */
INLINE void subtract_columns(int columns, int n, const double *l, int ld, const lanes *u, double *to)
{
    for (int i = 0; i < n; i += LANES) {
        lanes sum = *at(to + i);
        for (int k = 0; k < columns; k++)
            sum -= *at_const(l + k * ld + i) * u[k];
        *at(to + i) = sum;
    }
}

/* x = L^-1 x within a panel; u gets the results, each in all lanes. */
INLINE lanes solve_panel(int width, const double *diagonal, lanes x, lanes *u)
{
    for (int k = 0; k < width; k++) {
        u[k] = all_of(x[k]);
        x -= *at_const(diagonal + k * LANES) * u[k];
    }
    return x;
}

/* Applies the first pivots of a panel to a column behind them. `n` rows lie below the panel. */
INLINE void apply_panel(int width, const double *diagonal, const double *l, int ld, int n, double *column)
{
    lanes u[LANES];
    *at(column) = solve_panel(width, diagonal, *at(column), u);
    subtract_columns(width, n, l + LANES, ld, u, column + LANES);
}

/* Divides a column by its pivot, number k of the panel; notes which entries are beyond the limit. */
INLINE lane_bits divide_column(int k, int n, double *column, double *diagonal, double *inverse, lanes limit)
{
    const double factor = 1.0 / column[k];
    *inverse = factor;
    const lanes top = *at(column), l = masked(top * factor, below[k]);
    *at(column) = masked(top, above[k]);
    *at(diagonal) = l;
    lane_bits beyond = not_within(&l, limit);
    for (int i = LANES; i < n + LANES; i += LANES) {
        const lanes scaled = *at(column + i) * factor;
        *at(column + i) = scaled;
        beyond |= not_within(&scaled, limit);
    }
    return beyond;
}

/* Eliminates one panel from all columns. */
INLINE lane_bits factor_panel(const front_block *f, int panel, int width, lanes limit)
{
    const int ld = front_rows(f), n = ld - panel - LANES, columns = f->pivots + f->rest - panel;
    double *first = f->f + panel * ld + panel, *diagonal = f->diagonal + panel * LANES;
    lane_bits beyond = {0};
#pragma GCC unroll 4
    for (int k = 0; k < width; k++) {
        double *column = first + k * ld;
        apply_panel(k, diagonal, first, ld, n, column);
        beyond |= divide_column(k, n, column, diagonal + k * LANES, f->inverse + panel + k, limit);
    }
    for (int j = width; j < columns; j++)
        apply_panel(width, diagonal, first, ld, n, first + j * ld);
    return beyond;
}

static bool front_factor(const front_block *f, double limit)
{
    const lanes limits = all_of(limit);
    lane_bits beyond = {0};
    int panel = 0;
    for (; panel + LANES <= f->pivots; panel += LANES)
        beyond |= factor_panel(f, panel, LANES, limits);
    switch (f->pivots - panel) {
    case 1:
        beyond |= factor_panel(f, panel, 1, limits);
        break;
    case 2:
        beyond |= factor_panel(f, panel, 2, limits);
        break;
    case 3:
        beyond |= factor_panel(f, panel, 3, limits);
        break;
    }
    return is_nothing(beyond);
}

static void front_add(const front_block *to, const front_block *child, const int *row, const int *column)
{
    const int ld = front_rows(to), n = child->rest, child_ld = front_rows(child), first = round_to_lanes(child->pivots);
    const bool together = n >= 2 * LANES && row[n - 1] - row[0] == n - 1;
    for (int c = 0; c < n; c++) {
        const double *from = child->f + (child->pivots + c) * child_ld + first;
        double *into = to->f + column[c] * ld;
        int i = 0;
        for (; together && i + LANES <= n; i += LANES)
            *at(into + row[0] + i) += *at_const(from + i);
#pragma GCC unroll 4
        for (; i < n; i++)
            into[row[i]] += from[i];
    }
}

INLINE void forward_panel(const front_block *f, int panel, int width, double *x, double *rest)
{
    const int p = round_to_lanes(f->pivots), r = round_to_lanes(f->rest), ld = p + r;
    const double *l = f->f + panel * ld;
    lanes u[LANES];
    *at(x + panel) = solve_panel(width, f->diagonal + panel * LANES, *at(x + panel), u);
    subtract_columns(width, p - panel - LANES, l + panel + LANES, ld, u, x + panel + LANES);
    subtract_columns(width, r, l + p, ld, u, rest);
}

static void front_forward(const front_block *f, double *x, double *rest)
{
    int panel = 0;
    for (; panel + LANES <= f->pivots; panel += LANES)
        forward_panel(f, panel, LANES, x, rest);
    switch (f->pivots - panel) {
    case 1:
        forward_panel(f, panel, 1, x, rest);
        break;
    case 2:
        forward_panel(f, panel, 2, x, rest);
        break;
    case 3:
        forward_panel(f, panel, 3, x, rest);
        break;
    }
}

/* x -= the columns of U right of the pivots, times rest */
INLINE void subtract_rest(const front_block *f, double *x, const double *rest)
{
    const int p = round_to_lanes(f->pivots), ld = front_rows(f);
    const double *column = f->f + f->pivots * ld;
    int j = 0;
    for (; j + LANES <= f->rest; j += LANES, column += LANES * ld) {
        const lanes u[LANES] = {all_of(rest[j]), all_of(rest[j + 1]), all_of(rest[j + 2]), all_of(rest[j + 3])};
        subtract_columns(LANES, p, column, ld, u, x);
    }
    for (; j < f->rest; j++, column += ld) {
        const lanes u = all_of(rest[j]);
        subtract_columns(1, p, column, ld, &u, x);
    }
}

INLINE void backward_panel(const front_block *f, int panel, int width, double *x)
{
    const int ld = front_rows(f);
    const double *upper = f->f + panel * ld;
    lanes v = *at(x + panel), u[LANES];
    for (int k = width - 1; k >= 0; k--) {
        u[k] = all_of(v[k]) * f->inverse[panel + k];
        const lane_bits others = below[k] | above[k];
        v = (lanes)(((lane_bits)v & others) | ((lane_bits)u[k] & ~others));
        v -= *at_const(upper + k * ld + panel) * u[k];
    }
    *at(x + panel) = v;
    subtract_columns(width, panel, upper, ld, u, x);
}

static void front_backward(const front_block *f, double *x, const double *rest)
{
    const int whole = f->pivots / LANES * LANES;
    subtract_rest(f, x, rest);
    switch (f->pivots - whole) {
    case 1:
        backward_panel(f, whole, 1, x);
        break;
    case 2:
        backward_panel(f, whole, 2, x);
        break;
    case 3:
        backward_panel(f, whole, 3, x);
        break;
    }
    for (int panel = whole - LANES; panel >= 0; panel -= LANES)
        backward_panel(f, panel, LANES, x);
}

const kernels KERNELS = {
    .run_single = run_single,
    .run_lanes = run_lanes,
    .load = load,
    .gather = gather,
    .scatter = scatter,
    .scatter_add = scatter_add,
    .all_within = all_within,
    .each_within = each_within,
    .all_finite = all_finite,
    .clear = clear,
    .front_add = front_add,
    .front_factor = front_factor,
    .front_forward = front_forward,
    .front_backward = front_backward,
};
