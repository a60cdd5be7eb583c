/* contact_elastic.c - a spring that acts in compression only.
 *
 *     stress = -k (-e)^n        e < 0, otherwise 0
 *
 * A public MBDyn deck uses this law, but no document describes it: the order of k and n is an assumption. */
#include "law/laws.h"
#include <math.h>

typedef struct {
    double k, n;
} contact_elastic;

static void contact_elastic_read(reader *reader, law *law)
{
    contact_elastic *contact_elastic = law->self;
    contact_elastic->k = read_not_negative(reader, "stiffness");
    contact_elastic->n = read_positive(reader, "exponent");
}

static void contact_elastic_eval(const law *law, const state *state, const double *strain, const double *rate,
                                 law_result *out)
{
    (void)state, (void)rate;
    const contact_elastic *contact_elastic = law->self;
    if (strain[0] >= 0.0)
        return;
    out->stress[0] = -contact_elastic->k * pow(-strain[0], contact_elastic->n);
    out->by_strain[0] = contact_elastic->n * out->stress[0] / strain[0];
}

const law_type law_contact_elastic = {
    .keyword = "contact elastic",
    .grammar = "contact elastic, STIFFNESS, EXPONENT",
    .summary = "A spring that only pushes, with a power of the strain.",
    .dims = LAW_1D,
    .kind = LAW_ELASTIC,
    .size = sizeof(contact_elastic),
    .read = contact_elastic_read,
    .eval = contact_elastic_eval,
};
