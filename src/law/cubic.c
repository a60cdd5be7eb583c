/* cubic.c - cubic elastic and viscoelastic laws, component by component.
 *
 *     stress = k1 e + k2 |e| e + k3 e^3 + C rate                                                                 */
#include "law/laws.h"
#include "model/reading.h"

typedef struct {
    double k1[LAW_MAX], k2[LAW_MAX], k3[LAW_MAX];
    double C[LAW_MAX * LAW_MAX];
} cubic;

static void cubic_read_elastic(reader *reader, law *law)
{
    cubic *self = law->self;
    read_law_vector(reader, law->dim, self->k1, "linear stiffness");
    read_law_vector(reader, law->dim, self->k2, "quadratic stiffness");
    read_law_vector(reader, law->dim, self->k3, "cubic stiffness");
}

static void cubic_read_viscoelastic(reader *reader, law *law)
{
    cubic *self = law->self;
    cubic_read_elastic(reader, law);
    read_law_matrix(reader, law->dim, self->C, "viscosity");
}

static void cubic_eval(const law *law, const state *state, const double *strain, const double *rate, law_result *out)
{
    (void)state;
    const cubic *self = law->self;
    const int n = law->dim;
    for (int i = 0; i < n; i++) {
        const double e = strain[i], a = fabs(e);
        out->stress[i] = (self->k1[i] + (self->k2[i] + self->k3[i] * a) * a) * e;
        out->by_strain[i * n + i] = self->k1[i] + (2 * self->k2[i] + 3 * self->k3[i] * a) * a;
    }
    if (law->kind & LAW_VISCOUS)
        law_add_linear(n, 1.0, self->C, rate, out->stress, out->by_rate);
}

#define CUBIC_SLOTS .dims = LAW_1D | LAW_3D, .size = sizeof(cubic), .eval = cubic_eval

const law_type law_cubic_elastic = {
    CUBIC_SLOTS,
    .keyword = "cubic elastic generic",
    .grammar = "cubic elastic generic, (vector) STIFFNESS 1, (vector) STIFFNESS 2, (vector) STIFFNESS 3",
    .summary = "Linear, quadratic and cubic stiffness of each component.",
    .kind = LAW_ELASTIC,
    .read = cubic_read_elastic,
};

const law_type law_cubic_viscoelastic = {
    CUBIC_SLOTS,
    .keyword = "cubic viscoelastic generic",
    .grammar = "cubic viscoelastic generic, (vector) STIFFNESS 1, (vector) STIFFNESS 2, (vector) STIFFNESS 3, "
               "(matrix) VISCOSITY",
    .summary = "Linear, quadratic and cubic stiffness of each component, and a viscosity matrix.",
    .kind = LAW_VISCOELASTIC,
    .read = cubic_read_viscoelastic,
};
