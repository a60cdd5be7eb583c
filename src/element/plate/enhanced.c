/* enhanced.c - stresses at the points of integration, and the parameters of enhanced strains, eliminated.
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

void enhanced_begin(arena *memory, enhanced *q, int n_points, int n, const int *rows, int n_rows, int n_modes)
{
    q->n_points = n_points, q->n = n, q->n_rows = n_rows, q->n_modes = n_modes;
    memcpy(q->row, rows, (size_t)n_rows * sizeof *rows);
    q->weight = ARENA_ARRAY(memory, double, n_points);
    q->P = arena_alloc(memory, (size_t)n_points * sizeof *q->P);
    q->back = arena_alloc(memory, (size_t)n_points * sizeof *q->back);
}

/* C P, of a point. */
static void spread_modes(const enhanced *q, int point, double (*CP)[PLATE_MODES])
{
    for (int i = 0; i < q->n; i++)
        for (int m = 0; m < q->n_modes; m++) {
            CP[i][m] = 0.0;
            for (int a = 0; a < q->n_rows; a++)
                CP[i][m] += q->law.C[i][q->row[a]] * q->P[point][a][m];
        }
}

/* w P' times the columns of X. */
static void enhanced_project(const enhanced *q, int point, int columns, const double *X, int ld, double *to, int ld_to)
{
    for (int m = 0; m < q->n_modes; m++)
        for (int a = 0; a < q->n_rows; a++) {
            const double f = q->weight[point] * q->P[point][a][m];
            for (int j = 0; j < columns; j++)
                to[m * ld_to + j] += f * X[q->row[a] * ld + j];
        }
}

bool enhanced_complete(enhanced *q)
{
    enum { SIDES = PLATE_POINTS * PLATE_STRAINS + 1 };
    double M[PLATE_MODES * PLATE_MODES] = {0}, X[PLATE_MODES * SIDES] = {0}, CP[PLATE_STRAINS][PLATE_MODES];
    const int n = q->n_modes, sides = q->n_points * q->n + 1;
    for (int k = 0; k < q->n_points; k++) {
        spread_modes(q, k, CP);
        enhanced_project(q, k, n, CP[0], PLATE_MODES, M, n);
        enhanced_project(q, k, q->n, q->law.C[0], PLATE_STRAINS, X + k * q->n, sides);
        enhanced_project(q, k, 1, q->law.prestress, 1, X + sides - 1, sides);
    }
    dense_solve(n, sides, M, X);
    bool is_finite = true;
    for (int m = 0; m < n; m++) {
        for (int k = 0; k < q->n_points; k++)
            memcpy(q->back[k][m], X + m * sides + k * q->n, (size_t)q->n * sizeof *X);
        for (int j = 0; j < sides; j++)
            is_finite &= isfinite(X[m * sides + j]) != 0;
        q->still[m] = X[(m + 1) * sides - 1];
    }
    return is_finite;
}

static void parameters(const enhanced *q, plate_strains strain, double *beta)
{
    for (int m = 0; m < q->n_modes; m++) {
        beta[m] = -q->still[m];
        for (int k = 0; k < q->n_points; k++)
            for (int i = 0; i < q->n; i++)
                beta[m] -= q->back[k][m][i] * strain[k][i];
    }
}

/* Strains become enhanced ones. */
void enhanced_stress_of(const enhanced *q, const double *beta, plate_strains strain, plate_strains stress)
{
    for (int k = 0; k < q->n_points; k++)
        for (int a = 0; a < q->n_rows; a++)
            for (int m = 0; m < q->n_modes; m++)
                strain[k][q->row[a]] += q->P[k][a][m] * beta[m];
    for (int k = 0; k < q->n_points; k++)
        for (int i = 0; i < q->n; i++) {
            double sum = q->law.prestress[i];
            for (int j = 0; j < q->n; j++)
                sum += q->law.C[i][j] * strain[k][j];
            stress[k][i] = sum;
        }
}

void enhanced_stress(const enhanced *q, plate_strains strain, plate_strains stress)
{
    double beta[PLATE_MODES];
    parameters(q, strain, beta);
    enhanced_stress_of(q, beta, strain, stress);
}

/* A = C (B - P Y), of a point. */
static void stress_slopes(const enhanced *q, int point, int columns, double (*restrict B)[PLATE_COLUMNS],
                          double (*restrict Y)[PLATE_COLUMNS], double (*restrict A)[PLATE_COLUMNS])
{
    double E[PLATE_STRAINS][PLATE_COLUMNS];
    for (int i = 0; i < q->n; i++)
        memcpy(E[i], B[i], (size_t)columns * sizeof **E);
    for (int a = 0; a < q->n_rows; a++)
        for (int m = 0; m < q->n_modes; m++)
            for (int j = 0; j < columns; j++)
                E[q->row[a]][j] -= q->P[point][a][m] * Y[m][j];
    for (int i = 0; i < q->n; i++) {
        memset(A[i], 0, (size_t)columns * sizeof **A);
        for (int k = 0; k < q->n; k++) {
            const double c = q->weight[point] * q->law.C[i][k];
            for (int j = 0; c != 0.0 && j < columns; j++)
                A[i][j] += c * E[k][j];
        }
    }
}

void enhanced_stiffness(const enhanced *q, int columns, bool is_unknown, plate_slopes B, plate_stiffness K)
{
    double Y[PLATE_MODES][PLATE_COLUMNS] = {{0}}, A[PLATE_STRAINS][PLATE_COLUMNS];
    for (int k = 0; k < q->n_points && !is_unknown; k++)
        for (int m = 0; m < q->n_modes; m++)
            for (int i = 0; i < q->n; i++)
                for (int j = 0; j < columns; j++)
                    Y[m][j] += q->back[k][m][i] * B[k][i][j];
    for (int k = 0; k < q->n_points; k++) {
        stress_slopes(q, k, columns, B[k], Y, A);
        for (int i = 0; i < q->n; i++)
            for (int a = 0; a < columns; a++) {
                const double b = B[k][i][a];
                for (int j = 0; b != 0.0 && j < columns; j++)
                    K[a][j] += b * A[i][j];
            }
    }
}

void enhanced_rows_of(const enhanced *q, int columns, plate_slopes B, plate_strains stress, enhanced_rows *to)
{
    double CP[PLATE_STRAINS][PLATE_MODES], CB[PLATE_STRAINS][PLATE_COLUMNS], none[PLATE_MODES][PLATE_COLUMNS] = {{0}};
    memset(to, 0, sizeof *to);
    for (int k = 0; k < q->n_points; k++) {
        enhanced_project(q, k, 1, stress[k], 1, to->r, 1);
        if (!B)
            continue;
        spread_modes(q, k, CP);
        enhanced_project(q, k, q->n_modes, CP[0], PLATE_MODES, to->by_beta[0], PLATE_MODES);
        stress_slopes(q, k, columns, B[k], none, CB);
        for (int m = 0; m < q->n_modes; m++)
            for (int j = 0; j < columns; j++) {
                for (int a = 0; a < q->n_rows; a++)
                    to->by_q[m][j] += q->P[k][a][m] * CB[q->row[a]][j];
                for (int i = 0; i < q->n; i++)
                    to->of_q[m][j] += q->weight[k] * CP[i][m] * B[k][i][j];
            }
    }
}
