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

static void linear_viscous_read_isotropic(reader *r, law *l)
{
    isotropic *self = l->self;
    self->c = read_real(r, "viscosity");
}

static void eval_isotropic(const law *l, const state *s, const double *strain, const double *rate, law_result *out)
{
    (void)s, (void)strain;
    const isotropic *self = l->self;
    law_add_isotropic(l->dim, self->c, rate, out->stress, out->by_rate);
}

static void read_generic(reader *r, law *l)
{
    generic *self = l->self;
    read_law_matrix(r, l->dim, self->C, "viscosity");
}

static void eval_generic(const law *l, const state *s, const double *strain, const double *rate, law_result *out)
{
    (void)s, (void)strain;
    const generic *self = l->self;
    law_add_linear(l->dim, 1.0, self->C, rate, out->stress, out->by_rate);
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
