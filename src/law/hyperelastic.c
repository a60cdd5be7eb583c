/* hyperelastic.c - rubber-like solids, C = I + 2 G, J2 = det C, J = sqrt(J2).
 *
 *     neo hookean:    S = mu I + (lambda (J2 - J) - mu) C^-1 + beta (2 mu G' + lambda tr(G') I)
 *     mooney rivlin:  S = 2 { C1 J2^-1/3 I + C2 J2^-2/3 (I1 I - C)
 *                            + [kappa (J2 - J) / 2 - C1 I1 J2^-1/3 / 3 - 2 C2 I2 J2^-2/3 / 3] C^-1 }
 *     I1 = tr C,   I2 = (I1^2 - tr C C) / 2
 *     dI1 = 2 I : dG,   dI2 = 2 M : dG,  M = I1 I - C,   dJ2 = 2 J2 C^-1 : dG,   d C^-1 = - 2 C^-1 dG C^-1
 *
 * With c = C^-1, a = C1 J2^-1/3, b = C2 J2^-2/3 and p for the bracket, where pairs of tensors denote fourth-order
 * products:
 *
 *     neo hookean:    dS/dG = lambda (2 J2 - J) c c - 2 p (c . c)
 *     mooney rivlin:  dS/dG = (2 kappa (J2 - J / 2) + 4/9 a I1 + 16/9 b I2) c c - 4/3 a (I c + c I) - 8/3 b (M c + c M)
 *                             + 4 b (I I - 1) - 4 p (c . c)
 *
 *     mooney rivlin with a pressure:                   without kappa, S -= p J C^-1,   q = 1 - J - p / kappa
 *     mooney rivlin of the deformation gradient:       P = F S,   dP = dF S + F dS
 *
 * If E, nu, delta are given: G = E / (2 (1 + nu)), C1 = G / (2 (1 + delta)), C2 = delta C1, kappa = E / (3 (1 - 2
 * nu)). */
#include "law/laws.h"
#include "law/solid.h"

typedef struct {
    lame lame;
    double beta;
    double C1, C2, kappa, compressibility; /* 1 / kappa */
} hyperelastic;

/* C with its inverse and invariants; C^-1 and I1 I - C also as vectors with six components. */
typedef struct {
    mat3 C, inverse;
    double I1, I2, J2;
    double c[6], m[6];
} deformation;

static const double UNIT[6] = {1, 1, 1, 0, 0, 0};

static deformation deform(const double *strain)
{
    const mat3 G = tensor_of_strain(strain);
    deformation deformation;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            deformation.C.e[i][j] = (i == j) + 2.0 * G.e[i][j];
    deformation.inverse = mat3_inverse(&deformation.C);
    deformation.I1 = deformation.C.e[0][0] + deformation.C.e[1][1] + deformation.C.e[2][2];
    deformation.I2 = 0.5 * (deformation.I1 * deformation.I1 - mat3_contract(&deformation.C, &deformation.C));
    deformation.J2 = mat3_det(&deformation.C);
    stress_of_tensor(&deformation.inverse, deformation.c);
    stress_of_tensor(&deformation.C, deformation.m);
    for (int k = 0; k < 6; k++)
        deformation.m[k] = deformation.I1 * UNIT[k] - deformation.m[k];
    return deformation;
}

/* D += s (C^-1 dG C^-1 + its transpose), rows of n numbers; components ij, kl: s (c_ik c_jl + c_il c_jk). */
static void add_inverse_derivative(const deformation *deformation, double s, int n, double *D)
{
    static const int ROW[] = {0, 1, 2, 0, 1, 2}, COLUMN[] = {0, 1, 2, 1, 2, 0};
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++) {
            const double *ci = deformation->inverse.e[ROW[a]], *cj = deformation->inverse.e[COLUMN[a]];
            D[n * a + b] += s * (ci[ROW[b]] * cj[COLUMN[b]] + ci[COLUMN[b]] * cj[ROW[b]]);
        }
}

static bool is_possible(const law *law, const state *state, const deformation *deformation)
{
    if (deformation->J2 > 0.0)
        return true;
    state_fail(state, law->location, "%s: the volume of the solid is not positive", law->type->keyword);
    return false;
}

/* --- neo hookean -------------------------------------------------------------------------------------------------- */

static void read_neo(reader *reader, law *law)
{
    hyperelastic *self = law->self;
    self->lame = lame_of(read_isotropic_moduli(reader, law));
    if (law->kind & LAW_VISCOUS)
        self->beta = read_not_negative_parameter(reader, "beta", "damping coefficient");
}

static void eval_neo(const law *law, const state *state, const double *strain, const double *rate, law_result *out)
{
    const hyperelastic *self = law->self;
    const deformation deformation = deform(strain);
    if (!is_possible(law, state, &deformation))
        return;
    const double mu = self->lame.mu, lambda = self->lame.lambda, J = sqrt(deformation.J2),
                 p = lambda * (deformation.J2 - J) - mu;
    for (int a = 0; a < 6; a++) {
        out->stress[a] = mu * UNIT[a] + p * deformation.c[a];
        for (int b = 0; b < 6; b++)
            out->by_strain[6 * a + b] = lambda * (2.0 * deformation.J2 - J) * deformation.c[a] * deformation.c[b];
    }
    add_inverse_derivative(&deformation, -p, 6, out->by_strain);
    if (law->kind & LAW_VISCOUS)
        add_hooke(&self->lame, self->beta, rate, out->stress, out->by_rate);
}

/* --- mooney rivlin ------------------------------------------------------------------------------------------------ */

static void read_mooney(reader *reader, law *law)
{
    hyperelastic *self = law->self;
    if (!read_peek(reader, "E")) {
        self->C1 = read_positive_parameter(reader, "C1", "C1");
        self->C2 = read_not_negative_parameter(reader, "C2", "C2");
        self->kappa = read_positive_parameter(reader, "kappa", "bulk modulus");
        self->compressibility = 1.0 / self->kappa;
        return;
    }
    const isotropic_moduli m = read_isotropic_moduli(reader, law);
    const double delta =
        read_peek(reader, "delta") ? read_not_negative_parameter(reader, "delta", "ratio of C2 to C1") : 0.0;
    self->C1 = m.E / (2.0 * (1.0 + m.nu)) / (2.0 * (1.0 + delta));
    self->C2 = delta * self->C1;
    self->compressibility = compressibility_of(m);
    self->kappa = 1.0 / self->compressibility;
}

/* Volumetric part kappa (J2 - J), or that of the pressure, -p J: its value and its derivative with respect to J2. */
typedef struct {
    double value, derivative;
} volumetric;

/* Computes the stress, and its derivatives D in rows of n numbers. */
static void mooney_stress(const hyperelastic *self, const deformation *deformation, volumetric volumetric, int n,
                          double *stress, double *D)
{
    const double a = self->C1 / cbrt(deformation->J2), b = self->C2 / cbrt(deformation->J2 * deformation->J2),
                 *c = deformation->c, *m = deformation->m;
    const double p = 0.5 * volumetric.value - a * deformation->I1 / 3.0 - 2.0 * b * deformation->I2 / 3.0;
    const double q = 2.0 * volumetric.derivative * deformation->J2 + 4.0 / 9.0 * a * deformation->I1 +
                     16.0 / 9.0 * b * deformation->I2;
    for (int i = 0; i < 6; i++) {
        stress[i] = 2.0 * (a * UNIT[i] + b * m[i] + p * c[i]);
        for (int j = 0; j < 6; j++)
            D[n * i + j] = q * c[i] * c[j] - 4.0 / 3.0 * a * (UNIT[i] * c[j] + c[i] * UNIT[j]) -
                           8.0 / 3.0 * b * (m[i] * c[j] + c[i] * m[j]) + 4.0 * b * UNIT[i] * UNIT[j];
        D[n * i + i] -= i < 3 ? 4.0 * b : 2.0 * b;
    }
    add_inverse_derivative(deformation, -2.0 * p, n, D);
}

static volumetric of_volume(const hyperelastic *self, const deformation *deformation)
{
    const double J = sqrt(deformation->J2);
    return (volumetric){.value = self->kappa * (deformation->J2 - J), .derivative = self->kappa * (1.0 - 0.5 / J)};
}

/* Evaluates the law with a pressure, whose stress is -p J C^-1; dJ = J C^-1 : dG. */
static void mooney_pressure(const hyperelastic *self, const deformation *deformation, double p, law_result *out)
{
    const double J = sqrt(deformation->J2);
    mooney_stress(self, deformation, (volumetric){.value = -p * J, .derivative = -0.5 * p / J}, 7, out->stress,
                  out->by_strain);
    const mat3 by_p = mat3_scale(-J, &deformation->inverse);
    double column[6];
    stress_of_tensor(&by_p, column);
    for (int i = 0; i < 6; i++)
        out->by_strain[7 * i + 6] = out->by_strain[42 + i] = column[i];
    out->stress[6] = 1.0 - J - self->compressibility * p;
    out->by_strain[48] = -self->compressibility;
}

/* Row and column of the components of a vector with nine components, and the component of a symmetric tensor. */
static const int NINE_ROW[] = {0, 1, 2, 0, 1, 0, 2, 1, 2}, NINE_COLUMN[] = {0, 1, 2, 1, 0, 2, 0, 2, 1};
static const int SIX[3][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}};

static void strain_of_gradient(const mat3 *F, double *strain)
{
    const mat3 C = mat3_tmul(F, F);
    stress_of_tensor(&C, strain);
    for (int k = 0; k < 3; k++)
        strain[k] = 0.5 * (strain[k] - 1.0);
}

/* Laws of the deformation gradient subtract the prestrain themselves. */
static void take_off_prestrain(const law *law, const state *state, double *strain)
{
    double rest[6] = {0};
    if (law->prestrain)
        tpl_drive_value(law->prestrain, state, rest);
    for (int k = 0; k < 6; k++)
        strain[k] -= rest[k];
}

/* Computes P = F S and its derivatives: d strain_b / d F_kL = F_kM, where b is the component LM. */
static void mooney_gradient(const mat3 *F, const double *S, const double *D, law_result *out)
{
    double X[6][9];
    for (int a = 0; a < 6; a++)
        for (int m = 0; m < 9; m++) {
            const double *f = F->e[NINE_ROW[m]];
            const int *six = SIX[NINE_COLUMN[m]];
            X[a][m] = D[6 * a + six[0]] * f[0] + D[6 * a + six[1]] * f[1] + D[6 * a + six[2]] * f[2];
        }
    for (int k = 0; k < 9; k++) {
        const double *f = F->e[NINE_ROW[k]];
        const int *six = SIX[NINE_COLUMN[k]];
        out->stress[k] = f[0] * S[six[0]] + f[1] * S[six[1]] + f[2] * S[six[2]];
        for (int m = 0; m < 9; m++) {
            const double geometric = NINE_ROW[k] == NINE_ROW[m] ? S[six[NINE_COLUMN[m]]] : 0.0;
            out->by_strain[9 * k + m] = geometric + f[0] * X[six[0]][m] + f[1] * X[six[1]][m] + f[2] * X[six[2]][m];
        }
    }
}

static void eval_mooney(const law *law, const state *state, const double *strain, const double *rate, law_result *out)
{
    (void)rate;
    const hyperelastic *self = law->self;
    mat3 F = MAT3_EYE;
    double internal[6], S[6], D[36];
    if (law->dim == 9) {
        for (int k = 0; k < 9; k++)
            F.e[NINE_ROW[k]][NINE_COLUMN[k]] = strain[k];
        strain_of_gradient(&F, internal);
        take_off_prestrain(law, state, internal);
    }
    const deformation deformation = deform(law->dim == 9 ? internal : strain);
    if (!is_possible(law, state, &deformation))
        return;
    if (law->dim == 6) {
        mooney_stress(self, &deformation, of_volume(self, &deformation), 6, out->stress, out->by_strain);
    } else if (law->dim == 7) {
        mooney_pressure(self, &deformation, strain[6], out);
    } else {
        mooney_stress(self, &deformation, of_volume(self, &deformation), 6, S, D);
        mooney_gradient(&F, S, D, out);
    }
}

const law_type law_neo_hookean_elastic = {
    .keyword = "neo hookean elastic",
    .grammar = "neo hookean elastic, E, YOUNG'S MODULUS, nu, POISSON'S RATIO",
    .summary = "Neo-Hookean solid.",
    .dims = LAW_6D,
    .kind = LAW_ELASTIC,
    .size = sizeof(hyperelastic),
    .read = read_neo,
    .eval = eval_neo,
    .flags = LAW_DRIVEN_PRESTRESS | LAW_SYMMETRIC,
};

const law_type law_neo_hookean_viscoelastic = {
    .keyword = "neo hookean viscoelastic",
    .grammar = "neo hookean viscoelastic, E, YOUNG'S MODULUS, nu, POISSON'S RATIO, beta, DAMPING",
    .summary = "Neo-Hookean solid, with damping proportional to its initial stiffness.",
    .dims = LAW_6D,
    .kind = LAW_VISCOELASTIC,
    .size = sizeof(hyperelastic),
    .read = read_neo,
    .eval = eval_neo,
    .flags = LAW_DRIVEN_PRESTRESS | LAW_SYMMETRIC,
};

const law_type law_mooney_rivlin_elastic = {
    .keyword = "mooney rivlin elastic",
    .grammar = "mooney rivlin elastic, {C1, C1, C2, C2, kappa, BULK MODULUS | E, YOUNG'S MODULUS, nu, POISSON'S RATIO "
               "[, delta, RATIO]}",
    .summary = "Mooney-Rivlin solid.",
    .dims = LAW_6D | LAW_7D | LAW_9D,
    .kind = LAW_ELASTIC,
    .size = sizeof(hyperelastic),
    .read = read_mooney,
    .eval = eval_mooney,
    .flags = LAW_DRIVEN_PRESTRESS | LAW_SYMMETRIC,
};
