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

static void linear_elastic_read_isotropic(reader *reader, law *law)
{
    isotropic *self = law->self;
    self->k = read_real(reader, "stiffness");
}

static void eval_isotropic(const law *law, const state *state, const double *strain, const double *rate,
                           law_result *out)
{
    (void)state, (void)rate;
    const isotropic *self = law->self;
    law_add_isotropic(law->dim, self->k, strain, out->stress, out->by_strain);
}

static void read_generic(reader *reader, law *law)
{
    generic *self = law->self;
    read_law_matrix(reader, law->dim, self->K, "stiffness");
}

static void eval_generic(const law *law, const state *state, const double *strain, const double *rate, law_result *out)
{
    (void)state, (void)rate;
    const generic *self = law->self;
    law_add_linear(law->dim, 1.0, self->K, strain, out->stress, out->by_strain);
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
