/* variable_mass.h - the variable mass form of the body card. */
#pragma once
#include "contract/element.h"

/* Changes the element to a body of variable mass on the node and reads the arguments after `variable mass`. */
void variable_mass_read(reader *reader, elem *element, const node *node);
/* Adds a body with first moment s and inertia J about its node, in node axes. */
void body_add_inertia(const pose *pose, double m, vec3 s, const mat3 *J, inertia_sum *sum);
