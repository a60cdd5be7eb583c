/* solid_stress.c - deformation and stress at a point of a solid element, with their exact derivatives.
 *
 *     F = I + sum u_k s_k',   F' = sum v_k s_k'                          s_k = d h_k / d x at rest
 *     C = F' F,   G = (C - I) / 2,   strain = (G11 G22 G33 2G12 2G23 2G31)
 *     rate, as used by viscous laws:   R = det F C^-1 G. C^-1,           G. = (F.' F + F' F.) / 2
 *     P = F S
 *
 * For a change of F and F., with symmetric tensors as components in the order of strain, X = (11 22 33 12 23 31):
 *
 *     dP = dF S + F dS,   dS = D d strain + V d rate,   d strain = B(F) dF
 *     dR = (C^-1 : dG) R - 2 (C^-1 dG R + R dG C^-1) + det F C^-1 dG. C^-1,   d(2 G.) = B(F.) dF + B(F) dF.
 *
 * F and P of the law in nine dimensions are listed as 11 22 33 12 21 13 31 23 32. */
#include "element/solid/solid.h"
#include "base/wide.h"
#include <string.h>

/* Index of the component of a symmetric tensor, and its row and column. */
static const int SIX[3][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}};
static const int ROW[] = {0, 1, 2, 0, 1, 2}, COLUMN[] = {0, 1, 2, 1, 2, 0};
/* Index 3 i + J of the components of a law in nine dimensions. */
static const int NINE[] = {0, 4, 8, 1, 3, 2, 6, 5, 7};

void solid_motion_now(const solid *solid, const state *state, solid_motion *motion)
{
    const int n = solid_nodes(solid), padded = wide_size(n);
    for (int k = 0; k < n; k++) {
        const pose *at = &state->poses[solid->node[k]->pose];
        const vec3 u = vec3_sub(at->x, solid->node[k]->initial->x);
        motion->u[0][k] = u.x, motion->u[1][k] = u.y, motion->u[2][k] = u.z;
        motion->v[0][k] = at->v.x, motion->v[1][k] = at->v.y, motion->v[2][k] = at->v.z;
    }
    for (int i = 0; i < 3; i++)
        for (int k = n; k < padded; k++)
            motion->u[i][k] = motion->v[i][k] = 0.0;
    for (int k = 0; k < solid_pressures(solid); k++)
        motion->p[k] = node_dof_value(state, &solid->pressure[k]);
}

/* --- deformation -------------------------------------------------------------------------------------------------- */

/* F_iJ += sum_k u_i[k] s_J[k] */
WIDE static void add_gradient(int vectors, double (*u)[SOLID_PADDED], const double *derivative, double F[3][3])
{
    for (int i = 0; i < 3; i++) {
        const wide *at = (const wide *)u[i], *s = (const wide *)derivative;
        wide x = {0}, y = {0}, z = {0};
        for (int v = 0; v < vectors; v++) {
            x += at[v] * s[v];
            y += at[v] * s[v + vectors];
            z += at[v] * s[v + 2 * vectors];
        }
        F[i][0] += (x[0] + x[2]) + (x[1] + x[3]);
        F[i][1] += (y[0] + y[2]) + (y[1] + y[3]);
        F[i][2] += (z[0] + z[2]) + (z[1] + z[3]);
    }
}

/* Component (i, j) of A' B. */
static double column_product(double (*A)[3], double (*B)[3], int i, int j)
{
    return A[0][i] * B[0][j] + A[1][i] * B[1][j] + A[2][i] * B[2][j];
}

static void green(double F[3][3], double *strain)
{
    for (int k = 0; k < 3; k++) {
        strain[k] = 0.5 * (column_product(F, F, k, k) - 1.0);
        strain[3 + k] = column_product(F, F, ROW[3 + k], COLUMN[3 + k]);
    }
}

static mat3 symmetric(const double *six, double shear)
{
    mat3 t;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            t.e[i][j] = (i == j ? 1.0 : shear) * six[SIX[i][j]];
    return t;
}

static void to_six(const mat3 *t, double shear, double *six)
{
    for (int k = 0; k < 6; k++)
        six[k] = (k < 3 ? 1.0 : shear) * t->e[ROW[k]][COLUMN[k]];
}

/* Computes C^-1 from the strain. */
static mat3 inverse_of(const double *strain)
{
    mat3 C = symmetric(strain, 0.5);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            C.e[i][j] = (i == j) + 2.0 * C.e[i][j];
    return mat3_inverse(&C);
}

static mat3 both_sides(const mat3 *A, double s, const mat3 *B)
{
    const mat3 AB = mat3_mul(A, B), t = mat3_mul(&AB, A);
    return mat3_scale(s, &t);
}

static void scaled_rate(solid_strain *solid_strain)
{
    double G[6];
    for (int k = 0; k < 6; k++)
        G[k] = 0.5 * (column_product(solid_strain->F, solid_strain->dF, ROW[k], COLUMN[k]) +
                      column_product(solid_strain->dF, solid_strain->F, ROW[k], COLUMN[k]));
    const mat3 inverse = inverse_of(solid_strain->strain), rate = symmetric(G, 1.0),
               R = both_sides(&inverse, solid_strain->det, &rate);
    to_six(&R, 2.0, solid_strain->rate);
}

void solid_strain_at(const solid *solid, solid_motion *motion, int point, solid_strain *solid_strain)
{
    const solid_point *solid_point = &solid->point[point];
    const int vectors = wide_size(solid_nodes(solid)) / WIDTH;
    memset(solid_strain, 0, sizeof *solid_strain);
    solid_strain->F[0][0] = solid_strain->F[1][1] = solid_strain->F[2][2] = 1.0;
    add_gradient(vectors, motion->u, solid_point->derivative, solid_strain->F);
    if (solid->is_viscous)
        add_gradient(vectors, motion->v, solid_point->derivative, solid_strain->dF);
    const mat3 *F = (const mat3 *)solid_strain->F;
    solid_strain->det = mat3_det(F);
    if (solid->form == FORM_GRADIENT) {
        for (int i = 0; i < 9; i++)
            solid_strain->strain[i] = (&solid_strain->F[0][0])[NINE[i]],
            solid_strain->rate[i] = (&solid_strain->dF[0][0])[NINE[i]];
        return;
    }
    green(solid_strain->F, solid_strain->strain);
    if (solid->is_viscous)
        scaled_rate(solid_strain);
    for (int i = 0; i < solid_pressures(solid); i++)
        solid_strain->strain[6] += solid->table->pressure[point][i] * motion->p[i];
}

/* --- stress ------------------------------------------------------------------------------------------------------- */

/* P = F S, with S given by components */
static void pull(double F[3][3], const double *S, double *P)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            P[3 * i + j] = F[i][0] * S[SIX[0][j]] + F[i][1] * S[SIX[1][j]] + F[i][2] * S[SIX[2][j]];
}

/* X += D B(F); each row of D has `stride` numbers: with a row of D as a symmetric matrix d, X_iJ = sum_I F_iI d_IJ. */
WIDE static void add_strain_derivatives(int rows, int stride, const double *D, double F[3][3],
                                        double (*X)[SOLID_GRADIENT])
{
    for (int a = 0; a < rows; a++, D += stride) {
        const wide x = {D[0], D[3], D[5], 0}, y = {D[3], D[1], D[4], 0}, z = {D[5], D[4], D[2], 0};
        wide *to = (wide *)X[a];
        for (int i = 0; i < 3; i++)
            to[i] += F[i][0] * x + F[i][1] * y + F[i][2] * z;
    }
}

/* Derivatives of the scaled rate with respect to strain components and with respect to strain rate components. */
static void rate_derivatives(solid_strain *solid_strain, double by_strain[6][6], double by_rate[6][6])
{
    const mat3 inverse = inverse_of(solid_strain->strain), R = symmetric(solid_strain->rate, 0.5);
    for (int b = 0; b < 6; b++) {
        double unit[6] = {0}, with_strain[6], with_rate[6];
        unit[b] = 1.0;
        const mat3 dG = symmetric(unit, 0.5), half = mat3_mul(&inverse, &dG), H = mat3_mul(&half, &R);
        const mat3 Q = both_sides(&inverse, solid_strain->det, &dG);
        const double trace = half.e[0][0] + half.e[1][1] + half.e[2][2];
        mat3 t;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                t.e[i][j] = trace * R.e[i][j] - 2.0 * (H.e[i][j] + H.e[j][i]);
        to_six(&t, 2.0, with_strain);
        to_six(&Q, 2.0, with_rate);
        for (int a = 0; a < 6; a++)
            by_strain[a][b] = with_strain[a], by_rate[a][b] = with_rate[a];
    }
}

/* Contribution of rates to the derivatives of the stress with respect to F; dvalue and drate are included. */
static void add_rates(const solid *solid, const state *state, solid_strain *solid_strain, const law_result *by,
                      double (*X)[SOLID_GRADIENT])
{
    const int dim = (int)solid->form;
    double D[7 * 7] = {0}, V[7 * 7] = {0}, by_strain[6][6], by_rate[6][6];
    rate_derivatives(solid_strain, by_strain, by_rate);
    for (int a = 0; a < dim; a++)
        for (int b = 0; b < 6; b++)
            for (int m = 0; m < 6; m++) {
                D[a * dim + b] +=
                    by->by_rate[a * dim + m] * (state->dvalue * by_strain[m][b] + state->drate * by_rate[m][b]);
                V[a * dim + b] += by->by_rate[a * dim + m] * state->dvalue * by_rate[m][b];
            }
    add_strain_derivatives(dim, dim, V, solid_strain->dF, X);
    add_strain_derivatives(dim, dim, D, solid_strain->F, X);
}

/* Derivatives of the stress (and of the seventh row of the law) with respect to F: X = D B(F) and the contribution of
 * rates. */
static void law_derivatives(const solid *solid, const state *state, solid_strain *solid_strain, const law_result *by,
                            bool is_viscous, double (*X)[SOLID_GRADIENT])
{
    const int dim = (int)solid->form;
    const mat3 scaled = mat3_scale(state->dvalue, (const mat3 *)solid_strain->F);
    double F[3][3];
    memcpy(F, scaled.e, sizeof F);
    add_strain_derivatives(dim, dim, by->by_strain, F, X);
    if (is_viscous)
        add_rates(solid, state, solid_strain, by, X);
}

/* dP = dF S + F dS */
WIDE static void stress_derivatives(double dvalue, double F[3][3], const double *S, double (*X)[SOLID_GRADIENT],
                                    double (*A)[SOLID_GRADIENT])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const wide *x = (const wide *)X[SIX[0][j]], *y = (const wide *)X[SIX[1][j]],
                       *z = (const wide *)X[SIX[2][j]];
            wide *to = (wide *)A[3 * i + j];
            for (int v = 0; v < SOLID_GRADIENT / WIDTH; v++)
                to[v] = F[i][0] * x[v] + F[i][1] * y[v] + F[i][2] * z[v];
            for (int l = 0; l < 3; l++)
                A[3 * i + j][WIDTH * i + l] += dvalue * S[SIX[j][l]];
        }
}

static void gradient_form(const state *state, const law_result *by, bool with_derivatives, solid_stress *solid_stress)
{
    for (int i = 0; i < 9; i++)
        solid_stress->P[NINE[i]] = by->stress[i];
    for (int i = 0; with_derivatives && i < 9; i++)
        for (int j = 0; j < 9; j++)
            solid_stress->by_F[NINE[i]][WIDTH * (NINE[j] / 3) + NINE[j] % 3] =
                state->dvalue * by->by_strain[9 * i + j] + state->drate * by->by_rate[9 * i + j];
}

void solid_stress_at(const solid *solid, const state *state, solid_strain *solid_strain, int point,
                     bool with_derivatives, solid_stress *solid_stress)
{
    law_result by;
    const law *law = solid->point[point].law;
    law_eval(law, state, solid_strain->strain, solid_strain->rate, &by);
    if (solid->form == FORM_GRADIENT) {
        gradient_form(state, &by, with_derivatives, solid_stress);
        return;
    }
    pull(solid_strain->F, by.stress, solid_stress->P);
    solid_stress->c = solid->form == FORM_PRESSURE ? by.stress[6] : 0.0;
    if (!with_derivatives)
        return;
    double X[7][SOLID_GRADIENT] = {{0}};
    law_derivatives(solid, state, solid_strain, &by, (law->kind & LAW_VISCOUS) != 0, X);
    stress_derivatives(state->dvalue, solid_strain->F, by.stress, X, solid_stress->by_F);
    if (solid->form != FORM_PRESSURE)
        return;
    double S[6];
    for (int a = 0; a < 6; a++)
        S[a] = by.by_strain[7 * a + 6];
    pull(solid_strain->F, S, solid_stress->P_by_p);
    for (int i = 0; i < 9; i++)
        solid_stress->c_by_F[i] = X[6][WIDTH * (i / 3) + i % 3];
    solid_stress->c_by_p = by.by_strain[48];
}
