/* pod_table.c - proper orthogonal modes and identified motions as readable tables.
 *
 *     energy = sigma^2 / sum sigma^2
 *     frequency = im(lambda) / 2 pi,    damping = -re(lambda) / |lambda|,    share of the energy of all motions
 *     movement of a node = root of the sum of squares over its signals
 *
 * Motions with less than a hundred-millionth of the energy are due to rounding, and are only counted. */
#include "api/pod_table.h"
#include "api/movers.h"
#include <math.h>

static const double LEAST_SHARE = 1e-8;

/* `imaginary` may be NULL; the signals of a node are contiguous. */
static void put_movers(const history *history, const double *real, const double *imaginary, text *to)
{
    movers most = {0};
    for (int j = 0; j < history->n_signals;) {
        const unsigned label = history->signal[j].node;
        double sum = 0.0;
        for (; j < history->n_signals && history->signal[j].node == label; j++)
            sum += real[j] * real[j] + (imaginary ? imaginary[j] * imaginary[j] : 0.0);
        movers_add(&most, label, sqrt(sum));
    }
    movers_put(&most, to);
}

void pod_table(const history *history, const pod *pod, int n_modes, text *to)
{
    double sum = 0.0;
    text_printf(to, "%d proper orthogonal mode%s of %d signals, %d times from %g to %g\n", n_modes,
                n_modes == 1 ? "" : "s", history->n_signals, history->n_times, history->time[0],
                history->time[history->n_times - 1]);
    text_printf(to, "%6s %14s %14s %14s   %s\n", "mode", "sigma", "energy, %", "sum, %", "nodes that move most");
    for (int i = 0; i < n_modes; i++) {
        sum += pod_energy(pod, i);
        text_printf(to, "%6d %14.6g %14.6f %14.6f   ", i + 1, pod->sigma[i], 100.0 * pod_energy(pod, i), 100.0 * sum);
        put_movers(history, pod->modes + (size_t)i * (size_t)history->n_signals, NULL, to);
    }
}

void motions_table(const history *history, const pod_motions *pod_motions, text *to)
{
    int n = 0;
    while (n < pod_motions->n && pod_motions->motions[n].share >= LEAST_SHARE)
        n++;
    text_printf(to, "%d motion%s identified from them\n", n, n == 1 ? "" : "s");
    if (n > 0)
        text_printf(to, "%6s %14s %14s %14s %14s   %s\n", "motion", "frequency, Hz", "damping, %", "real part",
                    "energy, %", "nodes that move most");
    for (int i = 0; i < n; i++) {
        const pod_motion *one = &pod_motions->motions[i];
        const double size = hypot(one->re, one->im);
        text_printf(to, "%6d %14.6g %14.4f %14.6g %14.6f   ", i + 1, one->im / (2.0 * M_PI),
                    size > 0.0 ? -100.0 * one->re / size : 0.0, one->re, 100.0 * one->share);
        put_movers(history, one->shape, one->shape + history->n_signals, to);
    }
    if (n < pod_motions->n)
        text_printf(to, "and %d without energy\n", pod_motions->n - n);
}
