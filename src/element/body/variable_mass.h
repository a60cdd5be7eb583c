/* variable_mass.h - the variable mass form of the body card. */
#pragma once
#include "model/element.h"

/* Turns the element into a body of variable mass on the node and reads what follows `variable mass`. */
void variable_mass_read(reader *r, elem *e, const node *n);
