/* bristle.c - friction in a plane by deflected bristles. */
#include "element/contact/bristle.h"
#include "math/jet_functions.h"
#include "deck/named_values.h"
#include <stdio.h>

/* Reads WORD , X | WORD x , X , WORD y , Y; returns false if neither is present. */
static bool read_pair(reader *reader, const char *word, double to[2])
{
    char along[2][64];
    for (int k = 0; k < 2; k++)
        snprintf(along[k], sizeof along[k], "%s %c", word, 'x' + k);
    if (read_keyword(reader, along[0])) {
        to[0] = read_not_negative(reader, word);
        read_word(reader, along[1]);
        to[1] = read_not_negative(reader, word);
        return true;
    }
    if (!read_keyword(reader, word))
        return false;
    to[0] = to[1] = read_not_negative(reader, word);
    return true;
}

static void read_needed_pair(reader *reader, const char *word, double to[2])
{
    if (!read_pair(reader, word, to))
        read_word(reader, word);
}

void read_bristle(reader *reader, bristle *bristle)
{
    read_needed_pair(reader, "coulomb friction coefficient", bristle->coulomb);
    if (!read_pair(reader, "static friction coefficient", bristle->stiction))
        bristle->stiction[0] = bristle->coulomb[0], bristle->stiction[1] = bristle->coulomb[1];
    bristle->v_s = read_keyword(reader, "sliding velocity coefficient")
                       ? read_positive(reader, "sliding velocity coefficient")
                       : 1.0;
    bristle->exponent =
        read_keyword(reader, "sliding velocity exponent") ? read_positive(reader, "sliding velocity exponent") : 1.0;
    read_needed_pair(reader, "micro slip stiffness", bristle->s0);
    read_pair(reader, "micro slip damping", bristle->s1);
}

void read_stepping_bristle(reader *reader, bristle *bristle)
{
    static const char *const METHODS[] = {"implicit euler", "trapezoidal rule", NULL};
    bristle->implicit = read_keyword(reader, "method") && read_choice(reader, METHODS, "method") == 1 ? 0.5 : 1.0;
    read_bristle(reader, bristle);
}

void sample_bristle(sampler *from, bristle *bristle)
{
    for (int k = 0; k < 2; k++) {
        bristle->coulomb[k] = sample_real(from, 0.2, 0.3);
        bristle->stiction[k] = sample_real(from, 0.4, 0.5);
        bristle->s0[k] = sample_real(from, 1, 2);
        bristle->s1[k] = sample_real(from, 0, 1);
    }
    bristle->v_s = sample_real(from, 1, 2);
    bristle->exponent = sample_real(from, 1, 2);
    bristle->implicit = sample_integer(from, 0, 1) ? 1.0 : 0.5;
}

/* |diag(m)^power U| */
static void length(int lanes, jet1 *r, const jet1 U[2], const double m[2], int power)
{
    jet1 a = U[0], b = U[1];
    for (int i = 0; i < power; i++) {
        jet1_scale_by(lanes, &a, m[0]);
        jet1_scale_by(lanes, &b, m[1]);
    }
    jet1_hypot(lanes, r, &a, &b);
}

static void coefficient(int lanes, jet1 *r, const jet1 U[2], const double mu[2])
{
    jet1 below;
    length(lanes, r, U, mu, 2);
    length(lanes, &below, U, mu, 1);
    jet1_div_by(lanes, r, &below);
}

/* |M_k^2 U| / g; zero at rest and without friction */
static void set_kappa(int lanes, const bristle *bristle, const jet1 U[2], jet1 *kappa)
{
    jet1 speed, g, fall, rise;
    jet1_hypot(lanes, &speed, &U[0], &U[1]);
    length(lanes, kappa, U, bristle->coulomb, 2);
    if (kappa->v == 0.0)
        return;
    const double u = pow(speed.v / bristle->v_s, bristle->exponent), drop = exp(-u);
    fall = speed;
    jet1_chain_by(lanes, &fall, drop, -drop * bristle->exponent * u / speed.v);
    coefficient(lanes, &g, U, bristle->coulomb);
    coefficient(lanes, &rise, U, bristle->stiction);
    jet1_add_to(lanes, &rise, -1.0, &g);
    jet1_mul_by(lanes, &rise, &fall);
    jet1_add_to(lanes, &g, 1.0, &rise);
    jet1_div_by(lanes, kappa, &g);
}

void bristle_rate(int lanes, const bristle *bristle, const jet1 U[2], const jet1 z[2], jet1 rate[2])
{
    jet1 kappa;
    set_kappa(lanes, bristle, U, &kappa);
    for (int k = 0; k < 2; k++) {
        jet1 back = kappa;
        jet1_mul_by(lanes, &back, &z[k]);
        const double mu = bristle->coulomb[k];
        jet1_add(lanes, &rate[k], &U[k], mu > 0.0 ? -bristle->s0[k] / (mu * mu) : 0.0, &back);
    }
}

/* Rate for z that depends on it, z = before + step rate. */
static void set_implicit_rate(int lanes, const bristle *bristle, const jet1 U[2], const double before[2], double step,
                              jet1 rate[2])
{
    jet1 kappa;
    set_kappa(lanes, bristle, U, &kappa);
    for (int k = 0; k < 2; k++) {
        const double mu = bristle->coulomb[k];
        jet1 derivative = kappa;
        jet1_scale_by(lanes, &derivative, mu > 0.0 ? bristle->s0[k] / (mu * mu) : 0.0);
        jet1_add(lanes, &rate[k], &U[k], -before[k], &derivative);
        jet1 one = derivative;
        jet1_chain_by(lanes, &one, 1.0 + step * derivative.v, step);
        jet1_div_by(lanes, &rate[k], &one);
    }
}

void bristle_step(int lanes, const state *state, const bristle *bristle, const bristle_memory *before, const jet1 U[2],
                  jet1 z[2], jet1 rate[2])
{
    const double dt = state->now == PHASE_STEP && state->step > 0 ? state->dt : 0.0, step = bristle->implicit * dt;
    double from[2];
    for (int k = 0; k < 2; k++)
        from[k] = before->z[k] + (dt - step) * before->rate[k];
    set_implicit_rate(lanes, bristle, U, from, step, rate);
    for (int k = 0; k < 2; k++) {
        z[k] = rate[k];
        jet1_chain_by(lanes, &z[k], from[k] + step * rate[k].v, step);
    }
}

void bristle_stress(int lanes, const bristle *bristle, const jet1 z[2], const jet1 rate[2], jet1 tau[2])
{
    for (int k = 0; k < 2; k++) {
        tau[k] = z[k];
        jet1_scale_by(lanes, &tau[k], bristle->s0[k]);
        jet1_add_to(lanes, &tau[k], bristle->s1[k], &rate[k]);
    }
}
