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
#include <string.h>

/* Index of the component of a symmetric tensor, and its row and column. */
static const int SIX[3][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}};
static const int ROW[] = {0, 1, 2, 0, 1, 2}, COLUMN[] = {0, 1, 2, 1, 2, 0};
/* Index 3 i + J of the components of a law in nine dimensions. */
static const int NINE[] = {0, 4, 8, 1, 3, 2, 6, 5, 7};

void solid_motion_now(const solid *solid, const state *state, solid_motion *motion)
{
    for (int k = 0; k < solid_nodes(solid); k++) {
        const pose *at = &state->poses[solid->node[k]->pose];
        vec3_store(motion->u[k], vec3_sub(at->x, solid->node[k]->initial->x));
        vec3_store(motion->v[k], at->v);
    }
    for (int k = 0; k < solid_pressures(solid); k++)
        motion->p[k] = node_dof_value(state, &solid->pressure[k]);
}

/* --- deformation -------------------------------------------------------------------------------------------------- */

static void add_gradient(int n, double (*u)[3], double (*derivative)[3], double F[3][3])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                F[i][j] += u[k][i] * derivative[k][j];
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
    memset(solid_strain, 0, sizeof *solid_strain);
    solid_strain->F[0][0] = solid_strain->F[1][1] = solid_strain->F[2][2] = 1.0;
    add_gradient(solid_nodes(solid), motion->u, solid_point->derivative, solid_strain->F);
    if (solid->is_viscous)
        add_gradient(solid_nodes(solid), motion->v, solid_point->derivative, solid_strain->dF);
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

/* X += D B(F); each row of D has `stride` numbers. */
static void add_strain_derivatives(int rows, int stride, const double *D, double F[3][3], double (*X)[9])
{
    for (int a = 0; a < rows; a++)
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                const double *d = D + a * stride;
                X[a][3 * i + j] += d[SIX[j][0]] * F[i][0] + d[SIX[j][1]] * F[i][1] + d[SIX[j][2]] * F[i][2];
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

/* Derivatives of the stress (and of the seventh row of the law) with respect to F: X = D B(F) and the contribution of
 * rates. */
static void law_derivatives(const solid *solid, const state *state, solid_strain *solid_strain, const law_result *by,
                            bool is_viscous, double X[7][9])
{
    const int dim = (int)solid->form;
    double D[7 * 7] = {0}, V[7 * 7] = {0};
    for (int i = 0; i < dim * dim; i++)
        D[i] = state->dvalue * by->by_strain[i];
    if (is_viscous) {
        double by_strain[6][6], by_rate[6][6];
        rate_derivatives(solid_strain, by_strain, by_rate);
        for (int a = 0; a < dim; a++)
            for (int b = 0; b < 6; b++)
                for (int m = 0; m < 6; m++) {
                    D[a * dim + b] +=
                        by->by_rate[a * dim + m] * (state->dvalue * by_strain[m][b] + state->drate * by_rate[m][b]);
                    V[a * dim + b] += by->by_rate[a * dim + m] * state->dvalue * by_rate[m][b];
                }
        add_strain_derivatives(dim, dim, V, solid_strain->dF, X);
    }
    add_strain_derivatives(dim, dim, D, solid_strain->F, X);
}

/* dP = dF S + F dS */
static void stress_derivatives(const state *state, solid_strain *solid_strain, const double *S, double (*X)[9],
                               double (*A)[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const double *x = X[SIX[0][j]], *y = X[SIX[1][j]], *z = X[SIX[2][j]];
            double *to = A[3 * i + j];
            for (int m = 0; m < 9; m++)
                to[m] = solid_strain->F[i][0] * x[m] + solid_strain->F[i][1] * y[m] + solid_strain->F[i][2] * z[m];
            for (int l = 0; l < 3; l++)
                to[3 * i + l] += state->dvalue * S[SIX[j][l]];
        }
}

static void gradient_form(const state *state, const law_result *by, bool with_derivatives, solid_stress *solid_stress)
{
    for (int i = 0; i < 9; i++)
        solid_stress->P[NINE[i]] = by->stress[i];
    for (int i = 0; with_derivatives && i < 9; i++)
        for (int j = 0; j < 9; j++)
            solid_stress->by_F[NINE[i]][NINE[j]] =
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
    double X[7][9] = {{0}};
    law_derivatives(solid, state, solid_strain, &by, (law->kind & LAW_VISCOUS) != 0, X);
    stress_derivatives(state, solid_strain, by.stress, X, solid_stress->by_F);
    if (solid->form != FORM_PRESSURE)
        return;
    double S[6];
    for (int a = 0; a < 6; a++)
        S[a] = by.by_strain[7 * a + 6];
    pull(solid_strain->F, S, solid_stress->P_by_p);
    memcpy(solid_stress->c_by_F, X[6], sizeof solid_stress->c_by_F);
    solid_stress->c_by_p = by.by_strain[48];
}
