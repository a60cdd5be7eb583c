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
    const drive *drive, *b; /* scale factors; NULL: 1 */
} generic;

void read_law_viscosity(reader *reader, int dim, const double *stiffness, double *viscosity)
{
    if (!read_keyword(reader, "proportional")) {
        read_law_matrix(reader, dim, viscosity, "viscosity");
        return;
    }
    const double factor = read_real(reader, "factor of the stiffness");
    for (int i = 0; i < dim * dim; i++)
        viscosity[i] = factor * stiffness[i];
}

static void linear_viscoelastic_read_isotropic(reader *reader, law *law)
{
    isotropic *self = law->self;
    self->k = read_real(reader, "stiffness");
    read_law_viscosity(reader, 1, &self->k, &self->c);
}

static void eval_isotropic(const law *law, const state *state, const double *strain, const double *rate,
                           law_result *out)
{
    (void)state;
    const isotropic *self = law->self;
    law_add_isotropic(law->dim, self->k, strain, out->stress, out->by_strain);
    law_add_isotropic(law->dim, self->c, rate, out->stress, out->by_rate);
}

static void read_generic(reader *reader, law *law)
{
    generic *self = law->self;
    read_law_matrix(reader, law->dim, self->K, "stiffness");
    read_law_viscosity(reader, law->dim, self->K, self->C);
}

static void eval_generic(const law *law, const state *state, const double *strain, const double *rate, law_result *out)
{
    const generic *self = law->self;
    const double a = self->drive ? drive_now(self->drive, state) : 1.0;
    const double b = self->b ? drive_now(self->b, state) : 1.0;
    law_add_linear(law->dim, a, self->K, strain, out->stress, out->by_strain);
    law_add_linear(law->dim, b, self->C, rate, out->stress, out->by_rate);
}

static void read_time_variant(reader *reader, law *law)
{
    generic *self = law->self;
    read_law_matrix(reader, law->dim, self->K, "stiffness");
    self->drive = read_drive(reader, "scale of the stiffness");
    read_law_viscosity(reader, law->dim, self->K, self->C);
    self->b = read_keyword(reader, "same") ? self->drive : read_drive(reader, "scale of the viscosity");
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
