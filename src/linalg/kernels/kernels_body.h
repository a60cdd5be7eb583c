/* kernels_body.h - the inner loops of the multifrontal solver; included once for each instruction set, as KERNELS.
 *
 * There are no sums across lanes, so the register width of the machine does not change a result. */
#include "linalg/kernels/kernels.h"
#include <math.h>

typedef double lanes __attribute__((vector_size(8 * LANES), aligned(8), may_alias));
typedef int64_t lane_bits __attribute__((vector_size(8 * LANES), aligned(8), may_alias));

/* Lanes are passed only to functions that are always inlined, so their calling convention does not matter. */
#pragma GCC diagnostic ignored "-Wpsabi"
#define INLINE static inline __attribute__((always_inline))

INLINE lanes *at(double *values) { return (lanes *)values; }
INLINE const lanes *at_const(const double *values) { return (const lanes *)values; }

/* --- lane programs ------------------------------------------------------------------------------------------------ */

#define NUMBER double
#define NAMED(name) name##_single
#include "linalg/kernels/kernels_run.h"
#undef NUMBER
#undef NAMED
#define NUMBER lanes
#define NAMED(name) name##_lanes
#include "linalg/kernels/kernels_run.h"
#undef NUMBER
#undef NAMED

/* --- moving and checking ------------------------------------------------------------------------------------------ */

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

INLINE bool is_nothing(lane_bits lane_bits) { return (lane_bits[0] | lane_bits[1] | lane_bits[2] | lane_bits[3]) == 0; }

static bool all_within(int n, const double *values, double limit)
{
    const lanes limits = {limit, limit, limit, limit};
    lane_bits beyond = {0};
    int i = 0;
    for (; i + LANES <= n; i += LANES)
        beyond |= not_within(at_const(values + i), limits);
    bool within = is_nothing(beyond);
    for (; i < n; i++)
        within &= fabs(values[i]) <= limit;
    return within;
}

static bool each_within(int n, const double *values, const double *limits)
{
    lane_bits beyond = {0};
    int i = 0;
#pragma GCC unroll 4
    for (; i + LANES <= n; i += LANES)
        beyond |= not_within(at_const(values + i), *at_const(limits + i));
    bool within = is_nothing(beyond);
    for (; i < n; i++)
        within &= fabs(values[i]) <= limits[i];
    return within;
}

/* v - v is zero for finite numbers only. */
static bool all_finite(int n, const double *values)
{
    lane_bits any = {0};
    int i = 0;
#pragma GCC unroll 4
    for (; i + LANES <= n; i += LANES)
        any |= (lane_bits)(*at_const(values + i) - *at_const(values + i)); /* NOLINT(misc-redundant-expression) */
    bool finite = is_nothing(any);
    for (; i < n; i++)
        finite &= values[i] - values[i] == 0.0;
    return finite;
}

/* The compiler must not replace this by a call of memset, which has a high overhead for so few numbers. */
__attribute__((optimize("no-tree-loop-distribute-patterns"))) static void clear(int n, double *values)
{
    int i = 0;
#pragma GCC unroll 4
    for (; i + LANES <= n; i += LANES)
        *at(values + i) = (lanes){0};
    for (; i < n; i++)
        values[i] = 0.0;
}

#include "linalg/kernels/kernels_front.h"

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
    .front_pivots = front_pivots,
    .front_columns = front_columns,
    .front_forward = front_forward,
    .front_backward = front_backward,
};
