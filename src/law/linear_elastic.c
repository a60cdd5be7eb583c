/* linear_elastic.c - linear elastic laws.
 *
 *     isotropic:  stress = k strain
 *     generic:    stress = K strain                                                                              */
#include "law/laws.h"
#include "model/reading.h"

typedef struct {
    double k;
} isotropic;

typedef struct {
    double K[LAW_MAX * LAW_MAX];
} generic;

static void linear_elastic_read_isotropic(reader *r, law *l)
{
    isotropic *self = l->self;
    self->k = read_real(r, "stiffness");
}

static void eval_isotropic(const law *l, const state *s, const double *strain, const double *rate, law_result *out)
{
    (void)s, (void)rate;
    const isotropic *self = l->self;
    law_add_isotropic(l->dim, self->k, strain, out->stress, out->by_strain);
}

static void read_generic(reader *r, law *l)
{
    generic *self = l->self;
    read_law_matrix(r, l->dim, self->K, "stiffness");
}

static void eval_generic(const law *l, const state *s, const double *strain, const double *rate, law_result *out)
{
    (void)s, (void)rate;
    const generic *self = l->self;
    law_add_linear(l->dim, 1.0, self->K, strain, out->stress, out->by_strain);
}

const law_type law_linear_elastic = {
    .keyword = "linear elastic",
    .grammar = "linear elastic [isotropic], STIFFNESS",
    .summary = "Stress proportional to strain, with one stiffness for all components.",
    .dims = LAW_ANY,
    .kind = LAW_ELASTIC,
    .size = sizeof(isotropic),
    .read = linear_elastic_read_isotropic,
    .eval = eval_isotropic,
};

const law_type law_linear_elastic_generic = {
    .keyword = "linear elastic generic",
    .grammar = "linear elastic generic, (matrix) STIFFNESS",
    .summary = "Stress proportional to strain, with a stiffness matrix.",
    .dims = LAW_ANY,
    .kind = LAW_ELASTIC,
    .size = sizeof(generic),
    .read = read_generic,
    .eval = eval_generic,
};
