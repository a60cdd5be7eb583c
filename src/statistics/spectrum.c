/* spectrum.c - power spectral density of a history with equal steps, by Welch's method.
 *
 *     w_j = sin^2(pi j / L)                                     Hann's window, of L samples
 *     S_k = 2 h mean_s |sum_j w_j (x_j - x_s) e^(-2 pi i j k / L)|^2 / sum_j w_j^2,    f_k = k / (L h)
 *
 * Segments s overlap by one half, and x_s is the mean of the samples of a segment. S_0 and S_L/2 have no partner at a
 * negative frequency and are not doubled. The transform is that of Cooley and Tukey (Math. Comp. 19, 1965). */
#include "statistics/spectrum.h"
#include "base/arena.h"
#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static bool is_power_of_two(int n) { return n > 0 && (n & (n - 1)) == 0; }

int spectrum_segment(int n)
{
    int segment = 8;
    while (9 * segment <= 2 * n) /* 4.5 segments: eight that overlap by one half, when it is doubled */
        segment *= 2;
    return segment;
}

static void reverse_bits(double complex *x, int n)
{
    for (int i = 1, j = 0; i < n; i++) {
        int bit = n / 2;
        for (; j & bit; bit /= 2)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            const double complex kept = x[i];
            x[i] = x[j];
            x[j] = kept;
        }
    }
}

/* `roots` has the n / 2 roots of unity e^(-2 pi i j / n). */
static void transform(double complex *x, int n, const double complex *roots)
{
    reverse_bits(x, n);
    for (int half = 1; half < n; half *= 2)
        for (int begin = 0; begin < n; begin += 2 * half)
            for (int j = 0; j < half; j++) {
                const double complex odd = roots[j * (n / (2 * half))] * x[begin + half + j];
                x[begin + half + j] = x[begin + j] - odd;
                x[begin + j] += odd;
            }
}

static double window(int j, int n) { return pow(sin(M_PI * j / n), 2); }

static void add_segment(const double *values, int n, double complex *x, const double complex *roots, double *densities)
{
    double mean = 0.0;
    for (int j = 0; j < n; j++)
        mean += values[j] / n;
    for (int j = 0; j < n; j++)
        x[j] = window(j, n) * (values[j] - mean);
    transform(x, n, roots);
    for (int k = 0; k <= n / 2; k++)
        densities[k] += creal(x[k]) * creal(x[k]) + cimag(x[k]) * cimag(x[k]);
}

int spectrum_density(const double *values, int n, double time_step, int segment, double *frequencies, double *densities)
{
    if (!is_power_of_two(segment) || segment < 2 || segment > n)
        return 0;
    double complex *x = heap_resize(NULL, (size_t)segment * sizeof *x),
                   *roots = heap_resize(NULL, (size_t)segment / 2 * sizeof *roots);
    double squares = 0.0;
    for (int j = 0; j < segment; j++)
        squares += window(j, segment) * window(j, segment);
    for (int j = 0; j < segment / 2; j++)
        roots[j] = cexp(-2.0 * M_PI * (double complex)I * j / segment);
    for (int k = 0; k <= segment / 2; k++) {
        frequencies[k] = k / (segment * time_step);
        densities[k] = 0.0;
    }
    int n_segments = 0;
    for (int begin = 0; begin + segment <= n; begin += segment / 2, n_segments++)
        add_segment(values + begin, segment, x, roots, densities);
    for (int k = 0; k <= segment / 2; k++)
        densities[k] *= (k == 0 || k == segment / 2 ? 1.0 : 2.0) * time_step / (squares * n_segments);
    free(x);
    free(roots);
    return segment / 2 + 1;
}
