/* enhanced.c - stresses at the integration points, and elimination of the parameters of enhanced strains.
 *
 *     sigma = C (epsilon + P beta) + p              at each point, weight w
 *     sum w P' sigma = 0                            M = sum w P' C P
 *     beta = - M^-1 sum w P' (C epsilon + p) = - sum back epsilon - still,     back = M^-1 w P' C at each point
 *     dsigma = C (B - P Y) dq,                      Y = sum back B
 *
 * C is the same at all points, and need not be symmetric. */
#include "element/plate/plate.h"
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

/* A = C (B - P Y) at a point. */
static void stress_derivatives(const enhanced *enhanced, int point, int columns, double (*restrict B)[PLATE_COLUMNS],
                               double (*restrict Y)[PLATE_COLUMNS], double (*restrict A)[PLATE_COLUMNS])
{
    double E[PLATE_STRAINS][PLATE_COLUMNS];
    for (int i = 0; i < enhanced->n; i++)
        memcpy(E[i], B[i], (size_t)columns * sizeof **E);
    for (int a = 0; a < enhanced->n_rows; a++)
        for (int m = 0; m < enhanced->n_modes; m++)
            for (int j = 0; j < columns; j++)
                E[enhanced->row[a]][j] -= enhanced->P[point][a][m] * Y[m][j];
    for (int i = 0; i < enhanced->n; i++) {
        memset(A[i], 0, (size_t)columns * sizeof **A);
        for (int k = 0; k < enhanced->n; k++) {
            const double c = enhanced->weight[point] * enhanced->law.C[i][k];
            for (int j = 0; c != 0.0 && j < columns; j++)
                A[i][j] += c * E[k][j];
        }
    }
}

void enhanced_stiffness(const enhanced *enhanced, int columns, bool is_unknown, plate_derivatives B, plate_stiffness K)
{
    double Y[PLATE_MODES][PLATE_COLUMNS] = {{0}}, A[PLATE_STRAINS][PLATE_COLUMNS];
    for (int k = 0; k < enhanced->n_points && !is_unknown; k++)
        for (int m = 0; m < enhanced->n_modes; m++)
            for (int i = 0; i < enhanced->n; i++)
                for (int j = 0; j < columns; j++)
                    Y[m][j] += enhanced->back[k][m][i] * B[k][i][j];
    for (int k = 0; k < enhanced->n_points; k++) {
        stress_derivatives(enhanced, k, columns, B[k], Y, A);
        for (int i = 0; i < enhanced->n; i++)
            for (int a = 0; a < columns; a++) {
                const double b = B[k][i][a];
                for (int j = 0; b != 0.0 && j < columns; j++)
                    K[a][j] += b * A[i][j];
            }
    }
}

void enhanced_rows_of(const enhanced *enhanced, int columns, plate_derivatives B, plate_strains stress,
                      enhanced_rows *to)
{
    double CP[PLATE_STRAINS][PLATE_MODES], CB[PLATE_STRAINS][PLATE_COLUMNS], none[PLATE_MODES][PLATE_COLUMNS] = {{0}};
    memset(to, 0, sizeof *to);
    for (int k = 0; k < enhanced->n_points; k++) {
        enhanced_project(enhanced, k, 1, stress[k], 1, to->r, 1);
        if (!B)
            continue;
        spread_modes(enhanced, k, CP);
        enhanced_project(enhanced, k, enhanced->n_modes, CP[0], PLATE_MODES, to->by_beta[0], PLATE_MODES);
        stress_derivatives(enhanced, k, columns, B[k], none, CB);
        for (int m = 0; m < enhanced->n_modes; m++)
            for (int j = 0; j < columns; j++) {
                for (int a = 0; a < enhanced->n_rows; a++)
                    to->by_q[m][j] += enhanced->P[k][a][m] * CB[enhanced->row[a]][j];
                for (int i = 0; i < enhanced->n; i++)
                    to->of_q[m][j] += enhanced->weight[k] * CP[i][m] * B[k][i][j];
            }
    }
}
