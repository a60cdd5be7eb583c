/* contact_elastic.c - a spring that only pushes.
 *
 *     stress = -k (-e)^n        e < 0, else 0
 *
 * A public MBDyn deck uses this law, but no document describes it: the order of k and n is an assumption. */
#include "law/laws.h"
#include <math.h>

typedef struct {
    double k, n;
} contact_elastic;

static void contact_elastic_read(reader *r, law *l)
{
    contact_elastic *p = l->self;
    p->k = read_not_negative(r, "stiffness");
    p->n = read_positive(r, "exponent");
}

static void contact_elastic_eval(const law *l, const state *s, const double *strain, const double *rate,
                                 law_result *out)
{
    (void)s, (void)rate;
    const contact_elastic *p = l->self;
    if (strain[0] >= 0.0)
        return;
    out->stress[0] = -p->k * pow(-strain[0], p->n);
    out->by_strain[0] = p->n * out->stress[0] / strain[0];
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
