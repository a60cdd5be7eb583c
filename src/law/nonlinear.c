/* nonlinear.c - linear laws with an additional nonlinear term in each component, given by scalar functions.
 *
 *     nlsf:  stress_i = sum K_ij e_j + f_i(e_i) + sum C_ij e'_j + g_i(e'_i)
 *     nlp:   stress_i = sum K_ij e_j + f_i(e_i) e_i + sum C_ij e'_j + g_i(e_i) e'_i
 *
 * Elastic laws have the terms with K and f, viscous laws those with C and g. */
#include "law/component_functions.h"
#include "law/laws.h"
#include "model/reading.h"

typedef struct {
    double K[LAW_MAX * LAW_MAX], C[LAW_MAX * LAW_MAX];
    component_functions component_functions, g;
} nonlinear;

static void nonlinear_read(reader *reader, law *law)
{
    nonlinear *self = law->self;
    if (law->kind & LAW_ELASTIC) {
        read_law_matrix(reader, law->dim, self->K, "stiffness");
        read_component_functions(reader, law->dim, &self->component_functions);
    }
    if (law->kind & LAW_VISCOUS) {
        if (law->kind == LAW_VISCOUS)
            read_law_matrix(reader, law->dim, self->C, "viscosity");
        else
            read_law_viscosity(reader, law->dim, self->K, self->C);
        read_component_functions(reader, law->dim, &self->g);
    }
}

/* The viscosity is a function of the strain. */
static void read_nlp_viscous(reader *reader, law *law)
{
    nonlinear_read(reader, law);
    law->kind = LAW_VISCOELASTIC;
}

static void add_linear(const law *law, const double *strain, const double *rate, law_result *out)
{
    const nonlinear *self = law->self;
    if (law->kind & LAW_ELASTIC)
        law_add_linear(law->dim, 1.0, self->K, strain, out->stress, out->by_strain);
    if (law->kind & LAW_VISCOUS)
        law_add_linear(law->dim, 1.0, self->C, rate, out->stress, out->by_rate);
}

static void eval_sum(const law *law, const state *state, const double *strain, const double *rate, law_result *out)
{
    const nonlinear *self = law->self;
    add_linear(law, strain, rate, out);
    add_component_functions(&self->component_functions, law->dim, state, strain, out->stress, out->by_strain);
    add_component_functions(&self->g, law->dim, state, rate, out->stress, out->by_rate);
}

static void eval_product(const law *law, const state *state, const double *strain, const double *rate, law_result *out)
{
    const nonlinear *self = law->self;
    const int n = law->dim;
    add_linear(law, strain, rate, out);
    for (int i = 0; i < n; i++) {
        const double e = strain[i], p = rate[i];
        const int ii = i * n + i;
        if (self->component_functions.f[i]) {
            const double f = scalar_function_at(self->component_functions.f[i], state, e, 0);
            out->stress[i] += f * e;
            out->by_strain[ii] += f + scalar_function_at(self->component_functions.f[i], state, e, 1) * e;
        }
        if (self->g.f[i]) {
            const double g = scalar_function_at(self->g.f[i], state, e, 0);
            out->stress[i] += g * p;
            out->by_rate[ii] += g;
            out->by_strain[ii] += scalar_function_at(self->g.f[i], state, e, 1) * p;
        }
    }
}

const law_type law_nlsf_elastic = {
    .keyword = "nlsf elastic",
    .grammar = "nlsf elastic, (matrix) STIFFNESS, {null | (scalar function) FUNCTION} [, ...]",
    .summary = "Linear elastic law plus a function of each component.",
    .dims = LAW_ANY,
    .kind = LAW_ELASTIC,
    .size = sizeof(nonlinear),
    .read = nonlinear_read,
    .eval = eval_sum,
};

const law_type law_nlsf_viscous = {
    .keyword = "nlsf viscous",
    .grammar = "nlsf viscous, (matrix) VISCOSITY, {null | (scalar function) FUNCTION} [, ...]",
    .summary = "Linear viscous law plus a function of each component.",
    .dims = LAW_ANY,
    .kind = LAW_VISCOUS,
    .size = sizeof(nonlinear),
    .read = nonlinear_read,
    .eval = eval_sum,
};

const law_type law_nlsf_viscoelastic = {
    .keyword = "nlsf viscoelastic",
    .grammar = "nlsf viscoelastic, (matrix) STIFFNESS, {null | (scalar function) FUNCTION} [, ...], "
               "{(matrix) VISCOSITY | proportional, FACTOR}, {null | (scalar function) FUNCTION} [, ...]",
    .summary = "Linear viscoelastic law plus a function of each component.",
    .dims = LAW_ANY,
    .kind = LAW_VISCOELASTIC,
    .size = sizeof(nonlinear),
    .read = nonlinear_read,
    .eval = eval_sum,
};

const law_type law_nlp_elastic = {
    .keyword = "nlp elastic",
    .grammar = "nlp elastic, (matrix) STIFFNESS, {null | (scalar function) FUNCTION} [, ...]",
    .summary = "Linear elastic law whose diagonal has functions of the strain added.",
    .dims = LAW_ANY,
    .kind = LAW_ELASTIC,
    .size = sizeof(nonlinear),
    .read = nonlinear_read,
    .eval = eval_product,
};

const law_type law_nlp_viscous = {
    .keyword = "nlp viscous",
    .grammar = "nlp viscous, (matrix) VISCOSITY, {null | (scalar function) FUNCTION} [, ...]",
    .summary = "Linear viscous law whose diagonal has functions of the strain added.",
    .dims = LAW_ANY,
    .kind = LAW_VISCOUS,
    .size = sizeof(nonlinear),
    .read = read_nlp_viscous,
    .eval = eval_product,
};

const law_type law_nlp_viscoelastic = {
    .keyword = "nlp viscoelastic",
    .grammar = "nlp viscoelastic, (matrix) STIFFNESS, {null | (scalar function) FUNCTION} [, ...], "
               "{(matrix) VISCOSITY | proportional, FACTOR}, {null | (scalar function) FUNCTION} [, ...]",
    .summary = "Linear viscoelastic law whose diagonal has functions of the strain added.",
    .dims = LAW_ANY,
    .kind = LAW_VISCOELASTIC,
    .size = sizeof(nonlinear),
    .read = nonlinear_read,
    .eval = eval_product,
};
