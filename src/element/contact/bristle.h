/* bristle.h - friction in a plane by deflected bristles: the LuGre model in two dimensions.
 *
 *     z' = U - kappa M_k^-2 s_0 z,    kappa = |M_k^2 U| / g,    tau = s_0 z + s_1 z'        (s_0, s_1 along each axis)
 *     g = a_k + (a_s - a_k) exp(-(|U| / v_s)^i),    a = |M^2 U| / |M U|,    M = diag(mu)
 *
 * U: sliding velocity; tau: friction force divided by normal force, mu_k U / |U| in steady sliding if the coefficients
 * of both axes are equal. z is an unknown of the element, or is integrated from the memory of the last step:
 *
 *     z = z_0 + dt (k z' + (1 - k) z_0')                               k = 1: implicit Euler, 1/2: trapezoidal rule */
#pragma once
#include "contract/sampler.h"
#include "contract/state.h"
#include "deck/reader.h"

typedef struct {
    double coulomb[2], stiction[2];
    double v_s, exponent;
    double s0[2], s1[2];
    double implicit; /* k of bristles that are integrated from memory */
} bristle;

typedef struct {
    double z[2], rate[2];
} bristle_memory;

/* Reads coulomb friction coefficient , MU | coulomb friction coefficient x , MU , coulomb friction coefficient y , MU
 * and so on, up to the micro slip damping. */
void read_bristle(reader *reader, bristle *bristle);
/* Reads [ method , {implicit euler | trapezoidal rule} , ] and all of the above. */
void read_stepping_bristle(reader *reader, bristle *bristle);
void sample_bristle(sampler *from, bristle *bristle);
/* rate: U - kappa M_k^-2 s_0 z */
void bristle_rate(int lanes, const bristle *bristle, const jet1 U[2], const jet1 z[2], jet1 rate[2]);
/* Computes z and its rate at the end of the step; before the first step, z is unchanged. */
void bristle_step(int lanes, const state *state, const bristle *bristle, const bristle_memory *before, const jet1 U[2],
                  jet1 z[2], jet1 rate[2]);
void bristle_stress(int lanes, const bristle *bristle, const jet1 z[2], const jet1 rate[2], jet1 tau[2]);
