/* multistep.c - multistep methods of second order with asymptotic radius rho: coefficients for k = 1 ... 4 steps.
 *
 *     y = sum_j a_j Y_j + h (b0 y' + sum_j b_j Y'_j)
 *     alpha(z) = z^k - sum a_j z^(k-j),   beta(z) = sum b_j z^(k-j)
 *
 * All roots at infinite frequency are -rho, so beta(z) = b0 (z + rho)^k. Second order leaves k - 2 coefficients free;
 * they are chosen for the least dissipation at low frequency that A-stability allows,
 *
 *     Re(alpha conj beta) = C (1 - cos theta)^k
 *
 * on the unit circle (Zhang, Zhang, Masarati, Comput. Mech. 67, 2021). All conditions are linear and give
 *
 *     k = 3:  D = rho^2 - 5 rho + 10               b0 = 6 / ((1 + rho) D)
 *             a D = 3 (2 rho^2 - 9 rho + 5),  -3 (5 rho^2 - 9 rho + 2),  10 rho^2 - 5 rho + 1
 *     k = 4:  D = 35 - 21 rho + 7 rho^2 - rho^3    b0 = 20 / ((1 + rho) D)
 *             a D = -4 (2 rho^3 - 13 rho^2 + 35 rho - 14),  4 (rho - 1)(7 rho^2 - 34 rho + 7),
 *                   -4 (14 rho^3 - 35 rho^2 + 13 rho - 2),  35 rho^3 - 21 rho^2 + 7 rho - 1
 *
 * k = 2 with steps of different length, q = h / h_1 (Masarati, Lanz, Mantegazza; b in units of h_1, here divided by q):
 *
 *     a = 1 - beta, beta        b0 = delta/q + q/2     b = beta/2 + q/2 - (1 + q) delta/q,  beta/2 + delta
 *     beta  = q ((2 + q)(1 - rho)^2 + 2 (1 + q)(2 rho - 1)) / (2 (1 + q) - (1 - rho)^2)
 *     delta = q^2 (1 - rho)^2 / (2 (2 (1 + q) - (1 - rho)^2))
 *
 * k = 1 is the trapezoidal rule. */
#include "integrator/multistep.h"
#include "integrator/hermite.h"
#include "model/reading.h"
#include <string.h>

void read_radii(reader *reader, void *self)
{
    radii *to = self;
    if (!read_more(reader))
        return;
    to->differential = read_drive(reader, "differential radius");
    if (read_more(reader))
        to->algebraic = read_drive(reader, "algebraic radius");
}

double radius_now(const radii *radii, const state *state)
{
    if (!radii->differential)
        return 0;
    const double rho = drive_now(radii->differential, state);
    if (rho >= 0 && rho <= 1)
        return rho;
    state_fail(state, radii->differential->location, "the asymptotic radius must be between 0 and 1, not %g", rho);
    return 0;
}

bool radius_is_one(const void *self)
{
    const drive *radius = ((const radii *)self)->differential;
    return radius && radius->type->is_constant && radius->type->value(radius, NULL, 0) == 1;
}

void predict_hermite(const step_context *context, int n, stage *out)
{
    double times[POINTS_MAX];
    for (int i = 0; i < n; i++)
        times[i] = -context->ages[i] / context->h;
    for (int i = 0; i < n; i++) {
        const hermite_weights weights = hermite_weights_at(n, times, i, out->end);
        out->m[i] = weights.value_rate;
        out->p[i] = weights.rate_rate;
    }
}

/* If the last two steps differ in length, the weight of the values has their ratio as an additional factor. Rotations
 * are measured relative to the prediction, so this is part of the method. */
static void predict_multistep(const step_context *context, stage *out)
{
    const double q = context->h / (context->ages[1] - context->ages[0]);
    predict_hermite(context, 2, out);
    out->m[0] *= q;
    out->m[1] *= q;
}

void euler_stage(stage *out) { *out = (stage){.n = 1, .a = {1}, .b0 = 1, .p = {1}, .end = 1}; }
void trapezoidal_stage(stage *out) { *out = (stage){.n = 1, .a = {1}, .b = {0.5}, .b0 = 0.5, .p = {1}, .end = 1}; }

static void two_steps(double rho, const step_context *context, stage *out)
{
    const double q = context->h / (context->ages[1] - context->ages[0]), r = (1 - rho) * (1 - rho), d = 2 * (1 + q) - r;
    const double beta = q * ((2 + q) * r + 2 * (1 + q) * (2 * rho - 1)) / d, delta = q * q * r / (2 * d);
    *out = (stage){
        .a = {1 - beta, beta},
        .b = {(beta / 2 + q / 2 - (1 + q) * delta / q) / q, (beta / 2 + delta) / q},
        .b0 = (delta / q + q / 2) / q,
    };
}

static void three_steps(double p, stage *out)
{
    const double D = (p - 5) * p + 10, b0 = 6 / ((1 + p) * D);
    *out = (stage){
        .a = {3 * ((2 * p - 9) * p + 5) / D, -3 * ((5 * p - 9) * p + 2) / D, ((10 * p - 5) * p + 1) / D},
        .b = {3 * p * b0, 3 * p * p * b0, p * p * p * b0},
        .b0 = b0,
    };
}

static void four_steps(double p, stage *out)
{
    const double D = 35 - ((p - 7) * p + 21) * p, b0 = 20 / ((1 + p) * D);
    *out = (stage){
        .a = {-4 * (((2 * p - 13) * p + 35) * p - 14) / D, 4 * (p - 1) * ((7 * p - 34) * p + 7) / D,
              -4 * (((14 * p - 35) * p + 13) * p - 2) / D, (((35 * p - 21) * p + 7) * p - 1) / D},
        .b = {4 * p * b0, 6 * p * p * b0, 4 * p * p * p * b0, p * p * p * p * b0},
        .b0 = b0,
    };
}

static void multistep_coefficients(int k, double rho, const step_context *context, stage *out)
{
    switch (k) {
    case 2:
        two_steps(rho, context, out);
        break;
    case 3:
        three_steps(rho, out);
        break;
    default:
        four_steps(rho, out);
    }
    out->n = k;
    out->end = 1;
}

void multistep_stage(int k, double rho, const step_context *context, stage *out)
{
    const int steps = k < context->n_points ? k : context->n_points;
    if (steps < 2) {
        trapezoidal_stage(out);
        return;
    }
    multistep_coefficients(steps, rho, context, out);
    predict_multistep(context, out);
}

/* y - Y_0 = h derivative, where alpha(z) / (z - 1) derivative = beta(z) y'; `derivative` is the mean derivative over a
 * step. With P(z) = alpha(z) / (z - 1) = sum P_j z^(k-1-j):
 *
 *     derivative = b0 y' + sum b_j Y'_j - sum_(j>0) P_j h_j / h derivative_j
 *
 * Before the first point, both the mean derivative and y' are the derivative at that point. */
void single_step_stage(int k, double rho, const step_context *context, stage *out)
{
    step_context even = *context;
    if (context->n_points < 2)
        even.ages[1] = context->h;
    multistep_coefficients(k, rho, &even, out);
    double P = 1;
    for (int j = 0; j < k - 1; j++) {
        P -= out->a[j];
        out->d[j] = -P * (j + 1 < context->n_points ? (context->ages[j + 1] - context->ages[j]) / context->h : 1);
    }
    const int known = k < context->n_points ? k : context->n_points, last = known - 1;
    for (int j = known; j < k; j++) {
        out->b[last] += out->b[j] + out->d[j];
        out->b[j] = out->d[j] = 0;
    }
    memset(out->a, 0, sizeof out->a);
    out->a[0] = 1;
    out->p[0] = 1;
    out->n = known;
    out->plain = true;
}
