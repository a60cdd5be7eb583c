/* solid.h - what laws of solids share. Strain is that of Green and Lagrange, (G11 G22 G33 2G12 2G23 2G31), its rate is
 * scaled by the element, stress is the second of Piola and Kirchhoff, (S11 S22 S33 S12 S23 S31). */
#pragma once
#include "contract/law.h"

typedef struct {
    double mu, lambda; /* of Lame */
} lame;

/* `WORD , VALUE` */
double read_law_parameter(reader *r, const char *word, const char *what);
/* E , VALUE , nu , VALUE; nu is between -1 and 0.5. */
typedef struct {
    double E, nu;
} isotropic_moduli;
isotropic_moduli read_isotropic_moduli(reader *r);
lame lame_of(isotropic_moduli m);
/* stress += s D strain, T += s D with the matrix D of Hooke's law */
void add_hooke(const lame *of, double s, const double *strain, double *stress, double *T);

/* Symmetric tensors as 3x3 matrices. */
mat3 tensor_of_strain(const double *strain);
/* The change of the tensor with the strain component k. */
mat3 tensor_of_component(int k);
void stress_of_tensor(const mat3 *S, double *stress);
double mat3_contract(const mat3 *a, const mat3 *b); /* sum a_ij b_ij */
