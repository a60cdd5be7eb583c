/* solid_stiffness.c - forces and stiffness of the nodes of a solid element, summed over its integration points.
 *
 *     force on node a, component i           - f_i[a],        f_i    += w sum_J P_iJ s_J[a]          s_J = d h / d x_J
 *     row (a, i), column (l, k)              - K_ik[a][l],    K_ik   += w sum_J s_J[a] T_J[l]
 *                                                             T_J[l]  = sum_L (dP_iJ / dF_kL) s_L[l]
 *
 * A change of node l along component k changes F by e_k s_l'. Sums are stored by components, not by nodes, so that
 * every inner loop is a whole number of vectors over the nodes. If dP/dF is symmetric, K_ki is K_ik transposed. */
#include "element/solid/solid.h"
#include "base/bulk.h"
#include "base/wide.h"
#include <string.h>

void solid_sums_begin(const solid *solid, bool with_stiffness, solid_sums *sums)
{
    const int n = solid_nodes(solid), padded = wide_size(n);
    sums->n = n;
    sums->padded = padded;
    sums->is_symmetric = solid->is_symmetric;
    memset(sums->f, 0, sizeof sums->f);
    for (int i = 0; with_stiffness && i < 3; i++)
        for (int k = solid->is_symmetric ? i : 0; k < 3; k++)
            bulk_zero(sums->K[i][k], (size_t)n * (size_t)padded * sizeof(double));
}

WIDE void solid_sums_add_forces(solid_sums *sums, double w, const double *derivative, const double *P)
{
    const int vectors = sums->padded / WIDTH;
    const wide *s0 = (const wide *)derivative, *s1 = s0 + vectors, *s2 = s1 + vectors;
    for (int i = 0; i < 3; i++) {
        wide *f = (wide *)sums->f[i];
        const double p = w * P[3 * i], q = w * P[3 * i + 1], r = w * P[3 * i + 2];
        for (int v = 0; v < vectors; v++)
            f[v] += p * s0[v] + q * s1[v] + r * s2[v];
    }
}

/* `vectors`: number of vectors in a row of nodes */
WIDE_PART void add_blocks(solid_sums *sums, int vectors, double w, const double *derivative,
                          double (*A)[SOLID_GRADIENT])
{
    const int padded = vectors * WIDTH;
    const wide *s0 = (const wide *)derivative, *s1 = s0 + vectors, *s2 = s1 + vectors;
    for (int i = 0; i < 3; i++)
        for (int k = sums->is_symmetric ? i : 0; k < 3; k++) {
            wide T[3][SOLID_PADDED / WIDTH], *K = (wide *)sums->K[i][k];
            for (int j = 0; j < 3; j++) {
                const double *by = &A[3 * i + j][WIDTH * k], p = w * by[0], q = w * by[1], r = w * by[2];
                for (int v = 0; v < vectors; v++)
                    T[j][v] = p * s0[v] + q * s1[v] + r * s2[v];
            }
            for (int a = 0; a < sums->n; a++, K += vectors) {
                const double p = derivative[a], q = derivative[padded + a], r = derivative[2 * padded + a];
                for (int v = 0; v < vectors; v++)
                    K[v] += p * T[0][v] + q * T[1][v] + r * T[2][v];
            }
        }
}

/* The loops of hexahedra with 8 and 20 nodes have constant lengths. */
WIDE void solid_sums_add_stiffness(solid_sums *sums, double w, const double *derivative, double (*A)[SOLID_GRADIENT])
{
    const int vectors = sums->padded / WIDTH;
    if (vectors == 2)
        add_blocks(sums, 2, w, derivative, A);
    else if (vectors == 5)
        add_blocks(sums, 5, w, derivative, A);
    else
        add_blocks(sums, vectors, w, derivative, A);
}

void solid_sums_put_forces(const solid_sums *sums, const int *column, double *r)
{
    for (int k = 0; k < sums->n; k++)
        for (int i = 0; i < 3; i++)
            r[column[k] + i] -= sums->f[i][k];
}

/* Subtracts the block of nodes a and l. */
static inline void put_block(const solid_sums *sums, int a, int l, double *to, ptrdiff_t ld)
{
    const int at = a * sums->padded + l, transposed = l * sums->padded + a;
    for (int i = 0; i < 3; i++, to += ld)
        for (int k = 0; k < 3; k++)
            to[k] -= k < i && sums->is_symmetric ? sums->K[k][i][transposed] : sums->K[i][k][at];
}

void solid_sums_put_stiffness(const solid_sums *sums, const int *column, local *out)
{
    for (int a = 0; a < sums->n; a++) {
        double *row = jacobian_row(out, column[a]);
        for (int l = 0; l < sums->n; l++)
            put_block(sums, a, l, row + column[l], out->ld);
    }
}
