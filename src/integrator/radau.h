/* radau.h - Radau IIA with three stages: its coefficients, and what makes its linear systems independent.
 *
 *     Y_i = Y_0 + h sum_j A_ij Y'_j        i = 1, 2, 3, at t + c_i h; c_3 = 1
 *
 * With Z_i = Y_i - Y_0, the derivatives are Y'_i = sum_j B_ij Z_j / h, B = A^-1. The transformation Z = T W makes B a
 * real eigenvalue `real` and a pair, T^-1 B T = [real; a -b; b a], a + i b = `pair`: Newton's method solves one real
 * system and one complex one (Hairer, Wanner, Solving Ordinary Differential Equations II, IV.8). */
#pragma once
#include <complex.h>

enum { RADAU_STAGES = 3 };

typedef struct {
    double c[RADAU_STAGES];
    double B[RADAU_STAGES][RADAU_STAGES];
    double T[RADAU_STAGES][RADAU_STAGES], inverse[RADAU_STAGES][RADAU_STAGES];
    double real, pair_real, pair_imaginary;
    double error[RADAU_STAGES]; /* the error of third order is (h Y'_0 + sum_i error_i Z_i) / real */
} radau_table;

extern const radau_table radau_coefficients;

/* Weights of Z_1, Z_2, Z_3 in the collocation polynomial minus Y_0 at s, the time as a fraction of the step; beyond 1
 * it is extrapolated. */
void radau_weights(double s, double weights[RADAU_STAGES]);
/* The same for unknowns without a history: the parabola through the stages. */
void radau_stage_weights(double s, double weights[RADAU_STAGES]);
