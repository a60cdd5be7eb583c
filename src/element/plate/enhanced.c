/* enhanced.c - stresses at the integration points, and elimination of the parameters of enhanced strains.
 *
 *     sigma = C (epsilon + P beta) + p              at each point, weight w
 *     sum w P' sigma = 0                            M = sum w P' C P
 *     beta = - M^-1 sum w P' (C epsilon + p) = - sum back epsilon - still,     back = M^-1 w P' C at each point
 *     dsigma = C (B - P Y) dq,                      Y = sum back B
 *     K = sum w B' C (B - P Y)
 *
 * C is the same at all points, and need not be symmetric; if it is, half of K is computed. All sums run over points and
 * strains with the columns of twelve unknowns in registers. */
#include "element/plate/plate.h"
#include "base/wide.h"
#include "linalg/dense.h"
#include <string.h>

void enhanced_begin(arena *memory, enhanced *enhanced, int n_points, int n, const int *rows, int n_rows, int n_modes)
{
    enhanced->n_points = n_points, enhanced->n = n, enhanced->n_rows = n_rows, enhanced->n_modes = n_modes;
    memcpy(enhanced->row, rows, (size_t)n_rows * sizeof *rows);
    enhanced->weight = ARENA_ARRAY(memory, double, n_points);
    enhanced->P = arena_alloc(memory, (size_t)n_points * sizeof *enhanced->P);
    enhanced->back = arena_alloc(memory, (size_t)n_points * sizeof *enhanced->back);
}

/* C P at a point. */
static void spread_modes(const enhanced *enhanced, int point, double (*CP)[PLATE_MODES])
{
    for (int i = 0; i < enhanced->n; i++)
        for (int m = 0; m < enhanced->n_modes; m++) {
            CP[i][m] = 0.0;
            for (int a = 0; a < enhanced->n_rows; a++)
                CP[i][m] += enhanced->law.C[i][enhanced->row[a]] * enhanced->P[point][a][m];
        }
}

/* w P' times the columns of X. */
static void enhanced_project(const enhanced *enhanced, int point, int columns, const double *X, int ld, double *to,
                             int ld_to)
{
    for (int m = 0; m < enhanced->n_modes; m++)
        for (int a = 0; a < enhanced->n_rows; a++) {
            const double f = enhanced->weight[point] * enhanced->P[point][a][m];
            for (int j = 0; j < columns; j++)
                to[m * ld_to + j] += f * X[enhanced->row[a] * ld + j];
        }
}

/* Up to rounding errors of the law. */
static bool is_symmetric(const enhanced *enhanced)
{
    for (int i = 0; i < enhanced->n; i++)
        for (int j = 0; j < i; j++) {
            const double a = enhanced->law.C[i][j], b = enhanced->law.C[j][i];
            if (fabs(a - b) > 1e-14 * (fabs(a) + fabs(b)))
                return false;
        }
    return true;
}

bool enhanced_complete(enhanced *enhanced)
{
    enum { SIDES = PLATE_POINTS * PLATE_STRAINS + 1 };
    double M[PLATE_MODES * PLATE_MODES] = {0}, X[PLATE_MODES * SIDES] = {0}, CP[PLATE_STRAINS][PLATE_MODES];
    const int n = enhanced->n_modes, sides = enhanced->n_points * enhanced->n + 1;
    for (int k = 0; k < enhanced->n_points; k++) {
        spread_modes(enhanced, k, CP);
        enhanced_project(enhanced, k, n, CP[0], PLATE_MODES, M, n);
        enhanced_project(enhanced, k, enhanced->n, enhanced->law.C[0], PLATE_STRAINS, X + k * enhanced->n, sides);
        enhanced_project(enhanced, k, 1, enhanced->law.prestress, 1, X + sides - 1, sides);
    }
    for (int m = 0; m < n; m++)
        memcpy(enhanced->by_beta[m], M + m * n, (size_t)n * sizeof *M);
    enhanced->is_symmetric = is_symmetric(enhanced);
    dense_solve(n, sides, M, X);
    bool is_finite = true;
    for (int m = 0; m < n; m++) {
        for (int k = 0; k < enhanced->n_points; k++)
            memcpy(enhanced->back[k][m], X + m * sides + k * enhanced->n, (size_t)enhanced->n * sizeof *X);
        for (int j = 0; j < sides; j++)
            is_finite &= isfinite(X[m * sides + j]) != 0;
        enhanced->still[m] = X[(m + 1) * sides - 1];
    }
    return is_finite;
}

static void parameters(const enhanced *enhanced, plate_strains strain, double *beta)
{
    for (int m = 0; m < enhanced->n_modes; m++) {
        beta[m] = -enhanced->still[m];
        for (int k = 0; k < enhanced->n_points; k++)
            for (int i = 0; i < enhanced->n; i++)
                beta[m] -= enhanced->back[k][m][i] * strain[k][i];
    }
}

/* Changes the strains to enhanced strains. */
void enhanced_stress_of(const enhanced *enhanced, const double *beta, plate_strains strain, plate_strains stress)
{
    for (int k = 0; k < enhanced->n_points; k++)
        for (int a = 0; a < enhanced->n_rows; a++)
            for (int m = 0; m < enhanced->n_modes; m++)
                strain[k][enhanced->row[a]] += enhanced->P[k][a][m] * beta[m];
    for (int k = 0; k < enhanced->n_points; k++)
        for (int i = 0; i < enhanced->n; i++) {
            double sum = enhanced->law.prestress[i];
            for (int j = 0; j < enhanced->n; j++)
                sum += enhanced->law.C[i][j] * strain[k][j];
            stress[k][i] = sum;
        }
}

void enhanced_stress(const enhanced *enhanced, plate_strains strain, plate_strains stress)
{
    double beta[PLATE_MODES];
    parameters(enhanced, strain, beta);
    enhanced_stress_of(enhanced, beta, strain, stress);
}

/* --- stiffness ---------------------------------------------------------------------------------------------------- */

enum { BLOCK = 3 * WIDTH };

/* A = w C (B - P Y) at a point; Y NULL: 0. */
WIDE_PART void stress_derivatives(const enhanced *enhanced, int point, int vectors, double (*B)[PLATE_COLUMNS],
                                  double (*Y)[PLATE_COLUMNS], double (*A)[PLATE_COLUMNS])
{
    double E[PLATE_STRAINS][PLATE_COLUMNS];
    for (int i = 0; i < enhanced->n; i++)
        for (int v = 0; v < vectors; v++)
            ((wide *)E[i])[v] = ((const wide *)B[i])[v];
    for (int a = 0; Y && a < enhanced->n_rows; a++)
        for (int m = 0; m < enhanced->n_modes; m++)
            for (int v = 0; v < vectors; v++)
                ((wide *)E[enhanced->row[a]])[v] -= enhanced->P[point][a][m] * ((const wide *)Y[m])[v];
    for (int i = 0; i < enhanced->n; i++) {
        wide sum[PLATE_COLUMNS / WIDTH] = {{0}};
        for (int k = 0; k < enhanced->n; k++) {
            const double c = enhanced->weight[point] * enhanced->law.C[i][k];
            for (int v = 0; c != 0.0 && v < vectors; v++)
                sum[v] += c * ((const wide *)E[k])[v];
        }
        for (int v = 0; v < vectors; v++)
            ((wide *)A[i])[v] = sum[v];
    }
}

/* Y = sum back B, a block of columns of mode m */
WIDE_PART void mode_block(const enhanced *enhanced, plate_derivatives B, int m, int first, double *to)
{
    wide x = {0}, y = {0}, z = {0};
    for (int k = 0; k < enhanced->n_points; k++)
        for (int i = 0; i < enhanced->n; i++) {
            const double f = enhanced->back[k][m][i];
            const wide *from = (const wide *)(B[k][i] + first);
            x += f * from[0], y += f * from[1], z += f * from[2];
        }
    ((wide *)to)[0] = x, ((wide *)to)[1] = y, ((wide *)to)[2] = z;
}

/* sum B' A, a block of columns of row a */
WIDE_PART void stiffness_block(const enhanced *enhanced, plate_derivatives B, plate_derivatives A, int a, int first,
                               double *to)
{
    wide x = {0}, y = {0}, z = {0};
    for (int k = 0; k < enhanced->n_points; k++)
        for (int i = 0; i < enhanced->n; i++) {
            const double b = B[k][i][a];
            const wide *from = (const wide *)(A[k][i] + first);
            x += b * from[0], y += b * from[1], z += b * from[2];
        }
    ((wide *)to)[0] = x, ((wide *)to)[1] = y, ((wide *)to)[2] = z;
}

WIDE_PART void stiffness_sum(const enhanced *enhanced, int columns, plate_derivatives B, plate_derivatives A,
                             plate_stiffness K)
{
    for (int first = 0; first < columns; first += BLOCK) {
        const int rows = enhanced->is_symmetric && first + BLOCK < columns ? first + BLOCK : columns;
        for (int a = 0; a < rows; a++)
            stiffness_block(enhanced, B, A, a, first, K[a] + first);
    }
    for (int a = BLOCK; enhanced->is_symmetric && a < columns; a++)
        for (int j = 0; j < BLOCK; j++)
            K[a][j] = K[j][a];
}

/* Derivatives of the rows of beta, and of the forces with respect to beta. */
WIDE_PART void mode_rows(const enhanced *enhanced, int vectors, plate_derivatives B, plate_derivatives A,
                         enhanced_rows *to)
{
    double CP[PLATE_STRAINS][PLATE_MODES];
    memcpy(to->by_beta, enhanced->by_beta, sizeof to->by_beta);
    memset(to->by_q, 0, sizeof to->by_q);
    memset(to->of_q, 0, sizeof to->of_q);
    for (int k = 0; k < enhanced->n_points; k++) {
        for (int m = 0; m < enhanced->n_modes; m++)
            for (int a = 0; a < enhanced->n_rows; a++)
                for (int v = 0; v < vectors; v++)
                    ((wide *)to->by_q[m])[v] += enhanced->P[k][a][m] * ((const wide *)A[k][enhanced->row[a]])[v];
        if (enhanced->is_symmetric)
            continue;
        spread_modes(enhanced, k, CP);
        for (int m = 0; m < enhanced->n_modes; m++)
            for (int i = 0; i < enhanced->n; i++)
                for (int v = 0; v < vectors; v++)
                    ((wide *)to->of_q[m])[v] += enhanced->weight[k] * CP[i][m] * ((const wide *)B[k][i])[v];
    }
    if (enhanced->is_symmetric)
        memcpy(to->of_q, to->by_q, sizeof to->of_q);
}

WIDE void enhanced_stiffness(const enhanced *enhanced, int columns, plate_derivatives B, plate_stiffness K,
                             enhanced_rows *rows)
{
    double Y[PLATE_MODES][PLATE_COLUMNS];
    plate_derivatives A;
    const int vectors = (columns + BLOCK - 1) / BLOCK * (BLOCK / WIDTH);
    for (int m = 0; !rows && m < enhanced->n_modes; m++)
        for (int first = 0; first < columns; first += BLOCK)
            mode_block(enhanced, B, m, first, Y[m] + first);
    for (int k = 0; k < enhanced->n_points; k++)
        stress_derivatives(enhanced, k, vectors, B[k], rows ? NULL : Y, A[k]);
    stiffness_sum(enhanced, columns, B, A, K);
    if (rows)
        mode_rows(enhanced, vectors, B, A, rows);
}

void enhanced_rows_of(const enhanced *enhanced, plate_strains stress, enhanced_rows *to)
{
    memset(to->r, 0, sizeof to->r);
    for (int k = 0; k < enhanced->n_points; k++)
        enhanced_project(enhanced, k, 1, stress[k], 1, to->r, 1);
}
