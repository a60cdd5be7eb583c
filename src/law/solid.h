/* solid.h - code that laws of solids share. Strain is the Green-Lagrange strain (G11 G22 G33 2G12 2G23 2G31), its
 * rate is scaled by the element, stress is the second Piola-Kirchhoff stress (S11 S22 S33 S12 S23 S31).
 *
 *     7 dimensions     strain and a pressure p; stress and q = (pbar - p) / kappa, pbar the pressure due to the strain
 *     9 dimensions     the deformation gradient and the first Piola-Kirchhoff stress, P = F S,
 *                      both as (11 22 33 12 21 13 31 23 32) */
#pragma once
#include "contract/law.h"

typedef struct {
    double mu, lambda; /* Lame parameters */
} lame;

/* Reads `WORD , VALUE`; the value must be positive, or not negative. */
double read_positive_parameter(reader *reader, const char *word, const char *what);
double read_not_negative_parameter(reader *reader, const char *word, const char *what);
/* Reads E , VALUE , nu , VALUE. E must be positive, nu between -1 and 0.5; it may equal 0.5 if the law has a
 * pressure. */
typedef struct {
    double E, nu;
} isotropic_moduli;
isotropic_moduli read_isotropic_moduli(reader *reader, const law *of);
lame lame_of(isotropic_moduli m); /* lambda is infinite if nu is 0.5 */
/* Returns 1 / kappa, the change of volume per unit of pressure. */
double compressibility_of(isotropic_moduli m);
/* stress += s D strain, T += s D with the matrix D of Hooke's law */
void add_hooke(const lame *of, double s, const double *strain, double *stress, double *T);
/* For a law whose volume change is left to the pressure, with dS/dG = D (6x6): S -= share p I, q = - tr G - p /
 * kappa, and the tangent in seven dimensions. */
void add_pressure(double compressibility, double share, const double *strain, const double *D, law_result *out);

/* Symmetric tensors as 3x3 matrices. */
mat3 tensor_of_strain(const double *strain);
/* Derivative of the tensor with respect to a component of the strain. */
mat3 tensor_of_component(int index);
void stress_of_tensor(const mat3 *S, double *stress);
double mat3_contract(const mat3 *a, const mat3 *b); /* sum a_ij b_ij */
