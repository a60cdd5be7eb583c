/* bristle.h - friction in a plane by bristles that bend: the LuGre model in two dimensions.
 *
 *     z' = U - kappa M_k^-2 s_0 z,    kappa = |M_k^2 U| / g,    tau = s_0 z + s_1 z'        (s_0, s_1 along each axis)
 *     g = a_k + (a_s - a_k) exp(-(|U| / v_s)^i),    a = |M^2 U| / |M U|,    M = diag(mu)
 *
 * U: sliding velocity; tau: friction over normal force, which is mu_k U / |U| in steady sliding when both coefficients
 * are the same. */
#pragma once
#include "contract/sampler.h"
#include "deck/reader.h"

typedef struct {
    double coulomb[2], stiction[2];
    double v_s, exponent;
    double s0[2], s1[2];
} bristle;

/* coulomb friction coefficient , MU | coulomb friction coefficient x , MU , coulomb friction coefficient y , MU and so
 * on, up to the micro slip damping */
void read_bristle(reader *r, bristle *b);
void sample_bristle(sampler *from, bristle *b);
/* rate: U - kappa M_k^-2 s_0 z */
void bristle_rate(int n, const bristle *b, const jet1 U[2], const jet1 z[2], jet1 rate[2]);
/* The same rate where z moves with it, z = before + step rate: implicit steps. */
void bristle_implicit(int n, const bristle *b, const jet1 U[2], const double before[2], double step, jet1 rate[2]);
void bristle_stress(int n, const bristle *b, const jet1 z[2], const jet1 rate[2], jet1 tau[2]);
