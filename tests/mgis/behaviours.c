/* behaviours.c - a library of behaviours as MFront makes them, written by hand in closed form, for tests.
 *
 *     Elasticity       S = 2 mu G + lambda tr(G) I; properties YoungModulus, PoissonRatio
 *     Creep            S = 2 mu (G - V) + lambda tr(G) I,   V' = S_dev / (2 eta), backward Euler:
 *                      V = (V0 + a dev G) / (1 + a),   a = h mu / eta; parameters ShearModulus, BulkModulus, Viscosity
 *     Hardening        von Mises with linear isotropic hardening; properties YoungModulus, PoissonRatio,
 *                      YieldStress, HardeningSlope; internal variables PlasticStrain, EquivalentPlasticStrain
 *     SaintVenant      Cauchy stress F S F' / det F, or P = F S, of the Elasticity above; YoungModulus, PoissonRatio
 *     Fragile          Elasticity that fails beyond a strain of 0.1
 *     Moist            depends on Humidity */
#include "behaviour.h"

/* --- tensors ------------------------------------------------------------------------------------------------------ */

static double trace(const double *t) { return t[0] + t[1] + t[2]; }

static void deviator(const double *t, double *to)
{
    for (int i = 0; i < 6; i++)
        to[i] = t[i] - (i < 3 ? trace(t) / 3.0 : 0.0);
}

static double product(const double *a, const double *b)
{
    double sum = 0.0;
    for (int i = 0; i < 6; i++)
        sum += a[i] * b[i];
    return sum;
}

/* K = 2 mu dev + 3 kappa hyd, n numbers a row */
static void isotropic(double mu, double kappa, double *K)
{
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            K[6 * i + j] = (i == j ? 2.0 * mu : 0.0) + (i < 3 && j < 3 ? kappa - 2.0 * mu / 3.0 : 0.0);
}

typedef struct {
    double mu, kappa;
} moduli;

static moduli moduli_of(const double *p)
{
    return (moduli){.mu = p[0] / (2.0 * (1.0 + p[1])), .kappa = p[0] / (3.0 * (1.0 - 2.0 * p[1]))};
}

/* --- Elasticity, Fragile, Moist ----------------------------------------------------------------------------------- */

static void hooke(moduli moduli, const double *strain, double *stress, double *K)
{
    isotropic(moduli.mu, moduli.kappa, K);
    for (int i = 0; i < 6; i++)
        stress[i] = product(K + 6 * i, strain);
}

SMALL(Elasticity)
NAMES(Elasticity, MaterialProperties, "YoungModulus", "PoissonRatio")
WITHOUT_INTERNAL(Elasticity)
WITHOUT_EXTERNAL(Elasticity)
WITHOUT_PARAMETERS(Elasticity)

int Elasticity_Tridimensional(view *view);
int Elasticity_Tridimensional(view *view)
{
    hooke(moduli_of(view->s1.properties), view->s1.gradients, view->s1.forces, view->K);
    return 1;
}

SMALL(Fragile)
NAMES(Fragile, MaterialProperties, "YoungModulus", "PoissonRatio")
WITHOUT_INTERNAL(Fragile)
WITHOUT_EXTERNAL(Fragile)
WITHOUT_PARAMETERS(Fragile)

int Fragile_Tridimensional(view *view);
int Fragile_Tridimensional(view *view)
{
    if (sqrt(product(view->s1.gradients, view->s1.gradients)) > 0.1) {
        snprintf(view->message, 512, "it is broken");
        return -1;
    }
    return Elasticity_Tridimensional(view);
}

SMALL(Moist)
NAMES(Moist, MaterialProperties, "YoungModulus", "PoissonRatio")
WITHOUT_INTERNAL(Moist)
WITHOUT_PARAMETERS(Moist)
NAMES(Moist, ExternalStateVariables, "Humidity")
const int Moist_ExternalStateVariablesTypes[] = {0};

int Moist_Tridimensional(view *view);
int Moist_Tridimensional(view *view) { return Elasticity_Tridimensional(view); }

/* --- Creep -------------------------------------------------------------------------------------------------------- */

SMALL(Creep)
WITHOUT_PROPERTIES(Creep)
WITHOUT_EXTERNAL(Creep)
NAMES(Creep, InternalStateVariables, "ViscousStrain")
const int Creep_InternalStateVariablesTypes[] = {1};
NAMES(Creep, Parameters, "ShearModulus", "BulkModulus", "Viscosity")
const int Creep_ParametersTypes[] = {0, 0, 0};
const double Creep_ShearModulus_ParameterDefaultValue = 4.0, Creep_BulkModulus_ParameterDefaultValue = 10.0,
             Creep_Viscosity_ParameterDefaultValue = 2.0;
static double creep[] = {4.0, 10.0, 2.0};

int Creep_setParameter(const char *name, double value);
int Creep_setParameter(const char *name, double value)
{
    for (int i = 0; i < 3; i++)
        if (strcmp(name, Creep_Parameters[i]) == 0) {
            creep[i] = value;
            return 1;
        }
    return 0;
}

int Creep_Tridimensional(view *view);
int Creep_Tridimensional(view *view)
{
    const double mu = creep[0], kappa = creep[1], a = view->dt * mu / creep[2];
    double dev[6];
    deviator(view->s1.gradients, dev);
    isotropic(mu / (1.0 + a), kappa, view->K);
    for (int i = 0; i < 6; i++) {
        view->s1.internal[i] = (view->s0.internal[i] + a * dev[i]) / (1.0 + a);
        view->s1.forces[i] =
            2.0 * mu * (dev[i] - view->s1.internal[i]) + (i < 3 ? kappa * trace(view->s1.gradients) : 0.0);
    }
    return 1;
}

/* --- Hardening ---------------------------------------------------------------------------------------------------- */

SMALL(Hardening)
NAMES(Hardening, MaterialProperties, "YoungModulus", "PoissonRatio", "YieldStress", "HardeningSlope")
WITHOUT_EXTERNAL(Hardening)
WITHOUT_PARAMETERS(Hardening)
NAMES(Hardening, InternalStateVariables, "PlasticStrain", "EquivalentPlasticStrain")
const int Hardening_InternalStateVariablesTypes[] = {1, 0};

/* What it has left in a state is there when a step begins with it: energies, a pressure that goes with the strain. */
static void leave_energies(const double *p, const state *of)
{
    *of->stored_energy = 0.5 * p[3] * of->internal[6] * of->internal[6];
    *of->dissipated_energy = p[2] * of->internal[6];
}

static int is_near(double a, double b) { return fabs(a - b) < 1e-9 * (1.0 + fabs(b)); }

static int is_as_left(const double *p, double kappa, const state *of)
{
    return is_near(*of->stored_energy, 0.5 * p[3] * of->internal[6] * of->internal[6]) &&
           is_near(*of->dissipated_energy, p[2] * of->internal[6]) &&
           is_near(trace(of->forces), 3.0 * kappa * trace(of->gradients));
}

int Hardening_Tridimensional(view *view);
int Hardening_Tridimensional(view *view)
{
    const double *p = view->s1.properties, H = p[3], before = view->s0.internal[6];
    const moduli moduli = moduli_of(p);
    double trial[6], dev[6];
    if (!is_as_left(p, moduli.kappa, &view->s0)) {
        snprintf(view->message, 512, "the state is not the one that was left");
        return -1;
    }
    deviator(view->s1.gradients, dev);
    for (int i = 0; i < 6; i++)
        trial[i] = 2.0 * moduli.mu * (dev[i] - view->s0.internal[i]);
    const double size = sqrt(product(trial, trial)), q = sqrt(1.5) * size;
    const double flow = fmax(0.0, (q - p[2] - H * before) / (3.0 * moduli.mu + H));
    const double left = flow > 0.0 ? 1.0 - 3.0 * moduli.mu * flow / q : 1.0;
    isotropic(left * moduli.mu, moduli.kappa, view->K);
    for (int i = 0; i < 6; i++) {
        const double n = flow > 0.0 ? trial[i] / size : 0.0;
        view->s1.forces[i] = left * trial[i] + (i < 3 ? moduli.kappa * trace(view->s1.gradients) : 0.0);
        view->s1.internal[i] = view->s0.internal[i] + sqrt(1.5) * flow * n;
        for (int j = 0; flow > 0.0 && j < 6; j++)
            view->K[6 * i + j] -=
                6.0 * moduli.mu * moduli.mu * (1.0 / (3.0 * moduli.mu + H) - flow / q) * n * trial[j] / size;
    }
    view->s1.internal[6] = before + flow;
    leave_energies(p, &view->s1);
    return 1;
}

/* --- SaintVenant -------------------------------------------------------------------------------------------------- */

FINITE(SaintVenant)
NAMES(SaintVenant, MaterialProperties, "YoungModulus", "PoissonRatio")
WITHOUT_INTERNAL(SaintVenant)
WITHOUT_EXTERNAL(SaintVenant)
WITHOUT_PARAMETERS(SaintVenant)

static const int ROW[] = {0, 1, 2, 0, 1, 0, 2, 1, 2}, COLUMN[] = {0, 1, 2, 1, 0, 2, 0, 2, 1};

/* S of a deformation gradient, and its change along dF. */
static void second_stress(moduli moduli, double F[3][3], double dF[3][3], double S[3][3], double dS[3][3])
{
    const double lambda = moduli.kappa - 2.0 * moduli.mu / 3.0;
    double tr = 0.0, dtr = 0.0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double G = i == j ? -0.5 : 0.0, dG = 0.0;
            for (int k = 0; k < 3; k++) {
                G += 0.5 * F[k][i] * F[k][j];
                dG += 0.5 * (dF[k][i] * F[k][j] + F[k][i] * dF[k][j]);
            }
            S[i][j] = 2.0 * moduli.mu * G, dS[i][j] = 2.0 * moduli.mu * dG;
            tr += i == j ? G : 0.0, dtr += i == j ? dG : 0.0;
        }
    for (int i = 0; i < 3; i++)
        S[i][i] += lambda * tr, dS[i][i] += lambda * dtr;
}

int SaintVenant_Tridimensional(view *view);
int SaintVenant_Tridimensional(view *view)
{
    if (view->K[1] < 1.5 || view->K[2] < 1.5) {
        snprintf(view->message, 512, "other stress than the first of Piola and Kirchhoff");
        return -1;
    }
    const moduli moduli = moduli_of(view->s1.properties);
    double F[3][3], S[3][3], dS[3][3];
    for (int k = 0; k < 9; k++)
        F[ROW[k]][COLUMN[k]] = view->s1.gradients[k];
    for (int b = 0; b < 9; b++) {
        double dF[3][3] = {{0}};
        dF[ROW[b]][COLUMN[b]] = 1.0;
        second_stress(moduli, F, dF, S, dS);
        for (int a = 0; a < 9; a++) {
            view->s1.forces[a] = view->K[9 * a + b] = 0.0;
            for (int k = 0; k < 3; k++) {
                view->s1.forces[a] += F[ROW[a]][k] * S[k][COLUMN[a]];
                view->K[9 * a + b] += dF[ROW[a]][k] * S[k][COLUMN[a]] + F[ROW[a]][k] * dS[k][COLUMN[a]];
            }
        }
    }
    return 1;
}
