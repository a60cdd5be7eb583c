/* ms2.c - the two-step method with tunable asymptotic spectral radius rho (Masarati, Lanz, Mantegazza).
 *
 *     y = a1 y_1 + a2 y_2 + h (b0 y' + b1 y'_1 + b2 y'_2),      alpha = h / h_1
 *     a1 = 1 - beta    b0 = delta/alpha + alpha/2   (in units of h_1, here divided by alpha)
 *     a2 = beta        b1 = beta/2 + alpha/2 - (1 + alpha) delta/alpha
 *                      b2 = beta/2 + delta
 *     beta  = alpha ((2 + alpha)(1 - rho)^2 + 2 (1 + alpha)(2 rho - 1)) / (2 (1 + alpha) - (1 - rho)^2)
 *     delta = alpha^2 (1 - rho)^2 / (2 (2 (1 + alpha) - (1 - rho)^2))
 *
 * Second order, A-stable; rho = 0 is BDF2, rho = 1 has no dissipation. The predictor is the slope at the new time of the cubic
 * through both values and derivatives. */
#include "integrator/integrator.h"
#include "model/drive.h"

typedef struct {
    const drive *rho, *algebraic; /* NULL: 0; algebraic: as rho */
} ms;

static void read(reader *r, void *self)
{
    ms *m = self;
    if (!read_more(r))
        return;
    m->rho = read_drive(r, "differential radius");
    if (read_more(r))
        m->algebraic = read_drive(r, "algebraic radius");
}

static void coefficients(const void *self, const step_context *c, stage *out)
{
    const ms *m = self;
    const double rho = m->rho ? fabs(drive_now(m->rho, c->s)) : 0;
    const double h1 = c->age[1] - c->age[0], alpha = c->h / h1, q = (1 - rho) * (1 - rho), d = 2 * (1 + alpha) - q;
    const double beta = alpha * ((2 + alpha) * q + 2 * (1 + alpha) * (2 * rho - 1)) / d;
    const double delta = alpha * alpha * q / (2 * d);
    const double u = 1 + alpha; /* the new time, in steps h_1 from the older point */
    *out = (stage){
        .n = 2,
        .a = {1 - beta, beta},
        .b = {(beta / 2 + alpha / 2 - (1 + alpha) * delta / alpha) / alpha, (beta / 2 + delta) / alpha},
        .b0 = (delta / alpha + alpha / 2) / alpha,
        .m = {-6 * u * (u - 1) * alpha, 6 * u * (u - 1) * alpha},
        .p = {3 * u * u - 2 * u, 3 * u * u - 4 * u + 1},
        .end = 1,
    };
}

const integrator_type integrator_ms2_type = {
    .keyword = "ms2",
    .grammar = "{ ms | ms2 } [, (DriveCaller) DIFFERENTIAL RADIUS [, (DriveCaller) ALGEBRAIC RADIUS]]",
    .summary = "The two-step method with tunable dissipation: second order, A-stable.",
    .size = sizeof(ms),
    .read = read,
    .stages = 1,
    .points = 2,
    .starter = "crank nicolson",
    .coefficients = coefficients,
};
