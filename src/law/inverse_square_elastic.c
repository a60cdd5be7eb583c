/* inverse_square_elastic.c - a force inversely proportional to the square of the length.
 *
 *     stress = k / (L (1 + e))^2 */
#include "law/laws.h"

typedef struct {
    double k, length;
} inverse_square;

static void inverse_square_elastic_read(reader *reader, law *law)
{
    inverse_square *self = law->self;
    self->k = read_real(reader, "stiffness");
    self->length = read_positive(reader, "reference length");
}

static void inverse_square_elastic_eval(const law *law, const state *state, const double *strain, const double *rate,
                                        law_result *out)
{
    (void)rate;
    const inverse_square *self = law->self;
    const double excerpt = 1.0 + strain[0], length = self->length * excerpt;
    if (length == 0.0) {
        state_fail(state, law->location, "inverse square elastic: the length is zero");
        return;
    }
    out->stress[0] = self->k / (length * length);
    out->by_strain[0] = -2.0 * out->stress[0] / excerpt;
}

const law_type law_inverse_square_elastic = {
    .keyword = "inverse square elastic",
    .grammar = "inverse square elastic, STIFFNESS, REFERENCE LENGTH",
    .summary = "A force inversely proportional to the square of the length.",
    .dims = LAW_1D,
    .kind = LAW_ELASTIC,
    .size = sizeof(inverse_square),
    .read = inverse_square_elastic_read,
    .eval = inverse_square_elastic_eval,
};
