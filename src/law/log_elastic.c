/* log_elastic.c - logarithmic strain.
 *
 *     stress = k log(1 + e)                                                                                      */
#include "law/laws.h"

typedef struct {
    double k;
} log_elastic;

static void log_elastic_read(reader *reader, law *law)
{
    log_elastic *self = law->self;
    self->k = read_real(reader, "stiffness");
}

static void log_elastic_eval(const law *law, const state *state, const double *strain, const double *rate,
                             law_result *out)
{
    (void)rate;
    const log_elastic *self = law->self;
    const double excerpt = 1.0 + strain[0];
    if (excerpt <= 0.0) {
        state_fail(state, law->location, "log elastic: strain %g is not above -1", strain[0]);
        return;
    }
    out->stress[0] = self->k * log(excerpt);
    out->by_strain[0] = self->k / excerpt;
}

const law_type law_log_elastic = {
    .keyword = "log elastic",
    .grammar = "log elastic, STIFFNESS",
    .summary = "A force proportional to the logarithm of the stretch ratio.",
    .dims = LAW_1D,
    .kind = LAW_ELASTIC,
    .size = sizeof(log_elastic),
    .read = log_elastic_read,
    .eval = log_elastic_eval,
};
