/* linear_viscoelastic.c - linear viscoelastic laws.
 *
 *     isotropic:     stress = k strain + c rate
 *     generic:       stress = K strain + C rate
 *     time variant:  stress = a(t) K strain + b(t) C rate
 *
 * The viscosity may be given as a factor of the stiffness. */
#include "law/laws.h"
#include "model/reading.h"

typedef struct {
    double k, c;
} isotropic;

typedef struct {
    double K[LAW_MAX * LAW_MAX], C[LAW_MAX * LAW_MAX];
    const drive *a, *b; /* scales; NULL: 1 */
} generic;

void read_law_viscosity(reader *r, int dim, const double *stiffness, double *viscosity)
{
    if (!read_keyword(r, "proportional")) {
        read_law_matrix(r, dim, viscosity, "viscosity");
        return;
    }
    const double factor = read_real(r, "factor of the stiffness");
    for (int i = 0; i < dim * dim; i++)
        viscosity[i] = factor * stiffness[i];
}

static void linear_viscoelastic_read_isotropic(reader *r, law *l)
{
    isotropic *self = l->self;
    self->k = read_real(r, "stiffness");
    read_law_viscosity(r, 1, &self->k, &self->c);
}

static void eval_isotropic(const law *l, const state *s, const double *strain, const double *rate, law_result *out)
{
    (void)s;
    const isotropic *self = l->self;
    law_add_isotropic(l->dim, self->k, strain, out->stress, out->by_strain);
    law_add_isotropic(l->dim, self->c, rate, out->stress, out->by_rate);
}

static void read_generic(reader *r, law *l)
{
    generic *self = l->self;
    read_law_matrix(r, l->dim, self->K, "stiffness");
    read_law_viscosity(r, l->dim, self->K, self->C);
}

static void eval_generic(const law *l, const state *s, const double *strain, const double *rate, law_result *out)
{
    const generic *self = l->self;
    const double a = self->a ? drive_now(self->a, s) : 1.0;
    const double b = self->b ? drive_now(self->b, s) : 1.0;
    law_add_linear(l->dim, a, self->K, strain, out->stress, out->by_strain);
    law_add_linear(l->dim, b, self->C, rate, out->stress, out->by_rate);
}

static void read_time_variant(reader *r, law *l)
{
    generic *self = l->self;
    read_law_matrix(r, l->dim, self->K, "stiffness");
    self->a = read_drive(r, "scale of the stiffness");
    read_law_viscosity(r, l->dim, self->K, self->C);
    self->b = read_keyword(r, "same") ? self->a : read_drive(r, "scale of the viscosity");
}

const law_type law_linear_viscoelastic = {
    .keyword = "linear viscoelastic",
    .grammar = "linear viscoelastic [isotropic], STIFFNESS, {VISCOSITY | proportional, FACTOR}",
    .summary = "Spring and damper in parallel, with one stiffness and one viscosity for all components.",
    .dims = LAW_ANY,
    .kind = LAW_VISCOELASTIC,
    .size = sizeof(isotropic),
    .read = linear_viscoelastic_read_isotropic,
    .eval = eval_isotropic,
};

const law_type law_linear_viscoelastic_generic = {
    .keyword = "linear viscoelastic generic",
    .grammar = "linear viscoelastic generic, (matrix) STIFFNESS, {(matrix) VISCOSITY | proportional, FACTOR}",
    .summary = "Spring and damper in parallel, with a stiffness and a viscosity matrix.",
    .dims = LAW_ANY,
    .kind = LAW_VISCOELASTIC,
    .size = sizeof(generic),
    .read = read_generic,
    .eval = eval_generic,
};

const law_type law_linear_time_variant = {
    .keyword = "linear time variant viscoelastic generic",
    .grammar = "linear time variant viscoelastic generic, (matrix) STIFFNESS, (drive) STIFFNESS SCALE, "
               "{(matrix) VISCOSITY | proportional, FACTOR}, {same | (drive) VISCOSITY SCALE}",
    .summary = "Linear viscoelastic, with matrices that are scaled in time.",
    .dims = LAW_ANY,
    .kind = LAW_VISCOELASTIC,
    .size = sizeof(generic),
    .read = read_time_variant,
    .eval = eval_generic,
};
