/* force_abstract.c - a force acts on a scalar degree of freedom (abstract_force.c).
 *
 *     row of the dof: + f(t) */
#include "element/force/abstract_force.h"

static void force_abstract_read(reader *reader, elem *element) { read_abstract_force(reader, element->self, 1); }
static void force_abstract_sample(sampler *from, elem *element) { abstract_force_sample(from, element->self, 1); }

const elem_type force_abstract_type = {
    ABSTRACT_FORCE_SLOTS,
    .keyword = "abstract",
    .grammar = "force: LABEL, abstract, DOF, DRIVE",
    .summary = "A force acts on a scalar degree of freedom.",
    .read = force_abstract_read,
    .sample = force_abstract_sample,
};
