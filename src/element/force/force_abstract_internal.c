/* force_abstract_internal.c - opposite forces act on two scalar degrees of freedom (abstract_force.c).
 *
 *     row of the first dof: + f(t)   row of the second: - f(t) */
#include "element/force/abstract_force.h"

static void force_abstract_internal_read(reader *reader, elem *element)
{
    read_abstract_force(reader, element->self, 2);
}
static void force_abstract_internal_sample(sampler *from, elem *element)
{
    abstract_force_sample(from, element->self, 2);
}

const elem_type force_abstract_internal_type = {
    ABSTRACT_FORCE_SLOTS,
    .keyword = "abstract internal",
    .grammar = "force: LABEL, abstract internal, DOF, DOF, DRIVE",
    .summary = "Opposite forces act on two scalar degrees of freedom.",
    .read = force_abstract_internal_read,
    .sample = force_abstract_internal_sample,
};
