/* axial_torsion.c - linear laws of a beam section whose torsional stiffness depends on the axial strain.
 *
 *     stress = K strain + C rate,      K44 = GJ + a strain_1
 *
 * so that stress_4 has the additional term a strain_1 strain_4. As in MBDyn, the axial force lacks the term a
 * strain_4^2 / 2 that would follow from a potential. */
#include "law/laws.h"
#include "model/reading.h"

typedef struct {
    double K[LAW_MAX * LAW_MAX], C[LAW_MAX * LAW_MAX];
    double a;
} axial_torsion;

static void axial_torsion_read_elastic(reader *reader, law *law)
{
    axial_torsion *self = law->self;
    read_law_matrix(reader, law->dim, self->K, "stiffness");
    self->a = read_real(reader, "coupling coefficient");
}

static void axial_torsion_read_viscoelastic(reader *reader, law *law)
{
    axial_torsion *self = law->self;
    read_law_matrix(reader, law->dim, self->K, "stiffness");
    read_law_viscosity(reader, law->dim, self->K, self->C);
    self->a = read_real(reader, "coupling coefficient");
}

static void axial_torsion_eval(const law *law, const state *state, const double *strain, const double *rate,
                               law_result *out)
{
    (void)state;
    const axial_torsion *self = law->self;
    law_add_linear(law->dim, 1.0, self->K, strain, out->stress, out->by_strain);
    if (law->kind & LAW_VISCOUS)
        law_add_linear(law->dim, 1.0, self->C, rate, out->stress, out->by_rate);
    out->stress[3] += self->a * strain[0] * strain[3];
    out->by_strain[3 * 6 + 3] += self->a * strain[0];
    out->by_strain[3 * 6] += self->a * strain[3];
}

const law_type law_axial_torsion_elastic = {
    .keyword = "linear elastic generic axial torsion coupling",
    .grammar = "linear elastic generic axial torsion coupling, (matrix) STIFFNESS, COUPLING COEFFICIENT",
    .summary = "Linear elastic section whose torsion stiffness depends on the axial strain.",
    .dims = LAW_6D,
    .kind = LAW_ELASTIC,
    .size = sizeof(axial_torsion),
    .read = axial_torsion_read_elastic,
    .eval = axial_torsion_eval,
    .flags = LAW_NO_POTENTIAL,
};

const law_type law_axial_torsion_viscoelastic = {
    .keyword = "linear viscoelastic generic axial torsion coupling",
    .grammar = "linear viscoelastic generic axial torsion coupling, (matrix) STIFFNESS, "
               "{(matrix) VISCOSITY | proportional, FACTOR}, COUPLING COEFFICIENT",
    .summary = "Linear viscoelastic section whose torsion stiffness depends on the axial strain.",
    .dims = LAW_6D,
    .kind = LAW_VISCOELASTIC,
    .size = sizeof(axial_torsion),
    .read = axial_torsion_read_viscoelastic,
    .eval = axial_torsion_eval,
    .flags = LAW_NO_POTENTIAL,
};
