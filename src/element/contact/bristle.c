/* bristle.c - friction in a plane by bristles that bend. */
#include "element/contact/bristle.h"
#include "math/jet_functions.h"
#include "deck/named_values.h"
#include <stdio.h>

/* WORD , X | WORD x , X , WORD y , Y; false when neither is there. */
static bool read_pair(reader *r, const char *word, double to[2])
{
    char along[2][64];
    for (int k = 0; k < 2; k++)
        snprintf(along[k], sizeof along[k], "%s %c", word, 'x' + k);
    if (read_keyword(r, along[0])) {
        to[0] = read_not_negative(r, word);
        read_word(r, along[1]);
        to[1] = read_not_negative(r, word);
        return true;
    }
    if (!read_keyword(r, word))
        return false;
    to[0] = to[1] = read_not_negative(r, word);
    return true;
}

static void read_needed_pair(reader *r, const char *word, double to[2])
{
    if (!read_pair(r, word, to))
        read_word(r, word);
}

void read_bristle(reader *r, bristle *b)
{
    read_needed_pair(r, "coulomb friction coefficient", b->coulomb);
    if (!read_pair(r, "static friction coefficient", b->stiction))
        b->stiction[0] = b->coulomb[0], b->stiction[1] = b->coulomb[1];
    b->v_s = read_keyword(r, "sliding velocity coefficient") ? read_positive(r, "sliding velocity coefficient") : 1.0;
    b->exponent = read_keyword(r, "sliding velocity exponent") ? read_positive(r, "sliding velocity exponent") : 1.0;
    read_needed_pair(r, "micro slip stiffness", b->s0);
    read_pair(r, "micro slip damping", b->s1);
}

void read_stepping_bristle(reader *r, bristle *b)
{
    static const char *const METHODS[] = {"implicit euler", "trapezoidal rule", NULL};
    b->implicit = read_keyword(r, "method") && read_choice(r, METHODS, "method") == 1 ? 0.5 : 1.0;
    read_bristle(r, b);
}

void sample_bristle(sampler *from, bristle *b)
{
    for (int k = 0; k < 2; k++) {
        b->coulomb[k] = sample_real(from, 0.2, 0.3);
        b->stiction[k] = sample_real(from, 0.4, 0.5);
        b->s0[k] = sample_real(from, 1, 2);
        b->s1[k] = sample_real(from, 0, 1);
    }
    b->v_s = sample_real(from, 1, 2);
    b->exponent = sample_real(from, 1, 2);
    b->implicit = sample_integer(from, 0, 1) ? 1.0 : 0.5;
}

/* |diag(m)^power U| */
static void length(int n, jet1 *r, const jet1 U[2], const double m[2], int power)
{
    jet1 a = U[0], b = U[1];
    for (int i = 0; i < power; i++) {
        jet1_scale_by(n, &a, m[0]);
        jet1_scale_by(n, &b, m[1]);
    }
    jet1_hypot(n, r, &a, &b);
}

static void coefficient(int n, jet1 *r, const jet1 U[2], const double mu[2])
{
    jet1 below;
    length(n, r, U, mu, 2);
    length(n, &below, U, mu, 1);
    jet1_div_by(n, r, &below);
}

/* |M_k^2 U| / g; zero at rest, and where there is no friction */
static void set_kappa(int n, const bristle *b, const jet1 U[2], jet1 *kappa)
{
    jet1 speed, g, fall, rise;
    jet1_hypot(n, &speed, &U[0], &U[1]);
    length(n, kappa, U, b->coulomb, 2);
    if (kappa->v == 0.0)
        return;
    const double u = pow(speed.v / b->v_s, b->exponent), drop = exp(-u);
    fall = speed;
    jet1_chain_by(n, &fall, drop, -drop * b->exponent * u / speed.v);
    coefficient(n, &g, U, b->coulomb);
    coefficient(n, &rise, U, b->stiction);
    jet1_add_to(n, &rise, -1.0, &g);
    jet1_mul_by(n, &rise, &fall);
    jet1_add_to(n, &g, 1.0, &rise);
    jet1_div_by(n, kappa, &g);
}

void bristle_rate(int n, const bristle *b, const jet1 U[2], const jet1 z[2], jet1 rate[2])
{
    jet1 kappa;
    set_kappa(n, b, U, &kappa);
    for (int k = 0; k < 2; k++) {
        jet1 back = kappa;
        jet1_mul_by(n, &back, &z[k]);
        const double mu = b->coulomb[k];
        jet1_add(n, &rate[k], &U[k], mu > 0.0 ? -b->s0[k] / (mu * mu) : 0.0, &back);
    }
}

/* The rate where z moves with it, z = before + step rate. */
static void set_implicit_rate(int n, const bristle *b, const jet1 U[2], const double before[2], double step,
                              jet1 rate[2])
{
    jet1 kappa;
    set_kappa(n, b, U, &kappa);
    for (int k = 0; k < 2; k++) {
        const double mu = b->coulomb[k];
        jet1 slope = kappa;
        jet1_scale_by(n, &slope, mu > 0.0 ? b->s0[k] / (mu * mu) : 0.0);
        jet1_add(n, &rate[k], &U[k], -before[k], &slope);
        jet1 one = slope;
        jet1_chain_by(n, &one, 1.0 + step * slope.v, step);
        jet1_div_by(n, &rate[k], &one);
    }
}

void bristle_step(int n, const state *s, const bristle *b, const bristle_memory *before, const jet1 U[2], jet1 z[2],
                  jet1 rate[2])
{
    const double dt = s->now == PHASE_STEP && s->step > 0 ? s->dt : 0.0, step = b->implicit * dt;
    double from[2];
    for (int k = 0; k < 2; k++)
        from[k] = before->z[k] + (dt - step) * before->rate[k];
    set_implicit_rate(n, b, U, from, step, rate);
    for (int k = 0; k < 2; k++) {
        z[k] = rate[k];
        jet1_chain_by(n, &z[k], from[k] + step * rate[k].v, step);
    }
}

void bristle_stress(int n, const bristle *b, const jet1 z[2], const jet1 rate[2], jet1 tau[2])
{
    for (int k = 0; k < 2; k++) {
        tau[k] = z[k];
        jet1_scale_by(n, &tau[k], b->s0[k]);
        jet1_add_to(n, &tau[k], b->s1[k], &rate[k]);
    }
}
