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

static void drive_fourier_series_read(reader *reader, drive *drive)
{
    series *series = drive->self;
    series->t0 = read_real(reader, "initial time");
    series->w = read_real(reader, "angular velocity");
    series->n = read_count(reader, 1, "number of terms");
    series->a0 = read_real(reader, "coefficient a_0");
    ARRAY(double) ab = {0};
    for (int k = 0; read_ok(reader) && k < 2 * series->n; k++)
        array_push(&ab, read_real(reader, k % 2 ? "coefficient b_k" : "coefficient a_k"));
    series->ab = arena_copy(reader_arena(reader), ab.items, (size_t)ab.n * sizeof *ab.items);
    array_free(&ab);
    const int cycles = read_cycles(reader, false);
    series->t1 = cycles == 0 ? HUGE_VAL : series->t0 + abs(cycles) * 2.0 * M_PI / fabs(series->w);
    series->y0 = read_real(reader, "initial value");
}

static double drive_fourier_series_at(const drive *drive, const state *state, double x)
{
    (void)state;
    const series *series = drive->self;
    if (x < series->t0 || x >= series->t1)
        return series->y0;
    double f = series->y0 + 0.5 * series->a0;
    for (int k = 1; k <= series->n; k++) {
        const double angle = k * series->w * (x - series->t0);
        f += series->ab[2 * k - 2] * cos(angle) + series->ab[2 * k - 1] * sin(angle);
    }
    return f;
}

static double drive_fourier_series_derivative(const drive *drive, const state *state, double x)
{
    (void)state;
    const series *series = drive->self;
    if (x < series->t0 || x >= series->t1)
        return 0.0;
    double f = 0.0;
    for (int k = 1; k <= series->n; k++) {
        const double angle = k * series->w * (x - series->t0);
        f += k * series->w * (series->ab[2 * k - 1] * cos(angle) - series->ab[2 * k - 2] * sin(angle));
    }
    return f;
}

static double drive_fourier_series_corner(const drive *drive, double x)
{
    const series *series = drive->self;
    return corner_of(x, series->t0, series->t1);
}

const drive_type drive_fourier_series_type = {
    .keyword = "fourier series",
    .grammar = "fourier series, INITIAL TIME, ANGULAR VELOCITY, TERMS, A_0, A_1, B_1, ..., {CYCLES | one | forever}, "
               "INITIAL VALUE",
    .summary = "A truncated Fourier series over a number of cycles.",
    .size = sizeof(series),
    .read = drive_fourier_series_read,
    .value = drive_fourier_series_at,
    .derivative = drive_fourier_series_derivative,
    .corner = drive_fourier_series_corner,
};
