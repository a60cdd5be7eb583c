/* laws.h - every constitutive law by name, and code that several of them share. */
#pragma once
#include "contract/law.h"

#define LAW(type) extern const law_type law_##type;
#define LAW_ALIAS(alias, type)
#include "law/laws.def"
#undef LAW
#undef LAW_ALIAS

enum {
    LAW_1D = 1u << 1,
    LAW_3D = 1u << 3,
    LAW_6D = 1u << 6,
    LAW_7D = 1u << 7,
    LAW_9D = 1u << 9,
    LAW_ANY = LAW_1D | LAW_3D | LAW_6D
};

static inline void law_add_linear_in(int n, double s, const double *M, const double *x, double *y, double *T)
{
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int j = 0; j < n; j++)
            sum += M[i * n + j] * x[j];
        y[i] += s * sum;
    }
    for (int i = 0; i < n * n; i++)
        T[i] += s * M[i];
}

/* y += s M x and T += s M. The case of six dimensions (beams) has a constant n, so that the compiler unrolls it. */
static inline void law_add_linear(int n, double s, const double *M, const double *x, double *y, double *T)
{
    if (n == 6)
        law_add_linear_in(6, s, M, x, y, T);
    else
        law_add_linear_in(n, s, M, x, y, T);
}

/* The same for M = k I. */
static inline void law_add_isotropic(int n, double k, const double *x, double *y, double *T)
{
    for (int i = 0; i < n; i++) {
        y[i] += k * x[i];
        T[i * n + i] += k;
    }
}

/* Reads a viscosity matrix, or `proportional, FACTOR` of the stiffness. */
void read_law_viscosity(reader *reader, int dim, const double *stiffness, double *viscosity);
