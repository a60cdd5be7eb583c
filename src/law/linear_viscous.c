/* linear_viscous.c - linear viscous laws.
 *
 *     isotropic:  stress = c rate
 *     generic:    stress = C rate                                                                                */
#include "law/laws.h"
#include "model/reading.h"

typedef struct {
    double c;
} isotropic;

typedef struct {
    double C[LAW_MAX * LAW_MAX];
} generic;

static void linear_viscous_read_isotropic(reader *reader, law *law)
{
    isotropic *self = law->self;
    self->c = read_real(reader, "viscosity");
}

static void eval_isotropic(const law *law, const state *state, const double *strain, const double *rate,
                           law_result *out)
{
    (void)state, (void)strain;
    const isotropic *self = law->self;
    law_add_isotropic(law->dim, self->c, rate, out->stress, out->by_rate);
}

static void read_generic(reader *reader, law *law)
{
    generic *self = law->self;
    read_law_matrix(reader, law->dim, self->C, "viscosity");
}

static void eval_generic(const law *law, const state *state, const double *strain, const double *rate, law_result *out)
{
    (void)state, (void)strain;
    const generic *self = law->self;
    law_add_linear(law->dim, 1.0, self->C, rate, out->stress, out->by_rate);
}

const law_type law_linear_viscous = {
    .keyword = "linear viscous",
    .grammar = "linear viscous [isotropic], VISCOSITY",
    .summary = "Stress proportional to strain rate, with one viscosity for all components.",
    .dims = LAW_ANY,
    .kind = LAW_VISCOUS,
    .size = sizeof(isotropic),
    .read = linear_viscous_read_isotropic,
    .eval = eval_isotropic,
};

const law_type law_linear_viscous_generic = {
    .keyword = "linear viscous generic",
    .grammar = "linear viscous generic, (matrix) VISCOSITY",
    .summary = "Stress proportional to strain rate, with a viscosity matrix.",
    .dims = LAW_ANY,
    .kind = LAW_VISCOUS,
    .size = sizeof(generic),
    .read = read_generic,
    .eval = eval_generic,
};
