/* chirp.c - a drive: a sine whose frequency grows.
 *
 *     chirp, AMPLITUDE, F0, F1, DURATION
 *
 *     a sin 2 pi (f0 x + (f1 - f0) x^2 / 2T) */
#include "torsor/module.h"
#include <math.h>

static const torsor_host *torsor;
static const double TURN = 6.283185307179586;

typedef struct {
    double a, f0, growth;
} chirp;

static void read(torsor_reader *r, void *self)
{
    chirp *p = self;
    p->a = torsor->read_real(r, "amplitude");
    p->f0 = torsor->read_real(r, "first frequency");
    const double f1 = torsor->read_real(r, "last frequency"), T = torsor->read_positive(r, "duration");
    p->growth = T > 0.0 ? (f1 - p->f0) / T : 0.0;
}

static double phase(const chirp *p, double x) { return TURN * (p->f0 * x + 0.5 * p->growth * x * x); }

static double value(const void *self, const torsor_instant *s, double x)
{
    const chirp *p = self;
    (void)s;
    return p->a * sin(phase(p, x));
}

static double slope(const void *self, const torsor_instant *s, double x)
{
    const chirp *p = self;
    (void)s;
    return p->a * TURN * (p->f0 + p->growth * x) * cos(phase(p, x));
}

static const torsor_drive_type CHIRP = {
    .keyword = "chirp",
    .grammar = "chirp, AMPLITUDE, F0, F1, DURATION",
    .summary = "A sine whose frequency grows.",
    .size = sizeof(chirp),
    .read = read,
    .value = value,
    .slope = slope,
};
static const torsor_drive_type *const DRIVES[] = {&CHIRP, NULL};

TORSOR_MODULE("chirp", .drives = DRIVES)
