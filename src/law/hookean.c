/* hookean.c - Hooke's law for isotropic solids, with structural damping.
 *
 *     S = 2 mu (G + beta G') + lambda tr(G + beta G') I
 *
 * With a pressure, as in MBDyn: S = 2 mu G - 3 nu / (1 + nu) p I,   q = - tr G - p / kappa. Where q = 0, this stress
 * equals that of the law without a pressure; elsewhere it has no potential. */
#include "law/laws.h"
#include "law/solid.h"

typedef struct {
    lame lame;
    double beta;
    double compressibility, share; /* 1 / kappa, 3 nu / (1 + nu) */
} hookean;

static void hookean_read_elastic(reader *reader, law *law)
{
    hookean *self = law->self;
    const isotropic_moduli m = read_isotropic_moduli(reader, law);
    self->lame = lame_of(m);
    self->compressibility = compressibility_of(m);
    self->share = 3.0 * m.nu / (1.0 + m.nu);
}

static void hookean_read_viscoelastic(reader *reader, law *law)
{
    hookean *self = law->self;
    hookean_read_elastic(reader, law);
    self->beta = read_not_negative_parameter(reader, "beta", "damping coefficient");
}

static void hookean_eval(const law *law, const state *state, const double *strain, const double *rate, law_result *out)
{
    (void)state;
    const hookean *self = law->self;
    if (law->dim == 7) {
        const lame shear = {.mu = self->lame.mu};
        double D[36] = {0};
        add_hooke(&shear, 1.0, strain, out->stress, D);
        add_pressure(self->compressibility, self->share, strain, D, out);
        return;
    }
    add_hooke(&self->lame, 1.0, strain, out->stress, out->by_strain);
    if (law->kind & LAW_VISCOUS)
        add_hooke(&self->lame, self->beta, rate, out->stress, out->by_rate);
}

const law_type law_hookean_elastic = {
    .keyword = "hookean linear elastic isotropic",
    .grammar = "hookean linear elastic isotropic, E, YOUNG'S MODULUS, nu, POISSON'S RATIO",
    .summary = "Hooke's law of isotropic solids.",
    .dims = LAW_6D | LAW_7D,
    .kind = LAW_ELASTIC,
    .size = sizeof(hookean),
    .read = hookean_read_elastic,
    .eval = hookean_eval,
    .flags = LAW_DRIVEN_PRESTRESS | LAW_SYMMETRIC,
};

const law_type law_hookean_viscoelastic = {
    .keyword = "hookean linear viscoelastic isotropic",
    .grammar = "hookean linear viscoelastic isotropic, E, YOUNG'S MODULUS, nu, POISSON'S RATIO, beta, DAMPING",
    .summary = "Hooke's law of isotropic solids, with damping proportional to stiffness.",
    .dims = LAW_6D,
    .kind = LAW_VISCOELASTIC,
    .size = sizeof(hookean),
    .read = hookean_read_viscoelastic,
    .eval = hookean_eval,
    .flags = LAW_DRIVEN_PRESTRESS | LAW_SYMMETRIC,
};
