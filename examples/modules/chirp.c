/* chirp.c - a drive: a sine whose frequency grows.
 *
 *     chirp, AMPLITUDE, F0, F1, DURATION
 *
 *     a sin 2 pi (f0 x + (f1 - f0) x^2 / 2T) */
#include "torsor/module.h"
#include <math.h>

static const torsor_host *torsor;
static const double TWO_PI = 6.283185307179586;

typedef struct {
    double a, f0, growth;
} chirp;

static void read(torsor_reader *reader, void *self)
{
    chirp *chirp = self;
    chirp->a = torsor->read_real(reader, "amplitude");
    chirp->f0 = torsor->read_real(reader, "first frequency");
    const double f1 = torsor->read_real(reader, "last frequency"), T = torsor->read_positive(reader, "duration");
    chirp->growth = T > 0.0 ? (f1 - chirp->f0) / T : 0.0;
}

static double phase(const chirp *chirp, double x) { return TWO_PI * (chirp->f0 * x + 0.5 * chirp->growth * x * x); }

static double value(const void *self, const torsor_instant *instant, double x)
{
    const chirp *chirp = self;
    (void)instant;
    return chirp->a * sin(phase(chirp, x));
}

static double derivative(const void *self, const torsor_instant *instant, double x)
{
    const chirp *chirp = self;
    (void)instant;
    return chirp->a * TWO_PI * (chirp->f0 + chirp->growth * x) * cos(phase(chirp, x));
}

static const torsor_drive_type CHIRP = {
    .keyword = "chirp",
    .grammar = "chirp, AMPLITUDE, F0, F1, DURATION",
    .summary = "A sine whose frequency grows.",
    .size = sizeof(chirp),
    .read = read,
    .value = value,
    .derivative = derivative,
};
static const torsor_drive_type *const DRIVES[] = {&CHIRP, NULL};

TORSOR_MODULE("chirp", .drives = DRIVES)
