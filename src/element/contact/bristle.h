/* bristle.h - friction in a plane by bristles that bend: the LuGre model in two dimensions.
 *
 *     z' = U - kappa M_k^-2 s_0 z,    kappa = |M_k^2 U| / g,    tau = s_0 z + s_1 z'        (s_0, s_1 along each axis)
 *     g = a_k + (a_s - a_k) exp(-(|U| / v_s)^i),    a = |M^2 U| / |M U|,    M = diag(mu)
 *
 * U: sliding velocity; tau: friction over normal force, which is mu_k U / |U| in steady sliding when both coefficients
 * are the same. z is an unknown of the element, or bristles step by themselves from what they remember:
 *
 *     z = z_0 + dt (k z' + (1 - k) z_0')                               k = 1: implicit Euler, 1/2: trapezoidal rule  */
#pragma once
#include "contract/sampler.h"
#include "contract/state.h"
#include "deck/reader.h"

typedef struct {
    double coulomb[2], stiction[2];
    double v_s, exponent;
    double s0[2], s1[2];
    double implicit; /* k, of those that step by themselves */
} bristle;

typedef struct {
    double z[2], rate[2];
} bristle_memory;

/* coulomb friction coefficient , MU | coulomb friction coefficient x , MU , coulomb friction coefficient y , MU and so
 * on, up to the micro slip damping */
void read_bristle(reader *reader, bristle *bristle);
/* [ method , {implicit euler | trapezoidal rule} , ] and all of that */
void read_stepping_bristle(reader *reader, bristle *bristle);
void sample_bristle(sampler *from, bristle *bristle);
/* rate: U - kappa M_k^-2 s_0 z */
void bristle_rate(int lanes, const bristle *bristle, const jet1 U[2], const jet1 z[2], jet1 rate[2]);
/* z and its rate at the end of the step; before there are steps z is what it was. */
void bristle_step(int lanes, const state *state, const bristle *bristle, const bristle_memory *before, const jet1 U[2],
                  jet1 z[2], jet1 rate[2]);
void bristle_stress(int lanes, const bristle *bristle, const jet1 z[2], const jet1 rate[2], jet1 tau[2]);
