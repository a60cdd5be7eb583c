/* logarithmic.c - finite plasticity of von Mises with logarithmic strains, as MFront makes behaviours, for tests.
 *
 *     b = F Cp^-1 F' = sum b_a n_a n_a',   e_a = log(b_a) / 2         with the plastic strain of the step before
 *     s_a = 2 mu dev(e)_a,  q = sqrt(3/2 s . s),  y(p) = Y + H p + (Y8 - Y) (1 - exp(-d p))
 *     q <= y(p): elastic; else  q - 3 mu dp = y(p + dp),  f = 1 - 3 mu dp / q
 *     t_a = kappa tr(e) + f s_a,   t = sum t_a n_a n_a',   P = t F^-T
 *     Cp^-1 = F^-1 [sum exp(2 (tr(e) / 3 + f dev(e)_a)) n_a n_a'] F^-T
 *
 * Derivatives, in the axes n_a, with L = dF F^-1 and m = s / |s|:
 *
 *     c_ab = kappa + 2 mu f (1_ab - 1/3) - 6 mu^2 (1 / (3 mu + y') - dp / q) m_a m_b
 *     dt_aa = sum c_ab L_bb,   dt_ab = (t_a - t_b) / (b_a - b_b) (L_ab b_b + b_a L_ba)      b_a = b_b: the limit
 *     dP = (dt - t L') F^-T
 *
 * Simo, CMAME 99 (1992). Properties BulkModulus, ShearModulus, YieldStress, HardeningSlope, SaturationStress,
 * SaturationRate; internal variables Cp^-1 - I and p. */
#include "behaviour.h"

typedef double matrix[3][3];

FINITE(LogarithmicPlasticity)
NAMES(LogarithmicPlasticity, MaterialProperties, "BulkModulus", "ShearModulus", "YieldStress", "HardeningSlope",
      "SaturationStress", "SaturationRate")
WITHOUT_EXTERNAL(LogarithmicPlasticity)
WITHOUT_PARAMETERS(LogarithmicPlasticity)
NAMES(LogarithmicPlasticity, InternalStateVariables, "PlasticMetric", "EquivalentPlasticStrain")
const int LogarithmicPlasticity_InternalStateVariablesTypes[] = {1, 0};

static const int ROW[] = {0, 1, 2, 0, 1, 0, 2, 1, 2}, COLUMN[] = {0, 1, 2, 1, 0, 2, 0, 2, 1};

/* --- matrices ----------------------------------------------------------------------------------------------------- */

enum { PLAIN = 0, FIRST = 1, SECOND = 2 }; /* which of the factors is transposed */

static void multiply(matrix a, matrix b, int transposed, matrix to)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            to[i][j] = 0.0;
            for (int k = 0; k < 3; k++)
                to[i][j] += (transposed == FIRST ? a[k][i] : a[i][k]) * (transposed == SECOND ? b[j][k] : b[k][j]);
        }
}

static double invert(matrix a, matrix to)
{
    double det = 0.0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const int k = (i + 1) % 3, l = (i + 2) % 3, m = (j + 1) % 3, n = (j + 2) % 3;
            to[j][i] = a[k][m] * a[l][n] - a[k][n] * a[l][m];
            det += i == 0 ? a[i][j] * to[j][i] : 0.0;
        }
    for (int i = 0; i < 9; i++)
        to[i / 3][i % 3] /= det;
    return det;
}

/* Jacobi's rotations: a becomes diagonal, columns of n are the axes. */
static void diagonalise(matrix a, matrix n)
{
    for (int i = 0; i < 9; i++)
        n[i / 3][i % 3] = i % 4 == 0;
    for (int sweep = 0; sweep < 12; sweep++)
        for (int p = 0; p < 2; p++)
            for (int q = p + 1; q < 3; q++) {
                if (fabs(a[p][q]) < 1e-300)
                    continue;
                const double angle = 0.5 * atan2(2.0 * a[p][q], a[q][q] - a[p][p]), c = cos(angle), s = sin(angle);
                for (int k = 0; k < 3; k++) {
                    const double x = a[k][p], y = a[k][q], u = n[k][p], v = n[k][q];
                    a[k][p] = c * x - s * y, a[k][q] = s * x + c * y;
                    n[k][p] = c * u - s * v, n[k][q] = s * u + c * v;
                }
                for (int k = 0; k < 3; k++) {
                    const double x = a[p][k], y = a[q][k];
                    a[p][k] = c * x - s * y, a[q][k] = s * x + c * y;
                }
            }
}

/* --- principal values --------------------------------------------------------------------------------------------- */

typedef struct {
    double b[3];  /* of the trial metric */
    double t[3];  /* of the stress of Kirchhoff */
    double be[3]; /* of the elastic metric after the flow */
    double c[3][3];
} principal;

static double yield(const double *p, double plastic, double *derivative)
{
    const double gone = exp(-p[5] * plastic);
    *derivative = p[3] + (p[4] - p[2]) * p[5] * gone;
    return p[2] + p[3] * plastic + (p[4] - p[2]) * (1.0 - gone);
}

/* Increment of the plastic strain, by Newton's method. */
static double flow_of(const double *p, double q, double before, double *derivative)
{
    double dp = 0.0, rest = q - yield(p, before, derivative);
    if (rest <= 0.0)
        return 0.0;
    for (int i = 0; i < 50 && fabs(rest) > 1e-13 * q; i++) {
        dp += rest / (3.0 * p[1] + *derivative);
        rest = q - 3.0 * p[1] * dp - yield(p, before + dp, derivative);
    }
    return dp;
}

/* Stress and derivatives of the trial metric x->b; the increment of the plastic strain. */
static double return_map(const double *p, double before, principal *principal)
{
    const double kappa = p[0], mu = p[1];
    double e[3], derivative;
    for (int a = 0; a < 3; a++)
        e[a] = 0.5 * log(principal->b[a]);
    const double volume = e[0] + e[1] + e[2];
    for (int a = 0; a < 3; a++)
        e[a] -= volume / 3.0;
    const double size = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]), q = sqrt(6.0) * mu * size;
    const double dp = flow_of(p, q, before, &derivative), f = dp > 0.0 ? 1.0 - 3.0 * mu * dp / q : 1.0;
    const double softer = dp > 0.0 ? 6.0 * mu * mu * (1.0 / (3.0 * mu + derivative) - dp / q) / (size * size) : 0.0;
    for (int a = 0; a < 3; a++) {
        principal->t[a] = kappa * volume + 2.0 * mu * f * e[a];
        principal->be[a] = exp(2.0 * (volume / 3.0 + f * e[a]));
        for (int b = 0; b < 3; b++)
            principal->c[a][b] = kappa + 2.0 * mu * f * ((a == b) - 1.0 / 3.0) - softer * e[a] * e[b];
    }
    return dp;
}

/* dt in the axes of x, from L there. */
static void stress_derivative(const principal *principal, matrix L, matrix dt)
{
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            const double apart = principal->b[a] - principal->b[b];
            const double by_b = fabs(apart) > 1e-7 * principal->b[a]
                                    ? (principal->t[a] - principal->t[b]) / apart
                                    : 0.5 * (principal->c[a][a] - principal->c[a][b]) / principal->b[a];
            dt[a][b] = a == b
                           ? principal->c[a][0] * L[0][0] + principal->c[a][1] * L[1][1] + principal->c[a][2] * L[2][2]
                           : by_b * (L[a][b] * principal->b[b] + principal->b[a] * L[b][a]);
        }
}

/* --- behaviour ---------------------------------------------------------------------------------------------------- */

static void rotated_back(const double *values, matrix n, matrix to)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            to[i][j] = values[0] * n[i][0] * n[j][0] + values[1] * n[i][1] * n[j][1] + values[2] * n[i][2] * n[j][2];
}

static void add_derivatives(const principal *principal, matrix n, matrix inverse, matrix t, double *K)
{
    for (int b = 0; b < 9; b++) {
        matrix dF = {{0}}, L, rotated, at, dt, across;
        dF[ROW[b]][COLUMN[b]] = 1.0;
        multiply(dF, inverse, PLAIN, L);
        multiply(n, L, FIRST, rotated);
        multiply(rotated, n, PLAIN, at);
        stress_derivative(principal, at, rotated);
        multiply(n, rotated, PLAIN, at);
        multiply(at, n, SECOND, dt);
        multiply(t, L, SECOND, across);
        for (int i = 0; i < 9; i++)
            dt[i / 3][i % 3] -= across[i / 3][i % 3];
        multiply(dt, inverse, SECOND, at);
        for (int a = 0; a < 9; a++)
            K[9 * a + b] = at[ROW[a]][COLUMN[a]];
    }
}

int LogarithmicPlasticity_Tridimensional(view *view);
int LogarithmicPlasticity_Tridimensional(view *view)
{
    static const int SIX[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
    const double *before = view->s0.internal;
    matrix F, inverse, metric, half, b, n, t, P;
    principal principal;
    for (int k = 0; k < 9; k++)
        F[ROW[k]][COLUMN[k]] = view->s1.gradients[k];
    if (!(invert(F, inverse) > 0.0)) {
        snprintf(view->message, 512, "the volume is not positive");
        return -1;
    }
    for (int i = 0; i < 9; i++)
        metric[i / 3][i % 3] = before[SIX[i / 3][i % 3]] + (i % 4 == 0);
    multiply(F, metric, PLAIN, half);
    multiply(half, F, SECOND, b);
    diagonalise(b, n);
    for (int a = 0; a < 3; a++)
        principal.b[a] = b[a][a];
    view->s1.internal[6] = before[6] + return_map(view->s1.properties, before[6], &principal);
    rotated_back(principal.t, n, t);
    multiply(t, inverse, SECOND, P);
    rotated_back(principal.be, n, b);
    multiply(inverse, b, PLAIN, half);
    multiply(half, inverse, SECOND, metric);
    for (int i = 0; i < 9; i++)
        view->s1.internal[SIX[i / 3][i % 3]] = metric[i / 3][i % 3] - (i % 4 == 0);
    for (int k = 0; k < 9; k++)
        view->s1.forces[k] = P[ROW[k]][COLUMN[k]];
    add_derivatives(&principal, n, inverse, t, view->K);
    return 1;
}
