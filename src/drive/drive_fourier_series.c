/* drive_fourier_series.c - y0, plus a truncated Fourier series for a number of cycles of 2 pi/w from t0 on.
 *
 *     f = y0 + a_0/2 + sum_k (a_k cos(k w (t - t0)) + b_k sin(k w (t - t0)))      t0 <= t < t0 + cycles 2 pi/w
 *     f = y0                                                                     outside */
#include "drive/arguments.h"

typedef struct {
    double t0, t1, w, y0, a0;
    int n;
    const double *ab; /* a_1, b_1, a_2, b_2, ... */
} series;

static void drive_fourier_series_read(reader *r, drive *d)
{
    series *p = d->self;
    p->t0 = read_real(r, "initial time");
    p->w = read_real(r, "angular velocity");
    p->n = read_count(r, 1, "number of terms");
    p->a0 = read_real(r, "coefficient a_0");
    ARRAY(double) ab = {0};
    for (int k = 0; read_ok(r) && k < 2 * p->n; k++)
        array_push(&ab, read_real(r, k % 2 ? "coefficient b_k" : "coefficient a_k"));
    p->ab = arena_copy(reader_arena(r), ab.items, (size_t)ab.n * sizeof *ab.items);
    array_free(&ab);
    const int cycles = read_cycles(r, false);
    p->t1 = cycles == 0 ? HUGE_VAL : p->t0 + abs(cycles) * 2.0 * M_PI / fabs(p->w);
    p->y0 = read_real(r, "initial value");
}

static double drive_fourier_series_at(const drive *d, const state *s, double x)
{
    (void)s;
    const series *p = d->self;
    if (x < p->t0 || x >= p->t1)
        return p->y0;
    double f = p->y0 + 0.5 * p->a0;
    for (int k = 1; k <= p->n; k++) {
        const double angle = k * p->w * (x - p->t0);
        f += p->ab[2 * k - 2] * cos(angle) + p->ab[2 * k - 1] * sin(angle);
    }
    return f;
}

static double drive_fourier_series_slope(const drive *d, const state *s, double x)
{
    (void)s;
    const series *p = d->self;
    if (x < p->t0 || x >= p->t1)
        return 0.0;
    double f = 0.0;
    for (int k = 1; k <= p->n; k++) {
        const double angle = k * p->w * (x - p->t0);
        f += k * p->w * (p->ab[2 * k - 1] * cos(angle) - p->ab[2 * k - 2] * sin(angle));
    }
    return f;
}

const drive_type drive_fourier_series_type = {
    .keyword = "fourier series",
    .grammar = "fourier series, INITIAL TIME, ANGULAR VELOCITY, TERMS, A_0, A_1, B_1, ..., {CYCLES | one | forever}, "
               "INITIAL VALUE",
    .summary = "A truncated Fourier series over a number of cycles.",
    .size = sizeof(series),
    .read = drive_fourier_series_read,
    .value = drive_fourier_series_at,
    .slope = drive_fourier_series_slope,
};
