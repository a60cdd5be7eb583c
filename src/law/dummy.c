/* dummy.c - stress = k strain, the same in every direction. */
#include "law/laws.h"

static void dummy_type_read(reader *reader, law *law) { *(double *)law->self = read_real(reader, "stiffness"); }

static void dummy_eval(const law *law, const state *state, const double *strain, const double *rate, law_result *out)
{
    (void)state, (void)rate;
    law_add_isotropic(law->dim, *(const double *)law->self, strain, out->stress, out->by_strain);
}

const law_type law_dummy = {
    .keyword = "dummy",
    .grammar = "dummy, STIFFNESS",
    .summary = "Linear elastic and isotropic, the example of a law in a module.",
    .dims = LAW_ANY,
    .kind = LAW_ELASTIC,
    .module = MODULE_CONSTLAW,
    .size = sizeof(double),
    .read = dummy_type_read,
    .eval = dummy_eval,
};
